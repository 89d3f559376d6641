"""What happened or lies ahead, in English: dated clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.candidates import USER, Precision
from memory.extraction.claims import Fact, Scene
from memory.extraction.en.subjects import Subject
from memory.extraction.en.table import trimmed
from memory.extraction.sentences import BLANK, Clause
from memory.policy import Kind
from memory.when import Found

_I = re.IGNORECASE
_ACT = re.compile(
        r"\b(?:fly(?:ing)?|mov(?:e|ing|ed)|go(?:ing)? to|went|visit(?:ing|ed)?|see(?:ing)?|saw|"
        r"meet(?:ing)?|met|start(?:s|ing|ed)?|interview|dentist|doctor|appointment|"
        r"surgery|operation|exam|test|defen[sc]e|wedding|getting married|marry(?:ing)?|married|"
        r"graduat\w+|trip|travel\w*|flight|leav(?:e|ing)|left|got|laid off|"
        r"fired|quit|broke up|cried|lost|died|passed|put|party|concert|meeting|presentation|deadline|"
        r"due|recital|match|game|race|marathon|call|dinner|"
        r"lunch|date|vacation|holiday|conference|moved|came|coming|arriv\w+|hav(?:e|ing)|had|took|"
        r"taking|bought|finish\w*|hand\w* in|submit\w*|turned|birthday|"
        r"ran|fell|crashed|argued|fought|fight|said goodbye|adopted|hosting|hosted|driving|drove|"
        r"checkup|scan|funeral|reunion|rehearsal|audition|gig|launch)\b", _I)  # fmt: skip
_FILL = re.compile(
    r"^(?:\s|,|'m|’m|am|'re|are|'ll|will|is|'s|was|'ve|have to|got to|gotta|need to|"
    r"going to(?=\s+(?-i:[a-z]))|"
    r"gonna|have an?|have my|have|has an?|had an?|planning to|plan to|about to|my|the|a|an|just|"
    r"finally|also|then|i|we)+(?=\s|$)",
    _I,
)
_UNDATED = re.compile(
        r"\s*(?:'ve |have |just |finally |also )*(?P<v>quit my job|lost my job|got (?:fired|laid off|"
        r"engaged|married|divorced|promoted|dumped|into [A-Z]\w+)|broke up|"
    r"passed my [\w ]{3,20}|failed my [\w ]{3,20}|had a (?:baby|miscarriage)|graduated)\b", _I)  # fmt: skip
_TAIL = re.compile(r"(?:\s+(?:on|at|in|by|for|this|since|until|around|is|are|was|and|i)|[\s,])+$", _I)
_FUTURE = re.compile(
    r"\b(?:will|'ll|going to|gonna|have to|need to|need|needs|planning|flying|moving|getting|"
    r"visiting)\b|^\w+ing\b",
    _I,
)
_PAST = re.compile(
    r"\b(?:was|were|did|had|went|got|came|saw|met|lost|left|cried|quit|broke|fell|took|bought|ran|"
    r"drove|died|put|passed|\w{3,}ed)\b",
    _I,
)


def read(subject: Subject, clause: Clause, times: list[Found], scene: Scene) -> Iterator[Fact]:
    """The event of a clause: what is left of it without its time."""
    here = [
        t for t in times
        if clause.start <= t.start and t.end <= clause.end and t.span.precision not in (Precision.VAGUE, Precision.YEAR)
    ]  # fmt: skip
    if not here and subject.explicit and (found := _UNDATED.match(clause.text, subject.at - clause.start)):
        span = (clause.start + found.start("v"), clause.start + found.end("v"))
        yield Fact(
            subject.who, "event_what", *span, (clause.start, clause.end), kind=Kind.EVENT, confidence=0.8
        )
    if not here or BLANK in clause.text or re.search(r"\bevery\b|birthday is\b", clause.text, _I):
        return
    time = here[0]
    begin = subject.at - clause.start
    before = clause.text[begin : time.start - clause.start]
    after = clause.text[time.end - clause.start :]
    if len(before.strip(" ,'msreai")) >= 3:
        body, at = before, begin
    elif subject.explicit or not before.strip():
        body, at = after, time.end - clause.start
    else:
        return
    fill = _FILL.match(body)
    offset = fill.end() if fill else 0
    body = _TAIL.sub("", body)
    start, end = trimmed(scene.line.text, clause.start + at + offset, clause.start + at + len(body))
    what = scene.line.text[start:end]
    if not 3 <= len(what) <= 60 or not _ACT.search(what):
        return
    yield from _event(subject, clause, time, (start, end), scene)


def _event(
    subject: Subject, clause: Clause, time: Found, span: tuple[int, int], scene: Scene
) -> Iterator[Fact]:
    past = time.span.end < scene.now
    today = time.span.start <= scene.now <= time.span.end
    done = bool(_PAST.search(clause.text)) and not _FUTURE.search(clause.text)
    kind = Kind.EVENT if past or (today and done) else Kind.PLAN
    quote = (clause.start, clause.end)
    start, end = span
    who = subject.who if subject.explicit else USER
    yield Fact(who, "event_what", start, end, quote, kind=kind, when=time.span, confidence=0.85)
