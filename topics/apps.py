from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.apps import AppConfig
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User


class TopicsConfig(AppConfig):
    name = "topics"
    verbose_name = _("话题")

    def ready(self) -> None:
        from memory import forgetting

        forgetting.register("topics", _forget)


def _forget(user: User, ids: Sequence[UUID]) -> int:
    """The candidates that stand on these memories go with them, and the words of what was raised and refused of them; how many
    candidates there were."""
    from memory.models import Evidence
    from topics.models import Candidate, Refusal, TopicChoice

    for table in (TopicChoice, Refusal):  # a sealed text can't be written by a query: it is emptied
        table.objects.filter(user=user, memory__in=list(ids)).update(text=None)
    heard = Evidence.objects.filter(user=user, memory__in=list(ids), message__isnull=False).values("message")
    gone = Q(memory__in=list(ids)) | Q(message__in=heard)  # a loose end quotes the words themselves
    _all, by_table = Candidate.objects.filter(gone, user=user).delete()
    return by_table.get("topics.Candidate", 0)
