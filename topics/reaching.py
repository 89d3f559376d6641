"""Writing first: whether the companion may, when, and about what. Deciding is pure; sending is the companion's room.

Off until the user opts in. At most one a day and as many a week as they let it, never in their quiet hours, not while they talk,
not while they are at risk, and not after three that nobody answered. No streaks, no guilt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from memory.switching import is_paused
from topics import offering
from topics.choosing import too_soon
from topics.models import Reaching, Reachout, ReachoutState, TopicChoice
from topics.offering import Offer
from topics.ranking import Air, is_due
from transcript.models import Message, Role

UNANSWERED_MOST = 3
BETWEEN = timedelta(hours=20)
"""Between two: a zone that changes makes no day shorter than this."""
TALKING = timedelta(hours=2)
"""Somebody who spoke this lately is not written to: they are there."""
HOURS = (10, 20)
"""Between which hours of the user's a message is best, inside what is not quiet."""
EARLIEST = timedelta(minutes=10)
"""From planning to sending: time to opt out, and for another device to be seen talking."""
STALE = timedelta(hours=6)
"""A plan this old is not carried out any more: its moment has passed."""
WEEK = timedelta(days=7)
A_WEEK = (1, 3, 7)
"""How many a week a user may let it write."""
AWAY_FOR_THREADS = timedelta(days=3)
WORTH_A_DAY = 0.7
"""A day of the calendar is worth a message from this weight on."""


@dataclass(frozen=True)
class Standing:
    """What there is to know before a message may be sent: `sent` are the times of those of lately, newest first, and `unanswered`
    how many of them in a row nobody answered; `opened` when topics were opened lately; `spoke` when the user last said something."""

    on: bool
    quiet: tuple[int, int]
    a_week: int
    careful: bool
    paused: bool
    sent: Sequence[datetime]
    unanswered: int
    opened: Sequence[datetime]
    spoke: datetime | None


def may_not_write(standing: Standing, user: User, now: datetime) -> str:
    """Why nothing may be written to the user at this moment, or ""."""
    hour = now.astimezone(user.zone).hour
    sent = list(standing.sent)
    reasons = (
        ("off", not standing.on),
        ("risk", standing.careful),
        ("paused", standing.paused),
        ("quiet", in_quiet(hour, standing.quiet)),
        ("unanswered", standing.unanswered >= UNANSWERED_MOST),
        ("one_a_day", bool(sent) and now - sent[0] < BETWEEN),
        ("week", sum(now - at < WEEK for at in sent) >= standing.a_week),
        ("talking", standing.spoke is not None and now - standing.spoke < TALKING),
        ("opened", bool(too_soon(standing.opened, now, user))),
    )
    return next((name for name, holds in reasons if holds), "")


def in_quiet(hour: int, quiet: tuple[int, int]) -> bool:
    """Whether an hour lies in the quiet ones, which may go over midnight; the same hour twice means none."""
    start, end = quiet
    return start <= hour < end if start <= end else hour >= start or hour < end


def moment_for(user: User, now: datetime, quiet: tuple[int, int]) -> datetime | None:
    """When to write today: an hour that suits, not the same minute for everybody; None where today has none left."""
    local = now.astimezone(user.zone)
    spread = int.from_bytes(hashlib.sha256(f"{user.id}{local.date()}".encode()).digest()[:4], "big")
    first = datetime.combine(local.date(), time(HOURS[0], 0), user.zone) + timedelta(minutes=spread % 120)
    at = max(now + EARLIEST, first)
    for _quarter in range(4 * 24):
        here = at.astimezone(user.zone)
        if here.date() != local.date() or here.hour >= HOURS[1]:
            return None
        if not in_quiet(here.hour, quiet):
            return at
        at += timedelta(minutes=15)
    return None


def worth(offer: Offer, now: datetime, away: timedelta) -> bool:
    """Whether something is worth a message: its moment has come, or it still goes on and the user has been away for a while."""
    ground = offer.ground
    if ground.source == "calendar":
        return ground.importance >= WORTH_A_DAY and is_due(ground, now)
    if ground.source in ("outside", "shared", "loose_end"):
        return False
    return is_due(ground, now) or (ground.source == "thread" and away >= AWAY_FOR_THREADS)


def settings_of(user: User) -> Reaching | None:
    return Reaching.objects.filter(user=user).first()


