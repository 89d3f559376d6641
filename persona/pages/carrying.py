"""Characters carried in and out: cards, lorebooks, portraits."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.middleware import fresh_sign_in
from accounts.signedin import person
from persona.cards import lore as lorebook
from persona.cards import mapping, png, reading, writing
from persona.cards.faults import CardError
from persona.content import Content
from persona.making import editing, faults, picturing
from persona.models import Picture
from persona.pages.answering import content_of, found, own, uploaded
from persona.pages.editor import saved_as


@login_required
@require_POST
def bring(request: HttpRequest) -> HttpResponse:
    """A card becomes a character."""
    user, now = person(request), timezone.now()
    try:
        data = uploaded(request, "card")
        card = reading.card_of(data)
        content = mapping.content_of(card)
        portrait = picturing.small(data) if png.is_png(data) else b""
        saved = editing.create(user, _kept_name(content), now, portrait)
    except CardError as error:
        messages.error(request, faults.of_card(error))
        return redirect("personas")
    except picturing.PictureError as error:
        messages.error(request, faults.of_picture(error))
        return redirect("personas")
    except editing.TooMany:
        messages.error(request, _("角色已经有 %(most)d 个了，先删掉几个。") % {"most": editing.OWN_MOST})
        return redirect("personas")
    if not saved.new:
        messages.info(request, _("这张卡已经在这里了。"))
    else:
        messages.success(request, _("导入了。下面是读到的内容，看一看再开始聊。"))
    if not mapping.named(card):
        messages.warning(request, _("这张卡没有名字，给它起一个。"))
    if reading.is_newer(card):
        messages.info(request, faults.newer())
    return redirect("persona_edit", saved.version.persona_id)


@login_required
@require_POST
def lore(request: HttpRequest, persona: UUID) -> HttpResponse:
    """The character's lorebook: another one from a file, or which of its entries are on."""
    user = person(request)
    row = own(user, persona)
    content = content_of(row)
    card = mapping.card_of(content)
    try:
        if "book" in request.FILES:
            brought = reading.book_of(uploaded(request, "book"))
            _bring_book(card, brought, instead=request.POST.get("instead") == "1")
        else:
            _switch(card, set(request.POST.getlist("on")))
    except CardError as error:
        messages.error(request, faults.of_card(error))
        return redirect("persona_edit", row.id)
    changed = content.model_copy(update={"card": card})
    saved_as(request, user, row, editing.save(user, row.id, changed, timezone.now()))
    return redirect("persona_edit", row.id)


def _bring_book(card: dict[str, Any], brought: dict[str, Any], *, instead: bool) -> None:
    """Entries that are brought stand beside those there are, unless they are to take their place."""
    there = card["data"].get("character_book")
    if instead or not isinstance(there, dict):
        card["data"]["character_book"] = brought
        return
    there["entries"] = [
        *lorebook.rows(there),
        *(row for row in lorebook.rows(brought) if row not in lorebook.rows(there)),
    ]


def _switch(card: dict[str, Any], on: set[str]) -> None:
    for number, entry in enumerate(lorebook.rows(card["data"].get("character_book") or {})):
        entry["enabled"] = str(number) in on


@login_required
@require_GET
@fresh_sign_in
def export(request: HttpRequest, persona: UUID) -> HttpResponse:
    """The character as a file."""
    row = found(person(request), persona)
    content = content_of(row)
    try:
        form = writing.Form(request.GET.get("form", "png"))
    except ValueError:
        raise Http404 from None
    portrait = b""
    if form is writing.Form.PNG:
        kept = Picture.objects.filter(id=content.picture).first() if content.picture else None
        portrait = (
            picturing.as_png(editing.picture_bytes(kept)) if kept else picturing.plain_sheet(content.hue)
        )
    file = writing.export(content, form, portrait)
    response = HttpResponse(file.data, content_type=file.kind)
    response["Content-Disposition"] = content_disposition_header(True, file.name) or "attachment"
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_GET
def picture(request: HttpRequest, picture: UUID) -> HttpResponse:
    """A portrait."""
    row = Picture.objects.for_user(person(request)).filter(id=picture).first()
    if row is None:
        raise Http404
    response = HttpResponse(editing.picture_bytes(row), content_type="image/webp")
    response["Cache-Control"] = "private, max-age=86400"  # its address never shows another
    return response


def _kept_name(content: Content) -> Content:
    return content.model_copy(update={"name": _("没有名字的角色")}) if content.name == "·" else content
