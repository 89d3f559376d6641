"""A proof from beginning to end: someone tells a thing, it is learnt, embedded, ranked, summarised and talked about; it is
deleted; and everything that could bring it back is run, again and again.
"""

from __future__ import annotations

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from companion import branching, conversations, hearing, keeping, learning, schedule
from companion.forgotten.searching import OWN_WORDS, Place, look
from companion.keeping import Ended
from memory import forgetting
from memory.models import Memory
from persona import shipping
from transcript.models import Conversation, Message, Status

CANARIES = {
    "zh-hans": ("我的猫叫锦鲤糍粑", "锦鲤糍粑"),
    "en": ("My cat is called Quibblewick", "Quibblewick"),
}
BEFORE = ("七月二十号要去新加坡开会", "最近在准备考研", "I am training for a marathon", "别再提我前男友了")
ROUNDS = 5


@dataclass(frozen=True)
class Stage:
    """A moment of the proof, and what was found then where nothing should be."""

    name: str
    places: tuple[Place, ...]

    @property
    def found(self) -> list[Place]:
        return [place for place in self.places if place.found and not place.why]


def prove(now: datetime) -> dict[str, Any]:
    """Run the proof for both languages in the database at hand: a scratch one."""
    shipping.sync(now)
    told = {language: _proof(language, *canary, now) for language, canary in CANARIES.items()}
    return {"ok": all(one["ok"] for one in told.values()), "proofs": told}


def search(user: User, words: str, now: datetime) -> dict[str, Any]:
    """Look for words of one person's, and change nothing."""
    stage = Stage("now", tuple(look(user, words, now)))
    return {"ok": not stage.found, "stages": [_told(stage)]}


def _proof(language: str, sentence: str, canary: str, now: datetime) -> dict[str, Any]:
    user = User.objects.create_user(
        f"proof-{uuid.uuid4().hex[:12]}@localhost",
        language=language,
        time_zone="Asia/Shanghai",
        date_joined=now,
    )
    chat = conversations.start(user, now)
    stages = [Stage("before deletion", tuple(_tell(user, chat, sentence, canary, now)))]
    known = [place.where for place in stages[0].found]
    now += timedelta(hours=1)
    rows = [row.id for row in Memory.objects.for_user(user) if canary in row.statement]
    receipt = forgetting.forget(user, rows, now)
    lines = {line for held in receipt.bins for line in forgetting.words_of(user, held)}
    stages.append(Stage("after deletion", tuple(look(user, canary, now))))
    now = _live_on(user, chat, now)
    stages.append(Stage("after learning again and consolidation", tuple(look(user, canary, now))))
    for line in lines:
        branching.delete(user, chat.id, line, now)
    now += timedelta(days=2)
    schedule.run_all(now)
    last = tuple(look(user, canary, now))
    stages.append(Stage("after the words were deleted too, and purged", last))
    gone = not any(place.found and place.why == OWN_WORDS for place in last)
    return {
        "ok": "memory.memory.statement" in known and gone and not any(stage.found for stage in stages[1:]),
        "stages": [_told(stage) for stage in stages],
    }


def _tell(user: User, chat: Conversation, sentence: str, canary: str, now: datetime) -> list[Place]:
    """Have it said, answered, learnt, embedded and worked out, and look: the search must be able to find."""
    for number, line in enumerate((*BEFORE, sentence)):
        _exchange(
            user, chat, line, f"{canary}！" if line == sentence else "嗯。", now + timedelta(minutes=number)
        )
    later = now + timedelta(minutes=30)
    while learning.learn(chat.id, later) is not None:
        pass
    schedule.run_all(later)
    return look(user, canary, later)


def _exchange(user: User, chat: Conversation, text: str, reply: str, now: datetime) -> Message:
    line = hearing.receive(user, chat, uuid.uuid4(), hearing.clean(text), now).message
    begun = keeping.begin_reply(chat.id, now)
    if begun is not None:
        keeping.finish(begun.id, Ended(Status.COMPLETE, reply), None, now)
    return line


def _live_on(user: User, chat: Conversation, now: datetime) -> datetime:
    """Days of other talk, with everything that runs in the background, and learning anew from every old line."""
    for number in range(ROUNDS):
        now += timedelta(hours=9)
        _exchange(user, chat, f"今天走了{number + 2}公里路", "嗯。", now)
        now += timedelta(hours=1)
        while learning.learn(chat.id, now) is not None:
            pass
        learning.relearn(user, now)
        schedule.run_all(now)
    return now


def _told(stage: Stage) -> dict[str, Any]:
    places = [asdict(place) for place in stage.places if place.found]
    return {
        "stage": stage.name,
        "ok": not stage.found,
        "looked": sum(place.looked for place in stage.places),
        "places": len(stage.places),
        "found": places,
    }
