"""What happened, how it turned out, and what lies ahead, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.candidates import USER, Operation, Precision
from memory.extraction.claims import Fact, Scene
from memory.extraction.en.subjects import Subject
from memory.extraction.en.table import trimmed
from memory.extraction.sentences import BLANK, Clause
from memory.policy import Kind
from memory.when import Found

_I = re.IGNORECASE
_ACT = re.compile(
        r"\b(?:fly(?:ing)?|mov(?:e|ing|ed)|relocat\w+|go(?:ing)? (?:to|on|back|home|away|camping|skiing|hiking)|went|visit(?:ing|ed)?|"
        r"see(?:ing)?|saw|meet(?:ing)?|met|start(?:s|ing|ed)?|interview|dentist|doctor|doctor's|gp|appointment|surgery|operation|op|exam|test|"
        r"mot|defen[sc]e|wedding|getting married|marry(?:ing)?|married|graduat\w+|trip|travel\w*|flight|leav(?:e|ing)|left|got|laid off|"
        r"fired|redundant|quit|broke|broken|sprained|fractured|twisted|tore|burnt|burned|crashed|cried|lost|died|passed|put|party|concert|"
        r"meeting|presentation|deadline|due|expecting|recital|match|game|race|marathon|call|dinner|lunch|brunch|drinks|date|vacation|"
        r"holiday|conference|moved|came|coming|arriv\w+|hav(?:e|ing)|had|took|taking|getting (?:the|my|our|an?)|bought|buying|finish\w*|hand\w* in|submit\w*|turned|"
        r"birthday|anniversary|ran|fell|argued|fought|fight|row|said goodbye|adopted|adopting|hosting|hosted|driving|drove|checkup|check-up|"
        r"scan|mri|biopsy|blood test|jab|vaccine|results|viewing|physio|therapy|haircut|funeral|wake|reunion|rehearsal|audition|gig|"
        r"festival|launch|shift|hen do|stag do|baby shower|bbq|first day|last day|induction|hearing|court|assessment|parents' evening|"
        r"picking up|retir\w+|chemo|session|treatment|collecting|giving birth|proposed|proposing|needs?|hurt|pulled|injured|banged|off to)\b", _I)  # fmt: skip
_FILL = re.compile(
    r"^(?:\s|,|'m|am|'re|are|'ll|will|is|'s|was|'ve|have to|got to|gotta|need to|"
    r"going to(?=\s+(?-i:[a-z]))|"
    r"gonna|have an?|have my|have the|has an?|had an?|got (?:an?|my|the)(?= (?:dentist|doctor|gp|scan|exam|interview|appointment|meeting|"
    r"test|viewing|flight|match|gig|date|wedding|funeral|haircut|mot)\b)|planning to|plan to|about to|my|the|a|an|just|"
    r"finally|also|then|i|we)+(?=\s|$)",
    _I,
)
_STRANGER = re.compile(
    r"(?!(?:i|we|just|finally|also|then|still|again|only|had|got|went|it|that|this|what|there)\b)(?P<who>[\w'-]+(?: [\w'-]+)?(?:'s)?) "
    r"(?:is|was|are|were|has|had|will|got|went|broke|moved|started|quit|lost|left|came|died|told|said|\w{3,}ed)\b",
    _I,
)
"""Somebody else who did it: "karen broke her wrist"."""
_GOT = re.compile(r"(?:'ve )?got (?:an?|my|the|our) ", _I)
"""What somebody has got ahead of them is the thing itself."""
_BEING = re.compile(r"\s*(?:'m|am|'re|are|'s|is)\b", _I)
_BYE = re.compile(
    r"not |.*\b(?:sounds?|looks?|seems?)\b|(?:thinking|dreaming|talking) (?:about|of)\b|considering\b|n't|(?:see|catch|meet|talk|speak|text|call|message)(?: to| with)? (?:you|ya)\b",
    _I,
)
_FELL_OUT = r"(?:really |so |pretty |quite |very |surprisingly |super )?(?:well|badly|fine|ok|okay|great|terribly|smoothly|perfectly|alright|all right|brilliantly|horribly|awful|amazing|to plan|wrong|better than (?:expected|i thought))"
_THINGS = (
    r"(?:job )?interview|exams?|test|driving test|theory test|first date|date|surgery|op|operation|presentation|meeting|trip|"
    r"holiday|wedding|move|party|gig|flight|scan|audition|viewing|race|recital|appeal|trial|hearing|defen[sc]e|viva|first day|"
    r"job|house sale|sale|purchase|mortgage|visa|application|offer|treatment|chemo|procedure|biopsy|results|launch|show|match|game|"
    r"marathon|date night|speech|pitch|review|appointment|funeral|concert|festival|camping trip|conference"
)
_CALLED_OFF = r"(?:'s|'re| is| are| was| were| has been| have been|'s been|'ve been| got| just got)(?: now| just| finally)? (?:all )?(?:(?<!got )off(?! to\b)|cancell?ed|called off)"
_PUT_OFF = r"(?:'s|'re| is| are| was| were| has been| have been|'s been| got| just got) (?:postponed|pushed back|moved|rescheduled|delayed|brought forward|approved|rejected|refused|sorted|booked|confirmed|back on)"
_ENDED_UP = re.compile(
    rf"(?:^|\b)(?:my |the |our |so |and )*(?P<v>(?:{_THINGS})(?: (?:went|turned out|came out|came back) (?:{_FELL_OUT}|(?:all )?(?:clear|normal|positive|negative|inconclusive|good|bad))|(?P<off>{_CALLED_OFF})|{_PUT_OFF}|"
    rf" fell through(?P<fell>)))\b",
    _I,
)
_DID = re.compile(
        r"\s*(?:'ve |have |has |just |finally |only |actually |also |both |been |ended up getting )*"
        r"(?P<v>quit my job|lost my job|lost the (?:appeal|case|baby|house|match|election|bid)|"
        r"(?:got|get|getting|was|were|been) (?:(?:fired|laid off|sacked) from (?-i:[A-Z])[\w&]+|fired|laid off|engaged|married|divorced|dumped|made redundant|sacked|mugged|burgled|robbed|evicted|"
        r"discharged|rejected|accepted|diagnosed|published|suspended|expelled)|made redundant|"
        r"(?:got|get|landed|was offered|been offered|got offered) (?:the|a|an|my) (?:job|part|role|flat|house|promotion|new job|offer|"
        r"place|scholarship|grant|visa|all clear|keys|divorce|mortgage|internship|distinction|first|apartment|results|interview)(?: back)?|got promoted|"
        r"didn't get (?:the (?:job|part|role|flat|house|place|promotion|grant|visa)|in|it(?= ))|got in(?=$|!| to [A-Z])|"
        r"got into (?-i:[A-Z])\w+|got my (?:results|degree|licence|license|visa|citizenship|ears pierced|braces off)|"
        r"broke up(?: with (?:my )?\w+)?|split up|split(?= last| after)|got back together|(?:moved|moving) (?:back )?in (?:together|with (?!you)[\w' ]{2,20})|moved out|moved house|"
        r"passed (?:my|the) [\w ]{3,20}|failed (?:my|the) [\w ]{3,20}|aced (?:my|the) [\w ]{3,20}|"
        r"had (?:a|an|my|our|his|her) (?:baby|miscarriage|stroke|heart attack|fall|car accident|car crash|breakdown|panic attack|operation|seizure|"
        r"abortion|biopsy|first date|massive row|huge row|big fight|huge fight)|had (?:surgery|chemo|twins)|gave birth|"
        r"graduated(?: from [\w ]{3,20})?|dropped out(?: of [\w ]{3,20})?|retired|proposed|eloped|relapsed|came out to my [\w ]{3,16}|"
        r"(?:broke|fractured|sprained|twisted|dislocated|tore) (?:my|his|her|a) [\w ]{3,14}?|"
        r"(?:crashed|sold|wrote off) (?:my|the|his|her) (?:car|bike|house|flat|van)|bought (?:a|my|our) (?:first |new )?(?:house|flat|car|place|apartment)|"
        r"died|passed away|went into (?:labour|labor|remission|hospital)|won (?:the|a|my) [\w ]{3,20}|adopted a [\w ]{3,16})"
        r"(?=$|[,.!]| (?:last|on|in|at|this|today|yesterday|again|and|after|but|from|two|three|a|btw|because|when|with|since|tbh|now|so|to)\b)", _I)  # fmt: skip
_MINE = re.compile(r"\b(?:it's|it is|it'll be|today's|today is|tomorrow's|tomorrow is) (?:my|our) (?:\w+'s )?"
                   r"(?P<v>(?:\d{1,2}(?:st|nd|rd|th) )?birthday|\d{1,2}(?:st|nd|rd|th)|anniversary|graduation|wedding|first day|last day|leaving do|driving test|exam|interview)\b", _I)  # fmt: skip
_TAIL = re.compile(
    r"(?:[\s,]|'s|(?<=\s)(?:on|at|in|by|for|this|since|until|till|around|is|are|was|and|i|from))+$", _I
)
_FUTURE = re.compile(
    r"\b(?:will|'ll|going to|gonna|have to|need to|need|needs|planning|flying|moving|getting|"
    r"visiting|starts?|expecting|due)\b|^\w+ing\b",
    _I,
)
_PAST = re.compile(
    r"\b(?:was|were|did|had|went|got|came|saw|met|lost|left|cried|quit|broke|fell|took|bought|ran|"
    r"drove|died|put|passed|\w{3,}ed)\b",
    _I,
)
_HABIT = re.compile(r"\bevery\b|\beach\b|\bbirthday(?:'s| is)\b|\bborn\b|\busually\b", _I)


def read(subject: Subject, clause: Clause, times: list[Found], scene: Scene) -> Iterator[Fact]:
    """The event of a clause: what is left of it without its time, or what needs none to be told."""
    here = [
        t for t in times
        if clause.start <= t.start and t.end <= clause.end and t.span.precision not in (Precision.VAGUE, Precision.YEAR)
    ]  # fmt: skip
    if BLANK in clause.text or _HABIT.search(clause.text):
        return
    done = _DID.match(clause.text, subject.at - clause.start)
    if done and (subject.explicit or subject.at - clause.start < 8):
        yield from _event(subject, clause, here[0] if here else None, _span(clause, done), scene)
        return
    if not here:
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
    if not subject.explicit and (other := _STRANGER.match(body)) and not _ACT.search(other["who"]):
        return
    fill = _FILL.match(body)
    offset = fill.end() if fill else 0
    body = _TAIL.sub("", body)
    start, end = trimmed(scene.line.text, clause.start + at + offset, clause.start + at + len(body))
    if time.span.start > scene.now and (got := _GOT.match(scene.line.text, start, end)):
        start = got.end()
    what = scene.line.text[start:end]
    if _BEING.match(clause.text, begin) and re.match(
        r"(?:so|really|very|super|too|pretty|just|not|all|beyond|quite|\w+ed)\b", what, _I
    ):
        return  # "I'm stoked for …" says how they are
    if 3 <= len(what) <= 60 and _ACT.search(what) and not _BYE.match(what):
        yield from _event(subject, clause, time, (start, end), scene)


def of_things(clause: Clause, times: list[Found], scene: Scene) -> Iterator[Fact]:
    """How the speaker's interview, trip or operation went, and days that are theirs: no person is the subject."""
    if BLANK in clause.text:
        return
    here = next((t for t in times if clause.start <= t.start and t.end <= clause.end), None)
    if found := _ENDED_UP.search(clause.text):
        start, end = _span(clause, found)
        said = f"Your {scene.line.text[start:end]}"
        quote = (clause.start, clause.end)
        if found["off"] or found["fell"] is not None:
            yield Fact(USER, "event_what", start, end, quote, -1, Operation.END, kind=Kind.PLAN, said=said)
        yield Fact(USER, "event_what", start, end, quote, kind=Kind.EVENT, said=said, confidence=0.8)
    elif here and (found := _MINE.search(clause.text)):
        yield from _event(Subject(USER, clause.start, True), clause, here, _span(clause, found), scene)


def _span(clause: Clause, found: re.Match[str]) -> tuple[int, int]:
    return clause.start + found.start("v"), clause.start + found.end("v")


def _event(
    subject: Subject, clause: Clause, time: Found | None, span: tuple[int, int], scene: Scene
) -> Iterator[Fact]:
    kind = Kind.EVENT
    if time:
        today = time.span.start <= scene.now <= time.span.end
        done = bool(_PAST.search(clause.text)) and not _FUTURE.search(clause.text)
        kind = Kind.EVENT if time.span.end < scene.now or (today and done) else Kind.PLAN
    who = subject.who if subject.explicit else USER
    said = ""
    words = scene.line.text[span[0] : span[1]]
    if who == USER and words.lower().startswith("didn't"):
        said = f"You {words.lower()}"
    yield Fact(
        who, "event_what", *span, (clause.start, clause.end), kind=kind, when=time.span if time else None,
        confidence=0.85 if time else 0.8, said=said,
    )  # fmt: skip
