"""How long somebody has been here: across all their tabs, devices and characters. Times alone."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class UseClock(models.Model):
    """The stretch of continuous use that is running, or ran last; and what the user asked of it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="use_clock", primary_key=True
    )
    began_at = models.DateTimeField()
    last_at = models.DateTimeField()
    marks = models.PositiveSmallIntegerField(default=0)
    """Break notices of this stretch."""
    noticed_at = models.DateTimeField(null=True, blank=True)
    break_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """The user's own, shorter interval; None for the site's."""
    paused_until = models.DateTimeField(null=True, blank=True)
    """While it lies ahead the user rests from all this: nothing is sent to them, and they send nothing."""
    warned_on = models.DateField(null=True, blank=True)
    """The user's day on which they were last told, in a dialog, that they are here a great deal."""

    class Meta:
        verbose_name = _("使用时长")
        verbose_name_plural = _("使用时长")

    def __str__(self) -> str:
        return str(self.user_id)


class UseDayQuerySet(models.QuerySet["UseDay"]):
    def for_user(self, user: User) -> UseDayQuerySet:
        return self.filter(user=user)


class UseDay(models.Model):
    """One local day of a user's: seconds of use, those between midnight and five, and how often they came."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="use_days")
    day = models.DateField()
    seconds = models.PositiveIntegerField(default=0)
    night_seconds = models.PositiveIntegerField(default=0)
    sessions = models.PositiveSmallIntegerField(default=0)

    objects: ClassVar[models.Manager[UseDay]] = UseDayQuerySet.as_manager()

    class Meta:
        verbose_name = _("每日使用")
        verbose_name_plural = _("每日使用")
        constraints = [models.UniqueConstraint(fields=["user", "day"], name="one_use_day")]

    def __str__(self) -> str:
        return str(self.id)
