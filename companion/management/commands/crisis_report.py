"""The yearly count of referrals to help lines, from counters alone."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from companion.published.reporting import report

FIRST_YEAR = 2024


class Command(BaseCommand):
    help = (
        "Print the year's counts of referrals to help lines, and how danger is detected and answered, as JSON. No person is in it.\n"
        "Example: manage.py crisis_report --year 2026 > crisis-2026.json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--year", type=int, default=None, help="a calendar year (UTC); this year when left out"
        )
        parser.add_argument("--json", action="store_true", help="the same: JSON is all there is")

    def handle(self, *args: Any, **options: Any) -> None:
        this = timezone.now().year
        year = options["year"] if options["year"] is not None else this
        if not FIRST_YEAR <= year <= this:
            raise CommandError(f"--year must be between {FIRST_YEAR} and {this}.")
        self.stdout.write(json.dumps(report(year), ensure_ascii=False, indent=2))
