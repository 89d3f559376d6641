"""What every user-owned row has: a key made before saving, an owner, and the one way to them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from accounts.models import User


class OwnedQuerySet(models.QuerySet):  # type: ignore[type-arg]
    def for_user(self, user: User) -> OwnedQuerySet:
        return self.filter(user=user)


class Owned(models.Model):
    """A row of one user's. Its text, where it has any, is sealed, so `__str__` shows the key alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    objects = OwnedQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.id)
