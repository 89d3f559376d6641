"""How lines become findable: a passage for each that may be told again, its words at once, its vector in the background."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from django.db.models import QuerySet

from accounts import vault
from accounts.models import User
from memory import marks
from memory.forgetting.spoken import without_withheld
from memory.models import Passage
from memory.recall.lanes import Embed
from memory.recall.pool import TOGETHER
from transcript.models import Message, Role

LINE_MOST = 1_200
"""Characters of a line that is talk; more is a text that was pasted, and nothing is kept of that unasked."""
BATCH = 4
"""Lines embedded at once, each with the line before it: as many texts as a batch of memories."""
BEFORE_MOST, ALONE_MOST = 200, 300
"""Characters of each that its vector is made of: the end of the one before, the beginning of the line."""


def note(message: Message, text: str, now: datetime) -> None:
    """Index a line's words; its vector is made later. A line of a temporary talk, or from which nothing may be learnt, or
    that is a pasted text, is not indexed. Safe to run twice."""
    asked = message.parent if message.role == Role.COMPANION else None
    barred = message.learn_bar or (asked is not None and asked.learn_bar) or message.conversation.temporary
    if barred or len(text) > LINE_MOST or not text.strip():
        Passage.objects.filter(message=message).delete()
        return
    Passage.objects.update_or_create(
        message=message,
        defaults={
            "user": message.user,
            "conversation": message.conversation,
            "after_id": message.parent_id,
            "role": message.role,
            "at": message.created_at,
            "keywords": marks.keyword_ids(message.user_id, text),
            "indexed_at": now,
            "vector": None,
            "recipe": "",
            "embedded_at": None,
        },
    )


def note_again(message: Message, text: str, now: datetime) -> None:
    """Index a line of before, without the words that were withheld since."""
    note(message, without_withheld(message.user, {message.id: text})[message.id], now)


def index_waiting(now: datetime, most: int = 500) -> int:
    """Index the lines that were let go, by the words that may still be told; the number indexed."""
    rows = Passage.objects.to_index().exclude(user__data_key=None).select_related("message", "user")
    count = 0
    for row in rows.order_by("at")[:most]:
        text = without_withheld(row.user, {row.message_id: row.message.text})[row.message_id]
        held = Passage.objects.filter(id=row.id, indexed_at=None)
        count += held.update(keywords=marks.keyword_ids(row.user_id, text), indexed_at=now)
    return count


def embed_waiting(embed: Embed, now: datetime, most: int = 64, owners: QuerySet[User] | None = None) -> int:
    """Make the vectors that lines miss, newest first; the number made. Raises llm.errors.LLMError when the embedder is
    away."""
    waiting = Passage.objects.to_embed().exclude(user__data_key=None)
    if owners is not None:
        waiting = waiting.filter(user__in=owners)
    made = 0
    while made < most:
        rows = list(waiting.select_related("message__parent", "user").order_by("-at")[:BATCH])
        done = _embed(rows, embed, now) if rows else 0
        made += done
        if not done:
            break
    return made


def _embed(rows: Sequence[Passage], embed: Embed, now: datetime) -> int:
    texts = [_texts(row) for row in rows]
    vectors, recipe = embed([text for pair in texts for text in pair], "passage")
    done, start = 0, 0
    for row, pair in zip(rows, texts, strict=True):
        together = vectors[start : start + len(pair)].sum(axis=0)
        start += len(pair)
        turned = vault.turn(row.user_id, together / (np.linalg.norm(together) + 1e-9))
        held = Passage.objects.filter(id=row.id, embedded_at=None, indexed_at=row.indexed_at)
        done += held.update(vector=turned.tolist(), recipe=recipe, embedded_at=now)
    return done


def _texts(row: Passage) -> list[str]:
    """The line alone, and after the line it answers: "yes, on Friday" lies near no question."""
    line, before = row.message, row.message.parent
    together = before is not None and before.live and line.created_at - before.created_at <= TOGETHER
    ids = {line.id: line.text} | ({before.id: before.text} if before is not None and together else {})
    told = without_withheld(row.user, ids)
    return texts_of(told[line.id], told[before.id] if before is not None and together else "")


def texts_of(line: str, before: str) -> list[str]:
    """What a line's vector is the mean of."""
    return [line, f"{before[-BEFORE_MOST:]}\n{line[:ALONE_MOST]}"] if before else [line]


def queue_other_recipes(recipe: str) -> int:
    """Queue the lines whose vector was made by another recipe than this; the number queued."""
    return Passage.objects.exclude(embedded_at=None).exclude(recipe=recipe).update(embedded_at=None)
