"""`manage.py talk`: the same turn as in the browser, in a terminal."""

from __future__ import annotations

import asyncio
import sys
import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from companion import conversations, hearing, keeping, learning, turn
from companion.keeping import Ended
from llm.errors import LLMError
from persona import shipping
from transcript.models import Conversation, Message, Status


class Command(BaseCommand):
    help = (
        "Talk in the terminal. Examples: manage.py talk --email you@example.org    "
        "echo 你好 | manage.py talk    (without --email: a local account of its own)"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--email", default="talk@localhost", help="whose memories to use")
        parser.add_argument("--language", default="zh-hans", choices=["zh-hans", "en"])

    def handle(self, *args: Any, **options: Any) -> None:
        shipping.sync(timezone.now())
        user = User.objects.filter(email=options["email"]).first()
        if user is None:
            if options["email"] != "talk@localhost":
                raise CommandError(f"no account {options['email']}")
            user = User.objects.create_user("talk@localhost", language=options["language"])
        conversation = conversations.start(user, timezone.now())
        for message in Message.objects.filter(conversation=conversation).order_by("created_at"):
            self.stdout.write(f"{message.text}\n")
        for line in iter(self._read, ""):
            self._turn(user, conversation, line)
        self._learn(conversation)

    def _read(self) -> str:
        if sys.stdin.isatty():
            self.stdout.write("> ", ending="")
            self.stdout.flush()
        return sys.stdin.readline()

    def _turn(self, user: User, conversation: Conversation, line: str) -> None:
        text = hearing.clean(line)
        if hearing.fault(text):
            return
        hearing.receive(user, conversation, uuid.uuid4(), text, timezone.now())
        reply = keeping.begin_reply(conversation.id, timezone.now())
        if reply is None:
            return
        asyncio.run(self._say(reply))
        self._learn(conversation)

    async def _say(self, reply: Message) -> None:
        from companion import seam

        outcome, text, status = turn.Outcome(), "", Status.COMPLETE
        try:
            async for piece in turn.converse(reply.id, timezone.now(), outcome):
                text += piece
                self.stdout.write(piece, ending="")
                self.stdout.flush()
        except LLMError as error:
            status = Status.INTERRUPTED if text else Status.FAILED
            self.stderr.write(f"({type(error).__name__})")
        self.stdout.write("")
        await seam.cross(keeping.finish, reply.id, Ended(status, text), outcome, timezone.now())

    def _learn(self, conversation: Conversation) -> None:
        report = learning.learn(conversation.id, timezone.now())
        for item in report.written if report else ():
            self.stderr.write(f"    [{item.verdict}] {item.text}")
