"""`manage.py relearn`: learn again over old messages, as after better rules or another model."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from companion import learning, schedule


class Command(BaseCommand):
    help = (
        "Learn again over a user's old messages. Deleted facts stay deleted; what was said while memory was paused is "
        "not read. Examples: manage.py relearn --email you@example.org    manage.py relearn --everyone --json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--email")
        parser.add_argument("--everyone", action="store_true")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["email"]) == options["everyone"]:
            raise CommandError("name one account with --email, or --everyone")
        users = User.objects.all() if options["everyone"] else User.objects.filter(email=options["email"])
        if not users:
            raise CommandError(f"no account {options['email']}")
        verdicts: Counter[str] = Counter()
        for user in users:
            for report in learning.relearn(user, timezone.now()):
                verdicts.update(item.verdict for item in report.items)
        schedule.embed_waiting(timezone.now())
        if options["json"]:
            self.stdout.write(json.dumps({"users": len(users), "verdicts": dict(verdicts)}))
        else:
            self.stdout.write(
                f"{len(users)} users; " + ", ".join(f"{key} {n}" for key, n in verdicts.items())
            )
