"""Risk as the database may know it: levels, times and rule names. Never a word of what was said."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class RiskState(models.Model):
    """The user's level across all conversations; `safety.state.current` says what is left of it at a moment."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="risk_state", primary_key=True
    )
    level = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField()
    template_id = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("风险状态")
        verbose_name_plural = _("风险状态")

    def __str__(self) -> str:
        return str(self.user_id)


class RiskEventQuerySet(models.QuerySet["RiskEvent"]):
    def for_user(self, user: User) -> RiskEventQuerySet:
        return self.filter(user=user)


class RiskEvent(models.Model):
    """One message judged above R0. Rule ids, not what they matched."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="risk_events")
    at = models.DateTimeField()
    level = models.PositiveSmallIntegerField()
    language = models.CharField(max_length=8)
    flags = models.CharField(max_length=64, blank=True)
    rules = models.CharField(max_length=64, blank=True)
    template_id = models.CharField(max_length=64, blank=True)
    card_shown = models.BooleanField(default=False)

    objects: ClassVar[models.Manager[RiskEvent]] = RiskEventQuerySet.as_manager()

    class Meta:
        verbose_name = _("风险事件")
        verbose_name_plural = _("风险事件")
        indexes = [models.Index(fields=["at"])]

    def __str__(self) -> str:
        return str(self.id)
