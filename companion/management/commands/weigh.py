"""Learn the weights of `safety.weighing` and `safety.bearing` anew from the labelled phrases and replies under tests/safety."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from companion.benches import phrases
from companion.benches.safety import LANGS
from safety import schooling, training


class Command(BaseCommand):
    help = (
        "Learn how danger sounds, and what a reply may not say, from the labelled phrases and replies under tests/safety. "
        "Example: manage.py weigh --replies"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--replies", action="store_true", help="only what a reply may not say")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.BASE_DIR) / "tests" / "safety"
        for lang in LANGS:
            told = phrases.replies(folder, lang)
            path = schooling.write(schooling.learn(told, lang), lang)
            self.stdout.write(f"{lang}: {len(told)} replies, {path.stat().st_size // 1024} KB")
            if options["replies"]:
                continue
            known = phrases.of(folder, lang)
            path = training.write(training.learn(known, lang), lang)
            self.stdout.write(f"{lang}: {len(known)} phrases, {path.stat().st_size // 1024} KB")
