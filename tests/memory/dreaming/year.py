"""A year of someone's talk, made up line by line: what they like and in how many wordings, whom they know, what happens, how
they feel, what lies ahead. Seeded, so that every run tells the same year.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

LIKES = {
    "咖啡": ("咖啡", "喝咖啡"), "黑咖啡": ("黑咖啡",), "火锅": ("火锅", "吃火锅"), "清汤火锅": ("清汤火锅",), "民谣": ("民谣", "听民谣"),
    "爬山": ("爬山", "去爬山"), "羽毛球": ("羽毛球", "打羽毛球"), "桌游": ("桌游", "玩桌游"), "科幻电影": ("科幻电影", "看科幻电影"),
    "老电影": ("老电影",), "乌龙茶": ("乌龙茶", "喝乌龙茶"), "红茶": ("红茶",), "橘子汽水": ("橘子汽水",), "冰咖啡": ("冰咖啡",),
    "武侠小说": ("武侠小说", "看武侠小说"), "侦探小说": ("侦探小说",), "粤菜": ("粤菜", "吃粤菜"), "川菜": ("川菜",), "草莓": ("草莓",),
    "蓝莓": ("蓝莓",), "雨天": ("雨天",), "雪天": ("雪天",), "摄影": ("摄影",), "木工": ("木工",), "陶艺": ("陶艺",), "游泳": ("游泳", "去游泳"),
    "滑雪": ("滑雪", "去滑雪"), "骑行": ("骑行",), "书法": ("书法",), "油画": ("油画",), "古琴": ("古琴",), "爵士乐": ("爵士乐", "听爵士乐"),
}  # fmt: skip
LIKES_EN = {
    "hiking": ("hiking", "going hiking"), "night hiking": ("night hiking",), "black coffee": ("black coffee",), "iced coffee": ("iced coffee",),
    "jazz": ("jazz",), "acid jazz": ("acid jazz",), "crosswords": ("crosswords", "doing crosswords"), "old films": ("old films",),
    "horror films": ("horror films",), "spicy food": ("spicy food", "really spicy food"), "mild curry": ("mild curry",),
}  # fmt: skip
PEOPLE = [
    "小雨",
    "阿哲",
    "李雷",
    "韩梅",
    "老周",
    "小鹿",
    "子墨",
    "思远",
    "一诺",
    "佳宁",
    "书航",
    "晓彤",
    "博文",
    "静怡",
    "天宇",
]
KIN = [
    "表妹",
    "堂哥",
    "同事",
    "室友",
    "发小",
    "邻居",
    "大学同学",
    "导师",
    "小姨",
    "舅舅",
    "表哥",
    "堂妹",
    "老同学",
    "闺蜜",
    "师兄",
]
DOES = [
    "和室友吵架了", "和妈妈吵架了", "和老板吵架了", "面试没过", "面试通过了", "带小花去了宠物医院", "带妈妈去了医院", "把手机弄丢了",
    "被老板骂了", "被客户骂了", "论文通过了", "汇报很顺利", "驾照考过了", "和小雨和好了", "把自行车卖了", "陪爸爸去复查了",
]  # fmt: skip
MOODS = ["开心", "难过", "焦虑", "委屈", "放松", "烦躁", "失落", "满足", "紧张", "平静"]
BIG = [
    "我爷爷上个月去世了",
    "我妈妈做了手术",
    "我下个月要考试了",
    "我和男朋友分手了",
    "我被裁员了",
    "我姐姐怀孕了",
    "我弟弟要结婚了",
]
AHEAD = ["搬家", "体检", "去苏州", "交论文", "看牙医", "参加婚礼", "去面试", "办护照", "交房租", "去露营"]


def lines(days: int, a_day: int = 3, seed: int = 7) -> Iterator[tuple[int, str]]:
    """(day, line) in order."""
    rng = random.Random(seed)
    wordings = [(wording, "zh") for group in LIKES.values() for wording in group]
    wordings += [(wording, "en") for group in LIKES_EN.values() for wording in group]
    people = list(zip(KIN, PEOPLE, strict=True))
    rng.shuffle(wordings)
    for day in range(days):
        for _ in range(a_day):
            yield day, _line(rng, wordings, people)
        if day % 26 == 5:
            yield day, BIG[(day // 26) % len(BIG)]


def _line(rng: random.Random, wordings: list[tuple[str, str]], people: list[tuple[str, str]]) -> str:
    pick = rng.random()
    if pick < 0.18:
        value, lang = rng.choice(wordings)
        return f"我喜欢{value}" if lang == "zh" else f"I like {value}"
    if pick < 0.28:
        kin, name = rng.choice(people)
        return f"我{kin}叫{name}"
    if pick < 0.55:
        return f"昨天{rng.choice(DOES)}"
    if pick < 0.75:
        return f"今天{rng.choice(DOES)}，很{rng.choice(MOODS)}"
    if pick < 0.9:
        return f"今天有点{rng.choice(MOODS)}"
    return f"{rng.randint(1, 12)}月{rng.randint(1, 28)}号要{rng.choice(AHEAD)}"


def group_of(value: str) -> str:
    """Which thing a wording names: what may be merged is one group, and nothing else."""
    for groups in (LIKES, LIKES_EN):
        for name, wordings in groups.items():
            if value in wordings:
                return name
    return value
