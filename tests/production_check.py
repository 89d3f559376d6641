"""`check --deploy` on a sample production configuration: what `make check` runs."""

from __future__ import annotations

import base64
import os
import secrets
import sys

SAMPLE = {
    "COMPANION_PRODUCTION": "1",
    "COMPANION_PARTS": "check",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "COMPANION_KEK": base64.b64encode(secrets.token_bytes(32)).decode(),
    "ALLOWED_HOSTS": "companion.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://companion.example.org",
    "SITE_URL": "https://companion.example.org",
    "DATABASE_URL": "postgres://companion:secret@db.example.org/companion",
    "REDIS_URL": "redis://broker.example.org:6379/0",
    "EMBEDDING_BASE_URL": "http://embedder.example.org/v1",
    "SAFETY_CONTACT": "Safety team, safety@example.org",
    "EMAIL_URL": "smtp://mail.example.org:25",
}


def main() -> None:
    os.environ.update(SAMPLE, DJANGO_SETTINGS_MODULE="companion.settings")
    sys.path.insert(0, os.getcwd())
    import django
    from django.core.management import call_command

    django.setup()
    call_command("check", deploy=True, fail_level="WARNING")


if __name__ == "__main__":
    main()
