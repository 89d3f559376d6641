"""Playing a dated story through the real functions on a moved clock, in a scratch database.

Background work runs by calling the functions of schedule.py. Nothing here decides anything: each step is the product's
own function with the story's time.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime

from accounts.models import User, grant, withdraw
from companion import branching, conversations, hearing, keeping, learning, schedule, turn
from companion.keeping import Ended
from companion.replay.rows import blank, candidate, nothing_learned, row_of, text_of, words_of
from companion.shelf import projects
from llm.errors import LLMError
from memory import curating, forgetting, importing, switching
from memory.models import Memory
from memory.policy import CONSENT_CLASSES, Kind
from memory.report import Report
from persona.models import Persona
from safety.levels import Level
from topics import answering, feedback
from topics.models import Candidate, TopicChoice
from transcript.models import Conversation, Message, Role, Status

SETTLED = timedelta(seconds=91)


class BadStory(Exception):
    """A story that can't be played; the text names the step and the field."""


@dataclass
class Player:
    """A story on its way: its user, conversation, clock and what each step showed."""

    story: dict[str, Any]
    user: User
    conversation: Conversation
    zone: ZoneInfo
    steps: list[dict[str, Any]] = field(default_factory=list)
    bins: list[uuid.UUID] = field(default_factory=list)
    said: dict[int, uuid.UUID] = field(default_factory=dict)
    """The line that each `say` step has now, by the step's number."""
    number: int = 0

    def play(self) -> dict[str, Any]:
        for number, step in enumerate(self.story.get("steps", [])):
            try:
                now = self._moment(step["at"])
                self.number = number
                self.steps.append({"at": now.isoformat(), **self._step(step, now)})
            except (KeyError, ValueError, TypeError, branching.CannotBranch, Message.DoesNotExist) as error:
                raise BadStory(f"step {number}: {type(error).__name__}: {error}") from error
        return {
            "steps": self.steps,
            "memories": [
                row_of(row) for row in Memory.objects.for_user(self.user).order_by("recorded_at", "id")
            ],
            "candidates": [candidate(row) for row in Candidate.objects.for_user(self.user)],
        }

    def _moment(self, text: str) -> datetime:
        at = parse_datetime(text)
        if at is None:
            raise ValueError(f"not a time: {text!r}")
        return at if at.tzinfo else at.replace(tzinfo=self.zone)

    def _step(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        for name, play in _PLAYS.items():
            if name in step:
                return play(self, step, now)
        raise ValueError(f"no known action in {sorted(step)}")

    # -- what a step may be ----------------------------------------------------------------------------------

    def say(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        message = hearing.receive(
            self.user, self.conversation, uuid.uuid4(), hearing.clean(step["say"]), now
        ).message
        self.said[self.number] = message.id
        return self._answered(message, step, now)

    def _answered(
        self, message: Message, step: dict[str, Any], now: datetime, reply: Message | None = None
    ) -> dict[str, Any]:
        """Answer a line, by the story's words or the companion's; with `reply`, in the place that is made already."""
        feedback.hear(self.user, message, now)
        reply = reply or keeping.begin_reply(message.conversation_id, now)
        if reply is None:
            raise ValueError("a reply is still running")
        shown, outcome = self._prepared(message, now), turn.Outcome()
        if "reply" in step:
            text, status = step["reply"], Status.COMPLETE
        else:
            text, status = asyncio.run(_speak(reply, now, outcome))
        keeping.finish(reply.id, Ended(status, text), outcome, now)
        return {**shown, "said": text, **nothing_learned()}

    def probe(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        """Hear and compose, send nothing, write nothing."""
        message = Message(
            user=self.user,
            conversation=self.conversation,
            role=Role.USER,
            text=hearing.clean(step["probe"]),
            lang=hearing.language_of(step["probe"], self.user.language),
            created_at=now,
            risk_level=hearing.assess(self.user, self.conversation, step["probe"], now).level,
        )
        return {**self._prepared(message, now), "said": "", **nothing_learned()}

    def _prepared(self, message: Message, now: datetime) -> dict[str, Any]:
        message.conversation = Conversation.objects.get(
            id=message.conversation_id
        )  # as it was worked out since
        heard = turn.hear_message(self.user, message, now)
        turn.warm(self.user, heard.text)
        ready = turn.prepare(heard, now)
        return {
            "recalled": [
                {
                    "statement": hit.statement, "kind": hit.kind, "status": hit.status, "lanes": dict(hit.lanes),
                    "score": hit.score, "use": hit.use,
                }
                for hit in ready.prompt.shown
            ],
            "nothing_found": ready.recalled.nothing_found,
            "move": ready.choice.move,
            "topic": ready.choice.text or (ready.question.told if ready.question else None),
            "risk": Level(message.risk_level).name,
            "flags": sorted(hearing.assess(self.user, self.conversation, message.text, now).flags),
            "prompt": ready.prompt.text,
        }  # fmt: skip

    def settle(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        later, reports = now + SETTLED, []
        for conversation in Conversation.objects.filter(user=self.user).order_by("created_at"):
            while (report := learning.learn(conversation.id, later)) is not None:
                reports.append(report)
        schedule.embed_waiting(later)
        return self._learnt(reports)

    def relearn(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        reports = learning.relearn(self.user, now)
        schedule.embed_waiting(now)
        return self._learnt(reports)

    def tick(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        schedule.run_all(now)
        return blank()

    def _learnt(self, reports: list[Report]) -> dict[str, Any]:
        items = [item for report in reports for item in report.items]
        ids = [item.memory for item in items if item.memory]
        rows = {row.id: row for row in Memory.objects.for_user(self.user).filter(id__in=ids)}
        return {
            **blank(),
            "learned": [row_of(rows[key]) for key in dict.fromkeys(ids) if key in rows],
            "report": [{"text": item.text, "verdict": item.verdict, "reason": item.reason} for item in items],
        }

    def do(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        deed = step["do"]
        if deed in ("regenerate", "edit_message", "delete_message"):
            return self._branch(deed, step, now)
        if deed in ("pause", "resume", "consent", "withdraw"):
            self._switch(deed, step.get("what", "all"), now)
        elif deed == "topic":
            self._topic(step["value"], now)
        elif deed == "undo":
            for held in self.bins[::-1]:
                forgetting.restore(self.user, held, now)
            self.bins.clear()
        elif deed in _DEEDS:
            hits = self._matching(step["match"])
            if deed == "delete":
                self.bins += forgetting.forget(self.user, [row.id for row in hits], now).bins
            else:
                for row in hits:
                    _DEEDS[deed](self.user, row, step, now)
        else:
            raise ValueError(f"unknown deed {deed!r}")
        schedule.embed_waiting(now)
        return blank()

    def _branch(self, deed: str, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        """What a person does with the line of an earlier `say` step, or with its reply."""
        line = Message.objects.get(id=self.said[step["step"]])
        place = (self.user, line.conversation_id)
        if deed == "delete_message":
            branching.delete(*place, line.id, now)
            return blank()
        if deed == "edit_message":
            words = (uuid.uuid4(), hearing.clean(step["text"]))
            line = branching.edit(*place, line.id, words, now).message
            self.said[step["step"]] = line.id
            return self._answered(line, step, now)
        reply = Message.objects.filter(parent=line, role=Role.COMPANION, live=True).get()
        made = branching.regenerate(*place, reply.id, now).message
        return self._answered(line, {**step, **words_of(step)}, now, made)

    def _topic(self, value: str, now: datetime) -> None:
        """Answer the topic that was raised last."""
        if not (
            raised := TopicChoice.objects.for_user(self.user).exclude(move="follow").order_by("-at").first()
        ):
            raise ValueError("no topic was raised yet")
        answering.press(self.user, raised.id, value, now)

    def _matching(self, pattern: str) -> list[Memory]:
        hits = [row for row in Memory.objects.for_user(self.user).open() if re.search(pattern, row.statement)]
        if not hits:
            raise ValueError(f"no memory matches {pattern!r}")
        return hits

    def _switch(self, deed: str, what: str, now: datetime) -> None:
        if deed in ("consent", "withdraw"):
            wanted = CONSENT_CLASSES if what == "all" else (what,)
            for name in wanted:
                if deed == "consent":
                    grant(self.user, name, now)
                else:
                    withdraw(self.user, name, now)
        elif what == "all":
            switching.pause_all(self.user, now, paused=deed == "pause")
        else:
            switching.pause_kind(self.user, Kind(what), paused=deed == "pause")

    def bring(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        """Bring plain lines along: all that may be taken."""
        text = text_of(step["import"])
        offered = importing.read(self.user, text, now)
        rows = importing.take(self.user, text, [one.number for one in offered], now)
        schedule.embed_waiting(now)
        report = [
            {"text": one.words, "verdict": "drop" if one.why else "pending", "reason": one.why or "imported"}
            for one in offered
        ]
        return {**blank(), "learned": [row_of(row) for row in rows], "report": report}

    def begin(self, step: dict[str, Any], now: datetime) -> dict[str, Any]:
        wanted = step["conversation"]
        kind, _colon, name = wanted.partition(":")
        if kind not in ("new", "temporary", "project"):
            raise ValueError(f"no conversation of the kind {wanted!r}")
        project = projects.named(self.user, name, now) if kind == "project" else None
        version = self.conversation.persona_version
        if key := step.get("persona"):
            persona = Persona.objects.for_user(self.user).kept().filter(key=key).first()
            if persona is None or persona.current_id is None:
                raise ValueError(f"no persona {key!r}")
            version = persona.current_id
        self.conversation = conversations.start_empty(
            self.user, version, now, project=project, temporary=kind == "temporary"
        )
        return blank()


async def _speak(reply: Message, now: datetime, outcome: turn.Outcome) -> tuple[str, Status]:
    text = ""
    try:
        async for piece in turn.converse(reply.id, now, outcome):
            text += piece
    except LLMError:
        return text, Status.INTERRUPTED if text else Status.FAILED
    return text, Status.COMPLETE


_PLAYS: dict[str, Callable[[Player, dict[str, Any], datetime], dict[str, Any]]] = {
    "say": Player.say,
    "probe": Player.probe,
    "settle": Player.settle,
    "tick": Player.tick,
    "relearn": Player.relearn,
    "do": Player.do,
    "conversation": Player.begin,
    "import": Player.bring,
}

_DEEDS: dict[str, Callable[[User, Memory, dict[str, Any], datetime], object]] = {
    "delete": lambda user, row, step, now: None,
    "confirm": lambda user, row, step, now: curating.confirm(user, row.id, now),
    "reject": lambda user, row, step, now: curating.reject(user, row.id, now),
    "never_raise": lambda user, row, step, now: curating.never_raise(user, row.id, now),
    "edit": lambda user, row, step, now: curating.edit(user, row.id, curating.Edit(step["text"]), now),
    "correct": lambda user, row, step, now: curating.edit(user, row.id, curating.Edit(step["text"]), now),
}
