"""The tables of memory, by subject."""

from __future__ import annotations

from memory.models.dreams import Dream, Proposal
from memory.models.owned import Owned, OwnedQuerySet
from memory.models.passages import Passage, PassageQuerySet
from memory.models.rows import Evidence, Memory, MemoryQuerySet, Transition
from memory.models.switches import MemorySettings
from memory.models.traces import Bin, ForgetRequest, Receipt, Tombstone, Withheld
from memory.models.understanding import Alias, Derivation, Entity, Relation
from memory.models.uses import HeldBack, MemoryUse, SetAside, Told, Verdict

__all__ = [
    "Alias",
    "Bin",
    "Derivation",
    "Dream",
    "Entity",
    "Evidence",
    "ForgetRequest",
    "HeldBack",
    "Memory",
    "MemoryQuerySet",
    "MemorySettings",
    "MemoryUse",
    "Owned",
    "OwnedQuerySet",
    "Passage",
    "PassageQuerySet",
    "Proposal",
    "Receipt",
    "Relation",
    "SetAside",
    "Told",
    "Tombstone",
    "Transition",
    "Verdict",
    "Withheld",
]
