"""Account pages that are ours: settings, the birth date where it is missing, and the first operator's set-up."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import consent, firstrun
from accounts.age import doubting, wording
from accounts.age.refusals import Answer
from accounts.forms import BirthDateForm, ConfirmAgeForm, ProfileForm, SignUpForm
from accounts.leaving import asking, receipts
from accounts.models import Consent, Deletion, User
from accounts.signedin import person


@login_required
@require_GET
def settings_page(request: HttpRequest) -> HttpResponse:
    user = person(request)
    return _settings(request, user, ProfileForm(instance=user))


@login_required
@require_POST
def save_profile(request: HttpRequest) -> HttpResponse:
    """Language and time zone."""
    user = person(request)
    form = ProfileForm(request.POST, instance=user)
    if not form.is_valid():
        return _settings(request, User.objects.get(pk=user.pk), form)
    form.save()
    translation.activate(user.language)
    messages.success(request, _("已保存。"))
    return redirect("settings")


@login_required
@require_POST
def save_consents(request: HttpRequest) -> HttpResponse:
    """Make the record match the boxes: what is unticked is withdrawn from now on."""
    consent.record_choices(
        person(request),
        timezone.now(),
        model="model_consent" in request.POST,
        training="training_consent" in request.POST,
    )
    messages.success(request, _("已保存。"))
    return redirect("settings")


@login_required
@require_http_methods(["GET", "POST"])
def birth_date(request: HttpRequest) -> HttpResponse:
    """Ask an account that was made without one, before its first chat. Written once; under age the account is deleted at once:
    nothing was said in it."""
    user = person(request)
    if user.birth_date is not None:
        return _confirm_age(request, user) if user.age_doubted_at else redirect("home")
    form = BirthDateForm(request.POST or None, user=user)
    if form.is_valid():
        user.birth_date = form.cleaned_data["birth_date"]
        user.save(update_fields=["birth_date"])
        return redirect("home")
    if form.answer is Answer.UNDER_AGE:
        deletion = asking.ask(user, timezone.now(), by=Deletion.By.UNDER_AGE)
        logout(request)
        known = {"said": wording.refused(), "receipt": receipts.path(deletion)}
        return render(request, "accounts/too_young.html", known)
    return render(request, "accounts/birth_date.html", {"form": form})


def _confirm_age(request: HttpRequest, user: User) -> HttpResponse:
    """Whoever said that they are under age gives the date again; a mistake costs nothing, and nothing is deleted here."""
    form = ConfirmAgeForm(request.POST or None, user=user)
    if form.is_valid():
        doubting.settle(user)
        messages.success(request, _("好，谢谢。接着聊吧。"))
        return redirect("home")
    return render(request, "accounts/confirm_age.html", {"form": form})


@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "POST"])
def first_operator(request: HttpRequest, token: str) -> HttpResponse:
    """The one-time set-up link: a sign-up whose account becomes staff. A used link says so."""
    if not firstrun.valid(token):
        return render(request, "accounts/setup_used.html", status=410)
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        user = _make_operator(request, form, token)
        if user is None:
            return render(request, "accounts/setup_used.html", status=410)
        login(request, user, backend="allauth.account.auth_backends.AuthenticationBackend")
        return redirect("home")
    return render(request, "accounts/setup.html", {"form": form, "token": token})


def _make_operator(request: HttpRequest, form: SignUpForm, token: str) -> User | None:
    """The new account with its role, or nothing at all when another took the link meanwhile."""
    with transaction.atomic():
        user = None if form.account_already_exists else form.save(request)
        if user is not None and firstrun.make_operator(user, token):
            return user
        transaction.set_rollback(True)
    get_adapter(request).logout(request)
    return None


def _settings(request: HttpRequest, user: User, form: ProfileForm) -> HttpResponse:
    return render(
        request,
        "accounts/settings.html",
        {
            "form": form,
            "person": user,
            "recipient": consent.recipient(),
            "model_consent": consent.may_send(user),
            "training_consent": user.consented(Consent.Purpose.TRAINING),
        },
    )
