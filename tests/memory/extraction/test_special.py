"""What needs consent by its words, whatever kind of memory it would become."""

from __future__ import annotations

import uuid

import pytest

from memory.candidates import USER, Candidate
from memory.extraction.special import needing_consent
from memory.policy import Kind


def claim(words: str, kind: Kind = Kind.EVENT, subject: str = USER) -> Candidate:
    return Candidate(kind, subject, "event_what", words, words, "zh", uuid.uuid4(), words)


@pytest.mark.parametrize(
    ("words", "consent"),
    [
        ("我怀孕三个月了", "health"), ("最近老是失眠，三四点才睡着", "health"), ("我又催吐了", "health"), ("在戒酒，第三周", "health"),
        ("I'm pregnant", "health"), ("I can't sleep at all", "health"), ("I cannot sleep", "health"), ("I relapsed last night", "health"),
        ("我被骗了八万块", "money"), ("积蓄都被骗光了", "money"), ("网上赌博输了两万", "money"), ("got scammed out of 3000", "money"),
        ("I lost all my savings", "money"), ("他又动手了", "trauma"), ("我爸昨天打了我", "trauma"), ("前任一直跟踪我", "trauma"),
        ("he punched me in the stomach", "trauma"), ("I was molested as a kid", "trauma"), ("我信佛", "belief"), ("我是双性恋", "sexuality"),
    ],
)  # fmt: skip
def test_ones_own_matters(words: str, consent: str) -> None:
    assert needing_consent(claim(words)).consent == consent


@pytest.mark.parametrize(
    "words",
    [
        "昨晚睡得很好", "我打了一下午羽毛球", "他打电话给我了", "周末去赌场旁边的酒店住", "被朋友骗去看恐怖片", "升职了", "买了新的键盘",
        "I slept like a log", "he beat me at chess", "I lost my keys", "sober-minded friends came over", "kicked off my new job",
    ],
)  # fmt: skip
def test_everyday_life_is_no_such_matter(words: str) -> None:
    assert needing_consent(claim(words)).consent is None


def test_others_news_and_wishes_are_not_ones_own_matters() -> None:
    assert needing_consent(claim("姐姐怀孕了", subject="姐姐")).consent is None
    assert needing_consent(claim("别再提我失眠的事", Kind.BOUNDARY)).consent is None
