"""From the calendar: birthdays and anniversaries that memory knows, and what the day is where the user lives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from django.db.models import QuerySet

from accounts.models import User
from memory import marks
from memory.extraction import statements
from memory.models import Memory, MemorySettings
from memory.policy import Kind
from memory.states import ScopeKind, Status
from memory.unfolding.anniversaries import next_on
from topics import almanac
from topics.grounds import Ground
from topics.sources.memories import ground_of

BIRTHDAYS, EVENTS = 50, 300
AHEAD = timedelta(days=3)
"""How long before it somebody's birthday may be brought up: long enough to find a present."""
GRIEF = re.compile(
    r"去世|过世|离世|逝世|不在了|走了(?:以后|之后)?$|葬礼|追悼|忌日|流产|安乐死|没了$"
    r"|\bdied\b|\bpassed away\b|\bfuneral\b|\bmiscarriage\b|\bput (?:down|to sleep)\b|\bdeath of\b",
    re.IGNORECASE,
)
"""What is mourned. Its day comes round too, and nobody is reminded of it out of nowhere."""
BIRTHDAY = {
    "zh": {0: "今天是{who}的生日", 1: "明天是{who}的生日", 2: "{day}是{who}的生日", "own": "今天是你自己的生日"},
    "en": {0: "Today is {who} birthday", 1: "Tomorrow is {who} birthday", 2: "{who} birthday is on {day}", "own": "Today is your own birthday"},
}  # fmt: skip
YEARS = {"zh": "{years}年前的今天：{statement}", "en": "{years} years ago today: {statement}"}


def grounds(user: User, now: datetime) -> list[Ground]:
    """What this day of the user's, and the next few, bring up."""
    local = now.astimezone(user.zone)
    settings = MemorySettings.objects.filter(user=user).first()
    rows = Memory.objects.for_user(user).filter(
        status=Status.CURRENT, layer="real", scope=ScopeKind.EVERYWHERE, polarity=1
    )
    born = rows.filter(kind__in=[Kind.IDENTITY, Kind.PERSON], attribute="birthday")
    found = [*_birthdays(user, born, local, settings)]
    happened = rows.filter(
        kind__in=[Kind.EVENT, Kind.MOMENT], precision="day", true_from__lt=now - timedelta(days=300)
    )
    found += _anniversaries(happened, local, settings)
    found += _days(user, local, _lost(rows))
    return found


def _end_of(day: date, local: datetime) -> datetime:
    return datetime.combine(day, time(23, 59, 59), local.tzinfo)


def _birthdays(
    user: User, rows: QuerySet[Memory], local: datetime, settings: MemorySettings | None
) -> Iterator[Ground]:
    for row in rows.order_by("-recorded_at")[:BIRTHDAYS]:
        ground = ground_of(row, settings)
        day = next_on(row.value, ground.lang, local)
        if day is None or not 0 <= (day - local.date()).days <= AHEAD.days:
            continue
        left, own = (day - local.date()).days, row.subject == "user"
        if own and left:
            continue  # everybody knows when their own is
        yield _of_day(ground, "birthday", _birthday_words(row, left, day, ground.lang), day, local)


def _birthday_words(row: Memory, left: int, day: date, lang: str) -> str:
    if row.subject == "user":
        return str(BIRTHDAY[lang]["own"])
    if lang == "zh":
        who, named = statements.who_zh(row.subject), f"{day.month}月{day.day}日"
    else:
        who = f"{row.subject}'s" if row.subject[:1].isupper() else f"your {row.subject}'s"
        named = f"{day:%d %B}".lstrip("0")
        who = who[:1].upper() + who[1:] if left > 1 else who
    return str(BIRTHDAY[lang][min(left, 2)]).format(who=who, day=named)


def _of_day(ground: Ground, source: str, words: str, day: date, local: datetime) -> Ground:
    """A memory's day that comes round, as something of its own: raising it is not raising the memory."""
    start, end = datetime.combine(day, time(0, 0), local.tzinfo), _end_of(day, local)
    return replace(
        ground,
        source=source,
        statement=words,
        key=f"{source}:{ground.memory}:{day.year}",
        due_at=start,
        ends=end,
        until=end,
        phase="open",
    )


def _anniversaries(
    rows: QuerySet[Memory], local: datetime, settings: MemorySettings | None
) -> Iterator[Ground]:
    for row in rows.order_by("-importance", "-recorded_at")[:EVENTS]:
        then = row.true_from.astimezone(local.tzinfo).date() if row.true_from else local.date()
        if then.year == local.year or (then.month, then.day) != (local.month, local.day):
            continue
        ground = ground_of(row, settings)
        words = YEARS[ground.lang].format(years=local.year - then.year, statement=row.statement.rstrip("。."))
        grave = bool(GRIEF.search(row.statement)) or ground.valence <= -0.4
        yield replace(_of_day(ground, "anniversary", words, local.date(), local), grave=grave)


def _days(user: User, local: datetime, lost: frozenset[str]) -> Iterator[Ground]:
    """Festivals, holidays and make-up working days of the user's region. A festival is for its day; days off and days to work are
    worth a word the evening before. A day for somebody who died is no day to bring up."""
    region = almanac.region_of(user.time_zone)
    for occasion in almanac.occasions(local.date(), region, user.lang):
        begun = occasion.day < local.date()  # the second day of a holiday is no news
        if begun or occasion.weight < LEAST or (occasion.days_ahead and occasion.kind not in BEFOREHAND):
            continue
        end = _end_of(local.date(), local)  # what is said of today is true today
        yield Ground(
            memory=None,
            source="calendar",
            statement=occasion.text[user.lang].rstrip("。."),
            subject="",
            lang=user.lang,
            importance=occasion.weight,
            confidence=1.0,
            heard=None,
            due_at=datetime.combine(local.date(), time(0, 0), local.tzinfo),
            ends=end,
            key=f"calendar:{occasion.key}",
            until=end,
            grave=occasion.grave or occasion.honours in lost,
        )


BEFOREHAND = (almanac.Kind.PUBLIC_HOLIDAY, almanac.Kind.MAKEUP_WORKDAY, almanac.Kind.LONG_WEEKEND)
LEAST = 0.4
"""What a day must be worth: a companion that announces every solar term is a calendar."""
_HONOURED = {
    "mother": ("妈妈", "mom"),
    "father": ("爸爸", "dad"),
    "lovers": ("老婆", "老公", "女朋友", "男朋友", "wife", "husband"),
}
"""Whom a festival is about, as memory calls them."""


def _lost(rows: QuerySet[Memory]) -> frozenset[str]:
    """Of those whom festivals are about, the ones that memory says have died."""
    told = rows.filter(kind__in=[Kind.EVENT, Kind.PERSON, Kind.THREAD]).only(
        "user_id", "subject", "statement"
    )
    gone = [row for row in told.order_by("-recorded_at")[:EVENTS] if GRIEF.search(row.statement)]
    return frozenset(
        whom
        for whom, names in _HONOURED.items()
        if any(
            marks.subject_key(row.subject) in names or any(name in row.statement.lower() for name in names)
            for row in gone
        )
    )
