"""One clean sentence about a fact, in the language of its line, the user in the second person."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.candidates import USER, Precision, Span
from memory.extraction.zh.words import KIN, PETS, any_of
from memory.policy import Kind

_RELATED = re.compile(rf"(?:{any_of([*KIN, *PETS])})$")
_MASS = frozenset({"surgery", "class", "work", "school", "dinner", "lunch", "therapy", "practice"})
_YOURS = re.compile(r"\bmy\b")
_STUDYING = re.compile(
    r"^(?:大学|小学|幼儿园.*)$|大[一二三四五]|研[一二三]|博[一二三四]|高[一二三]|初[一二三]|年级"
)
_PAST = re.compile(
    r"(?:\w+ed|got|went|had|saw|met|came|lost|left|quit|put|took|bought|ran|fell|broke|drove|"
    r"fought|cried|made|said)$",
    re.IGNORECASE,
)
_PETS = re.compile(r"[猫狗兔鼠鸟鱼龟]$|[猫狗]咪?$")


@dataclass(frozen=True)
class Words:
    subject: str
    attribute: str
    value: str
    polarity: int
    when: Span | None
    kind: Kind


_ZH: dict[str, tuple[str, str]] = {
    "name": ("{w}叫{v}", "{w}不叫{v}"),
    "nickname": ("{w}希望被叫作{v}", "{w}不希望被叫作{v}"),
    "relation": ("{w}是你的{v}", "{w}不是你的{v}"),
    "gender": ("{w}的性别是{v}", "{w}的性别不是{v}"),
    "birthday": ("{w}的生日是{v}", "{w}的生日不是{v}"),
    "age": ("{w}今年{v}", "{w}不是{v}"),
    "height": ("{w}的身高是{v}", "{w}的身高不是{v}"),
    "contact": ("{w}的联系方式是{v}", "{w}的联系方式不再是{v}"),
    "status": ("{w}目前的状态是{v}", "{w}不再{v}"),
    "city": ("{w}住在{v}", "{w}不住在{v}了"),
    "work_city": ("{w}在{v}工作", "{w}不在{v}工作了"),
    "hometown": ("{w}的老家是{v}", "{w}的老家不是{v}"),
    "job": ("{w}的工作是{v}", "{w}现在不做{v}"),
    "position": ("{w}的职位是{v}", "{w}的职位不再是{v}"),
    "employer": ("{w}在{v}工作", "{w}不在{v}工作了"),
    "education": ("{w}的学历是{v}", "{w}的学历不是{v}"),
    "school": ("{w}的学校是{v}", "{w}不在{v}上学了"),
    "major": ("{w}学的是{v}", "{w}学的不是{v}"),
    "hobby": ("{w}的爱好是{v}", "{w}不再{v}"),
    "like": ("{w}喜欢{v}", "{w}不喜欢{v}"),
    "trait": ("{w}的性格特点：{v}", "{w}不{v}"),
    "habit": ("{w}有个习惯：{v}", "{w}不再{v}"),
    "diet": ("{w}的饮食：{v}", "{w}不碰{v}"),
    "allergy": ("{w}对{v}过敏", "{w}对{v}不过敏"),
    "health": ("{w}的健康状况：{v}", "{w}没有{v}"),
    "belief": ("{w}的信仰：{v}", "{w}不信{v}"),
    "sexuality": ("{w}的性取向：{v}", "{w}不是{v}"),
    "money": ("{w}的经济状况：{v}", "{w}不再{v}"),
    "trauma": ("{w}经历过：{v}", "{w}没有经历过{v}"),
    "pet": ("{w}养了{v}", "{w}没有{v}了"),
    "mood": ("{w}觉得{v}", "{w}不觉得{v}"),
    "goal": ("{w}的目标是{v}", "{w}不再想{v}"),
    "promise": ("{w}答应：{v}", "{w}没有答应{v}"),
    "boundary": ("{w}的界限：{v}", "{w}的界限：{v}"),
    "style": ("{w}希望这样交流：{v}", "{w}不希望{v}"),
    "item_has": ("{w}有{v}", "{w}没有{v}了"),
    "item_view": ("{w}觉得{v}好", "{w}觉得{v}不好"),
    "place_live": ("{w}住在{v}", "{w}不住在{v}了"),
    "place_visit": ("{w}去过{v}", "{w}没去过{v}"),
    "place_view": ("{w}觉得{v}好", "{w}觉得{v}不好"),
    "event_when": ("{w}的时间是{v}", "{w}的时间不是{v}"),
    "event_where": ("{w}的地点是{v}", "{w}的地点不是{v}"),
    "event_scale": ("{w}的规模是{v}", "{w}的规模不是{v}"),
    "event_length": ("{w}的持续时间是{v}", "{w}的持续时间不是{v}"),
    "event_main": ("{w}的主要内容是{v}", "{w}的主要内容不是{v}"),
}
_EN: dict[str, tuple[str, str]] = {
    "name": ("{o} name is {v}", "{o} name is not {v}"),
    "nickname": ("{w} want to be called {v}", "{w} do not want to be called {v}"),
    "relation": ("{w} is your {v}", "{w} is not your {v}"),
    "gender": ("{o} gender is {v}", "{o} gender is not {v}"),
    "birthday": ("{o} birthday is {v}", "{o} birthday is not {v}"),
    "age": ("{w} are {v} years old", "{w} are not {v}"),
    "height": ("{w} are {v} tall", "{w} are not {v} tall"),
    "contact": ("{o} contact is {v}", "{o} contact is no longer {v}"),
    "status": ("{w} are {v}", "{w} are not {v}"),
    "city": ("{w} live in {v}", "{w} no longer live in {v}"),
    "work_city": ("{w} work in {v}", "{w} do not work in {v}"),
    "hometown": ("{w} come from {v}", "{w} do not come from {v}"),
    "job": ("{o} job: {v}", "{o} job is not: {v}"),
    "position": ("{o} position: {v}", "{w} no longer have this position: {v}"),
    "employer": ("{w} work at {v}", "{w} no longer work at {v}"),
    "education": ("{o} education: {v}", "{o} education is not {v}"),
    "school": ("{o} school: {v}", "{w} no longer study at {v}"),
    "major": ("{w} study {v}", "{w} do not study {v}"),
    "hobby": ("{o} hobby: {v}", "{w} no longer do this: {v}"),
    "like": ("{w} like {v}", "{w} don't like {v}"),
    "trait": ("{o} character: {v}", "{w} are not {v}"),
    "habit": ("{o} habit: {v}", "{w} no longer do this: {v}"),
    "diet": ("{o} diet: {v}", "{w} avoid this: {v}"),
    "allergy": ("{o} allergy or intolerance: {v}", "{w} are not allergic to {v}"),
    "health": ("{o} health: {v}", "{w} do not have {v}"),
    "belief": ("{o} belief: {v}", "{w} are not {v}"),
    "sexuality": ("{w} are {v}", "{w} are not {v}"),
    "money": ("{o} money: {v}", "{w} no longer {v}"),
    "trauma": ("{w} went through this: {v}", "{w} did not go through this: {v}"),
    "pet": ("{w} have a {v}", "{w} no longer have a {v}"),
    "mood": ("{w} feel {v}", "{w} do not feel {v}"),
    "goal": ("{w} want to {v}", "{w} no longer want to {v}"),
    "promise": ("{w} promised: {v}", "{w} did not promise: {v}"),
    "boundary": ("{o} boundary: {v}", "{o} boundary: {v}"),
    "style": ("{o} wish for how to talk: {v}", "{w} do not wish: {v}"),
    "item_has": ("{w} have {v}", "{w} no longer have {v}"),
    "item_view": ("{w} find {v} good", "{w} find {v} bad"),
    "place_live": ("{w} live in {v}", "{w} no longer live in {v}"),
    "place_visit": ("{w} went to {v}", "{w} did not go to {v}"),
    "place_view": ("{w} find {v} good", "{w} find {v} bad"),
    "event_when": ("The time of {w} is {v}", "The time of {w} is not {v}"),
}
_THIRD = {"are": "is", "live": "lives", "work": "works", "want": "wants", "come": "comes", "study": "studies",
          "like": "likes", "don't": "doesn't", "do": "does", "have": "has", "avoid": "avoids", "feel": "feels",
          "went": "went", "find": "finds", "go": "goes"}  # fmt: skip


def lifted(lang: str, value: str) -> str:
    """The sentence for a boundary that the user takes back."""
    if lang == "zh":
        return f"可以再和你聊{value.replace('我', '你')}了"
    return f"You are fine with talking about {_YOURS.sub('your', value)} again"


def statement(lang: str, words: Words) -> str:
    """The sentence for `words` in `lang`."""
    if words.attribute == "event_what":
        return _event_zh(words) if lang == "zh" else _event_en(words)
    patterns = (_ZH if lang == "zh" else _EN).get(words.attribute) or ("{w}: {v}", "{w}: {v}")
    pattern = patterns[0 if words.polarity > 0 else 1]
    return _zh(pattern, words) if lang == "zh" else _en(pattern, words)


def who_zh(subject: str) -> str:
    if subject == USER:
        return "你"
    if re.fullmatch(r"[A-Za-z .'-]+", subject):
        return subject
    if not _RELATED.search(subject):
        return subject
    if _PETS.search(subject) or subject in PETS or len(subject) > 2:
        return f"你的{subject}"
    return f"你{subject}"


def _zh(pattern: str, words: Words) -> str:
    value = words.value
    if words.attribute == "age" and value[-1:] not in "岁":
        value += "岁"
    if words.attribute == "pet" and value in ("猫", "狗"):
        value = {"猫": "一只猫", "狗": "一只狗"}[value]
    if words.attribute == "allergy" and words.polarity > 0 and value.endswith(("不耐", "不耐受", "过敏")):
        pattern = "{w}{v}"
    if words.attribute == "diet" and words.polarity < 0 and value[:1] in "吃喝抽":
        pattern = "{w}不{v}"
    if words.attribute == "event_when" and words.when:
        value = date_zh(words.when)
    if words.attribute == "education" and _STUDYING.search(value):
        pattern = "{w}在读{v}"
    if words.attribute not in ("name", "nickname", "contact"):
        value = re.sub(r"(?<!自)我的?(?=[\u4e00-\u9fff]|$)", "你", value)
    named = words.attribute == "relation" or words.attribute.startswith("event_")
    return pattern.format(w=words.subject if named else who_zh(words.subject), v=value)


def owner_en(subject: str) -> str:
    if subject == USER:
        return "Your"
    return f"{_cap(who_en(subject))}'s"


def who_en(subject: str) -> str:
    if subject == USER:
        return "you"
    return subject if subject[:1].isupper() else f"your {subject}"


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _en(pattern: str, words: Words) -> str:
    who = words.subject if words.attribute in ("relation", "event_when") else who_en(words.subject)
    if words.subject != USER and pattern.startswith("{w} "):
        if words.attribute == "name":
            pattern = "{w} is called {v}"
        head, verb, *rest = pattern.split(" ", 2)
        if verb == "no" and rest:
            longer, verb, *more = rest[0].split(" ", 2)
            pattern = " ".join([head, "no", longer, _THIRD.get(verb, verb), *more])
        else:
            pattern = " ".join([head, _THIRD.get(verb, verb), *rest])
    value = re.sub(r"\bmy\b", "your", words.value)
    if words.attribute == "goal" and value.split(" ")[0].endswith("ing"):
        pattern = "{w} are {v}" if words.subject == USER else "{w} is {v}"
    if words.subject != USER and words.attribute == "name" and words.polarity > 0:
        pattern = "{w} is called {v}"
    return _cap(pattern.format(w=who, o=owner_en(words.subject), v=value))


def date_zh(span: Span) -> str:
    """The absolute date of a span: 2026年7月20日, 2026年7月, 2026年."""
    start = span.start
    if span.precision is Precision.YEAR:
        return f"{start.year}年"
    if span.precision in (Precision.MONTH, Precision.SEASON):
        return f"{start.year}年{start.month}月"
    day = f"{start.year}年{start.month}月{start.day}日"
    if span.precision in (Precision.HOUR, Precision.MINUTE):
        return f"{day}{start:%H:%M}"
    if span.precision in (Precision.WEEK, Precision.VAGUE):
        return f"{day}前后"
    return day


def date_en(span: Span) -> str:
    start = span.start
    if span.precision is Precision.YEAR:
        return f"in {start.year}"
    if span.precision in (Precision.MONTH, Precision.SEASON):
        return f"in {start:%B} {start.year}"
    day = f"{start:%B} {start.day}, {start.year}"
    if span.precision in (Precision.HOUR, Precision.MINUTE):
        return f"on {day} at {start:%H:%M}"
    if span.precision in (Precision.WEEK, Precision.VAGUE):
        return f"around {day}"
    return f"on {day}"


_ANOTHER = re.compile(r"(?!你|把|被|给|跟|和|去|来)[\u4e00-\u9fffA-Za-z]{1,6}?(?:把|将)(?=[\u4e00-\u9fff])")


def _event_zh(words: Words) -> str:
    date = date_zh(words.when) if words.when else ""
    verb = "打算" if words.kind is Kind.PLAN else ""
    value = re.sub(r"(?<![自])我的?", "你", words.value)
    past = words.kind is not Kind.PLAN and not re.search(r"[了过]", value)
    if words.subject == USER and date and _ANOTHER.match(value):
        return f"{date}，{value}{'了' if past else ''}"  # somebody else did it: not "你…豆包把…"
    return f"{who_zh(words.subject)}{verb}{date}{value}{'了' if past else ''}"


def _article(word: str) -> str:
    return "an " if word[:1] in "aeiou" else "a "


def _event_en(words: Words) -> str:
    date = f" {date_en(words.when)}" if words.when else ""
    value = re.sub(r"\bmy\b", "your", words.value)
    who, user = _cap(who_en(words.subject)), words.subject == USER
    first = value.split()[0] if value.split() else ""
    if first.endswith("ing"):
        be = ("are" if user else "is") if words.kind is Kind.PLAN else ("were" if user else "was")
        return f"{who} {be} {value}{date}"
    if _PAST.fullmatch(first) or first in ("has", "have"):
        return f"{who} {value}{date}"
    has = ("have" if user else "has") if words.kind is Kind.PLAN else "had"
    article = "" if len(value.split()) > 1 or value.endswith("s") or value in _MASS else _article(value)
    return f"{who} {has} {article}{value}{date}"
