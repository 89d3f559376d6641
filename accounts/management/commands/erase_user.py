"""`manage.py erase_user`: delete an account at its owner's request, as the page does."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.leaving import asking, erasing, receipts
from accounts.models import Deletion, User


class Command(BaseCommand):
    help = (
        "Delete an account and everything in it, as its owner asked. With --now its key is destroyed and its rows are deleted "
        "before the command ends; without, the account can still take it back for ACCOUNT_REGRET_DAYS. Prints the receipt and "
        "its address. Examples: manage.py erase_user a@example.org --now    manage.py erase_user a@example.org --json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("--now", action="store_true", help="destroy the key and delete every row at once")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(email__iexact=options["email"]).first()
        if user is None:
            raise CommandError(_("没有这个用户。"))
        now = timezone.now()
        wait = asking.AT_ONCE if options["now"] else timedelta(days=settings.ACCOUNT_REGRET_DAYS)
        try:
            deletion = asking.ask(user, now, wait, Deletion.By.OPERATOR)
        except asking.LastOwner:
            raise CommandError(
                _("这是唯一能管理整个网站的账号。先用 manage.py createsuperuser 建一个，再来删除它。")
            ) from None
        if options["now"]:
            erasing.carry_out(deletion.id, timezone.now())
        told = {
            **receipts.facts(receipts.find(receipts.secret(deletion.id)) or deletion),
            "receipt": receipts.address(deletion),
        }
        if options["json"]:
            self.stdout.write(json.dumps(told, ensure_ascii=False, indent=1))
        else:
            for name, value in told.items():
                self.stdout.write(f"{name:22} {value}")
