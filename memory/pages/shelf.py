"""The memory centre itself: the shelf, one row, an edit, a deletion and its undoing, and what is written by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.signedin import person
from memory import curating, forgetting, switching, waiting
from memory.centre import Filters, consents, gone, shelf, show, switches
from memory.models import Bin, ForgetRequest, Memory
from memory.pages import answering
from memory.pages.answering import by_htmx, find, is_rival, wants_json
from memory.policy import Kind
from memory.recall import slots
from memory.states import KIND_NAMES


@login_required
@require_GET
def centre(request: HttpRequest) -> HttpResponse:
    """Everything known, or what the filters leave; only the list for htmx."""
    user, now = person(request), timezone.now()
    filters = Filters.read(request.GET.dict())
    if filters.on and filters.on >= timezone.localdate():
        filters = replace(filters, on=None)  # nobody knows yet what will be known
    context = {
        "shelf": shelf(user, filters, now),
        "filters": filters,
        "switches": switches(user),
        "kept_most": slots.ACTIVE_SLOTS,
        "consents": consents(user),
        "waiting": waiting.lines(user, now),
        "kinds": [(kind.value, name) for kind, name in KIND_NAMES.items()],
        "by_hand": [(kind.value, KIND_NAMES[kind]) for kind in curating.BY_HAND],
        "paused": switching.is_paused(user),
        "undo": _undo(request, user),
        "act": answering.asked(request, "act"),
        "gone": gone(user, now),
        "receipt": answering.open_receipt(request, user),
        "forget_requests": ForgetRequest.objects.for_user(user)
        .filter(settled_at=None, until__gt=now)
        .exclude(memories=[]),
        "statement_max": curating.STATEMENT_MAX,
    }
    partial = by_htmx(request) and request.headers.get("HX-Target") == "shelf"
    return render(request, "memory/_shelf.html" if partial else "memory/centre.html", context)


@login_required
@require_GET
def row(request: HttpRequest, memory: UUID) -> HttpResponse:
    """One row as it is now (an edit was called off)."""
    user = person(request)
    item = show(user, find(user, memory), timezone.now())
    if by_htmx(request):
        return render(request, "memory/_row.html", {"item": item})
    return render(request, "memory/edit.html", {"item": item})


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, memory: UUID) -> HttpResponse:
    """New words for a memory. Changed elsewhere meanwhile: what stands now is shown, with the user's words kept."""
    user = person(request)
    row = find(user, memory)
    if request.method == "GET":
        return _edit_form(request, user, row)
    words = request.POST.get("statement", "").strip()
    if not words:
        return _edit_form(request, user, row, problem=_("写点什么，或者删掉这一条。"))
    try:
        version = int(request.POST.get("version", ""))
    except ValueError:
        version = -1
    act = uuid4()
    try:
        new = curating.edit(user, memory, curating.Edit(words, version), timezone.now(), act)
    except curating.Stale:
        problem = _("这一条刚刚在别处变过。上面是现在的样子；还要改成你写的吗？")
        return _edit_form(request, user, find(user, memory), problem=problem, words=words)
    return answering.answer(request, new, answering.Said(_("改好了。"), act, rival=is_rival(row)))


@login_required
@require_POST
def delete(request: HttpRequest, memory: UUID) -> HttpResponse:
    """Forget it. What comes back can undo that."""
    user = person(request)
    try:
        receipt = forgetting.forget(user, [memory], timezone.now())
    except forgetting.NothingToForget:
        raise Http404 from None
    held = receipt.bins[0]
    if wants_json(request):
        return JsonResponse({"restore": reverse("memory_restore", args=[held])})
    if by_htmx(request):
        spoken = len(forgetting.words_of(user, held))
        context = {"held": held, "spoken": spoken, "gone": gone(user, timezone.now()), "swapped": True}
        return render(request, "memory/_gone.html", context)
    return redirect(f"{reverse('memory_centre')}?{urlencode({'undo': held})}")


@login_required
@require_POST
def restore(request: HttpRequest, held: UUID) -> HttpResponse:
    user = person(request)
    row = forgetting.restore(user, held, timezone.now())
    if row is None:
        raise Http404
    if wants_json(request):
        return JsonResponse({"delete": reverse("memory_delete", args=[row.id])})
    extra = {"gone": gone(user, timezone.now()), "swapped": True}
    return answering.answer(request, row, answering.Said(_("又记住了。"), extra=extra))


@login_required
@require_POST
def write(request: HttpRequest) -> HttpResponse:
    """Something the user writes down themselves."""
    user = person(request)
    kind = request.POST.get("kind", "")
    words = request.POST.get("statement", request.POST.get("text", "")).strip()
    if kind not in {allowed.value for allowed in curating.BY_HAND} or not words:
        messages.error(request, _("先写下要记住的话。"))
        return redirect("memory_centre")
    curating.write_by_hand(user, Kind(kind), words, user.lang, timezone.now())
    messages.success(request, _("记下了。"))
    return redirect("memory_centre")


def _edit_form(request: HttpRequest, user: User, row: Memory, **extra: Any) -> HttpResponse:
    next_page = answering.came_from(request)
    context = {"item": show(user, row, timezone.now()), "editing": True, "next": next_page, **extra}
    if by_htmx(request):
        return render(request, "memory/_row.html", context)
    return render(request, "memory/edit.html", context, status=409 if extra else 200)


def _undo(request: HttpRequest, user: User) -> UUID | None:
    """The bin of the deletion that the page comes back from, while it can be undone."""
    held = answering.asked(request, "undo")
    there = Bin.objects.for_user(user).filter(id=held, purge_at__gt=timezone.now()).exists()
    return held if held and there else None
