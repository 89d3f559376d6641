"""Who may be told that somebody needs them, and what was sent."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User


class EmergencyContactQuerySet(models.QuerySet["EmergencyContact"]):
    def for_user(self, user: User) -> EmergencyContactQuerySet:
        return self.filter(user=user)

    def listed(self) -> EmergencyContactQuerySet:
        """Those that the user sees, in their order."""
        return self.filter(removed_at=None).order_by("position", "agreed_at")

    def confirmed(self) -> EmergencyContactQuerySet:
        """Those who said yes, in the user's order."""
        return self.exclude(confirmed_at=None).filter(declined_at=None).order_by("position", "agreed_at")


class EmergencyContact(models.Model):
    """Somebody to be told. `name` is what the user calls them, `called` what they call the user; all three are sealed. The link's
    secret is kept as a hash."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="emergency_contacts"
    )
    name = SealedText(label="contact.name.v1")
    called = SealedText(label="contact.called.v1")
    address = SealedText(label="contact.address.v1")
    position = models.PositiveSmallIntegerField(default=0)
    consent_version = models.CharField(max_length=32)
    agreed_at = models.DateTimeField()
    token = models.BinaryField(max_length=32, unique=True)
    invited_at = models.DateTimeField(null=True, blank=True)
    invitation = models.CharField(max_length=8, blank=True)
    """"due", "sent", "failed", or "" when none is wanted."""
    confirmed_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    """When the user took somebody out who had declined: the row stays, so that they are never asked again."""

    objects: ClassVar[models.Manager[EmergencyContact]] = EmergencyContactQuerySet.as_manager()

    class Meta:
        verbose_name = _("紧急联系人")
        verbose_name_plural = _("紧急联系人")

    def __str__(self) -> str:
        return str(self.id)


class ContactInvitation(models.Model):
    """That an invitation was sent, to whomever: the page must not become a way to trouble strangers. Kept for two days."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("发出的邀请")
        verbose_name_plural = _("发出的邀请")

    def __str__(self) -> str:
        return str(self.id)


class MessageState(models.TextChoices):
    DUE = "due", _("待发送")
    SENT = "sent", _("已发送")
    FAILED = "failed", _("发送失败")


class ContactMessageQuerySet(models.QuerySet["ContactMessage"]):
    def for_user(self, user: User) -> ContactMessageQuerySet:
        return self.filter(user=user)

    def due(self, now: datetime) -> ContactMessageQuerySet:
        return self.filter(state=MessageState.DUE, due_at__lte=now)


class ContactMessage(models.Model):
    """One message to one contact. The row is made with the line that caused it, and sent by the worker."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    contact = models.ForeignKey(
        EmergencyContact, on_delete=models.SET_NULL, null=True, related_name="messages"
    )
    line = models.UUIDField()
    line_at = models.DateTimeField()
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=8, choices=MessageState.choices, default=MessageState.DUE)
    sent_at = models.DateTimeField(null=True, blank=True)
    passed_on_at = models.DateTimeField(null=True, blank=True)
    """When the next contact was asked instead, or, with nobody left, the operators."""
    handled_at = models.DateTimeField(null=True, blank=True)
    """When an operator looked after what could not be sent."""

    objects: ClassVar[models.Manager[ContactMessage]] = ContactMessageQuerySet.as_manager()

    class Meta:
        verbose_name = _("给紧急联系人的消息")
        verbose_name_plural = _("给紧急联系人的消息")
        indexes = [models.Index(fields=["user", "asked_at"])]

    def __str__(self) -> str:
        return str(self.id)


__all__ = ["ContactInvitation", "ContactMessage", "EmergencyContact", "MessageState"]
