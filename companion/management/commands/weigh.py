"""Learn the weights of `safety.weighing` anew from the labelled phrases under tests/safety."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from companion.benches import phrases
from companion.benches.safety import LANGS
from safety import training


class Command(BaseCommand):
    help = "Learn how danger sounds from the labelled phrases under tests/safety. Example: manage.py weigh"

    def handle(self, *args: Any, **options: Any) -> None:
        for lang in LANGS:
            known = phrases.of(Path(settings.BASE_DIR) / "tests" / "safety", lang)
            path = training.write(training.learn(known, lang), lang)
            self.stdout.write(f"{lang}: {len(known)} phrases, {path.stat().st_size // 1024} KB")
