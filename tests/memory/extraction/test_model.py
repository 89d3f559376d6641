"""What a model answers, held against the lines."""

from __future__ import annotations

import re
from datetime import date

import pytest
from pydantic import BaseModel

from memory.candidates import USER, Exchange, Speaker
from memory.extraction import model
from memory.extraction.model import APP, Answer, Item, extract
from memory.policy import Kind
from tests.memory.extraction.lines import SHANGHAI, exchange, line


class Voice:
    """Answers with the items given, and keeps what it was asked."""

    def __init__(self, *items: Item) -> None:
        self.items = items
        self.asked: list[list[dict[str, str]]] = []

    def __call__(self, messages: list[dict[str, str]], shape: type[BaseModel]) -> BaseModel:
        self.asked.append(messages)
        return shape.model_validate({"items": [item.model_dump() for item in self.items]})


def item(**more: object) -> Item:
    fields: dict[str, object] = {
        "message": 1,
        "quote": "我住在杭州",
        "kind": "identity",
        "subject": "user",
        "attribute": "city",
        "value": "杭州",
        "statement": "你住在杭州",
    }
    return Item.model_validate(fields | more)


def test_a_pointed_at_fact_is_a_candidate() -> None:
    (found,) = extract(exchange("我住在杭州"), Voice(item()))
    assert (found.subject, found.attribute, found.value, found.origin) == (USER, "city", "杭州", "model")


def test_what_is_not_in_the_line_is_dropped() -> None:
    invented = [
        item(quote="我住在上海", value="上海"),
        item(value="上海"),
        item(message=2),
        item(message=0),
        item(kind="secret"),
        item(kind="insight"),
        item(layer="play"),
        item(operation="guess"),
    ]
    assert extract(exchange("我住在杭州"), Voice(*invented)) == []


def test_questions_are_no_evidence_for_a_model_either() -> None:
    assert extract(exchange("我住在杭州吗？"), Voice(item())) == []


def test_repeats_count_once() -> None:
    assert len(extract(exchange("我住在杭州"), Voice(item(), item()))) == 1


def test_a_plan_has_its_days_in_the_users_zone() -> None:
    plan = item(
        kind="plan", quote="20号去新加坡", value="去新加坡", attribute="event_what", start="2026-07-20"
    )
    (found,) = extract(exchange("20号去新加坡"), Voice(plan))
    assert found.when is not None
    assert found.when.start.date() == found.when.end.date() == date(2026, 7, 20)
    assert found.when.start.tzinfo is SHANGHAI


def test_a_consent_class_makes_it_special() -> None:
    ill = item(quote="我有抑郁症", attribute="health", value="抑郁症", statement="你有抑郁症")
    (found,) = extract(exchange("我有抑郁症"), Voice(ill))
    assert (found.kind, found.consent) == (Kind.SPECIAL, "health")


def test_messages_are_numbered_with_speaker_and_local_time() -> None:
    voice = Voice()
    spoken = Exchange((line("我住在杭州"), line("好呀", Speaker.COMPANION)), SHANGHAI)
    extract(spoken, voice)
    prompt = voice.asked[0][0]["content"]
    assert "[1] user 2026-07-01 Wed 20:00: 我住在杭州" in prompt
    assert "[2] companion" in prompt


def test_the_language_of_the_prompt_follows_the_user() -> None:
    voice = Voice()
    extract(exchange("I live in Leeds"), voice)
    assert "Your task" in voice.asked[0][0]["content"]


def test_secrets_and_pasted_text_are_never_sent() -> None:
    voice = Voice()
    extract(exchange("我的银行卡密码是482913", "我住在杭州"), voice)
    assert "482913" not in voice.asked[0][0]["content"]
    extract(exchange("啊" * 5000), voice)
    assert len(voice.asked) == 1


def test_no_call_without_a_user_line() -> None:
    voice = Voice(item())
    assert extract(Exchange((line("你好", Speaker.COMPANION),), SHANGHAI), voice) == []
    assert voice.asked == []


def test_an_answer_of_another_class_is_read_by_shape() -> None:
    class Other(BaseModel):
        items: list[dict[str, object]]

    def ask(messages: list[dict[str, str]], shape: type[BaseModel]) -> BaseModel:
        return Other(items=[item().model_dump()])

    assert len(extract(exchange("我住在杭州"), ask)) == 1
    assert Answer().items == []


def test_a_word_of_its_own_for_the_attribute_is_no_claim() -> None:
    """It would be stored in clear, and may not fit its column."""
    asked = [item(attribute="住的地方"), item(attribute="the_city_that_the_user_lives_in")]
    assert extract(exchange("我住在杭州"), Voice(*asked)) == []


def test_the_ends_of_the_calendar_and_broken_characters_do_no_harm() -> None:
    odd = item(start="9999-12-31T23:59:59-11:00", end="0001-01-01", statement="你住在\ud83d杭州")
    (found,) = extract(
        exchange("我住在杭州"), lambda messages, shape: Answer.model_construct(items=[odd], moods=[])
    )
    assert found.when is None
    assert found.statement == "你住在杭州"


@pytest.mark.parametrize(("lang", "lead"), [("zh", "- attribute："), ("en", "- attribute: one of ")])
def test_the_prompt_offers_the_attributes_that_are_taken(lang: str, lead: str) -> None:
    prompt = (APP / "prompts" / f"extract.{lang}.md").read_text(encoding="utf-8")
    (offered,) = (line.removeprefix(lead) for line in prompt.splitlines() if line.startswith(lead))
    assert set(re.findall(r"[a-z_]+", offered)) == model._ATTRIBUTES
