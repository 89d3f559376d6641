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

from accounts.models import User
from memory import curating
from memory.centre import show
from memory.models import Memory
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
    if by_htmx(request) and not said.rival:
        context = {"item": show(row.user, row, timezone.now()), "said": said.sentence, "act": said.act}
        return render(request, "memory/_row.html", {**context, **said.extra})
    messages.success(request, said.sentence)
    target = reverse("memory_centre") + (f"?{urlencode({'act': said.act})}" if said.act else "")
    return elsewhere(target) if by_htmx(request) else redirect(target)


def elsewhere(target: str) -> HttpResponse:
    """Have htmx load a page."""
    response = HttpResponse()
    response["HX-Redirect"] = target
    return response


def person(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user


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
