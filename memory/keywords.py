"""Words for keyword search: CJK one- and two-grams in simplified characters, stemmed English words, kinship words folded.

Pure. The ids stored and compared are keyed hashes made by the vault; no word reaches the database.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import lru_cache
from typing import Any

import snowballstemmer
from opencc import OpenCC

_CONVERTER = OpenCC("t2s")
_OF_THREAD = threading.local()

STOP_CHARACTERS = frozenset(
    "的了是在我你他她它们吗呢吧啊呀哦嗯么这那有和与就都也还很不没一个上下来去说要会能可把被给到得地着过"
    "什怎谁哪几多为以对从让跟比最吃做想看"
)
_STOP = """
a an the and or but if of to in on at for with from by as is are was were be been am do does did have has had i me my
mine you your yours he him his she her hers it its we us our they them their this that these those what which who whom
when where why how not no so too very can could will would should may might must just about there here up down out over
again then than some any all i'm i've i'd you're it's that's don't didn't isn't remember tell know think said say like
"""
STOP_WORDS = frozenset(_STOP.split())
KIN = (
    ("妈妈", "母亲", "老妈", "我妈", "妈咪", "mom", "mum", "mother", "mommy"),
    ("爸爸", "父亲", "老爸", "我爸", "爹", "dad", "father", "daddy"),
    ("妹妹", "我妹", "小妹", "老妹"),
    ("弟弟", "我弟", "小弟", "老弟"),
    ("姐姐", "我姐", "老姐"),
    ("哥哥", "我哥", "老哥"),
    ("老婆", "妻子", "太太", "媳妇", "爱人", "wife"),
    ("老公", "丈夫", "先生", "husband"),
    ("外婆", "姥姥"),
    ("外公", "姥爷"),
    ("奶奶", "grandma", "grandmother", "granny"),
    ("爷爷", "grandpa", "grandfather"),
    ("女儿", "闺女", "daughter"),
    ("brother", "bro"),
    ("sister", "sis"),
    ("cousin",),
    ("uncle",),
    ("aunt", "auntie"),
    ("舅舅", "我舅"),
    ("叔叔", "我叔"),
    ("姑姑", "姑妈"),
    ("姨妈", "小姨", "大姨"),
    ("婆婆", "mother-in-law"),
    ("岳母", "丈母娘"),
    ("表弟",),
    ("表妹",),
    ("表哥",),
    ("表姐",),
    ("双胞胎", "twin"),
    ("前男友", "前女友", "ex"),
    ("儿子", "son"),
    ("猫", "猫咪", "猫猫", "cat", "kitty", "kitten"),
    ("狗", "狗狗", "小狗", "dog", "puppy"),
    ("生日", "birthday", "出生"),
    ("工作", "职业", "上班", "job", "work"),
    ("名字", "叫什么", "name", "called"),
    ("城市", "住", "city", "live"),
)
_ASKING = frozenset("时候天久少年月号次着记得提过里家叫姓名字种些件样事情后近还有啥曾知道干前嘛咋")
_ANY_PLAN = re.compile(
    r"安排|计划|打算|行程|活动|以前|之前|从前|当时|\b(?:plans?|planned|planning|schedule|coming up|before|used to|previously)\b"
)
_ASKS_EN = "much many long name called kind sort time last again ever mention mentioned told happened happen one thing colour color year years old get got did go went make made new living wrong done remember love enjoy favorite favourite doing"
_ASKING_EN = frozenset(_ASKS_EN.split())
"""What a question says about its answer, and not about its matter."""
EVERYDAY = ("生日", "工作", "名字", "城市")
"""Groups that name a matter, not somebody."""
_CJK = r"\u3400-\u4dbf\u4e00-\u9fff"
_RUN = re.compile(rf"[{_CJK}]+|[a-z0-9][a-z0-9']*")
_IS_CJK = re.compile(rf"[{_CJK}]")
_SIGNS = {word: f"~{group[0]}" for group in KIN for word in group}
_NAMED = re.compile(
    "|".join(
        rf"\b{word}\b" if word.isascii() else word
        for word in sorted(_SIGNS, key=lambda word: (-len(word), word))
    )
)
"""One pass over a text finds every group it names; a longer word is taken before one inside it."""

_COMMON_ZH = (
    "准备 打算 最近 开始 学习 正在 计划 今年 明年 今天 明天 一起 朋友 喜欢 讨厌 不想 别再 再提 有点 目标"
)
_COMMON_EN = (
    "start plan want try get go new time year day week month tomorrow today next last talk bring mention"
)


def normalise(text: str) -> str:
    """NFKC, lower case: the form in which values and words are compared."""
    return unicodedata.normalize("NFKC", text).lower()


def fold(text: str) -> str:
    """For equality of values: normalised, without spaces and punctuation."""
    return "".join(c for c in normalise(text) if unicodedata.category(c)[0] in "LNS")


def words(text: str) -> list[str]:
    """The search words of a text, repeats kept, in order. Kinship words add their group's sign."""
    lowered = normalise(text)
    found: list[str] = []
    for run in _RUN.findall(lowered):
        if _IS_CJK.match(run):
            run = _simplified(run)
            found += [c for c in run if c not in STOP_CHARACTERS]
            found += [run[i : i + 2] for i in range(len(run) - 1) if not _empty(run[i : i + 2])]
        elif run not in STOP_WORDS:
            found.append(stem(run))
    return found + aliases(_simplified(lowered))


