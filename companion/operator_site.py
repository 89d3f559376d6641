"""The operators' admin: states and counts, never what people said, and no level of risk that belongs to a person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Min, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from companion import health, providers
from llm.provider import Purpose
from memory.models import Memory
from memory.states import KIND_NAMES
from memory.states import Status as MemoryStatus
from safety.models import Complaint, ContactMessage, MessageState, RiskCount
from transcript.models import Conversation, Feedback, Message, Status, Verdict

OURS = frozenset({"accounts", "transcript", "memory", "persona", "safety", "topics", "companion"})
RISK_DAYS = 14


@dataclass(frozen=True)
class Figures:
    """The front page. `waiting_for` is the age of the oldest line that is to be learnt, None when none is."""

    users: int
    active_users: int
    conversations: int
    messages_today: int
    memories: list[tuple[Any, Any, int]]
    to_learn: int
    waiting_for: timedelta | None
    to_embed: int
    generating: int
    learning_failures: int
    risk: list[tuple[date, list[int]]]
    reports: int
    """Reports on replies that no operator has looked at."""
    complaints: int
    letters_failed: int
    """Open complaints, and letters to emergency contacts that could not be sent and nobody has looked after."""


class OperatorAdminSite(AdminSite):
    site_header = _("Companion 运营")
    site_title = _("Companion 运营")
    index_title = _("运行情况")
    index_template = "admin/index.html"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Take in our own rooms' pages only: a library's page for second factors would show their secrets."""
        wanted = model_or_iterable if isinstance(model_or_iterable, list | tuple) else [model_or_iterable]
        if models := [model for model in wanted if model._meta.app_label in OURS]:
            super().register(models, admin_class, **options)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The product's own sign-in, with its throttle and second factor, is the only one."""
        if self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index", current_app=self.name))
        if request.user.is_authenticated:
            raise PermissionDenied
        target = request.GET.get("next") or reverse("admin:index", current_app=self.name)
        return redirect_to_login(target, settings.LOGIN_URL)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        found = providers.endpoint(Purpose.CHAT)
        context = {
            "figures": figures(timezone.now()),
            "speaking": health.named(found) if found else _("没有连接语言模型，用离线应答"),
        }
        return super().index(request, {**(extra_context or {}), **context})


def figures(now: datetime) -> Figures:
    """Count everything for the front page. Days are the server's."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    waiting = Message.objects.settled_unlearnt(now)
    oldest = waiting.aggregate(at=Min("created_at"))["at"]
    return Figures(
        users=User.objects.count(),
        active_users=User.objects.filter(is_active=True).count(),
        conversations=Conversation.objects.count(),
        messages_today=Message.objects.filter(created_at__gte=midnight).count(),
        memories=_memories(),
        to_learn=waiting.count(),
        waiting_for=now - oldest if oldest else None,
        to_embed=Memory.objects.to_embed().count(),
        generating=Message.objects.filter(status=Status.GENERATING).count(),
        learning_failures=Conversation.objects.aggregate(sum=Sum("learning_failures"))["sum"] or 0,
        risk=_risk(now),
        complaints=Complaint.objects.open().count(),
        letters_failed=ContactMessage.objects.filter(
            state=MessageState.FAILED, passed_on_at__isnull=False, handled_at=None
        ).count(),
        reports=Feedback.objects.filter(value=Verdict.REPORT, seen_at=None).count(),
    )


def _memories() -> list[tuple[Any, Any, int]]:
    """(kind, status, count) in the words that users read."""
    rows = Memory.objects.values("kind", "status").annotate(count=Count("id")).order_by("kind", "status")
    kinds: dict[str, Any] = {str(kind): name for kind, name in KIND_NAMES.items()}
    return [(kinds[row["kind"]], MemoryStatus(row["status"]).label, row["count"]) for row in rows]


def _risk(now: datetime) -> list[tuple[date, list[int]]]:
    """How many lines were judged R1, R2, R3 and R4, a day; of nobody in particular."""
    counted = RiskCount.objects.filter(
        day__gt=(now - timedelta(days=RISK_DAYS)).date(), level__gte=1, flag=""
    )
    days: dict[date, list[int]] = {}
    for row in counted.values("day", "level").annotate(count=Sum("events")):
        days.setdefault(row["day"], [0, 0, 0, 0])[row["level"] - 1] = row["count"]
    return sorted(days.items(), reverse=True)
