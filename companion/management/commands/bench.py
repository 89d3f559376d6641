"""`manage.py bench NAME --json`: measurements in a scratch database, each with its baseline in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.test.utils import override_settings

from companion import scratch
from companion.benches import turn


def _turn(options: dict[str, Any]) -> dict[str, Any]:
    return turn.run(options["memories"], options["turns"])


BENCHES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"turn": _turn}


class Command(BaseCommand):
    help = "Measure. Examples: manage.py bench turn --json    manage.py bench turn --memories 10000 --json"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=sorted(BENCHES))
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--memories", type=int, default=1_000)
        parser.add_argument("--turns", type=int, default=200)

    def handle(self, *args: Any, **options: Any) -> None:
        with scratch.database(), override_settings(WAKE_WORKERS=False):
            result = BENCHES[options["name"]](options)
        self.stdout.write(json.dumps(result, ensure_ascii=False, indent=None if options["json"] else 1))
