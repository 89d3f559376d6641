"""Talks of others, written into the tables as if they had been held here: lines as messages, found through the lanes that
serve a reply.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from accounts import vault
from accounts.models import User
from companion import providers
from companion.benches import filling
from memory import marks
from memory.models import Passage
from memory.recall import cues, gate, indexing, passages, pool
from memory.recall.hits import Cue, Line
from transcript.models import Conversation, Message, Role

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
        times = _times(lines, now)
        talk = Conversation.objects.create(
            user=self.user, persona_version=uuid.uuid4(), created_at=times[0], last_message_at=times[-1]
        )
        filling.utter(self.user, talk, self._uttered(vectors, times), vectors.recipe)

    def _uttered(self, vectors: Vectors, times: Sequence[datetime]) -> list[filling.Uttered]:
        texts = [self._texts(place, times) for place in range(len(self.lines))]
        vectors.of([text for pair in texts for text in pair])
        return [
            filling.Uttered(
                key,
                self._role(self.lines[place]),
                self.lines[place].text,
                times[place],
                self._ids[place - 1] if place else None,
                marks.keyword_ids(self.user.id, self._said(self.lines[place])),
                self._vector(vectors.of(texts[place])),
            )
            for place, key in enumerate(self._ids)
        ]

    def _vector(self, pair: Sequence[np.ndarray]) -> np.ndarray:
        together = np.sum(pair, axis=0)
        return vault.turn(self.user.id, together / np.linalg.norm(together))

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
