"""Of whom a Chinese clause speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.candidates import USER
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import Clause
from memory.extraction.zh.words import COMMON, KIN, ONE_CHARACTER, PETS, any_of

REL = any_of([*KIN, *PETS])
_NOT_NAMES = (
    "马上|高[兴中血大考度]|白天|许多|江[苏西]|金融|黎明|何必|黄金|罗马|程序|田里|林业|管理|段时|"
    "武汉|叶子|陆续|毛病|唐山|钱|卫生|夏天|秋天|秦皇|孔子|老[是家了早师板]|小[时学心区声]|阿姨"
)
NAME = rf"(?!{_NOT_NAMES})(?:[{COMMON}][\u4e00-\u9fff](?:(?![在是的也和跟有读上就都很去今住考做])[\u4e00-\u9fff])?|(?:小|阿|老)[\u4e00-\u9fff]|[A-Z][a-z]+)"
_LEAD = re.compile(
    r"(?:嗯|哦|噢|啊|哎呀?|唉|诶|对了|其实|说实话|说真的|话说|那个|哈喽|你好|您好|然后|而且|"
    r"不过|但是|但|可是|因为|所以|就是|毕竟|反正|另外|还有|"
    r"顺便说下|告诉你|跟你说|你知道吗|虽然|原来|没错|是的|是啊|对啊|好吧|纠正一下|更正一下|不对|"
    r"说错了)+\s*[，,]?"
)
_OWNED = re.compile(
    rf"(?P<own>我们家的?|我家里?的?|我的|我|俺|咱家|咱)(?P<had>有(?:一?[个位只条]|[两三四五][个只条]|个)?|"
    rf"(?:现在)?养(?:了|着)?(?:一?[只条个]|两[只条])?)?"
    rf"(?:那个|那位|那[只条]|这[个只]|一个|的一个|手下的那位|最好的|亲)?(?P<rel>{REL})(?:(?=们)们)?"
)
_NEAR_ONES = [
    "爸爸",
    "妈妈",
    "老爸",
    "老妈",
    "爸妈",
    "爷爷",
    "奶奶",
    "外公",
    "外婆",
    "姥姥",
    "姥爷",
    "公公",
    "婆婆",
    "岳父",
    "岳母",
    "丈母娘",
    "表哥",
    "表姐",
    "表弟",
    "表妹",
    "堂哥",
    "堂姐",
    "堂弟",
    "堂妹",
    "嫂子",
    "弟媳",
    "姐夫",
    "妹夫",
    "舅舅",
    "舅妈",
    "姑姑",
    "姑妈",
    "婶婶",
    "姨妈",
    "小姨",
    "大伯",
    "二叔",
    "小叔",
    "小舅",
    "小姑",
    "儿子",
    "女儿",
    "闺女",
    "侄子",
    "侄女",
    "外甥",
    "老公",
    "老婆",
    "男朋友",
    "女朋友",
    "男友",
    "女友",
    "未婚夫",
    "未婚妻",
    "前任",
    "前男友",
    "前女友",
    "前妻",
    "前夫",
    "室友",
    "舍友",
    "闺蜜",
    "发小",
    "死党",
    "导师",
    "上司",
    "下属",
]
"""Who needs no 我 to be the speaker's: 外婆今年九十了. 朋友 and 老师 may be anybody's."""
_BARE = re.compile(
    rf"(?P<rel>{any_of([w for w in KIN if len(w) > 1])})(?=的|叫|他|她|今年)|(?P<near>{any_of(_NEAR_ONES)})"
    r"(?=在|喜欢|是|就|只|特别|身高|生日|学历|也|昨|今|明|前天|后天|上|下|最近|刚|要|住|去|得|做|开|有|考|生|属|又|已经|还|退休|\d)"
)
_OF = re.compile(
    rf"(?:的|他|她)?(?P<rel>{any_of([w for w in KIN if w not in ('对象', '孩子', '娃')])})(?!级)"
)
_APPOSED = re.compile(
    rf"(?P<name>{NAME})(?=[上在是今读考做喜特很快刚住从也离辞结怀跟和被要去，, ]|的|有|最|$)"
)
_PRONOUN = re.compile(r"(?:他|她|它|ta)们?家?(?:的)?(?:人)?")
_AGAIN = re.compile(r"(?:他|她|它)(?:们家|家|们)?")
_I = re.compile(r"(?:我们|我|本人|俺|咱)(?:自己|这个人|这人|本人|呢|啊)?(?!们)")
_NOT_MINE = re.compile(
    r"(?:你|您|您的|你们|咱俩|这(?!次|几天|周|个月|阵子|学期|两天|段时间|礼拜|星期)|那|有人|别人|"
    r"人家|谁|某)"
)
_INTRODUCED = re.compile(
    rf"(?P<name>[\u4e00-\u9fff]{{2,4}}|[A-Z][a-z]+)(?:是|，是)我的?(?:那个)?(?P<rel>{REL})$"
)


@dataclass(frozen=True)
class Subject:
    """`who` is USER, a relation or a name; `at` is where the predicate begins in the line. `explicit` says that
    the clause names its subject; `home` that it said 我家 or 养了: the pet is theirs."""

    who: str
    at: int
    explicit: bool
    relation: str = ""
    home: bool = False


def relation(word: str) -> str:
    """妹 → 妹妹; other words as they are."""
    return ONE_CHARACTER.get(word, word)


def lead(text: str) -> int:
    """How many characters of `text` only open the sentence."""
    found = _LEAD.match(text)
    return found.end() if found and found.end() < len(text) else 0


def resolve(clause: Clause, scene: Scene, facts: list[Fact]) -> Subject | None:
    """The subject of `clause`, or None where it is someone unknown. Appends what the subject's own words
    state (a pet, a name beside the relation)."""
    text = clause.text
    skip = lead(text)
    rest = text[skip:]
    at = clause.start + skip
    if found := _INTRODUCED.match(rest):
        return _introduced(found, at, clause, scene, facts)
    if (found := _OWNED.match(rest)) or (found := _BARE.match(rest)):
        return _owned(found, rest, at, clause, scene, facts)
    for name, word in scene.kin.items():
        if name and rest.startswith(name):
            scene.person = word
            return Subject(word, at + len(name), True, word)
    for name in (*scene.named, *scene.known):
        if name and rest.startswith(name):
            scene.person = name
            return Subject(name, at + len(name), True)
    if rest.startswith("其") and scene.person and not rest.startswith(("其实", "其他", "其中")):
        return Subject(scene.person, at + 1, True)
    if found := _PRONOUN.match(rest):
        if scene.person is None:
            return None
        if further := _OF.match(rest, found.end()):
            return _further(scene, further, at)
        return Subject(scene.person, at + found.end(), True)
    if found := _I.match(rest):
        scene.person = None
        return Subject(USER, at + found.end(), True)
    if _NOT_MINE.match(rest):
        return None
    if scene.person:
        return Subject(scene.person, at, False)
    return Subject(USER, at, False)


def _introduced(found: re.Match[str], at: int, clause: Clause, scene: Scene, facts: list[Fact]) -> Subject:
    name, word = found["name"], found["rel"]
    scene.named[name] = relation(word)
    scene.person = name
    start, end = found.span("rel")
    facts.append(
        Fact(name, "relation", at + start, at + end, (at, clause.end), names=(name,), confidence=0.95)
    )
    return Subject(name, at + found.end(), True)


def _owned(
    found: re.Match[str], rest: str, at: int, clause: Clause, scene: Scene, facts: list[Fact]
) -> Subject:
    word = found["rel"] or found["near"]
    who, end = relation(word), found.end()
    own = (found.groupdict().get("own") or "").rstrip("的")
    had = found.groupdict().get("had") or ""
    pet = word in PETS
    home = pet and (own.endswith("家") or bool(had))
    if home:
        start = at + found.start("rel")
        facts.append(Fact(USER, "pet", start, start + len(word), (at, clause.end)))
    if named := _APPOSED.match(rest, end):
        facts.append(
            Fact(who, "name", at + named.start(), at + named.end(), (at, clause.end), names=(named["name"],))
        )
        end = named.end()
    elif (further := _OF.match(rest, end)) and (
        rest[end] == "的" or further["rel"] not in ("上司", "领导", "老板", "朋友")
    ):
        who, end = f"{who}的{relation(further['rel'])}", further.end()
    if pronoun := _AGAIN.match(rest, end):
        end = pronoun.end()
    scene.person = who
    return Subject(who, at + end, True, word, home)


def _further(scene: Scene, found: re.Match[str], at: int) -> Subject:
    who = f"{scene.person}的{relation(found['rel'])}"
    scene.person = who
    return Subject(who, at + found.end(), True)
