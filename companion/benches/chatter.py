"""A long acquaintance made up: lines of one person over many sittings and weeks, Chinese and English, with facts, plans,
feelings and questions about what was said. The same for a seed. Pure.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

PARTS = {
    "zh": {
        "who": ("我妹妹", "我同事老周", "我妈", "我室友", "我表哥", "我的教练", "楼下邻居", "我大学同学阿琳"),
        "thing": (
            "爬山", "拍胶片", "做木工", "弹古筝", "养多肉", "潜水", "织围巾", "跑步", "下围棋", "烤面包", "逛旧书店", "骑车",
        ),
        "place": ("苏州", "青岛", "成都", "厦门", "大理", "西安", "哈尔滨", "桂林"),
        "day": ("明天", "后天", "下周三", "这周六", "月底", "下个月三号"),
        "errand": ("体检", "面试", "搬家", "去看演唱会", "参加婚礼", "交年终报告", "陪我妈去医院", "考驾照"),
        "food": ("香菜", "榴莲", "火锅", "凉皮", "芥末", "米粉", "羊肉汤", "苦瓜"),
    },
    "en": {
        "who": ("my sister", "my boss", "my flatmate", "my cousin Ben", "my neighbour", "my old teacher", "my brother"),
        "thing": (
            "hiking", "baking bread", "pottery", "chess", "bird watching", "jazz", "gardening", "swimming", "old maps", "sailing",
        ),
        "place": ("Leeds", "Lisbon", "Bergen", "Kyoto", "Galway", "Porto", "Turin"),
        "day": ("tomorrow", "next Friday", "this Saturday", "in two weeks", "on Monday"),
        "errand": ("a job interview", "a dentist appointment", "my driving test", "a wedding", "a big presentation", "a concert"),
        "food": ("coriander", "olives", "noodles", "blue cheese", "dumplings", "mushrooms"),
    },
}  # fmt: skip
LINES = {
    "zh": {
        "fact": (
            "{who}最近迷上了{thing}，一有空就去", "我喜欢{thing}，都坚持三年多了", "我不吃{food}，一闻到就难受", "我老家在{place}，一年回去两次",
            "{who}下个月要搬去{place}了，说是换了份工作", "我在一家做地图的公司上班，天天画路口", "我养了一只橘猫，叫{place}，因为是在那儿捡的",
        ),
        "plan": ("{day}要{errand}，有点紧张", "我{day}打算去{place}看看，顺便{thing}", "{day}{errand}，闹钟都定好了"),
        "feel": (
            "今天好累啊，开了一整天的会，回家路上差点坐过站", "和{who}吵了两句，现在心里还是堵得慌，不知道要不要先去道歉",
            "刚刚下楼买水，天上的云特别好看，忽然觉得也没什么大不了的", "昨晚又没睡好，两点多醒了一次，翻来覆去想着白天的事",
            "今天心情不错，{who}请我喝了杯热可可",
        ),
        "ask": (
            "你还记得{who}在忙什么吗", "我之前跟你说过我不吃什么来着", "我上次说要去哪儿来着", "说到{thing}，我跟你提过谁也喜欢吗",
            "我那只猫叫什么，考考你", "我什么时候要{errand}来着",
        ),
        "chat": (
            "哈哈哈是啊", "嗯，也对", "等下，我去接个电话", "刚看完一集剧，剧情有点拖", "外面又下雨了，阳台的衣服还没收",
            "今天中午吃的是楼下的面，味道一般，就是分量足，吃完困得不行，在工位上眯了一会儿", "你说得有道理，我再想想", "好呀",
            "路上堵了四十分钟，听完了整张专辑，其实也还好，就当给自己放了个小假", "手机快没电了，先充一会儿",
        ),
    },
    "en": {
        "fact": (
            "{who} has got really into {thing} lately", "I love {thing}, I've been doing it for three years now",
            "I can't stand {food}, even the smell of it", "I grew up in {place} and still go back twice a year",
            "{who} is moving to {place} for a new job", "I work for a company that draws maps, it's mostly junctions",
        ),
        "plan": ("I've got {errand} {day}, bit nervous about it", "I'm going to {place} {day}", "{errand} is {day}, alarm is set already"),
        "feel": (
            "I'm worn out, it was meetings all day and I nearly missed my stop on the way home",
            "had a small row with {who} and it's still going round in my head, not sure whether I should say sorry first",
            "slept badly again, woke up at two and kept thinking about the day", "good day today, {who} bought me a hot chocolate",
        ),
        "ask": (
            "do you remember what {who} is up to?", "what was it that I don't eat?", "where did I say I was going?",
            "didn't I tell you about somebody who likes {thing}?", "when was {errand} again?",
        ),
        "chat": (
            "haha, true", "yeah, fair enough", "one sec, phone", "just finished an episode, it drags a bit",
            "it's raining again and the washing is still out", "ok, let me think about it",
            "traffic was awful, forty minutes, but I got through a whole album, so I'm calling it a small holiday",
        ),
    },
}  # fmt: skip
SHARES = {"fact": 0.22, "plan": 0.08, "feel": 0.18, "ask": 0.1, "chat": 0.42}
REPLIES = {
    "zh": (
        "听起来这一天挺满的。先歇会儿，喝口水，别的等会儿再说也来得及。", "嗯，我在听。你慢慢讲，想到哪儿说到哪儿就好。",
        "这个画面还挺可爱的，光是听你讲就觉得心里松了一点。", "难怪你会这么想。换了谁碰上这种事，心里都会有点不是滋味。",
        "好啊，那就这么定了。到时候要是临时变卦也没关系，身体舒服最要紧。", "哈哈，确实。有些小事就是会莫名其妙地让人高兴半天。",
    ),
    "en": (
        "That sounds like a full day. Sit down for a minute, the rest can wait a little.",
        "I'm listening. Tell it in whatever order it comes.",
        "That's a lovely picture, I feel lighter just hearing about it.",
        "No wonder you feel that way, it would sit badly with anybody.",
        "Good, that's settled then. And if you change your mind on the day, that's fine as well.",
    ),
}  # fmt: skip
SITTING = (8, 24)
BETWEEN = (35, 260)
"""Turns of a sitting, and seconds between two of them."""


@dataclass(frozen=True)
class Turn:
    """A line, when it is said, and whether a sitting begins with it."""

    text: str
    lang: str
    at: datetime
    begins: bool


def turns(count: int, start: datetime, seed: int = 23) -> Iterator[Turn]:
    """`count` lines from `start` on: a sitting or two a day, a day without any now and then."""
    random_ = random.Random(seed)
    at, left, lang = start, 0, "zh"
    for number in range(count):
        begins = left == 0
        if begins:
            left = random_.randint(*SITTING)
            lang = "en" if random_.random() < 0.3 else "zh"
            if number:
                at += timedelta(hours=random_.choice((9, 14, 22, 26, 45)), minutes=random_.randint(0, 59))
        left -= 1
        yield Turn(_line(random_, lang), lang, at, begins)
        at += timedelta(seconds=random_.randint(*BETWEEN))


def _line(random_: random.Random, lang: str) -> str:
    kind = random_.choices(list(SHARES), list(SHARES.values()))[0]
    filled = {name: random_.choice(options) for name, options in PARTS[lang].items()}
    return random_.choice(LINES[lang][kind]).format(**filled)


def reply(number: int, lang: str) -> str:
    """What the companion says to the n-th line."""
    return REPLIES[lang][number % len(REPLIES[lang])]
