"""What a source has to tell, as plain text: nothing in it can be taken for markup or turn the reading direction."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import nh3

TITLE_MAX = 120
SUMMARY_MAX = 300
RAW_MAX = 20_000
"""Of a title or a summary as it came, so much is looked at."""
_TAG = re.compile(r"</?[A-Za-z!?][^<>]*>")
_BREAK = re.compile(r"</?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|blockquote|pre|hr)\b", re.IGNORECASE)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co"})
"""Controls, format characters (bidi ones too), lone surrogates, private use."""


@dataclass(frozen=True)
class Item:
    """One thing a source tells. `key` names it again at the next fetch, within its source; `link` is http(s) or "";
    `at` is when it was published, or the day it is about; `texts` has the title in "zh" and "en"."""

    key: str
    title: str
    summary: str
    link: str
    at: datetime | None
    texts: Mapping[str, str] = field(hash=False)


def key_of(*parts: str) -> str:
    """A short stable name for what identifies an item."""
    return hashlib.sha256("\x00".join(parts).encode("utf-8", "replace")).hexdigest()[:32]


def plain(markup: str, most: int) -> str:
    """The text of HTML or of plain text, on one line, cut to `most` characters."""
    raw = _BREAK.sub(lambda found: " " + found[0], markup[:RAW_MAX])
    text = _visible(html.unescape(nh3.clean(raw, tags=set())))
    # Markup that was escaped twice is still markup to whoever unescapes once more.
    text = _TAG.sub(" ", text)
    if _TAG.search(text):  # tags in tags, which fall into place when the inner ones go
        text = text.replace("<", " ").replace(">", " ")
    return cut(" ".join(text.split()), most)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _visible(text: str) -> str:
    """Without characters that can't be seen: they hide words from people that a model would read. Every space is one."""
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    return "".join(letter for letter in spaced if not _is_unseen(letter))


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN or "\U000e0100" <= letter <= "\U000e01ef"
