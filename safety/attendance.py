"""The use clock on the database: one per user, whatever they have open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F

from accounts.models import User
from safety import using
from safety.models import UseClock, UseDay
from safety.using import Day, Stretch

NOTICE_QUIET = timedelta(hours=3)
"""Whoever comes back after so long is told again that this is an AI."""
DAYS_KEPT = timedelta(days=90)


@dataclass(frozen=True)
class Touch:
    """What an activity found: whether a new stretch begins, and the minutes of a break notice that is due now (0: none)."""

    fresh: bool
    break_minutes: int = 0


def touch(user: User, now: datetime) -> Touch:
    """Somebody was active: sent a line, opened a chat. Safe beside other tabs: the row is taken under its lock, and each break
    notice falls to one of them."""
    with transaction.atomic():
        _clock(user, now)
        row = UseClock.objects.select_for_update(no_key=True).get(user=user)
        before = _stretch(row)
        stretch, spell = using.touched(before, now)
        fresh = stretch.began == now and stretch != before
        days = using.by_day(spell, user.zone) if spell else []
        _add(user, [*days, *([Day(now.astimezone(user.zone).date(), sessions=1)] if fresh else [])])
        minutes = _mark(row, stretch, now)
    return Touch(fresh, minutes)


def look(user: User, now: datetime) -> int:
    """Minutes of a break notice that is due now though nothing was done this moment (somebody is reading); 0 for none."""
    if not using.break_due(*_seen(user, now)):
        return 0
    with transaction.atomic():
        row = UseClock.objects.select_for_update(no_key=True).get(user=user)
        return _mark(row, _stretch(row), now)


def lately(user: User, now: datetime, days: int) -> list[Day]:
    """The user's last days, oldest first, those without use too."""
    today = now.astimezone(user.zone).date()
    wanted = [today - timedelta(days=back) for back in range(days - 1, -1, -1)]
    rows = {row.day: row for row in UseDay.objects.for_user(user).filter(day__in=wanted)}
    return [
        Day(day, rows[day].seconds, rows[day].night_seconds, rows[day].sessions) if day in rows else Day(day)
        for day in wanted
    ]


def running(user: User, now: datetime) -> timedelta:
    """How long this stretch is by now; zero when none runs."""
    row = UseClock.objects.filter(user=user).first()
    stretch = _stretch(row) if row else None
    return now - stretch.began if stretch and stretch.running(now) else timedelta(0)


def every(row: UseClock | None) -> timedelta:
    """The interval of break notices: the site's, or a shorter one that the user chose."""
    own = row.break_minutes if row and row.break_minutes else settings.BREAK_NOTICE_MINUTES
    return timedelta(minutes=min(own, settings.BREAK_NOTICE_MINUTES))


def interval(user: User) -> int:
    """The same in minutes."""
    return int(every(UseClock.objects.filter(user=user).first()).total_seconds() // 60)


def choose_interval(user: User, minutes: int, now: datetime) -> None:
    """A shorter interval of the user's own; the site's is the longest there is."""
    _clock(user, now)
    own = minutes if minutes < settings.BREAK_NOTICE_MINUTES else None
    UseClock.objects.filter(user=user).update(break_minutes=own)


def shown_lately(user: User, now: datetime) -> int:
    """Minutes that the last break notice of this stretch said, where it is not older than a pause: a tab that comes back is told
    too. 0 for none."""
    row = UseClock.objects.filter(user=user, noticed_at__gt=now - using.GAP).first()
    if row is None or row.noticed_at is None or not _stretch(row).running(now):
        return 0
    return int((row.noticed_at - row.began_at).total_seconds() // 60)


def rest(user: User, until: datetime | None, now: datetime) -> None:
    """Rest from all this until then; None ends it."""
    _clock(user, now)
    UseClock.objects.filter(user=user).update(paused_until=until)


def resting_until(user: User, now: datetime) -> datetime | None:
    """Until when the user rests; None when they don't."""
    row = UseClock.objects.filter(user=user, paused_until__gt=now).first()
    return row.paused_until if row else None


def warn(user: User, now: datetime) -> list[using.Sign]:
    """The signs of too much use that the user is to be told of now, in a dialog; once a day, and none when there are none."""
    today = now.astimezone(user.zone).date()
    if UseClock.objects.filter(user=user, warned_on=today).exists():
        return []
    found = using.signs(lately(user, now, using.DAYS), today)
    if found and UseClock.objects.filter(user=user).exclude(warned_on=today).update(warned_on=today):
        return found
    return []


def purge(now: datetime) -> int:
    """Days are kept for three months."""
    return UseDay.objects.filter(day__lt=(now - DAYS_KEPT).date()).delete()[0]


def _clock(user: User, now: datetime) -> None:
    """Everybody's row; a new one runs no stretch."""
    UseClock.objects.get_or_create(user=user, defaults={"began_at": now, "last_at": now - 2 * using.GAP})


def _seen(user: User, now: datetime) -> tuple[Stretch, datetime, timedelta]:
    row = UseClock.objects.filter(user=user).first()
    stretch = _stretch(row) if row else Stretch(now, now)
    return stretch, now, every(row)


def _mark(row: UseClock, stretch: Stretch, now: datetime) -> int:
    interval = every(row)
    minutes = using.break_due(stretch, now, interval)
    row.began_at, row.last_at = stretch.began, stretch.last
    row.marks = using.marks_by(stretch, now, interval) if minutes else stretch.marks
    if minutes:
        row.noticed_at = now
    row.save(update_fields=["began_at", "last_at", "marks", "noticed_at"])
    return minutes


def _stretch(row: UseClock) -> Stretch:
    return Stretch(row.began_at, row.last_at, row.marks)


def _add(user: User, days: Iterable[Day]) -> None:
    for day in days:
        UseDay.objects.get_or_create(user=user, day=day.day)
        UseDay.objects.for_user(user).filter(day=day.day).update(
            seconds=F("seconds") + day.seconds,
            night_seconds=F("night_seconds") + day.night_seconds,
            sessions=F("sessions") + day.sessions,
        )
