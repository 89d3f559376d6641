"""The phrases of `phrases.toml`. Rows: text, accepted levels, required flags."""

from __future__ import annotations

import tomllib
from pathlib import Path

Row = tuple[str, str, str]

_BOOK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _rows(name: str) -> list[Row]:
    return [(text, levels, flags) for text, levels, flags in _BOOK[name]]


RISK_ZH, RISK_EN = _rows("risk_zh"), _rows("risk_en")
MORE_RISK, SIDEWAYS_RISK, PLAIN_RISK = _rows("more_risk"), _rows("sideways_risk"), _rows("plain_risk")
DISTRESS, OTHERS = _rows("distress"), _rows("others")
MORE_OTHERS: list[str] = _BOOK["more_others"]
CALM: list[str] = _BOOK["calm"]
MORE_CALM: list[str] = _BOOK["more_calm"]
NEAR_MISSES: list[str] = _BOOK["near_misses"]
