"""Keeping a reply: its place before it is spoken, its text while it runs, and its end, each in a short transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from companion import aftercare, bodies, gauging, raising, whereabouts
from companion.heard import FIXED, Outcome, Ready
from companion.hearing import after, first_to_answer, latest
from companion.speakers import steadying
from memory.asking import toldlog
from memory.models import Memory, MemoryUse
from memory.recall import indexing
from memory.standing import lock
from memory.using import holding
from safety import events
from safety.events import Line
from safety.levels import Level
from transcript import finding
from transcript.models import Conversation, EventKind, Message, Role, Status, record


@dataclass(frozen=True)
class Ended:
    """How a reply ended."""

    status: Status
    text: str


def begin_reply(conversation_id: UUID, now: datetime) -> Message | None:
    """The place for an answer to the latest user line, or None when nothing waits for one or a reply runs already.
    The conversation's row lock makes two processes agree."""
    with transaction.atomic():
        conversation = (
            Conversation.objects.select_for_update(no_key=True)
            .filter(pk=conversation_id, deleted_at=None)
            .first()
        )
        if conversation is None or is_running(conversation):
            return None
        last = latest(conversation)
        if last is None or last.role != Role.USER:
            return None
        return make_place(last, now)


def make_place(line: Message, now: datetime, *, without_memory: bool = False) -> Message:
    """A reply to a line, running, with nothing said yet. Call with the conversation's row locked."""
    return Message.objects.create(
        user_id=line.user_id,
        conversation_id=line.conversation_id,
        role=Role.COMPANION,
        text="",
        lang=line.lang,
        status=Status.GENERATING,
        parent=line,
        created_at=after(line, now),
        checkpoint_at=now,
        risk_level=first_to_answer(line).risk_level,
        without_memory=without_memory,
    )


def is_running(conversation: Conversation) -> Message | None:
    """The reply that is on its way on the path that is shown."""
    return Message.objects.filter(conversation=conversation, live=True, status=Status.GENERATING).first()


def checkpoint(reply_id: UUID, text: str, now: datetime) -> bool:
    """Store the text so far. False when the reply was taken away meanwhile (deleted, given up, tried again)."""
    with transaction.atomic():
        reply = (
            Message.objects.select_for_update(no_key=True)
            .filter(id=reply_id, status=Status.GENERATING, live=True)
            .first()
        )
        if reply is None:
            return False
        fields = ["checkpoint_at"]
        reply.checkpoint_at = now
        if reply.text != text:
            reply.text = text
            fields.append("text")
        reply.save(update_fields=fields)
    return True


def finish(reply_id: UUID, ended: Ended, outcome: Outcome | None, now: datetime) -> Message | None:
    """Close a running reply and make its durable event. None when it was closed before: safe to run twice."""
    found = Message.objects.select_related("user").filter(id=reply_id).first()
    if found is None:
        return None
    with transaction.atomic():
        lock(
            found.user
        )  # before the reply's row: branching takes them in this order, and neither waits for ever
        reply = (
            Message.objects.select_for_update(of=("self",), no_key=True)
            .select_related("conversation", "user")
            .filter(id=reply_id, status=Status.GENERATING)
            .first()
        )
        if reply is None:
            return None
        reply.status, reply.text, reply.checkpoint_at = ended.status, ended.text or reply.text, None
        finding.index(reply, reply.text, now)
        if outcome:
            reply.model, reply.template_id = outcome.voice[:120], outcome.template_id[:64]
            if outcome.usage:
                reply.prompt_tokens = outcome.usage.prompt_tokens
                reply.completion_tokens = outcome.usage.completion_tokens
        reply.save()
        if ended.status != Status.FAILED:
            indexing.note(reply, reply.text, now)
        if outcome and outcome.ready and reply.live and ended.status != Status.FAILED:
            keep_uses(outcome.ready, reply, now)
            if outcome.keeper:
                steadying.keep(outcome.ready, outcome.keeper, reply, now)
        Conversation.objects.filter(pk=reply.conversation_id).update(last_message_at=now, worked_out_at=None)
        record(reply.conversation, EventKind.FINISHED, now, reply)
        shows = reply.live and ended.status != Status.FAILED
        if shows and (level := aftercare.card_due(reply, now)) is not None:
            hand_over_card(reply, level, _line_of(reply), now, _elsewhere(outcome))
        elif outcome and outcome.voice == "safety":
            events.replied(_line_of(reply), reply.template_id)
    if outcome and outcome.usage and outcome.ready and ended.status == Status.COMPLETE:
        gauging.learn(outcome.voice, outcome.ready.prompt.messages, outcome.usage.prompt_tokens)
    return reply


