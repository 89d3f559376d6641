"""What a stretch of talk was about, in a few lines that may outlive it: by rules, whole sentences of those who spoke,
chosen by what they tell; by a model, its own words, if everything in them stands in the lines. Pure.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.recap import dating
from companion.recap.sources import Told
from companion.shelf import titles
from memory.extraction.refusals import sentence_refusal
from memory.extraction.sentences import sentences
from memory.extraction.zh.subjects import NAME
from memory.extraction.zh.words import COMMON, PLACES
from memory.judging import IMPORTANT
from memory.keywords import fold, whom, words
from memory.when.numerals import ENGLISH, chinese
from safety.farewell import exit_intent
from safety.pipeline import passed
from transcript.mood import mood

LINES_MOST = 6
"""Lines told of one stretch."""
SENTENCE_MOST = {"zh": 56, "en": 160}
TELLS = 1.0
"""What a sentence must weigh to be told: a bare statement with some words of its own just does."""
THEY = {"zh": "对方", "en": "They"}
_MODEL_MOST = {"zh": 360, "en": 900}
_SETTLED = re.compile(
    r"[要]去|打算|准备|决定|计划|想好|约[了好]|报名|定[了下]|辞职|搬|答应|说好|终于|"
    r"\b(?:going to|plan\w*|decid\w*|will|i'll|agreed|booked|signed up|quit|promised?|finally)\b",
    re.IGNORECASE,
)
_COMMITS = re.compile(
    r"我(?:会|来|帮你|记[着住下]|提醒|陪)|说好|约好|一言为定|下次.{0,8}告诉|\b(?:i'll|i will|let's|deal|i promise)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？]|[吗呢][~～。！!…]*$")
_NAMED = re.compile(r"叫[\u4e00-\u9fffA-Za-z]{1,8}|(?<=[a-z,;] )(?!I\b)[A-Z][a-z]{2,}")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_COUNTED = re.compile(
    r"([零〇一二两三四五六七八九十百]+)"
    r"(?=[个只岁年月天号日点块元万千次人斤位本张周层楼套份杯件台部辆场遍盒包瓶双])"
)
_PERSON = re.compile(rf"(?:^|[和跟与同给叫找对是、，。；：\s])({NAME})")
_WORDS = {word: number for word, number in ENGLISH.items() if number > 1 and "couple" not in word}
_LATIN = re.compile(r"[A-Za-z][A-Za-z'’-]+")
_QUOTED = re.compile(r"[「“\"]([^」”\"]{1,80})[」”\"]")
_CODE = re.compile(
    r"https?://|```|\{\{|[<>]|忽略(?:以上|之前)|系统提示|ignore (?:all|previous)|system prompt", re.IGNORECASE
)
_SUPPLIED = frozenset(
    [*(name.lower() for name in (*calendar.day_name, *calendar.month_name) if name), "they", "them", "their"]
)
"""Capitalised words that name nobody."""


@dataclass(frozen=True)
class Piece:
    """A sentence of a line, and how much it tells."""

    line: Told
    text: str
    weight: float


def by_rules(lines: Sequence[Told], lang: str, companion: str) -> str:
    """The sentences of a stretch that tell most, in order, under their dates; "" when nothing was told."""
    best = [piece for line in lines if (piece := _best(line)) and piece.weight >= TELLS]
    chosen = sorted(best, key=lambda piece: -piece.weight)[:LINES_MOST]
    out: list[str] = []
    day = ""
    for piece in best:
        if piece not in chosen:
            continue
        if (today := dating.day_of(piece.line.at, lang)) != day:
            day = today
            out.append(_heading(day, lang))
        who = THEY[lang] if piece.line.by_user else companion
        out.append(f"- {who}{'：' if lang == 'zh' else ': '}{piece.text}")
    return "\n".join(out)


def _heading(day: str, lang: str) -> str:
    return f"{day}：" if lang == "zh" else f"{day}:"


def tongue(lines: Sequence[Told], default: str) -> str:
    """The language that the user spoke in a stretch, by most of their lines."""
    spoken = [line.lang for line in lines if line.by_user and line.text]
    return max(("zh", "en"), key=lambda lang: (spoken.count(lang), lang == default))


def _best(line: Told) -> Piece | None:
    """The sentence of a line that tells most."""
    pieces = [
        Piece(line, _short(text, line.lang), _weight(line, text, sentence_refusal(sentence, line.lang)))
        for sentence in sentences(line.text, line.lang)
        if (text := f"{sentence.whole}{sentence.ends}".strip())
    ]
    return max(pieces, key=lambda piece: piece.weight, default=None)


def _weight(line: Told, text: str, refusal: str | None) -> float:
    """Names, plans, feelings and decisions weigh; questions and jokes hardly do, and a question of the companion's, or
    its mere comment, not at all."""
    if not titles.by_rules([text]) or exit_intent(text):
        return 0.0  # a greeting, a reaction, a goodbye
    asks = bool(_ASKS.search(text))
    if refusal == "joke" or (not line.by_user and (asks or not _COMMITS.search(text))):
        return 0.0
    weight = min(1.0, len(set(words(text))) / 6)
    weight += 1.5 * min(2, dating.dates(text)) + 1.5 * bool(_SETTLED.search(text))
    weight += (
        (0.0 if line.by_user else 0.8) + 2.0 * bool(IMPORTANT.search(text)) + 1.5 * abs(mood(text).valence)
    )
    weight += 0.5 * min(2, len(whom(text)) + len(_NAMED.findall(text)))
    if asks or refusal == "question":
        return 0.2 * weight
    return weight * (0.5 if refusal else 1.0)


def _short(text: str, lang: str) -> str:
    text, most = " ".join(text.split()), SENTENCE_MOST[lang]
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    return (cut.rsplit(" ", 1)[0] if lang == "en" and " " in cut else cut).rstrip("，,、 ") + "…"


# -- a model's words ------------------------------------------------------------------------------------------


def fit(answer: str, lines: Sequence[Told], lang: str) -> str:
    """A model's summary under the date of its stretch; "" when a word of it hangs on today, or a name, place, relative,
    number or quotation in it stands in no line."""
    text = "\n".join(row for part in answer.splitlines() if (row := " ".join(part.split())))
    if not text or len(text) > _MODEL_MOST[lang] or not supported(text, lines, lang):
        return ""
    first, last = (dating.day_of(lines[n].at, lang) for n in (0, -1))
    to = "至" if lang == "zh" else " to "
    body = "\n".join(row if row.startswith("- ") else f"- {row}" for row in text.splitlines())
    return f"{_heading(first if first == last else f'{first}{to}{last}', lang)}\n{body}"


def supported(text: str, lines: Sequence[Told], lang: str) -> bool:
    """Whether code can stand behind a model's words about these lines."""
    if _CODE.search(text) or not titles.is_in(text, lang) or dating.undated(text, lines[0].at):
        return False
    if passed(text, lang) != text:
        return False
    said = "\n".join(line.text for line in lines)
    known = _numbers(said) | {n for line in lines for n in (line.at.year, line.at.month, line.at.day)}
    if not _numbers(text) <= known or not whom(text) <= whom(said):
        return False
    if not all(fold(quote) in fold(said) for quote in _QUOTED.findall(text)):
        return False
    return _names(text, lang) <= {name for name in _names(text, lang) if name.lower() in said.lower()}


def shares_words(text: str, lines: Sequence[Told]) -> bool:
    """Whether it speaks of what was said at all."""
    said = {word for line in lines for word in words(line.text) if len(word) > 1}
    return not said.isdisjoint(words(text))


def _numbers(text: str) -> set[float]:
    found = {float(word.replace(",", "")) for word in _DIGITS.findall(text) if word.count(".") < 2}
    counted = [chinese(word) for word in _COUNTED.findall(text) if word != "一"]
    counted += [_WORDS[word] for word in _LATIN.findall(text.lower()) if word in _WORDS]
    return found | {float(number) for number in counted if number is not None}


def _names(text: str, lang: str) -> set[str]:
    """What looks like the name of somebody or somewhere."""
    found = {place for place in PLACES if place in text}
    for name in _PERSON.findall(text):
        found.add(name[:2] if name[0] in COMMON else name)
    for word in _LATIN.finditer(text):
        starts = not text[: word.start()].strip(" -\n") or text[: word.start()].rstrip()[-1:] in ".!?-:\n"
        if lang == "zh" or (word[0][0].isupper() and not starts and word[0] != "I"):
            found.add(word[0].removesuffix("'s").removesuffix("’s"))
    return {name for name in found if name.lower() not in _SUPPLIED}
