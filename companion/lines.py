"""What a page does with a conversation's lines outside the socket: keep a draft, delete a line, bring it back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.signedin import person
from companion import branching, drafts
from companion.broadcast import announce_from_sync
from companion.frames import sentence
from companion.hub import stop_from_sync
from memory import forgetting
from safety import events
from transcript.models import Conversation, Message, Role

Deed = Callable[[User, UUID, UUID, datetime], branching.Branched]


@login_required
@require_POST
def draft(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Keep what stands in the field; an empty one is no draft."""
    row = get_object_or_404(Conversation.objects.for_user(person(request)), id=conversation)
    drafts.keep(row, request.POST.get("text", ""), timezone.now())
    return HttpResponse(status=204)


@login_required
@require_POST
def delete(request: HttpRequest, conversation: UUID, message: UUID) -> HttpResponse:
    """Take a line away; the answer says how it is brought back."""
    answer = _carry_out(request, branching.delete, (conversation, message))
    undo = reverse("restore_line", args=[conversation, message])
    return answer or _said(request, conversation, _("已删除。"), {"restore": undo})


@login_required
@require_POST
def restore(request: HttpRequest, conversation: UUID, message: UUID) -> HttpResponse:
    answer = _carry_out(request, branching.restore, (conversation, message))
    return answer or _said(request, conversation, _("已经恢复。"), {})


@login_required
@require_POST
def delete_words(request: HttpRequest, held: UUID) -> HttpResponse:
    """Delete the lines that a forgotten memory stood on, with their answers."""
    user, now, count = person(request), timezone.now(), 0
    for line in Message.objects.for_user(user).filter(id__in=forgetting.words_of(user, held)):
        with suppress(branching.CannotBranch):
            done = branching.delete(user, line.conversation_id, line.id, now)
            _announce(line.conversation_id, done)
            count += 1
    if not count:
        raise Http404
    messages.success(request, _("原话也删除了，24 小时内可以在对话里找回。"))
    return redirect("memory_centre")


def _announce(conversation: UUID, done: branching.Branched) -> None:
    """Stop the replies that were taken away, and wake the tabs."""
    for reply in done.stop:
        stop_from_sync(reply)
    announce_from_sync(conversation)


def _carry_out(request: HttpRequest, deed: Deed, line: tuple[UUID, UUID]) -> HttpResponse | None:
    """Do it, stop the replies that it takes away, and wake the tabs; an answer only when it can't be done."""
    conversation, message = line
    try:
        done = deed(person(request), conversation, message, timezone.now())
    except branching.CannotBranch as error:
        if not _wants_json(request):
            raise Http404 from None
        return JsonResponse({"detail": sentence(error.why.value)}, status=404)
    _announce(conversation, done)
    return None


def _said(request: HttpRequest, conversation: UUID, said: str, extra: dict[str, str]) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"said": said, **extra})
    messages.success(request, said)
    return redirect("conversation", conversation)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


@login_required
@require_POST
def reached(request: HttpRequest, conversation: UUID, message: UUID) -> HttpResponse:
    """A number on the help card behind this reply was pressed: counted, for nobody in particular."""
    row = get_object_or_404(Conversation.objects.for_user(person(request)), id=conversation)
    reply = get_object_or_404(
        Message.objects.select_related("parent"), conversation=row, id=message, role=Role.COMPANION
    )
    line = reply.parent or reply
    events.clicked(line.id, line.created_at)
    return HttpResponse(status=204)
