"""Generation belongs to the server: each reply is a task of this process, whoever watches, and its text is safe on the way.

Deltas are gathered for at least 50 ms, kept in a sealed buffer, and checkpointed to the row at least once a second, so that
a closed tab loses nothing and a killed process loses a second.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from dataclasses import dataclass, field
from uuid import UUID

from django.db import DatabaseError
from django.utils import timezone

from accounts.vault import Sealer
from companion import keeping, seam, turn
from companion.broadcast import announce
from companion.hub import Piece, buffer_sealer, hub
from companion.keeping import Ended
from llm.errors import LLMError, Refused
from transcript.models import Message, Status

COALESCE = 0.05
CHECKPOINT = 0.8
log = logging.getLogger(__name__)


@dataclass
class Running:
    """A reply on its way: all its text, and how much of it was sent and stored."""

    conversation: UUID
    reply: UUID
    text: str = ""
    sent: int = 0
    stopping: asyncio.Event = field(default_factory=asyncio.Event)


async def answer(conversation: UUID) -> None:
    """Answer what waits in this conversation, one line after the other, in tasks that outlive the socket."""
    reply = await seam.cross(keeping.begin_reply, conversation, timezone.now())
    if reply is not None:
        run(reply)


def run(reply: Message) -> None:
    """Speak a reply that has its place, in a task that outlives the socket."""
    seam.spawn(_generate(Running(reply.conversation_id, reply.id), reply.user_id))


async def _generate(running: Running, user_id: UUID) -> None:
    hub.on_stop(running.reply, running.stopping.set)
    hub.tell(running.conversation, {"type": "started", "message": str(running.reply)})
    outcome = turn.Outcome()
    sealer = await seam.cross(buffer_sealer, user_id, running.reply)
    keeper = asyncio.create_task(_keep(running, sealer))
    try:
        ended = await _listen(running, outcome)
    finally:
        keeper.cancel()
        hub.on_stop(running.reply, None)
    await _flush(running, sealer)
    reply = await seam.cross(
        keeping.finish, running.reply, Ended(ended, running.text), outcome, timezone.now()
    )
    await hub.forget(running.reply)
    if reply is not None:
        # Our own tabs at once: with the broker away, or just back and without its members, a help card would wait for a ping.
        hub.tell(running.conversation, {"type": "durable"})
        await announce(running.conversation)
        # A line that came meanwhile; after a failure too, or it would wait for ever.
        await answer(running.conversation)


async def _listen(running: Running, outcome: turn.Outcome) -> Status:
    """Take the reply's words until they end, the user stops them, or the model fails."""
    speaking = asyncio.create_task(_collect(running, outcome))
    stopping = asyncio.create_task(running.stopping.wait())
    try:
        await asyncio.wait({speaking, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not speaking.done():
            speaking.cancel()  # closes the stream, which cancels the request upstream
            await asyncio.gather(speaking, return_exceptions=True)
            return Status.STOPPED
        error = speaking.exception()
    finally:
        stopping.cancel()
    if error is None:
        return Status.COMPLETE
    if isinstance(error, Message.DoesNotExist):
        return Status.FAILED
    if not isinstance(error, LLMError):
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("a reply failed: %s\n%s", type(error).__name__, where)  # its message may quote the person
    elif not isinstance(error, Refused):
        log.warning("the model is away: %s", type(error).__name__)
    return Status.INTERRUPTED if running.text.strip() else Status.FAILED


async def _collect(running: Running, outcome: turn.Outcome) -> None:
    async for piece in turn.converse(running.reply, timezone.now(), outcome):
        running.text += piece


async def _keep(running: Running, sealer: Sealer) -> None:
    """Send what gathered, and checkpoint, the first words at once: a page that is opened then would show none. Stops the
    reply when its row was taken away."""
    stored, begun = time.monotonic(), False
    while True:
        await asyncio.sleep(COALESCE)
        await _flush(running, sealer)
        first = not begun and running.sent > 0
        if first or time.monotonic() - stored >= CHECKPOINT:
            stored, begun = time.monotonic(), begun or first
            try:
                wanted = await seam.cross(keeping.checkpoint, running.reply, running.text, timezone.now())
            except DatabaseError as error:
                # A passing one must not end the live text and have the reply given up.
                log.warning("a reply was not checkpointed: %s", type(error).__name__)
                continue
            if not wanted:
                running.stopping.set()
                return


async def _flush(running: Running, sealer: Sealer) -> None:
    fresh = running.text[running.sent :]
    if not fresh:
        return
    piece = Piece(running.conversation, running.reply, running.sent, fresh)
    running.sent += len(fresh)
    hub.tell(
        running.conversation,
        {"type": "piece", "message": str(running.reply), "offset": piece.offset, "text": fresh},
    )
    await hub.publish(piece, sealer)
