"""An operator changes one account's birth date, with a reason. Neither the old date nor the new one is written down again."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction

from accounts import closing
from accounts.age import doubting
from accounts.age.deciding import Age, judge
from accounts.models import BirthDateChange, User


class Impossible(Exception):
    """Nobody was born on that day; nothing was changed."""


def may_review(by: User, user: User) -> bool:
    """Nobody reviews themselves, and whoever owns the installation is reviewed by an owner."""
    return by.is_staff and by != user and (by.is_superuser or not user.is_superuser)


def change(user: User, birth_date: date, reason: str, by: User, now: datetime) -> BirthDateChange:
    """Set the date, whether or not one is known, and log that it was set. Under 18 the account is closed at once. Raises
    Impossible."""
    said = judge(birth_date, now.astimezone(user.zone).date())
    if said is Age.IMPOSSIBLE:
        raise Impossible
    with transaction.atomic():
        rows = User.objects.select_for_update().filter(pk=user.pk)
        rows.get()
        rows.update(birth_date=birth_date)
        if said is Age.ADULT:
            doubting.settle(user)
        else:
            rows.update(is_active=False)
            closing.after_commit(user.pk)
        return BirthDateChange.objects.create(
            user=user, by=by, reason=reason, closed=said is Age.UNDER, at=now
        )
