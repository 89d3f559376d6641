"""`manage.py replay_deletions`: after a restore, delete again whoever was deleted since the backup was made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.leaving import ledger, replaying
from accounts.leaving.ledger import Entry, NoLedger


class Command(BaseCommand):
    help = (
        "Delete again whoever the ledger of deletions names and a restored backup brought back; run it before anything is "
        "served. The ledger is the database's own, the file that is kept beside it (DELETION_LEDGER_FILE), and --ledger FILE. "
        "--export FILE writes the whole of it instead. Examples: manage.py replay_deletions --json    "
        "manage.py replay_deletions --export ledger.json    manage.py replay_deletions --ledger ledger.json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ledger", metavar="FILE", type=Path, help="read this exported ledger too")
        parser.add_argument(
            "--export", metavar="FILE", type=Path, help="write the ledger there and delete nothing"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            told = self._told(options["ledger"])
            result = self._export(options["export"], told) if options["export"] else self._replay(told)
        except (NoLedger, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            json.dumps(result) if options["json"] else ", ".join(f"{key} {n}" for key, n in result.items())
        )

    def _told(self, given: Path | None) -> set[Entry]:
        told = ledger.entries()
        if settings.DELETION_LEDGER_FILE.exists():
            told |= ledger.read(settings.DELETION_LEDGER_FILE)
        return told | ledger.read(given) if given else told

    def _export(self, path: Path, told: set[Entry]) -> dict[str, int]:
        ledger.write(path, told)
        return {"entries": len(told)}

    def _replay(self, told: set[Entry]) -> dict[str, int]:
        done = replaying.replay(told, timezone.now())
        return {"entries": len(told), "accounts": done.accounts, "rows": done.rows}
