"""Lines that are not yet remembered: the model was asked in vain, or no worker came. They are shown, never lost in silence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from memory.models import MemorySettings
from transcript.models import Message, Role

LONG = timedelta(minutes=2)
"""How long a settled line waits before that is worth a word."""
SHOWN = 50


class Why(StrEnum):
    """Why a line is not yet remembered."""

    QUEUED = "queued"
    AGAIN = "again"
    GIVEN_UP = "given_up"


@dataclass(frozen=True)
class Waiting:
    """A line of the user's own that nothing, or not everything, was learnt from."""

    message: Message
    why: Why

    @property
    def reason(self) -> str:
        return {
            Why.QUEUED: _("还在排队"),
            Why.AGAIN: _("语言模型没有响应，会再问"),
            Why.GIVEN_UP: _("语言模型一直没有响应，只记下了规则看懂的部分"),
        }[self.why]


def lines(user: User, now: datetime) -> Sequence[Waiting]:
    """The user's lines that wait, newest first. While memory is paused nothing is waited for."""
    if MemorySettings.objects.filter(user=user).exclude(paused_at=None).exists():
        return ()
    rows = _rows(user).filter(
        Q(ask_again_at__isnull=False) | Q(model_tries__gt=0) | Q(learnt_at=None, created_at__lte=now - LONG)
    )
    return [Waiting(row, _why(row)) for row in rows.order_by("-created_at")[:SHOWN]]


def _rows(user: User) -> QuerySet[Message]:
    return Message.objects.for_user(user).filter(
        role=Role.USER, live=True, learn_bar="", conversation__deleted_at=None
    )


def _why(row: Message) -> Why:
    if row.learnt_at is None:
        return Why.QUEUED
    return Why.AGAIN if row.ask_again_at else Why.GIVEN_UP


def ask_again(user: User, message: UUID, now: datetime) -> bool:
    """Have the line learnt from at the next look; False when it doesn't wait. The row is the queue: nothing else is told."""
    row = _rows(user).filter(id=message).first()
    if row is None:
        return False
    row.model_tries = 0
    row.ask_again_at = now if row.learnt_at else None
    row.save(update_fields=["model_tries", "ask_again_at"])
    return True


def dismiss(user: User, message: UUID) -> bool:
    """Never learn from the line; what was learnt from it stays. False when there is no such line."""
    return bool(
        _rows(user).filter(id=message).update(learn_bar="dismissed", ask_again_at=None, model_tries=0)
    )
