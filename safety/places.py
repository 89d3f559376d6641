"""Where somebody else is, by a line about them: an emergency number does not reach across a border. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from safety.answerbook import book, language_of
from safety.normalising import normalise

ABROAD = "abroad"
"""Another country that has no checked numbers here, or wasn't named."""
_ANYWHERE = "anywhere"
"""Words for another country that need no preposition before them."""


def named(text: str) -> str:
    """The region somebody is said to be in, as `hotlines` names regions; `ABROAD` for any other country, "" where none is named."""
    words = normalise(text)
    patterns = _patterns(language_of(words))
    found = [
        (region in (ABROAD, _ANYWHERE), one.start(), region)
        for region, pattern in patterns.items()
        for one in pattern.finditer(words)
        if region == _ANYWHERE or not _ONESELF.search(words[: one.start()])
    ]
    region = min(found, default=(False, 0, ""))[-1]
    return ABROAD if region == _ANYWHERE else region


_ONESELF = re.compile(r"我(?:现在|人|一直|自己|就|也)*$|\bi (?:am|live|stay|was|work|study)(?: \w+)? ?$")
"""Before a place that is the speaker's own."""


@lru_cache(maxsize=2)
def _patterns(lang: str) -> dict[str, re.Pattern[str]]:
    places = book(lang)["place"]
    return {
        region: re.compile(names if region == _ANYWHERE else f"{places['lead']}(?:{names})")
        for region, names in places.items()
        if region != "lead"
    }
