"""What a socket does, without the socket: replay, live text, and each client frame carried out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone, translation

from accounts.models import User
from companion import (
    attending,
    branching,
    crossing,
    feedback,
    frames,
    generation,
    hearing,
    keeping,
    raising,
    reaching,
    seam,
    turn,
)
from companion.broadcast import announce, tell_break
from companion.hub import buffer_sealer, hub
from companion.limits import refusal
from memory.switching import is_paused
from safety import attendance
from safety.using import Sign
from topics import answering
from transcript.models import Conversation, Message, Status

Push = Callable[[dict[str, Any]], None]
SESSION_CHECK_SECONDS = 4.0


class Session:
    """One tab's view of one conversation: what it has seen, and how frames reach it."""

    def __init__(self, user: User, conversation: Conversation, session_key: str, push: Push) -> None:
        self.user, self.conversation, self.push = user, conversation, push
        self.session_key = session_key
        self.seen = -1  # nothing is sent before hello says what the tab has
        self.live: dict[str, str] = {}  # texts so far of running replies, by message
        self._over: set[str] = set()  # replies whose end this tab has: no late piece may open them again
        self._waiting: list[dict[str, Any]] | None = None  # live frames while the text so far is fetched
        self._told_minutes = 0
        self._told_paused = False  # what this tab was told: it may change in any other
        self._checked = time.monotonic()
        self._catching_up = asyncio.Lock()

    @classmethod
    async def open(cls, user: User, conversation: UUID, session_key: str, push: Push) -> Session | None:
        """The session, or None when the conversation is not this user's."""
        found = await seam.cross(lambda: Conversation.objects.for_user(user).filter(id=conversation).first())
        return cls(user, found, session_key, push) if found else None

    async def allowed(self) -> bool:
        """Whether the web session behind this socket still stands; looked up at most every few seconds."""
        if time.monotonic() - self._checked < SESSION_CHECK_SECONDS:
            return True
        self._checked = time.monotonic()
        return await seam.cross(crossing.session_stands, self.session_key, self.user.id)

    async def take(self, frame: frames.Frame) -> None:
        """Carry out a client frame."""
        match frame:
            case frames.Hello(after):
                await self.hello(after)
            case frames.Send():
                await self.send(frame)
            case frames.Regenerate() | frames.Edit() | frames.Show():
                await self.branch(frame)
            case frames.Feedback():
                await self.judge(frame)
            case frames.Topic():
                await self.answer_topic(frame)
            case frames.Stop():
                if running := await seam.cross(keeping.is_running, self.conversation):
                    await hub.request_stop(running.id)
            case frames.Ping():
                self.push({"type": "pong", "seq": await seam.cross(crossing.seq, self.conversation.id)})
                await self.tell_paused()
                await self.attend(attending.look)
                await seam.cross(reaching.seen, self.user, self.conversation.id)  # somebody has it open
                await self.catch_up()

    async def hello(self, after: int) -> None:
        """Everything durable after `after`, then the text so far of a running reply, then live."""
        for given_up in await seam.cross(keeping.give_up_abandoned, timezone.now()):
            await announce(given_up.conversation_id)
        conversation, running, self._told_paused = await seam.cross(
            crossing.standing, self.user, self.conversation.id
        )
        self.conversation = conversation
        await self.attend(attending.arrive)
        async with self._catching_up:
            # what another call is sending goes out before, not over, what was asked for
            self.push(frames.ready(conversation, running is not None, self._told_paused))
            self.seen = min(after, conversation.seq)
        self.suggest_break(await seam.cross(attendance.shown_lately, self.user, timezone.now()))
        if conversation.temporary:
            with translation.override(self.user.language):
                self.push(frames.temporary())
        await self.catch_up()
        if running is None:
            await generation.answer(conversation.id)
            return
        if str(running.id) not in self._over:  # it ended while the events were read
            await self._join(running)

    async def attend(self, how: Callable[[User, Conversation, datetime], attending.Due]) -> None:
        """Let the use clock know, and tell every tab of the user what is due by it."""
        due = await seam.cross(how, self.user, self.conversation, timezone.now())
        if due.minutes or due.signs:
            self.suggest_break(due.minutes, due.signs)
        if due.minutes:
            await tell_break(self.user.id, due.minutes)
        if due.written:
            await announce(self.conversation.id)
            await self.catch_up()

    def suggest_break(self, minutes: int, signs: tuple[Sign, ...] = ()) -> None:
        """The notice over the chat, once for each time that it falls due."""
        if signs or (minutes and minutes != self._told_minutes):
            self._told_minutes = minutes or self._told_minutes
            self.push(attending.frame(self.user, minutes, signs))

    async def tell_paused(self) -> None:
        """Say that memory is paused, or no longer, once that changed since the tab was told."""
        paused = await seam.cross(is_paused, self.user)
        if paused != self._told_paused:
            self.push(frames.paused(paused))
        self._told_paused = paused

    async def _join(self, running: Message) -> None:
        """Show a running reply from its beginning. Pieces that come while the text so far is fetched follow it: one that
        was left out would leave a gap that stays until the end."""
        key, self._waiting = str(running.id), []
        try:
            sealer = await seam.cross(buffer_sealer, self.user.id, running.id)
            so_far = await hub.buffered(running.id, sealer) or await seam.cross(lambda: str(running.text))
        finally:
            came, self._waiting = self._waiting or [], None
        self.push({"type": "started", "message": key})
        self.live.pop(key, None)
        first = {"type": "piece", "message": key, "offset": 0, "text": so_far}
        for frame in [first, *came] if so_far else came:
            self.hear(frame)

    async def send(self, frame: frames.Send) -> None:
        if not await self._within_limits(frame):
            return
        now = timezone.now()
        try:
            received, _warmed = await asyncio.gather(
                seam.cross(hearing.receive, self.user, self.conversation, frame.client_id, frame.text, now),
                seam.cross(turn.warm, self.user, frame.text),  # the embedder works while the line is stored
            )
        except Conversation.DoesNotExist:
            self.complain("conversation_gone", str(frame.client_id))
            return
        await announce(self.conversation.id)
        await self.catch_up()
        if not received.new:
            # its event may be long past: without a word the tab would offer the line for ever
            self.push(frames.delivered(frame.client_id))
        await generation.answer(self.conversation.id)
        await self.attend(attending.act)  # the answer doesn't wait for the clock

    async def branch(self, frame: frames.Regenerate | frames.Edit | frames.Show) -> None:
        """Carry out a verb that changes which lines are shown, then answer what waits for it."""
        if not isinstance(frame, frames.Show) and not await self._within_limits(frame):
            return
        try:
            done = await seam.cross(crossing.branched, self.user, self.conversation.id, frame, timezone.now())
        except branching.CannotBranch as error:
            client_id = str(frame.client_id) if isinstance(frame, frames.Edit) else None
            self.complain(error.why.value, client_id)
            return
        for reply in done.stop:
            await hub.request_stop(reply)
        await announce(self.conversation.id)
        await self.catch_up()
        if isinstance(frame, frames.Regenerate):
            generation.run(done.message)
        else:
            await generation.answer(self.conversation.id)
        await self.attend(attending.act)

    async def judge(self, frame: frames.Feedback) -> None:
        """Keep what the user thinks of a reply."""
        said = feedback.Opinion(frame.message, frame.value, frame.note)
        try:
            stands = await seam.cross(feedback.keep, self.user, self.conversation.id, said, timezone.now())
        except feedback.NoSuchReply:
            self.complain("gone")
            return
        self.push({"type": "feedback", "message": str(frame.message), "value": stands})

    async def answer_topic(self, frame: frames.Topic) -> None:
        """Carry out what was pressed under a topic, and let every tab know."""
        pressed = (self.user, self.conversation.id, frame.choice, frame.value, timezone.now())
        try:
            await seam.cross(raising.press, *pressed)
        except answering.NoSuchTopic:
            self.complain("gone")
            return
        await announce(self.conversation.id)
        await self.catch_up()

    def complain(self, code: str, client_id: str | None = None, *, retryable: bool = False) -> None:
        """An error frame with the sentence that belongs to a code, in the user's language."""
        with translation.override(self.user.language):
            bad = frames.BadFrame(code, frames.sentence(code), client_id)
        self.push(frames.error(bad, retryable=retryable))

    async def _within_limits(self, frame: frames.Send | frames.Edit | frames.Regenerate) -> bool:
        text = "" if isinstance(frame, frames.Regenerate) else frame.text
        client_id = None if isinstance(frame, frames.Regenerate) else str(frame.client_id)
        wrong = await seam.cross(refusal, self.user, text, timezone.now())
        if wrong:
            self.complain(wrong, client_id, retryable=True)
        return not wrong

    def hear(self, frame: dict[str, Any]) -> None:
        """A live piece from the hub, turned into a delta. One that doesn't follow what this tab has is left out: the
        durable `finished` brings the whole."""
        if frame["type"] == "durable":
            seam.spawn(self.catch_up())
            return
        if self.seen < 0 or frame["message"] in self._over:
            return
        if self._waiting is not None:
            self._waiting.append(frame)
            return
        if frame["type"] != "piece":
            self.live[frame["message"]] = ""
            self.push(frame)
            return
        so_far = self.live.get(frame["message"], "")
        fresh = frame["text"][max(0, len(so_far) - frame["offset"]) :]
        if frame["offset"] > len(so_far) or not fresh:
            return
        self.live[frame["message"]] = so_far + fresh
        for delta in frames.deltas(frame["message"], so_far, fresh):
            self.push(delta)

    async def catch_up(self) -> None:
        """Send the durable events this tab lacks, in order, each once."""
        if self.seen < 0:
            return
        broken = False
        async with self._catching_up:
            while batch := await seam.cross(
                crossing.events, self.user, self.conversation, self.seen, timezone.now()
            ):
                for frame in batch:
                    if frame["type"] == "finished" and frame["message"]:
                        self.live.pop(frame["message"]["id"], None)
                        self._over.add(frame["message"]["id"])
                        broken = broken or frame["message"]["status"] == Status.INTERRUPTED
                    self.push(frame)
                self.seen = batch[-1]["seq"]
        if broken:  # its process died, and with it the call that would have answered what was said meanwhile
            await generation.answer(self.conversation.id)
