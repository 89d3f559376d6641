"""What somebody complains about, and what became of it."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import sealing
from accounts.models import User


class About(models.TextChoices):
    """What a complaint is about."""

    SAFETY = "safety", _("安全：危险时的反应、不当的回复")
    PRIVACY = "privacy", _("隐私：我的数据、删除、导出")
    AGE = "age", _("年龄：我已成年，却被拒绝")
    OTHER = "other", _("其他")


class ComplaintState(models.TextChoices):
    RECEIVED = "received", _("已收到")
    LOOKING = "looking", _("正在处理")
    ANSWERED = "answered", _("已答复")
    CLOSED = "closed", _("已结束")


class ComplaintQuerySet(models.QuerySet["Complaint"]):
    def for_user(self, user: User) -> ComplaintQuerySet:
        return self.filter(user=user)

    def open(self) -> ComplaintQuerySet:
        return self.filter(state__in=[ComplaintState.RECEIVED, ComplaintState.LOOKING])


class Complaint(models.Model):
    """One complaint: handed over to the operators, so it is sealed with the site's key and not with the user's. Who has its link can
    read what became of it; the link is kept as a hash."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    token = models.BinaryField(max_length=32, unique=True)
    about = models.CharField(max_length=8, choices=About.choices)
    language = models.CharField(max_length=10)
    state = models.CharField(max_length=8, choices=ComplaintState.choices, default=ComplaintState.RECEIVED)
    words = models.BinaryField()
    reply = models.BinaryField(null=True, blank=True)
    at = models.DateTimeField()
    due_on = models.DateField()
    changed_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Complaint]] = ComplaintQuerySet.as_manager()

    class Meta:
        verbose_name = _("投诉")
        verbose_name_plural = _("投诉")

    def __str__(self) -> str:
        return str(self.id)

    @property
    def text(self) -> str:
        return self._opened(self.words, "words")

    @text.setter
    def text(self, value: str) -> None:
        self.words = self._sealed(value, "words")

    @property
    def answer(self) -> str:
        return self._opened(self.reply, "answer") if self.reply else ""

    @answer.setter
    def answer(self, value: str) -> None:
        self.reply = self._sealed(value, "answer") if value else None

    def _sealed(self, value: str, part: str) -> bytes:
        return sealing.encrypt(
            sealing.site_hash("complaint.key"), value.encode(), f"complaint.{part}.v1|{self.id}"
        )

    def _opened(self, sealed: bytes | memoryview, part: str) -> str:
        key = sealing.site_hash("complaint.key")
        return sealing.decrypt(key, bytes(sealed), f"complaint.{part}.v1|{self.id}").decode()
