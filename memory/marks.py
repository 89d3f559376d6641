"""Keyed marks of what a memory is about: slot, value, and the tombstones' keys. All under the user's own key."""

from __future__ import annotations

from uuid import UUID

from accounts import vault
from memory.keywords import fold, words

SUBJECT_FOLDS = {
    "妈": "妈妈", "母亲": "妈妈", "老妈": "妈妈", "爸": "爸爸", "父亲": "爸爸", "老爸": "爸爸",
    "妹": "妹妹", "弟": "弟弟", "姐": "姐姐", "哥": "哥哥", "媳妇": "老婆", "妻子": "老婆", "太太": "老婆",
    "丈夫": "老公", "猫咪": "猫", "猫猫": "猫", "小猫": "猫", "狗狗": "狗", "小狗": "狗",
    "mum": "mom", "mother": "mom", "father": "dad", "kitty": "cat", "kitten": "cat", "puppy": "dog",
}  # fmt: skip


def subject_key(subject: str) -> str:
    """One spelling per person: 我妈, 妈妈 and 母亲 are the same slot, or her name would be kept three times."""
    folded = fold(subject)
    for lead in ("我的", "我", "my", "our"):
        if folded.startswith(lead) and len(folded) > len(lead):
            folded = folded.removeprefix(lead)
            break
    return SUBJECT_FOLDS.get(folded, folded)


def slot(user_id: UUID, kind: str, subject: str, attribute: str, within: UUID | None = None) -> bytes:
    """The address of a fact. Plans and events share one, so that an outcome finds its plan. `within` is the persona that
    alone may know it: what is told to one neither confirms nor contradicts what another knows."""
    family = "dated" if kind in ("plan", "event") else kind
    if within is not None:
        return vault.keyed_hash(user_id, "slot", family, subject_key(subject), attribute, within.hex)
    return vault.keyed_hash(user_id, "slot", family, subject_key(subject), attribute)


def value_key(user_id: UUID, value: str, polarity: int) -> bytes:
    return vault.keyed_hash(user_id, "value", fold(value), str(polarity))


def fact_tombstone(user_id: UUID, subject: str, attribute: str, value: str) -> bytes:
    return vault.keyed_hash(user_id, "tombstone.fact", subject_key(subject), attribute, fold(value))


def quote_tombstone(user_id: UUID, quote: str) -> bytes:
    return vault.keyed_hash(user_id, "tombstone.quote", fold(quote))


def keyword_ids(user_id: UUID, *texts: str) -> list[int]:
    return vault.keyword_ids(user_id, [word for text in texts for word in words(text)])
