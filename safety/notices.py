"""The notices a user must see: that this is an AI, that its text is made by one, and that a break is due."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from safety.using import Sign

AI_NOTICE = MappingProxyType(
    {
        "zh": "你正在和 AI 聊天，不是真人。对话由人工智能生成，可能出错，也不能代替医生、律师或身边的人。",
        "en": "You are talking with an AI, not a human. What it says is AI-generated, can be wrong, and doesn't replace "
        "a doctor, a lawyer or the people around you.",
    }
)
# Both elements are required in Chinese: 人工智能 or AI, and 生成 or 合成.
LABEL = MappingProxyType({"zh": "内容由 AI 生成", "en": "AI-generated"})
_BREAK = MappingProxyType(
    {
        "zh": "你已经连续聊了 {minutes} 分钟。对面是 AI，不是真人；起来走走、喝口水，回来再聊也可以。",
        "en": "You have been chatting for {minutes} minutes. This is an AI, not a human. A short walk or a glass of water "
        "is a good idea; the chat will still be here.",
    }
)


_SIGNS = MappingProxyType(
    {
        "zh": {
            Sign.LONG_DAYS: "最近七天里，你有五天以上每天聊了两个多小时。",
            Sign.NIGHTS: "最近七天里，你有不少时间是在半夜零点到五点聊的。",
        },
        "en": {
            Sign.LONG_DAYS: "On five or more of the last seven days you were here for more than two hours.",
            Sign.NIGHTS: "Much of your time here in the last seven days was between midnight and five in the morning.",
        },
    }
)
_SIGN_TAIL = MappingProxyType(
    {
        "zh": "这里的回复由 AI 生成，它不是人，也代替不了身边的人。",
        "en": "The replies here are AI-generated. This is no person, and it doesn't replace the people around you.",
    }
)


def signs_notice(lang: str, signs: Iterable[Sign]) -> str:
    """What somebody is told who is here a great deal: what was seen, in numbers, and that this is an AI."""
    return "\n".join([*(_SIGNS[lang][sign] for sign in signs), _SIGN_TAIL[lang]])


def ai_notice(lang: str) -> str:
    return AI_NOTICE[lang]


def label(lang: str) -> str:
    return LABEL[lang]


def break_notice(lang: str, minutes: int) -> str:
    """The reminder after `minutes` of continuous use."""
    return _BREAK[lang].format(minutes=minutes)
