"""The list of characters, and the editor."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.signedin import person
from persona import faces, moving, voice
from persona.cards import lore as lorebook
from persona.content import Content
from persona.forms import EditorForm, draft_form
from persona.making import editing, faults, picturing, sharing
from persona.models import BROUGHT_BACK_WITHIN, Persona
from persona.pages.answering import content_of, found, own
from persona.rows import SIBLINGS

NEAR = 0.8
"""From this share of the tokens on, the meter warns."""


@login_required
@require_GET
def listed(request: HttpRequest) -> HttpResponse:
    """The user's characters, those of everybody, and what was deleted within a day."""
    user, now = person(request), timezone.now()
    rows = list(Persona.objects.for_user(user).select_related("current").order_by("-created_at"))
    kept = [row for row in rows if row.retired_at is None and row.current]
    gone = [
        row for row in rows if row.owner_id and row.retired_at and row.retired_at > now - BROUGHT_BACK_WITHIN
    ]
    return render(
        request,
        "persona/list.html",
        {
            "own": [_shown(row) for row in kept if row.owner_id],
            "shared": sorted(
                (_shown(row) for row in kept if not row.owner_id), key=lambda one: _near(one, user)
            ),
            "gone": [faces.face(row) for row in gone],
        },
    )


def _near(one: dict[str, Any], user: User) -> tuple[bool, bool, str]:
    """Those of the user's language first, and of these the one that speaks where nobody was chosen."""
    content = one["content"]
    return content.language[:2] != user.language[:2], content.key not in SIBLINGS.values(), content.key


def _shown(row: Persona) -> dict[str, Any]:
    content = content_of(row)
    return {"face": faces.face(row), "content": content, "number": row.current.number if row.current else 0}


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new character; `from` names the one it starts from."""
    user = person(request)
    given = request.GET.get("from") or request.POST.get("from") or ""
    start = found(user, given) if given else None
    opened = _started(content_of(start)) if start else None
    if request.method == "GET":
        blank = {"language": _language(user), "hue": "0"}
        form = EditorForm(opened=opened) if opened else EditorForm(initial=blank)
        return _editor(request, form, opened, start=start)
    form = EditorForm(request.POST, request.FILES, opened=opened)
    portrait = _portrait(form)
    if not form.is_valid():
        return _editor(request, form, opened, start=start, status=422)
    content = form.content(None)
    try:
        saved = editing.create(user, content, timezone.now(), portrait)
    except editing.TooMany:
        messages.error(request, _("角色已经有 %(most)d 个了，先删掉几个。") % {"most": editing.OWN_MOST})
        return _editor(request, form, opened, start=start, status=422)
    messages.success(request, _("做好了。在“试一试”里跟它说句话，或者直接开始聊。"))
    return redirect("persona_edit", saved.version.persona_id)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, persona: UUID) -> HttpResponse:
    """The editor of one of the user's characters. Saving makes a version; `move` says that its conversations go along."""
    user = person(request)
    row = own(user, persona)
    opened = content_of(row)
    number = row.current.number if row.current else 0
    if request.method == "GET":
        form = EditorForm(opened=opened)
        form.initial["base"] = number
        return _editor(request, form, opened, row=row)
    form = EditorForm(request.POST, request.FILES, opened=opened)
    portrait = _portrait(form)
    if not form.is_valid():
        return _editor(request, form, opened, row=row, status=422)
    now = timezone.now()
    picture = None if request.POST.get("no_picture") else opened.picture
    try:
        saved = editing.save(user, row.id, form.content(picture), now, form.cleaned_data["base"], portrait)
    except editing.Stale as error:
        messages.warning(
            request,
            _("别的页面刚存过第 %(number)d 版。你写的还在下面，看过再存一次就会成为最新的一版。")
            % {"number": error.current},
        )
        again = request.POST.copy()
        again["base"] = str(error.current)
        form = EditorForm(again, opened=opened)
        return _editor(request, form, opened, row=row, status=409)
    saved_as(request, user, row, saved)
    return redirect("persona_edit", row.id)


def saved_as(request: HttpRequest, user: User, row: Persona, saved: editing.Saved) -> None:
    if not saved.new:
        messages.info(request, _("没有改动。"))
        return
    if request.POST.get("move") == "1":
        moving.move_all(user, row.id, saved.version.id)
        messages.success(
            request,
            _("存好了，是第 %(number)d 版；已有的对话也换过来了。") % {"number": saved.version.number},
        )
        return
    messages.success(
        request,
        _("存好了，是第 %(number)d 版。已有的对话还用原来的，在对话里可以换。")
        % {"number": saved.version.number},
    )


@login_required
@require_POST
def length(request: HttpRequest) -> HttpResponse:
    """How long the character in the form is, for the meter."""
    person(request)
    form = draft_form(request.POST)
    if not form.is_valid():
        return HttpResponse(status=204)
    return render(request, "persona/_length.html", _length(form.content(None)))


def _portrait(form: EditorForm) -> bytes:
    """The portrait that came with the form, made small; what is wrong with it is said beside its field."""
    file = form.files.get("picture")
    if not file:
        return b""
    try:
        return picturing.small(file.read())
    except picturing.PictureError as error:
        form.add_error("picture", faults.of_picture(error))
        return b""


def _started(content: Content) -> Content:
    """A starting point: everything of a character but its portrait and what makes it the shipped one."""
    return content.model_copy(update={"key": "", "picture": None})


def _language(user: User) -> str:
    return "zh-hans" if user.language.startswith("zh") else "en"


def _length(content: Content) -> dict[str, Any]:
    told = voice.length(content, content.lang)
    most = voice.PERSONA_MOST
    return {
        "length": told,
        "most": most,
        "low": int(NEAR * most),
        "high": most - 1,
        "near": told.written > NEAR * most,
    }


def _editor(
    request: HttpRequest,
    form: EditorForm,
    opened: Content | None,
    *,
    row: Persona | None = None,
    start: Persona | None = None,
    status: int = 200,
) -> HttpResponse:
    user = person(request)
    book = lorebook.book_of(opened.card) if opened else lorebook.Book()
    context = {
        "form": form,
        "persona": row,
        "face": faces.face(row) if row else None,
        "start": start,
        "starts": [] if row or start else faces.to_choose(user),
        "book": book,
        "card": _about_card(opened),
        "talks": editing.talks_with(row).filter(deleted_at=None, temporary=False).count() if row else 0,
        "shared": sharing.shared_of(row.id) if row and user.is_staff else None,
        **(_length(opened) if opened else _length(Content(name="·", language=_language(user)))),
    }
    return render(request, "persona/edit.html", context, status=status)


def _about_card(content: Content | None) -> dict[str, Any]:
    """What a card tells about itself: shown, never sent."""
    if content is None or content.card is None:
        return {}
    data = content.card["data"]
    many = data.get("creator_notes_multilingual")
    notes = many.get(content.lang) if isinstance(many, dict) else None
    tags = data.get("tags")
    return {
        "creator": data.get("creator") or "",
        "version": data.get("character_version") or "",
        "notes": notes or data.get("creator_notes") or "",
        "tags": [str(tag) for tag in tags] if isinstance(tags, list) else [str(tags)] if tags else [],
    }
