"""The page of a reply, with what can be done about each memory behind it, and the answer without any."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.signedin import person
from companion import branching, generation, seam
from companion.broadcast import announce
from companion.frames import sentence
from companion.hub import hub
from companion.limits import refusal
from companion.why import gathering
from memory.models import Memory
from memory.pages.answering import asked, open_receipt
from memory.using import aside
from transcript.models import Message


@login_required
@require_GET
def why(request: HttpRequest, reply: UUID) -> HttpResponse:
    """Why this answer: used, seen and not used, held back."""
    user = person(request)
    found = _find(user, reply)
    context = {
        "why": gathering.gather(user, found),
        "conversation": found.conversation,
        "here": reverse("why", args=[reply]),
        "act": asked(request, "act"),
        "receipt": open_receipt(request, user),
    }
    return render(request, "companion/why.html", context)


@login_required
@require_POST
def set_aside(request: HttpRequest, reply: UUID, memory: UUID) -> HttpResponse:
    """Leave a memory out of the reply's conversation, or with `on` 0 use it there again."""
    user = person(request)
    found = _find(user, reply)
    try:
        if request.POST.get("on") == "0":
            aside.take_back(user, memory, found.conversation_id)
            messages.success(request, _("好，在这个对话里又会用到它。"))
        else:
            aside.set_aside(user, memory, found.conversation_id, timezone.now())
            messages.success(request, _("好，在这个对话里先不用它。"))
    except Memory.DoesNotExist:
        raise Http404 from None
    return redirect("why", reply)


@login_required
@require_POST
async def again(request: HttpRequest, reply: UUID) -> HttpResponse:
    """Answer once more without memories, for who has no script to ask through the socket."""
    user = await request.auser()
    if not isinstance(user, User):
        raise Http404
    found = await seam.cross(_find, user, reply)
    if wrong := await seam.cross(refusal, user, "", timezone.now()):
        messages.error(request, sentence(wrong))
        return redirect("why", reply)
    try:
        done = await seam.cross(_regenerate, user, found)
    except branching.CannotBranch as error:
        messages.error(request, sentence(error.why.value))
        return redirect("why", reply)
    for running in done.stop:
        await hub.request_stop(running)
    await announce(found.conversation_id)
    generation.run(done.message)
    return redirect("conversation", found.conversation_id)


def _regenerate(user: User, reply: Message) -> branching.Branched:
    return branching.regenerate(user, reply.conversation_id, reply.id, timezone.now(), without_memory=True)


def _find(user: User, reply: UUID) -> Message:
    try:
        return gathering.find(user, reply)
    except Message.DoesNotExist:
        raise Http404 from None
