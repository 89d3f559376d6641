"""The page of topics: what the companion might bring up, why and when; what it raised and what came of it; whether it may write
first; and the sources outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.signedin import person
from topics import answering, listening, offering, reaching, refusing, wording
from topics.models import Candidate, OutsideSource, Reachout, ReachoutState, Refusal, TopicChoice
from topics.outside import READERS, SourceRefused
from topics.ranking import WEIGHTS

SHOWN, LOGGED = 30, 40
HIDDEN = ("not_current", "told", "same", "refused", "never_raise")
"""Held back and not worth a line: it is over, said already, or the user's own wish."""


@dataclass(frozen=True)
class Shown:
    """A candidate as the page shows it; `parts` are (name, share from 0 to 100)."""

    id: UUID
    text: str
    why: str
    due_at: datetime | None
    blocked: str
    resting: bool
    parts: tuple[tuple[str, int], ...]


@login_required
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    user, now = person(request), timezone.now()
    offering.refresh(user, now)
    rows = list(Candidate.objects.for_user(user).select_related("memory").order_by("-score", "id")[:400])
    wanted = reaching.settings_of(user)
    context = {
        "ready": [_shown(row, now) for row in rows if not row.blocked][:SHOWN],
        "held": [_shown(row, now) for row in rows if row.blocked and row.blocked not in HIDDEN][:SHOWN],
        "raised": _log(user),
        "refused": [row for row in Refusal.objects.for_user(user).order_by("-at")[:LOGGED] if row.text],
        "reaching": wanted,
        "a_week": [(count, _a_week(count)) for count in reaching.A_WEEK],
        "hours": [(hour, f"{hour:02d}:00") for hour in range(24)],
        "quiet": (wanted.quiet_from, wanted.quiet_until) if wanted else (22, 8),
        "may_mail": reaching.may_mail(user),
        "sent": Reachout.objects.for_user(user)
        .filter(state=ReachoutState.SENT, sent_at__gt=now - reaching.WEEK)
        .count(),
        "sources": [
            (row, _fault(row)) for row in OutsideSource.objects.for_user(user).order_by("created_at")
        ],
        "source_kinds": [(kind, _kind(kind)) for kind in READERS],
    }
    return render(request, "topics/page.html", context)


def _shown(row: Candidate, now: datetime) -> Shown:
    passed = (
        row.source == "plan"
        and row.memory is not None
        and row.memory.true_until is not None
        and row.memory.true_until < now
    )
    names = {
        "due": _("到时候了"), "interest": _("你在意"), "novelty": _("好久没提"), "fit": _("合时宜"), "proof": _("说得准"),
        "continuity": _("接得上话"),
    }  # fmt: skip
    parts = tuple(
        (names[name], round(100 * row.parts.get(name, 0.0))) for name in WEIGHTS if name != "continuity"
    )
    why = wording.why(row.source, passed=passed)
    held = wording.blocked(row.blocked) if row.blocked else ""
    return Shown(row.id, row.statement, why, row.due_at, held, row.blocked == "resting", parts)


def _log(user: User) -> list[TopicChoice]:
    """What was raised, newest first; what has no words any more (its memory is forgotten) is left out."""
    rows = (
        TopicChoice.objects.for_user(user)
        .exclude(move="follow")
        .select_related("conversation", "candidate__memory")
        .order_by("-at")[:LOGGED]
    )
    return [row for row in rows if row.told]


def _a_week(count: int) -> str:
    return {1: _("一周一条"), 3: _("一周三条"), 7: _("每天一条")}[count]


def _kind(kind: str) -> str:
    return {"rss": _("RSS 订阅"), "weather": _("天气（Open-Meteo 格式）")}.get(kind, kind)


def _fault(row: OutsideSource) -> str:
    """What is wrong with a source, "" where nothing is: one that was given up is not tried again by itself."""
    if not row.fault:
        return ""
    return _("连不上或读不懂，稍后再试") if row.on else _("用不了，已经关掉")


# -- acts ---------------------------------------------------------------------------------------------------------


@login_required
@require_POST
def put_off(request: HttpRequest, candidate: UUID) -> HttpResponse:
    _do(lambda: answering.put_off(person(request), candidate, timezone.now()))
    messages.info(request, _("好，先不提，这几天都不提。"))
    return redirect("topics")


