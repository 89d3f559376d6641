"""The chat socket: parse a frame, call one function, send what came of it."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.serializers.json import DjangoJSONEncoder
from django.db import InterfaceError, OperationalError
from django.utils import translation

from companion import frames, seam
from companion.broadcast import group_of, user_group
from companion.hub import hub
from companion.socket import Session

log = logging.getLogger(__name__)
UNAUTHENTICATED, NOT_FOUND, TOO_BIG = 4401, 4404, 1009


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One socket of one tab on one conversation."""

    session: Session | None = None

    async def connect(self) -> None:
        user, conversation = self.scope["user"], self.scope["url_route"]["kwargs"]["conversation"]
        await self.accept()  # a refused handshake tells a browser nothing; a close code does
        if not user.is_authenticated or user.leaving_at is not None:
            await self.close(UNAUTHENTICATED)
            return
        session = await Session.open(user, conversation, self.scope["session"].session_key, self.push)
        if session is None:
            await self.close(NOT_FOUND)
            return
        self.session, self.outbox = session, asyncio.Queue[dict[str, Any]]()
        self.conversation: UUID = conversation
        self.memberships = [group_of(conversation), user_group(user.id)]
        await self.channel_layer.join(*self.memberships, channel=self.channel_name)
        hub.watch(conversation, session.hear)
        self.sender = seam.spawn(self.drain())

    async def disconnect(self, code: int) -> None:
        if self.session is None:
            return
        hub.leave(self.conversation, self.session.hear)
        self.sender.cancel()
        await self.channel_layer.part(*self.memberships, channel=self.channel_name)

    def push(self, frame: dict[str, Any]) -> None:
        self.outbox.put_nowait(frame)

    async def drain(self) -> None:
        while True:
            frame = await self.outbox.get()
            await self.send(text_data=json.dumps(frame, ensure_ascii=False, cls=DjangoJSONEncoder))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.session is None:
            return
        if len(bytes_data or (text_data or "").encode()) > frames.MAX_BYTES:
            await self.close(TOO_BIG)
            return
        with translation.override(self.scope["user"].language):
            try:
                frame = frames.read(_parse(text_data))
            except frames.BadFrame as bad:
                self.push(frames.error(bad))
                return
        if not await self.session.allowed():
            await self.close(UNAUTHENTICATED)
            return
        if isinstance(frame, frames.Ping):
            await self.channel_layer.join(*self.memberships, channel=self.channel_name)
        try:
            await self.session.take(frame)
        except (OperationalError, InterfaceError) as error:
            if isinstance(frame, frames.Hello | frames.Ping):
                raise  # the socket closes, and the tab shows that it is not connected
            # A full disk, or a database that is away: the line stays in the tab's outbox, and is sent again from there.
            log.warning("a frame was not stored: %s", type(error).__name__)
            client_id = getattr(frame, "client_id", None)
            self.session.complain("storage", str(client_id) if client_id else None, retryable=True)

    async def durable(self, event: dict[str, Any]) -> None:
        """A durable event is there (channel layer)."""
        if self.session is not None:
            await self.session.catch_up()

    async def rest(self, event: dict[str, Any]) -> None:
        """A break is due, as another tab found out (channel layer)."""
        if self.session is not None:
            self.session.suggest_break(event["minutes"])

    async def gone(self, event: dict[str, Any]) -> None:
        """The conversation was thrown away (channel layer)."""
        await self.close(NOT_FOUND)

    async def signed_out(self, event: dict[str, Any]) -> None:
        """The user signed out or is gone (channel layer): no socket outlives its session."""
        await self.close(UNAUTHENTICATED)


def _parse(text: str | None) -> Any:
    try:
        return json.loads(text or "")
    except ValueError:
        return None
