"""The page of a user's emergency contacts, and the page on which a contact answers."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.signedin import person
from safety.contact import registering
from safety.contact.registering import Named, TooMany
from safety.contact.sending import backend_is_real
from safety.forms import ContactForm
from safety.models import ContactMessage, EmergencyContact

LOG_MOST = 20


@login_required
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    return _shown(request, person(request), ContactForm())


@login_required
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    user, form = person(request), ContactForm(request.POST)
    if not form.is_valid():
        return _shown(request, user, form)
    given = form.cleaned_data
    try:
        registering.add(user, Named(given["name"], given["called"], given["address"]), timezone.now())
    except TooMany:
        form.add_error(None, _("最多三位，而且一天里不能请太多次。"))
        return _shown(request, user, form)
    if backend_is_real():
        messages.success(request, _("已登记。对方用信里的链接确认之后才会生效。"))
    else:
        messages.warning(request, _("已登记，但信现在到不了对方手上。"))
    return redirect("contacts")


@login_required
@require_POST
def again(request: HttpRequest, contact: UUID) -> HttpResponse:
    """Another invitation."""
    try:
        found = registering.ask_again(person(request), contact, timezone.now())
    except TooMany:
        messages.error(request, _("最多三位，而且一天里不能请太多次。"))
        return redirect("contacts")
    if not found:
        raise Http404
    messages.success(request, _("会再发一封。"))
    return redirect("contacts")


@login_required
@require_POST
def remove(request: HttpRequest, contact: UUID) -> HttpResponse:
    if not registering.remove(person(request), contact, timezone.now()):
        raise Http404
    messages.success(request, _("已移除，不会再联系对方。"))
    return redirect("contacts")


@require_http_methods(["GET", "POST"])
def answer(request: HttpRequest, secret: str) -> HttpResponse:
    """Where a contact says yes or no. Looking changes nothing: mail programs open links by themselves."""
    now = timezone.now()
    found = registering.invited(secret, now)
    if found is None:
        return render(request, "safety/contact_answer.html", {"gone": True}, status=404)
    if request.method == "POST":
        registering.answer(secret, agrees=request.POST.get("agrees") == "1", now=now)
        return redirect("contact_answer", secret)
    with translation.override(found.user.language):
        return render(request, "safety/contact_answer.html", {"contact": found, "called": found.called})


def _shown(request: HttpRequest, user: User, form: ContactForm) -> HttpResponse:
    rows = EmergencyContact.objects.for_user(user).listed()
    log = ContactMessage.objects.for_user(user).select_related("contact").order_by("-asked_at")[:LOG_MOST]
    context = {
        "contacts": rows, "log": log, "form": form, "full": registering.is_full(rows), "reaches": backend_is_real(),
        "without_persona": True,
    }  # fmt: skip
    return render(request, "safety/contacts.html", context)
