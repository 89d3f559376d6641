"""The operators' page where a language model is set up. For everybody else it isn't there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from companion import providers
from companion.connections import connecting
from companion.connections.connecting import Saving, Wanted
from companion.connections.discovering import discover, local_state
from companion.connections.findings import Finding, Outcome, sentence
from companion.connections.forms import ConnectionForm
from companion.embedded.places import Places
from companion.endpoints import NOT_LOCAL, PURPOSES, Endpoint, Source, reader_name
from companion.models import ModelConnection
from llm.provider import Provider, Purpose

View = Callable[..., HttpResponse]
Purposes = ModelConnection.Purpose


def operators_only(view: View) -> View:
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _operator(request).is_staff:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@operators_only
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    return _page(request)


@operators_only
@require_GET
def find(request: HttpRequest) -> HttpResponse:
    """The model servers on this machine, without ourselves."""
    return render(request, "companion/_found.html", {"found": discover(own_ports(request))})


@operators_only
@require_POST
@sensitive_post_parameters("key")
def test(request: HttpRequest) -> HttpResponse:
    """Try what the form describes; where the environment decides, what it names."""
    if found := providers.from_environment():
        return _answer(
            request, None, connecting.try_out(providers.provider_of(found, Purpose.CHAT)), found.model
        )
    form = _form(request)
    if not form.is_valid():
        return _answer(request, form)
    wanted = form.wanted()
    finding = connecting.opened(lambda: _provider(wanted, form.row), connecting.try_out)
    return _answer(request, form, finding, wanted.model)


@operators_only
@require_POST
@sensitive_post_parameters("key")
def look_up(request: HttpRequest) -> HttpResponse:
    """The models that the form's endpoint offers."""
    form = _form(request, needs_model=False)
    if not form.is_valid():
        return _answer(request, form)
    wanted = form.wanted()
    return _answer(request, form, connecting.opened(lambda: _provider(wanted, form.row), connecting.look_up))


@operators_only
@require_POST
@sensitive_post_parameters("key")
def save(request: HttpRequest) -> HttpResponse:
    """Save, then try it: a failed try forbids nothing, but is said."""
    if providers.from_environment():
        return _environment_decides(request)
    form = _form(request)
    if not form.is_valid():
        return _answer(request, form)
    wanted = form.wanted()
    done = connecting.save(wanted, form.cleaned_data["version"], _operator(request), timezone.now())
    if done is Saving.STALE:
        return _answer(request, _form(request, seen=True), stale=True)
    row = connecting.saved(wanted.purpose)
    finding = connecting.opened(lambda: _provider(replace(wanted, key=None), row), connecting.try_out)
    said = sentence(finding, wanted.model)
    if finding.good:
        messages.success(request, _("已保存。%(finding)s") % {"finding": said})
    else:
        messages.warning(request, _("已保存，但试了一下没有成功。%(finding)s") % {"finding": said})
    return _back(request)


@operators_only
@require_POST
def remove(request: HttpRequest) -> HttpResponse:
    if providers.from_environment():
        return _environment_decides(request)
    purpose, version = request.POST.get("purpose", ""), request.POST.get("version", "")
    shown = int(version) if version.isdecimal() else 0
    done = connecting.disconnect(purpose, shown, _operator(request), timezone.now())
    if done is Saving.STALE:
        messages.warning(request, _("另一位运营人员刚刚改过这里。看看现在的样子，再决定。"))
    else:
        messages.success(request, _("已断开，密钥也删掉了。"))
    return _back(request)


def own_ports(request: HttpRequest) -> set[int]:
    """The ports at which this product itself listens: the site by every name it has, and its embedded models."""
    local = providers.local_endpoint()
    urls = (
        settings.SITE_URL,
        f"//{request.get_host()}",
        settings.EMBEDDING_BASE_URL,
        local.base_url if local else "",
    )
    ports = {_port(url) for url in urls}
    server = str(request.META.get("SERVER_PORT", ""))
    return {port for port in ports if port} | ({int(server)} if server.isdecimal() else set())


def _port(url: str) -> int:
    try:
        return urlsplit(url).port or 0
    except ValueError:
        return 0


def _provider(wanted: Wanted, row: ModelConnection | None) -> Provider:
    """What the form describes, with the saved key where it is kept. Raises VaultError."""
    if not wanted.base_url and (shared := connecting.saved("")):
        wanted = replace(wanted, base_url=shared.base_url, name=shared.name, key=shared.open_key())
    key = (row.open_key() if row else "") if wanted.key is None else wanted.key
    found = Endpoint(
        Source.SAVED, reader_name(wanted.name, wanted.base_url), wanted.base_url, wanted.model, lambda: key
    )
    return providers.provider_of(found, Purpose.CHAT)


def _form(request: HttpRequest, needs_model: bool = True, seen: bool = False) -> ConnectionForm:
    """The form as it was sent; with `seen` it stands on what is saved now, so that sending it again goes through."""
    purpose = request.POST.get("purpose", "")
    if purpose not in Purposes.values:
        raise Http404
    row, data = connecting.saved(purpose), request.POST.copy()
    if seen:
        data["version"] = str(row.version if row else 0)
    return ConnectionForm(data, purpose=purpose, row=row, needs_model=needs_model)


@dataclass(frozen=True)
class Use:
    """A purpose as the page lists it."""

    label: Any
    endpoint: Endpoint | None
    speaks: bool


def _page(request: HttpRequest, bound: ConnectionForm | None = None, **said: Any) -> HttpResponse:
    rows = {row.purpose: row for row in ModelConnection.objects.all()}
    used = providers.endpoints()
    forms = [
        bound if bound and bound.of == purpose else ConnectionForm(purpose=purpose, row=rows.get(purpose))
        for purpose in Purposes.values
    ]
    context = {
        "chat": used[Purpose.CHAT],
        "uses": [Use(Purposes(each).label, used[each], each is Purpose.CHAT) for each in PURPOSES],
        "same": len({used[purpose] for purpose in PURPOSES if used[purpose] or purpose not in NOT_LOCAL})
        == 1,
        "environment": providers.from_environment(),
        "form": forms[0],
        "others": [(form, Purposes(form.of).label) for form in forms[1:]] if "" in rows else [],
        "others_open": bool(rows.keys() - {""}) or bool(bound and bound.of),
        "local": local_state(Places(settings.VAR_DIR)),
        "recipient": providers.recipient(),
        "said_by": bound.of if bound else "",
        **said,
    }
    return render(request, "companion/models.html", context)


def _answer(
    request: HttpRequest,
    form: ConnectionForm | None,
    finding: Finding | None = None,
    model: str = "",
    stale: bool = False,
) -> HttpResponse:
    """What came of it: beside the form for htmx, which keeps what was typed; else the page again."""
    said = {
        "finding": finding,
        "sentence": sentence(finding, model) if finding else "",
        "stale": stale,
        "sealed": finding is not None and finding.outcome is Outcome.SEALED,
    }
    if getattr(request, "htmx", False):
        return render(request, "companion/_finding.html", {"form": form, "swapped": True, **said})
    return _page(request, form, **said)


def _environment_decides(request: HttpRequest) -> HttpResponse:
    messages.warning(request, _("语言模型由环境变量决定，在这里改不了。"))
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(reverse("models"))
    return redirect("models")


def _operator(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user
