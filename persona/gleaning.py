"""Their own words that a reply may carry without being wrong: a name, a place, an appointment. Pure."""

from __future__ import annotations

import re

_END = r"(?=[，。！!,.~～…、\s]|$)"
_OWN_ZH = re.compile(
    rf"(?:^|[，。！!,\s])(?:我(?:的名字)?(?:是)?叫|叫我|我的名字是)([\u4e00-\u9fff]{{2,4}}?|[A-Z][a-z]+)(?:就好|就行|吧|啦|哦)?{_END}"
)
_OWN_EN = re.compile(
    r"\b(?:[Mm]y name(?:'s| is)|[Ii](?:'m| am)|[Cc]all me) ([A-Z][a-z]{1,14})(?=[,.!]|\s+and\b|\s*$)"
)
_OTHER_ZH = re.compile(
    rf"(?:[猫狗兔鼠鸟龟]|兔子|鹦鹉|乌龟|宠物|儿子|女儿|孩子|宝宝|[弟妹哥姐]|朋友|闺蜜|老公|老婆|同事|室友|[它他她])(?:的名字)?(?:叫|名叫|取名叫?)([\u4e00-\u9fff]{{1,4}}?){_END}"
)
_OTHER_EN = re.compile(
    r"\b(?:cat|dog|puppy|kitten|rabbit|hamster|parrot|son|daughter|brother|sister|friend|wife|husband|partner|baby|boyfriend|girlfriend|[Hh]er|[Hh]is|[Ii]ts|[Tt]heir)(?:(?:'s)? name(?: is|'s)| is (?:called|named)|,? (?:called|named))? ([A-Z][a-z]{1,14})\b"
)
_NO_NAME = re.compile(
    r"什么|啥|我|你|人|苦|个|不|[A-Z][a-z]+(?:ese|ish)\Z|(?:English|American|Canadian|Australian|Italian|German|Indian|Russian|Mexican|Brazilian|Korean|African|Asian|European|French|Dutch|Greek|Christian|Catholic|Muslim|Jewish|Hindu|Buddhist|Ok|Okay|Sorry|Fine|Good|Sad|Happy|Tired|Not|Back|Here|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas)\Z"
)
_MOVED_ZH = re.compile(rf"搬(?:到|来|去)了?([\u4e00-\u9fff]{{2,4}}?)(?:了|来|住)?{_END}")
_PLACE_ZH = re.compile(
    r"(?:去|到)([\u4e00-\u9fff]{2,5}?)(?:玩|旅游|旅行|出差|看海|转转|走走|逛逛|度假|读书|留学)|(?:去|爬)([\u4e00-\u9fff]{1,4}(?:山|湖|岛|古镇|古城|沙漠|草原))"
)
_PLACE_EN = re.compile(r"\b(?:to|visit|in) ((?:the )?[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b")
_NO_PLACE = re.compile(r"公司|医院|学校|单位|那|这|哪|我|你|他|她|一|新|外面|隔壁|附近|楼")
_NO_PLACE_EN = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|English|Chinese"
)
_WHEN_ZH = r"(?:明天|后天|大后天|今晚|今天下午|(?:下)?周[一二三四五六日天末]?|下个?月|这?周[一二三四五六日末]|周末|月底)"
_EVENT_ZH = re.compile(
    rf"({_WHEN_ZH})?[^，。！？,!?]{{0,12}}?(汇报|面试|考试|答辩|体检|演讲|比赛|复试|演出|笔试|复查|家长会|述职)"
)
_WHEN_EN = r"(?:tomorrow|tonight|(?:next |this )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|weekend|month))"
_EVENT_EN = re.compile(
    r"\b(job interview|interview|exam|presentation|speech|driving test|test|performance review|race|recital|check-?up|audition|thesis defen[cs]e)\b",
    re.IGNORECASE,
)
_WHEN_EN_FOUND = re.compile(rf"\b{_WHEN_EN}\b", re.IGNORECASE)
_DAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b")


def own_name(text: str) -> str:
    """The name they give themself, or ""."""
    return _first(text, (_OWN_ZH, _OWN_EN), _NO_NAME)


def other_name(text: str) -> str:
    """The name of somebody or some animal of theirs, or ""."""
    return _first(text, (_OTHER_ZH, _OTHER_EN), _NO_NAME)


def moved_to(text: str) -> str:
    if found := _first(text, (_MOVED_ZH,), _NO_PLACE):
        return found
    return place(text) if re.search(r"\bmov(?:ed|ing) (?:back )?to [A-Z]", text) else ""


def place(text: str) -> str:
    """A place they are going to, or ""."""
    return _first(text, (_PLACE_ZH,), _NO_PLACE) or _first(text, (_PLACE_EN,), _NO_PLACE_EN)


def event(text: str) -> str:
    """An appointment of theirs with its day, ready to stand in a sentence: 下周三的汇报, Thursday's interview."""
    if zh := _EVENT_ZH.search(text):
        return f"{zh[1]}的{zh[2]}" if zh[1] else zh[2]
    if en := _EVENT_EN.search(text):
        when = _WHEN_EN_FOUND.search(text)
        day = _DAY.sub(lambda found: found[0].capitalize(), when[0].lower()) if when else ""
        return f"{day}'s {en[1].lower()}" if day else f"the {en[1].lower()}"
    return ""


def _first(text: str, patterns: tuple[re.Pattern[str], ...], but: re.Pattern[str]) -> str:
    for pattern in patterns:
        for found in pattern.finditer(text):
            word = next(group for group in found.groups() if group)
            if not but.search(word):
                return word
    return ""