def standing_of(user: User, now: datetime, careful: bool) -> Standing:
    wanted = settings_of(user)
    rows = (
        Reachout.objects.for_user(user)
        .filter(state=ReachoutState.SENT, sent_at__lte=now)
        .order_by("-sent_at")
    )
    sent = list(rows.values_list("sent_at", "answered_at")[:20])
    unanswered = next((n for n, (_at, answered) in enumerate(sent) if answered is not None), len(sent))
    opened = TopicChoice.objects.for_user(user).filter(move="open", at__gt=now - timedelta(days=2))
    spoke = (
        Message.objects.for_user(user)
        .filter(role=Role.USER)
        .order_by("-created_at")
        .values_list("created_at", flat=True)
    )
    return Standing(
        on=wanted is not None and wanted.on,
        quiet=(wanted.quiet_from, wanted.quiet_until) if wanted else (22, 8),
        a_week=wanted.a_week if wanted else 0,
        careful=careful,
        paused=is_paused(user),
        sent=[at for at, _answered in sent],
        unanswered=unanswered,
        opened=[at for at in opened.values_list("at", flat=True) if at <= now],
        spoke=spoke.first(),
    )


def best(user: User, standing: Standing, now: datetime) -> Offer | None:
    """What to write about, the best of what is worth it."""
    away = now - standing.spoke if standing.spoke else timedelta(0)
    air = Air(now.astimezone(user.zone).hour)
    fitting = [one for one in offering.offers(user, now) if worth(one, now, away)]
    ranked = [(offering.again(one, now, air)["total"], str(one.candidate), one) for one in fitting]
    return max(ranked, key=lambda row: row[:2])[2] if ranked else None


def wanting() -> QuerySet[User]:
    """Everybody who lets the companion write first."""
    return User.objects.staying().filter(reaching__on=True)


def plan(user: User, now: datetime, *, careful: bool) -> Reachout | None:
    """Plan a message for today, if there is something worth it; None otherwise. Safe to run twice: there is one a day."""
    day = now.astimezone(user.zone).date()
    if is_planned(user, day):
        return None
    standing = standing_of(user, now, careful)
    at = moment_for(user, now, standing.quiet)
    if at is None or may_not_write(standing, user, at):
        return None
    offer = best(user, standing, at)
    if offer is None:
        return None
    try:
        with transaction.atomic():
            made: Reachout = Reachout.objects.create(
                user=user, candidate_id=offer.candidate, source=offer.ground.source, day=day, planned_for=at
            )
            return made
    except IntegrityError:  # another worker planned it
        return None


def is_planned(user: User, day: date) -> bool:
    """Whether a message was planned for that day of the user's, sent or not."""
    rows = Reachout.objects.for_user(user).filter(day=day)
    return bool(rows.exists())  # a dropped one too: what was wrong today is not tried again today


def due(now: datetime) -> QuerySet[Reachout]:
    """Plans whose moment has come."""
    rows = Reachout.objects.filter(state=ReachoutState.PLANNED, planned_for__lte=now)
    staying: QuerySet[Reachout] = rows.filter(user__in=User.objects.staying())
    return staying.order_by("planned_for")


def answered(user: User, now: datetime) -> int:
    """The user said something: what was written to them counts as answered."""
    rows = Reachout.objects.for_user(user).filter(state=ReachoutState.SENT, answered_at=None)
    return int(rows.update(answered_at=now))


def may_mail(user: User) -> bool:
    """Whether mail is set up here, and the user's address is known to be theirs."""
    known = EmailAddress.objects.filter(user=user, email=user.email, verified=True)
    return bool(settings.MAIL_CONFIGURED) and bool(user.email) and known.exists()


@dataclass(frozen=True)
class Wish:
    """What a user sets on the page of topics."""

    on: bool
    by_mail: bool = False
    a_week: int = 3
    quiet: tuple[int, int] = (22, 8)


def wish(user: User, wanted: Wish, now: datetime) -> Reaching:
    """Set it. Turned off, what was planned is dropped at once."""
    with transaction.atomic():
        row, _made = Reaching.objects.update_or_create(
            user=user,
            defaults={
                "on": wanted.on,
                "by_mail": wanted.by_mail,
                "a_week": wanted.a_week,
                "quiet_from": wanted.quiet[0],
                "quiet_until": wanted.quiet[1],
                "changed_at": now,
            },
        )
        if not wanted.on:
            planned = Reachout.objects.for_user(user).filter(state=ReachoutState.PLANNED)
            planned.update(state=ReachoutState.DROPPED, reason="off")
    return row


def fewer(user: User, now: datetime) -> Reaching | None:
    """One step fewer a week; below one it is off."""
    row = settings_of(user)
    if row is None:
        return None
    less = [count for count in A_WEEK if count < row.a_week]
    quiet = (row.quiet_from, row.quiet_until)
    return wish(user, Wish(row.on and bool(less), row.by_mail, less[-1] if less else row.a_week, quiet), now)
