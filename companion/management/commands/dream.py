"""`manage.py dream`: consolidate memories now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from companion import schedule
from memory.dreaming import runs


class Command(BaseCommand):
    help = (
        "Consolidate memories: everybody's that are due, or one person's at once. Nothing is shown but counts. "
        "Examples: manage.py dream    manage.py dream --user a@example.org"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", metavar="EMAIL")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if not options["user"]:
            self.stdout.write(str(schedule.dream_waiting(now)))
            return
        user = User.objects.filter(email__iexact=options["user"]).first()
        if user is None:
            raise CommandError(_("没有这个用户。"))
        run = runs.dream(user, now, by_hand=True)
        self.stdout.write(str(run.counts if run else {}))
