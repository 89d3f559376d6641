"""Who speaks: personas and their versions. A version never changes; a changed character is a new version.

What everybody shares is plain; what a user made is sealed with their key.
"""

from __future__ import annotations

import json
import uuid
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User
from persona.content import Content
from transcript.models import Conversation, Message

BROUGHT_BACK_WITHIN = timedelta(hours=24)
"""How long a deleted persona can be brought back."""


class PersonaQuerySet(models.QuerySet["Persona"]):
    def for_user(self, user: User) -> PersonaQuerySet:
        """The user's own personas and those shared with everybody."""
        return self.filter(models.Q(owner=user) | models.Q(owner=None))

    def own(self, user: User) -> PersonaQuerySet:
        return self.filter(owner=user)

    def kept(self) -> PersonaQuerySet:
        """Those that a conversation can be begun with."""
        return self.filter(retired_at=None).exclude(current=None)


class Persona(models.Model):
    """One character through all its versions."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.SlugField(max_length=64, unique=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    name = models.CharField(_("名字"), max_length=80, blank=True)
    """Of a shared one; an owner's are sealed in `called_own`."""
    called_own = SealedText(label="persona.name.v1", user_field="owner_id", null=True, blank=True)
    language = models.CharField(_("语言"), max_length=10, choices=settings.LANGUAGES)
    current = models.ForeignKey(
        "PersonaVersion", on_delete=models.RESTRICT, null=True, blank=True, related_name="+"
    )
    hue = models.PositiveSmallIntegerField(default=0)
    portrait = models.UUIDField(null=True, blank=True)
    """The current version's, for lists: these read no version."""
    created_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)
    """When it was deleted, or withdrawn by the operator: its conversations go on, none is begun."""

    objects: ClassVar[models.Manager[Persona]] = PersonaQuerySet.as_manager()

    class Meta:
        verbose_name = _("角色")
        verbose_name_plural = _("角色")
        indexes = [models.Index(fields=["owner", "retired_at"])]

    def __str__(self) -> str:
        return self.key

    @property
    def called(self) -> str:
        """Its name, whoever owns it."""
        return str(self.called_own) if self.owner_id else self.name

    def speaks_as(self, version: PersonaVersion, content: Content) -> None:
        """Make this version the one that stands, with what lists show of it. The row is not saved."""
        self.current, self.language = version, content.language
        self.hue, self.portrait = content.hue, content.picture
        if self.owner_id:
            self.called_own = content.name
        else:
            self.name = content.name


class PersonaVersion(models.Model):
    """One state of a character, as its file, its editor or its card gave it: `content` where it is shared, `sealed` where
    it belongs to somebody."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="versions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    number = models.PositiveIntegerField()
    content: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True)
    sealed = SealedText(label="persona.content.v1", null=True, blank=True)
    content_hash = models.CharField(max_length=64)
    again = models.PositiveIntegerField(null=True, blank=True)
    """The number of the version that this one brought back."""
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("角色版本")
        verbose_name_plural = _("角色版本")
        constraints = [
            models.UniqueConstraint(fields=["persona", "number"], name="one_version_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.persona_id} {self.number}"

    @property
    def told(self) -> dict[str, Any]:
        """The content as plain values."""
        return dict(json.loads(self.sealed) if self.user_id else self.content)


class PictureQuerySet(models.QuerySet["Picture"]):
    def for_user(self, user: User) -> PictureQuerySet:
        """The user's own, and those of shared characters."""
        return self.filter(models.Q(user=user) | models.Q(user=None))


class Picture(models.Model):
    """A portrait, made small and bare of everything but its pixels (WebP). It never changes: another one is another row,
    and old versions keep theirs."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="pictures")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    plain = models.BinaryField(null=True, blank=True)
    sealed = SealedText(label="persona.picture.v1", null=True, blank=True)
    created_at = models.DateTimeField()

    objects: ClassVar[models.Manager[Picture]] = PictureQuerySet.as_manager()

    class Meta:
        verbose_name = _("画像")
        verbose_name_plural = _("画像")

    def __str__(self) -> str:
        return str(self.id)


class ChosenQuerySet(models.QuerySet["Chosen"]):
    def for_user(self, user: User) -> ChosenQuerySet:
        return self.filter(user=user)


class Chosen(models.Model):
    """Whom a user talks with when they begin a conversation."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="chosen_persona"
    )
    persona = models.ForeignKey(Persona, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    objects: ClassVar[models.Manager[Chosen]] = ChosenQuerySet.as_manager()

    class Meta:
        verbose_name = _("选定的角色")
        verbose_name_plural = _("选定的角色")

    def __str__(self) -> str:
        return str(self.user_id)


class ApartQuerySet(models.QuerySet["Apart"]):
    def for_user(self, user: User) -> ApartQuerySet:
        return self.filter(user=user)


class Apart(models.Model):
    """A character whose talks a user keeps apart: what is learnt there is for it alone (`own`), and it may know nothing of
    the rest (`blind`). A shared character is apart for those who said so."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="+")
    own = models.BooleanField(default=False)
    blind = models.BooleanField(default=False)

    objects: ClassVar[models.Manager[Apart]] = ApartQuerySet.as_manager()

    class Meta:
        verbose_name = _("分开的角色")
        verbose_name_plural = _("分开的角色")
        constraints = [models.UniqueConstraint(fields=["user", "persona"], name="apart_once")]

    def __str__(self) -> str:
        return str(self.id)


class FindingQuerySet(models.QuerySet["Finding"]):
    def for_user(self, user: User) -> FindingQuerySet:
        return self.filter(user=user)

    def to_own_up(self, conversation: uuid.UUID, now: datetime) -> FindingQuerySet:
        """What slipped through in this conversation and hasn't been set right."""
        return self.filter(conversation=conversation, mended=False, owned_at=None, at__gt=now - OWNED_WITHIN)


OWNED_WITHIN = timedelta(days=1)
"""A slip is set right in the next turn or not at all: days later nobody remembers it."""


class Finding(models.Model):
    """A reply that didn't stay in character: what was wrong, and whether it was mended before anybody saw it. `detail`
    holds the words, sealed; the rest may be counted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    persona = models.UUIDField()
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    reply = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=32)
    by = models.CharField(max_length=8, default="rules")
    mended = models.BooleanField(default=False)
    detail = SealedText(label="persona.finding.v1", null=True, blank=True)
    at = models.DateTimeField()
    owned_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Finding]] = FindingQuerySet.as_manager()

    class Meta:
        verbose_name = _("不像它的话")
        verbose_name_plural = _("不像它的话")
        constraints = [models.UniqueConstraint(fields=["reply", "kind"], name="one_finding_per_kind")]
        indexes = [models.Index(fields=["conversation", "-at"]), models.Index(fields=["persona", "-at"])]

    def __str__(self) -> str:
        return str(self.id)
