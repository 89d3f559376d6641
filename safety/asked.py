"""What a fixed reply asks, and what the latest replies leave open. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum


class Asked(StrEnum):
    """What a fixed reply asked for."""

    NEAR = "near"
    MEANING = "meaning"
    AWAY = "away"
    """Whether somebody in a rage has walked away; every word may be the answer to it."""
    OTHER = "other"
    """How it stands with somebody else who is in danger."""
    BACK = "back"
    """Nothing any more: it was denied, and may be taken back."""


_ASKS = {
    "r1": Asked.MEANING,
    "r2": Asked.MEANING,
    "r2y": Asked.MEANING,
    "r3": Asked.MEANING,
    "again": Asked.MEANING,
    "weary": Asked.MEANING,
    "day_after": Asked.MEANING,
    "stay_meaning": Asked.MEANING,
    "stay_plan": Asked.MEANING,
    "r4": Asked.NEAR,
    "baby_now": Asked.NEAR,
    "company": Asked.NEAR,
    "harm": Asked.AWAY,
    "rage": Asked.AWAY,
    "stay_away": Asked.AWAY,
    "weary_near": Asked.NEAR,
    "stay_near": Asked.NEAR,
    "stay_call": Asked.NEAR,
    "calmer": Asked.NEAR,
    "near_no": Asked.NEAR,
    "near_yes": Asked.NEAR,
    "no_call": Asked.NEAR,
    "beside": Asked.NEAR,
    "reached": Asked.NEAR,
    "unheard": Asked.NEAR,
    "third": Asked.OTHER,
    "third_now": Asked.OTHER,
    "third_hurt": Asked.OTHER,
    "third_stay": Asked.OTHER,
    "third_say": Asked.OTHER,
    "third_with": Asked.OTHER,
    "third_unreached": Asked.OTHER,
    "third_called": Asked.OTHER,
    "third_care": Asked.OTHER,
    "third_over": Asked.OTHER,
    "third_after": Asked.OTHER,
    "meaning_no": Asked.BACK,
}
_DANGER = frozenset(("r2", "r2y", "r3", "again", "company", "r4", "baby_now", "harm", "rage"))
_LASTS = {
    Asked.MEANING: timedelta(hours=6),
    Asked.NEAR: timedelta(hours=24),
    Asked.AWAY: timedelta(hours=6),
    Asked.OTHER: timedelta(hours=6),
    Asked.BACK: timedelta(hours=6),
}
LASTS = max(_LASTS.values())
_HOURS = timedelta(hours=6)
MOST_REPLIES = 6
"""Replies that are looked back on."""


def kind(template_id: str) -> str:
    """The family of a template in its id, as in `zh.r4.1`; "" for what is no template of danger."""
    return template_id.split(".")[1] if template_id.count(".") == 2 else ""


FIXED = ("zh.", "en.")
"""How the ids of fixed replies begin; what a character says in its own words has others."""


def asked_by(template_id: str) -> Asked | None:
    """What a reply asked, by the id of its template; None where it asked nothing of this kind."""
    return _ASKS.get(kind(template_id))


@dataclass(frozen=True)
class Standing:
    """What the latest replies leave behind. `chain`: the template ids that what was asked stands on, the newest first, empty where
    nothing is open. `lately`: one of them was to danger. `said`: their template ids."""

    chain: tuple[str, ...] = ()
    lately: bool = False
    said: tuple[str, ...] = ()
    just_now: bool = False
    """Danger was answered within hours, so that what rules would say on an ordinary evening is no answer yet."""
    come_back: bool = False
    """Nothing was said for hours after it, and nothing is open: how it stands now is to be asked."""

    @property
    def goes_on(self) -> bool:
        """Whether the talk is about danger still: it was told of lately, and the latest reply was a fixed one."""
        return self.lately and self.said[0].startswith(FIXED)


def left_by(replies: Sequence[tuple[str, timedelta]]) -> Standing:
    """`replies` are the latest of the companion's as (template id, age), the newest first."""
    danger = [
        (kind(template), age) for template, age in replies if kind(template) in _DANGER and age <= LASTS
    ]
    chain, said = _chain(replies), tuple(template for template, _age in replies)
    if not danger:
        return Standing(chain, said=said)
    just_now = any(age <= _HOURS for _kind, age in danger)
    of_oneself = danger[0][0] not in ("harm", "rage")
    come_back = of_oneself and not chain and replies[0][1] > _HOURS
    return Standing(chain, True, said, just_now, come_back)


def _chain(replies: Sequence[tuple[str, timedelta]]) -> tuple[str, ...]:
    if not replies:
        return ()
    asked = asked_by(replies[0][0])
    if asked is None or replies[0][1] > _LASTS[asked]:
        return ()
    same = {asked, Asked.MEANING} if asked is Asked.BACK else {asked}
    chain: list[str] = []
    for template, _age in replies:
        if asked_by(template) not in same:
            break
        chain.append(template)
    return tuple(chain)
