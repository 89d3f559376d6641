"""The words a deleted memory stood on or was told in: withheld from every prompt, search and summary, while the transcript
still shows the user what was said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from accounts.models import User
from memory.models import Bin, Memory, Passage, Withheld
from transcript.models import Message, Role, Status

UNSAID_MOST = 2_000


def without_withheld(user: User, texts: dict[UUID, str]) -> dict[UUID, str]:
    """Message texts by id, with the words of deleted and never-to-be-raised memories taken out: what a prompt,
    search or summary may see."""
    held = Withheld.objects.for_user(user).filter(message_id__in=list(texts))
    cleaned = dict(texts)
    for row in held:
        cleaned[row.message_id] = cleaned[row.message_id].replace(row.quote, "…")
    return cleaned


def reindex(user: User, memories: Iterable[UUID]) -> int:
    """Have the lines found anew of which words are withheld for these memories: called after they were withheld, and
    before they are told again. The number of lines."""
    held = Withheld.objects.for_user(user).filter(memory__in=list(memories))
    return Passage.objects.for_user(user).filter(message__in=held.values("message")).let_go()


def words_of(user: User, bin_id: UUID) -> list[UUID]:
    """The user's own lines that a deleted memory stood on, while they are still there: they can be deleted too."""
    held = Bin.objects.for_user(user).filter(id=bin_id).first()
    if held is None:
        return []
    proofs = [proof["message"] for proof in json.loads(held.content)["evidence"] if proof["message"]]
    lines = Message.objects.for_user(user).filter(id__in=proofs, role=Role.USER, live=True)
    return list(lines.order_by("created_at").values_list("id", flat=True))


def unsay(row: Memory, now: datetime) -> int:
    """Withhold the fact where the companion itself said it: its own words in the history would bring it back in the next
    prompt. Its newest lines since the fact was heard; one character alone is no fact."""
    heard = min([row.recorded_at, *(proof.at for proof in row.evidence.all())])
    lines = Message.objects.for_user(row.user).filter(role=Role.COMPANION, created_at__gte=heard)
    wanted = [words for words in (row.statement.rstrip("。.!！ "), row.value.strip()) if len(words) > 1]
    told = re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE) if wanted else None
    found = [
        Withheld(user=row.user, message=line, quote=words, memory=row.id, at=now)
        for line in lines.exclude(status=Status.GENERATING).order_by("-created_at")[:UNSAID_MOST]
        for words in (sorted(set(told.findall(line.text)), key=len, reverse=True) if told else ())
    ]
    Withheld.objects.bulk_create(found)
    return len(found)
