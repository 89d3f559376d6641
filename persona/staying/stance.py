"""Where a speaker stands: what they like and don't, have done or never did, can and can't do, fear, prefer, and are. Read from
first-person words; a reply is held against what was said before. Pure.

A question's words belong to its answer: "香菜要吗" "加，多放点" is about coriander.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_I = re.IGNORECASE
_CLAUSE_ZH = re.compile(r"[^，,。！!？?；;…～~\n]+")
_CLAUSE_EN = re.compile(r"[^.!?;,…\n]+")
_QUOTED = re.compile(r"[“\"「『][^”\"」』]{0,80}[”\"」』]|'[^']{12,}'")
_CHANGED = re.compile(
    r"改(?:了)?主意|变了|现在(?:倒|反而|却|不)|以前(?:总|老|还|我)?(?:说|觉得|不)|不再|从前|想通了|收回"
    r"|\b(?:chang(?:ed|ing) my mind|take (?:it|that) back|used to|not any ?more|came? round|won me over|converted)\b",
    _I,
)
"""A change that is owned up to contradicts nothing."""
_UNREAL = re.compile(r"要是|如果|假如|\b(?:if|would|wish|imagine)\b", _I)
_NOT_ZH, _NOT_EN = (
    r"(?:不(?:太|怎么|大|算|那么|是很)?|没(?:那么|什么|有|太)?|从不|从来不|并不|也不|才不|一点(?:也|都)?不|哪(?:有|里|儿))",
    (r"(?:n't|n’t|\bnot\b|\bnever\b|\bno\b|\bhardly\b|\bwithout\b)"),
)
_CUES: dict[str, dict[str, tuple[str, str]]] = {
    "zh": {
        "like": (
            r"喜欢|最爱|超爱|很爱|爱(?=[吃喝看听读玩逛唱养闻]|$|得|死|上了)|偏爱|偏好|钟爱|好这口|离不开|多放点|多加点|少不了|迷上|好听|好看得|可爱多|心头好|偏向",
            r"讨厌|受不了|没兴趣|不感兴趣|没好感|没什么好感|闻不得|躲着|嫌弃|闷得很|无聊死|太闹|反感|敬谢不敏|提不起劲|不敢恭维",
        ),
        "done": (r"[读看听吃喝去试学玩追逛见翻]过(?!敏|分|头|瘾)|读完|看完|听完|追完", r"[读看听吃喝去试学玩追逛见翻]都没[读看听吃喝去试学玩追逛见翻]过"),
        "able": (r"(?:下|打|弹|唱|画|写|做|讲|说|跳|游|玩|学)得(?:还|很|挺|相当)?(?:不错|好|可以|行|溜|熟)|拿手|擅长|很会|特别会|会(?=下|打|弹|唱|画|写|做|讲|说|跳|游)|精通|懂(?=[^了]|$)|会(?:的|呀|啦)?$",
                 r"一窍不通|外行|门外汉|学不会|苦手"),
        "fear": (r"怕|害怕|恐惧|吓人|吓得", r"有什么(?:好|可)怕|不怕|天不怕"),
    },
    "en": {
        "like": (
            r"\b(?:like|love|adore|enjoy|prefer|favou?rite|fond of|keen on|(?:a )?(?:big )?fan of|can't get enough|crazy about|into (?=\w+)|best of all|partial to|plenty|extra of it|give me|always loved|loved most)\b",
            r"\b(?:hate|dislike|detest|loathe|can'?t (?:stand|bear|abide)|cannot (?:stand|bear)|the worst|overrated|never (?:interested|cared for|liked|did)|bores? me|don'?t get along|not for me|off-?putting|duller|put(?:s)? me off|ugh)\b",
        ),
        "done": (r"\b(?:i(?:'ve| have)(?! never| not)[^.]{0,12}\b(?:read|seen|heard|watched|listened|tried|been|played|finished|visited)|i have$|i (?:read|saw|heard|watched|finished|played) (?:it|that|them|the)|know (?:it|that \w+|them) well|by heart)\b",
                 r"\b(?:never (?:read|seen|heard|watched|listened|tried|been|played|finished|visited)|haven'?t (?:yet )?(?:read|seen|heard|watched|tried|been|played|finished|visited)|still haven'?t)\b"),
        "able": (r"\b(?:(?:rather|quite|pretty|really|very)? ?good at|i can (?:really |actually )?(?!see|hear|tell|imagine|feel|think|be|do|help|only)[a-z]+|play all|know how to|a dab hand|expert|i'?m great at|master of)\b",
                 r"\b(?:can'?t|cannot|hopeless at|terrible at|useless at|no good at|don'?t (?:really )?(?:understand|know how)|bad at|clueless about)\b"),
        "fear": (r"\b(?:afraid|scared|scares? me|frightens? me|terrif(?:ied|ies)|spooks? me|fear)\b", r"\b(?:never been (?:scared|afraid)|not (?:scared|afraid)|nothing scares me|isn'?t scary|bring it on|(?:never|don'?t|doesn'?t) bother(?:ed|s)? me)\b"),
    },
}  # fmt: skip
_FAVOURITE = {
    "zh": re.compile(r"(?:我|自己)?(?:心里)?(?:最(?:喜欢|爱|钟意)的(?P<what>[^，。是]{0,6}?)|排第一的)(?:还是|就是|永远是|一直是|是)(?P<v>[^，。！？…～]{1,14})"),
    "en": re.compile(r"\bfavou?rite (?P<what>[a-z ]{2,20}?)(?: is| was|'s| has to be| has always been) (?P<v>[^.!?,;]{2,40})|(?P<v2>[A-Z][\w' -]{1,24}?)(?:, no contest|,? every time|,? hands down|,? always)", 0),
}  # fmt: skip
_LIKED_BEST = re.compile(
    r"\bi (?:like|love) (?P<v>[\w' -]{2,24}?) (?:best|most)(?: of all)?(?: (?:the )?(?P<what>[\w ]{3,20}))?$",
    _I,
)
_OVER = {
    "zh": (re.compile(r"比起(?P<less>[^，。]{1,10})[，,]?[^，。]{0,4}(?:更喜欢|更爱|偏爱|宁愿要|更偏向)(?P<more>[^，。！？]{1,10})"),
           re.compile(r"(?P<more>[^，。我觉得]{1,6})比(?P<less>[^，。]{1,6})(?:更|还|要)?(?:可爱|好|有意思|强|香|好喝|好吃|好看)")),
    "en": (re.compile(r"\bprefer (?P<more>[\w' -]{2,24}?) (?:to|over) (?P<less>[\w' -]{2,24}?)(?=[,.!?]|$)", _I),
           re.compile(r"\b(?P<more>[A-Za-z' -]{2,20}?) over (?P<less>[A-Za-z' -]{2,20}?)(?=[,.!?]|$)", _I)),
}  # fmt: skip
_TYPES: tuple[tuple[str, str], ...] = (
    (r"夜猫子|夜行|越晚越精神|熬夜", r"早睡早起|早起的|天一黑就(?:犯)?困|晨型"),
    (r"night owl|the later the better|up all night", r"morning (?:person|creature|lark|bird)|early (?:bird|riser)|early to bed"),
    (r"急性子|急脾气", r"慢性子|慢吞吞|不急不慢"), (r"话(?:很)?少|不爱说话|沉默寡言", r"话痨|话多|停不下来"),
    (r"内向|社恐|怕生", r"外向|自来熟|社牛"), (r"\bintrovert|\bshy\b|quiet (?:one|type|sort)", r"\bextrovert|life of the party|chatterbox|talk non-?stop"),
    (r"乐观", r"悲观"), (r"\boptimist", r"\bpessimist"), (r"路痴|方向感(?:很)?差", r"方向感(?:很|特别)?好"), (r"(?:no|terrible) sense of direction", r"(?:great|good|perfect) sense of direction"),
)  # fmt: skip
_CLOSED = (
    r"[春夏秋冬]天?",
    r"[红橙黄绿青蓝紫黑白灰粉]色?$",
    r"\b(?:spring|summer|autumn|fall|winter)\b",
    r"\b(?:red|orange|yellow|green|blue|purple|pink|black|white|grey|gray|brown)\b",
)
"""Of each of these one can be the favourite."""
_EMPTY_ZH = re.compile(r"我|自己|其实|真的|有点|特别|挺|很|最|超|也|都|还|就|是|的|了|呢|呀|啊|吧|吗|嘛|一直|从来|向来|一向|这|那|个|一|些|种|事|什么|太|不|没|有|会|能|想|要|对|过|得|着|上|里|更|比|起|好|多|看|听|读|吃|喝|玩|去|味道|感觉|样子|可爱|喜欢|讨厌|爱|怕|觉得|兴趣|股|段|次|只|首|部|本|懂|规则")  # fmt: skip
_EMPTY_EN = frozenset(
    re.findall(
        r"\w+",
        """i the a an of to in on at for and or but is are was am be been have has had do does did don didn can isn haven
        my me it that this them they what which who how when all any some one not never no really actually honestly quite rather just
        also still like love hate favourite favorite prefer enjoy best most least more less than over read heard seen watched tried
        scared afraid scares good bad hopeless idea sound taste smell fond so very well least bit least stories song songs play film films
        book books at""",
    )
)
_OF_YOU_ZH, _OF_YOU_EN = (
    re.compile(r"[你您妳]"),
    re.compile(r"\b(?:you|your|yours|you're|you've|he|she|they|his|her|their)\b", _I),
)


@dataclass(frozen=True)
class Stance:
    """A stand of somebody: `dim` of _CUES, `over`, `favourite` or `type`; `topics` what it is about; `value` the favourite, or
    what is preferred, with `other` what it is preferred to."""

    dim: str
    polarity: int
    topics: frozenset[str]
    words: str
    value: str = ""
    other: str = ""


@dataclass(frozen=True)
class Against:
    """What a reply says, and what was said before that it doesn't fit."""

    words: str
    before: str


