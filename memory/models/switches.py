"""A user's switches over memory."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class MemorySettings(models.Model):
    """A user's switches; its row is also the lock under which that user's memories are written."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memory_settings", primary_key=True
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_kinds = ArrayField(models.CharField(max_length=12), default=list, blank=True)
    dreams = models.BooleanField(default=True)
    """Whether memories may be consolidated in the background at all."""
    dreamt_at = models.DateTimeField(null=True, blank=True)
    dreaming_until = models.DateTimeField(null=True, blank=True)
    """The lease of the run under way: a killed worker's ends by itself."""
    dreaming_fence = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.user_id)

    @property
    def paused(self) -> bool:
        return self.paused_at is not None
