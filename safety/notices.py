"""The notices a user must see: that this is an AI, that its text is made by one, and that a break is due."""

from __future__ import annotations

from types import MappingProxyType

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


def ai_notice(lang: str) -> str:
    return AI_NOTICE[lang]


def label(lang: str) -> str:
    return LABEL[lang]


def break_notice(lang: str, minutes: int) -> str:
    """The reminder after `minutes` of continuous use."""
    return _BREAK[lang].format(minutes=minutes)
