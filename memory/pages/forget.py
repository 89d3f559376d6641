"""Forgetting several things at once: what goes and what stays is shown first; what was forgotten can be brought back whole."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.signedin import person
from memory import forgetting
from memory.forgetting import requests
from memory.models import ForgetRequest
from memory.pages.answering import back, came_from

MOST = 500


@login_required
@require_http_methods(["GET", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    """Preview (GET, by `id`s or by the `request` of a chat) and do (POST, the ticked `id`s)."""
    user = person(request)
    asked = _asked_for(user, request)
    if request.method == "POST":
        return _do(request, user, asked)
    wanted = asked.memories if asked else _ids(request.GET.getlist("id"))
    seen = forgetting.preview(user, wanted)
    context = {"seen": seen, "asked": asked, "next": came_from(request)}
    return render(request, "memory/forget.html", context)


def _do(request: HttpRequest, user: User, asked: ForgetRequest | None) -> HttpResponse:
    now, chosen = timezone.now(), _ids(request.POST.getlist("id"))
    if "keep" in request.POST:
        if asked:
            requests.settle(asked, None, now, ())
        messages.info(request, _("好，都留着，什么也没动。"))
        return redirect("memory_centre")
    if not chosen:
        messages.error(request, _("先勾选要忘掉的。"))
        return redirect(request.get_full_path())
    try:
        receipt = requests.settle(asked, None, now, chosen) if asked else forgetting.forget(user, chosen, now)
    except forgetting.NothingToForget:
        receipt = None
    if receipt is None:
        raise Http404
    target = came_from(request) or reverse("memory_centre")
    return redirect(f"{target}?{urlencode({'receipt': receipt.id})}")


@login_required
@require_POST
def restore_all(request: HttpRequest, receipt: UUID) -> HttpResponse:
    """Bring back everything that one deletion took."""
    rows = forgetting.restore_all(person(request), receipt, timezone.now())
    if not rows:
        raise Http404
    said = ngettext("又记住了 %(count)d 条。", "又记住了 %(count)d 条。", len(rows))
    return back(request, said % {"count": len(rows)})


@login_required
@require_POST
def purge(request: HttpRequest, held: UUID) -> HttpResponse:
    """Empty a bin at once. There is no undo."""
    if not forgetting.purge_now(person(request), [held], timezone.now()):
        raise Http404
    messages.success(request, _("彻底抹去了。"))
    return redirect("memory_centre")


def _asked_for(user: User, request: HttpRequest) -> ForgetRequest | None:
    """The chat's request that the page is about; 404 for anybody else's and for one that is settled."""
    given = request.GET.get("request")
    if given is None:
        return None
    found = ForgetRequest.objects.for_user(user).filter(id__in=_ids([given]), settled_at=None).first()
    if found is None:
        raise Http404
    held: ForgetRequest = found
    return held


def _ids(given: Sequence[str]) -> list[UUID]:
    found = []
    for text in given[:MOST]:
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found
