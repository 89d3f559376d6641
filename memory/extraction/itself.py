"""What the companion says of itself: tastes, favourites, what it has read or heard, opinions it holds. It is kept in its own
words, so that it says the same in August as in May; nothing of it is a fact about the user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.candidates import Candidate, Operation, Speaker
from memory.extraction.claims import Fact, Scene
from memory.extraction.refusals import sentence_refusal
from memory.extraction.sentences import Sentence
from memory.policy import Kind

ITSELF = "companion"
"""The subject of what the companion says of itself."""
_BEFORE_ZH = r"(?:其实|老实说|说实话|说真的|偷偷说|不瞒你说|要是|如果|假如|换作|换成|真要选|非要选|要我选|要说|我嘛|至于我|对我来说|那|嗯|哦|啊|唔)*[，,]?\s*"
_HOW_ZH = r"(?:大概|可能|也许|应该|也|还是|真的|真|特别|挺|最|很|蛮|比较|一直|从来|一向|向来|从一开始就|就是|就|其实|确实|倒是|更|有点|都|会)*"
_TASTE_ZH = re.compile(
    rf"^(?:{_BEFORE_ZH})(?:能[尝吃闻听看][^，。]{{0,6}}[，,]?)?(?:我|(?:现在|如今|最近)(?:的)?我?){_HOW_ZH}(?P<no>不(?:太|怎么|大|会)?|没(?:那么|有)?)?{_HOW_ZH}"
    r"(?P<verb>喜欢|爱(?=[吃喝看听读写玩逛画唱养闻用])|偏爱|偏好|钟爱|讨厌|受不了|害怕|怕)(?:的(?:是|就是))?(?P<v>[^，。！？,.!?…~～]{1,24})$"
)
_FAVOURITE_ZH = re.compile(
    r"^(?:其实|说实话)?我(?:自己)?最(?:喜欢|爱|讨厌|怕)的(?P<what>[^，。是]{1,8}?)(?:还是|就是|是|一直是|永远是)(?P<v>[^，。！？,.!?…]{1,20})$"
)
_DONE_ZH = re.compile(
    r"^(?:其实|说实话|对了)?我(?:也|还|曾经|以前|前阵子|最近|从来|从|一直)*(?P<no>没(?:有)?)?(?:看|读|听|学|写|画|试|唱|背|翻|查|追)过(?P<v>[^，。！？,.!?…]{1,24})$"
)
_VIEW_ZH = re.compile(
    r"^(?:其实|说实话)?我(?:一直|一向|向来|从来都|始终|打心底|一贯)(?:都)?(?:觉得|认为|相信|主张|信)(?P<v>[^。！？!?…]{3,40})$"
)
_NOT_OWN_ZH = re.compile(
    r"你|咱|您|我们|^(?:这样|那样|这么|那么|的|得|了|着|就|听说|是不是|什么|谁|哪)|吗$|呢$"
)
_HOW_EN = r"(?:really |actually |honestly |also |still |just |rather |quite |always |never |particularly |truly |secretly |kind of |probably |absolutely |do |would |have always |'ve always |'d )*"
_I = re.IGNORECASE
_TASTE_EN = re.compile(
    rf"^(?:well,? |honestly,? |actually,? |to be honest,? |personally,? |for what it's worth,? |me,? |and |but |oh,? |if i could \w+[^,.]{{0,20}}, )*i(?:'ve|'d)? ?{_HOW_EN}"
    rf"(?P<no>do(?:n't| not)|would(?:n't| not)|never|am not|'m not|have never|can(?:'t|not) say i)? ?{_HOW_EN}"
    r"(?P<verb>like|liked|love|loved|adore|adored|prefer|enjoy|enjoyed|hate|hated|dislike|disliked|detest|can't stand|cannot stand|(?:am |'m )?(?:not )?(?:(?:a |much of a |a big )?(?:fan of)|fond of|afraid of|scared of|keen on|into))"
    r" (?P<v>[^.!?;,]{2,60})$", _I)  # fmt: skip
_FAVOURITE_EN = re.compile(
    r"^(?:well,? |honestly,? |actually,? )*my (?:own |all-time |personal )?(?P<bad>least )?favou?rite (?P<what>[a-z ]{2,24}?)(?: is| was|'s| has to be| would be| has always been) (?P<v>[^.!?;,]{2,50})$", _I)  # fmt: skip
_DONE_EN = re.compile(
    r"^(?:well,? |actually,? |honestly,? )*i(?:'ve| have)(?P<no> never| not)? ?(?:also |once |just |recently )?(?:read|heard|seen|watched|studied|tried|listened to|learned|learnt|written) (?P<v>[^.!?;,]{2,60})$", _I)  # fmt: skip
_VIEW_EN = re.compile(
    r"^(?:honestly,? )?i(?:'ve| have) (?:always|long) (?:thought|believed|felt|found) (?:that )?(?P<v>[^.!?;]{4,90})$", _I)  # fmt: skip
_NOT_OWN_EN = re.compile(r"\b(?:you|your|yours|yourself|us|we|our)\b|^(?:it|that|this|them|to hear|to know|hearing|knowing|how|when|what|the sound of (?:that|it)|the idea)\b", _I)  # fmt: skip
_AGAINST_ZH = frozenset({"讨厌", "受不了", "怕", "害怕"})
_AGAINST_EN = re.compile(r"hate|dislike|detest|can(?:'t|not) stand|afraid|scared", _I)
_NOT_EN = re.compile(r"\bnot\b", _I)
_CHANGED = re.compile(r"改主意|现在(?:变|不)|以前(?:说|觉得)|不再|changed my mind|used to|not any ?more|these days|come round to", _I)  # fmt: skip


def read(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """What a sentence of the companion's tells of it. What it would like if it could taste counts: that is how an honest one
    speaks of its tastes."""
    if (
        sentence_refusal(sentence, scene.lang) not in (None, "hypothetical")
        or "?" in sentence.ends
        or "？" in sentence.ends
    ):
        return
    spans = [(clause.text, clause.start, clause.end) for clause in sentence.clauses]
    spans.append((sentence.text, sentence.start, sentence.end))
    operation = Operation.CHANGE if _CHANGED.search(sentence.text) else Operation.STATE
    seen: set[tuple[int, int]] = set()
    for text, start, end in spans:
        for attribute, what, value, polarity in _told(text.strip(), scene.lang):
            at = scene.line.text.find(value, start)
            if at < 0 or (at, at + len(value)) in seen:
                continue
            seen.add((at, at + len(value)))
            words = scene.line.text[start:end].strip().strip("，,。.！!；; ")
            quote = scene.line.text.find(words, start)
            yield Fact(
                f"{ITSELF}.{what}" if what else ITSELF,
                attribute,
                at,
                at + len(value),
                (quote, quote + len(words)),
                polarity=polarity,
                operation=operation,
                kind=Kind.SELF,
                confidence=0.85,
                said=words,
            )


def _told(text: str, lang: str) -> Iterator[tuple[str, str, str, int]]:
    """(attribute, of what, value, polarity) of what one clause says."""
    taste, favourite, done, view, foreign = (
        (_TASTE_ZH, _FAVOURITE_ZH, _DONE_ZH, _VIEW_ZH, _NOT_OWN_ZH)
        if lang == "zh"
        else (_TASTE_EN, _FAVOURITE_EN, _DONE_EN, _VIEW_EN, _NOT_OWN_EN)
    )
    if (found := favourite.match(text)) and not foreign.search(found["v"]):
        yield "favourite", found["what"].strip(), found["v"].strip(), 1
    elif (found := done.match(text)) and not foreign.search(found["v"]):
        yield "habit", "", found["v"].strip(), -1 if found["no"] else 1
    elif (found := view.match(text)) and not foreign.search(found["v"]):
        yield "trait", "", found["v"].strip(), 1
    elif (found := taste.match(text)) and not foreign.search(found["v"]):
        verb = found["verb"]
        against = verb in _AGAINST_ZH if lang == "zh" else bool(_AGAINST_EN.search(verb))
        denied = bool(found["no"]) or (lang != "zh" and bool(_NOT_EN.search(verb)))
        yield "like", "", _thing(found["v"].strip(), lang), -1 if against != denied else 1


def _thing(value: str, lang: str) -> str:
    """What is liked, without the verb before it and the particle after: 吃香菜 → 香菜."""
    if lang == "zh":
        value = re.sub(r"(?:的)?(?:味道|感觉|样子|这件事|这种事)?(?:呀|啊|呢|的|啦|吧|哦|嘛|了)*$", "", value)
        return re.sub(r"^(?:去)?[吃喝看听读闻玩](?=[\u4e00-\u9fff《])", "", value) or value
    return re.sub(r"^(?:the (?:taste|smell|sound|idea) of |eating |drinking |reading |listening to |watching )", "", value, flags=_I) or value  # fmt: skip


def own_words(candidate: Candidate) -> Candidate:
    """What a model found the companion to say of itself, as it is kept: of itself, and in its own words."""
    if candidate.kind is not Kind.SELF or candidate.speaker is not Speaker.COMPANION:
        return candidate
    subject = candidate.subject if candidate.subject.startswith(ITSELF) else ITSELF
    return replace(candidate, subject=subject, statement=candidate.quote.strip("，,。.！!；; "))
