"""What the user asks of the companion, in English: boundaries, ways of talking, promises."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.candidates import USER, Operation
from memory.extraction.claims import Fact, Scene
from memory.extraction.en.table import trimmed
from memory.extraction.sentences import Clause, Sentence
from memory.policy import Kind

_I = re.IGNORECASE
_RAISE = (
    r"(?:bring(?:ing)? up|mention(?:ing)?|ask(?:ing)?(?: me)? about|talk(?:ing)? about|"
    r"discuss(?:ing)?|remind(?:ing)? me (?:about|of))"
)
_END = r"(?=$|[,.!]| please\b| ok\b| again\b| anymore\b| any more\b| right now\b| today\b| tonight\b| with me\b| but\b| because\b)"
_BOUNDARIES = (
    re.compile(
        rf"(?P<v>(?:don't|do not|never|stop|no more|quit)(?: ever| keep)? {_RAISE} [\w' -]{{2,40}}?){_END}", _I),
    re.compile(
        rf"(?P<v>(?:let's (?:not|never)|can we (?:not|please not|just not|stop)|could we (?:not|stop)|shall we not|i can't|"
        rf"i'm not ready to) {_RAISE} [\w' -]{{2,40}}?){_END}", _I),
    re.compile(r"(?P<v>leave (?!it\b|me\b)[\w' ]{2,24} out of (?:it|this))", _I),
    re.compile(
        rf"(?P<v>(?:rather not|rather we didn't|prefer not to|don't (?:want to|wanna|like to|like)|don't really want to|"
        rf"do not want to|never want to) {_RAISE} (?!it\b)[\w' -]{{2,40}}?){_END}", _I),
    re.compile(
        r"(?P<v>no (?:messages|notifications|texts|pings|calls)(?: (?:after|before|during|on|"
        r"at) [\w: ]{1,16}?)?)(?= ok| please|$|,|!)", _I),
    re.compile(
        r"(?P<v>(?:don't|do not|never) (?:message|text|ping|bother|contact|"
        r"notify) me(?: (?:after|before|during|at|on|while) [\w: ]{1,20})?)", _I),
    re.compile(r"(?P<v>[\w' ]{2,24} is (?:off[- ]limits|off the table|a no-go|a (?:touchy|sore|sensitive) (?:subject|topic)))", _I),
)  # fmt: skip
_LIFTED = re.compile(
    rf"(?:it's (?:ok|okay|fine)(?: now)? to|you can|we can|"
    rf"feel free to) {_RAISE} (?P<v>[\w' -]{{2,30}}?)(?: again| now)+$",
    _I,
)
_STYLES = (
    re.compile(
        r"(?P<v>keep (?:it|your (?:answers|replies|messages)|things|this) (?:short|brief|simple|light|"
        r"casual|concise))", _I),
    re.compile(
        r"(?P<v>(?:don't|do not|stop|no|less|fewer|more|use fewer|use less|use more|without)(?: ever| with)? (?:the |asking (?:so many )?|giv(?:e|ing) me |"
        r"offer(?:ing)? |send(?:ing)? me |us(?:e|ing) )?(?:unsolicited |any |so many |the )*(?:advice|questions|jokes|swearing|pet names|clichés|cliches|flattery|small talk|"
        r"emojis?|lectur(?:e|es|ing)(?: me)?|pep talks?|platitudes|exclamation (?:marks|points)|"
        r"preaching|patronizing me|sugar ?coat(?:ing)?(?: it| things)?|bullet points|"
        r"walls of text)(?: unless [\w ]{2,20})?)", _I),
    re.compile(
        r"(?P<v>(?:be|talk|speak|reply|answer|write)(?: more| less| to me| a bit| really| brutally)* (?:direct|blunt|honest|straight|gentle|kind|formal|informal|chill|playful|"
        r"casual|brief|concise|in (?:english|spanish|french|german|chinese))(?:ly)?(?: with me)?)(?=$|"
        r",| please)", _I),
    re.compile(r"(?P<v>(?:talk|speak) to me like [\w' ]{3,30})", _I),
    re.compile(r"(?P<v>(?:don't be|stop being) so (?:nice|formal|cheerful|peppy|polite|positive|serious|robotic|negative|harsh))", _I),
    re.compile(r"(?P<v>(?:use|stick to) (?:british|american|uk|us) (?:english|spelling)|(?:use|stick to|no) (?:lower ?case|capitals))", _I),
    re.compile(r"(?P<v>(?:just )?(?:listen|hear me out)(?: to me)?(?: when [\w' ]{3,30})?)(?=$| please$)", _I),
    re.compile(r"(?P<v>swear as much as you (?:like|want))", _I),
    re.compile(r"(?P<v>(?:shorter|longer|brief|short) (?:answers|replies|messages))", _I),
    re.compile(r"(?P<v>(?:don't|do not) (?:want|need) (?:any )?(?:advice|solutions|fixing|a lecture))", _I),
)  # fmt: skip
_NOW = re.compile(r"\b(?:today|tonight|right now|for now|this time|at the moment|just now)\b", _I)
_PROMISE = re.compile(
        r"(?:i (?:promise|swear|vow)(?: you)?(?: that)?,? (?:to (?!god\b|you\b)|i'll |i will |(?=i won't ))(?:definitely |really |totally |always )?|"
            r"(?:pinky promise )?(?:ok(?:ay)? )?(?:deal|you have my word|it's a deal),? (?:i'll|i will) (?:definitely |really )?)(?P<v>[\w' :-]{3,60})", _I)  # fmt: skip
_PROMISED = re.compile(
    r"\bi(?:'ll| will)(?: definitely| really| totally| always)? (?P<v>[\w' :-]{3,60}),? (?:i )?(?:pinky )?promise$",
    _I,
)
_OWN = re.compile(
        r"\bi(?:'ll| will)(?: definitely| make sure to| be sure to)? (?P<v>(?:remember|remind|"
        r"ask you|check in|check on|be here|keep|not forget|never|wish you|try to|stop|"
        r"help you)[^.!?]{2,80})|\bi promise(?: to| that i'll| i'll)? (?P<w>[^.!?]{3,80})", _I)  # fmt: skip


def read(sentence: Sentence, clause: Clause, scene: Scene) -> Iterator[Fact]:
    """Boundaries, their lifting, and ways of talking that the clause sets."""
    text = clause.text
    if found := _LIFTED.search(text):
        yield _fact(scene, clause, found.span("v"), "boundary", Operation.LIFT)
        return
    for pattern in _STYLES:
        if found := pattern.search(text):
            yield _fact(scene, clause, found.span("v"), "style", Operation.STATE, bool(_NOW.search(text)))
            return
    for pattern in _BOUNDARIES:
        if found := pattern.search(text):
            yield _fact(scene, clause, found.span("v"), "boundary", Operation.STATE, bool(_NOW.search(text)))
            return


def _fact(
    scene: Scene,
    clause: Clause,
    span: tuple[int, int],
    attribute: str,
    operation: Operation,
    now: bool = False,
) -> Fact:
    start, end = trimmed(scene.line.text, clause.start + span[0], clause.start + span[1])
    kind = Kind.STATE if now and attribute == "style" else None
    return Fact(
        USER, attribute, start, end, (clause.start, clause.end), operation=operation, kind=kind, sitting_only=now,
        confidence=0.95,
    )  # fmt: skip


def promises(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    if found := _PROMISE.search(sentence.text) or _PROMISED.search(sentence.text):
        start, end = (sentence.start + o for o in found.span("v"))
        start, end = trimmed(scene.line.text, start, end)
        yield Fact(USER, "promise", start, end, (sentence.start + found.start(), end), confidence=0.95)


def companion(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """What the companion commits to."""
    if found := _OWN.search(sentence.text):
        span = found.span("v" if found["v"] else "w")
        start, end = trimmed(scene.line.text, sentence.start + span[0], sentence.start + span[1])
        said = f"The companion promised: {scene.line.text[start:end]}"
        yield Fact(USER, "promise", start, end, (sentence.start, sentence.end), confidence=0.85, said=said)
