"""Talks of others, written into the tables as if they had been held here: lines as messages, found through the lanes that
serve a reply.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np
from pgvector import HalfVector

from accounts import vault
from accounts.models import User
from companion import providers
from companion.benches import filling
from memory import marks
from memory.models import Passage
from memory.recall import cues, gate, indexing, passages, pool
from memory.recall.hits import Cue, Line
from transcript.models import Conversation, Message, Role, Status

STEP = timedelta(seconds=20)
"""Between two lines of which no time of their own is known, said in one sitting."""
EMBED_AT_ONCE = 64


@dataclass(frozen=True)
class Spoken:
    """A line of a set: who said it, in which sitting, and when, None where the set doesn't say."""

    text: str
    speaker: str
    sitting: int = 1
    at: datetime | None = None


def as_said(line: Spoken, speakers: int) -> str:
    """A line with its speaker's name where two people of the set have names: there is no "I" and "you" in its questions."""
    return f"{line.speaker}: {line.text}" if speakers > 1 else line.text


class Vectors:
    """Vectors of passages, each made once: sets ask hundreds of questions over the same lines."""

    def __init__(self) -> None:
        self._held: dict[str, np.ndarray] = {}
        self.recipe = ""

    def of(self, texts: Sequence[str]) -> list[np.ndarray]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._held]
        for start in range(0, len(missing), EMBED_AT_ONCE):
            part = missing[start : start + EMBED_AT_ONCE]
            made, self.recipe = providers.embed(part, "passage")
            self._held.update(zip(part, made, strict=True))
        return [self._held[text] for text in texts]


class Talk:
    """One user's talk, in one conversation. The first who speaks is the user, everybody else the companion."""

    def __init__(self, lines: Sequence[Spoken], vectors: Vectors, now: datetime) -> None:
        self.lines = lines
        self.user = User.objects.create_user(f"bench-{uuid.uuid4().hex[:12]}@localhost", date_joined=now)
        self._names = list(dict.fromkeys(line.speaker for line in lines))
        self._ids = [uuid.uuid4() for _line in lines]
        self.at = {key: place for place, key in enumerate(self._ids)}
        self._write(vectors, _times(lines, now), now)

    def _write(self, vectors: Vectors, times: Sequence[datetime], now: datetime) -> None:
        talk = Conversation.objects.create(
            user=self.user, persona_version=uuid.uuid4(), created_at=times[0], last_message_at=times[-1]
        )
        filling.pour(Message, self._messages(talk, times))
        filling.pour(Passage, self._passages(talk, vectors, times, now))

    def _messages(self, talk: Conversation, times: Sequence[datetime]) -> Iterator[dict[str, Any]]:
        before: UUID | None = None
        for key, line, at in zip(self._ids, self.lines, times, strict=True):
            yield {
                "id": key,
                "user_id": self.user.id,
                "conversation_id": talk.id,
                "role": self._role(line),
                "text": vault.seal(self.user.id, "message.text.v1", key, line.text),
                "status": Status.COMPLETE,
                "parent_id": before,
                "created_at": at,
                "learnt_at": at,
                "indexed_at": at,
            }
            before = key

    def _passages(
        self, talk: Conversation, vectors: Vectors, times: Sequence[datetime], now: datetime
    ) -> Iterator[dict[str, Any]]:
        texts = [self._texts(place, times) for place in range(len(self.lines))]
        vectors.of([text for pair in texts for text in pair])
        before: UUID | None = None
        for key, line, at, pair in zip(self._ids, self.lines, times, texts, strict=True):
            together = np.sum(vectors.of(pair), axis=0)
            turned = vault.turn(self.user.id, together / np.linalg.norm(together))
            yield {
                "id": uuid.uuid4(),
                "user_id": self.user.id,
                "message_id": key,
                "conversation_id": talk.id,
                "after_id": before,
                "role": self._role(line),
                "at": at,
                "keywords": marks.keyword_ids(self.user.id, self._said(line)),
                "indexed_at": now,
                "vector": HalfVector(turned),
                "recipe": vectors.recipe,
                "embedded_at": now,
            }
            before = key

    def _texts(self, place: int, times: Sequence[datetime]) -> list[str]:
        together = place > 0 and times[place] - times[place - 1] <= pool.TOGETHER
        before = self._said(self.lines[place - 1]) if together else ""
        return indexing.texts_of(self._said(self.lines[place]), before)

    def _said(self, line: Spoken) -> str:
        return as_said(line, len(self._names))

    def _role(self, line: Spoken) -> Role:
        return Role.USER if line.speaker == self._names[0] else Role.COMPANION

    def search(self, question: str, most: int) -> list[int]:
        """Places of the lines that the raw lane finds, best first."""
        return [self.at[line.message] for line in self.lines_for(question)][:most]

    def lines_for(self, question: str) -> list[Line]:
        """All lines that the raw lane reaches, best first."""
        cue = Cue(question, names=(tuple(self._names[:1]), tuple(self._names[1:])))
        ask = passages.Ask(cues.read(question).questions, passages.whose(question, *cue.names))
        rows = gate.lines(self.user, cue, asks_past=False)
        return passages.Search(self.user, rows).find(ask, providers.embed, len(self.lines))

    def forget(self) -> None:
        """Take it out again, so that one run holds one talk at a time."""
        Passage.objects.filter(user=self.user).delete()
        Message.objects.filter(user=self.user).delete()
        self.user.delete()


def _times(lines: Sequence[Spoken], now: datetime) -> list[datetime]:
    """A time for every line, in order: its own, else spread evenly between those around it; in a sitting with one time for
    all, a few seconds after the line before."""
    known = [(place, line.at) for place, line in enumerate(lines) if line.at is not None]
    if not known:
        return [now - STEP * (len(lines) - place) for place in range(len(lines))]
    spread = np.interp(
        range(len(lines)),
        [place for place, _at in known],
        [at.timestamp() for _place, at in known],
        left=known[0][1].timestamp() - 86_400,
    )
    if known[0][0] > 0:  # before the first known time: over the day before
        spread[: known[0][0]] = np.linspace(
            spread[known[0][0]] - 86_400, spread[known[0][0]], known[0][0] + 1
        )[:-1]
    times: list[datetime] = []
    for line, stamp in zip(lines, spread, strict=True):
        at = datetime.fromtimestamp(float(stamp), tz=now.tzinfo)
        if times and at <= times[-1] and line.at is not None:
            at = times[-1] + STEP
        times.append(max(at, times[-1] + timedelta(milliseconds=1)) if times else at)
    return times
