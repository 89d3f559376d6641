"""What time does to memories: vectors to be made, states that end, plans whose day has passed, bins to empty."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts import vault
from accounts.models import User
from memory import marks
from memory.forgetting import purge
from memory.history import Change, close, snapshot, transition
from memory.models import Memory
from memory.recall.lanes import Embed
from memory.rivalry import settle_rivals
from memory.standing import lock
from memory.states import Status, TransitionKind

BATCH = 8

__all__ = ["embed_waiting", "expire", "purge", "queue_other_recipes"]


def embed_waiting(embed: Embed, now: datetime, most: int = 64, owners: QuerySet[User] | None = None) -> int:
    """Make vectors for rows that have none, of everybody or of `owners` alone; the number made. The embedder is asked
    outside any transaction, and a row edited meanwhile keeps its place in the queue. Raises llm.errors.LLMError when the
    embedder is away."""
    waiting = Memory.objects.to_embed().exclude(
        user__data_key=None
    )  # without a key there is no text left to embed
    if owners is not None:
        waiting = waiting.filter(user__in=owners)
    made = 0
    while made < most:
        rows = list(waiting.order_by("recorded_at")[:BATCH])
        if not rows:
            break
        vectors, recipe = embed([row.statement for row in rows], "passage")
        done = 0
        for row, vector in zip(rows, vectors, strict=True):
            turned = vault.turn(row.user_id, vector)
            done += Memory.objects.filter(id=row.id, version=row.version, embedded_at=None).update(
                vector=turned.tolist(),
                recipe=recipe,
                embedded_at=now,
                keywords=marks.keyword_ids(row.user_id, row.statement, row.value),
            )
        made += done
        if not done:
            break
    return made


def queue_other_recipes(recipe: str) -> int:
    """Queue the rows whose vector was made by another recipe than this; the number queued. Until they are embedded anew
    the vector lane leaves them out, and keywords find them. Safe to run twice."""
    return Memory.objects.exclude(embedded_at=None).exclude(recipe=recipe).update(embedded_at=None)


def expire(now: datetime) -> int:
    """Close what has lived its time. Expiry is a state, not a deletion."""
    count = 0
    for row in Memory.objects.due_to_expire(now).select_related("user")[:500]:
        with transaction.atomic():
            lock(row.user)
            held = Memory.objects.select_for_update(no_key=True).filter(id=row.id).due_to_expire(now).first()
            if held is None:
                continue
            before = snapshot(held)
            close(held, Status.EXPIRED, now)
            transition(held, Change(TransitionKind.EXPIRE, "lived_its_time", before=before), now)
            if before["status"] == Status.CONFLICTED:
                settle_rivals(held.user, [bytes(held.slot)], now)
            count += 1
    return count
