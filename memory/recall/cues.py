"""Reading a cue: what a line asks for, before anything is searched. Pure.

A question by address ("我叫什么", "my cat's name") names its slot; a question about the past lets superseded rows in,
labelled; chatter before the real question is trimmed so that it does not drown it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.candidates import USER

SENTENCE = re.compile(r"[^。！？!?\n；;]+[。！？!?\n；;]?")
ASKS = re.compile(
    r"[?？]|吗|呢[。！!]?$|什么|谁|哪|(?<![好十这那前头没])几|多少|怎么|干嘛|咋|记得|还记|知道.{0,6}(我|吗)|"
    r"\b(what(?! an? )|who|where|when|which|how|why|do you|did i|remember|know my|is my|are my|can you)\b",
    re.IGNORECASE,
)
ABOUT_PAST = re.compile(
    r"以前|之前|过去|从前|曾经|原来|当时|那时|上次|去过|最近.*过|used to|before|previously|back then|last time|formerly|"
    r"\bwas i\b|\bdid i\b|have i been",
    re.IGNORECASE,
)
ABOUT_MEMORY = re.compile(
    r"记得|记不记得|忘了吗|我说过|我(有没有)?(跟|和|对)你(说|提|讲)过|(你|都)(知道|了解)我|关于我|"
    r"(?<![给帮为请跟])我[^，。！？,.!?凭为干]{0,8}(什么|谁|哪|几|多少)|"
    r"\bremember\b|do you know (my|about me)|know about me|did i (ever )?(tell|mention)|have i (ever )?(told|mentioned)|"
    r"what('s| is| are) my|(who|where|when|what|how old) (am|do|did|is|are) (i|my)\b",
    re.IGNORECASE,
)

ABOUT_PLANS = re.compile(
    r"(?:什么|啥|哪些|有没有)(?:安排|计划|打算|行程)|(?:安排|计划|打算|行程)(?:是|有)?(?:什么|啥|哪些)|\b(?:my|any) (?:plans|schedule)\b|coming up|"
    r"\bwhat am i (?:doing|planning)\b",
    re.IGNORECASE,
)
_THINGS_ZH = r"(?:餐厅|饭店|饭馆|馆子|位子|位置|座位|桌|包间|酒店|民宿|房间|机票|车票|火车票|高铁票|电影票|门票|票|外卖|奶茶|咖啡|蛋糕|鲜花|花|礼物|闹钟|车|挂号|号)"
WANTS_DONE = re.compile(
    rf"(?:帮|替|给|为)(?:我|我们|忙)?[^，。！？,.!?]{{0,12}}?(?:预订|预约|预定|订|定|买|点|下单|叫|约|发|寄|挂|转账?|取消|退)[^，。！？,.!?]{{0,12}}"
    rf"(?:{_THINGS_ZH}|邮件|短信|消息|红包|钱|快递|包裹)|(?:帮|替|给)我(?:订|预订|预约|下单|挂号)"
    rf"|(?:^|[，。！!；;\s])(?:想|要|得|去)?(?:预订|预约|预定|订)(?:个|一个|一下|张|一张|间|一间|桌|一桌)?[^，。！？,.!?]{{0,8}}{_THINGS_ZH}"
    r"|\b(?:can|could|would|will) you (?:please |help me )?(?:to )?(?:book|reserve|order|buy|send|schedule|arrange|cancel)\b"
    r"|\b(?:please |help me (?:to )?|i(?:'d like| want| need) you to )(?:book|reserve|order|buy|send|schedule|arrange|cancel)\b"
    r"|^(?:book|reserve|order|buy|schedule|arrange)\b (?:me |us )?(?:a|an|the|some|my|our|two|three|four|\d+)\b",
    re.IGNORECASE,
)
DONE = re.compile(
    r"(?:已经|刚刚?|早就)[^，。]{0,4}(?:订|买|点|约|发|寄)|(?:订|买|点|约|发|寄)(?:好|完)?了|\balready (?:booked|ordered|bought|sent)\b"
)
"""It is done already: nothing is to be confirmed any more."""

OF_ONESELF = re.compile(
    r"(?<![给帮为请跟让])我[^，。！？,.!?]{0,16}(?:什么|谁|哪|几|多少|多久|多大|啥|干嘛|怎么了|怎么样)"
    r"|\b(?:what|where|who|whose|when|which|how (?:long|many|much|old|far|often)|how was|how were|how did)\b[^.!?]{0,40}\b(?:my|i|me|we|our)\b",
    re.IGNORECASE,
)
FOR_ADVICE = re.compile(
    r"该|怎么办|怎样才|如何|推荐|建议|要不要|能不能|可不可以|好不好|(?:吃|喝|穿|做|干|送|买|看|去)(?:点|些)?(?:什么|啥|哪)[^，。]{0,3}(?:好|呢|吧)"
    r"|\b(?:should|can|could|shall|would|might) (?:i|we)\b|\bhow (?:do|can|should) i\b|\b(?:recommend|suggest|advice)\b|\bhelp me\b",
    re.IGNORECASE,
)

SLOT_QUESTIONS: tuple[tuple[str, str, str], ...] = (
    (r"我(的名字)?(是)?叫(什么|啥)|我(叫|是)谁|我的名字|what('s| is) my name|who am i\b", USER, "name"),
    (r"我.{0,3}(生日|哪天出生|什么时候出生)|(when|what).{0,12}my birthday|when was i born", USER, "birthday"),
    (r"我.{0,4}(多大|几岁|年龄)|how old am i", USER, "age"),
    (
        r"我.{0,4}住(在)?(哪|什么)|我(?:现在|目前|人)*在哪(?:个|座)?城市|我在哪(个城市|座城市|儿|里)?(住|生活)|where do i live|what city",
        USER,
        "city",
    ),
    (
        r"我.{0,4}(老家|家乡|哪里人|哪儿人)|where am i from|where do i come from|my home ?town",
        USER,
        "hometown",
    ),
    (
        r"我.{0,4}(做什么工作|什么工作|职业|做什么的|干什么的)|what do i do( for (a living|work))?|what('s| is) my job",
        USER,
        "job",
    ),
    (r"我.{0,4}(在哪(里|儿|家)?(公司)?(上班|工作))|where do i work|who do i work for", USER, "employer"),
    (r"我.{0,4}(养|有)(了|的)?(什么)?(宠物|猫|狗)|do i have (a |any )?(pets?|cat|dog)", USER, "pet"),
)
NAME_QUESTION = (
    re.compile(r"我?(?:的|家)?([\u4e00-\u9fff]{1,4}?)(?:的名字|叫(?:什么|啥)|名字)"),
    re.compile(r"my ([a-z][a-z -]{1,24}?)(?:'s| is) (?:name|called)", re.IGNORECASE),
    re.compile(r"what(?:'s| is) my ([a-z][a-z -]{1,24}?) called", re.IGNORECASE),
    re.compile(r"(?:what's|what is) my ([a-z][a-z -]{1,24}?)'s name", re.IGNORECASE),
)


QUOTED = re.compile(r'"[^"]*"|“[^”]*”|「[^」]*」|《[^》]*》')
"""What stands in quotes is one thing, whatever stops are inside."""
TO_THE_POINT = re.compile(
    r"(?:真正|其实|实际(?:上)?|本来|原本|本)我?[是的]?(?:想|要|问题)[^，。,：:！!？?]{0,10}[，,：:]|(?:我|就是)想问(?:一下)?[，,：:]"
    r"|那个问题是(?:这个)?[，,：:]|(?:等等|等一下|停一下|话说回来|言归正传|说正事)[，,。…]+"
    r"|what i (?:really |actually )?(?:want|wanted|meant|mean) to (?:ask|know|say) (?:is|was)[,: ]*"
    r"|my (?:real |actual )?question (?:is|was)[,: ]*|(?:anyway|back to the point)[,: ]+",
    re.IGNORECASE,
)
AND_ALSO = re.compile(
    r"[，,。；;！!？?\s]*(?:另外|还有|此外|顺便(?:问一下)?|再问一下)[，,、:：]"
    r"|(?<=[?!.]) ?\b(?:also|and another thing|besides|by the way)[,:]",
    re.IGNORECASE,
)
QUESTIONS_MOST = 4
_LOOKED_AT = 4_000
"""Characters of a line that are read for questions, from its end."""
_PRIVATE = 0xE000
_HIDDEN = re.compile("[\ue000-\uf8ff]")
"""Private characters stand for what is in quotes while sentences are told apart."""


@dataclass(frozen=True)
class Reading:
    """What a line asks: `core` is the text to search with, `questions` its questions apart, `slots` pairs of (subject,
    attribute)."""

    core: str
    questions: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]
    asks: bool
    asks_memory: bool
    asks_past: bool
    asks_ahead: bool = False
    """Whether it asks what is planned."""
    wants_done: bool = False
    """Whether it wants something booked, bought, arranged or sent."""


def read(text: str) -> Reading:
    """Read one user line."""
    asked = questions(text)
    core = " ".join(asked)
    lowered = text.lower()
    return Reading(
        core=core,
        questions=asked,
        slots=tuple(_slots(lowered)),
        asks=bool(ASKS.search(core)),
        asks_memory=bool(ABOUT_MEMORY.search(lowered)) or _of_oneself(lowered),
        asks_past=bool(ABOUT_PAST.search(lowered)),
        asks_ahead=bool(ABOUT_PLANS.search(lowered)),
        wants_done=bool(WANTS_DONE.search(lowered)) and not DONE.search(lowered),
    )


def _of_oneself(lowered: str) -> bool:
    """A question about one's own affairs, which only memory can answer; not one for advice."""
    return bool(OF_ONESELF.search(lowered)) and not FOR_ADVICE.search(lowered)


