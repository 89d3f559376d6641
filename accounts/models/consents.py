"""What a person consented to."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class ConsentQuerySet(models.QuerySet["Consent"]):
    def for_user(self, user: User) -> ConsentQuerySet:
        return self.filter(user=user)


class Consent(models.Model):
    """One consent, with the words' version; withdrawing closes it, nothing is overwritten."""

    class Purpose(models.TextChoices):
        MODEL = "model", _("把对话文字发送给语言模型服务")
        TRAINING = "training", _("用于改进模型")
        HEALTH = "health", _("记住健康")
        BELIEF = "belief", _("记住信仰")
        SEXUALITY = "sexuality", _("记住性与性别")
        MONEY = "money", _("记住钱的困难")
        TRAUMA = "trauma", _("记住创伤")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="consents")
    purpose = models.CharField(max_length=16, choices=Purpose.choices)
    recipient = models.CharField(max_length=200, blank=True)
    version = models.CharField(max_length=32)
    granted_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Consent]] = ConsentQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["user", "purpose"])]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "purpose", "recipient"],
                condition=models.Q(withdrawn_at=None),
                name="one_open_consent",
            )
        ]


def grant(user: User, purpose: str, now: datetime, recipient: str = "") -> Consent:
    """Record a consent; one that is open already stays as it is."""
    row, _made = Consent.objects.get_or_create(
        user=user,
        purpose=purpose,
        recipient=recipient,
        withdrawn_at=None,
        defaults={"version": settings.COMPANION_TERMS_VERSION, "granted_at": now},
    )
    return row


def withdraw(user: User, purpose: str, now: datetime) -> int:
    """Close every open consent for the purpose; the number closed."""
    return Consent.objects.filter(user=user, purpose=purpose, withdrawn_at=None).update(withdrawn_at=now)
