"""Events and plans in English sentences."""

from __future__ import annotations

import re

from memory.candidates import Precision, Span
from memory.extraction.en.wording import Who, article, cap
from memory.extraction.words import Words
from memory.policy import Kind

_I = re.IGNORECASE
_MASS = frozenset(
    [
        "surgery",
        "class",
        "work",
        "school",
        "dinner",
        "lunch",
        "brunch",
        "drinks",
        "therapy",
        "practice",
        "court",
        "chemo",
        "physio",
        "results",
    ]
)
_DETERMINED = re.compile(
    r"(?:an?|the|my|your|our|his|her|their|another|some|two|three|no|\d+|dinner|lunch|drinks|brunch)\b", _I
)
_DID = re.compile(
    r"(?:\w+ed|got|went|had|saw|met|came|lost|left|quit|put|took|bought|ran|fell|broke|drove|fought|cried|made|said|won|split|tore|gave|"
    r"sold|wrote|came|told|began|hit|cut|threw|caught|found|sent|spent|did|didn't|chose|ate|drank|slept|spent|taught|brought|built|kept|sang|sat|stood|swam|wore|woke|flew|forgot|grew|rode|held|retook|shook|drew|led|fed|bled|dealt|began|became|hurt|hung|spoke|proposed|handed|dropped)$", _I)  # fmt: skip
_ONGOING = re.compile(
    r"(?!(?:wedding|driving|viewing|hearing|camping|evening|morning|amazing|exciting|interesting|boring|long|king|spring)$)\w+ing",
    _I,
)
_BASE = re.compile(
    r"(?:start|fly|move|go|leave|meet|see|have|take|finish|graduate|visit|get|begin|travel|drive|host|marry|retire|turn)$",
    _I,
)
_DOES = re.compile(
    r"(?:starts|flies|moves|needs|has|gets|goes|comes|arrives|turns|leaves|finishes|graduates|marries|retires)$",
    _I,
)
_APPOINTED = re.compile(
    r"(?:dentist|doctor|doctor's|gp|optician|vet|hairdresser|physio|therapist|midwife)$", _I
)


def date(span: Span) -> str:
    """The absolute date of a span, with its preposition: on July 3, 2026; in July 2026."""
    start = span.start
    if span.precision is Precision.YEAR:
        return f"in {start.year}"
    if span.precision in (Precision.MONTH, Precision.SEASON):
        return f"in {start:%B} {start.year}"
    day = f"{start:%B} {start.day}, {start.year}"
    if span.precision in (Precision.HOUR, Precision.MINUTE):
        return f"on {day} at {start:%H:%M}"
    if span.precision in (Precision.WEEK, Precision.VAGUE):
        return f"around {day}"
    return f"on {day}"


def event(who: Who, words: Words, value: str) -> str:
    when = f" {date(words.when)}" if words.when else ""
    first = value.split()[0] if value.split() else ""
    if _ONGOING.fullmatch(first) or _DID.fullmatch(first) or _BASE.fullmatch(first):
        value = value[:1].lower() + value[1:]
    ahead = words.kind is Kind.PLAN
    if first.lower() in ("due", "off", "away"):
        return cap(f"{who.be} {value}{when}")
    if first.lower() == "birthday":
        return cap(f"{who.owner} birthday is{when}")
    if _ONGOING.fullmatch(first) and (first.lower() != "meeting" or " " in value):
        be = who.be if ahead else who.verb("were", "was")
        return cap(f"{be} {value}{when}")
    if _DID.fullmatch(first) or first in ("has", "have") or _DOES.fullmatch(first):
        return cap(f"{who.name} {value}{when}")
    second = value.split()[1] if " " in value else ""
    if _DID.fullmatch(second) and not ahead and first.lower() not in ("the", "a", "an"):
        return cap(f"{who.owner} {value}{when}")  # "laptop crashed": what is theirs did it
    if _BASE.fullmatch(first):
        return cap(f"{who.do(first.lower())} {value[len(first) :].strip()}{when}")
    if _APPOINTED.fullmatch(value):
        value = f"{value.removesuffix(chr(39) + 's')} appointment"
    lead = "" if _DETERMINED.match(value) or value.endswith("s") or value.lower() in _MASS else article(value)
    return cap(f"{who.do('have') if ahead else who.name + ' had'} {lead}{value}{when}")
