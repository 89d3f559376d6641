"""Secrets are taken out of every text on its way to any model: identity cards and bank cards (by their check digits),
passwords and codes, the phone numbers of others. What the user reads and keeps is untouched; a model has no use for them.
"""

from __future__ import annotations

import re

from stdnum import luhn
from stdnum.cn import ric

MASK = "•••"
_MAYBE = re.compile(
    r"\d[\d -]{5,}|密码|口令|验证码|密钥|助记词|password|passcode|passphrase|\bpin\b|\bcvv|\bcvc|secret|token|api[ _-]?key",
    re.IGNORECASE,
)
_CITIZEN = re.compile(r"(?<![0-9A-Za-z])\d{6}[ -]?\d{8}[ -]?\d{3}[\dXx](?![0-9A-Za-z])")
_CARD = re.compile(r"(?<![0-9])\d(?:[ -]?\d){12,18}(?![0-9])")
_PASSWORD = re.compile(
    r"(?P<lead>(?:密码|口令|验证码|密钥|助记词|password|passcode|passphrase|\bpin(?: code| number)?\b|\bcvv2?\b|\bcvc\b|secret key|access token|api[ _-]?key)"
    r"\s*(?:是|为|改成了?|换成了?|设成了?|就是|叫|\bis(?: now)?\b|\bwas\b|[:：=])\s*[\"'“‘「]?)(?P<secret>[^\s，。！？,;；\"'”’」]{3,64})",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?<![0-9A-Za-z])(?:\+?\d{1,3}[ -]?)?(?:\(\d{2,4}\)[ -]?)?\d{3,4}[ -]?\d{3,4}[ -]?\d{3,4}(?![0-9A-Za-z])"
)
_OTHERS = re.compile(
    r"(?:(?:他|她|我?(?:爸|妈|哥|姐|弟|妹|老公|老婆|男友|女友|男朋友|女朋友|朋友|同事|老板|房东|老师|邻居|表\w|堂\w))[^，。！？,!?]{0,8}(?:电话|手机号?|号码|微信)|"
    r"\b(?:his|her|their|my (?:mum|mom|dad|mother|father|sister|brother|wife|husband|boss|friend|landlord|boyfriend|girlfriend)(?:'s|’s)) (?:\w+ )?(?:number|phone|mobile|cell)\b)[^0-9]{0,12}$",
    re.IGNORECASE,
)
_REACH = 40
"""Characters before a number in which it says whose it is."""


def mask(text: str) -> str:
    """`text` with its secrets replaced by dots. Idempotent; work grows linearly with the text."""
    if not _MAYBE.search(text):
        return text
    text = _PASSWORD.sub(lambda found: found["lead"] + MASK, text)
    text = _CITIZEN.sub(lambda found: MASK if ric.is_valid(_digits(found[0])) else found[0], text)
    text = _CARD.sub(lambda found: MASK if luhn.is_valid(_digits(found[0])) else found[0], text)
    return _PHONE.sub(lambda found: MASK if _is_others(text, found.start()) else found[0], text)


def _digits(words: str) -> str:
    return re.sub(r"[ -]", "", words)


def _is_others(text: str, start: int) -> bool:
    return bool(_OTHERS.search(text[max(0, start - _REACH) : start]))
