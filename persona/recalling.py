"""Answering a question about the user from what memory brought back, without a model. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

USER = "user"
_ALIKE: dict[str, frozenset[str]] = {
    "name": frozenset({"name", "nickname"}),
    "city": frozenset({"city", "place_live"}),
    "job": frozenset({"job", "position", "employer"}),
    "employer": frozenset({"employer", "job", "work_city"}),
    "pet": frozenset({"pet"}),
}
"""Attributes that answer the same question."""
_PET = re.compile(r"猫|狗|兔|鼠|鸟|鱼|龟|宠物|cat|dog|puppy|kitten|rabbit|hamster|parrot|pet", re.IGNORECASE)
_DISLIKE = re.compile(r"不(?:太|怎么|喜欢|爱|吃|碰)|讨厌|don't|doesn't|hate|avoid|dislike", re.IGNORECASE)
_BY_LABEL = {"guess": "unsure", "past": "past", "plan_passed": "passed", "plan": "plan", "open": "open"}
_TELLABLE = frozenset({"fact", *_BY_LABEL})
_LEADS = re.compile(r"^(?:我的|我家|我|my |our )", re.IGNORECASE)
_CJK = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True)
class Fact:
    """A memory as the voice may tell it: `statement` is a sentence in the second person, `label` how it stands (fact,
    guess, open, past, plan, plan_passed; limit, style and tone are never told)."""

    statement: str
    subject: str
    attribute: str
    value: str
    label: str


@dataclass(frozen=True)
class Answer:
    """The fact that answers, and the sections of lines it may be told with."""

    fact: Fact
    sections: tuple[str, ...]

    def filling(self, lang: str) -> dict[str, str]:
        """What the lines may be filled with. A sentence in the other language is told in quotes, as it stands."""
        plain = _plain(self.fact.statement)
        if bool(_CJK.search(plain)) != (lang == "zh"):
            quoted = f"“{plain}”"
            return {"statement": quoted, "that": quoted}
        that = plain[:1].lower() + plain[1:] if re.match(r"Your?\b", plain) else plain
        filling = {"statement": plain, "that": that, "value": self.fact.value.strip()}
        if self.fact.subject != USER:
            filling["subject"] = _LEADS.sub("", self.fact.subject).strip()
        return filling

    def named_in(self, text: str) -> bool:
        """Whether the text speaks of this fact, so that telling it answers rather than changes the subject."""
        lowered = text.lower()
        named = [self.fact.value.lower(), "" if self.fact.subject == USER else self.fact.subject.lower()]
        return any(len(word) > (1 if _CJK.search(word) else 2) and word in lowered for word in named)


def answer(text: str, facts: Sequence[Fact], found: int, slots: Sequence[tuple[str, str]]) -> Answer | None:
    """What answers the question, or None. With an address asked for, only a fact at that address does: someone else's
    name is no answer to "what is my dog called". Without one, the best of what the line brought back."""
    tellable = [fact for fact in facts if fact.label in _TELLABLE]
    if slots:
        for subject, attribute in slots:
            if fact := next((fact for fact in tellable if _at(fact, subject, attribute)), None):
                return Answer(fact, _sections(fact))
        return None
    brought = [fact for fact in facts[:found] if fact.label in _TELLABLE]
    best = next(
        (fact for fact in brought if Answer(fact, ()).named_in(text)), brought[0] if brought else None
    )
    return Answer(best, _sections(best)) if best else None


def known(facts: Sequence[Fact], lang: str, most: int = 3) -> str:
    """A few sure facts in one sentence; "" when there are none."""
    sure = [
        fact for fact in facts if fact.label == "fact" and bool(_CJK.search(fact.statement)) == (lang == "zh")
    ]
    told = list(dict.fromkeys(_plain(fact.statement) for fact in sure))[:most]
    if lang == "en":
        told = [line[:1].lower() + line[1:] if re.match(r"Your?\b", line) else line for line in told]
    return ("，" if lang == "zh" else "; ").join(told)


def _at(fact: Fact, subject: str, attribute: str) -> bool:
    wanted = _ALIKE.get(attribute, frozenset({attribute}))
    if attribute == "pet":
        return "pet" in fact.attribute or bool(fact.subject != USER and _PET.search(fact.subject))
    return fact.attribute in wanted and _same(fact.subject, subject)


def _same(one: str, other: str) -> bool:
    """One spelling may be part of the other: 妈 and 妈妈, cat and black cat."""
    first, second = (_LEADS.sub("", name.lower()).strip() for name in (one, other))
    if USER in (first, second):
        return first == second
    return bool(first and second) and (first in second or second in first)


def _sections(fact: Fact) -> tuple[str, ...]:
    if special := _BY_LABEL.get(fact.label):
        return (f"recall.{special}",)
    return (f"recall.{_slot(fact)}", "recall.generic")


def _slot(fact: Fact) -> str:
    own = fact.subject == USER
    if fact.attribute == "pet" or (not own and _PET.search(fact.subject)):
        return "pet"
    if not own:
        return "person"
    if fact.attribute in ("name", "nickname"):
        return "name"
    if fact.attribute in ("city", "place_live"):
        return "city"
    if fact.attribute in ("job", "position", "employer"):
        return "job"
    if fact.attribute in ("like", "hobby", "diet", "item_view", "place_view"):
        return "dislike" if _DISLIKE.search(fact.statement) else "like"
    return fact.attribute if fact.attribute == "birthday" else "generic"


def _plain(statement: str) -> str:
    return statement.strip().rstrip("。.!！")


def minded(facts: Sequence[Fact], lang: str) -> str:
    """What is surely known of what somebody can't or won't eat, as one clause; "" where nothing is."""
    known_of = [fact for fact in facts if fact.attribute in ("diet", "allergy") and fact.label == "fact"]
    plain = [fact.statement.strip().rstrip("。.!！") for fact in known_of]
    return " and ".join(one[:1].lower() + one[1:] for one in plain) if lang == "en" else "，".join(plain)


def topic_words(statement: str) -> dict[str, str]:
    """A memory's statement as a topic is filled in: as it stands, and after "that"."""
    plain = statement.strip().rstrip("。.!！")
    lower = plain.startswith(("You", "Today", "Tomorrow", "It ", "One ", "Two "))
    return {"topic": plain, "topic_that": plain[:1].lower() + plain[1:] if lower else plain}
