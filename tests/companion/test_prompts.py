"""What enters a prompt, and in what order, through the real turn: a fact, a guess, a limit, rivals, special matters unasked and
asked, and what is deleted, paused, of another persona, of another project, or said in a temporary talk.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User, grant
from companion import conversations, schedule, turn
from companion.noting import MARKS
from memory import curating, forgetting
from memory.models import Evidence, Memory
from memory.policy import Kind
from memory.states import ScopeKind, Source, Status
from persona.characters import default_for
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Message, Project

pytestmark = pytest.mark.django_db

SOON = LATER + timedelta(minutes=5)
FENCE = {"zh": "</备注>", "en": "</notes>"}


@dataclass(frozen=True)
class Told:
    """The words of one language: what is said, what it becomes, and what is asked."""

    lang: str
    fact: str
    asks: str
    says: str
    """A word of the fact that nothing else has."""
    limit: str
    limited: str
    style: str
    illness: str
    ill: str
    raises: str
    other: str


ZH = Told(
    "zh", "我的猫叫小花", "我的猫叫什么名字？", "小花", "别再提我前男友了", "前男友", "以后回答短一点", "我有抑郁症，在吃药", "抑郁",
    "最近抑郁又严重了，怎么办", "我的猫叫年糕",
)  # fmt: skip
EN = Told(
    "en", "My cat is called Miso", "What is my cat called?", "Miso", "Please don't bring up my ex again", "ex",
    "Keep your answers short", "I have depression and take pills for it", "depress",
    "My depression got worse again, what now?", "My cat is called Biscuit",
)  # fmt: skip
both = pytest.mark.parametrize("words", [ZH, EN], ids=["zh", "en"])

Ask = Callable[..., str]


@pytest.fixture
def learnt(lin: User, say: Say) -> Callable[..., list[Memory]]:
    """Have said lines and learnt from them; the memories there are."""

    def learnt(*lines: str, **where: Any) -> list[Memory]:
        for line in lines:
            say(line, **where)
        schedule.run_all(LATER)
        return list(Memory.objects.for_user(lin).open())

    return learnt


@pytest.fixture
def ask(lin: User) -> Ask:
    """The last message of the prompt for a line that is said in a conversation of its own, unless told `where`."""

    def ask(text: str, lang: str, where: Conversation | None = None, persona: uuid.UUID | None = None) -> str:
        here = where or conversations.start_empty(lin, persona or default_for("zh-hans").id, SOON)
        line = Message(
            user=lin, conversation=here, role="user", text=text, lang=lang, status="received", created_at=SOON
        )
        made = turn.prepare(turn.hear_message(lin, line, SOON), SOON).prompt
        return made.messages[-1]["content"]

    return ask


def notes(prompt: str, lang: str) -> str:
    return prompt.partition(FENCE[lang])[0]


def line_with(word: str, prompt: str) -> str:
    return next((line for line in prompt.splitlines() if line.startswith("- ") and word in line), "")


@both
def test_a_fact_is_told_as_it_is(words: Told, learnt: Callable[..., list[Memory]], ask: Ask) -> None:
    learnt(words.fact)
    told = line_with(words.says, notes(ask(words.asks, words.lang), words.lang))
    assert told
    assert not any(mark and mark.strip() in told for mark in MARKS[words.lang].values())


@both
def test_a_guess_is_marked_as_one(
    words: Told, lin: User, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    learnt(words.fact)
    Memory.objects.for_user(lin).update(source=Source.INFERRED, status=Status.PENDING)
    told = line_with(words.says, ask(words.asks, words.lang))
    assert MARKS[words.lang]["guess"].strip() in told


@both
def test_limits_and_wishes_stand_last_next_to_the_words(
    words: Told, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    learnt(words.fact, words.limit, words.style)
    prompt = ask(words.asks, words.lang)
    told = notes(prompt, words.lang)
    lines = [line for line in told.splitlines() if line.startswith("- ")]
    limited = line_with(words.limited, told)
    assert limited
    assert lines.index(line_with(words.says, told)) < lines.index(limited)
    assert set(lines[-2:]) >= {limited}
    assert prompt.rstrip().endswith(words.asks)


@both
def test_rivals_are_both_told_and_marked(
    words: Told, lin: User, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    learnt(words.fact)
    row = next(row for row in Memory.objects.for_user(lin).open() if words.says in row.statement)
    other = Memory.objects.get(id=row.id)
    other.subject = row.subject  # what is sealed opens in its own row alone
    other.id, other.embedded_at, other._state.adding = uuid.uuid4(), None, True
    other.statement = words.other.replace("My", "Your").replace("我", "你")
    other.value = words.other[-2:]
    other.save(force_insert=True)
    Memory.objects.for_user(lin).filter(slot=row.slot).update(status=Status.CONFLICTED)
    schedule.embed_waiting(LATER)
    told = notes(ask(words.asks, words.lang), words.lang)
    assert told.count(MARKS[words.lang]["open"].strip()) == 2


@both
def test_special_matters_wait_until_they_are_raised(
    words: Told, lin: User, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    grant(lin, "health", NOW)
    assert any(row.kind == Kind.SPECIAL for row in learnt(words.illness))
    assert words.ill not in notes(ask(words.asks, words.lang), words.lang).lower()
    assert words.ill in notes(ask(words.raises, words.lang), words.lang).lower()


@both
def test_special_matters_without_consent_are_in_no_prompt(
    words: Told, lin: User, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    grant(lin, "health", NOW)
    learnt(words.illness)
    lin.consents.update(withdrawn_at=NOW)
    assert words.ill not in notes(ask(words.raises, words.lang), words.lang).lower()


@both
@pytest.mark.parametrize(
    "deed", ["delete", "pause", "never_raise", "reject", "other_persona", "other_project"]
)
def test_what_may_not_be_told_here_is_not_in_the_prompt(
    words: Told, deed: str, lin: User, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    learnt(words.fact)
    row = next(row for row in Memory.objects.for_user(lin).open() if words.says in row.statement)
    assert words.says in ask(words.asks, words.lang)
    deeds: dict[str, Callable[[], object]] = {
        "delete": lambda: forgetting.forget(lin, [row.id], LATER),
        "pause": lambda: curating.pause(lin, row.id, LATER),
        "never_raise": lambda: curating.never_raise(lin, row.id, LATER),
        "reject": lambda: curating.reject(lin, row.id, LATER),
        "other_persona": lambda: curating.confine(
            lin, row.id, curating.Place(ScopeKind.PERSONA, uuid.uuid4()), LATER
        ),
        "other_project": lambda: curating.confine(
            lin, row.id, curating.Place(ScopeKind.PROJECT, uuid.uuid4()), LATER
        ),
    }
    deeds[deed]()
    schedule.run_all(LATER)
    assert words.says not in ask(words.asks, words.lang)


@both
def test_what_belongs_to_a_project_is_told_in_it_alone(
    words: Told, lin: User, chat: Conversation, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    learnt(words.fact)
    row = next(row for row in Memory.objects.for_user(lin).open() if words.says in row.statement)
    project, another = (Project.objects.create(user=lin, name=name, created_at=NOW) for name in "ab")
    curating.confine(lin, row.id, curating.Place(ScopeKind.PROJECT, project.id), LATER)
    for joined, told in ((project, True), (another, False), (None, False)):
        here = conversations.start_empty(lin, default_for("zh-hans").id, SOON)
        Conversation.objects.filter(id=here.id).update(project=joined)
        here.refresh_from_db()
        assert (words.says in ask(words.asks, words.lang, here)) is told


@both
def test_what_is_said_in_a_temporary_talk_is_in_no_other_prompt(
    words: Told, lin: User, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    passing = conversations.start_empty(lin, default_for("zh-hans").id, NOW, temporary=True)
    assert learnt(words.fact, where=passing) == []
    assert not Evidence.objects.for_user(lin).exists()
    assert words.says not in ask(words.asks, words.lang)


@both
def test_what_was_never_said_is_told_as_not_known(
    words: Told, learnt: Callable[..., list[Memory]], ask: Ask
) -> None:
    learnt({"zh": "我住在杭州", "en": "I live in Bergen"}[words.lang])
    told = notes(ask(words.asks, words.lang), words.lang)
    assert {"zh": "老实说不记得", "en": "don't remember"}[words.lang] in told.replace("’", "'")
