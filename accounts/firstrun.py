"""The first operator: a one-time link, printed at the first start, whose account becomes staff."""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from accounts.models import User

TOKEN_FILE = "setup-token"


def link(now: datetime) -> str:
    """The path of the set-up page, or "" when there is an operator already. The same until it is used."""
    path = settings.VAR_DIR / "keys" / TOKEN_FILE
    if User.objects.filter(is_staff=True).exists():
        path.unlink(missing_ok=True)
        return ""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(24))
    return reverse("first_operator", args=[path.read_text().strip()])


def valid(token: str) -> bool:
    """Whether this is the unused set-up token."""
    path = settings.VAR_DIR / "keys" / TOKEN_FILE
    return path.exists() and hmac.compare_digest(path.read_text().strip().encode(), token.encode())


def make_operator(user: User, token: str) -> bool:
    """Give the account its role and burn the token. False when the token was used meanwhile."""
    with transaction.atomic():
        if not valid(token) or User.objects.filter(is_staff=True).select_for_update().exists():
            return False
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
        (settings.VAR_DIR / "keys" / TOKEN_FILE).unlink(missing_ok=True)
    return True
