"""The words of a conversation that its working memory may be made of.

Out stay: lines at risk, lines said while memory was paused, pasted text, secrets and role-play; sentences with words of
deleted or never-to-be-raised memories, of the user's limits, of paused kinds; and special matters (health, belief,
sexuality, money, trauma), consented or not: those are for when the user raises them, and a summary is told unasked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts import vault
from accounts.models import User
from companion.recap import dating
from companion.recap.stretches import Spot
from memory import marks
from memory.candidates import Candidate, Exchange, Line, Speaker
from memory.extraction import rules
from memory.extraction.refusals import line_refusal
from memory.extraction.sentences import language, sentences
from memory.extraction.special import is_special
from memory.judging import SECRETS
from memory.keywords import fold, normalise, words
from memory.models import Memory, Tombstone, Withheld
from memory.policy import Kind, Use
from safety.levels import Level
from topics.grounds import limits
from transcript.models import Conversation, Message, Role, Status

UNREAD = ("pasted", "secret", "role-play", "fiction", "blank")
VALUE = "value"
"""Tombstones of values alone."""
PHRASE_MOST = 12
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff_]+")
LINE_MOST = 1_200
"""Characters of a line that are looked at: more is a text, not talk."""


@dataclass(frozen=True)
class Told:
    """A line as it may be told: without what may not, and with dates in place of 明天. `at` is in the user's zone."""

    id: UUID
    role: str
    at: datetime
    text: str
    lang: str
    whole: bool = True
    valence: float = 0.0

    @property
    def by_user(self) -> bool:
        return self.role == Role.USER


@dataclass(frozen=True)
class Quiet:
    """What the user wants kept quiet: search words of their limits, and the values of what must never be raised."""

    words: frozenset[str] = frozenset()
    values: tuple[str, ...] = ()

    def holds(self, text: str) -> bool:
        lowered = text.lower()
        return not self.words.isdisjoint(words(text)) or any(value in lowered for value in self.values)


def quiet_of(user: User) -> Quiet:
    """What this user wants kept quiet now."""
    rows = Memory.objects.for_user(user).filter(use=Use.NEVER_RAISE).only("user", "value")
    return Quiet(limits(user), tuple({row.value.lower() for row in rows if len(row.value) > 1}))


def spots(conversation: Conversation) -> list[Spot]:
    """The lines on the path that is shown which may be told at all, in order."""
    rows = (
        Message.objects.live()
        .filter(conversation=conversation, risk_level__lt=Level.R2, learn_bar="")
        .exclude(role=Role.COMPANION, status__in=[Status.GENERATING, Status.FAILED])
        .exclude(role=Role.COMPANION, parent__learn_bar__gt="")  # an answer repeats what must not be read
        .order_by("created_at", "id")
    )
    return [Spot(key, at) for key, at in rows.values_list("id", "created_at")]


def spoilt(user: User, made: Mapping[UUID, tuple[Iterable[UUID], datetime]]) -> set[UUID]:
    """Of things made of lines, (lines, when) by id, those from which words were withheld since."""
    lines = {line for sources, _at in made.values() for line in sources}
    since: dict[UUID, datetime] = {}
    held = Withheld.objects.for_user(user).filter(message_id__in=lines).order_by("at")
    for line, at in held.values_list("message_id", "at"):
        since[line] = at
    return {
        key
        for key, (sources, made_at) in made.items()
        if any(line in since and since[line] >= made_at for line in sources)
    }


def told(user: User, conversations: Collection[UUID], ids: Iterable[UUID]) -> dict[UUID, Told]:
    """These lines as they may be told, by id, those of these conversations of the user's; those of which nothing is left
    are there with no text."""
    wanted = dict.fromkeys(ids)
    rows = {row.id: row for row in _rows(user, conversations, wanted)}
    if not rows:
        return {}
    asked = {row.parent_id for row in rows.values() if row.role == Role.COMPANION and row.parent_id}
    if missing := asked - set(rows):
        rows |= {row.id: row for row in _rows(user, conversations, missing)}
    reader = _Reader.of(user, conversations)
    found = {key: reader.read(row) for key, row in rows.items() if row.role == Role.USER}
    for key, row in rows.items():
        if row.role == Role.COMPANION:
            question = found.get(row.parent_id) if row.parent_id else None
            may_tell = question is not None and question.whole
            found[key] = reader.read(row) if may_tell else reader.nothing(row)
    return {key: found[key] for key in wanted if key in found}


