"""What there is of a person, in numbers: what a deletion takes, and what they may download before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Min, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import Consent, User
from memory.models import Memory
from persona.making.sharing import shared_of
from persona.models import Persona
from safety.models import Complaint
from topics.models import Candidate, OutsideSource
from transcript.models import Conversation, Message, Project


@dataclass(frozen=True)
class Kind:
    """Something there is, and how much of it."""

    name: str
    count: int


@dataclass(frozen=True)
class Talk:
    """A conversation by its dates alone."""

    id: UUID
    began: datetime
    last: datetime
    lines: int


def there_is(user: User) -> list[Kind]:
    """Everything in the user's name, what waits in a bin included."""
    return [
        Kind(_("对话"), Conversation.objects.filter(user=user).count()),
        Kind(_("对话里的消息"), Message.objects.filter(user=user).count()),
        Kind(_("记住的事"), memories(user)),
        Kind(_("自己做的角色"), Persona.objects.own(user).count()),
        Kind(_("话题"), Candidate.objects.for_user(user).count()),
        Kind(_("项目"), Project.objects.for_user(user).count()),
        Kind(_("外面的来源"), OutsideSource.objects.for_user(user).count()),
        Kind(_("投诉"), Complaint.objects.for_user(user).count()),
    ]


def by_part(rows: Mapping[str, int]) -> list[Kind]:
    """How many rows went, by table (`app.model`), added up under the names that a user knows the parts by."""
    names = {
        "transcript": _("对话"),
        "memory": _("记忆"),
        "topics": _("话题"),
        "persona": _("角色"),
        "safety": _("安全与时间"),
        "companion": _("语言模型"),
    }
    counts: dict[str, int] = {}
    for table, count in rows.items():
        name = names.get(table.partition(".")[0], _("账号与登录"))
        counts[name] = counts.get(name, 0) + count
    return [Kind(name, count) for name, count in sorted(counts.items(), key=lambda one: -one[1]) if count]


def shared_with_everybody(user: User) -> int:
    """Characters that an operator gave to everybody: copies that go their own way, and stay."""
    own = Persona.objects.own(user).values_list("id", flat=True)
    return sum(shared_of(persona) is not None for persona in own) if user.is_staff else 0


def recipients(user: User) -> list[str]:
    """Whom text was sent to, as the user's consents name them: their copies are out of reach here."""
    rows = Consent.objects.for_user(user).filter(purpose=Consent.Purpose.MODEL).exclude(recipient="")
    return sorted(set(rows.values_list("recipient", flat=True)))


def talks(user: User) -> list[Talk]:
    """The conversations that can be downloaded, the newest first."""
    rows = Conversation.objects.for_user(user).kept().newest_first()
    told = rows.annotate(
        lines=Count("messages", filter=Q(messages__deleted_at=None)),
        began=Coalesce(Min("messages__created_at"), "created_at"),
    )
    return [Talk(*row) for row in told.values_list("id", "began", "last_message_at", "lines")]


def memories(user: User) -> int:
    """How many things are remembered, in any state."""
    return Memory.objects.for_user(user).count()


def characters(user: User) -> list[tuple[UUID, datetime | None]]:
    """The user's own characters by the time they were made."""
    return list(Persona.objects.own(user).kept().order_by("created_at").values_list("id", "created_at"))