def questions(text: str, most: int = 200) -> tuple[str, ...]:
    """What a line asks, each question apart, without the chatter before it: what follows 我真正想问的是, else the last
    question of each part with the sentence before it. A line that asks nothing is one cue, its end."""
    held: list[str] = []

    def hide(match: re.Match[str]) -> str:
        held.append(match.group())
        return chr(_PRIVATE + len(held) - 1)

    def shown(part: str) -> str:
        return _HIDDEN.sub(lambda match: held[ord(match.group()) - _PRIVATE], part).strip()

    plain = QUOTED.sub(hide, _HIDDEN.sub("", text)[-_LOOKED_AT:])
    found = [shown(_question(part)[-most:]) for part in AND_ALSO.split(plain)]
    asked = tuple(dict.fromkeys(part for part in found if part))[:QUESTIONS_MOST]
    return asked or (text.strip()[-most:],)


def _question(part: str) -> str:
    turns = [match.end() for match in TO_THE_POINT.finditer(part) if part[match.end() :].strip()]
    if turns:
        return part[turns[-1] :]
    sentences = [sentence for sentence in SENTENCE.findall(part) if sentence.strip()]
    asking = [n for n, sentence in enumerate(sentences) if ASKS.search(sentence)]
    if not asking or len(part) <= 60:
        return part
    return "".join(sentences[max(0, asking[-1] - 1) : asking[-1] + 1])


_ASKS_FIRST = re.compile(r"你?(?:还|都|到底)?(?:记得|记不记得|知道|知不知道|晓得|清楚)[，, ]*")
"""你还记得…, 你知道…: whose name is asked for begins after it."""


def _slots(lowered: str) -> list[tuple[str, str]]:
    found = [
        (subject, attribute) for pattern, subject, attribute in SLOT_QUESTIONS if re.search(pattern, lowered)
    ]
    for pattern in NAME_QUESTION:
        for match in pattern.finditer(_ASKS_FIRST.sub(" ", lowered)):
            subject = match.group(1).strip().removeprefix("家").removeprefix("的")
            if subject and subject not in ("我", "你", "这", "那"):
                found.append((subject, "name"))
    return found