def hand_over_card(
    reply: Message, level: Level, line: Line, now: datetime, region: str | None = None
) -> None:
    """The card with help lines behind a reply, and what is written down of it. `region`: where somebody else is, None for the user's
    own. Call in the transaction that keeps the reply."""
    data = {"kind": "crisis", "level": int(level), "reply": str(reply.id)}
    if region is not None:
        data["region"] = region
    record(reply.conversation, EventKind.NOTICE, now, data=data)
    lines = [one.id for one in bodies.crisis_card(reply.user, level, now, region).lines]
    events.replied(line, reply.template_id, lines)


def _elsewhere(outcome: Outcome | None) -> str | None:
    """The region of somebody else whom the line is about; None for the user's own."""
    where = whereabouts.of(outcome.ready.heard) if outcome and outcome.ready else None
    return where.region if where and where.theirs else None


def _line_of(reply: Message) -> Line:
    line = reply.parent or reply
    return Line(line.id, line.created_at, line.lang)


def keep_uses(ready: Ready, reply: Message, now: datetime) -> None:
    """Record which memories the reply was shown, which were held back, and the topic it chose, in the transaction that keeps
    the reply. A temporary conversation leaves no trace in memory, not even that."""
    user, reply_id = ready.heard.user, reply.id
    if reply.conversation.temporary:
        return
    with transaction.atomic():
        lock(user)  # nothing shown is deleted, and no candidate taken away, between this look and the commit
        if reply.model not in FIXED:  # words of code were shown nothing
            _record_shown(ready, reply_id, now)
            _record_held_back(ready, reply, now)
        raising.keep(user, reply, ready.choice, now)
        spoke = reply.status == Status.COMPLETE and reply.model not in FIXED
        if spoke and ready.question:  # cut off, or answered by code, it was not asked
            toldlog.asked(user, ready.question, reply, now)
        if spoke:
            toldlog.advised(user, reply, now)


def _record_shown(ready: Ready, reply_id: UUID, now: datetime) -> None:
    user = ready.heard.user
    shown = {hit.id: hit for hit in ready.prompt.shown}
    standing = Memory.objects.for_user(user).filter(id__in=list(shown)).values_list("id", flat=True)
    uses = [
        MemoryUse(
            user=user,
            reply_id=reply_id,
            memory_id=key,
            lanes=dict(shown[key].lanes),
            score=shown[key].score,
            at=now,
        )
        for key in standing
    ]
    MemoryUse.objects.bulk_create(uses, ignore_conflicts=True)
    Memory.objects.filter(id__in=[use.memory_id for use in uses]).update(
        last_used=now, use_count=F("use_count") + 1
    )


def _record_held_back(ready: Ready, reply: Message, now: datetime) -> None:
    """Not where nothing was looked for: an answer that was asked for without memories."""
    if not ready.heard.without_memory:
        shown = {hit.id for hit in ready.prompt.shown}
        holding.keep(reply, ready.heard.cue, ready.recalled, shown, now)


def give_up_abandoned(now: datetime) -> list[Message]:
    """Mark replies whose process died as interrupted, with their partial text; the replies that were, for the caller to
    announce."""
    given_up = []
    for reply in Message.objects.abandoned(now)[:200]:
        if ended := finish(reply.id, Ended(Status.INTERRUPTED, ""), None, now):
            given_up.append(ended)
    return given_up
