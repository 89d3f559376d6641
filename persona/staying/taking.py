"""The user's life told as the companion's own: 我的猫小花, "I live in Leeds". Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from persona.staying.grounds import Ground, OfUser

USER = "user"
_TASTES = frozenset(
    {"hobby", "like", "diet", "preference", "favourite", "trait", "item_view", "place_view", "goal", "mood"}
)
"""What two may share."""
_NAMES = frozenset({"name", "nickname"})
_I = re.IGNORECASE
_CLAUSE = re.compile(r"[^，,；;。！!？?…\n]+")
_QUOTE = re.compile(r"[“\"「『][^”\"」』]*[”\"」』]|(?<![A-Za-z])'(?:[^'\n]|'(?=[a-z])){6,}'")
_ME_ZH, _ME_EN = re.compile(r"我(?!们)"), re.compile(r"\b(?:I|I'm|I've|I'd|I'll|[Mm]y|mine|me)\b|\bi\b")
_YOU_ZH, _YOU_EN = re.compile(r"[你您妳]"), re.compile(r"\b(?:you|your|yours|you're|you've|yourself)\b", _I)
_ONLY_SPEAKS_ZH = re.compile(
    r"要是|如果|假如|好像|仿佛|我(?:都|还|也|就|最|真|可|一直|替|帮|给|陪|跟|和|把|向|从|对)*(?:记得|记着|知道|听(?!过)|想(?!当年)|猜|喜欢|觉得|会(?!了)|替|帮|陪|说|提|讲|问|告诉|看到|等|希望|祝|信|怕|担心|羡慕|佩服|心疼|理解|明白|查|数|念|写)"
    r"|(?:说|提|讲|问|聊)(?:到|起|过)|我没有|我不|没法|不能|没(?:有)?[去见到看听住待吃]过|不(?:在|住)"
)
_ONLY_SPEAKS_EN = re.compile(
    r"\bif i\b|\b(?:never|not)\b|n't\b|\bi(?:'d| would| wish| remember| know| knew| think| thought| hope| heard| hear| guess| bet| imagine| picture| believe| wonder| see| love| like| mean| said| told| asked| can(?:'t|not)?| could| have no|'ve no| haven't| don't| do not| am glad|'m glad|'ll| will| am not|'m not| was thinking|'ve been thinking)\b"
    r"|\b(?:told|tell|telling|ask|asked|remind(?:ed)?) me\b|\blet me\b|\bgive me\b|\bfrom me\b",
    _I,
)
_BACK_THEN = re.compile(r"^\s*(?:growing up|living|working|studying|back(?: home)?) (?:in|at)\b", _I)
_WORDS_EN = frozenset(
    [
        "a",
        "an",
        "the",
        "at",
        "in",
        "on",
        "of",
        "and",
        "for",
        "with",
        "from",
        "my",
        "our",
        "own",
        "last",
        "this",
        "that",
        "day",
        "work",
        "job",
        "home",
        "house",
        "shift",
        "person",
    ]
)


def taken(sentence: str, ground: Ground) -> tuple[str, str] | None:
    """(the words, the sentence told of the user instead); None where nothing of the user's is taken."""
    plain = _QUOTE.sub(lambda found: " " * len(found[0]), sentence)
    zh = ground.lang == "zh"
    me, you, only = (_ME_ZH, _YOU_ZH, _ONLY_SPEAKS_ZH) if zh else (_ME_EN, _YOU_EN, _ONLY_SPEAKS_EN)
    for found in _CLAUSE.finditer(plain):
        clause = found[0]
        if not zh and _BACK_THEN.match(clause) and me.search(plain):
            clause = f"I was {clause}"
        if not me.search(clause) or you.search(clause) or only.search(clause):
            continue
        if any(
            (_takes_zh if zh else _takes_en)(clause, fact)
            for fact in ground.facts
            if fact.attribute not in _TASTES
        ):
            told = sentence[found.start() : found.end()]
            return told.strip(), sentence[: found.start()] + _of_user(told, ground.lang) + sentence[
                found.end() :
            ]
    return None


