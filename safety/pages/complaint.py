"""Complaining: for everybody, signed in or not, with a page of its own for what became of it."""

from __future__ import annotations

import contextlib

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from redis.exceptions import RedisError

from accounts import sealing
from accounts.forms import asker
from accounts.models import User
from safety import complaining
from safety.complaining import A_DAY, ANSWERED_WITHIN, Said, TooMany
from safety.forms import ComplaintForm
from safety.models import Complaint
from transcript.models import Feedback, Verdict

DAY_SECONDS = 86_400


@require_http_methods(["GET", "POST"])
def complaint(request: HttpRequest) -> HttpResponse:
    """The form, and what this person handed in before."""
    user = request.user if isinstance(request.user, User) else None
    form = ComplaintForm(request.POST or None)
    if form.is_valid():
        said = Said(
            form.cleaned_data["about"], form.cleaned_data["text"], translation.get_language() or "zh-hans"
        )
        try:
            if user is None:
                _count_visitor()
            return redirect("complaint_state", complaining.submit(said, user, timezone.now()))
        except TooMany:
            form.add_error(None, _("今天已经收到好几份了，请明天再写。"))
    context = {"form": form, "days": ANSWERED_WITHIN.days, "signed_in": user is not None}
    if user is not None:
        context |= {
            "complaints": Complaint.objects.for_user(user).order_by("-at")[:20],
            "reports": Feedback.objects.for_user(user).filter(value=Verdict.REPORT).order_by("-at")[:20],
        }
    return render(request, "safety/complaint.html", context)


@require_GET
def state(request: HttpRequest, secret: str) -> HttpResponse:
    """What became of one complaint, for whoever has its link."""
    row = complaining.read(secret)
    context = {"row": row, "days": ANSWERED_WITHIN.days, "address": request.build_absolute_uri()}
    return render(request, "safety/complaint_state.html", context, status=200 if row else 404)


def _count_visitor() -> None:
    """Five a day from one address. With the broker away, or where an address says nothing, nobody is turned away. Raises TooMany."""
    place = asker("").place
    if not place:
        return
    key = "complaints-" + sealing.site_hash("complaint.place", place).hex()
    with contextlib.suppress(RedisError, OSError):
        cache.add(key, 0, DAY_SECONDS)
        if cache.incr(key) > A_DAY:
            raise TooMany
