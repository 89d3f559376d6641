"""Who says that they are a minor, and whose age only stands in the same line."""

from __future__ import annotations

import pytest

from safety.assessing import assess
from safety.levels import Flag

OWN = [
    "我今年十五岁", "我才15岁", "我五年级", "我今年初二，爸爸又打我了", "今年十五岁，不想上学", "你好，今年初二", "我未满十八岁可以用吗", "我是初中生", "大家好，我是小明，今年十四岁",
    "15岁", "我高一", "我在读六年级", "爸妈吵架了，我才十三", "I'm 15", "im 14 and i hate school", "I'm in year 9", "i'm in 7th grade",
    "as a 15 year old girl I get no say", "year 9 is so hard", "I just started 6th grade", "I turn 16 next week",
    "im in 5th grade", "现在上初一，压力好大", "我刚上高一",
]  # fmt: skip
OF_OTHERS = [
    "我孩子说：我今年12岁了，不要再管我", "my son said 'I'm 12, leave me alone'", "我弟弟说他不想上学，我今年十五岁了，要我自己决定",
    "我家猫叫豆豆，今年八岁", "我女儿很可爱，今年六岁", "儿子成绩不好，初二，怎么办", "我家老大今年初二", "我表妹今年高一", "外甥来了，今年七岁", "a 12 year old girl stole my bike",
    "as a 9-to-5 worker I'm tired", "my son is in year 9", "teaching year 9 is hard", "my daughter is 12 years old",
    "她家狗很老了，十二岁", "教的是五年级，累", "养了只乌龟，才八岁", "我是五年级的老师", "我儿子五年级", "带豆豆打疫苗，它才六岁", "我的车今年八岁了", "这套房子今年十五岁了，老了", "as a 9 year plan",
    "the course for year 10 is boring", "我妹上初二，今年十四岁", "当家长真难，孩子初一", "我工作十年了", "我付了15", "来了十一，玩得开心", "结婚今年十五年",
    "我家的老狗，十五岁", "我们家闺女，高一", "我认识他十二岁", "我18岁生日", "我们公司今年八岁", "这家店今年十岁", "他们初二放假", "初二，去外婆家拜年", "大年初一，吃饺子", "今年初二，去丈母娘家",
    "正月初二", "我初二回老家", "初一，去庙里上香", "今年初一下雪了", "I am 7 and a half months pregnant",
]  # fmt: skip
"""A cat of eight, a daughter in grade five, a lunar day: nobody here may be sent away as a child."""


@pytest.mark.parametrize("line", OWN)
def test_ones_own_age_is_heard(line: str) -> None:
    assert Flag.MINOR in assess(line).flags


@pytest.mark.parametrize("line", OF_OTHERS)
def test_somebody_elses_age_is_not_ones_own(line: str) -> None:
    assert Flag.MINOR not in assess(line).flags
