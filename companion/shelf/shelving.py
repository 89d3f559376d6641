"""What a person does with their conversations and projects. Every change is a POST that may come twice; htmx swaps the
list in the sidebar, plain forms come back to a page.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.signedin import person
from companion import context, conversations
from companion.broadcast import tell_gone
from companion.hub import stop_from_sync
from companion.shelf import arranging, deleting, naming, projects
from companion.shelf.arranging import NotThere
from companion.shelf.pages import (
    by_htmx,
    delete_context,
    found_or_404,
    project_context,
    project_or_404,
    projects_context,
)
from transcript.models import Conversation


@login_required
@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """A new conversation: in a project, or a temporary one, where the form says so."""
    user, now = person(request), timezone.now()
    if user.birth_date is None:
        return redirect("birth_date")
    wanted = _uuid(request.POST.get("project"))
    project = project_or_404(request, wanted) if wanted else None
    temporary = request.POST.get("temporary") == "1" and project is None
    row = conversations.start(user, now, project=project, temporary=temporary)
    return redirect("conversation", row.id)


@login_required
@require_POST
def rename(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Its title as the user wants it; an empty one is made automatically again."""
    title = request.POST.get("title", "")
    row = naming.rename(person(request), conversation, title)
    if row is None:
        raise Http404
    return _arranged(request, row, _("改好了。") if row.title else _("标题会自动取。"))


@login_required
@require_POST
def pin(request: HttpRequest, conversation: UUID) -> HttpResponse:
    on = request.POST.get("on") == "1"
    row = _carry_out(lambda: arranging.pin(person(request), conversation, timezone.now(), pinned=on))
    return _arranged(request, row, _("已置顶。") if on else _("已取消置顶。"))


@login_required
@require_POST
def archive(request: HttpRequest, conversation: UUID) -> HttpResponse:
    on = request.POST.get("on") == "1"
    row = _carry_out(lambda: arranging.archive(person(request), conversation, timezone.now(), archived=on))
    said = _("已归档，仍然可以搜到。在里面说话，它就会回到列表。") if on else _("已放回列表。")
    return _arranged(request, row, said)


