"""What a conversation is called when nobody named it: the first thing the user said that says something, or a model's
words if they are fit for a title. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

CHARACTERS = 24
NAME_MAX = 80
"""For a title that the user gives."""
_LEAST = 4
"""A first clause shorter than this many Chinese characters takes the next one with it: 今天，我去…"""
_I = re.IGNORECASE
_OPENING = re.compile(
    r"(?:哈喽|哈啰|嗨+|嘿+|喂+|你好(?:呀|啊|哇)?|您好|在吗|在不在|早(?:安|上好|呀|啊)?(?![\u4e00-\u9fff])|上午好|中午好|下午好|晚上好|晚安"
    r"|好久不见|我(?:又)?(?:回)?来(?:了|啦)(?![\u4e00-\u9fff])|嗯+|啊+|哦+|呃+|唉+|诶+|欸+|那个(?=[,，、…\s])|就是(?=[,，、…\s])|其实|话说|对了"
    r"|请问|我想(?:请问|问)(?:一下|下|问)?|跟你说(?:个事|一下|哦)?|你知道吗"
    r"|(?:hi+|hello+|hey+|yo|good (?:morning|afternoon|evening|night)|morning|long time no see|u+h+m*|u+m+|hm+|well|so"
    r"|okay|ok|actually|by the way|btw|anyway|quick question|just wondering|i was wondering|guess what|you know what"
    r"|are you there)(?![\w'])(?: there\b)?)[\s,，.。!！?？、~～…:：—-]*",
    _I,
)
"""Greetings and fillers at the beginning of a line."""
_REACTION = re.compile(
    r"(?:好的?吧?|行吧?|可以|对的?|是的?|不是|没有|没事|谢谢你?|多谢|哈+|呵+|嘿嘿|嘻嘻|真的吗?|然后呢|继续|再见|拜拜|知道了|明白了?|收到|测试"
    r"|yes|yeah|yep|no|nope|sure|right|thanks?|thank you|lol|haha+|really|cool|nice|great|fine|go on|bye|test(?:ing)?)+",
    _I,
)
"""What answers something and says nothing of its own."""
_SENTENCE = re.compile(r"[。！？!?;；\n…]+|\.(?=\s|$)")
_CLAUSE = re.compile(r"[，,、：:]+\s*")
_TRAILING = re.compile(r"[啊呀呢哦啦嘛吧哈～~\s]+$")
_EDGES = " \t\"'“”‘’「」『』《》〈〉【】()（）*#`_.。,，、;；:：!！-—"
_URL = re.compile(r"https?://\S+")


def by_rules(lines: Iterable[str], companion: str = "") -> str:
    """A title from the first of these lines that says something; "" when none does. The companion's name alone is a
    greeting. "…" stands for words that are withheld, and nothing beside it is joined over it."""
    for line in lines:
        if title := _of_line(line, companion):
            return title
    return ""


def _of_line(line: str, companion: str) -> str:
    for sentence in _SENTENCE.split(_URL.sub(" ", line)):
        text = _without_opening(" ".join(sentence.split()))
        if _says_something(text) and text.casefold() != companion.casefold():
            title = _TRAILING.sub("", _first_clause(text)).strip(_EDGES)
            return cut(title[:1].upper() + title[1:])
    return ""


def _without_opening(text: str) -> str:
    text = text.strip(_EDGES)
    while (found := _OPENING.match(text)) and found.end():
        text = text[found.end() :].lstrip(_EDGES)
    return text


def _says_something(text: str) -> bool:
    """Two Chinese characters or a word of three letters, and not a mere reaction."""
    bare = "".join(c for c in text if c.isalnum())
    if _REACTION.fullmatch(bare):
        return False
    return _han(bare) >= 2 or bool(re.search(r"[^\W\d_]{3,}", bare))


def _first_clause(text: str) -> str:
    title = ""
    for clause in _CLAUSE.split(text):
        joined = f"{title}{'，' if _han(title) else ', '}{clause}" if title else clause
        if title and (_width(title) >= _LEAST or _width(joined) > CHARACTERS):
            break
        title = joined
    return title


def _width(text: str) -> int:
    """How much a clause says: a Latin word counts like a Chinese character and a half."""
    return _han(text) + round(1.5 * len(re.findall(r"[A-Za-z]+", text)))


def cut(text: str) -> str:
    """At most CHARACTERS characters, ending at a word's end in Latin text, with the cut shown."""
    if len(text) <= CHARACTERS:
        return text
    short = text[: CHARACTERS - 1]
    while unicodedata.combining(text[len(short)]) or text[len(short)] in "\u200d\ufe0f":
        short = short[:-1]  # a sign is not cut in two
    if text[len(short)].isascii() and short[-1].isascii() and " " in short[12:]:
        short = short[: short.rindex(" ")]
    return short.rstrip(_EDGES) + "…"


def fit(answer: str, lang: str) -> str:
    """A model's title, bare; "" when it is too long, empty, or in another script than the language asked for."""
    title = " ".join(answer.split()).strip(_EDGES)
    title = re.sub(r"^(?:标题|title)\s*[:：]\s*", "", title, flags=_I).strip(_EDGES)
    if not title or len(title) > 2 * CHARACTERS or not is_in(title, lang):
        return ""
    return cut(title)


def is_in(title: str, lang: str) -> bool:
    """Whether it is mostly in the script of its language: a name in another one may stand in it."""
    han, latin = _han(title), len(re.findall(r"[A-Za-z]+", title))
    return han > latin if lang == "zh" else latin > 0 and han <= latin


def holds(title: str, words: str) -> bool:
    """Whether a title carries these words, or a telling piece of them."""
    title, words = title.rstrip("…"), " ".join(words.split())
    if not title or not words:
        return False
    same = SequenceMatcher(None, title, words, autojunk=False).find_longest_match()
    piece = title[same.a : same.a + same.size].strip()
    return len(piece) >= min(len(words), 3 if _han(piece) else 6)


def _han(text: str) -> int:
    return sum("\u3400" <= c <= "\u9fff" for c in text)
