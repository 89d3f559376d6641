"""A person who said in a talk that they are under age. Until they give their birth date again, and it is the one that is known, nobody
chats with them; help is never shut off.
"""

from __future__ import annotations

from datetime import date, datetime

from accounts.age.deciding import Age, judge
from accounts.models import User


def doubt(user: User, now: datetime) -> None:
    """Remember since when it is open. Saying it again changes nothing."""
    if User.objects.filter(pk=user.pk, age_doubted_at=None).update(age_doubted_at=now):
        user.age_doubted_at = now


def is_open(user: User) -> bool:
    """Whether it is open now; read anew, since a socket lives longer than the answer."""
    return User.objects.filter(pk=user.pk, age_doubted_at__isnull=False).exists()


def settle(user: User) -> None:
    """It is known again that the person is of age."""
    User.objects.filter(pk=user.pk).update(age_doubted_at=None)
    user.age_doubted_at = None


def confirms(user: User, birth_date: date, today: date) -> bool:
    """Whether a date given now is that of an adult, and the one that is known."""
    return judge(birth_date, today) is Age.ADULT and birth_date == user.birth_date
