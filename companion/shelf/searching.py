"""What a person looks for in their own conversations: lines of either side, and titles, grouped by conversation."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.models import User
from companion.shelf import listing, naming
from memory.forgetting import without_withheld
from transcript import finding
from transcript.finding import Hit
from transcript.models import Conversation

QUERY_MAX = 100
PAGE = 50


@dataclass(frozen=True)
class Group:
    """A conversation in which something was found. `marked` are the pieces of its title, each with whether it is a match."""

    item: listing.Listed
    marked: tuple[tuple[str, bool], ...]
    hits: tuple[Hit, ...]
    at: datetime


@dataclass(frozen=True)
class Found:
    """What was found for a query, the newest conversation first. `more` is the number to ask for next, 0 when this is all;
    `bounded` when only the newest lines were looked at."""

    query: str = ""
    groups: tuple[Group, ...] = ()
    lines: int = 0
    more: int = 0
    bounded: bool = False


def read(query: str) -> str:
    """A query as it is looked for."""
    query = query.encode("utf-8", "ignore").decode("utf-8").replace("\x00", "")
    return " ".join(unicodedata.normalize("NFC", query)[:QUERY_MAX].split())


def search(user: User, query: str, most: int = PAGE) -> Found:
    """Up to `most` lines, and every title, that hold all words of the query."""
    terms = [term for term in (finding.fold(word) for word in query.split()) if term]
    if not terms:
        return Found(query)
    most = min(max(most, 1), finding.LOOKED_AT)
    hits = finding.search(user, query, lambda texts: without_withheld(user, texts), most + 1)
    by_conversation: dict[UUID, list[Hit]] = defaultdict(list)
    for hit in hits[:most]:
        by_conversation[hit.conversation].append(hit)
    rows = {row.id: row for row in Conversation.objects.for_user(user).kept()}
    titled = _titled(user, list(rows.values()), terms)
    wanted = [rows[key] for key in {*by_conversation, *titled} if key in rows]
    groups = [
        Group(
            item,
            marks(item.title, terms),
            tuple(by_conversation[UUID(item.id)]),
            max([hit.at for hit in by_conversation[UUID(item.id)]], default=item.at),
        )
        for item in listing.listed(user, wanted)
    ]
    groups.sort(key=lambda group: (group.at, group.item.id), reverse=True)
    further = len(hits) > most
    return Found(
        query,
        tuple(groups),
        min(len(hits), most),
        most + PAGE if further and most < finding.LOOKED_AT else 0,
        further and most >= finding.LOOKED_AT,
    )


def _titled(user: User, rows: Sequence[Conversation], terms: Sequence[str]) -> set[UUID]:
    """Conversations whose title holds every term. One without a title is called after its first line, which is found
    itself."""
    given = naming.stored(user, rows)
    return {key for key, title in given.items() if all(term in finding.fold(title) for term in terms)}


def marks(text: str, terms: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """The text in pieces, each with whether it is one of the terms."""
    folded = finding.fold(text)
    if len(folded) != len(text):
        return ((text, False),)  # a sign that folds into several: its places can't be told
    inside = [False] * len(text)
    for term in terms:
        place = folded.find(term)
        while place >= 0:
            inside[place : place + len(term)] = [True] * len(term)
            place = folded.find(term, place + 1)
    pieces: list[tuple[str, bool]] = []
    for character, marked in zip(text, inside, strict=True):
        if pieces and pieces[-1][1] is marked:
            pieces[-1] = (pieces[-1][0] + character, marked)
        else:
            pieces.append((character, marked))
    return tuple(pieces)
