"""`manage.py lift_age_refusal`: let somebody sign up who mistyped their birth date."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.age import refusals


class Command(BaseCommand):
    help = (
        "Forget that an e-mail address was refused for age, and with it the browser that was used: after a complaint that was "
        "found right. Example: manage.py lift_age_refusal a@example.org"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{refusals.lift(options['email'])} refusals lifted")
