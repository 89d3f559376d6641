"""Keeping a reply: its place before it is spoken, its text while it runs, and its end, each in a short transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from companion.heard import Outcome, Ready
from companion.hearing import after, latest
from memory.learning import lock
from memory.models import Memory, MemoryUse
from safety.levels import Level
from topics.models import Candidate, TopicChoice
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
        conversation = Conversation.objects.select_for_update().get(pk=conversation_id)
        replies = Message.objects.filter(conversation=conversation, live=True)
        if replies.filter(status=Status.GENERATING).exists():
            return None
        last = latest(conversation)
        if last is None or last.role != Role.USER:
            return None
        return Message.objects.create(
            user_id=conversation.user_id,
            conversation=conversation,
            role=Role.COMPANION,
            text="",
            lang=last.lang,
            status=Status.GENERATING,
            parent=last,
            created_at=after(last, now),
            checkpoint_at=now,
            risk_level=last.risk_level,
        )


def checkpoint(reply_id: UUID, text: str, now: datetime) -> bool:
    """Store the text so far. False when the reply was taken away meanwhile (deleted, given up, tried again)."""
    with transaction.atomic():
        reply = (
            Message.objects.select_for_update()
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
    with transaction.atomic():
        reply = (
            Message.objects.select_for_update()
            .select_related("conversation")
            .filter(id=reply_id, status=Status.GENERATING)
            .first()
        )
        if reply is None:
            return None
        reply.status, reply.text, reply.checkpoint_at = ended.status, ended.text or reply.text, None
        if outcome:
            reply.model, reply.template_id = outcome.voice[:120], outcome.template_id[:64]
            if outcome.usage:
                reply.prompt_tokens = outcome.usage.prompt_tokens
                reply.completion_tokens = outcome.usage.completion_tokens
        reply.save()
        if outcome and outcome.ready and ended.status != Status.FAILED:
            keep_uses(outcome.ready, reply_id, now)
        Conversation.objects.filter(pk=reply.conversation_id).update(last_message_at=now)
        record(reply.conversation, EventKind.FINISHED, now, reply)
        if reply.risk_level >= Level.R2 and ended.status != Status.FAILED:
            data = {"kind": "crisis", "level": reply.risk_level}
            record(reply.conversation, EventKind.NOTICE, now, data=data)
    return reply


def keep_uses(ready: Ready, reply_id: UUID, now: datetime) -> None:
    """Record which memories the reply was shown, and the topic it chose, in the transaction that keeps the reply."""
    user = ready.heard.user
    with transaction.atomic():
        lock(user)  # nothing shown is deleted, and no candidate taken away, between this look and the commit
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
        choice = ready.choice
        candidate = Candidate.objects.for_user(user).filter(id=choice.candidate).first()
        TopicChoice.objects.get_or_create(
            reply_id=reply_id,
            defaults={
                "user": user,
                "conversation_id": ready.heard.message.conversation_id,
                "candidate": candidate,
                "move": choice.move,
                "parts": choice.parts,
                "at": now,
            },
        )
        if candidate:
            Candidate.objects.filter(id=candidate.id).update(raised_at=now)


def give_up_abandoned(now: datetime) -> list[Message]:
    """Mark replies whose process died as interrupted, with their partial text; the replies that were, for the caller to
    announce."""
    given_up = []
    for reply in Message.objects.abandoned(now)[:200]:
        if ended := finish(reply.id, Ended(Status.INTERRUPTED, ""), None, now):
            given_up.append(ended)
    return given_up


def retry(conversation_id: UUID, user_id: UUID, reply_id: UUID, now: datetime) -> bool:
    """Set a reply that came to nothing aside, so that its line is answered again. False when it can't be: another reply
    stands already, or this one is whole."""
    with transaction.atomic():
        conversation = Conversation.objects.select_for_update().get(pk=conversation_id, user_id=user_id)
        reply = Message.objects.filter(conversation=conversation, id=reply_id, live=True).first()
        broken = (Status.FAILED, Status.INTERRUPTED, Status.STOPPED)
        if reply is None or reply.status not in broken or reply != latest(conversation):
            return False
        reply.live = False
        reply.save(update_fields=["live"])
    return True
