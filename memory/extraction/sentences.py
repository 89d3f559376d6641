"""Cutting a line into sentences and clauses, with quoted words blanked so that no rule can read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extraction.zh.script import simplified

CLAUSE_MAX = 160
"""A longer clause is no plain statement, and costs work in every rule."""
BLANK = "□"
"""Stands for one character of a quotation: a value never holds it."""
_QUOTED = re.compile(
    r"“[^”\n]{0,400}”|「[^」\n]{0,400}」|『[^』\n]{0,400}』|\"[^\"\n]{0,400}\"|"
    r"(?<![\w])'[^'\n]{2,200}'(?![\w])"
)
_TITLE = re.compile(r"《[^》\n]{0,80}》")
_ENDS = re.compile(r"[。！？!?\n；;]+[”\"」』]?|(?<![A-Z\d])[.](?=\s|$)|(?<=\d)\.(?=\s[A-Z]|$)|…+|\.{2,}")
_BREAKS = re.compile(
    r"[，,、：:（）()—~～]+|\s-\s|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])|(?<=.)(?=但是|但[我不也]|不过|可是(?!个|一[名位个]))"
)
_ENGLISH_BREAKS = re.compile(
    r",\s(?!\d{4}\b)|\s(?:but|because|cuz|and then|though)\s|\sso\s(?=(?:i|we|my|he|she|they|the|"
    r"no)\b)|[;—()]+|:(?!\d)|\s[-–]\s",
    re.IGNORECASE,
)
_TOPICS = frozenset(["单位", "公司", "学校", "公园", "商场", "景区", "医院", "生日", "名字", "老家", "职业"])
_NAMED = ("是", "就是", "叫", "名叫")
"""A topic and what it is stay together: 她的单位，叫春风小学."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")


@dataclass(frozen=True)
class Clause:
    """A piece of a sentence; `start` is its offset in the line. `text` has quotations blanked."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class Sentence:
    text: str
    start: int
    ends: str
    """The mark that closes it, or nothing."""
    clauses: tuple[Clause, ...]
    whole: str
    """The words as written, quotations included."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def language(text: str) -> str:
    """`zh` where a fifth of the letters are Chinese, else `en`."""
    han = len(_HAN.findall(text))
    latin = len(_LATIN.findall(text))
    return "zh" if han and han * 4 >= latin else "en"


def blanked(text: str) -> str:
    """The text with quotations replaced by blanks of the same length, in simplified characters."""
    text = _QUOTED.sub(lambda m: BLANK * len(m[0]), simplified(text))
    return _TITLE.sub(lambda m: m[0].translate(_SAFE), text)


_SAFE = {ord(c): "·" for c in "，。！？!?,.:：；;、 ~～—"}


def sentences(text: str, lang: str) -> Iterator[Sentence]:
    """The sentences of a line in order."""
    plain = blanked(text)
    at = 0
    for stop in [*_ENDS.finditer(plain), None]:
        end = stop.start() if stop else len(plain)
        if plain[at:end].strip():
            ends = stop[0] if stop else ""
            yield Sentence(plain[at:end], at, ends, tuple(_clauses(plain[at:end], at, lang)), text[at:end])
        at = stop.end() if stop else end


def _clauses(text: str, start: int, lang: str) -> Iterator[Clause]:
    breaks = _BREAKS if lang == "zh" else _ENGLISH_BREAKS
    at = 0
    for stop in [*breaks.finditer(text), None]:
        end = stop.start() if stop else len(text)
        if stop and text[max(0, end - 2) : end] in _TOPICS and text.startswith(_NAMED, stop.end()):
            continue
        piece = text[at:end]
        if piece.strip() and len(piece) <= CLAUSE_MAX:
            lead = len(piece) - len(piece.lstrip())
            yield Clause(piece.strip(), start + at + lead)
        at = stop.end() if stop else end
