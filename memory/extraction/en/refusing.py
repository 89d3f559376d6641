"""Which clauses of an English sentence state nothing: what asks, supposes, jests, plays, or tells what others say."""

from __future__ import annotations

import re

from memory.extraction.sentences import BLANK, Clause, Sentence

_I = re.IGNORECASE
_LEAD = r"^(?:(?:so|and|but|or|ok|okay|hey|hi|well|um|btw|also|just|quick question|honestly|seriously|tell me|wait|lol|anyway)\b|[,: ])*"
_WHO = r"(?:i|you|u|he|she|it|we|they|that|this|these|those|there|the|my|your|our|his|her|their|an?|any\w*|some\w*|every\w*|no|people|(?-i:[A-Z])\w+)"
QUESTION = re.compile(
    _LEAD
    + r"(?:(?:what|who|whom|whose|why|how|where|when|which)(?:'s|'re|\b)(?!\s+(?:a (?:day|week|night|mess|year)|fun|i|i'm|i've|we|my|he|she|they|"
    r"a relief)\b)|(?:do|does|can|could|should|would|will|shall)\b(?!')"
    rf"|(?:was|were|had|am) (?:i|you|u|he|she|they|we|it)\b|(?:is|are|did|has|have|ain't|don't|doesn't|can't|won't|isn't|aren't|wouldn't|shouldn't|didn't|wasn't|weren't|haven't)\b\s+{_WHO}\b|guess\b(?! i\b)|ever \w+ed\b|anyone\b|any idea)"
    r"|\bguess (?:what|how|who)|\b(?:i )?wonder(?:ing)? (?:if|what|why|how|who|whether)|\bhow come\b|\bor (?:not|what)$",
    _I,
)
_TAG = re.compile(
    r"(?:,|\b)\s*(?:right|yeah|no|huh|innit|correct|eh|(?:is|was|are|do|does|did|have|has)n't (?:i|it|he|she|we|they|you)|don't you think|"
    r"am i|is it|do i|remember|you know)$",
    _I,
)
_NOT_REAL = re.compile(
    r"\bif\b(?! that helps)(?! you (?:don't )?(?:mind|must|need))(?! i'm honest)|\bwhat if\b|\bsuppose\b|\bsay i\b|\bassuming\b|\bwould(?:'ve| have)\b|"
    r"\bi'd (?:be|have|move|rather be|never|kill|give|die|marry|live)\b|\bi would (?:be|have|move|never|kill|live|die)\b|\bwish\b|\bif only\b|\bmight\b|"
    r"\b(?:maybe|perhaps) i\b|\bmaybe (?:one day|someday)\b|\bhypothetical|\bin (?:another|a past|my next|a former) life\b|\bas if\b|\bunless i\b(?! ask)|"
    r"\bwould be\b|\bcould have\b|\bshould have\b|\bcould've\b|\bshould've\b|\bfeels like\b|\bit's like i\b|\bin my (?:dreams|head|mind|fantasy)\b|"
    r"\bthinking (?:about|of) (?:maybe|getting|quitting|moving|adopting|buying|becoming)\b|\bin a perfect world\b|\btempted to\b",
    _I,
)
JOKE = re.compile(
    r"\bjk\b|\bjust kidding\b|\bkidding\b|/s\b|\bbasically (?:a |an |like )?\d|\bbasically (?:dead|dying|homeless|a (?:ghost|zombie|vampire|potato))\b|💀|🤡|\bi'm dead\b|"
    r"^oh (?:yeah|great|good|joy|sure|brilliant|fantastic|wonderful|lovely)\b|^sure[, ]|^yeah (?:because|right|sure)\b|\bi am groot\b|"
    r"\bliterally (?:dying|dead|starving|a (?:ghost|zombie|potato|goblin))\b|\b(?:100|1000|a (?:hundred|thousand|million)|two hundred) years old\b|"
    r"\ballergic to (?:mondays?|work|mornings?|people|school|exercise|stupid|nonsense|bullshit|responsib|adulting|effort|men|drama|fun|you)|"
    r"\bi(?:'m| am) (?:batman|spartacus|iron man|a barbie|the king|god|your father|team \w+|a (?:potato|goblin|ghost|vampire|pirate|wizard|mess of a))\b|"
    r"\bwho doesn't\b|\bmillion (?:times|years)\b|\bsaid no one ever\b|\blove that for me\b|\bliving the dream\b|"
    r"\byou(?:'re| are|'ll be| be) (?:an?|the|my) [\w ]{2,24}(?:,| and) i(?:'m| am|'ll be)\b|^dear diary\b|\bonce (?:said|sang)\b",
    _I,
)
LAUGHING = re.compile(r"\blo+l\b|\blmf?ao\b|\b(?:ha){2,}h?\b|\b(?:he){2,}\b|😂|🤣|😅|😆|\brofl\b", _I)
_SHOUTED = re.compile(
    r"\b(?:just |so |such )?(?:LOVE|SUCH|SO|TOTALLY|REALLY|ADORE)\b|\blo{2,}ve\b|\bso{3,} (?:happy|excited|glad|thrilled)\b"
)
_TOLD = re.compile(
    r"\bapparently\b|\brumou?r|\bi (?:heard|read that|saw that)\b|\bthey say\b|\bsupposedly\b|\baccording to\b|\ba friend of a friend\b|"
    r"\bi know (?:someone|somebody|a (?:guy|girl|woman|man|person)) (?:who|that|with)\b"
    r"|\b(?:he|she|they|everyone|everybody|people|(?:my|our|the) (?!(?:knees?|body|back|brain|heart|gut|stomach)\b)(?:[\w-]+ ){0,3}\w+)"
    r"(?:'s| is| was| are)?(?: always| just| keeps?| all| once| still| never)? "
    r"(?:says?|said|saying|goes|told|thinks?|thought|claims?|asked|joked|reckons?|swears?|insists?|assumes?|calls? me an?|keeps? saying)\b(?! hi)",
    _I,
)
ENDORSED = re.compile(
    r"\b(?:she|he|they)(?:'s|'re| is| are) (?:\w+ )?(?:right|not wrong)\b|\bi agree\b|\btrue though\b|\bit's true\b|\b(?:and|which) is true\b",
    _I,
)
_OWN = re.compile(
    _LEAD
    + r"(?:i|i'm|i've|my|we|we're|our|me|it's my|based|living|currently|born|been|got|just|moved|working|vegan|vegetarian|allergic|single|"
    r"married|engaged|retired)\b",
    _I,
)
_CONSEQUENCE = re.compile(r"\b(?:would|i'd|could|might|i'll|will|we'd|then)\b", _I)


