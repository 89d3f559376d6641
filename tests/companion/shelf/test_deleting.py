"""Throwing a conversation away: what goes, what stays, how it comes back, and when it is gone for good."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import branching, conversations, keeping, learning, schedule
from companion.keeping import Ended
from companion.shelf import deleting, projects
from companion.shelf.arranging import NotThere
from companion.shelf.deleting import Fate, Wish
from memory import curating, forgetting
from memory.models import Bin, Evidence, Memory, MemoryUse, Withheld
from memory.states import ScopeKind
from tests.companion.conftest import LATER, NOW, Say
from transcript import branches
from transcript.models import BROUGHT_BACK_WITHIN, Conversation, Event, Message, Role, Status

pytestmark = pytest.mark.django_db

OVER = LATER + BROUGHT_BACK_WITHIN
SOON = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.fixture
def other(lin: User, chat: Conversation) -> Conversation:
    return conversations.start_empty(lin, chat.persona_version, NOW)


@pytest.fixture
def told(chat: Conversation, other: Conversation, say: Say) -> dict[str, Memory]:
    """Two things said here alone, one said here and elsewhere."""
    for text in ("我的猫叫小花", "我在杭州工作", "我对花生过敏"):
        say(text)
    say("我对花生过敏", where=other)
    for where in (chat, other):
        while learning.learn(where.id, LATER):
            pass
    return known(chat.user)


def known(user: User) -> dict[str, Memory]:
    wanted = ("小花", "杭州", "花生")
    rows = Memory.objects.for_user(user).open()
    return {word: row for row in rows for word in wanted if word in row.statement}


def all_of(goes: deleting.Goes) -> Wish:
    return Wish(Fate.FORGET, frozenset(memory.id for memory in goes.memories))


def test_it_is_said_what_goes(lin: User, chat: Conversation, told: dict[str, Memory]) -> None:
    goes = deleting.preview(lin, chat)
    assert goes.messages == 3
    assert {memory.id for memory in goes.memories} == {told["小花"].id, told["杭州"].id}
    assert goes.elsewhere == 1


def test_everything_goes_and_comes_back(lin: User, chat: Conversation, told: dict[str, Memory]) -> None:
    deleting.delete(lin, chat.id, all_of(deleting.preview(lin, chat)), LATER)
    assert set(known(lin)) == {"花生"}
    assert not Conversation.objects.for_user(lin).filter(id=chat.id).exists()
    assert [one.memories for one in deleting.gone(lin, LATER)] == [2]
    deleting.restore(lin, chat.id, OVER - SOON)
    assert {word: row.id for word, row in known(lin).items()} == {word: row.id for word, row in told.items()}
    assert not Withheld.objects.exists()
    assert deleting.restore(lin, chat.id, OVER - SOON) == chat
    assert deleting.preview(lin, chat).elsewhere == 1


def test_what_is_kept_keeps_its_words(lin: User, chat: Conversation, told: dict[str, Memory]) -> None:
    deleting.delete(lin, chat.id, Wish(Fate.KEEP), LATER)
    assert set(known(lin)) == {"小花", "杭州", "花生"}
    assert schedule.purge_conversations(OVER) >= 1
    assert not Message.objects.filter(conversation=chat.id).exists()
    proof = Evidence.objects.get(memory=told["小花"])
    assert (proof.message, proof.quote) == (None, "我的猫叫小花")
    with pytest.raises(NotThere):
        deleting.restore(lin, chat.id, OVER)


def test_some_go(lin: User, chat: Conversation, told: dict[str, Memory]) -> None:
    shown = frozenset(memory.id for memory in told.values())
    deleting.delete(
        lin, chat.id, Wish(Fate.SOME, shown, frozenset({told["小花"].id, told["花生"].id})), LATER
    )
    assert set(known(lin)) == {"杭州", "花生"}  # what is proved elsewhere too is not for this page to take


def test_all_is_never_more_than_was_shown(
    lin: User, chat: Conversation, told: dict[str, Memory], say: Say
) -> None:
    wish = all_of(deleting.preview(lin, chat))
    say("我的狗叫大黄", at=LATER)
    learning.learn(chat.id, LATER + timedelta(minutes=3))
    with pytest.raises(deleting.Changed):
        deleting.delete(lin, chat.id, wish, LATER)
    with pytest.raises(deleting.Changed):
        deleting.delete(lin, chat.id, Wish(Fate.FORGET), LATER)
    assert Conversation.objects.for_user(lin).filter(id=chat.id).exists()
    assert "小花" in known(lin)


def test_what_waits_is_not_learnt(lin: User, chat: Conversation, say: Say) -> None:
    say("我的猫叫小花")
    deleting.delete(lin, chat.id, Wish(Fate.KEEP), NOW + SOON)
    schedule.learn_waiting(LATER)
    assert known(lin) == {}
    deleting.restore(lin, chat.id, LATER)
    schedule.learn_waiting(LATER)
    assert set(known(lin)) == {"小花"}


def test_twice_is_once(lin: User, chat: Conversation, told: dict[str, Memory]) -> None:
    wish = all_of(deleting.preview(lin, chat))
    deleting.delete(lin, chat.id, wish, LATER)
    assert deleting.delete(lin, chat.id, wish, LATER + SOON) == deleting.Thrown()
    assert Conversation.objects.get(id=chat.id).deleted_at == LATER
    assert [one.memories for one in deleting.gone(lin, LATER + SOON)] == [2]


def test_a_running_reply_is_named_to_be_stopped(lin: User, chat: Conversation, say: Say) -> None:
    say("在吗")
    reply = keeping.begin_reply(chat.id, NOW + SOON)
    assert reply is not None
    assert deleting.delete(lin, chat.id, Wish(Fate.KEEP), LATER).stop == (reply.id,)


def test_gone_for_good_now(lin: User, chat: Conversation, told: dict[str, Memory]) -> None:
    deleting.delete(lin, chat.id, all_of(deleting.preview(lin, chat)), LATER)
    deleting.purge_now(lin, chat.id, LATER + SOON)
    assert not Conversation.objects.filter(id=chat.id).exists()
    assert not Bin.objects.exists()
    for deed in (deleting.purge_now, deleting.restore):
        with pytest.raises(NotThere):
            deed(lin, chat.id, LATER + SOON)


def test_a_temporary_one_goes_at_once(lin: User, chat: Conversation, say: Say) -> None:
    hidden = conversations.start_empty(lin, chat.persona_version, NOW, temporary=True)
    say("我的猫叫小花", where=hidden)
    deleting.delete(lin, hidden.id, Wish(Fate.FORGET), LATER)
    assert not Conversation.objects.filter(id=hidden.id).exists()
    assert deleting.gone(lin, LATER) == []


def test_a_temporary_one_goes_a_day_after_its_last_line(lin: User, chat: Conversation, say: Say) -> None:
    hidden = conversations.start_empty(lin, chat.persona_version, NOW, temporary=True)
    line = say("我的猫叫小花", where=hidden)
    for moment, there in ((line.created_at + BROUGHT_BACK_WITHIN - SOON, True), (OVER, False)):
        schedule.run_all(moment)
        assert Conversation.objects.filter(id=hidden.id).exists() is there
    assert known(lin) == {}
    assert not MemoryUse.objects.exists()
    assert Conversation.objects.filter(id=chat.id).exists()


def test_only_what_is_due_is_purged(lin: User, chat: Conversation, other: Conversation) -> None:
    deleting.delete(lin, chat.id, Wish(Fate.KEEP), LATER)
    assert schedule.purge_conversations(OVER - SOON) == 0
    assert schedule.purge_conversations(OVER) == 1
    assert schedule.purge_conversations(OVER) == 0
    assert Conversation.objects.filter(id=other.id).exists()


def test_a_stranger_throws_nothing_away(lin: User, chat: Conversation) -> None:
    stranger = User.objects.create_user("x@example.org", "pw")
    for deed in (
        lambda: deleting.delete(stranger, chat.id, Wish(Fate.KEEP), LATER),
        lambda: deleting.there(stranger, chat.id),
    ):
        with pytest.raises(NotThere):
            deed()
    deleting.delete(lin, chat.id, Wish(Fate.KEEP), LATER)
    for verb in (deleting.restore, deleting.purge_now):
        with pytest.raises(NotThere):
            verb(stranger, chat.id, LATER)


# -- single lines ---------------------------------------------------------------------------------------------


def shown(chat: Conversation) -> set[uuid.UUID]:
    return set(Message.objects.filter(conversation=chat, live=True).values_list("id", flat=True))


def answered(chat: Conversation, say: Say, text: str) -> Message:
    line = say(text)
    reply = keeping.begin_reply(chat.id, line.created_at)
    assert reply is not None
    keeping.finish(reply.id, Ended(Status.COMPLETE, f"「{text}」的回复"), None, line.created_at)
    return line


def test_a_purged_line_leaves_the_rest_in_order(lin: User, chat: Conversation, say: Say) -> None:
    answered(chat, say, "一")
    second = answered(chat, say, "二")
    third = answered(chat, say, "三")
    branching.delete(lin, chat.id, second.id, LATER)
    assert schedule.purge_conversations(OVER) == 2
    third.refresh_from_db()
    assert third.parent is not None
    assert third.parent.text == "「一」的回复"
    assert [row.text for row in Message.objects.filter(conversation=chat).live().order_by("created_at")] == [
        "一", "「一」的回复", "三", "「三」的回复",
    ]  # fmt: skip
    numbers = list(Event.objects.filter(conversation=chat).order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def verbs(lin: User, chat: Conversation, dice: random.Random, at: datetime) -> None:
    """One thing that a person may do to a line."""
    rows = list(Message.objects.filter(conversation=chat, deleted_at=None).order_by("created_at"))
    if not rows:
        return
    row = dice.choice(rows)
    verb: Callable[[], object] = dice.choice(
        [
            lambda: branching.edit(lin, chat.id, row.id, (uuid.uuid4(), f"改 {at}"), at),
            lambda: branching.regenerate(lin, chat.id, row.id, at),
            lambda: branching.show(lin, chat.id, row.id, at),
            lambda: branching.delete(lin, chat.id, row.id, at),
            lambda: branching.delete(lin, chat.id, row.id, at),
        ]
    )
    try:
        verb()
    except branching.CannotBranch:
        return
    for reply in Message.objects.filter(conversation=chat, status=Status.GENERATING):
        keeping.finish(reply.id, Ended(Status.COMPLETE, "嗯。"), None, at)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_done_before_purging_shows_nothing_else(
    lin: User, chat: Conversation, say: Say, seed: int
) -> None:
    dice = random.Random(seed)
    for text in "一二三四":
        answered(chat, say, text)
    for step in range(14):
        verbs(lin, chat, dice, LATER + step * SOON)
        line = Message.objects.filter(conversation=chat, live=True).order_by("created_at").last()
        if line and line.role == Role.USER and keeping.begin_reply(chat.id, LATER + step * SOON):
            running = Message.objects.get(conversation=chat, status=Status.GENERATING)
            keeping.finish(running.id, Ended(Status.COMPLETE, "嗯。"), None, LATER + step * SOON)
    before = shown(chat)
    schedule.purge_conversations(OVER + timedelta(hours=1))
    assert not Message.objects.exclude(deleted_at=None).exists()
    assert shown(chat) == before
    assert branches.live_ids(branches.nodes_of(chat.id)) == before


# -- projects -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fate", list(projects.Fate))
def test_what_a_project_knew_is_forgotten_or_kept_everywhere(
    lin: User, chat: Conversation, told: dict[str, Memory], fate: projects.Fate
) -> None:
    row = projects.create(lin, "换工作", NOW)
    Conversation.objects.filter(id=chat.id).update(project=row)
    curating.confine(lin, told["杭州"].id, curating.Place(ScopeKind.PROJECT, row.id), LATER)
    assert [memory.id for memory in projects.memories(lin, row.id)] == [told["杭州"].id]
    bins = projects.delete(lin, row.id, fate, LATER)
    chat.refresh_from_db()
    assert chat.project is None
    assert projects.listed(lin) == []
    if fate is projects.Fate.KEEP:
        memory = Memory.objects.get(id=told["杭州"].id)
        assert (memory.scope, memory.scope_id) == (ScopeKind.EVERYWHERE, None)
    else:
        assert "杭州" not in known(lin)
        assert forgetting.restore(lin, bins[0], LATER) is not None
