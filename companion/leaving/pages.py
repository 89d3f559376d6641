"""The pages by which an account is deleted. They say what happens, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.leaving import asking, receipts
from accounts.models import Deletion, User
from accounts.signedin import person
from companion.leaving import counting
from companion.leaving.forms import LeaveForm, SureForm


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """What a deletion is, how much there is, and the form that asks for it."""
    user = person(request)
    if asking.is_last_owner(user):
        return render(request, "accounts/last_owner.html")
    form = LeaveForm(request, request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/leave.html", {"form": form, **_facts(user)})
    wait = asking.AT_ONCE if form.at_once else timedelta(days=settings.ACCOUNT_REGRET_DAYS)
    return _ask(request, user, wait)


@login_required
@require_GET
def leaving(request: HttpRequest) -> HttpResponse:
    """The one page of an account that is about to be deleted."""
    return _leaving(request, person(request), SureForm(request))


@login_required
@require_POST
def stay(request: HttpRequest) -> HttpResponse:
    """Take the deletion back."""
    try:
        asking.cancel(person(request))
    except asking.TooLate:
        logout(request)
        return redirect("account_login")
    messages.success(request, _("已经取消，账号照旧。"))
    return redirect("home")


@sensitive_post_parameters("password")
@login_required
@require_POST
def leave_now(request: HttpRequest) -> HttpResponse:
    """Don't wait for the day."""
    user = person(request)
    form = SureForm(request, request.POST)
    if user.leaving_at is None:
        return redirect("leave")
    return _ask(request, user, asking.AT_ONCE) if form.is_valid() else _leaving(request, user, form)


@login_required
@require_GET
def downloads(request: HttpRequest) -> HttpResponse:
    """What can be downloaded before, by dates alone."""
    user = person(request)
    return render(
        request,
        "accounts/downloads.html",
        {
            "talks": counting.talks(user),
            "characters": counting.characters(user),
            "memories": counting.memories(user),
        },
    )


@login_required
@require_GET
def download(request: HttpRequest) -> HttpResponse:
    """Where somebody comes to who gave their password for a file: it follows by itself, and the way back is shown."""
    file = request.GET.get("file", "")
    try:
        found = resolve(urlsplit(file).path)
    except Resolver404:
        raise Http404 from None
    if urlsplit(file).netloc or urlsplit(file).scheme or found.view_name not in _FILES:
        raise Http404
    page, of = ("downloads", {}) if person(request).leaving_at else (_FILES[found.view_name], found.kwargs)
    return render(request, "accounts/download.html", {"file": file, "back": reverse(page, kwargs=of)})


_FILES = {
    "export": "conversation",
    "memory_export": "memory_centre",
    "persona_export": "persona_edit",
    "account_export": "settings",
}
"""Addresses of files, and the page each belongs to."""


@require_GET
def receipt(request: HttpRequest, secret: str) -> HttpResponse:
    """The receipt, for whoever has its address."""
    deletion = _found(secret)
    return render(
        request, "accounts/receipt.html", {"deletion": deletion, "secret": secret, **_receipt(deletion)}
    )


@require_GET
def receipt_file(request: HttpRequest, secret: str) -> HttpResponse:
    """The same as a file."""
    deletion = _found(secret)
    response = JsonResponse(receipts.facts(deletion), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="deletion-{deletion.asked_at:%Y-%m-%d}.json"'
    return response


def _ask(request: HttpRequest, user: User, wait: timedelta) -> HttpResponse:
    try:
        deletion = asking.ask(user, timezone.now(), wait)
    except asking.LastOwner:
        return render(request, "accounts/last_owner.html")
    if deletion.destroyed_at is None:
        return redirect("leaving")
    logout(request)
    response = redirect(receipts.path(deletion))
    response["Clear-Site-Data"] = '"storage"'  # unsent words must not wait in this browser
    return response


def _leaving(request: HttpRequest, user: User, form: SureForm) -> HttpResponse:
    deletion = Deletion.objects.filter(user=user).first()
    if deletion is None:
        return redirect("settings")
    return render(
        request,
        "accounts/leaving.html",
        {"form": form, "person": user, "receipt": receipts.path(deletion), **_facts(user)},
    )


def _facts(user: User) -> dict[str, Any]:
    return {
        "there_is": [kind for kind in counting.there_is(user) if kind.count],
        "shared": counting.shared_with_everybody(user),
        "recipients": counting.recipients(user),
        "regret_days": settings.ACCOUNT_REGRET_DAYS,
        "backup_days": settings.BACKUP_DAYS,
        "key_backup_days": settings.KEY_BACKUP_DAYS,
    }


def _receipt(deletion: Deletion) -> dict[str, Any]:
    facts = receipts.facts(deletion)
    return {
        "rows": facts["rows"],
        "parts": counting.by_part(facts["rows_by_table"]),
        "state": deletion.state.value,
    }


def _found(secret: str) -> Deletion:
    deletion = receipts.find(secret)
    if deletion is None:
        raise Http404
    return deletion
