"""What the write path really keeps of single lines, by rules alone.

Each line is one message of somebody who was never heard before and agreed to have everything remembered; it goes
through `memory.learning.remember`, its `current` and `pending` rows are read back from the database and compared with
what the line states. The row of a dated event holds its day beside what happened: it counts as both, in the words that
the day was read from. Files: one JSON object a line, with `text`, `lang`, `facts`, and `maybe` and `src` on some.
"""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.models import User, grant
from companion.benches.write_scoring import Outcome, Played, Stated, Tally, score
from memory.candidates import Exchange, Line, Speaker
from memory.learning import Job, remember
from memory.models import Memory
from memory.policy import CONSENT_CLASSES
from memory.states import Status
from memory.when import find
from transcript.models import Conversation, Message, Role
from transcript.models import Status as Sent

OWN = Path(__file__).with_name("write_lines.jsonl")
"""Lines of our own, so that the bench runs with nothing else at hand."""
SAID_AT = datetime(2026, 7, 1, 12, tzinfo=UTC)
"""A fixed evening: figures don't move with the calendar."""
ZONE = ZoneInfo("Asia/Shanghai")


def run(path: Path | None, noise: Path | None, show: int) -> dict[str, Any]:
    """Precision, recall and wrong writes over the lines of `path`; `show` misses and false facts go to stderr."""
    said = Said()
    tallies = {"all": Tally()}
    for number, given in enumerate(_lines(path or OWN)):
        played = Played(
            _group(given),
            given["lang"],
            _facts(given, "facts"),
            _facts(given, "maybe"),
            said.play(given["text"]),
        )
        outcome = score(played)
        for name in ("all", played.group):
            tallies.setdefault(name, Tally()).add(outcome)
        show -= _show(str(given.get("id", number)), given["text"], outcome) if show > 0 else 0
    figures = tallies.pop("all").figures()
    groups = {name: tally.figures() for name, tally in tallies.items()}
    return figures | {"groups": groups} | (_noise(noise, said) if noise else {})


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _group(given: dict[str, Any]) -> str:
    source = str(given.get("src", "own")).partition("/")[0]
    return source if source != "own" else f"own {given['lang']}"


def _facts(given: dict[str, Any], key: str) -> tuple[Stated, ...]:
    return tuple(
        Stated(one["subject"], one["attribute"], one["value"], one.get("polarity", 1))
        for one in given.get(key) or ()
    )


class Said:
    """One account whose every line is taken back after it was read: each finds an empty memory, as a new account's."""

    def __init__(self) -> None:
        name = f"bench-{uuid.uuid4().hex[:8]}@localhost"
        self._user = User.objects.create_user(name, time_zone=ZONE.key)
        for purpose in CONSENT_CLASSES:
            grant(self._user, purpose, SAID_AT)
        self._conversation = Conversation.objects.create(
            user=self._user, persona_version=uuid.uuid4(), created_at=SAID_AT, last_message_at=SAID_AT
        )

    def play(self, text: str) -> tuple[Stated, ...]:
        """The facts that stand in the database after this one line."""
        with transaction.atomic():
            message = Message.objects.create(
                user=self._user,
                conversation=self._conversation,
                role=Role.USER,
                text=text,
                status=Sent.RECEIVED,
                created_at=SAID_AT,
            )
            line = Line(message.id, Speaker.USER, text, SAID_AT)
            remember(Job(self._user, Exchange((line,), ZONE)), SAID_AT + timedelta(minutes=2))
            rows = Memory.objects.for_user(self._user).filter(status__in=(Status.CURRENT, Status.PENDING))
            written = tuple(fact for row in rows for fact in _stated(row, text))
            transaction.set_rollback(True)
        return written


def _stated(row: Memory, text: str) -> Iterator[Stated]:
    yield Stated(row.subject, row.attribute, row.value, row.polarity)
    if row.attribute != "event_what" or row.true_from is None:
        return
    for time in find(text, SAID_AT.astimezone(ZONE), row.lang):
        if (time.span.start, time.span.end) == (row.true_from, row.true_until):
            yield Stated(row.value, "event_when", text[time.start : time.end])
            return


def _show(name: str, text: str, outcome: Outcome) -> int:
    """Print what went wrong in a line; how many lines that took."""
    wrong = [("missed", f) for f in outcome.missed] + [("false", f) for f in outcome.false]
    wrong += [("off list", f) for f in outcome.off]
    for what, fact in wrong:
        mark = "+" if fact.polarity > 0 else "-"
        sys.stderr.write(f"{name} {what}: {fact.subject} | {fact.attribute} | {mark}{fact.value} < {text}\n")
    return len(wrong)


def _noise(path: Path, said: Said) -> dict[str, Any]:
    """The share of chat lines that write anything, without those whose numbers stand beside the file as stating
    something (`<stem>_statements.txt`) or nearly so (`<stem>_statements_soft.txt`)."""
    listed = {
        int(number)
        for name in ("_statements.txt", "_statements_soft.txt")
        if (beside := path.with_name(path.stem + name)).exists()
        for number in beside.read_text(encoding="utf-8").split()
    }
    lines = wrong = 0
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if number in listed:
            continue
        lines += 1
        if written := said.play(text):
            wrong += 1
            sys.stderr.write(f"noise {number}: {[(f.attribute, f.value) for f in written]} < {text}\n")
    return {"noise_writes": round(wrong / lines, 5) if lines else 0.0, "noise_lines": lines}
