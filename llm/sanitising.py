"""Text made fit for an embedding model. Pure; shared by the gateway and the embedder process."""

from __future__ import annotations

import re
import unicodedata

MAX_CHARS = 500
# NFKC turns one U+FDFA into 18 characters: cutting the input first keeps a hostile text from growing a
# thousandfold before it is looked at.
_MAX_INPUT = MAX_CHARS * 8
# Single code points that NFKC expands into whole phrases; nine of U+FDFA overflow the embedder's buffer.
_LIGATURES = re.compile("[\ufdfa\ufdfb]+")
_SPACES = re.compile(r"\s+")
_DROPPED = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})


def sanitise(text: str, limit: int = MAX_CHARS) -> str:
    """Return `text` normalised (NFKC), without control, format, private, unassigned and surrogate characters,
    with single spaces, at most `limit` characters, and never empty.
    """
    short = text[:_MAX_INPUT]
    short = _LIGATURES.sub(lambda run: run.group()[0], short)
    whole = "".join(char for char in short if not "\ud800" <= char <= "\udfff")
    normal = unicodedata.normalize("NFKC", whole)[: limit * 2]
    clean = "".join(" " if unicodedata.category(char) in _DROPPED else char for char in normal)
    return _SPACES.sub(" ", clean).strip()[:limit].strip() or "-"