@login_required
@require_POST
def move(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Into a project, into a new one whose name is given, or out of any."""
    user, name = person(request), request.POST.get("name", "").strip()
    row = found_or_404(request, conversation)
    said = request.POST.get("project")
    wanted = _uuid(said)
    if said == "new":
        try:
            wanted = projects.named(user, name, timezone.now()).id
        except projects.BadName as bad:
            return _arranged(request, row, fault(bad.why), good=False)
    elif (said and wanted is None) or said is None:
        raise Http404
    row = _carry_out(lambda: arranging.move(user, conversation, wanted))
    if row.project is None:
        return _arranged(request, row, _("已移出项目。"))
    return _arranged(request, row, _("已移到「%(name)s」。") % {"name": row.project.name})


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Ask what goes, then throw it away. More was learnt while the user decided: they are asked again."""
    user = person(request)
    if request.method == "GET":
        row = _carry_out(lambda: deleting.there(user, conversation))
        return render(request, "companion/shelf/delete.html", delete_context(user, row))
    wish = _wish(request)
    try:
        thrown = deleting.delete(user, conversation, wish, timezone.now())
    except NotThere:
        raise Http404 from None
    except deleting.Changed:
        row = deleting.there(user, conversation)
        problem = (
            _("刚刚又记住了新的，下面是现在的样子。")
            if wish.listed
            else _("先选一选：从这里记住的，要不要一起忘掉？")
        )
        context = delete_context(user, row, problem=problem, chosen=wish.chosen)
        return render(request, "companion/shelf/delete.html", context, status=409)
    for reply in thrown.stop:
        stop_from_sync(reply)
    tell_gone(conversation)
    if not Conversation.objects.filter(id=conversation).exists():
        return redirect("home")
    return redirect(f"{reverse('deleted')}?{urlencode({'undo': str(conversation)})}")


def _wish(request: HttpRequest) -> deleting.Wish:
    """What the form says; nothing ticked means nothing was decided, which no memory is forgotten for."""
    listed = frozenset(_uuids(request.POST.getlist("listed")))
    chosen = frozenset(_uuids(request.POST.getlist("memory")))
    said = request.POST.get("memories", "")
    if said in {fate.value for fate in deleting.Fate}:
        return deleting.Wish(deleting.Fate(said), listed, chosen)
    return deleting.Wish(deleting.Fate.FORGET)


@login_required
@require_POST
def restore(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Fetch it back, with what was forgotten with it."""
    _carry_out(lambda: deleting.restore(person(request), conversation, timezone.now()))
    return redirect("conversation", conversation)


@login_required
@require_POST
def purge(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Don't keep it for the rest of its day."""
    try:
        deleting.purge_now(person(request), conversation, timezone.now())
    except NotThere:
        raise Http404 from None
    messages.success(request, _("已经彻底删除。"))
    return redirect("deleted")


# -- projects -------------------------------------------------------------------------------------------------


@login_required
@require_POST
def create_project(request: HttpRequest) -> HttpResponse:
    user, name = person(request), request.POST.get("name", "")
    try:
        row = projects.create(user, name, timezone.now())
    except projects.BadName as bad:
        context = projects_context(user, problem=fault(bad.why), name=name)
        return render(request, "companion/shelf/projects.html", context, status=422)
    return redirect("project", row.id)


@login_required
@require_POST
def rename_project(request: HttpRequest, project: UUID) -> HttpResponse:
    row, name = project_or_404(request, project), request.POST.get("name", "")
    try:
        projects.rename(person(request), row.id, name)
    except projects.BadName as bad:
        context = project_context(row, problem=fault(bad.why), name=name)
        return render(request, "companion/shelf/project.html", context, status=422)
    messages.success(request, _("改好了。"))
    return redirect("project", project)


@login_required
@require_http_methods(["GET", "POST"])
def delete_project(request: HttpRequest, project: UUID) -> HttpResponse:
    """Ask what becomes of what is known in it alone, then give it up."""
    user, row = person(request), project_or_404(request, project)
    known = list(projects.memories(user, project).order_by("recorded_at"))
    said = request.POST.get("memories", "")
    if request.method == "GET" or (known and said not in set(projects.Fate)):
        problem = _("先选一选：只在这个项目里用的记忆，要怎么办？") if request.method == "POST" else ""
        context = project_context(row, known=known, problem=problem)
        return render(request, "companion/shelf/delete_project.html", context, status=409 if problem else 200)
    projects.delete(user, project, projects.Fate(said) if known else projects.Fate.KEEP, timezone.now())
    messages.success(request, _("项目删掉了，里面的对话都还在。"))
    return redirect("projects")


def fault(why: projects.Fault) -> str:
    """What a person is told about a name that isn't taken."""
    if why is projects.Fault.TAKEN:
        return _("已经有一个项目叫这个名字了。")
    if why is projects.Fault.TOO_LONG:
        return _("名字太长了，最多 %(count)s 个字。") % {"count": projects.NAME_MAX}
    return _("给项目起个名字。")


# -- answers --------------------------------------------------------------------------------------------------


def _carry_out(deed: Callable[[], Any]) -> Any:
    try:
        return deed()
    except NotThere:
        raise Http404 from None


def _arranged(request: HttpRequest, row: Conversation, said: str, *, good: bool = True) -> HttpResponse:
    """The list as it is now, with a sentence, for htmx; else back to the conversation, which shows what became of it."""
    if not by_htmx(request):
        if not good:
            messages.error(request, said)
            return redirect(f"{reverse('chat_menu', args=[row.id])}?part=move")
        return redirect("conversation", row.id)
    if not context.in_a_chat(request):
        # a list in the page itself has changed too
        (messages.success if good else messages.error)(request, said)
        response = HttpResponse()
        response["HX-Refresh"] = "true"
        return response
    response = render(request, "companion/shelf/_chats.html")
    response["HX-Trigger"] = json.dumps({"told": {"said": said, "good": good}})
    return response


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


def _uuids(texts: list[str]) -> list[UUID]:
    return [key for key in map(_uuid, texts) if key]
