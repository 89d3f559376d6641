"""Who was refused for their age, by keyed hashes alone; and who changed a birth date, and why."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class AgeRefusalQuerySet(models.QuerySet["AgeRefusal"]):
    def over(self, now: datetime) -> AgeRefusalQuerySet:
        """Those that nobody is refused for any more."""
        return self.filter(until__lte=now, near_until__lte=now)


class AgeRefusal(models.Model):
    """An e-mail address that said it was under age, and from where: hashes under a key that is not in the database. The row
    says neither the address nor the age; `until` holds for the e-mail, `near_until` for the place and browser."""

    mail = models.BinaryField(max_length=32)
    near = models.BinaryField(max_length=32)
    until = models.DateTimeField()
    near_until = models.DateTimeField()

    objects: ClassVar[models.Manager[AgeRefusal]] = AgeRefusalQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["mail", "near"], name="one_age_refusal")]
        indexes = [models.Index(fields=["near"])]

    def __str__(self) -> str:
        return str(self.pk)


class BirthDateChange(models.Model):
    """That an operator changed a birth date: who, when and why. The dates themselves are not kept."""

    class Reason(models.TextChoices):
        TYPO = "typo", _("本人输错了，已核对")
        SOMEONE_ELSE = "other", _("填的是别人的日期")
        COMPLAINT = "complaint", _("投诉或申诉成立")
        UNDER_AGE = "under_age", _("得知未满 18 岁")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=12, choices=Reason.choices)
    closed = models.BooleanField(default=False)
    """Whether the account was closed for it: under 18."""
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[BirthDateChange]] = models.Manager()

    class Meta:
        verbose_name = _("出生日期的更改")
        verbose_name_plural = _("出生日期的更改")

    def __str__(self) -> str:
        return f"{self.reason} {self.id}"
