"""What memory is switched on for, and what is not yet remembered."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import withdraw
from accounts.signedin import person
from memory import switching, waiting
from memory.asking import answers
from memory.centre import SWITCHED
from memory.policy import CONSENT_CLASSES, Kind
from memory.states import KIND_NAMES


@login_required
@require_POST
def pause(request: HttpRequest) -> HttpResponse:
    """Stop or resume forming and using memories."""
    paused = request.POST.get("paused") == "1"
    switching.pause_all(person(request), timezone.now(), paused=paused)
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    if target and safe:
        # where it came from, its banner says the same: a sentence kept for later would come out of place
        return redirect(target)
    messages.info(request, _("记忆已暂停。") if paused else _("记忆已恢复。"))
    return redirect("memory_centre")


@login_required
@require_POST
def pause_kind(request: HttpRequest) -> HttpResponse:
    """Stop or resume one kind of memory."""
    kind, paused = request.POST.get("kind", ""), request.POST.get("paused") == "1"
    if kind not in {switched.value for switched in SWITCHED}:
        raise Http404
    switching.pause_kind(person(request), Kind(kind), paused=paused)
    said = _("「%(kind)s」先不记，也不用。") if paused else _("「%(kind)s」又会记，也会用。")
    messages.info(request, said % {"kind": KIND_NAMES[Kind(kind)]})
    return redirect("memory_centre")


@login_required
@require_POST
def consent(request: HttpRequest) -> HttpResponse:
    """Agree to a class of special matters being remembered, or take that back."""
    name, given = request.POST.get("class", ""), request.POST.get("given") == "1"
    if name not in CONSENT_CLASSES:
        raise Http404
    user, now = person(request), timezone.now()
    if given:
        answers.agree(user, name, now)
        messages.info(request, _("好，这类事会记住，只在你自己提起时才用。"))
    else:
        withdraw(user, name, now)
        messages.info(request, _("好，这类事不再记，已有的也不再用。要抹去它们，可以在下面逐条忘掉。"))
    return redirect("memory_centre")


@login_required
@require_POST
def ask_again(request: HttpRequest, message: UUID) -> HttpResponse:
    """Try once more to learn from a line."""
    if not waiting.ask_again(person(request), message, timezone.now()):
        raise Http404
    messages.info(request, _("好，马上再试。"))
    return redirect("memory_centre")


@login_required
@require_POST
def dismiss(request: HttpRequest, message: UUID) -> HttpResponse:
    """Never learn from a line."""
    if not waiting.dismiss(person(request), message):
        raise Http404
    messages.info(request, _("好，这句不记。"))
    return redirect("memory_centre")