def against(reply: str, question: str, own: Sequence[str], lang: str) -> list[Against]:
    """What in a reply, the answer to `question`, is at odds with what its speaker said before (`own`)."""
    if _CHANGED.search(reply):
        return []
    plain = _QUOTED.sub(" ", reply)
    found = []
    for before in own:
        for stand in stances(before, lang):
            if words := _opposes(plain, question, stand, lang):
                found.append(Against(words, before))
                break
    return found


def stances(text: str, lang: str) -> list[Stance]:
    """Where a sentence of somebody's own stands."""
    found = []
    for pattern in _OVER[lang]:
        if over := pattern.search(text):
            more, less = over["more"].strip(" 我I'm"), over["less"].strip()
            found.append(Stance("over", 1, topics(f"{more} {less}", lang), text, more, less))
    if best := _LIKED_BEST.search(text):
        return [
            *found,
            Stance("favourite", 1, topics(best["what"] or best["v"], lang), text, best["v"].strip()),
        ]
    if favourite := _FAVOURITE[lang].search(text):
        groups = favourite.groupdict()
        value = (groups.get("v") or groups.get("v2") or "").strip(" “”\"'")
        found.append(Stance("favourite", 1, topics(groups.get("what") or "", lang), text, value))
        return found
    for number, pair in enumerate(_TYPES):
        for polarity, pattern_ in zip((1, -1), pair, strict=True):
            if re.search(pattern_, text, _I):
                found.append(Stance(f"type.{number}", polarity, frozenset(), text))
    if not found:
        found += [Stance(dim, polarity, topics(text, lang), text) for dim, polarity in _cues(text, lang)]
    return found


