"""The memory centre: see what is known, and put it right. Every change is a POST; htmx swaps one row, plain forms
come back to the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from memory import curating, forgetting
from memory.centre import Filters, gone, shelf, show
from memory.models import Bin, Memory
from memory.policy import Kind
from memory.states import KIND_NAMES, Status

Act = Callable[[User, UUID], Memory]


@login_required
@require_GET
def centre(request: HttpRequest) -> HttpResponse:
    """Everything known, or what the filters leave; only the list for htmx."""
    user = _person(request)
    filters = Filters.read(request.GET.dict())
    context = {
        "shelf": shelf(user, filters, timezone.now()),
        "filters": filters,
        "kinds": [(kind.value, name) for kind, name in KIND_NAMES.items() if kind is not Kind.SELF],
        "by_hand": [(kind.value, KIND_NAMES[kind]) for kind in curating.BY_HAND],
        "paused": curating.is_paused(user),
        "undo": _undo(request, user),
        "gone": gone(user, timezone.now()),
        "statement_max": curating.STATEMENT_MAX,
    }
    partial = _by_htmx(request) and request.headers.get("HX-Target") == "shelf"
    return render(request, "memory/_shelf.html" if partial else "memory/centre.html", context)


@login_required
@require_GET
def row(request: HttpRequest, memory: UUID) -> HttpResponse:
    """One row as it is now (an edit was called off)."""
    user = _person(request)
    item = show(user, _find(user, memory), timezone.now())
    if _by_htmx(request):
        return render(request, "memory/_row.html", {"item": item})
    return render(request, "memory/edit.html", {"item": item})


@login_required
@require_POST
def confirm(request: HttpRequest, memory: UUID) -> HttpResponse:
    now = timezone.now()
    user = _person(request)
    rival = _is_rival(_find(user, memory))
    row = curating.confirm(user, memory, now)
    return _answer(request, user, row, _("好，就是这样。"), rival=rival)


@login_required
@require_POST
def reject(request: HttpRequest, memory: UUID) -> HttpResponse:
    user = _person(request)
    rival = _is_rival(_find(user, memory))
    row = curating.reject(user, memory, timezone.now())
    return _answer(request, user, row, _("好，不会再这样以为。"), rival=rival)


@login_required
@require_POST
def never_raise(request: HttpRequest, memory: UUID) -> HttpResponse:
    user = _person(request)
    _find(user, memory)
    row = curating.never_raise(user, memory, timezone.now())
    return _answer(request, user, row, _("好，不会再提起。"))


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, memory: UUID) -> HttpResponse:
    """New words for a memory. Changed elsewhere meanwhile: what stands now is shown, with the user's words kept."""
    user = _person(request)
    row = _find(user, memory)
    if request.method == "GET":
        return _edit_form(request, user, row)
    words = request.POST.get("statement", "").strip()
    if not words:
        return _edit_form(request, user, row, problem=_("写点什么，或者删掉这一条。"))
    try:
        version = int(request.POST.get("version", ""))
    except ValueError:
        version = -1
    try:
        new = curating.edit(user, memory, curating.Edit(words, version), timezone.now())
    except curating.Stale:
        problem = _("这一条刚刚在别处变过。上面是现在的样子；还要改成你写的吗？")
        return _edit_form(request, user, _find(user, memory), problem=problem, words=words)
    return _answer(request, user, new, _("改好了。"), rival=_is_rival(row))


@login_required
@require_POST
def delete(request: HttpRequest, memory: UUID) -> HttpResponse:
    """Forget it. What comes back can undo that."""
    user = _person(request)
    try:
        receipt = forgetting.forget(user, [memory], timezone.now())
    except forgetting.NothingToForget:
        raise Http404 from None
    held = receipt.bins[0]
    if _wants_json(request):
        return JsonResponse({"restore": reverse("memory_restore", args=[held])})
    if _by_htmx(request):
        context = {"held": held, "gone": gone(user, timezone.now()), "swapped": True}
        return render(request, "memory/_gone.html", context)
    return redirect(f"{reverse('memory_centre')}?{urlencode({'undo': held})}")


@login_required
@require_POST
def restore(request: HttpRequest, held: UUID) -> HttpResponse:
    user = _person(request)
    row = forgetting.restore(user, held, timezone.now())
    if row is None:
        raise Http404
    if _wants_json(request):
        return JsonResponse({"delete": reverse("memory_delete", args=[row.id])})
    return _answer(request, user, row, _("又记住了。"), gone=gone(user, timezone.now()), swapped=True)


@login_required
@require_POST
def pause(request: HttpRequest) -> HttpResponse:
    """Stop or resume forming and using memories."""
    paused = request.POST.get("paused") == "1"
    curating.pause_all(_person(request), timezone.now(), paused=paused)
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    if (
        target and safe
    ):  # where it came from, its banner says the same: a sentence kept for later would come out of place
        return redirect(target)
    messages.info(request, _("记忆已暂停。") if paused else _("记忆已恢复。"))
    return redirect("memory_centre")


@login_required
@require_POST
def write(request: HttpRequest) -> HttpResponse:
    """Something the user writes down themselves."""
    user = _person(request)
    kind = request.POST.get("kind", "")
    words = request.POST.get("statement", request.POST.get("text", "")).strip()
    if kind not in {allowed.value for allowed in curating.BY_HAND} or not words:
        messages.error(request, _("先写下要记住的话。"))
        return redirect("memory_centre")
    curating.write_by_hand(user, Kind(kind), words, user.lang, timezone.now())
    messages.success(request, _("记下了。"))
    return redirect("memory_centre")


def _person(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def _find(user: User, memory: UUID) -> Memory:
    try:
        return curating.find(user, memory)
    except Memory.DoesNotExist:
        raise Http404 from None


def _is_rival(row: Memory) -> bool:
    return row.status == Status.CONFLICTED


def _by_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _answer(request: HttpRequest, user: User, row: Memory, said: str, **extra: Any) -> HttpResponse:
    """The changed row for htmx; else back to the page with a sentence. A `rival` isn't alone in having changed."""
    if _by_htmx(request) and extra.get("rival"):
        messages.success(request, said)
        return _refresh()
    if _by_htmx(request):
        context = {"item": show(user, row, timezone.now()), "said": said, **extra}
        return render(request, "memory/_row.html", context)
    messages.success(request, said)
    return redirect("memory_centre")


def _edit_form(request: HttpRequest, user: User, row: Memory, **extra: Any) -> HttpResponse:
    context = {"item": show(user, row, timezone.now()), "editing": True, **extra}
    if _by_htmx(request):
        return render(request, "memory/_row.html", context)
    return render(request, "memory/edit.html", context, status=409 if extra else 200)


def _refresh() -> HttpResponse:
    response = HttpResponse()
    response["HX-Refresh"] = "true"
    return response


def _undo(request: HttpRequest, user: User) -> UUID | None:
    """The bin of the deletion that the page comes back from, while it can be undone."""
    try:
        held = UUID(request.GET.get("undo", ""))
    except ValueError:
        return None
    return held if Bin.objects.for_user(user).filter(id=held, purge_at__gt=timezone.now()).exists() else None
