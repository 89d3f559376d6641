"""What operators set up: the language models that are connected."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import sealing
from companion.endpoints import reader_name


class ModelConnection(models.Model):
    """A connected language model, one row per purpose. Its key is sealed by the key-encryption key and bound to the row:
    it belongs to the installation, to no user. A row for one purpose without an address names only another model."""

    class Purpose(models.TextChoices):
        """The values are those of llm.provider.Purpose; "" is everything that has no row of its own."""

        EVERYTHING = "", _("所有用途")
        CHAT = "chat", _("聊天")
        LEARN = "learn", _("学习记忆")
        JUDGE = "judge", _("比较与判断")
        TITLE = "title", _("给对话起标题")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    purpose = models.CharField(_("用途"), max_length=16, choices=Purpose.choices, blank=True, unique=True)
    name = models.CharField(_("名称"), max_length=60, blank=True)
    base_url = models.CharField(_("地址"), max_length=300, blank=True)
    model = models.CharField(_("模型"), max_length=200)
    sealed_key = models.BinaryField(_("密钥"), default=b"", blank=True)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects: ClassVar[models.Manager[ModelConnection]] = models.Manager()

    class Meta:
        verbose_name = _("语言模型")
        verbose_name_plural = _("语言模型")

    def __str__(self) -> str:
        where = reader_name(self.name, self.base_url) if self.base_url else self.purpose
        return f"{where} · {self.model}"

    @property
    def has_key(self) -> bool:
        return bool(self.sealed_key)

    def open_key(self) -> str:
        """The key in clear, "" where none is saved. Raises VaultError: another key-encryption key, or a moved value."""
        if not self.has_key:
            return ""
        return sealing.decrypt(
            sealing.key_encryption_key(), bytes(self.sealed_key), self._bound_to()
        ).decode()

    def seal_key(self, key: str) -> None:
        """Take a new key; "" removes the one that is saved."""
        kek = sealing.key_encryption_key() if key else b""
        self.sealed_key = sealing.encrypt(kek, key.encode(), self._bound_to()) if key else b""

    def _bound_to(self) -> str:
        return f"companion.model_connection.key.v1|{self.id}"
