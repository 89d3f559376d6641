"""The site's own pages: the chat, its beginning, signing out, and a sign of life."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from allauth.account.views import LogoutView
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts import consent
from accounts.models import User
from accounts.signedin import person
from companion import conversations, drafts, providers, reaching
from companion.broadcast import sign_out
from companion.reading import BLANK, thread
from companion.shelf.naming import title_of
from memory.policy import MESSAGE_MAX
from memory.switching import is_paused
from persona import faces, moving
from persona.characters import character_of
from persona.content import Content
from persona.making import diffing
from persona.models import Persona, PersonaVersion
from safety import attendance, notices
from topics import answering
from transcript.models import Conversation

NOBODY = UUID(int=0)


@require_GET
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return HttpResponse("ok", content_type="text/plain")


@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The latest conversation; a first one where there is none."""
    user = person(request)
    if user.birth_date is None:
        return redirect("birth_date")
    latest = conversations.latest(user)
    return redirect("conversation", (latest or conversations.start(user, timezone.now())).id)


@login_required
@require_GET
def conversation(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """The chat; with `before`, the turns above that message (a part of the page for htmx); with `part`, the turns as they
    are now, for a tab whose thread changed."""
    user = person(request)
    row = get_object_or_404(Conversation.objects.for_user(user).select_related("project"), id=conversation)
    if user.birth_date is None:
        return redirect("birth_date")
    before = _id(request, "before")
    now = timezone.now()
    if row.unread_at is not None:
        reaching.seen(user, row.id)
    character = character_of(row.persona_version)
    shown = thread(row, now, before=before, at=_id(request, "at"))
    context = {
        "conversation": row,
        "title": title_of(row),
        "thread": shown,
        "character": character,
        "face": faces.face_of(character),
        "ai_notice": notices.ai_notice(user.lang),
        "live": before is None,
        "blank": BLANK,
    }
    if "part" in request.GET or (before and getattr(request, "htmx", False)):
        response = render(request, "companion/_turns.html", context)
        response["X-Seq"] = str(shown.seq)
        response["Cache-Control"] = "no-store"
        return response
    there = Persona.objects.for_user(user).kept().filter(id=character.persona_id).exists()
    more = {"draft": drafts.of(row), "newer": _newer(row), "linked": there}
    return render(request, "companion/chat.html", {**context, **_frame(user), **more})


def _newer(row: Conversation) -> dict[str, Any] | None:
    """The newer version of the character that is to be offered here, and the number of the one that speaks."""
    newest = moving.newer(row)
    if newest is None or newest.id == row.stays_from:
        return None
    spoken = PersonaVersion.objects.filter(id=row.persona_version).first()
    if spoken is None or not diffing.felt(
        Content.model_validate(spoken.told), Content.model_validate(newest.told)
    ):
        return None
    return {"persona": row.persona, "number": newest.number, "spoken": spoken.number}


@login_required
@require_POST
def talk_topic(request: HttpRequest, candidate: UUID) -> HttpResponse:
    """A conversation that begins with this topic, because the user asked for it."""
    user = person(request)
    try:
        row = conversations.about(user, candidate, timezone.now())
    except answering.NoSuchTopic:
        raise Http404 from None
    return redirect("conversation", row.id)


class SignOut(LogoutView):  # type: ignore[misc]
    """allauth's sign-out, which also closes the user's sockets: none outlives its session."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        user = self.request.user
        response: HttpResponse = super().post(*args, **kwargs)
        if user.is_authenticated:
            sign_out(user.pk)
        return response


def _id(request: HttpRequest, name: str) -> UUID | None:
    try:
        return UUID(request.GET[name])
    except (KeyError, ValueError):
        return None


def _frame(user: User) -> dict[str, Any]:
    """What stands around the thread: the label, who speaks, and the words that the page's script uses."""
    return {
        "label": notices.label(user.lang),
        "voice": providers.voice(user),
        "recipient": providers.recipient(),
        "agreed": consent.may_send(user),
        "memory_paused": is_paused(user),
        "resting": attendance.resting_until(user, timezone.now()),
        "message_max": MESSAGE_MAX,
        "no_item": {"id": NOBODY, "status": "", "statement": ""},  # the script fills it in
        "words": words(),
    }


def words() -> dict[str, str]:
    """The script's sentences, in the active language."""
    return {
        "sending": _("发送中…"),
        "queued": _("等待连接，连上后会自动发送"),
        "received": _("已送达"),
        "read": _("已读"),
        "refused": _("没有发送"),
        "generating": _("正在回复…"),
        "complete": _("回复完成"),
        "stopped": _("已停止"),
        "interrupted": _("回复中断了"),
        "failed": _("没能回复：语言模型暂时没有响应。你的话都留着，可以重试。"),
        "connecting": _("正在连接…"),
        "reconnecting": _("连接断开了，正在重新连接…"),
        "offline": _("没有网络。写下的话会在连上后发出。"),
        "too_long": _("太长了，请分几次发送。"),
        "topic_taken_up": _("好，慢慢说。"),
        "topic_deflected": _("好，先不提。"),
        "topic_refused": _("好，这件事不再提。"),
        "learned": _("记住了："),
        "learned_maybe": _("好像听到了，等你确认："),
        "learned_either": _("和以前说的不一样，等你定："),
        "undo": _("撤销"),
        "restore": _("还是记着"),
        "undo_delete": _("撤销"),
        "deleted": _("已删除。"),
        "copied": _("已复制"),
        "noted": _("收到，谢谢。"),
        "reported": _("已经交给运营人员。结果看「投诉与反馈」页。"),
        "pasted": _("粘贴的文字 · # 字"),
        "offline_verb": _("连上之后再试。"),
        "gone": _("这个对话已经删除了。"),
        "elsewhere": _("另一个版本下还有 # 条消息"),
    }
