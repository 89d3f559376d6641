"""How allauth makes and greets our users."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.language = translation.get_language() or user.language
        user.birth_date = form.cleaned_data["birth_date"]
        user.time_zone = form.cleaned_data["time_zone"]
        user.date_joined = timezone.now()
        super().save_user(request, user, form, commit=commit)
        return user

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """There are no user names."""
