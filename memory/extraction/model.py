"""Candidates by a language model: it points at numbered messages; code decides what counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from llm.prompts import fill
from memory.candidates import USER, Candidate, Exchange, Layer, Line, Operation, Precision, Span, Speaker
from memory.extraction.checking import check
from memory.extraction.claims import CONSENT, KINDS
from memory.extraction.refusals import line_refusal
from memory.extraction.sentences import language
from memory.policy import CONSENT_CLASSES, PASTED_OVER, Kind
from memory.using import asking

Ask = Callable[[list[dict[str, str]], type[BaseModel]], BaseModel]
"""The gateway bound to a provider: messages and the answer's type in, the answer out; raises what it raises."""
APP = Path(__file__).resolve().parent.parent
CONFIDENCE = 0.75
ITEMS_MAX = 40
CONTEXT_LINES = 6
_ATTRIBUTES = frozenset(KINDS) - {
    "event_when", "event_scale", "event_length", "event_main",
    "item_view", "item_con", "place_view", "place_con", "place_kind",
}  # fmt: skip
"""The prompts' list. Attributes are stored in clear: another word would carry what the user said, or not fit."""
_KINDS = frozenset(Kind) - {Kind.INSIGHT, Kind.MOMENT, Kind.SUPPORT, Kind.PROJECT}
"""Kinds a single exchange can state; the rest are conclusions, drawn elsewhere."""


class Item(BaseModel):
    """One claim, as the model answers it."""

    message: int = Field(description="number of the message it stands in")
    quote: str = Field(description="exact words copied from that message")
    kind: str
    subject: str = Field(description='"user", a relation without my/我的, or a given name')
    attribute: str
    value: str = Field(description="shortest exact words from the quote")
    polarity: int = 1
    layer: str = "real"
    statement: str
    operation: str = "state"
    start: str | None = Field(default=None, description="ISO date or date-time, or null")
    end: str | None = Field(default=None, description="ISO date or date-time, or null")
    for_now: bool = False
    importance: float | None = None
    consent: str | None = None


class MoodOf(BaseModel):
    """How one user message sounds."""

    message: int
    valence: float = Field(description="-1 very unpleasant to 1 very pleasant")
    arousal: float = Field(description="0 calm to 1 stirred")


class Answer(BaseModel):
    items: list[Item] = Field(default_factory=list)
    moods: list[MoodOf] = Field(default_factory=list)


class FullAnswer(Answer):
    """The answer where the model is also asked what the replies drew on."""

    used: list[asking.UsedIn] = Field(default_factory=list)


@dataclass(frozen=True)
class Opinion:
    """What the model made of an exchange: claims that code can stand behind, (valence, arousal) by user line, and by (reply,
    memory) whether the one draws on the other."""

    candidates: list[Candidate]
    moods: dict[UUID, tuple[float, float]]
    drawn: Mapping[tuple[UUID, UUID], bool] = field(default_factory=dict)


def read(exchange: Exchange, ask: Ask, beside: Sequence[asking.Beside] = ()) -> Opinion:
    """What the model finds in `exchange`, and of the memories `beside` its replies, which they drew on: every candidate has
    passed `check`. Makes one call, or none where no line may be read. Errors of `ask` pass through."""
    lines = [line for line in exchange.lines if _readable(line)]
    if not any(line.speaker is Speaker.USER for line in lines):
        return Opinion([], {})
    lang = language(next(line.text for line in lines if line.speaker is Speaker.USER))
    numbered = [line.id for line in lines]
    more = asking.section(beside, numbered, lang)
    told = ask(_messages(lines, exchange, lang, more), FullAnswer if more else Answer)
    answer = FullAnswer.model_validate(told.model_dump())
    found: list[Candidate] = []
    for item in answer.items[:ITEMS_MAX]:
        one = _candidate(item, lines, exchange)
        if one is None or language(one.statement) != one.lang:
            continue  # each memory speaks the language of its evidence
        if check(one, exchange) is None and one not in found:
            found.append(one)
    return Opinion(found, _moods(answer, lines), asking.read(answer.used, beside, numbered))


def _moods(answer: Answer, lines: list[Line]) -> dict[UUID, tuple[float, float]]:
    """Opinions on messages that exist and are the user's, within their ranges."""
    told = {}
    for mood in answer.moods[:ITEMS_MAX]:
        if 1 <= mood.message <= len(lines) and lines[mood.message - 1].speaker is Speaker.USER:
            valence, arousal = max(-1.0, min(1.0, mood.valence)), max(0.0, min(1.0, mood.arousal))
            told[lines[mood.message - 1].id] = (valence, arousal)
    return told


