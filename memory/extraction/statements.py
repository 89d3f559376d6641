"""One clean sentence about a fact, in the language of its line, the user in the second person."""

from __future__ import annotations

import re

from memory.candidates import USER, Precision, Span
from memory.extraction.en import saying
from memory.extraction.words import Words as Words
from memory.extraction.zh.words import KIN, PETS, any_of
from memory.policy import Kind

_RELATED = re.compile(rf"(?:{any_of([*KIN, *PETS])})$")
_YOURS = re.compile(r"\bmy\b")
_STUDYING = re.compile(
    r"^(?:大学|小学|幼儿园.*)$|大[一二三四五]|研[一二三]|博[一二三四]|高[一二三]|初[一二三]|年级"
)
_PETS = re.compile(r"[猫狗兔鼠鸟鱼龟]$|[猫狗]咪?$")
_ZH_OWN: dict[str, tuple[re.Pattern[str], str]] = {
    "job": (re.compile(r"[送卖写种教跑带修拉摆养唱跳打管看收搬弹拍剪]|当兵|开(?!发)"), "{w}的工作：{v}"),
    "mood": (re.compile(r"心情|压力|心里|心态|情绪"), "{w}{v}"),
    "status": (re.compile(r"单身|單身|未婚|已婚|离异|離異"), "{w}{v}"),
}
"""Values that the attribute's usual sentence doesn't carry: 你的工作是开了个花店."""


_ZH: dict[str, tuple[str, str]] = {
    "name": ("{w}叫{v}", "{w}不叫{v}"),
    "nickname": ("{w}希望被叫作{v}", "{w}不希望被叫作{v}"),
    "relation": ("{w}是你的{v}", "{w}不是你的{v}"),
    "gender": ("{w}的性别是{v}", "{w}的性别不是{v}"),
    "birthday": ("{w}的生日是{v}", "{w}的生日不是{v}"),
    "age": ("{w}今年{v}", "{w}不是{v}"),
    "height": ("{w}的身高是{v}", "{w}的身高不是{v}"),
    "contact": ("{w}的联系方式是{v}", "{w}的联系方式不再是{v}"),
    "status": ("{w}{v}了", "{w}不再{v}"),
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
    "item_view": ("{w}觉得{v}不错", "{w}觉得{v}不好"),
    "item_con": ("你对{w}的意见：{v}", "你对{w}没有这个意见：{v}"),
    "place_live": ("{w}住在{v}", "{w}不住在{v}了"),
    "place_visit": ("{w}去过{v}", "{w}没去过{v}"),
    "place_view": ("{w}觉得{v}不错", "{w}觉得{v}不好"),
    "place_con": ("你对{w}的意见：{v}", "你对{w}没有这个意见：{v}"),
    "place_kind": ("你说的{w}是{v}的", "你说的{w}不是{v}的"),
    "event_when": ("{w}的时间是{v}", "{w}的时间不是{v}"),
    "event_where": ("{w}的地点是{v}", "{w}的地点不是{v}"),
    "event_scale": ("{w}的规模是{v}", "{w}的规模不是{v}"),
    "event_length": ("{w}的持续时间是{v}", "{w}的持续时间不是{v}"),
    "event_main": ("{w}的主要内容是{v}", "{w}的主要内容不是{v}"),
}


def lifted(lang: str, value: str) -> str:
    """The sentence for a boundary that the user takes back."""
    if lang == "zh":
        return f"可以再和你聊{value.replace('我', '你')}了"
    return f"You are fine with talking about {_YOURS.sub('your', value)} again"


def statement(lang: str, words: Words) -> str:
    """The sentence for `words` in `lang`."""
    if lang != "zh":
        return saying.statement(words)
    if words.attribute == "event_what":
        return _event_zh(words)
    if words.attribute == "health" and words.kind is Kind.STATE and words.polarity > 0:
        return _zh("{w}这阵子{v}", words)
    if words.attribute == "promise" and words.polarity > 0 and _TO_KIN.match(words.value):
        return _zh("{w}答应{v}", words)
    patterns = _ZH.get(words.attribute) or ("{w}: {v}", "{w}: {v}")
    return _zh(patterns[0 if words.polarity > 0 else 1], words)


_TO_KIN = re.compile(rf"(?:我)?(?:{any_of([word for word in KIN if len(word) > 1])})")
"""A promise to somebody: 我答应妈妈春节回家 is no promise of hers."""


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
    if words.polarity > 0 and (own := _ZH_OWN.get(words.attribute)) and own[0].match(value):
        pattern = own[1]
    if words.attribute == "mood" and value.endswith(("死", "成狗")):  # 你觉得气死
        pattern = "{w}{v}了"
    if words.attribute == "education" and _STUDYING.search(value):
        pattern = "{w}在读{v}"
    if words.attribute not in ("name", "nickname", "contact"):
        value = re.sub(r"(?<!自)我的?(?=[\u4e00-\u9fff]|$)", "你", value)
    named = words.attribute == "relation" or words.attribute.startswith(
        ("event_", "item_con", "place_con", "place_kind")
    )
    return pattern.format(w=words.subject if named else who_zh(words.subject), v=value)


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


_ANOTHER = re.compile(r"(?!你|把|被|给|跟|和|去|来)[\u4e00-\u9fffA-Za-z]{1,6}?(?:把|将)(?=[\u4e00-\u9fff])")


def _event_zh(words: Words) -> str:
    date = date_zh(words.when) if words.when else ""
    if words.value == "预产期" and date:
        return f"{who_zh(words.subject)}的预产期是{date}"
    verb = "打算" if words.kind is Kind.PLAN and not words.value.endswith("生日") else ""
    value = re.sub(r"(?<![自])我的?", "你", words.value)
    past = words.kind is not Kind.PLAN and not re.search(r"[了过]|^(?:还|正)?在|^没|顺利|正常|没", value)
    if words.subject == USER and date and _ANOTHER.match(value):
        return f"{date}，{value}{'了' if past else ''}"  # somebody else did it: not "你…豆包把…"
    return f"{who_zh(words.subject)}{verb}{date}{value}{'了' if past else ''}"
