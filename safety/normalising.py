"""Text as the risk rules read it: one script, one case, no disguises. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import opencc

MAX_CHARS = 4000
_CJK = "\u3400-\u9fff"
_EMOJI = {"💊": "药", "🔪": "刀", "🗡": "刀", "🩸": "血", "⚰": "死", "💀": "", "☠": ""}
_LAUGHS = re.compile("[😂🤣😅😆😹]+")
_BETWEEN_CJK = re.compile(rf"(?<=[{_CJK}])[\s._*/\\|~^+#@&-]+(?=[{_CJK}])")
_STAR = re.compile(r"(?<!\w)\*+|\*+(?!\w)")  # stage directions: *她轻声说*
_SPELT_OUT = re.compile(r"(?<![a-z0-9'])(?:[a-z][ .*_-]){2,}[a-z](?![a-z0-9'])")

# Coded words and homophones. Word by word, since most of them also have an innocent life: a 紫砂 teapot.
_CODED_ZH = (
    (r"(?<!宜兴)(?<!买)(?<!把)(?<!套)(?<!只)(?<!泡)紫砂(?![壶锅杯茶泥煲器艺罐陶矿制])", "自杀"),
    (r"自[鲨沙刹啥煞刀s]|[zｚ]杀|(?<![a-z])zs(?![a-z])|自s(?![a-z])|zisha|自sha|紫杀|自鯊", "自杀"),
    (
        r"想[鼠屎似寄](?![乎标目疫辈存居兔药条])|想4(?![\d个只点块次件天])|想s(?![a-z])|xiangsi|想si(?![a-z])",
        "想死",
    ),
    (r"(?<=去|好|不|我|该|要|想)[鼠屎](?=了|掉|啊|吧|算|$)", "死"),
    (r"不想[或话火](?=了|着|啦)|不想huo|bu想活", "不想活"),
    (r"跳l(?![a-z])|tiaolou|跳lou|tl(?=算|吧|了|得)", "跳楼"),
    (r"割w(?![a-z])|gewan|割wan", "割腕"),
    (r"嘎了自己|把自己嘎|嘎掉自己|自嘎", "自杀"),
    (r"s[iｉ]了(?=算|就)|亖", "死了"),
)
_CODED_EN = (
    (r"\b(?:kms|ctb)\b|\bkil+ ?my ?self\b|\bkill? ?myslef\b|\bk!ll myself\b", "kill myself"),
    (r"\bunaliv(?:e|ing)(?: (?:myself|me))?\b", "kill myself"),
    (
        r"\bsewer ?slid(?:e|al)\b|\bsu[i1!]c[i1!]de\b|\bs\*+(?:i?c?ide)\b|\bsuc+ide\b|\bsuicde\b|\bsuiside\b",
        "suicide",
    ),
    (r"\bself[ -]?h@rm\b|\bself-harm(?:ed|ing)?\b|\bselfharm\b", "self harm"),
    (r"\bwanna\b", "want to"),
    (r"\b(?:gonna|gunna)\b", "going to"),
    (r"\bi'?m\b", "i am"),
    (r"\bi'?ve\b", "i have"),
    (r"\bi'd\b|\bid(?= (?:rather|be|do|never|just)\b)", "i would"),
    (r"\b(?:i'll|ill(?= (?:be|kill|end|die|do)))\b", "i will"),
    (r"\bit'?s\b", "it is"),
    (r"\bwhat'?s\b", "what is"),
    (r"\b(it|they|you|we|that|this)'ll\b", r"\1 will"),
    (r"\b(don|doesn|didn|isn|aren|wasn|weren|haven|hasn|wouldn|couldn|shouldn)'?t\b", r"\1 not"),
    (r"\b(?:won'?t)\b", "will not"),
    (r"\b(?:can'?t|can not)\b", "cannot"),
    (r"\bdon not\b", "do not"),
    (r"\b(doesn|didn|isn|aren|wasn|weren|haven|hasn|wouldn|couldn|shouldn) not\b", r"\1 not"),
    (r"\b(\w+s|did|are|was|were|have|would|could|should)n not\b", r"\1 not"),
)


@lru_cache(maxsize=1)
def _tables() -> tuple[opencc.OpenCC, list[tuple[re.Pattern[str], str]]]:
    return opencc.OpenCC("t2s"), [(re.compile(pattern), plain) for pattern, plain in (*_CODED_ZH, *_CODED_EN)]


def normalise(text: str) -> str:
    """`text` in NFKC, lower case and simplified characters, without zero-width characters and gaps inside
    Chinese words, with coded words spelt out and English contractions opened. Long text keeps both ends.
    """
    if len(text) > MAX_CHARS:
        text = text[: MAX_CHARS // 2] + "\n" + text[-MAX_CHARS // 2 :]
    converter, coded = _tables()
    text = _LAUGHS.sub("哈哈", text)
    for emoji, word in _EMOJI.items():
        text = text.replace(emoji, word)
    text = unicodedata.normalize("NFKC", text).lower().replace("\u2019", "'").replace("\u2018", "'")
    text = "".join(char for char in text if unicodedata.category(char) not in ("Cf", "Mn", "Cs", "So", "Sk"))
    text = _STAR.sub(",", text)
    if _is_spaced_out(text):
        text = re.sub(r"[^\S\n]", "", text)
    text = _BETWEEN_CJK.sub("", re.sub(r"[^\S\n]+", " ", text))
    text = converter.convert(text)
    text = _SPELT_OUT.sub(lambda spelt: re.sub(r"[^a-z]", "", spelt.group()), text)
    for pattern, plain in coded:
        text = pattern.sub(plain, text)
    return text.strip()


def _is_spaced_out(text: str) -> bool:
    """Whether Chinese was typed with a gap after every character, letters and digits too."""
    parts = text.split()
    single = sum(len(part) == 1 for part in parts)
    return len(parts) >= 3 and single * 4 >= len(parts) * 3 and re.search(f"[{_CJK}]", text) is not None
