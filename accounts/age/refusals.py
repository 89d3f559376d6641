"""Refusals for age, remembered: the same e-mail address with any date, and for a while whoever asks from the same place with the
same browser. Rows hold keyed hashes and times.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db import transaction

from accounts.age.asking import Asker, normal_mail
from accounts.age.deciding import Age, judge
from accounts.models import AgeRefusal
from accounts.sealing import site_hash


class Answer(StrEnum):
    """What comes of an answer: it is a mistake, under age, refused for an earlier one, or welcome."""

    MISTAKE = "mistake"
    UNDER_AGE = "under_age"
    REMEMBERED = "remembered"
    WELCOME = "welcome"

    @property
    def refuses(self) -> bool:
        return self in (Answer.UNDER_AGE, Answer.REMEMBERED)


def hear(asker: Asker, birth_date: date, today: date, now: datetime) -> Answer:
    """What comes of a birth date that somebody gives. Remembers what is to be remembered; twice is once."""
    said = judge(birth_date, today)
    if said is Age.IMPOSSIBLE:
        return Answer.MISTAKE
    mail, near = _mail(asker), _near(asker)
    known = _standing(mail, now) if asker.mail else None
    if said is Age.UNDER or known is not None:
        _remember(mail, near, now, known)
        return Answer.UNDER_AGE if said is Age.UNDER else Answer.REMEMBERED
    return Answer.REMEMBERED if _near_one(near, now) else Answer.WELCOME


def lift(email: str) -> int:
    """Forget the refusal of an e-mail address, and with it that of its browser: somebody mistyped. The number of rows."""
    return AgeRefusal.objects.filter(mail=_mail(Asker(normal_mail(email), "", ""))).delete()[0]


def purge(now: datetime) -> int:
    """Forget what is over; the number of rows."""
    return AgeRefusal.objects.over(now).delete()[0]


def _mail(asker: Asker) -> bytes:
    return site_hash("age.mail", asker.mail)


def _near(asker: Asker) -> bytes:
    return site_hash("age.near", asker.place, asker.browser) if asker.place else b""


def _standing(mail: bytes, now: datetime) -> datetime | None:
    """Until when the address is refused; None where it isn't."""
    rows = AgeRefusal.objects.filter(mail=mail, until__gt=now)
    return rows.order_by("until").values_list("until", flat=True).first()


def _near_one(near: bytes, now: datetime) -> bool:
    if not near or not settings.AGE_REFUSAL_NEAR_HOURS:
        return False
    return AgeRefusal.objects.filter(near=near, near_until__gt=now).exists()


def _remember(mail: bytes, near: bytes, now: datetime, known: datetime | None) -> None:
    """One row for an address and a browser. Trying again makes the refusal no longer; another browser is remembered too."""
    until = known or now + timedelta(days=settings.AGE_REFUSAL_DAYS)
    near_until = now + timedelta(hours=settings.AGE_REFUSAL_NEAR_HOURS)
    with transaction.atomic():
        AgeRefusal.objects.update_or_create(
            mail=mail, near=near, defaults={"until": until, "near_until": near_until}
        )
