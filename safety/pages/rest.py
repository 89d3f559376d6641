"""A user's own page about their time here: what the clock counted, breaks, resting, three questions, and the ways out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.signedin import person
from safety import attendance, notices, using
from safety.forms import RESTS, IntervalForm, RestForm, SelfCheckForm
from safety.selfcheck import advice

DAYS = 14
LEAST_SCALE = 30 * 60
"""Seconds that the chart reaches up to at the least: a minute here must not look like a whole day."""


@login_required
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    return _shown(request, person(request), timezone.now())


@login_required
@require_POST
def interval(request: HttpRequest) -> HttpResponse:
    """How long until a break is suggested."""
    user, form = person(request), IntervalForm(request.POST)
    if not form.is_valid():
        return _shown(request, user, timezone.now(), form=form)
    attendance.choose_interval(user, form.cleaned_data["minutes"], timezone.now())
    messages.success(request, _("已保存。"))
    return redirect("rest")


@login_required
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Rest from all this for a while."""
    user, form, now = person(request), RestForm(request.POST), timezone.now()
    if form.is_valid():
        attendance.rest(user, now + timedelta(days=RESTS[form.cleaned_data["length"]]), now)
        messages.success(request, _("好，这段时间这里不会找你。想回来的时候，随时可以结束休息。"))
    return redirect("rest")


@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    attendance.rest(person(request), None, timezone.now())
    messages.success(request, _("休息结束了，可以接着聊。"))
    return redirect("rest")


@login_required
@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The three questions: answered on the page, and nowhere written down."""
    user, form = person(request), SelfCheckForm(request.POST)
    found = advice(form.answers()) if form.is_valid() else None
    return _shown(request, user, timezone.now(), check=form, advice=found)


def _shown(request: HttpRequest, user: User, now: datetime, **more: Any) -> HttpResponse:
    days = attendance.lately(user, now, DAYS)
    most = max(LEAST_SCALE, *(day.seconds for day in days))
    today = now.astimezone(user.zone).date()
    context = {
        "days": [_bar(day, most) for day in days],
        "most": -(-most // 60),
        "any": any(day.seconds or day.sessions for day in days),
        "running": int(attendance.running(user, now).total_seconds() // 60),
        "signs": notices.signs_notice(user.lang, found) if (found := using.signs(days, today)) else "",
        "until": attendance.resting_until(user, now),
        "form": IntervalForm(initial={"minutes": attendance.interval(user)}),
        "check": SelfCheckForm(),
        "without_persona": True,  # nobody is kept here by a face
        "site_minutes": settings.BREAK_NOTICE_MINUTES,
    }  # fmt: skip
    return render(request, "safety/rest.html", {**context, **more})


def _bar(day: using.Day, most: int) -> dict[str, Any]:
    """A day's numbers and its bar, in hundredths of what the chart reaches up to."""
    height = round(100 * day.seconds / most)
    return {
        "day": day.day, "minutes": day.seconds // 60, "night": day.night_seconds // 60, "sessions": day.sessions,
        "height": height, "from_top": 100 - height,
    }  # fmt: skip