def _rows(user: User, conversations: Collection[UUID], ids: Collection[UUID]) -> Iterable[Message]:
    held = Message.objects.for_user(user).filter(conversation__in=conversations, id__in=ids)
    return held.defer("keywords")


@dataclass(frozen=True)
class _Reader:
    """What may not be told of one user's lines."""

    user: User
    withheld: tuple[str, ...]
    quiet: Quiet
    buried: Mapping[bytes, datetime]
    """Keyed hashes of deleted facts, quotes and values, and when each was deleted."""
    values_buried: bool = False

    @classmethod
    def of(cls, user: User, conversations: Collection[UUID]) -> _Reader:
        held = Withheld.objects.for_user(user).filter(message__conversation__in=conversations)
        quotes = tuple({row.quote for row in held if len(row.quote.strip()) > 1})
        rows = list(Tombstone.objects.for_user(user).values_list("key", "at", "of"))
        buried = {bytes(key): at for key, at, _of in rows}
        return cls(user, quotes, quiet_of(user), buried, any(of == VALUE for _key, _at, of in rows))

    def nothing(self, row: Message) -> Told:
        at = row.created_at.astimezone(self.user.zone)
        return Told(row.id, row.role, at, "", language(row.text), whole=False)

    def read(self, row: Message) -> Told:
        if len(row.text) > LINE_MOST or line_refusal(row.text) in UNREAD or SECRETS.search(row.text):
            return self.nothing(row)
        at, lang = row.created_at.astimezone(self.user.zone), language(row.text)
        cut, kept, whole = self._cut(row), [], True
        for sentence in sentences(row.text, lang):
            end = sentence.end + len(sentence.ends)
            text = row.text[sentence.start : end].strip()
            if self._may_tell(text, row.created_at) and not any(
                a < end and sentence.start < b for a, b in cut
            ):
                kept.append(dating.absolute(text, at))
            else:
                whole = False
        joint = "" if lang == "zh" else " "
        return Told(row.id, row.role, at, joint.join(kept), lang, whole, row.valence or 0.0)

    def _may_tell(self, text: str, said_at: datetime) -> bool:
        if is_special(text) or self.quiet.holds(text):
            return False
        if not self.values_buried:
            return True
        keys = (value_key(self.user, name) for name in _phrases(text))
        return not any(key in self.buried and said_at <= self.buried[key] for key in keys)

    def _cut(self, row: Message) -> list[tuple[int, int]]:
        """The stretches of a line's words that may not be told."""
        speaker = Speaker.USER if row.role == Role.USER else Speaker.COMPANION
        line = Line(row.id, speaker, row.text, row.created_at)
        found = rules.extract(Exchange((line,), self.user.zone))
        quotes = [*self.withheld, *(one.quote for one in found if self._untold(one, row))]
        return [(hit.start(), hit.end()) for q in quotes for hit in re.finditer(re.escape(q), row.text)]

    def _untold(self, candidate: Candidate, row: Message) -> bool:
        if candidate.kind in (Kind.SPECIAL, Kind.BOUNDARY) or candidate.consent or candidate.sitting_only:
            return True
        if candidate.kind in row.kinds_barred:
            return True
        user, quote = self.user.id, marks.quote_tombstone(self.user.id, candidate.quote)
        fact = marks.fact_tombstone(user, candidate.subject, candidate.attribute, candidate.value)
        return any(key in self.buried and row.created_at <= self.buried[key] for key in (fact, quote))


def bury_values(user: User, values: Iterable[str], now: datetime) -> None:
    """Remember, as keyed hashes, the values of deleted memories: a line that merely mentions one is no evidence and stays
    in the transcript, but a summary would tell it again."""
    for value in values:
        if len(fold(value)) > 1:
            Tombstone.objects.update_or_create(
                user=user, key=value_key(user, value), of=VALUE, defaults={"at": now}
            )


def value_key(user: User, value: str) -> bytes:
    return vault.keyed_hash(user.id, "tombstone.value", fold(value))


def _phrases(text: str) -> Iterator[str]:
    """Everything in a sentence that could be a value: up to a dozen characters or words in a row."""
    tokens = _TOKEN.findall(normalise(text))
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + PHRASE_MOST, len(tokens)) + 1):
            yield "".join(tokens[start:end])


def said_something(lines: Sequence[Told]) -> bool:
    """Whether any line of the user's is left to tell."""
    return any(line.by_user and line.text for line in lines)
