"""`manage.py erasure_audit`: is anything left of deleted accounts?"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.leaving import auditing


class Command(BaseCommand):
    help = (
        "Look through every table for rows of users who are not there or whose key is destroyed; ends with 1 where there are "
        "any. Rows of a deletion that is under way count apart for a day. Examples: manage.py erasure_audit    "
        "manage.py erasure_audit --json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        audit = auditing.audit(timezone.now())
        if options["json"]:
            self.stdout.write(json.dumps({"ok": audit.ok, **asdict(audit)}))
        else:
            self.stdout.write(f"{audit.looked} tables, {sum(audit.found.values())} rows left")
            for name, count in sorted(audit.found.items()):
                self.stdout.write(f"  {name} {count}")
        if not audit.ok:
            raise CommandError("rows of deleted accounts are left", returncode=1)
