"""Text as the risk rules read it: one script, one case, no disguises. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import opencc

from safety.coding import CODED_EN, CODED_ZH

MAX_CHARS = 4000
_CJK = "\u3400-\u9fff"
_EMOJI = {"💊": "药", "🔪": "刀", "🗡": "刀", "🩸": "血", "⚰": "死", "💀": "", "☠": ""}
_EMOJI_ZH = re.compile("(?<=想)[💀☠]")
_LAUGHS = re.compile("[😂🤣😅😆😹]+")
_BETWEEN_CJK = re.compile(rf"(?<=[{_CJK}])[\s._*/\\|~^+#@&-]+(?=[{_CJK}])")
_STAR = re.compile(r"(?<!\w)\*+|\*+(?!\w)")  # stage directions: *她轻声说*
_LETTERS = re.compile(r"(?<!\S)\S(?: \S)*(?:  +\S(?: \S)*)+(?!\S)")  # s o   m a n y   w o r d s
_SPELT_OUT = re.compile(r"(?<![a-z0-9'])(?:[a-z][ .*_-]){2,}[a-z](?![a-z0-9'])")
_CUT = re.compile(
    rf"(?<=[{_CJK}])(?=[a-z])|(?<=[a-z])(?=[{_CJK}])"
    r"|\b(?:just|really|honestly|literally|actually|kind ?of|kinda|sort ?of|sorta|basically|simply|truly|even|still"
    r"|fucking|fuckin|freaking|frickin|damn|goddamn|pretty much|legit|low ?key|high ?key|tbh|ngl|fr|imo|pls|plz"
    r"|please|genuinely|seriously|absolutely|totally|completely|definitely|probably|maybe|perhaps|definitely"
    r"|certainly|quite|sometimes|often|always|constantly|lately|ever|already|very|rn|yaar|bro|dude"
    r"|mate|lah|haha|lol) "
)


# Words that carry a meaning of danger, and are typed in a hurry.
_KEY_WORDS = (
    "want", "wanna", "kill", "killing", "myself", "anymore", "another", "tonight", "tomorrow", "suicide",
    "suicidal", "goodbye", "alive", "living", "worth", "without", "pills", "overdose", "disappear",
    "forever", "cannot", "cant", "hopeless", "worthless", "burden", "jumping", "bridge", "urges",
    "existing", "hurting", "going", "already", "ending", "dying", "life", "world", "breathe", "bleeding", "everyone", "nobody", "happier", "better",
    "exist", "stop", "took", "taken", "everything", "nothing", "thinking", "thought", "think", "about", "death", "blood", "would",
    "could", "should", "hurt", "because", "family", "swallowed", "swallow", "tablets", "hanging", "cutting", "spinning", "bleach",
)  # fmt: skip
_RUN_WORDS = (
    "tomorrow", "goodbye", "anymore", "killing", "tonight", "myself", "suicide", "should", "wanna", "going", "gonna",
    "dying", "pills", "alive", "today", "never", "again", "want", "kill", "self", "life", "dont", "live", "here", "hurt",
    "hang", "took", "have", "plan", "more", "cant", "will", "jump", "this", "just", "dead", "help", "wake", "with", "the",
    "die", "end", "all", "not", "cut", "bye", "now", "and", "you", "off", "out", "am", "im", "to", "my", "me", "it", "do",
    "be", "no", "go", "on", "is", "of", "so", "up", "i", "a",
)  # fmt: skip
_RUN_WORD = re.compile("|".join(_RUN_WORDS))
MOST_ONE_WORD = 8
"""Letters typed apart that may be one word."""
_REAL_WORDS = frozenset((
    "bridge", "burden", "burned", "cant", "dingy", "bride", "spot", "cloud", "exits", "exiting", "noting", "beach", "tables",
    "tablet", "drying", "dyeing", "talking", "dearth", "though", "through", "chanting", "swallows", "deathly", "bloody", "worldly", "wordless", "hunting",
))  # fmt: skip
_KEYS = frozenset(_KEY_WORDS)
_DISORDERED = {word[0] + "".join(sorted(word)): word for word in _KEY_WORDS}
_SHORTENED = {
    word[:i] + word[i + 1 :]: word for word in _KEY_WORDS if len(word) > 6 for i in range(1, len(word))
}
_TYPED = re.compile(r"(?<![a-z'])[a-z]{4,12}(?![a-z'])")


@lru_cache(maxsize=1)
def _tables() -> tuple[opencc.OpenCC, list[tuple[re.Pattern[str], str]]]:
    return opencc.OpenCC("t2s"), [(re.compile(pattern), plain) for pattern, plain in (*CODED_ZH, *CODED_EN)]


def normalise(text: str) -> str:
    """`text` in NFKC, lower case and simplified characters, without zero-width characters and gaps inside
    Chinese words, with coded words spelt out and English contractions opened. Long text keeps both ends.
    """
    if len(text) > MAX_CHARS:
        text = text[: MAX_CHARS // 2] + "\n" + text[-MAX_CHARS // 2 :]
    converter, coded = _tables()
    text = _LAUGHS.sub("哈哈", text)
    text = _EMOJI_ZH.sub("死", text)
    for emoji, word in _EMOJI.items():
        text = text.replace(emoji, word)
    text = unicodedata.normalize("NFKC", text).lower().replace("\u2019", "'").replace("\u2018", "'")
    text = "".join(char for char in text if unicodedata.category(char) not in ("Cf", "Mn", "Cs", "So", "Sk"))
    text = _STAR.sub(",", text)
    text = _LETTERS.sub(lambda letters: re.sub(r"(?<! ) (?! )", "", letters.group()), text)
    if _is_spaced_out(text):
        text = re.sub(r"[^\S\n]", "", text)
    text = _BETWEEN_CJK.sub("", re.sub(r"[^\S\n]+", " ", text))
    text = converter.convert(text)
    text = _TYPED.sub(lambda typed: _spelt_right(typed.group()), text)
    text = _SPELT_OUT.sub(lambda spelt: _parted(re.sub(r"[^a-z]", "", spelt.group())), text)
    for pattern, plain in coded:
        text = pattern.sub(plain, text)
    return text.strip()


def _spelt_right(word: str) -> str:
    """A word that matters, typed with its letters in disorder, with one left out or one too many; any other as it is."""
    if word in _KEYS or word in _REAL_WORDS:
        return word
    key = word[0] + "".join(sorted(word))
    return _DISORDERED.get(key) or _SHORTENED.get(word) or _longer(word) or word


def _longer(word: str) -> str:
    """The word that matters and that has one letter less than `word`: any inner one, or one typed twice; "" where there is none."""
    for at in range(1, len(word)):
        shorter, twice = word[:at] + word[at + 1 :], word[at] == word[at - 1]
        if shorter in _KEYS and (twice or (len(shorter) > 4 and at < len(word) - 1)):
            return shorter
    return ""


def _parted(run: str) -> str:
    """Letters typed one by one, with the same gap between words: the words again, where they are ones that matter."""
    words = _RUN_WORD.findall(run)
    return " ".join(words) if len(run) > MOST_ONE_WORD and "".join(words) == run else run


def _is_spaced_out(text: str) -> bool:
    """Whether Chinese was typed with a gap after every character, letters and digits too."""
    parts = text.split()
    single = sum(len(part) == 1 for part in parts)
    return len(parts) >= 3 and single * 4 >= len(parts) * 3 and re.search(f"[{_CJK}]", text) is not None


def as_classes_read(words: str) -> tuple[str, list[int]]:
    """`words` without the English adverbs that stand anywhere and mean nothing, and with a space between the two
    scripts, so that a word has its edges; and for each character its place in `words`."""
    kept: list[str] = []
    places: list[int] = []
    at = 0
    for cut in _CUT.finditer(words):
        kept.append(words[at : cut.start()])
        places.extend(range(at, cut.start()))
        if not cut.group():
            kept.append(" ")
            places.append(cut.start())
        at = cut.end()
    kept.append(words[at:])
    places.extend(range(at, len(words)))
    return "".join(kept), places
