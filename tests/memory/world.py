"""A person whose memory anything may happen to, for tests of what must hold whatever happened."""

from __future__ import annotations

import contextlib
import json
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from accounts.models import User
from llm.errors import ModelUnavailable
from memory import curating, forgetting, importing, marks, rivalry, undoing, upkeep
from memory.candidates import Exchange, Line, Speaker
from memory.dreaming import runs
from memory.learning import Job, remember
from memory.models import Bin, Evidence, Memory, Tombstone, Transition
from memory.policy import Kind, Use
from memory.recall import Cue, Recalled, recall
from memory.states import OPEN_STATUSES, Source, Status
from memory.unfolding import phases
from memory.unlearning import unlearn
from tests.memory.conftest import NOW, ZONE
from transcript.models import Conversation, Message, Role
from transcript.models import Status as Said

OF_THE_USER = (Source.SET, Source.IMPORTED, Source.INFERRED, Source.SUMMARY)
"""Sources of rows that need no words of the user's behind them."""


def no_embedder(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
    raise ModelUnavailable("away")


class World:
    """One person, one conversation, and a clock that only goes on."""

    def __init__(self) -> None:
        self.user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", time_zone="Asia/Shanghai")
        self.chat = Conversation.objects.create(
            user=self.user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW
        )
        self.now: datetime = NOW
        self.said: list[uuid.UUID] = []
        self.acts: list[uuid.UUID] = []
        self.gone: dict[tuple[bytes, bytes], datetime] = {}
        """What was deleted and not brought back: slot and value, and when."""
        self.versions: dict[uuid.UUID, int] = {}

    def later(self, **by: float) -> datetime:
        self.now += timedelta(**(by or {"minutes": 5}))
        return self.now

    def rows(self, *statuses: str) -> list[Memory]:
        rows = Memory.objects.for_user(self.user).order_by("recorded_at", "statement", "id")
        return list(rows.filter(status__in=statuses) if statuses else rows)

    def tell(self, text: str) -> uuid.UUID:
        at = self.later()
        line = Message.objects.create(
            user=self.user, conversation=self.chat, role=Role.USER, text=text, status=Said.RECEIVED, created_at=at,
            learnt_at=at,
        )  # fmt: skip
        self.said.append(line.id)
        self.learn(line)
        return line.id

    def learn(self, line: Message) -> None:
        lines = (Line(line.id, Speaker.USER, line.text, line.created_at),)
        remember(Job(self.user, Exchange(lines, ZONE)), self.later(seconds=100))

    def learn_again(self) -> None:
        for line in Message.objects.filter(id__in=self.said, live=True).order_by("created_at"):
            self.learn(line)

    def take_away(self, line: uuid.UUID) -> None:
        """The line leaves the path, by an edit or a deletion."""
        self.said.remove(line)
        Message.objects.filter(id=line).update(live=False)
        unlearn(self.user, [line], self.later())

    def press(self, button: str, row: Memory, words: str = "") -> None:
        act = uuid.uuid4()
        self.acts.append(act)
        if button == "edit":
            curating.edit(self.user, row.id, curating.Edit(words), self.later(), act)
        else:
            getattr(curating, button)(self.user, row.id, self.later(), act)

    def undo(self) -> None:
        if self.acts:
            with contextlib.suppress(undoing.NothingToUndo, curating.Stale):
                undoing.undo(self.user, self.acts.pop(), self.later())

    def forget(self, row: Memory) -> None:
        at = self.later()
        going = forgetting.preview(self.user, [row.id]).goes
        forgetting.forget(self.user, [row.id], at)
        buried = {
            bytes(key)
            for key in Tombstone.objects.filter(user=self.user, at=at).values_list("key", flat=True)
        }
        for one in going:
            if marks.fact_tombstone(self.user.id, one.subject, one.attribute, one.value) in buried:
                self.gone[bytes(one.slot), bytes(one.value_key)] = at

    def restore(self, newest: bool = True) -> None:
        bins = Bin.objects.for_user(self.user)
        held = sorted(bins, key=lambda one: (one.deleted_at, json.loads(one.content)["statement"]))
        row = forgetting.restore(self.user, held[-1 if newest else 0].id, self.later()) if held else None
        if row is not None:
            self.gone.pop((bytes(row.slot), bytes(row.value_key)), None)

    def bring(self, text: str) -> list[Memory]:
        return importing.take(self.user, text, range(1, 50), self.later())

    def time_passes(self, days: int) -> None:
        at = self.later(days=days)
        upkeep.expire(at)
        phases.roll_plans_over(at)
        phases.promises(at)
        phases.rest_threads(at)
        upkeep.purge(at)

    def dream(self) -> None:
        runs.dream(self.user, self.later(hours=9), by_hand=True)

    def ask(self, text: str) -> Recalled:
        return recall(self.user, Cue(text), self.now, no_embedder)

    def check(self) -> None:
        """Everything that must hold."""
        rows = self.rows()
        self._one_answer(rows)
        self._words_behind(rows)
        self._deleted_stays_gone(rows)
        for row in rows:
            assert row.keywords == marks.keyword_ids(self.user.id, row.statement, row.value), row.statement
            assert row.version >= self.versions.get(row.id, 0), row.statement
            self.versions[row.id] = row.version

    def _one_answer(self, rows: Sequence[Memory]) -> None:
        holding: dict[tuple[bytes, str], list[Memory]] = {}
        for row in rows:
            if row.status in rivalry.HOLDING and row.kind not in (Kind.EVENT, Kind.PLAN):
                holding.setdefault(rivalry.matter(row), []).append(row)
        for group in holding.values():
            told = [(row.statement, row.status, row.reason) for row in group]
            statuses = {row.status for row in group}
            assert statuses == ({Status.CURRENT} if len(group) == 1 else {Status.CONFLICTED}), told

    def _words_behind(self, rows: Sequence[Memory]) -> None:
        proofs = list(Evidence.objects.for_user(self.user).select_related("message"))
        known, proved = {row.id for row in rows}, {proof.memory_id for proof in proofs}
        for proof in proofs:
            assert proof.memory_id in known
            assert proof.message is not None
            assert "…" in proof.quote or proof.quote in proof.message.text
        for row in rows:
            assert row.status not in OPEN_STATUSES or row.id in proved or self._own(row), row.statement

    def _own(self, row: Memory) -> bool:
        return row.source in OF_THE_USER or row.use == Use.NEVER_RAISE or self._confirmed(row)

    def _confirmed(self, row: Memory) -> bool:
        steps = Transition.objects.filter(old=row, reason__in=["user_confirmed", "undone"])
        return bool(steps.exists())

    def _deleted_stays_gone(self, rows: Sequence[Memory]) -> None:
        for row in rows:
            at = self.gone.get((bytes(row.slot), bytes(row.value_key)))
            if at is None or row.source == Source.SET:
                continue
            assert row.recorded_at > at, row.statement
            proofs = list(row.evidence.all())
            assert proofs or self._own(row), (
                row.statement
            )  # or said anew, confirmed, and its words taken away
            assert all(proof.at > at for proof in proofs), row.statement
            if row.status == Status.CURRENT:  # a suggestion, until the user or their words settled it
                settled = Transition.objects.filter(old=row, kind__in=["confirm", "conflict"])
                assert settled.exists(), row.statement