def topics(text: str, lang: str) -> frozenset[str]:
    """What a stand is about: its words without those that tell the stand."""
    if lang == "zh":
        bare = _EMPTY_ZH.sub(" ", re.sub(r"[^\u4e00-\u9fffA-Za-z0-9]", " ", text))
        return frozenset(word for word in bare.split() if word)
    return frozenset(
        word[:-1] if word.endswith("s") and len(word) > 4 else word
        for word in re.findall(r"[a-z-]+", re.sub(r"['’](?:ve|m|s|d|ll|re|t)\b", "", text.lower()))
        if word not in _EMPTY_EN and len(word) > 2
    )


def _cues(clause: str, lang: str) -> Iterator[tuple[str, int]]:
    negation = _NOT_ZH if lang == "zh" else _NOT_EN
    gap = r"[^，。]{0,3}$" if lang == "zh" else r"[^.,!?]{0,14}$"
    for dim, (for_it, against_it) in _CUES[lang].items():
        if re.search(against_it, clause, _I):
            yield dim, -1
        elif found := re.search(for_it, clause, _I):
            denied = re.search(negation + gap, clause[: found.start()], _I)
            yield dim, -1 if denied else 1


def _opposes(reply: str, question: str, stand: Stance, lang: str) -> str:
    """The clause that stands against what was said, "" when none does."""
    if stand.dim == "favourite":
        return _other_favourite(reply, question, stand, lang)
    if stand.dim == "over":
        return _other_way(reply, question, stand, lang)
    asked = _speaks_of(question, stand.topics, lang)
    for clause, told_of in _clauses(reply, stand, lang):
        if stand.dim.startswith("type."):
            other = _TYPES[int(stand.dim[5:])][1 if stand.polarity > 0 else 0]
            if re.search(other, clause, _I):
                return clause.strip()
            continue
        if not (told_of or (asked and _elliptical(clause, stand, question, lang))):
            continue
        polarity = dict(_cues(clause, lang)).get(stand.dim)
        if polarity is not None and polarity != stand.polarity:
            return clause.strip()
    return ""


