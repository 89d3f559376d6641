"""The published pages: for everybody, signed in or not, in the language that they read. Each has its text in a template of its own
per language, and its facts from the running configuration.
"""

from __future__ import annotations

from datetime import time
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.http import require_GET

from accounts.models import User
from companion import bodies
from companion.published import facts
from companion.published.facts import place_name
from safety import hotlines
from safety.levels import Level

_DAY = time(12)
"""The hour is only known of a person in their own region; elsewhere each line says when it is open."""
NAMES = ("index", "protocol", "ai", "privacy", "recipients", "deletion", "counts")


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    return _page(request, "index", {"contact": settings.SAFETY_CONTACT})


@require_GET
def protocol(request: HttpRequest) -> HttpResponse:
    return _page(request, "protocol", facts.protocol(_lang()))


@require_GET
def ai(request: HttpRequest) -> HttpResponse:
    return _page(request, "ai", facts.notice(_lang()))


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    return _page(request, "privacy", facts.privacy())


@require_GET
def recipients(request: HttpRequest) -> HttpResponse:
    return _page(request, "recipients", {"recipients": facts.recipients()})


@require_GET
def deletion(request: HttpRequest) -> HttpResponse:
    return _page(request, "deletion", facts.privacy())


@require_GET
def counts(request: HttpRequest) -> HttpResponse:
    return _page(request, "counts", {"years": facts.counts(timezone.localdate())})


@require_GET
def help_lines(request: HttpRequest) -> HttpResponse:
    """Who can be called, without anything being said first: the card for the reader's region and hour, and for any other region that
    is asked for. Served whatever else is switched off."""
    user = request.user if isinstance(request.user, User) else None
    places = hotlines.regions()
    own = (
        hotlines.region_of(user.time_zone, user.language)
        if user
        else hotlines.region_of("", _locale(request))
    )
    region = request.GET.get("region", "")
    region = region if region in places else own
    if user and region == own:
        card = bodies.crisis_card(user, Level.R2, timezone.now())
    else:
        card = hotlines.card(Level.R2, region, _DAY, _lang())
    context = {
        "card": card,
        "regions": [(code, place_name(code)) for code in places],
        "region": region,
        "by_hour": bool(user) and region == own,
        "page": "help",
    }
    return render(request, "safety/help.html", context)


def _locale(request: HttpRequest) -> str:
    """The first language of the reader's browser, with the country that it names somewhere in its list; that of the page where a
    browser names none. A second language says nothing of the country: French before American English is no American."""
    tags = [tag for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())]
    if not tags:
        return translation.get_language() or ""
    first = tags[0].partition("-")[0]
    return next((tag for tag in tags if tag.partition("-")[0] == first and "-" in tag), tags[0])


def _page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    if not settings.SAFETY_PAGES:
        raise Http404
    return render(request, f"published/{name}.{_lang()}.html", {**context, "page": name})


def _lang() -> str:
    return "zh" if (translation.get_language() or "").startswith("zh") else "en"
