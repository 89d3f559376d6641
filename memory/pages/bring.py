"""Bringing memories along as plain text: a preview with tick boxes, then suggestions in 待确认."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.signedin import person
from memory import importing
from memory.importing import Why
from memory.pages.answering import asked

WHY = {
    Why.LONG: lazy("太长了，请拆成几行"),
    Why.SECRET: lazy("像是密码或证件号，从来不记"),
    Why.ORDERS: lazy("像是给模型的指令"),
    Why.DELETED: lazy("你在这里忘掉过它"),
    Why.KNOWN: lazy("已经有了"),
    Why.CONSENT: lazy("这类事要先同意才记"),
    Why.NO_FACT: lazy("这是问句或假设"),
}


@login_required
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """GET the empty form, or with `message` the sentences of a pasted line. POST `text` for the preview; with `take` the
    ticked line numbers are taken."""
    user, now = person(request), timezone.now()
    if request.method == "GET":
        pasted = asked(request, "message")
        text = importing.lines_of(user, pasted) if pasted else ""
        return render(request, "memory/bring.html", {"text": text, "most": importing.TEXT_MOST})
    text = request.POST.get("text", "")
    if "take" in request.POST:
        numbers = [int(given) for given in request.POST.getlist("line") if given.isdecimal()]
        count = len(importing.take(user, text, numbers, now))
        if not count:
            messages.error(request, _("一条也没有放进去：先勾选要放进待确认的。"))
        else:
            said = ngettext("%(count)d 条放进了待确认。", "%(count)d 条放进了待确认。", count)
            messages.success(request, said % {"count": count})
            return redirect(f"{reverse('memory_centre')}?status=pending")
    lines = importing.read(user, text, now)
    rows = [(line, str(WHY[line.why]) if line.why else "") for line in lines]
    context = {"text": text, "rows": rows, "most": importing.TEXT_MOST, "previewed": True}
    return render(request, "memory/bring.html", context)
