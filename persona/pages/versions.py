"""The versions of a character: what changed, going back, how steady it was, and what memory passes to it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.signedin import person
from persona import apart, faces, moving
from persona.content import Content
from persona.making import diffing, editing
from persona.making.fields import FIELDS
from persona.pages.answering import found
from persona.staying import drift

SHOWN = 60
"""Versions on the page, the newest of them."""


@login_required
@require_GET
def listed(request: HttpRequest, persona: UUID) -> HttpResponse:
    """Every version with what it changed; with `between`, what changed since that number."""
    user = person(request)
    row = found(user, persona)
    rows = list(row.versions.order_by("-number")[: SHOWN + 1])
    contents = [Content.model_validate(one.told) for one in rows]
    told = [
        {"version": one, "changes": _named(diffing.changes(contents[place + 1], contents[place]))}
        if place + 1 < len(rows)
        else {"version": one, "changes": []}
        for place, one in enumerate(rows)
    ]
    since = request.GET.get("since", "")
    old = row.versions.filter(number=int(since)).first() if since.isdecimal() and len(since) < 7 else None
    between = _named(diffing.changes(Content.model_validate(old.told), contents[0])) if old else None
    return render(
        request,
        "persona/versions.html",
        {
            "persona": row,
            "face": faces.face(row),
            "own": row.owner_id == user.pk,
            "rows": told[:SHOWN],
            "since": since,
            "between": between,
            "apart": apart.standing(user, row.id),
            "behind": moving.behind(user, row),
            "drift": drift.of(user, row.id, contents[0], timezone.now()),
        },
    )


@login_required
@require_POST
def move(request: HttpRequest, persona: UUID) -> HttpResponse:
    """Every conversation with it speaks with its newest version from now on."""
    user = person(request)
    row = found(user, persona)
    if row.current_id is None:
        raise Http404
    moving.move_all(user, row.id, row.current_id)
    messages.success(request, _("都换成最新的了。"))
    return redirect("persona_versions", persona)


@login_required
@require_POST
def back(request: HttpRequest, persona: UUID, number: int) -> HttpResponse:
    """An older version stands again, as the newest."""
    try:
        saved = editing.roll_back(person(request), persona, number, timezone.now())
    except editing.NotThere:
        raise Http404 from None
    if saved.new:
        messages.success(
            request,
            _("回到了第 %(old)d 版，记为第 %(new)d 版。") % {"old": number, "new": saved.version.number},
        )
    else:
        messages.info(request, _("现在就是这一版。"))
    return redirect("persona_versions", persona)


def _named(found: list[diffing.Change]) -> list[tuple[str, diffing.Change]]:
    names = {"lines": _("离线时说的话"), "card": _("世界书")}
    return [(names.get(one.field) or str(FIELDS[one.field].label), one) for one in found]
