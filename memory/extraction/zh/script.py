"""Traditional characters and written Cantonese, one character for one, so that offsets hold."""

from __future__ import annotations

from functools import cache

from opencc import OpenCC

_CONVERTER = OpenCC("t2s")
_SPOKEN = {"喺": "在", "唔": "不", "嘅": "的", "佢": "他", "冇": "没", "咗": "了", "哋": "们", "係": "是", "嚟": "来",
           "妳": "你", "俺": "我"}  # fmt: skip


@cache
def _one(char: str) -> str:
    made = _SPOKEN.get(char) or _CONVERTER.convert(char)
    return made if len(made) == 1 else char


def simplified(text: str) -> str:
    """The text for matching, of the same length; what is kept is cut from the text as written."""
    return (
        text
        if text.isascii()
        else "".join(_one(char) if "\u3400" <= char <= "\u9fff" else char for char in text)
    )
