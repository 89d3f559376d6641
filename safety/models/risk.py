"""Risk as the database may know it. A user's own state is sealed; the events say what happened and to nobody: times, levels and
names of rules, never a word of what was said.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User
from safety.levels import Flag, Level, Reason

EVENTS_KEPT = timedelta(days=180)
RULES_MOST = 16


class RiskState(models.Model):
    """The user's level across all conversations, sealed: that there is a row says nothing, everybody who spoke has one.
    `safety.risk` reads and writes what is inside."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="risk_state", primary_key=True
    )
    kept = SealedText(label="risk.state.v1")

    class Meta:
        verbose_name = _("风险状态")
        verbose_name_plural = _("风险状态")

    def __str__(self) -> str:
        return str(self.user_id)


class Contacted(models.TextChoices):
    """How far the message to an emergency contact went."""

    NONE = "", _("没有触发")
    NOBODY = "nobody", _("没有登记联系人")
    DUE = "due", _("待发送")
    SENT = "sent", _("已发送")
    HELD = "held", _("24 小时内已发过")
    FAILED = "failed", _("发送失败")


class RiskEvent(models.Model):
    """One line that was judged above R0, or that the model judge gave no answer on. `who` and `line` are keyed hashes under a
    key of their month: rows of one person belong together within a month, and to nobody without the key."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField(db_index=True)
    who = models.BinaryField(max_length=32)
    line = models.BinaryField(max_length=32, unique=True)
    level = models.PositiveSmallIntegerField(choices=[(int(level), level.name) for level in Level])
    language = models.CharField(max_length=2, choices=[("zh", "zh"), ("en", "en")])
    flags = ArrayField(
        models.CharField(max_length=16, choices=[(flag.value, flag.value) for flag in Flag]), default=list
    )
    rules = ArrayField(models.CharField(max_length=48), size=RULES_MOST, default=list)
    reason = models.CharField(max_length=16, choices=[(reason.value, reason.value) for reason in Reason])
    judge = models.CharField(max_length=64, blank=True)
    """The judge's model and the hash of its prompt."""
    template = models.CharField(max_length=48, blank=True)
    lines_shown = ArrayField(models.CharField(max_length=32), size=16, default=list)
    card_shown = models.BooleanField(default=False)
    card_clicked = models.BooleanField(default=False)
    contact = models.CharField(max_length=8, choices=Contacted.choices, blank=True)
    latency_ms = models.PositiveIntegerField(default=0)
    """From the line's arrival to its level, the judge's part included."""

    class Meta:
        verbose_name = _("风险事件")
        verbose_name_plural = _("风险事件")

    def __str__(self) -> str:
        return str(self.id)


class RiskCount(models.Model):
    """Counters for the reports, kept when the events are gone. `flag` is "" for a level's own count; a row of a flag counts
    the same events again. Days are UTC's."""

    day = models.DateField()
    level = models.PositiveSmallIntegerField()
    language = models.CharField(max_length=2)
    flag = models.CharField(max_length=16, blank=True)
    events = models.PositiveIntegerField(default=0)
    referrals = models.PositiveIntegerField(default=0)
    """Cards with help lines that were shown."""
    clicks = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("风险计数")
        verbose_name_plural = _("风险计数")
        constraints = [
            models.UniqueConstraint(fields=["day", "level", "language", "flag"], name="one_count_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.day} R{self.level}"


class RiskCheckQuerySet(models.QuerySet["RiskCheck"]):
    def for_user(self, user: User) -> RiskCheckQuerySet:
        return self.filter(user=user)

    def due(self, now: datetime) -> RiskCheckQuerySet:
        return self.filter(due_at__lte=now)


class RiskCheck(models.Model):
    """A line that the model judge has not given its opinion on. Every line has one while its turn runs, so that a killed
    process leaves it to be asked again; the id is the line's."""

    id = models.UUIDField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    objects: ClassVar[models.Manager[RiskCheck]] = RiskCheckQuerySet.as_manager()

    class Meta:
        verbose_name = _("待复核")
        verbose_name_plural = _("待复核")

    def __str__(self) -> str:
        return str(self.id)
