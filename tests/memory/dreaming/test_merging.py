"""Wordings of the same thing, and two hundred that look alike and must both survive."""

from __future__ import annotations

from typing import Any

import pytest

from memory.dreaming.alike import merges, same_thing
from tests.memory.dreaming.rows import held, likes

SAME = [
    ("咖啡", "喝咖啡"), ("爬山", "去爬山"), ("火锅", "吃火锅"), ("听民谣", "民谣"), ("看科幻电影", "科幻电影"), ("跑步", "自己跑步"),
    ("特别喜欢的乌龙茶", "喜欢的乌龙茶"), ("打羽毛球", "羽毛球"), ("玩桌游", "桌游"), ("做蛋糕", "自己做蛋糕"), ("coffee", "Coffee"),
    ("hiking", "going hiking"), ("hike", "hiking"), ("cats", "cat"), ("the beach", "beach"), ("really spicy food", "spicy food"),
    ("long walks", "a long walk"), ("jazz records", "jazz record"), ("Ｊａｚｚ", "jazz"), ("早起", "早起。"),
]  # fmt: skip
KINDS = {
    "咖啡": ["黑咖啡", "咖啡厅", "咖啡味的冰淇淋", "不加糖的咖啡", "速溶咖啡", "咖啡机", "冰咖啡", "咖啡豆"],
    "猫": ["猫粮", "橘猫", "猫毛", "布偶猫", "猫咖", "黑猫"],
    "爬山": ["爬黄山", "雨天爬山", "爬山路", "夜里爬山", "爬泰山"],
    "火锅": ["清汤火锅", "麻辣火锅", "鸳鸯火锅", "海底捞火锅", "潮汕牛肉火锅"],
    "电影": ["恐怖电影", "老电影", "电影院", "电影原声", "科幻电影", "文艺电影", "电影节"],
    "早上七点跑步": ["早上八点跑步", "晚上七点跑步", "七点半跑步", "每周三跑步"],
    "和小雨吃饭": ["和小雪吃饭", "和妈妈吃饭", "和李雷吃饭", "和韩梅吃饭"],
    "三只猫": ["两只猫", "四只猫", "一只猫", "三只狗"],
    "红色": ["粉红色", "暗红色", "绿色", "白色", "红色的裙子"],
    "周杰伦": ["周杰", "周华健", "林俊杰", "周传雄"],
    "苹果": ["苹果手机", "青苹果", "苹果汁", "烂苹果", "苹果派"],
    "北京": ["北京烤鸭", "南京", "北京大学", "老北京"],
    "coffee": ["black coffee", "coffee shops", "iced coffee", "coffee beans", "decaf coffee", "coffee cake", "instant coffee"],
    "dogs": ["hot dogs", "big dogs", "small dogs", "dog shows", "guide dogs", "dog food"],
    "hiking": ["hiking boots", "winter hiking", "night hiking", "hiking poles", "solo hiking"],
    "spicy food": ["food", "spicy noodles", "mild food", "spicy curry", "Thai food"],
    "tea at 5": ["tea at 6", "tea", "coffee at 5", "tea at 5 with Ana", "tea at 15"],
    "dinner with Bob": ["dinner with Anna", "lunch with Bob", "dinner with Bobby", "dinner with Bob's mother"],
    "jazz": ["acid jazz", "jazz dance", "free jazz", "jazz hands", "smooth jazz"],
    "not being called": ["being called", "not being asked", "being called late"],
    "running": ["running late", "trail running", "running shoes", "treadmill running"],
    "horror films": ["old films", "horror novels", "silent films", "short films"],
    "Leeds": ["Leeds United", "Leeds market", "Bristol", "leads"],
    "green apples": ["red apples", "green tea", "apple pie", "apples"],
    "two cats": ["three cats", "two dogs", "one cat", "cats"],
    "rain": ["rain boots", "acid rain", "train", "summer rain"],
    "做数学题": ["做物理题", "数学老师", "高等数学", "数学竞赛"],
    "喝酒": ["喝红酒", "喝啤酒", "酒吧", "不喝酒", "喝白酒", "戒酒"],
    "睡觉": ["睡午觉", "不睡觉", "睡懒觉", "早睡觉"],
    "西湖": ["西湖醋鱼", "东湖", "西湖边的茶馆", "西湖龙井"],
    "唱歌": ["唱粤语歌", "唱老歌", "唱儿歌", "唱歌剧"],
    "小说": ["武侠小说", "言情小说", "侦探小说", "网络小说", "短篇小说"],
    "writing letters": ["writing code", "love letters", "reading letters", "writing lists"],
    "the sea": ["sea salt", "the North Sea", "seafood", "deep sea diving", "the sea in winter"],
    "5公里": ["10公里", "15公里", "5里", "五十公里"],
    "花": ["花茶", "花生", "花粉", "雪花"],
}  # fmt: skip
DIFFERENT = [(one, other) for one, others in KINDS.items() for other in others]


def test_the_sample_is_large() -> None:
    assert len(SAME) + len(DIFFERENT) >= 170
    inside = [(a, b) for others in KINDS.values() for a in others for b in others if a < b]
    assert len(SAME) + len(DIFFERENT) + len(inside) >= 200


@pytest.mark.parametrize(("one", "other"), SAME)
def test_these_say_the_same(one: str, other: str) -> None:
    assert same_thing(one, other)
    assert same_thing(other, one)


def test_none_of_these_do() -> None:
    """The whole sample, and every pair inside a group: not one may be merged."""
    inside = [(a, b) for others in KINDS.values() for a in others for b in others if a < b]
    wrong = [pair for pair in (*DIFFERENT, *inside) if same_thing(*pair) or same_thing(*pair[::-1])]
    assert wrong == []


def test_likes_and_dislikes_are_never_merged() -> None:
    assert merges(held(likes("咖啡"), likes("喝咖啡", polarity=-1))) == []


@pytest.mark.parametrize("exempt", [{"importance": 0.9}, {"pinned": True}, {"source": "set"}])
def test_what_matters_most_is_left_alone(exempt: dict[str, Any]) -> None:
    assert merges(held(likes("咖啡", **exempt), likes("喝咖啡"))) == []


def test_other_people_and_attributes_are_left_alone() -> None:
    assert merges(held(likes("咖啡"), likes("咖啡", subject="妹妹"), likes("咖啡", attribute="diet"))) == []
