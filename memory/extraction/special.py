"""Matters that are nobody's business unasked: health, belief, sexuality, money, trauma. By their words."""

from __future__ import annotations

import re

from memory.extraction.zh.words import DISEASES

_SPECIAL = re.compile(
    rf"{DISEASES}|抑郁|确诊|病历|化疗|放疗|精神科|心理医生|同性恋|双性恋|无性恋|跨性别|出柜|信(?:佛|教|主|上帝)|基督徒|穆斯林"
    r"|负债|欠(?:了|着)?.{0,6}[钱债万]|网贷|破产|月薪|年薪|工资|性侵|强奸|家暴|虐待|猥亵|霸凌|流产|堕胎"
    r"|\b(?:diagnos\w*|diabet\w*|depress(?:ion|ed)|anxiety disorder|bipolar|cancer|chemo\w*|epilep\w*|asthma\w*|autis\w*|hiv"
    r"|schizo\w*|therapist|psychiatr\w*|antidepressants?|gay|lesbian|bisexual|transgender|queer|christian|catholic|muslim"
    r"|buddhist|hindu|atheist|in debt|bankrupt\w*|my salary|student loans?|abused?|assault\w*|raped?|molest\w*|bullied"
    r"|miscarriage|abortion)\b",
    re.IGNORECASE,
)


def is_special(text: str) -> bool:
    """Whether a text speaks of such a matter."""
    return bool(_SPECIAL.search(text))
