"""What can be done with one memory, each with its undoing: confirm, reject, don't raise, pause, pin, use in one place only."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.signedin import person
from memory import curating, places, undoing
from memory.models import Memory
from memory.pages.answering import (
    Said,
    answer,
    back,
    by_htmx,
    came_from,
    elsewhere,
    find,
    is_rival,
    wants_json,
)


@login_required
@require_POST
def confirm(request: HttpRequest, memory: UUID) -> HttpResponse:
    user, act = person(request), uuid4()
    rival = is_rival(find(user, memory))
    row = curating.confirm(user, memory, timezone.now(), act)
    return answer(request, row, Said(_("好，就是这样。"), act, rival))


@login_required
@require_POST
def reject(request: HttpRequest, memory: UUID) -> HttpResponse:
    user, act = person(request), uuid4()
    rival = is_rival(find(user, memory))
    row = curating.reject(user, memory, timezone.now(), act)
    return answer(request, row, Said(_("好，不会再这样以为。"), act, rival))


@login_required
@require_POST
def never_raise(request: HttpRequest, memory: UUID) -> HttpResponse:
    user, act = person(request), uuid4()
    find(user, memory)
    row = curating.never_raise(user, memory, timezone.now(), act)
    return answer(request, row, Said(_("好，不会再提起。"), act))


@login_required
@require_POST
def may_raise(request: HttpRequest, memory: UUID) -> HttpResponse:
    user, act = person(request), uuid4()
    find(user, memory)
    row = curating.may_raise(user, memory, timezone.now(), act)
    return answer(request, row, Said(_("好，可以再提起。"), act))


@login_required
@require_POST
def pause(request: HttpRequest, memory: UUID) -> HttpResponse:
    """Leave one memory out until it is resumed; `paused` is 1 or 0."""
    return _switch(
        request, memory, "paused", curating.pause, (_("好，先不用这一条。"), _("好，又会用到了。"))
    )


@login_required
@require_POST
def pin(request: HttpRequest, memory: UUID) -> HttpResponse:
    """Always keep one memory in mind, or only when it is called for; `pinned` is 1 or 0."""
    return _switch(
        request, memory, "pinned", curating.pin, (_("好，一直放在心上。"), _("好，说到时再想起来。"))
    )


def _switch(
    request: HttpRequest, memory: UUID, field: str, change: Callable[..., Memory], said: tuple[str, str]
) -> HttpResponse:
    """Set a field of one memory as the form says it, 1 or 0; `said` for each."""
    user, act, on = person(request), uuid4(), request.POST.get(field) != "0"
    find(user, memory)
    row = change(user, memory, timezone.now(), act, **{field: on})
    return answer(request, row, Said(said[0] if on else said[1], act))


@login_required
@require_POST
def confine(request: HttpRequest, memory: UUID) -> HttpResponse:
    """Use it in one place only, or everywhere again: `place` is one of the row's own."""
    user, act = person(request), uuid4()
    place = places.read(find(user, memory), request.POST.get("place", ""))
    if place is None:
        raise Http404
    row = curating.confine(user, memory, place, timezone.now(), act)
    said = _("好，所有对话里都会用到。") if place.id is None else _("好，只在那里用。")
    return answer(request, row, Said(said, act))


@login_required
@require_POST
def undo(request: HttpRequest, act: UUID) -> HttpResponse:
    """Take one press of a button back."""
    try:
        rows = undoing.undo(person(request), act, timezone.now())
    except undoing.NothingToUndo:
        raise Http404 from None
    except curating.Stale:
        return _too_late(request)
    if len(rows) == 1 or wants_json(request):
        return answer(request, rows[0], Said(_("已撤销。")))
    return back(request, _("已撤销。"))


def _too_late(request: HttpRequest) -> HttpResponse:
    said = _("撤销不了：这一条之后又变过。")
    if wants_json(request):
        return JsonResponse({"detail": said}, status=409)
    messages.error(request, said)
    target = came_from(request) or reverse("memory_centre")
    return elsewhere(target) if by_htmx(request) else redirect(target)
