"""What became of one line: each claim found in it, what was decided, and why; and the way to choose from a long paste."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.signedin import person
from memory import reporting
from memory.policy import PASTED_OVER
from transcript.models import Message, Role


@login_required
@require_GET
def report(request: HttpRequest, message: UUID) -> HttpResponse:
    user = person(request)
    line = Message.objects.for_user(user).filter(id=message, role=Role.USER, live=True).first()
    if line is None:
        raise Http404
    told = reporting.about(user, line.id)
    context = {
        "line": line,
        "told": told,
        "otherwise": "" if told else reporting.explain(user, line),
        "pasted": len(line.text) > PASTED_OVER,
    }
    return render(request, "memory/report.html", context)
