"""`manage.py doctor`: is everything well, and if not, what to do."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from companion import health
from companion.embedded import words


class Command(BaseCommand):
    help = "Check every part. Examples: manage.py doctor    manage.py doctor --json"
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("zh-hans" if words.chinese() else "en"):
            report = health.as_json(health.check())
        if options["json"]:
            self.stdout.write(json.dumps(report, ensure_ascii=False))
        else:
            for name, part in report["parts"].items():
                self.stdout.write(f"{'ok ' if part['ok'] else '!! '} {name:18} {part['detail']}")
                if part["do"] and not part["ok"]:
                    self.stdout.write(f"       → {part['do']}")
        if not report["ok"]:
            sys.exit(1)