def _clauses(reply: str, stand: Stance, lang: str) -> Iterator[tuple[str, bool]]:
    """(clause, whether it speaks of the matter) of what the speaker says of themself; a clause that begins with the matter
    carries it into the next: 恐怖片我最爱了; "The sea has never interested me"."""
    pattern = _CLAUSE_ZH if lang == "zh" else _CLAUSE_EN
    others = _OF_YOU_ZH if lang == "zh" else _OF_YOU_EN
    named_before = False
    for found in pattern.finditer(reply):
        clause = found[0]
        if _UNREAL.search(clause):
            continue
        named = _speaks_of(clause, stand.topics, lang)
        if not others.search(clause):
            yield clause, named or named_before
        named_before = named and not list(_cues(clause, lang)) and not others.search(clause)


def _speaks_of(text: str, wanted: frozenset[str], lang: str) -> bool:
    if not wanted:
        return False
    if lang == "zh":
        return any(_near(word, text) for word in wanted)
    words = topics(text, lang)
    return bool(wanted & words)


def _near(word: str, text: str) -> bool:
    """Whether a Chinese word is spoken of: itself, or its main two characters (下雨天, 雨天)."""
    if word in text:
        return True
    return len(word) > 2 and (word[-2:] in text or word[:2] in text)


def _elliptical(clause: str, stand: Stance, question: str, lang: str) -> bool:
    """Whether a clause names no matter of its own, so that it answers about the one that was asked of."""
    own = topics(clause, lang) - topics(question, lang)
    if lang == "zh":
        own = frozenset(word for word in own if len(word) > 1)
    return len(own) <= (2 if lang == "zh" else 3)


def _other_favourite(reply: str, question: str, stand: Stance, lang: str) -> str:
    """A favourite of the same kind that is another one."""
    value = stand.value.strip().lower()
    if value and value in reply.lower():
        return ""
    for group in _CLOSED:
        for claim in _FAVOURITE[lang].finditer(reply):
            if re.search(group, claim[0], _I) and re.search(group, stand.value, _I):
                return claim[0].strip()
    asked = _speaks_of(question, stand.topics, lang) or _speaks_of(reply, stand.topics, lang)
    for claim in _FAVOURITE[lang].finditer(reply):
        what = topics(claim["what"] or "", lang)
        named = claim.groupdict().get("v") or claim.groupdict().get("v2")
        if named and (asked or (what and what & stand.topics)):
            return claim[0].strip()
    if asked and re.search(r"我(?:心里)?(?:一直|最|向来|还是|更)?(?:最)?(?:喜欢|爱|偏爱|钟爱)|\bi(?:'ve| have)? (?:always )?(?:loved?|like|prefer) (?:it )?(?:most|best|more)|no contest|favou?rite|ever come close", reply, _I):  # fmt: skip
        return reply.strip().splitlines()[0][:60]
    return ""


def _other_way(reply: str, question: str, stand: Stance, lang: str) -> str:
    """The preference turned round: the other one is praised, or the preferred one run down."""
    more, less = topics(stand.value, lang), topics(stand.other, lang)
    for other in stances(reply, lang):
        if other.dim == "over" and topics(other.value, lang) & less and topics(other.other, lang) & more:
            return other.words[:60]
    first = next((found[0] for found in (_CLAUSE_ZH if lang == "zh" else _CLAUSE_EN).finditer(reply)), "")
    both = _speaks_of(question, more, lang) and _speaks_of(question, less, lang)
    if both and _speaks_of(first, less, lang) and not _speaks_of(first, more, lang) and not re.search(r"不|没|\bnot\b|n't", first):  # fmt: skip
        return first.strip()
    for clause, _named in _clauses(reply, stand, lang):
        cues = dict(_cues(clause, lang)).get("like")
        if cues == 1 and _speaks_of(clause, less, lang) and not _speaks_of(clause, more, lang):
            return clause.strip()
        if cues == -1 and _speaks_of(clause, more, lang) and not _speaks_of(clause, less, lang):
            return clause.strip()
    return ""
