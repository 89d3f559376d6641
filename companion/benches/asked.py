"""Dated questions, true ones and ones with a false premise, in Chinese and English, over a year of lines of the project's own
(asked.json): learnt by rules alone, asked through `recall`. A question that assumes what was never said must find nothing.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import datetime
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from accounts.models import User
from companion import providers
from memory import curating, forgetting, upkeep
from memory.candidates import Exchange, Line, Speaker
from memory.learning import Job, remember
from memory.models import Evidence, Memory
from memory.recall import Cue, Recalled, cues, gate, indexing, passages, recall
from memory.recall.windows import windows
from memory.states import OPEN_STATUSES
from transcript.models import Conversation, Message, Role, Status

QUESTIONS = Path(__file__).with_name("asked.json")
DEPTH = 5


class Year:
    """A person's year of lines, and what they are asked."""

    def __init__(self, held: dict[str, Any]) -> None:
        self.zone = ZoneInfo(held["zone"])
        self.now = datetime.fromisoformat(held["now"]).replace(tzinfo=self.zone)
        self.user = User.objects.create_user(
            f"bench-{uuid.uuid4().hex[:12]}@localhost", time_zone=held["zone"], date_joined=self.now
        )
        self.talk = Conversation.objects.create(
            user=self.user, persona_version=uuid.uuid4(), created_at=self.now, last_message_at=self.now
        )
        self.lines = [self._say(at, text) for at, text in held["lines"]]
        while upkeep.embed_waiting(providers.embed, self.now) or indexing.embed_waiting(
            providers.embed, self.now
        ):
            pass

    def _say(self, at: str, text: str) -> UUID:
        moment = datetime.fromisoformat(at).replace(tzinfo=self.zone)
        line = Message.objects.create(
            user=self.user, conversation=self.talk, role=Role.USER, text=text, status=Status.RECEIVED,
            created_at=moment, learnt_at=moment,
        )  # fmt: skip
        indexing.note(line, text, moment)
        heard = Exchange((Line(line.id, Speaker.USER, text, moment),), self.zone)
        remember(Job(self.user, heard, None), moment)
        return line.id

    def ask(self, question: str) -> Recalled:
        return recall(self.user, self._cue(question), self.now, providers.embed)

    def _cue(self, question: str) -> Cue:
        return Cue(question, conversation=uuid.uuid4(), names=(("我", "my", "i"), ("你", "you")))

    def brought(self, recalled: Recalled) -> list[UUID]:
        """The lines that the answer stands on: what memories prove, and what is quoted, in turns."""
        proofs = [self._proof(hit.id) for hit in recalled.passive]
        quoted = [line.message for line in recalled.lines]
        return list(dict.fromkeys(one for one in chain(*zip_longest(proofs, quoted)) if one is not None))

    def kept(self, recalled: Recalled) -> set[UUID]:
        return {proof for hit in recalled.active if (proof := self._proof(hit.id)) is not None}

    def _proof(self, memory: UUID) -> UUID | None:
        found = Evidence.objects.for_user(self.user).filter(memory=memory).order_by("at").first()
        return found.message_id if found else None

    def nearest(self, question: str) -> list[UUID]:
        """What the lanes rank first, whether or not it is enough to be told."""
        cue, reading = self._cue(question), cues.read(question)
        ask = passages.Ask(
            reading.questions, passages.whose(question, *cue.names), windows(reading.questions, self.now)
        )
        rows = gate.lines(self.user, cue, reading.asks_past)
        return [line.message for line in passages.Search(self.user, rows).find(ask, providers.embed, DEPTH)]


def run(show: int = 0) -> dict[str, Any]:
    """Percentages over both languages, and apart; with `show` so many misses of each kind."""
    held = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    parts = {lang: {**_one(Year(one), one, show), **_stale(one, show)} for lang, one in held.items()}
    names = [name for name, value in parts["zh"].items() if isinstance(value, float)]
    whole = {name: round(sum(part[name] for part in parts.values()) / len(parts), 1) for name in names}
    counts = {
        name: sum(part[name] for part in parts.values())
        for name, value in parts["zh"].items()
        if isinstance(value, int)
    }
    return {"unit": "%", **whole, **counts, "languages": parts}


