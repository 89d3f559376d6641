"""`manage.py prove_forgotten`: that what was deleted is gone from everywhere, and stays gone."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from companion import scratch
from companion.forgotten import proving


class Command(BaseCommand):
    help = (
        "Prove that deletion is real. Without arguments, a canary is told, learnt, deleted and looked for in a scratch "
        "database; with TEXT and --user, words are looked for among one person's rows and nothing is changed or shown. "
        'Examples: manage.py prove_forgotten --json    manage.py prove_forgotten "blue kettle" --user a@example.org'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", nargs="?", default="")
        parser.add_argument("--user", metavar="EMAIL")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        result = self._search(options) if options["text"] or options["user"] else self._prove()
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=1))
        else:
            self._tell(result)
        if not result["ok"]:
            raise CommandError(_("还找得到：见上面标出的地方。"), returncode=1)

    def _prove(self) -> dict[str, Any]:
        with scratch.database(), override_settings(WAKE_WORKERS=False, USE_LANGUAGE_MODELS=False):
            return proving.prove(timezone.now())

    def _search(self, options: dict[str, Any]) -> dict[str, Any]:
        if not options["text"] or not options["user"]:
            raise CommandError(_("要找的话和 --user 要一起给。"))
        user = User.objects.filter(email__iexact=options["user"]).first()
        if user is None:
            raise CommandError(_("没有这个用户。"))
        return proving.search(user, options["text"], timezone.now())

    def _tell(self, result: dict[str, Any]) -> None:
        proofs = result.get("proofs", {"": result})
        for name, proof in proofs.items():
            for stage in proof["stages"]:
                mark = "ok  " if stage["ok"] else "FOUND"
                self.stdout.write(
                    f"{mark} {name} {stage['stage']}: {stage['looked']} values in {stage['places']} places"
                )
                for place in stage["found"]:
                    self.stdout.write(f"       {place['where']}: {place['found']} ({place['why'] or '!'})")
        self.stdout.write("ok" if result["ok"] else "not ok")
