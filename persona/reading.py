"""What a line is, by its words, for the voice that has no model: a feeling, thanks, a plan, a question. Pure."""

from __future__ import annotations

import re

_FEELINGS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (mood, re.compile(pattern, re.IGNORECASE))
    for mood, pattern in (
        ("lonely", r"孤单|孤独|寂寞|没人(?:陪|理|懂|说话|在乎)|一个人.{0,4}(?:好|真|太)|\b(?:lonely|(?<!live )(?<!living )alone|nobody (?:to talk|cares)|no one (?:to talk|cares))\b"),
        ("angry", r"生气|气死|气人|火大|愤怒|恼火|烦死|可恶|讨厌死|凭什么|受够|\b(?:angry|mad at|furious|pissed|annoy(?:ed|ing)|fed up|hate (?:it|this|my|him|her|them)|unfair)\b"),
        ("tired", r"累|疲惫|疲倦|困死|好困|没力气|撑不住|精疲力尽|失眠|没睡好|熬夜|加班|\b(?:tired|exhausted|worn out|drained|burn(?:ed|t) out|sleepless|no energy|can'?t sleep)\b"),
        ("anxious", r"焦虑|紧张|担心|害怕|不安|慌|压力|怕|来不及|心里没底|忐忑|\b(?:anxious|nervous|worr(?:y|ied)|scared|afraid|stress(?:ed|ful)?|panic|overwhelm(?:ed|ing)|dread)\b"),
        ("sad", r"难过|伤心|想哭|哭了|失落|难受|委屈|心碎|低落|沮丧|失望|分手|去世|走了以后|不开心|\b(?:sad|cry(?:ing)?|cried|heartbroken|hurts?|miss (?:him|her|them|my)|broke up|passed away|down|upset|disappointed|depressed|blue)\b"),
        ("proud", r"考上|通过了|过了面试|(?:面试|考试|答辩|体检|笔试|资格证)过了|拿到|升职|得奖|第一名|做到了|成功|完成了|搞定|录取|夸(?:了)?我|被夸|表扬(?:了)?我|涨(?:工资|薪)|\b(?:passed|got a raise|praised me|got the (?:job|offer)|promoted|finished|won|made it|accepted|graduated|did it|nailed)\b"),
        ("happy", r"开心|高兴|快乐|哈哈|太好了|好棒|幸福|喜欢|惊喜|期待|舒服|好吃|\b(?:happy|glad|great|wonderful|excited|haha|love(?:ly)?|awesome|fun|delighted|yay)\b"),
    )
)  # fmt: skip
_BRIGHT = frozenset({"proud", "happy"})
_DENIED = re.compile(
    r"(?:不|没|没有|(?<!特)别|not|n't|never)(?:是|那么|很|太|怎么|再|觉得)?\s*(?:so |very |really |that |feeling )*$",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\b(?:live|living) (?:alone|by myself)\b", re.IGNORECASE)
"""How somebody lives is no sorrow, though its word weighs like one."""
_SUPPOSED = re.compile(r"如果|要是|假如|\bif (?:i|we)\b|\bi wish\b", re.IGNORECASE)
"""Nothing to celebrate yet: "if I won the lottery"."""
_TASTE = re.compile(
    r"我(?:以前|从小|一直|真的|特别|很|最|也|就|实在)*(?:不太|不怎么|不|没那么)?(?:喜欢|爱|讨厌)(?:吃|喝|看|听|玩|猫|狗)|"
    r"\bi (?:really |just )?(?:don'?t like|can'?t stand|hate|dislike) (?:eating |drinking )?\w+s?\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:哈喽|哈啰|嗨|嘿|你好(?:呀|啊|哇)?|您好|(?:你)?(?:还|在)?在吗|在不在|在么|早(?:安|上好|呀|啊)?|上午好|中午好|下午好|晚上好|晚安呀?|好久不见|我(?:又)?(?:回)?来(?:了|啦)"
    r"|hi+|hello+|hey+|yo|morning|good (?:morning|afternoon|evening)|howdy|long time no see|i'?m back|are you (?:still )?there)"
    r"(?:[\s,，]*(?:there|again|呀|啊|哦|you))*[\s。.!！~～?？…]*$",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"谢谢|多谢|感谢|谢啦|谢了|\b(?:thanks?(?: you| u)?|thx|ty|appreciate (?:it|you|that))\b", re.IGNORECASE
)
_BED = re.compile(
    r"睡|晚安|困了|\b(?:good ?nigh?te?|nigh?te?[- ]nigh?te?|nighty[- ]?night|bed(?:time)?|sleep|gn)\b|^\W*(?:'?night|nite)\b",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(
    r"(?:别|不要|不许|不想|不愿)(?:再|你|跟我|和我|老|总)*(?:提|聊|谈|说起|问起|问我)|"
    r"\b(?:don'?t|do not|never|stop|please stop)\b.{0,12}\b(?:mention|bring(?:ing)? up|talk(?:ing)? about|ask(?:ing)?(?: me)? about)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"(?:明天|后天|下周|下个?月|周末|月底|明年|今晚|待会|周[一二三四五六日末]|[一二三四五六七八九十\d]+[月号日]).{0,14}(?:要|去|会|有|打算|准备|考|面试|见|搬|开)|打算|准备(?:去|要|在|开始|考)|计划(?:去|要|着)|"
    r"\b(?:tomorrow|next (?:week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this weekend|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|i'?m (?:going|planning|about) to|i plan to|i(?:'ll| will) (?:be|go|start|move|visit|take))\b",
    re.IGNORECASE,
)
_FACT = re.compile(
    r"我(?:的名字)?叫|(?:^|[，。,\s])(?:你)?(?:可以|就)?叫我|我是(?!不是|说|想|不|在想)|我(?:的)?生日|我(?:现在)?住|我来自|(?:我|我家|还|也|家里)(?:有|养)(?:了)?(?:一)?(?:只|条)|我(?:有|养)(?:了)?(?:一)?个|我(?:家)?的?[\u4e00-\u9fff]{1,4}叫|我(?:很|最|特别|也|不|不太|超)*(?:喜欢|爱|讨厌)|我在.{1,10}(?:工作|上班|上学|读书)|我对.{1,8}过敏|"
    r"\b(?:my name is|call me|i(?:'m| am) (?:a|an|from)|i live (?:in|alone|with|by)|my birthday|i work (?:at|as|in|for)|i have (?:a|an|two|three) (?:\w+ )?(?:cats?|dogs?|pets?|rabbits?|sons?|daughters?|brothers?|sisters?|kids|children|twins)|my \w+(?:'s name is| is (?:called|named))|i (?:really |also |don'?t |do not )?(?:like|love|hate|enjoy|prefer)|i(?:'m| am) allergic)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"怎么办|你说[他她我这]|\bdo you think (?:he|she|they|i|it|we)\b|你怎么看|你觉得(?:呢|怎么样|如何)|^(?:so,? )?what do you think\W*$|该怎么|应该怎么|要不要|该不该|怎么做|给我.{0,4}(?:建议|主意)|\b(?:what should i|should i|what do i do|any advice|how do i (?:deal|cope|handle))\b",
    re.IGNORECASE,
)
_FAVOUR = re.compile(
    r"(?<!没人)(?<!没有人)(?<!谁)(?:给我|帮我|跟我|为我|请你?|你)?(?:再)?(?:讲|说|唱|写|画|编|背|推荐)(?:个|一个|首|一首|段|一段|篇|一篇|几[个首本部])|"
    r"(?<!没人)(?<!没有人)(?<!谁)帮我(?:写|查|算|翻译|做|订|买|找|想)|\btell me a(?:nother)? (?:joke|story|poem|riddle)|\bsing (?:me|a)\b|\bwrite (?:me|a|an)\b|"
    r"\brecommend (?:me|a|some)\b|\btranslate\b|\bhelp me (?:write|find|book|plan)\b",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"你(?:叫什么|叫啥|的名字|是谁)|介绍.{0,4}(?:你自己|自己)|\b(?:what(?:'s| is) your name|who are you|tell me about yourself|introduce yourself)\b",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"你(?:今天|最近|现在|还|过得|心情)*(?:好吗|怎么样|还好吗|在干(?:嘛|什么|吗)|在做什么|忙吗|好不好)|\b(?:how are you|how'?s it going|how have you been|what'?s up|what are you (?:doing|up to)|how do you feel)\b",
    re.IGNORECASE,
)
_OVERVIEW = re.compile(
    r"(?:记得|知道|了解).{0,4}我.{0,3}(?:什么|哪些|多少|些啥)|你(?:都)?(?:记得|知道|了解)我(?:吗|么)?[?？]?$|我.{0,3}(?:跟|和)你说过(?:什么|哪些)|"
    r"\bwhat do you (?:know|remember) about me\b|\bdo you (?:know|remember) me\b|\bwhat have i told you\b",
    re.IGNORECASE,
)


_GRUMBLE = re.compile(
    r"(?:堵|累|烦|忙|热|冷|饿|困|气|吵|挤|难|疼|痛|渴|晒)(?:死|坏|爆|惨|疯)(?:我|了|人)|要命|要疯|快疯|受不了|服了|无语|堵在"
    r"|\b(?:killing me|death of me|driv(?:es|ing) me (?:nuts|crazy|mad|insane|up the wall)|can(?:'?t|not| not) (?:even|deal|take (?:it|this))|so done with|fml|ugh)\b",
    re.IGNORECASE,
)
"""What is complained of with a laugh: nothing to be glad about."""
_LAUGH = re.compile(r"哈|嘻|嘿|呵|笑|hh|233|\b(?:lol|lmao|rofl|ha(?:ha)+|hehe)\b|😂|🤣", re.IGNORECASE)


def mood_of(text: str, valence: float) -> str:
    """The feeling to answer: one of content.MOODS. The line's valence decides between what its words allow."""
    grumbles = _GRUMBLE.search(text)
    for mood, pattern in _FEELINGS:
        found = pattern.search(text)
        if not found or _DENIED.search(text[max(0, found.start() - 8) : found.start()]):
            continue
        if mood in _BRIGHT and (_SUPPOSED.search(text) or (grumbles and _LAUGH.search(found.group()))):
            continue
        if (valence <= 0.2 and mood not in _BRIGHT) or (valence >= -0.1 and mood in _BRIGHT):
            return mood
    if valence <= -0.2 and not _ALONE.search(text):
        return "low"
    return "happy" if valence >= 0.35 and not grumbles else "neutral"


def is_greeting(text: str) -> bool:
    """Whether the line is a greeting and nothing else."""
    return bool(_GREETING.match(text.strip()))


def without_name(text: str, name: str) -> str:
    """A line without the companion's name where that only calls it: 豆豆，你累吗, "morning Sol". A name alone stays."""
    called = re.escape(name)
    rest = re.sub(
        rf"^\s*{called}(?:[呀啊哦～~])?[，,！!。…\s]+|(?:[，,\s]+|(?<=[\u4e00-\u9fff])){called}(?=[。.！!？?～~\s]*$)",
        "",
        text,
        flags=re.IGNORECASE,
    )
    return rest if re.search(r"\w", rest) else text


def is_thanks(text: str) -> bool:
    return bool(_THANKS.search(text)) and len(text) <= 40


def is_bedtime(text: str) -> bool:
    """Whether a goodbye is one for the night: by its own words, for who is up late may have other things to do."""
    return bool(_BED.search(text))


def sets_limit(text: str) -> bool:
    """ "别再提他了", "please don't mention work"."""
    return bool(_BOUNDARY.search(text))


def tells_plan(text: str) -> bool:
    return bool(_PLAN.search(text))


def tells_taste(text: str) -> bool:
    """A like or dislike of things: "我不太喜欢吃香菜" is no sorrow, though its words weigh like one."""
    return bool(_TASTE.search(text)) and not names_trouble(text)


def tells_fact(text: str) -> bool:
    return bool(_FACT.search(text))


def names_trouble(text: str) -> bool:
    """Whether the line itself names a dark feeling, which then comes before whatever else it tells."""
    return any(pattern.search(text) for _, pattern in _FEELINGS[:5])


def asks_advice(text: str) -> bool:
    return bool(_ADVICE.search(text))


def asks_favour(text: str) -> bool:
    """Whether they want something made or looked up, which takes a language model: a joke, a poem, a booking."""
    return bool(_FAVOUR.search(text))


def asks_who(text: str) -> bool:
    return bool(_WHO.search(text))


def asks_how(text: str) -> bool:
    return bool(_HOW.search(text))


def asks_overview(text: str) -> bool:
    """Whether they ask what is known about them at large."""
    return bool(_OVERVIEW.search(text))


_PARTS = ((5, 11, "morning"), (11, 17, "noon"), (17, 22, "evening"))
_SENTENCE = re.compile(r"[^。！？!?\n]+?(?:[。！？!?…]+|\.(?=\s|$)|$)")


def part_of_day(hour: int) -> str:
    return next((name for start, end, name in _PARTS if start <= hour < end), "night")


def sentences(text: str) -> int:
    """How many sentences a text has."""
    return len([part for part in _SENTENCE.findall(text) if re.search(r"\w", part)])