def _one(year: Year, held: dict[str, Any], show: int) -> dict[str, Any]:
    dated, misses = _share_found(year, held["dated"])
    true, told_nothing = _share_found(year, held["true"])
    ranked = sum(
        not {year.lines[place] for place in places}.isdisjoint(year.nearest(question))
        for question, places in held["true"]
    )
    wrong = []
    for question in held["false"]:
        recalled = year.ask(question)
        if told := [
            *(hit.statement for hit in recalled.passive),
            *(str(line.lanes) for line in recalled.lines),
        ]:
            wrong.append([question, *told[:2]])
    return {
        "dated R@5": _percent(dated, held["dated"]),
        "true questions answered": _percent(true, held["true"]),
        "true questions kept of those ranked": round(100 * true / max(ranked, 1), 1),
        "false premises that found nothing": _percent(len(held["false"]) - len(wrong), held["false"]),
        **(
            {"missed": misses[:show], "not told": told_nothing[:show], "told wrongly": wrong[:show]}
            if show
            else {}
        ),
    }


def _stale(held: dict[str, Any], show: int) -> dict[str, Any]:
    """What changed, was refused or was deleted, asked about: how many answers still bring the old, beside how many were asked. Over
    a year of its own: each old line, and a month later the new one."""
    told = [
        *((old, new) for old, new, _question, _word in held["changed"]),
        *((one[0], "") for one in (*held["refused"], *held["deleted"])),
    ]
    lines = [["2026-05-01T20:00:00", old] for old, _new in told] + [
        ["2026-06-01T20:00:00", new] for _old, new in told if new
    ]
    year = Year({"now": held["now"], "zone": held["zone"], "lines": lines})
    for line, _question, _word in held["refused"]:
        for row in _of_line(year, line):
            curating.reject(year.user, row.id, year.now)
    for line, _question, _word in held["deleted"]:
        if rows := _of_line(year, line):
            forgetting.forget(year.user, [row.id for row in rows], year.now)
    asked = [(question, word) for _line, question, word in (*held["refused"], *held["deleted"])]
    changed = [(question, word) for _old, _new, question, word in held["changed"]]
    brought = [_brings(year, *one, year.lines[place]) for place, one in enumerate([*changed, *asked])]
    over = [one for one, stale in zip(changed, brought, strict=False) if stale]
    gone = [one for one, stale in zip(asked, brought[len(changed) :], strict=True) if stale]
    return {
        "changed, asked about": len(changed),
        "of them with a row that is over": sum(_tells_closed(year, question) for question, _word in changed),
        "of them with what nobody understood to be over": len(over),
        "refused or deleted, asked about": len(asked),
        "of them told all the same": len(gone),
        **({"stale": [*over, *gone][:show]} if show else {}),
    }


def _tells_closed(year: Year, question: str) -> bool:
    """Whether an answer brings a row that is over, not labelled as past, or one that is no memory any more."""
    recalled = year.ask(question)
    told = {hit.id: hit.label for hit in (*recalled.passive, *recalled.active)}
    rows = Memory.objects.for_user(year.user).filter(id__in=told)
    over = [row for row in rows if row.status not in OPEN_STATUSES and told[row.id] != "past"]
    return bool(over) or len(rows) < len(told)


def _of_line(year: Year, line: str) -> list[Memory]:
    proofs = Evidence.objects.for_user(year.user).select_related("memory")
    return list({proof.memory_id: proof.memory for proof in proofs if proof.quote in line}.values())


def _brings(year: Year, question: str, word: str, line: UUID) -> bool:
    """Whether an answer tells this as it was: a memory that says it, not labelled as past, or the very line."""
    recalled = year.ask(question)
    told = [hit.id for hit in (*recalled.passive, *recalled.active) if hit.label != "past"]
    rows = Memory.objects.for_user(year.user).filter(id__in=told, polarity=1)
    said = any(
        word.lower() in row.value.lower() and not row.value.lower().startswith(("不", "not ")) for row in rows
    )
    return said or any(one.message == line for one in recalled.lines)


def _share_found(year: Year, asked: Sequence[tuple[str, Sequence[int]]]) -> tuple[int, list[str]]:
    missed = []
    for question, places in asked:
        recalled = year.ask(question)
        wanted = {year.lines[place] for place in places}
        if wanted.isdisjoint(year.brought(recalled)[:DEPTH]) and wanted.isdisjoint(year.kept(recalled)):
            missed.append(question)
    return len(asked) - len(missed), missed


def _percent(count: int, of: Sequence[Any]) -> float:
    return round(100 * count / len(of), 1)
