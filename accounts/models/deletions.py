"""Accounts that are deleted: the row is the queue while it happens, the receipt afterwards; and what is left of them for a
restored backup.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User

KEPT = timedelta(days=365)
"""How long a receipt and its entry in the ledger are kept."""


class State(models.TextChoices):
    """How far a deletion is."""

    WAITING = "waiting", _("还没到时间")
    ERASING = "erasing", _("正在删除")
    DONE = "done", _("已经删完")


class DeletionQuerySet(models.QuerySet["Deletion"]):
    def due(self, now: datetime) -> DeletionQuerySet:
        """Those whose moment has come and that are not done; also where a killed process left the row without its user."""
        return self.filter(Q(user__leaving_at__lte=now) | Q(user=None), done_at=None)

    def over(self, now: datetime) -> DeletionQuerySet:
        return self.filter(done_at__lte=now - KEPT)


class Deletion(models.Model):
    """One account's deletion. It holds times and counts; the user is let go of with the last row. When it is to happen stands
    at the user (`leaving_at`)."""

    class By(models.TextChoices):
        SELF = "self", _("本人")
        OPERATOR = "operator", _("运营人员")
        UNDER_AGE = "under_age", _("未满 18 岁")
        REPLAY = "replay", _("恢复备份之后")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(User, on_delete=models.SET_NULL, null=True, related_name="deletion")
    by = models.CharField(max_length=12, choices=By.choices)
    receipt = models.BinaryField(max_length=32, unique=True)
    """SHA-256 of the secret in the receipt's address."""
    asked_at = models.DateTimeField()
    destroyed_at = models.DateTimeField(null=True)
    """When the key was destroyed: from then on nothing can be read."""
    done_at = models.DateTimeField(null=True)
    """When the last row was deleted."""
    counts = models.JSONField(default=dict)
    """Rows deleted, by table."""
    key_backups_until = models.DateTimeField(null=True)
    backups_until = models.DateTimeField(null=True)
    """When the last copy in a backup is gone: of the key, and of the rows."""

    objects: ClassVar[models.Manager[Deletion]] = DeletionQuerySet.as_manager()

    class Meta:
        verbose_name = _("账号删除")
        verbose_name_plural = _("账号删除")
        indexes = [models.Index(fields=["asked_at"], name="deletion_open", condition=Q(done_at=None))]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def state(self) -> State:
        if self.destroyed_at is None:
            return State.WAITING
        return State.ERASING if self.done_at is None else State.DONE


class LedgerEntry(models.Model):
    """That an account was deleted, by a keyed hash of its id: after a restore it is found by it, and deleted again."""

    key = models.BinaryField(max_length=32)
    scope = models.CharField(max_length=12, default="account")
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[LedgerEntry]] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "scope"], name="one_ledger_entry")]

    def __str__(self) -> str:
        return f"{self.scope} {self.pk}"
