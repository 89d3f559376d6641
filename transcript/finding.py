"""Finding one's own words again: any part of a line, one Chinese character or the beginning of an English word.

The index holds keyed hashes of single characters, pairs and beginnings of words: the database can match and read nothing.
What it brings back is opened and looked at, so that a hit is a real one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from opencc import OpenCC

from accounts import vault
from accounts.models import User
from transcript.models import Message, Role

PREFIX_MOST = 10
WORDS_MOST = 6_000
"""Index entries per line: a pasted book is found by its beginning."""
LOOKED_AT = 400
"""Lines that are opened for one page of hits."""
AROUND = 24
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RUN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")

Clean = Callable[[dict[UUID, str]], dict[UUID, str]]
"""Takes out of companion lines what must not be shown any more."""
Also = Callable[[Message, str, datetime], None]
"""(line, its text, now): another index that a line is to be found in."""


@dataclass(frozen=True)
class Hit:
    """A line that holds what was looked for, with the words around it: `before`, `match`, `after`."""

    message: UUID
    conversation: UUID
    role: str
    at: datetime
    before: str
    match: str
    after: str


def fold(text: str) -> str:
    """The form in which words are compared: width, case and 繁/简 don't matter. As long as the text where that can be
    kept, so that a place in one is a place in the other."""
    return "".join(_folded(character) for character in text)


@lru_cache(maxsize=8_192)
def _folded(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).casefold()
    return _simplified().convert(plain) if _IS_CJK.match(plain) else plain


@lru_cache(maxsize=1)
def _simplified() -> OpenCC:
    return OpenCC("t2s")


def entries(text: str) -> list[str]:
    """What a line is found by, each once, in order."""
    found: dict[str, None] = {}
    for run in _RUN.findall(fold(text)):
        if len(found) >= WORDS_MOST:
            break
        if _IS_CJK.match(run):
            run = run[:WORDS_MOST]
            found.update(dict.fromkeys(run))
            found.update(dict.fromkeys(run[i : i + 2] for i in range(len(run) - 1)))
        else:
            found.update(dict.fromkeys(run[:end] for end in range(1, min(len(run), PREFIX_MOST) + 1)))
    return list(found)


def wanted(term: str) -> list[str]:
    """What every line that holds the term is sure to be indexed by: an English term is the beginning of a word."""
    found: list[str] = []
    for run in _RUN.findall(fold(term)):
        if _IS_CJK.match(run):
            found += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
        else:
            found.append(run[:PREFIX_MOST])
    return found


def index(message: Message, text: str, now: datetime) -> None:
    """Set a line's index; the caller saves it."""
    message.keywords = vault.keyword_ids(message.user_id, entries(text))
    message.indexed_at = now


def search(user: User, query: str, clean: Clean, most: int = 50) -> list[Hit]:
    """The user's lines, of either side, that hold every term of the query, newest first. Deleted and temporary
    conversations and other branches are left out."""
    terms = [fold(term) for term in unicodedata.normalize("NFC", query).split()]
    terms = [term for term in terms if term]
    if not terms:
        return []
    rows = (
        Message.objects.for_user(user)
        .live()
        .filter(conversation__deleted_at=None, conversation__temporary=False)
    )
    ids = vault.keyword_ids(user.id, {entry for term in terms for entry in wanted(term)})
    if ids:
        rows = rows.filter(keywords__contains=ids)
    newest = rows.defer("keywords").order_by("-created_at", "-id")[:LOOKED_AT]
    return _hits(list(newest), terms, clean)[:most]


def _hits(rows: Sequence[Message], terms: Sequence[str], clean: Clean) -> list[Hit]:
    told = clean({row.id: row.text for row in rows if row.role == Role.COMPANION})
    found = []
    for row in rows:
        text = told.get(row.id, row.text)
        folded = fold(text)
        if all(term in folded for term in terms):
            found.append(Hit(row.id, row.conversation_id, row.role, row.created_at, *snippet(text, terms)))
    return found


def snippet(text: str, terms: Iterable[str]) -> tuple[str, str, str]:
    """(before, match, after): the words around the first of the terms, on one line."""
    flat = " ".join(text.split())
    lengths = [len(_folded(character)) for character in flat]
    folded = fold(flat)
    place = min(((folded.find(term), term) for term in terms if term in folded), default=(0, ""))
    start, end = _place(lengths, place[0]), _place(lengths, place[0] + len(place[1]))
    before, after = flat[max(0, start - AROUND) : start], flat[end : end + 3 * AROUND]
    return (
        ("…" if start > AROUND else "") + before,
        flat[start:end],
        after + ("…" if len(flat) > end + 3 * AROUND else ""),
    )


def _place(lengths: Sequence[int], folded: int) -> int:
    """The place in a text that stands for a place in its folded form."""
    passed = 0
    for place, length in enumerate(lengths):
        if passed >= folded:
            return place
        passed += length
    return len(lengths)


def index_waiting(now: datetime, also: Also | None = None, most: int = 500) -> int:
    """Index lines that are not yet, here and wherever else the caller has them found; the number indexed. Lines whose key
    is destroyed hold no words any more."""
    rows = Message.objects.to_index().exclude(user__data_key=None).order_by("created_at")[:most]
    count = 0
    for row in rows:
        index(row, row.text, now)
        row.save(update_fields=["keywords", "indexed_at"])
        if also is not None:
            also(row, row.text, now)
        count += 1
    return count
