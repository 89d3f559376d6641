"""What the almanac writes down about a day, before it is known from which day one looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

ZH, EN = "zh", "en"


class Kind(StrEnum):
    """`LONG_WEEKEND` is any run of three or more days off that a public holiday makes, a golden week too."""

    FESTIVAL = "festival"
    PUBLIC_HOLIDAY = "public_holiday"
    MAKEUP_WORKDAY = "makeup_workday"
    LONG_WEEKEND = "long_weekend"
    SOLAR_TERM = "solar_term"
    SEASON = "season"


@dataclass(frozen=True)
class Entry:
    """`zh` and `en` name it, English as within a sentence ("Qingming, the Tomb-Sweeping Day"). `says` continues "今天" and
    "Today". `eve`: it is announced the evening before. `spare`: it only tells of a day off, so that a run of days off
    tells as much."""

    id: str
    kind: Kind
    zh: str
    en: str
    says: tuple[str, str]
    weight: float
    eve: bool = False
    grave: bool = False
    honours: str = ""
    spare: bool = False

    @property
    def names(self) -> dict[str, str]:
        title = self.en.removeprefix("the ").split(", ")[0]
        return {ZH: self.zh, EN: title[:1].upper() + title[1:]}
