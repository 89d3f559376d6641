"""How something is erased: preview, one transaction over a manifest, tombstones that every write path consults, an undo
window, then purge. "Forget everything about …", said in a chat, binds to ids and asks first.
"""

from __future__ import annotations

from memory.forgetting.bins import restore, restore_all
from memory.forgetting.manifest import (
    UNDO_WINDOW,
    NothingToForget,
    forget,
    purge,
    purge_now,
    register,
)
from memory.forgetting.previewing import Preview, preview
from memory.forgetting.spoken import UNSAID_MOST, without_withheld, words_of

__all__ = [
    "UNDO_WINDOW",
    "UNSAID_MOST",
    "NothingToForget",
    "Preview",
    "forget",
    "preview",
    "purge",
    "purge_now",
    "register",
    "restore",
    "restore_all",
    "without_withheld",
    "words_of",
]
