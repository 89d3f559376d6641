"""What was tidied while nobody was looking: each operation with its reason and premises, its undoing, the switch, and a run
by hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.signedin import person
from memory import switching
from memory.curating import Stale
from memory.dreaming import runs, undoing
from memory.models import Dream, Memory, MemorySettings, Proposal
from memory.states import ProposalState

SHOWN = 60
REASONS = {
    "same_feeling": lazy("好几天里，同一件事带来同样的感受"),
    "done_again": lazy("在好几次对话里都做过"),
    "wished_again": lazy("好几次提过同样的要求"),
    "it_helped": lazy("好几次之后你说好受了些"),
    "moment_first": lazy("是第一次，我们都说起过"),
    "moment_repair": lazy("吵过，又和好了"),
    "moment_word": lazy("两个人都用过，还笑了"),
    "spoken_of_again": lazy("不止一天说起过"),
    "came_to_an_end": lazy("说到了结果"),
    "said_twice": lazy("说的是同一件事"),
    "borne_out": lazy("后来的事也印证了"),
    "contradicted": lazy("后来的事和它不一样"),
    "explains_it": lazy("这件事像是原因"),
    "model_insight": lazy("语言模型看出来的，每一条根据都核对过"),
}


@dataclass(frozen=True)
class Shown:
    """An operation in words."""

    id: UUID
    operation: str
    statement: str
    why: str
    premises: tuple[str, ...]
    at: datetime
    undone: bool


@login_required
@require_GET
def dreams(request: HttpRequest) -> HttpResponse:
    user = person(request)
    settings = MemorySettings.objects.filter(user=user).first()
    context = {
        "shown": shown(user),
        "on": settings is None or settings.dreams,
        "last": settings.dreamt_at if settings else None,
    }
    return render(request, "memory/dreams.html", context)


def shown(user: User) -> Sequence[Shown]:
    """The newest operations that were done, or undone."""
    rows = list(
        Proposal.objects.for_user(user)
        .filter(state__in=[ProposalState.APPLIED, ProposalState.UNDONE])
        .order_by("-at", "id")[:SHOWN]
    )
    wanted = {key for row in rows for key in row.premises}
    told = {row.id: row.statement for row in Memory.objects.for_user(user).filter(id__in=wanted)}
    return [
        Shown(
            row.id,
            row.get_operation_display(),
            json.loads(row.content or "{}").get("statement", ""),
            str(REASONS.get(row.reason, "")),
            tuple(told[key] for key in row.premises if key in told),
            row.at,
            row.state == ProposalState.UNDONE,
        )
        for row in rows
    ]


@login_required
@require_POST
def undo(request: HttpRequest, proposal: UUID) -> HttpResponse:
    try:
        undoing.undo(person(request), proposal, timezone.now())
    except Proposal.DoesNotExist:
        raise Http404 from None
    except Stale:
        messages.error(request, _("撤销不了：这一条之后又变过。"))
    else:
        messages.success(request, _("已撤销，不会再这样整理。"))
    return redirect("memory_dreams")


@login_required
@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    on = request.POST.get("on") == "1"
    switching.let_dream(person(request), on=on)
    messages.info(request, _("好，安静的时候会整理。") if on else _("好，不再自动整理。"))
    return redirect("memory_dreams")


@login_required
@require_POST
def now(request: HttpRequest) -> HttpResponse:
    """Tidy once, by hand."""
    run: Dream | None = runs.dream(person(request), timezone.now(), by_hand=True)
    if run is None:
        messages.error(request, _("现在整理不了：记忆暂停着，或者正在整理。"))
    elif count := run.counts.get(ProposalState.APPLIED, 0):
        said = ngettext("整理了 %(count)d 处。", "整理了 %(count)d 处。", count)
        messages.success(request, said % {"count": count})
    else:
        messages.info(request, _("看了一遍，没有要整理的。"))
    return redirect("memory_dreams")
