"""Who speaks: personas and their versions. A version never changes; a changed character is a new version."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class PersonaQuerySet(models.QuerySet["Persona"]):
    def for_user(self, user: User) -> PersonaQuerySet:
        """The user's own personas and those shared with everybody."""
        return self.filter(models.Q(owner=user) | models.Q(owner=None))


class Persona(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.SlugField(max_length=64, unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    name = models.CharField(_("名字"), max_length=80)
    language = models.CharField(_("语言"), max_length=10, choices=settings.LANGUAGES)
    current = models.ForeignKey(
        "PersonaVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects: ClassVar[models.Manager[Persona]] = PersonaQuerySet.as_manager()

    class Meta:
        verbose_name = _("角色")
        verbose_name_plural = _("角色")

    def __str__(self) -> str:
        return self.key


class PersonaVersion(models.Model):
    """One state of a character, as its file or editor gave it (`content`)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content: models.JSONField[Any, Any] = models.JSONField()
    content_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("角色版本")
        verbose_name_plural = _("角色版本")
        constraints = [
            models.UniqueConstraint(fields=["persona", "number"], name="one_version_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.persona_id} {self.number}"
