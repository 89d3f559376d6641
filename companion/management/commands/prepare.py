"""Bring database, static files and shipped personas up to date. Safe to run at every start."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts import firstrun
from persona import shipping


class Command(BaseCommand):
    help = "Migrate, collect static files, load the shipped personas. Example: manage.py prepare"

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        now = timezone.now()
        shipping.sync(now)
        firstrun.link(now)