def _empty(pair: str) -> bool:
    return pair[0] in STOP_CHARACTERS and pair[1] in STOP_CHARACTERS


def aliases(lowered: str) -> list[str]:
    """The signs of the kinship and everyday groups a text names, each once."""
    return list(dict.fromkeys(_SIGNS[word] for word in _NAMED.findall(lowered)))


def matter(*texts: str) -> set[str]:
    """The words that say what a text is about: whole words and pairs of characters, without what any plan or wish says."""
    return {word for word in words(" ".join(texts)) if len(word) > 1 and not word.startswith("~")} - COMMON


def asked(text: str) -> list[str]:
    """What an answer to a question must speak of: its people and animals by their signs, its characters and stems without
    those that any question has. Fewer words than `words` gives: no pairs, so that each thing counts once."""
    plain = _simplified(normalise(text))
    signs = [sign for sign in aliases(plain) if sign not in {f"~{matter}" for matter in EVERYDAY}]
    rest = _ANY_PLAN.sub(" ", _NAMED.sub(" ", plain))
    terms: list[str] = []
    for run in _RUN.findall(rest):
        if _IS_CJK.match(run):
            terms += [c for c in run if c not in STOP_CHARACTERS and c not in _ASKING]
        elif len(word := run.removesuffix("'s")) > 1 and word not in STOP_WORDS | _ASKING_EN:
            terms.append(stem(word))
    return list(dict.fromkeys([*signs, *terms]))


def whom(text: str) -> set[str]:
    """The signs of the people and animals a text names by kinship or kind."""
    return set(aliases(_simplified(normalise(text)))) - {f"~{matter}" for matter in EVERYDAY}


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of an English word, by Snowball: enough for matching, never shown."""
    held: Any = getattr(_OF_THREAD, "stemmer", None)
    if held is None:  # a stemmer works in its own fields: two threads in one would mix their words
        held = _OF_THREAD.stemmer = snowballstemmer.stemmer("english")
    return str(held.stemWord(word.removesuffix("'s")))


def _simplified(run: str) -> str:
    """A run of Chinese in simplified characters: what was said in 繁體 is found by 简体."""
    return str(_CONVERTER.convert(run))


COMMON = frozenset([*_COMMON_ZH.split(), *map(stem, _COMMON_EN.split())])
"""What any plan, wish or limit says: no sign of what it is about."""
