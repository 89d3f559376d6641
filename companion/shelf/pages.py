"""Pages about conversations: lists of them, what was thrown away, a search, a project, and one as a file."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from accounts.middleware import fresh_sign_in
from accounts.models import User
from accounts.signedin import person
from companion.shelf import (
    arranging,
    deleting,
    everything,
    exporting,
    listing,
    projects,
    remembered,
    searching,
)
from companion.shelf.arranging import NotThere
from companion.shelf.naming import title_of
from companion.shelf.titles import NAME_MAX
from memory.states import KIND_NAMES
from transcript import finding
from transcript.models import Conversation


@login_required
@require_GET
def chats(request: HttpRequest) -> HttpResponse:
    """The list by day; with `after`, what comes after that conversation (a part of the sidebar for htmx)."""
    user, now, after = person(request), timezone.now(), _id(request, "after")
    page = listing.further(user, after) if after else listing.loose(user)
    return _list(request, page, {"groups": page.groups(now), "which": "chats"})


@login_required
@require_GET
def archived(request: HttpRequest) -> HttpResponse:
    """What was put away."""
    user, now, after = person(request), timezone.now(), _id(request, "after")
    page = listing.further(user, after, archived=True) if after else listing.archived(user)
    return _list(request, page, {"groups": page.groups(now), "which": "archived"})


def _list(request: HttpRequest, page: listing.Page, context: dict[str, Any]) -> HttpResponse:
    partial = by_htmx(request) and "after" in request.GET
    name = "companion/shelf/_groups.html" if partial else "companion/shelf/chats.html"
    return render(request, name, {"page": page, **context})


@login_required
@require_GET
def side(request: HttpRequest) -> HttpResponse:
    """The sidebar's list as it is now, for a page that stays open."""
    person(request)
    return render(request, "companion/shelf/_chats.html")


@login_required
@require_GET
def deleted(request: HttpRequest) -> HttpResponse:
    """What was thrown away within a day; `undo` names the one that the page comes from."""
    user, now = person(request), timezone.now()
    gone = deleting.gone(user, now)
    undo = str(_id(request, "undo") or "")
    just = next((one for one in gone if one.item.id == undo), None)
    return render(request, "companion/shelf/deleted.html", {"gone": gone, "just": just})


@login_required
@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """Lines and titles that hold what is looked for; only the list for htmx."""
    user, query = person(request), searching.read(request.GET.get("q", ""))
    most = request.GET.get("most", "")
    found = searching.search(user, query, int(most) if most.isdecimal() and len(most) < 5 else searching.PAGE)
    context = {"found": found, "query_max": searching.QUERY_MAX, "looked_at": finding.LOOKED_AT}
    partial = by_htmx(request) and request.headers.get("HX-Target") == "found"
    return render(request, f"companion/shelf/{'_found' if partial else 'search'}.html", context)


@login_required
@require_GET
def menu(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """What can be done with a conversation: the menu for htmx, a page of its own without. `part` is the form that a verb
    of it opens."""
    user, row = person(request), found_or_404(request, conversation)
    part = request.GET.get("part", "")
    context = {
        "row": row,
        "title": title_of(row),
        "titled_by_user": row.titled_by == "user",
        "name_max": NAME_MAX,
        "project_name_max": projects.NAME_MAX,
        "part": part if part in ("rename", "move") else "",
        "projects": projects.listed(user) if part == "move" or not by_htmx(request) else (),
    }
    return render(request, f"companion/shelf/{'_menu' if by_htmx(request) else 'menu'}.html", context)


@login_required
@require_GET
@fresh_sign_in
def export(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """The conversation as a file."""
    user = person(request)
    try:
        row = deleting.there(user, conversation)
        form = _form(request, exporting.Form.MARKDOWN, exporting.Form.JSON)
    except NotThere:
        raise Http404 from None
    return _handed_over(exporting.export(row, form, timezone.now()))


@login_required
@require_GET
@fresh_sign_in
def export_memories(request: HttpRequest) -> HttpResponse:
    """What is remembered, as a file."""
    form = _form(request, exporting.Form.TEXT, exporting.Form.JSON)
    return _handed_over(remembered.export(person(request), form, timezone.now()))


@login_required
@require_GET
@fresh_sign_in
def export_account(request: HttpRequest) -> HttpResponse:
    """What is kept beside talks, memories and characters, as a file."""
    return _handed_over(everything.export(person(request), timezone.now()))


def _form(request: HttpRequest, *forms: exporting.Form) -> exporting.Form:
    """The kind of file that is asked for, the first where none is. Http404 for one that there isn't."""
    asked = request.GET.get("format", forms[0].value)
    if asked not in forms:
        raise Http404
    return exporting.Form(asked)


def _handed_over(file: exporting.File) -> HttpResponse:
    response = HttpResponse(file.text, content_type=file.kind)
    response["Content-Disposition"] = content_disposition_header(True, file.name) or "attachment"
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_GET
def all_projects(request: HttpRequest) -> HttpResponse:
    """The user's projects, and a place to make one."""
    user = person(request)
    return render(request, "companion/shelf/projects.html", projects_context(user))


@login_required
@require_GET
def project(request: HttpRequest, project: UUID) -> HttpResponse:
    """A project with its conversations."""
    return render(request, "companion/shelf/project.html", project_context(project_or_404(request, project)))


# -- what views of this package share -------------------------------------------------------------------------


def projects_context(user: User, **more: Any) -> dict[str, Any]:
    return {"projects": projects.listed(user), "name_max": projects.NAME_MAX, **more}


def project_context(row: Any, **more: Any) -> dict[str, Any]:
    return {"project": row, "items": listing.of_project(row), "name_max": projects.NAME_MAX, **more}


def delete_context(user: User, row: Conversation, **more: Any) -> dict[str, Any]:
    """What the page says that asks before a conversation goes."""
    goes = deleting.preview(user, row)
    known = [(memory, str(KIND_NAMES.get(memory.kind, ""))) for memory in goes.memories]  # type: ignore[call-overload]
    return {"row": row, "title": title_of(row), "goes": goes, "known": known, **more}


def found_or_404(request: HttpRequest, conversation: UUID) -> Conversation:
    try:
        return arranging.find(person(request), conversation)
    except NotThere:
        raise Http404 from None


def project_or_404(request: HttpRequest, project: UUID) -> Any:
    try:
        return projects.find(person(request), project)
    except NotThere:
        raise Http404 from None


def by_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _id(request: HttpRequest, name: str) -> UUID | None:
    try:
        return UUID(request.GET[name])
    except (KeyError, ValueError):
        return None