@login_required
@require_POST
def bring_back(request: HttpRequest, candidate: UUID) -> HttpResponse:
    _do(lambda: answering.bring_back(person(request), candidate, timezone.now()))
    messages.info(request, _("好，以后可以再提。"))
    return redirect("topics")


@login_required
@require_POST
def drop(request: HttpRequest, candidate: UUID) -> HttpResponse:
    _do(lambda: answering.drop(person(request), candidate, timezone.now()))
    messages.info(request, _("删掉了，这一条不会再提。"))
    return redirect("topics")


@login_required
@require_POST
def refuse(request: HttpRequest, candidate: UUID) -> HttpResponse:
    _do(lambda: answering.refuse(person(request), candidate, timezone.now()))
    messages.success(request, _("记下了：这件事不再主动提。记忆还在，随时可以改回来。"))
    return redirect("topics")


@login_required
@require_POST
def take_back(request: HttpRequest, refusal: UUID) -> HttpResponse:
    if not refusing.take_back(person(request), refusal, timezone.now()):
        raise Http404
    messages.success(request, _("好，以后可以再提。"))
    return redirect("topics")


@login_required
@require_POST
def reach(request: HttpRequest) -> HttpResponse:
    """Whether and how the companion may write first."""
    user = person(request)
    try:
        quiet = (_hour(request, "quiet_from"), _hour(request, "quiet_until"))
        a_week = int(request.POST.get("a_week", "3"))
        if a_week not in reaching.A_WEEK:
            raise ValueError
    except ValueError:
        messages.error(request, _("这几项没有存：时间或次数看不懂。"))
        return redirect("topics")
    on, mail = request.POST.get("on") == "1", request.POST.get("by_mail") == "1"
    reaching.wish(user, reaching.Wish(on, mail and reaching.may_mail(user), a_week, quiet), timezone.now())
    said = _("存好了：我可以先开口。") if on else _("存好了：我不会先开口。")
    if on and quiet[0] == quiet[1]:
        said = _("存好了：我可以先开口，没有安静的钟点。")
    messages.success(request, said)
    return redirect("topics")


@login_required
@require_POST
def fewer(request: HttpRequest) -> HttpResponse:
    """Fewer messages, or none: one press, from the message itself."""
    user, now = person(request), timezone.now()
    if request.POST.get("off") == "1":
        row = reaching.settings_of(user)
        if row is not None:
            reaching.wish(
                user, reaching.Wish(False, row.by_mail, row.a_week, (row.quiet_from, row.quiet_until)), now
            )
        messages.success(request, _("好，我不会再先开口。"))
    else:
        row = reaching.fewer(user, now)
        said = (
            _("好，少一些：%(often)s。") % {"often": _a_week(row.a_week)}
            if row and row.on
            else _("好，我不会再先开口。")
        )
        messages.success(request, said)
    return redirect("topics")


@login_required
@require_POST
def add_source(request: HttpRequest) -> HttpResponse:
    user = person(request)
    try:
        listening.add(user, request.POST.get("kind", ""), request.POST.get("url", "").strip(), timezone.now())
    except SourceRefused:
        messages.error(request, _("这个地址不能用：要 http 或 https 开头的公开网址。"))
    except listening.TooMany:
        messages.error(request, _("来源最多 %(most)d 个，先删掉一个。") % {"most": listening.MOST})
    except KeyError:
        messages.error(request, _("没有这种来源。"))
    else:
        messages.success(request, _("加好了，打开之后才会去看。"))
    return redirect("topics")


@login_required
@require_POST
def switch_source(request: HttpRequest, source: UUID) -> HttpResponse:
    if not listening.switch(person(request), source, timezone.now(), on=request.POST.get("on") == "1"):
        raise Http404
    return redirect("topics")


@login_required
@require_POST
def remove_source(request: HttpRequest, source: UUID) -> HttpResponse:
    gone, _tables = OutsideSource.objects.for_user(person(request)).filter(id=source).delete()
    if not gone:
        raise Http404
    messages.info(request, _("删掉了。"))
    return redirect("topics")


def _do(act: Any) -> None:
    try:
        act()
    except answering.NoSuchTopic:
        raise Http404 from None


def _hour(request: HttpRequest, name: str) -> int:
    hour = int(request.POST.get(name, ""))
    if not 0 <= hour <= 23:
        raise ValueError
    return hour
