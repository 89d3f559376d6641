"""Users and their keys."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from accounts import sealing


class UserManager(BaseUserManager["User"]):
    def staying(self) -> models.QuerySet[User]:
        """Those for whom anything may be done of its own accord: learning, writing first, mail. Not accounts that are closed
        or about to be deleted."""
        return self.filter(is_active=True, leaving_at=None, data_key__isnull=False)

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
    leaving_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When the account is to be deleted; None where nobody asked for it."""
    age_doubted_at = models.DateTimeField(null=True, blank=True)
    """Since when it is open whether the person is of age, because they said they aren't; None where nothing is."""

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

    @property
    def is_staying(self) -> bool:
        """What `UserManager.staying` says, of one person."""
        return self.is_active and self.leaving_at is None

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


class UserKey(models.Model):
    """A user's data key, wrapped. Deleting the row makes everything sealed for the user unreadable."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="data_key", primary_key=True)
    wrapped = models.BinaryField()
