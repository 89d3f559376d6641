"""Names in a reply: what the user is called, what the companion calls itself, and endearments it does not use. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

from persona.staying.grounds import Ground
from persona.staying.namewords import AFTER_A, AFTER_LAO, AFTER_XIAO, GIVEN, SURNAMES, WORDS_EN, WORDS_ZH

_ZH = r"[\u4e00-\u9fff]{2,3}"
_EN = r"[A-Z][a-z]{1,14}"
_FULL = "".join(sorted(SURNAMES))
_GREET_ZH = r"(?:早(?:上好|安|啊)?|晚(?:上好|安)|午安|你好|您好|嗨|嘿|哈喽|喂|行|好(?:的)?|嗯|谢谢|抱歉|对不起|辛苦了?|没事|别怕|别急|加油|恭喜|欢迎回来|生日快乐|哈哈+|在想你|想你)"
_VOCATIVE_ZH = (
    re.compile(
        rf"^\s*[“\"]?(?P<n>{_ZH}|{_EN})(?P<cut>[，,！!：:～~…]+\s*)(?!就是|一个|一位|是|这|那|他|她|它|也|的|你的|你家)(?=[^“]*[你您]|(?:先|别|快|来|慢慢|好好|再)[^，。]{0, 6})"
    ),
    re.compile(
        rf"^\s*{_GREET_ZH}(?:呀|啊|哦|啦|呢|哟|～)?(?P<pre>[，,！!～~\s]*)(?P<n>{_ZH}|{_EN})(?=[，,。！!～~…]|$)"
    ),
    re.compile(
        rf"(?P<pre>[，,])(?P<n>[小老阿][\u4e00-\u9fff]|[{_FULL}][\u4e00-\u9fff]{{1,2}})(?=[，,](?!也|都|和|跟|还有))"
    ),
    re.compile(rf"(?P<pre>[，,]\s*)(?P<n>{_ZH}|{_EN})(?=[。！!？?～~…]*\s*$)"),
    re.compile(r"(?:^|[，,。！!～~])(?P<n>[\u4e00-\u9fff]{2})(?=你(?!的|家|们|好))"),
    re.compile(r"(?P<pre>[～~，,\s]?)(?P<n>(?P<once>[\u4e00-\u9fff]{2})(?P=once))(?=[，,！!～~])"),
)
_GREET_EN = r"(?:hi|hey|hello|hiya|morning|good (?:morning|evening|afternoon|night)|goodnight|night|thanks|thank you|sorry|oh|ah|well|okay|ok|welcome back|congratulations|happy birthday|dear|yes|no)"
_VOCATIVE_EN = (
    re.compile(rf"^\s*[\"“]?(?i:{_GREET_EN})(?P<pre>,? )(?P<n>{_EN})(?=[,.!?…—]|$)"),
    re.compile(rf"^\s*[\"“]?(?P<n>{_EN})(?P<cut>, )(?!I think|your \w+ (?:in|who|from|at)|no contest|of all)(?=(?:I|you|that|this|it|what|there|we|how|let|don't|yes|please|your|can|do|are|is|it's|you're)\b)"),
    re.compile(rf"(?P<pre>, )(?P<n>{_EN})(?=[.!?…]*\s*$)"),
    re.compile(rf"(?<=[a-z])(?P<pre>, )(?P<n>{_EN})(?=, [a-zI])"),
)  # fmt: skip
_FIRST = {"zh": 0, "en": 1}
"""Where a name at the beginning is looked for: there somebody may only be spoken of."""
_ASKS_NAME = re.compile(r"名字|叫什么|叫啥|哪位|是谁|谁呀|\bname\b|\bwho\b|\bcalled\b", re.IGNORECASE)
_OWN_NAME = (
    re.compile(r"(?:我(?:的名字)?(?:是)?叫|我的名字是|叫我)(?P<n>[\u4e00-\u9fff]{2,4}?|[A-Z][a-z]+)(?:就好|就行|吧|哦|呀|啦)?(?=[，,。！!～~…\s]|$)"),
    re.compile(r"\b(?:[Mm]y name is|[Mm]y name's|[Nn]ame's|you can call me|[Ii]'m called|I'm|I am|[Tt]his is) (?P<n>[A-Z][a-z]{1,14})(?=[,.!?]|\s+and\b|$)"),
    re.compile(r"(?:^|[，,。！!\s])我是(?P<n>[小阿老][\u4e00-\u9fff]{1,2}?)(?=[呀啊哦啦，,。！!～~…]|$)"),
    re.compile(r"(?:^|[。！!～~…\s])(?P<n>[\u4e00-\u9fff]{2})(?=(?:一直|永远|会一直|都|就)在(?:这里|这儿|你身边)?)"),
    re.compile(r"(?:^|[.!?]\s+)(?P<n>[A-Z][a-z]{2,14})(?= (?:is|will) always (?:be )?here\b)"),
)  # fmt: skip
_WORD_EN = re.compile(r"(?:ly|ing|ed|ness|ful|tion|ment|ous|less)$")
"""Endings of words, not of names."""
_BARE_OWN = _OWN_NAME[2:]
_IT_IS = re.compile(r"\b[Ii]t's (?P<n>[A-Z][a-z]{1,14})(?=[,.!?]|$)")
_PET_NAMES = re.compile(
    r"(?P<zh>(?:^|(?<=[，,。！!？?…\s“])|(?<=不过))(?:我的)?(?:亲爱的|宝贝儿?|宝宝|宝子|宝|乖乖|心肝|小可爱|小宝贝|小傻瓜|小笨蛋|亲亲)(?=[，,。！!？?～~…\s]|$)|(?<=[啦呀啊哦吧了过])(?:亲爱的|宝贝|宝)(?=[，,。！!？?～~…\s]|$))"
    r"|(?P<en>(?:^|(?<=[\s\"“]))(?:my )?(?:darling|sweetheart|sweetie|honey(?!, \w+, )|babe|baby|(?<!oh )dear|dearest|love(?!, (?:mostly|maybe|I think))|sugar|champ|buddy|pumpkin|angel)(?=[,.!?…]|\s*[\U0001f300-\U0001faff]|$))",
    re.IGNORECASE,
)


def wrong_vocative(sentence: str, ground: Ground) -> tuple[str, str] | None:
    """(the name that is none of the user's, the sentence with the right one or without it); None where none stands."""
    known = {name.casefold() for name in ground.user_names}
    if found := _named_and_spoken_to(sentence, ground, known):
        return found
    for place, pattern in enumerate(_VOCATIVE_ZH if ground.lang == "zh" else _VOCATIVE_EN):
        found_ = pattern.search(sentence)
        if not found_ or found_["n"].casefold() in known or not _is_name(found_["n"], ground):
            continue
        first = _FIRST[ground.lang]
        greeted = found_["n"] in ground.named and place == 1 - first and not ground.user_names
        spoken_of = place == first or greeted
        if spoken_of and _somebody(found_["n"], ground):
            continue
        return found_["n"], _instead(sentence, found_, ground)
    return None


def _instead(sentence: str, found: re.Match[str], ground: Ground) -> str:
    if right := next(iter(ground.user_names), ""):
        return sentence[: found.start("n")] + right + sentence[found.end("n") :]
    groups = found.groupdict()
    start = found.start("pre") if groups.get("pre") else found.start("n")
    end = found.end("cut") if groups.get("cut") else found.end("n")
    rest = sentence[:start] + sentence[end:]
    return rest[:1].upper() + rest[1:] if ground.lang == "en" else rest


def _named_and_spoken_to(sentence: str, ground: Ground, known: Collection[str]) -> tuple[str, str] | None:
    """Somebody or something of the user's, or the companion itself, addressed as if it were the user: 旺财你也太惨了."""
    for name in ground.named:
        if not name.strip() or name.casefold() in known or name in ground.user_text:
            continue
        called = re.escape(name)
        spoken_to = (
            rf"(?:^|[\s，,。！!～~哈呀啊])(?P<n>{called})[，,！!～~\s]{{0,2}}(?=你(?!的|家))"
            if ground.lang == "zh"
            else rf"^\s*(?P<n>{called})(?:!+|,) (?=[Yy]ou\b(?!r))"
        )
        alone = rf"^\s*(?P<n>{called})[！!～~]+\s*$|^\s*(?P<n2>{called})[，,](?=(?:先|快|别|来|去|早|慢|多|再|好好|今天|吃|睡|歇|坐|喝))"
        if found := re.search(alone, sentence):
            start, end = found.span("n") if found["n"] else found.span("n2")
            right = next(iter(ground.user_names), "")
            return name, sentence[:start] + right + sentence[end:] if right else sentence[end:].lstrip(
                "，,！!～~ "
            )
        if found := re.search(spoken_to, sentence):
            return found["n"], _instead(sentence, found, ground)
    return None


def _is_name(name: str, ground: Ground) -> bool:
    if name in ground.named:
        return True
    if name.isascii():
        short = any(
            one.startswith(name) or name.startswith(one) for one in ground.user_names
        )  # Mel for Melanie
        return not short and name not in WORDS_EN and not _WORD_EN.search(name)
    return _like_a_name(name)


def _like_a_name(name: str) -> bool:
    """Whether two or three Chinese characters read as what somebody is called."""
    half = len(name) // 2
    if len(name) == 4 and name[:half] == name[half:]:
        name = name[:half]
    if name in WORDS_ZH:
        return False
    first, rest = name[0], name[1:]
    for lead, not_after in (("小", AFTER_XIAO), ("老", AFTER_LAO), ("阿", AFTER_A)):
        if first == lead:
            return len(name) == 2 and rest not in not_after and (rest in GIVEN or rest in SURNAMES)
    if first in SURNAMES and all(char in GIVEN for char in rest):
        return True
    return len(name) == 2 and all(char in GIVEN for char in name)


def _somebody(name: str, ground: Ground) -> bool:
    """Whether the user's own line speaks of somebody so: the answer may, too."""
    return name in ground.user_text


def wrong_own_name(sentence: str, ground: Ground) -> str:
    """The name it gives itself, where that is not its own; "" else."""
    own = ground.content.name.casefold()
    asked = bool(_ASKS_NAME.search(ground.user_text))
    for pattern in (*_OWN_NAME, *((_IT_IS,) if asked else ())):
        for found in pattern.finditer(sentence):
            name = found["n"]
            before = sentence[max(0, found.start() - 2) : found.start()]
            if (
                name.casefold() == own
                or name in WORDS_EN
                or not _plausible(name)
                or before.endswith(("你", "“"))
            ):
                continue
            if name in ground.user_text and not asked:
                continue
            bare = pattern in _BARE_OWN[1:]
            if bare and not name.isascii() and not _like_a_name(name):
                continue
            return str(name)
    return ""


def _plausible(name: str) -> bool:
    return not (re.search(r"什么|自己|出来|出声|你|您|它|他|她|不|一|这|那|我|AI", name) or name in _STATES)


_STATES: Collection[str] = frozenset(
    re.findall(r"\w+", "Glad Happy Sure Afraid Listening Sorry Here Fine Okay Just Not Still Proud")
)


def without_pet_names(sentence: str) -> tuple[str, str] | None:
    """(the endearment, the sentence without it); None where none is used to address."""
    found = _PET_NAMES.search(sentence)
    if not found:
        return None
    before, after = sentence[: found.start()], sentence[found.end() :]
    if not before.strip(' “"'):
        rest = after.lstrip("，,！!～~ ")
        return found[0], before + (rest[:1].upper() + rest[1:])
    return found[0], before.rstrip("，, ") + after