def _takes_zh(plain: str, fact: OfUser) -> bool:
    if fact.subject != USER:
        whose = re.escape(fact.subject)
        near = rf"我(?:家|们家)?(?:的|那|这)?(?:只|条|个|位)?{whose}|{whose}(?:跟|和|陪|带)着?我"
        named = fact.attribute in ("name", "nickname") and len(fact.value) > 1
        called = re.escape(fact.value)
        return bool(
            re.search(near, plain)
            or (
                named
                and re.search(
                    rf"我(?:家|的|家的)?[^，。我]{{0,5}}{called}|{called}(?:跟|和|陪)着?我|我(?:跟|和){called}",
                    plain,
                )
            )
        )
    if fact.attribute in _NAMES:
        return bool(
            re.search(
                rf"我(?:的名字)?(?:也|就)?(?:是)?叫{re.escape(fact.value)}|我(?:也|就)是{re.escape(fact.value)}",
                plain,
            )
        )
    return any(anchor in plain.replace("号", "日") for anchor in _anchors_zh(fact.value))


@lru_cache(maxsize=512)
def _anchors_zh(value: str) -> tuple[str, ...]:
    """What of a value gives it away: itself, its date, the short form of a university, the parts of a long one."""
    value = value.replace("号", "日").strip()
    found = [value] if len(value) > 1 else []
    if value.endswith("大学") and len(value) >= 4:
        found.append(f"{value[0]}大")
    if len(value) >= 5 and re.fullmatch(r"[\u4e00-\u9fff]+", value):
        found += [value[:2], value[2:4]] if not value.endswith("大学") else [value[:-2]]
    return tuple(found)


def _takes_en(plain: str, fact: OfUser) -> bool:
    if fact.subject != USER:
        whose, called = re.escape(fact.subject), re.escape(fact.value)
        near = rf"\bmy (?:own |dear |little |old |late |poor )?{whose}\b"
        named = fact.attribute in ("name", "nickname")
        return bool(
            re.search(near, plain, _I)
            or (
                named
                and re.search(
                    rf"\b[Mm]y [\w ]{{0,16}}{called}\b|\b{called} and (?:I|me)\b|\bme and {called}\b", plain
                )
            )
        )
    if fact.attribute in _NAMES:
        return bool(
            re.search(rf"\b(?:my name is|my name's|i'm called|call me) {re.escape(fact.value)}\b", plain, _I)
        )
    words = _anchors_en(fact.value)
    held = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", plain.lower())
    hits = [word for word in words if re.search(rf"\b{re.escape(word)}", held)]
    return bool(words) and len(hits) * 2 >= len(words) and bool(hits)


@lru_cache(maxsize=512)
def _anchors_en(value: str) -> tuple[str, ...]:
    """The words of a value that give it away, by their stems: nurse and nursing."""
    words = [word for word in re.findall(r"[^\W\d_]+|\d+", value.lower()) if word not in _WORDS_EN]
    return tuple(
        word[:-1] if word.endswith("e") and len(word) > 4 else word
        for word in words
        if len(word) > 2 or word.isdigit()
    )


def _of_user(sentence: str, lang: str) -> str:
    """The sentence with its persons changed."""
    if lang == "zh":
        return sentence.replace("我", "你")
    swapped = re.sub(r"\b[Ii](?:'m| am)\b", "you're", sentence)
    swapped = re.sub(r"\b[Ii]'ve\b", "you've", swapped)
    swapped = re.sub(r"\b[Ii] was\b", "you were", swapped)
    swapped = re.sub(r"\b(\w+) and I\b", r"you and \1", swapped)
    swapped = re.sub(r"\bI\b|\bi\b(?!')", "you", swapped)
    swapped = re.sub(r"\bme\b", "you", swapped)
    swapped = re.sub(r"\b[Mm]y\b", "your", swapped)
    swapped = re.sub(r"\bmine\b", "yours", swapped)
    start = len(sentence) - len(sentence.lstrip())
    if sentence[start : start + 1].isupper():
        swapped = swapped[:start] + swapped[start : start + 1].upper() + swapped[start + 1 :]
    return swapped
