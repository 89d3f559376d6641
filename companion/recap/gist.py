"""What a conversation is about just now: its topic, what the user wants of it, and its mood. By rules, from the newest
lines alone; a value lives as long as the sitting does. Pure.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from companion.recap.sources import Told
from companion.shelf import titles
from memory.extraction.refusals import sentence_refusal
from memory.extraction.sentences import sentences
from memory.keywords import whom, words
from memory.recall.background import STATEMENTS
from safety.farewell import exit_intent

TOPIC_MOST = {"zh": 40, "en": 90}
GOAL_MOST = {"zh": 40, "en": 90}
FADES = 0.85
"""What each older line weighs of the one after it."""
EVERYDAY = 0.3
"""What a word weighs that could be said by anybody on any day."""
SAYS = 1.2
"""Weight below which a sentence is no topic."""
_BACKGROUND = frozenset(word for statement in STATEMENTS for word in words(statement))
_WANTS = {
    "zh": re.compile(
        r"(?:我(?:现在|最近|其实|真的|就|也|还)*(?:想要?|要|打算|准备|希望能?|得)(?!你|您|知道你|说|问|睡|走|下线|哭|吐|死|吃点|笑|念"
        r"|法|起|到|是|不)|(?:能不能|可不可以|可以|麻烦|请)?(?:你)?帮(?:我|忙))(?P<goal>[^，。！？!?,；;…\n]{2,60})"
    ),
    "en": re.compile(
        r"\b(?:i (?:really |just )?(?:want|need|hope|plan|would like) to|i'd like to|i'm (?:trying|going|planning|hoping) to"
        r"|i've got to|help me(?: to)?|help me with)(?! (?:go to bed|sleep|go|leave|die|cry|know|say|ask)\b)"
        r" (?P<goal>[^,.!?;\n]{3,100})",
        re.IGNORECASE,
    ),
}
_TAIL = re.compile(r"[吗吧呢啊呀哦了的么~～\s]+$")


@dataclass(frozen=True)
class Gist:
    """Topic and goal, "" where nothing says what they are; `valence` from -1 to 1."""

    topic: str = ""
    goal: str = ""
    valence: float = 0.0


def by_rules(lines: Sequence[Told]) -> Gist:
    """What these lines, the newest of a sitting in order, are about."""
    spoken = [line for line in lines if line.by_user and line.text]
    return Gist(_topic(spoken), _goal(spoken), valence(spoken))


def valence(spoken: Sequence[Told]) -> float:
    """The mood of the lines, the newest most; neutral ones don't make a bad day better."""
    weighed = [
        (FADES**age, line.valence) for age, line in enumerate(reversed(spoken)) if abs(line.valence) > 0.05
    ]
    total = sum(weight for weight, _value in weighed)
    return round(sum(weight * value for weight, value in weighed) / total, 3) if total else 0.0


def _topic(spoken: Sequence[Told]) -> str:
    """The sentence that most of what was said last belongs to."""
    weights: defaultdict[str, float] = defaultdict(float)
    for age, line in enumerate(reversed(spoken)):
        for word in set(words(line.text)):
            if len(word) > 1:
                weights[word] += FADES**age * (EVERYDAY if word in _BACKGROUND else 1.0)
    best, topic = SAYS, ""
    for age, line in enumerate(reversed(spoken)):
        for text, asks in _sentences(line):
            own = {word for word in words(text) if len(word) > 1}
            weight = sum(weights[word] for word in own) / (4 + len(own)) ** 0.5 + 0.4 * bool(whom(text))
            weight *= (0.6 if asks else 1.0) * FADES ** (age / 2)
            if weight > best:
                best, topic = weight, _cut(text, TOPIC_MOST[line.lang])
    return topic


def _sentences(line: Told) -> list[tuple[str, bool]]:
    """The sentences that say something, and whether they ask."""
    found = []
    for sentence in sentences(line.text, line.lang):
        text, refusal = " ".join(sentence.whole.split()), sentence_refusal(sentence, line.lang)
        if refusal != "joke" and titles.by_rules([text]):
            found.append((text, refusal == "question"))
    return found


def _goal(spoken: Sequence[Told]) -> str:
    """What the user last said they want to do, or asked help with; leaving is none."""
    for line in reversed(spoken):
        if exit_intent(line.text):
            continue
        for sentence in sentences(line.text, line.lang):
            refusal = sentence_refusal(sentence, line.lang)
            found = _WANTS[line.lang].search(sentence.text)
            if found and refusal in (None, "question"):
                goal = _TAIL.sub("", found["goal"]).strip()
                if len(goal) > 1:
                    return _cut(goal, GOAL_MOST[line.lang])
    return ""


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    short = text[: most - 1]
    return (short.rsplit(" ", 1)[0] if text.isascii() and " " in short else short) + "…"
