"""Deleting, bringing back, keeping apart, and giving to everybody."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.signedin import person
from persona import apart
from persona.making import editing, sharing
from persona.pages.answering import own


@login_required
@require_POST
def delete(request: HttpRequest, persona: UUID) -> HttpResponse:
    try:
        editing.retire(person(request), persona, timezone.now())
    except editing.NotThere:
        raise Http404 from None
    messages.success(request, _("已删除。一天之内可以在这一页下面拿回来；和它的对话都还在。"))
    return redirect("personas")


@login_required
@require_POST
def restore(request: HttpRequest, persona: UUID) -> HttpResponse:
    try:
        editing.restore(person(request), persona)
    except editing.NotThere:
        raise Http404 from None
    messages.success(request, _("拿回来了。"))
    return redirect("personas")


@login_required
@require_POST
def keep_apart(request: HttpRequest, persona: UUID) -> HttpResponse:
    """What memory may pass between this character and the others."""
    wanted = apart.Standing(request.POST.get("own") == "1", request.POST.get("blind") == "1")
    try:
        apart.arrange(person(request), persona, wanted)
    except apart.NotThere:
        raise Http404 from None
    messages.success(request, _("改好了。"))
    return redirect("persona_versions", persona)


@login_required
@require_POST
def share(request: HttpRequest, persona: UUID) -> HttpResponse:
    """An operator's own character for everybody."""
    user = person(request)
    if not user.is_staff:
        raise Http404
    try:
        sharing.share(user, persona, timezone.now())
    except editing.NotThere:
        raise Http404 from None
    messages.success(request, _("现在每个人都能和它聊。以后改了，要再分享一次才会更新。"))
    return redirect("persona_edit", persona)


@login_required
@require_POST
def withdraw(request: HttpRequest, persona: UUID) -> HttpResponse:
    user = person(request)
    if not user.is_staff:
        raise Http404
    own(user, persona)
    sharing.withdraw(persona, timezone.now())
    messages.success(request, _("收回了。已经开始的对话不受影响。"))
    return redirect("persona_edit", persona)