def extract(exchange: Exchange, ask: Ask) -> list[Candidate]:
    """The claims of `read` alone."""
    return read(exchange, ask).candidates


def _readable(line: Line) -> bool:
    """Pasted text and secrets never leave for a model."""
    return bool(line.text.strip()) and len(line.text) <= PASTED_OVER and line_refusal(line.text) is None


def _messages(lines: list[Line], exchange: Exchange, lang: str, more: str) -> list[dict[str, str]]:
    numbered = "\n".join(_shown(line, exchange.zone, f"[{i}] ") for i, line in enumerate(lines, 1))
    earlier = [line for line in exchange.before[-CONTEXT_LINES:] if _readable(line)]
    context = "\n".join(_shown(line, exchange.zone, "") for line in earlier)
    text = fill(APP, "extract", lang, messages=numbered, context=context or "—")
    return [{"role": "user", "content": f"{text}\n\n{more}" if more else text}]


def _shown(line: Line, zone: ZoneInfo, mark: str) -> str:
    at = line.at.astimezone(zone)
    words = " ".join(line.text.split())
    return f"{mark}{line.speaker.value} {at:%Y-%m-%d %a %H:%M}: {words}"


def _candidate(item: Item, lines: list[Line], exchange: Exchange) -> Candidate | None:
    """The candidate an item names, or None where it names no message, kind or layer that exists."""
    try:
        kind, layer, operation = Kind(item.kind), Layer(item.layer), Operation(item.operation)
    except ValueError:
        return None
    attribute = item.attribute.strip()
    if kind not in _KINDS or not 1 <= item.message <= len(lines) or attribute not in _ATTRIBUTES:
        return None
    line = lines[item.message - 1]
    consent = item.consent if item.consent in CONSENT_CLASSES else CONSENT.get(attribute)
    if consent and kind not in (Kind.STATE, Kind.BOUNDARY, Kind.STYLE, Kind.PROMISE):
        kind = Kind.SPECIAL
    if kind is Kind.SPECIAL and consent is None:
        return None
    return Candidate(
        kind=kind, subject=_subject(_whole(item.subject)), attribute=attribute, value=item.value.strip(),
        statement=_whole(item.statement), lang=language(line.text), line=line.id,
        quote=item.quote.strip(), polarity=-1 if item.polarity < 0 else 1, speaker=line.speaker, layer=layer,
        operation=operation, confidence=CONFIDENCE, when=_span(item, exchange.zone), sitting_only=item.for_now,
        importance=None if item.importance is None else min(1.0, max(0.0, item.importance)),
        consent=consent if kind is Kind.SPECIAL else None, origin="model",
    )  # fmt: skip


def _whole(words: str) -> str:
    """One line without lone surrogates, which no database holds."""
    return " ".join(words.encode("utf-8", "ignore").decode("utf-8").split())


def _subject(words: str) -> str:
    words = words.strip()
    if words.casefold() in ("user", "用户", "我", "i", "me", "you", "你"):
        return USER
    for prefix in ("我的", "我", "my ", "My ", "our "):
        words = words.removeprefix(prefix)
    return words or USER


def _span(item: Item, zone: ZoneInfo) -> Span | None:
    start = _moment(item.start, zone, time())
    if start is None:
        return None
    end = _moment(item.end, zone, time(23, 59, 59)) or _moment(item.start, zone, time(23, 59, 59)) or start
    if end < start:
        return None
    dated = len((item.start or "").strip()) <= 10
    days = (end - start).days
    precision = Precision.DAY if days < 2 else Precision.WEEK if days < 8 else Precision.MONTH
    return Span(start, end, precision if dated else Precision.MINUTE)


def _moment(words: str | None, zone: ZoneInfo, clock: time) -> datetime | None:
    """A date takes `clock`; a date-time keeps its own; anything else is no time."""
    if not words:
        return None
    try:
        moment = datetime.fromisoformat(words.strip())
    except ValueError:
        return None
    if not 1900 <= moment.year <= 2200:  # at the calendar's ends a change of zone overflows
        return None
    if len(words.strip()) <= 10:
        return datetime.combine(moment.date(), clock, zone)
    return moment.replace(tzinfo=zone) if moment.tzinfo is None else moment.astimezone(zone)