def clauses(sentence: Sentence) -> tuple[Clause, ...]:
    return sentence.clauses or (Clause(sentence.text, sentence.start),)


def refused(sentence: Sentence) -> dict[int, str]:
    """By clause, why it states nothing."""
    text, pieces = sentence.text.strip(), clauses(sentence)
    everything = range(len(pieces))
    if JOKE.search(text) or _SHOUTED.search(text):
        return dict.fromkeys(everything, "joke")
    if BLANK in text:
        return dict.fromkeys(everything, "quoted")
    found = _asking(sentence)
    for reason, pattern in (("hypothetical", _NOT_REAL), ("told", _TOLD)):
        first = next((i for i in everything if pattern.search(pieces[i].text)), None)
        if first is None or (reason == "told" and ENDORSED.search(text)):
            continue
        found |= {i: found.get(i, reason) for i in everything if i >= first}
        loose = (
            i for i in range(first) if not _OWN.match(pieces[i].text) or _CONSEQUENCE.search(pieces[i].text)
        )
        found |= {i: found.get(i, reason) for i in loose}
    return found


def _asking(sentence: Sentence) -> dict[int, str]:
    """The clauses that ask; beside them only what names the speaker stands: "i'm from Leeds, you?"."""
    pieces = clauses(sentence)
    marked = "?" in sentence.ends or "？" in sentence.ends
    asks = [i for i, piece in enumerate(pieces) if QUESTION.search(piece.text)]
    if marked and not asks:
        asks = [len(pieces) - 1]
    if not asks:
        return {}
    if asks[0] == 0 or (marked and _TAG.search(sentence.text.strip())):
        return dict.fromkeys(range(len(pieces)), "question")
    return {i: "question" for i, piece in enumerate(pieces) if i in asks or not _OWN.match(piece.text)}
