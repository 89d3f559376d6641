"""Users, their keys, and what they consented to."""

from __future__ import annotations

import uuid
from datetime import date, datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from accounts import sealing

ADULT = 18


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **extra: Any) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username or "")


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account. The e-mail address is the name they sign in with."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("邮箱"), unique=True)
    language = models.CharField(
        _("语言"), max_length=10, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(_("时区"), max_length=64, default=settings.DEFAULT_USER_TIME_ZONE)
    birth_date = models.DateField(_("出生日期"), null=True, blank=True)
    is_active = models.BooleanField(_("可登录"), default=True)
    is_staff = models.BooleanField(_("运营人员"), default=False)
    date_joined = models.DateTimeField(_("注册时间"), null=True, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("用户")
        verbose_name_plural = _("用户")

    def __str__(self) -> str:
        return self.email

    @property
    def lang(self) -> str:
        """`zh` or `en`: the language of files that hold both."""
        return "zh" if self.language.startswith("zh") else "en"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a new user gets their key in the same transaction, and a birth date is written once."""
        with transaction.atomic():
            adding = self._state.adding
            if not adding:
                self._keep_birth_date()
            super().save(*args, **kwargs)
            if adding:
                UserKey.objects.create(user=self, wrapped=sealing.wrap(self.id, sealing.new_key()))

    def _keep_birth_date(self) -> None:
        known = type(self).objects.filter(pk=self.pk).values_list("birth_date", flat=True).first()
        if known is not None and known != self.birth_date:
            raise ValueError("a birth date is written once; staff review changes it")

    def consented(self, purpose: str, recipient: str = "") -> bool:
        """Whether an unwithdrawn consent for this purpose (and this recipient, when given) is on record."""
        rows = self.consents.filter(purpose=purpose, withdrawn_at=None)
        return (rows.filter(recipient=recipient) if recipient else rows).exists()


def age_on(birth_date: date, today: date) -> int:
    """Full years lived on `today`."""
    before_birthday = (today.month, today.day) < (birth_date.month, birth_date.day)
    return today.year - birth_date.year - before_birthday


class UserKey(models.Model):
    """A user's data key, wrapped. Deleting the row makes everything sealed for the user unreadable."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="data_key", primary_key=True)
    wrapped = models.BinaryField()


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
