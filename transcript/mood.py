"""The mood of one line by its words: a small lexicon with negation and degree, zh and en.

Colours tone and the offline voice; never a claim about the person. Pure, and linear in the text.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

READ = 500
"""Characters looked at: a longer text is not a mood."""
TURNED = -0.6
"""不开心 is unhappy, but less so than 难过 is sad."""
SOFTENED = 0.5
_CLAUSE = re.compile(r"[，。！？,.!?;；\n…]")
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?")
_SOFT_NEGATORS = ("没那么", "不那么", "不太", "不怎么", "不是很", "没怎么", "不算")


@dataclass(frozen=True)
class Mood:
    """`valence` from -1 (bad) to 1 (good), `arousal` from 0 (calm) to 1 (stirred), 0 and 0 when nothing
    matched; `words` are the words that say so."""

    valence: float
    arousal: float
    words: tuple[str, ...]


@dataclass(frozen=True)
class _Hit:
    at: int
    word: str
    valence: float
    arousal: float


@dataclass(frozen=True)
class _Lexicon:
    feelings: dict[str, tuple[float, float]]
    longest: dict[str, tuple[str, ...]]
    """First character or word → the entries that begin so, longest first."""
    negators: tuple[str, ...] = ()
    stronger: tuple[str, ...] = ()
    weaker: tuple[str, ...] = ()


@lru_cache(maxsize=3)
def _lexicon(name: str) -> _Lexicon:
    data = tomllib.loads((Path(__file__).parent / "lexicons" / f"{name}.toml").read_text("utf-8"))
    feelings = {w: (g["valence"], g["arousal"]) for g in data["group"] for w in g["words"]}
    heads: dict[str, list[str]] = {}
    for word in sorted(feelings, key=len, reverse=True):
        heads.setdefault(word.split()[0] if name == "en" else word[0], []).append(word)
    degree = {
        part: tuple(sorted(data.get(part, ()), key=len, reverse=True))
        for part in ("negators", "stronger", "weaker")
    }
    return _Lexicon(feelings, {head: tuple(words) for head, words in heads.items()}, **degree)


def mood(text: str) -> Mood:
    """The mood that `text` shows by its words and emoji."""
    text = text[:READ].replace("’", "'")
    hits = [*_characters(text, _lexicon("zh")), *_words(text.lower(), _lexicon("en"))]
    hits += _characters(text, _lexicon("emoji"))
    if not hits:
        return Mood(0.0, 0.0, ())
    hits.sort(key=lambda hit: hit.at)
    weight = sum(abs(hit.valence) for hit in hits) or 1.0
    valence = sum(hit.valence * abs(hit.valence) for hit in hits) / weight
    arousal = sum(hit.arousal for hit in hits) / len(hits) + 0.05 * min(text.count("!") + text.count("！"), 3)
    return Mood(
        round(max(-1.0, min(1.0, valence)), 3), round(min(1.0, arousal), 3), tuple(hit.word for hit in hits)
    )


def _characters(text: str, lexicon: _Lexicon) -> list[_Hit]:
    hits: list[_Hit] = []
    at = 0
    while at < len(text):
        word = next((w for w in lexicon.longest.get(text[at], ()) if text.startswith(w, at)), None)
        if word is None:
            at += 1
            continue
        if not lexicon.feelings[word][0]:
            at += len(word)
            continue
        before = _CLAUSE.split(text[max(0, at - 6) : at])[-1]
        hits.append(_weighed(at, word, before, lexicon))
        at += len(word)
    return hits


def _weighed(at: int, word: str, before: str, lexicon: _Lexicon) -> _Hit:
    valence, arousal = lexicon.feelings[word]
    degree = 1.0
    for words, factor in ((lexicon.stronger, 1.2), (lexicon.weaker, 0.7)):
        found = next((w for w in sorted(words, key=len, reverse=True) if before.endswith(w)), None)
        if found:
            degree, before = factor, before[: -len(found)]
            break
    else:
        # 不怎么, 没那么 stand between the negation and the word as 很 does
        degree = 1.0
    if negator := next(
        (n for n in sorted(lexicon.negators, key=len, reverse=True) if before.endswith(n)), ""
    ):
        softened = negator in _SOFT_NEGATORS or degree > 1
        valence *= TURNED * (SOFTENED if softened else 1.0)
        arousal *= SOFTENED
        word = negator + word
    return _Hit(at, word, valence * degree, min(1.0, arousal * degree))


def _words(text: str, lexicon: _Lexicon) -> list[_Hit]:
    hits: list[_Hit] = []
    tokens = list(_TOKEN.finditer(text))
    skip = 0
    for i, token in enumerate(tokens):
        if token.start() < skip:
            continue
        word = next((w for w in lexicon.longest.get(token[0], ()) if _stands(text, w, token.start())), None)
        if word is None:
            continue
        skip = token.start() + len(word)
        clause = max(
            (m.end() for m in _CLAUSE.finditer(text, max(0, token.start() - 40), token.start())), default=0
        )
        before = [t[0] for t in tokens[max(0, i - 3) : i] if t.start() >= clause]
        hits.append(_turned(token.start(), word, before, lexicon))
    return hits


def _stands(text: str, word: str, at: int) -> bool:
    after = at + len(word)
    return text.startswith(word, at) and not text[after : after + 1].isalpha()


def _turned(at: int, word: str, before: list[str], lexicon: _Lexicon) -> _Hit:
    valence, arousal = lexicon.feelings[word]
    degree = 1.0
    if any(w in lexicon.stronger for w in before):
        degree = 1.2
    elif any(w in lexicon.weaker for w in before):
        degree = 0.7
    negator = next((w for w in before if w in lexicon.negators), None)
    if negator:
        valence *= TURNED * (SOFTENED if degree > 1 else 1.0)
        arousal *= SOFTENED
        word = f"{negator} {word}"
    return _Hit(at, word, valence * degree, min(1.0, arousal * degree))
