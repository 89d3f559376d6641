"""`manage.py replay STORY.json… --json`: dated stories through the real functions, on a moved clock."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings

from companion import scratch
from companion.models import ModelConnection
from companion.replay import playing, staging


class Command(BaseCommand):
    help = (
        "Play stories in a scratch database; nobody's data is touched. Examples: "
        "manage.py replay tests/journeys/singapore.json --json    manage.py replay a.json b.json --json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stories", nargs="+", type=Path)
        parser.add_argument(
            "--json", action="store_true", help="one JSON object, or a list for several files"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        played = [self._play(path) for path in options["stories"]]
        if options["json"]:
            self.stdout.write(
                json.dumps(played if len(played) > 1 else played[0], ensure_ascii=False, indent=1)
            )
            return
        for path, result in zip(options["stories"], played, strict=True):
            self.stdout.write(f"# {path}")
            for row in result["memories"]:
                self.stdout.write(f"  {row['status']:10} {row['kind']:10} {row['statement']}")

    def _play(self, path: Path) -> dict[str, Any]:
        try:
            story = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CommandError(f"{path}: {error}") from error
        without_model = story.get("model", "rules") == "rules"
        connected = [] if without_model else list(ModelConnection.objects.all())
        with (
            scratch.database(),
            override_settings(WAKE_WORKERS=False, USE_LANGUAGE_MODELS=not without_model),
        ):
            for row in connected:
                row.updated_by = None  # the operators stay behind in the other database
            ModelConnection.objects.bulk_create(connected)
            try:
                return staging.play(story)
            except playing.BadStory as error:
                raise CommandError(f"{path}: {error}") from error
