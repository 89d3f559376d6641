"""Choosing whom to talk with, moving a conversation to another version, and saying something to a draft."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.signedin import person
from companion import conversations
from companion.bodies import card_html, crisis_card
from companion.rendering import html
from companion.shelf.pages import found_or_404
from companion.speakers import trying
from persona import apart, moving
from persona.forms import draft_form
from safety.levels import Level


@login_required
@require_POST
def talk(request: HttpRequest, persona: UUID) -> HttpResponse:
    """Talk with this character from now on: the conversation where one left off, or with `new` another one."""
    user, now = person(request), timezone.now()
    if user.birth_date is None:
        return redirect("birth_date")
    try:
        row = apart.choose(user, persona)
    except apart.NotThere:
        raise Http404 from None
    left_off = None if request.POST.get("new") == "1" else conversations.latest(user, persona)
    return redirect("conversation", (left_off or conversations.start(user, now, persona=row.current)).id)


@login_required
@require_POST
def version(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """The conversation speaks with the newest version of its character from now on, or stays with the one it has."""
    user, row = person(request), found_or_404(request, conversation)
    newest = moving.newer(row)
    if request.POST.get("move") == "1" and newest is not None:
        moving.move(user, row.id, newest.id)
        messages.success(request, _("换好了：从下一句起用第 %(number)d 版。") % {"number": newest.number})
    else:
        moving.stay(user, row.id)
    return redirect("conversation", row.id)


@login_required
@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """What the character in the form, saved or not, says to a line. Nothing is kept."""
    user = person(request)
    form = draft_form(request.POST)
    said = request.POST.get("say", "").strip()
    context: dict[str, Any] = {"said": said}
    if not said:
        return HttpResponse(status=204)
    if not form.is_valid():
        first = next(iter(form.errors.items()))
        context["fault"] = (
            f"{form.fields[first[0]].label}: {first[1][0]}" if first[0] in form.fields else first[1][0]
        )
        return render(request, "persona/_tried.html", context)
    before = list(zip(request.POST.getlist("said"), request.POST.getlist("answered"), strict=False))
    tried = trying.say(user, form.content(None), said[: trying.SAID_MOST], before, timezone.now())
    if tried.level >= Level.R2:
        context["crisis"] = card_html(crisis_card(user, tried.level, timezone.now()))
    context |= {
        "answer": tried.text,
        "html": html(tried.text),
        "offline": tried.offline,
        "failed": tried.failed,
    }
    return render(request, "persona/_tried.html", context)
