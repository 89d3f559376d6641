"""How a press of a button is answered: the changed row for htmx, JSON for the chat, a page for everybody else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from memory import curating
from memory.centre import show
from memory.models import Bin, Memory, Receipt
from memory.states import Status


@dataclass(frozen=True)
class Said:
    """What was done, in a sentence; `act` takes it back. A `rival` isn't alone in having changed."""

    sentence: str
    act: UUID | None = None
    rival: bool = False
    extra: dict[str, Any] = field(default_factory=dict)


def answer(request: HttpRequest, row: Memory, said: Said) -> HttpResponse:
    """The changed row with its sentence and its undoing."""
    if wants_json(request):
        undo = reverse("memory_undo", args=[said.act]) if said.act else ""
        delete = reverse("memory_delete", args=[row.id])
        return JsonResponse({"said": said.sentence, "undo": undo, "delete": delete})
    if by_htmx(request) and not said.rival and not came_from(request):
        context = {"item": show(row.user, row, timezone.now()), "said": said.sentence, "act": said.act}
        return render(request, "memory/_row.html", {**context, **said.extra})
    return back(request, said.sentence, act=said.act)


def back(request: HttpRequest, sentence: str, **told: UUID | None) -> HttpResponse:
    """To the page that sent the user here, with a sentence and what takes it back; to the memory centre from anywhere else."""
    messages.success(request, sentence)
    given = {name: key for name, key in told.items() if key}
    target = came_from(request) or reverse("memory_centre")
    target += f"?{urlencode(given)}" if given else ""
    return elsewhere(target) if by_htmx(request) else redirect(target)


def came_from(request: HttpRequest) -> str:
    """The page of this site that an act is to end on (`next`), "" where none is named: never another site's address."""
    target = request.POST.get("next") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target.partition("?")[0] if safe and target.startswith("/") else ""


def elsewhere(target: str) -> HttpResponse:
    """Have htmx load a page."""
    response = HttpResponse()
    response["HX-Redirect"] = target
    return response


def find(user: User, memory: UUID) -> Memory:
    try:
        return curating.find(user, memory)
    except Memory.DoesNotExist:
        raise Http404 from None


def is_rival(row: Memory) -> bool:
    return row.status == Status.CONFLICTED


def by_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def asked(request: HttpRequest, name: str) -> UUID | None:
    """An id from the query string, None when it is none."""
    try:
        return UUID(request.GET.get(name, ""))
    except ValueError:
        return None


def open_receipt(request: HttpRequest, user: User) -> Receipt | None:
    """The deletion that the page comes back from, while it can be undone."""
    held = asked(request, "receipt")
    found = Receipt.objects.for_user(user).filter(id=held, until__gt=timezone.now(), purged_at=None).first()
    receipt: Receipt | None = found if found and Bin.objects.filter(id__in=found.bins).exists() else None
    return receipt
