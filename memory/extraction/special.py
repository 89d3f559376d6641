"""Matters that are nobody's business unasked: health, belief, sexuality, money, trauma. By their words."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.candidates import USER, Candidate
from memory.extraction.zh.words import DISEASES
from memory.policy import CONSENT_CLASSES, Kind

_WORDS = {
    "health": rf"{DISEASES}|抑郁|确诊|病历|化疗|放疗|精神科|心理医生|流产|堕胎|打胎"
    r"|\b(?:diagnos\w*|diabet\w*|depress(?:ion|ed)|anxiety disorder|bipolar|cancer|chemo\w*|epilep\w*|asthma\w*|autis\w*|hiv"
    r"|schizo\w*|therapist|psychiatr\w*|antidepressants?|miscarriage|abortion)\b",
    "sexuality": r"同性恋|双性恋|无性恋|跨性别|出柜|\b(?:gay|lesbian|bisexual|transgender|queer)\b",
    "belief": r"信(?:佛|教|主|上帝)|基督徒|穆斯林|\b(?:christian|catholic|muslim|buddhist|hindu|atheist)\b",
    "money": r"负债|欠(?:了|着)?.{0,6}[钱债万]|网贷|破产|月薪|年薪|工资|\b(?:in debt|bankrupt\w*|my salary|student loans?)\b",
    "trauma": r"性侵|强奸|家暴|虐待|猥亵|霸凌|\b(?:abused?|assault\w*|raped?|molest\w*|bullied)\b",
}
_OWN = {
    "health": r"怀(?:孕|了孕|上了|着孕)|有(?:了)?身孕|孕(?:期|早期|中期|晚期|吐|妇)|(?:失眠|睡不着|整夜没睡)|自残|自伤|割(?:腕|伤|自己)|催吐|厌食|暴食|戒(?:酒|毒|断)|酗酒|吸毒"
    r"|\b(?:pregnan\w*|expecting a baby|insomnia|can(?:no|')?t sleep|(?:have|has)n'?t slept|self[- ]harm\w*|cut(?:ting)? myself|purg(?:e|ing)|bing(?:e|ing)|anorexi\w*|bulimi\w*"
    r"|sober(?!-)|rehab|addict\w*|relapsed?)\b",
    "money": r"被(?:人|他|她|电信|杀猪盘|网友)?(?:诈)?骗(?:了|走|光|得|去)?[^，。]{0,8}(?:钱|块|元|万|千|积蓄|存款|[0-9]{3,})|(?:积蓄|存款|钱)[^，。]{0,6}(?:被骗|骗光|骗走|没了|赔光|输光)|赌(?:博|输|债|光)|倾家荡产|(?:借|还)不(?:起|上)[^，。]{0,4}(?:钱|债|贷)"
    r"|\b(?:(?:got |was |been )?scammed|conned|defrauded|swindled|(?:lost|gambled away) (?:all )?(?:my|our) (?:savings|money)|gambl\w*|payday loans?)\b",
    "trauma": r"(?:打|揍|踹|掐|踢|推)(?:了)?(?:我|伤了我)|(?:他|她|爸|妈|老公|老婆|丈夫|男友|前任|前夫)[^，。]{0,6}(?:又)?动手(?:了|打)|被(?:他|她|爸|妈|老公|丈夫|男友|前任|家里人?)[^，。]{0,4}(?:打|揍|踹|掐|强迫|侵犯)|跟踪我|迷奸|下药"
    r"|\b(?:(?:hits?|beats?|punche[sd]|punch|kick(?:s|ed)?|slap(?:s|ped)?|chok(?:es|ed)|strangled|stalk(?:s|ed|ing)) me(?! at\b)|domestic violence|drugged me)\b",
}
"""What is a matter of this kind when one tells it of oneself; told of others it is news: a sister who is expecting."""
_TOLD = {name: re.compile(_WORDS[name], re.IGNORECASE) for name in CONSENT_CLASSES}
_TOLD_OWN = {name: re.compile(words, re.IGNORECASE) for name, words in _OWN.items()}
_ASKED_FOR = frozenset({Kind.BOUNDARY, Kind.STYLE, Kind.PROMISE, Kind.REFERENCE, Kind.SELF})
"""What somebody asked for is no matter about them."""


def is_special(text: str) -> bool:
    """Whether a text speaks of such a matter."""
    return any(told.search(text) for told in _TOLD.values())


def needing_consent(candidate: Candidate) -> Candidate:
    """The claim with the consent class that its words need. An event beside the fact would keep a matter without asking."""
    if candidate.consent or candidate.kind in _ASKED_FOR or candidate.subject != USER:
        return candidate
    words = f"{candidate.quote} {candidate.statement}"
    for told in (_TOLD, _TOLD_OWN):
        for name, pattern in told.items():
            if pattern.search(words):
                return replace(candidate, consent=name)
    return candidate
