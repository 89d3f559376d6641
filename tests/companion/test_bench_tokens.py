"""`manage.py bench tokens`: turns through the real product, counted where they arrive."""

from __future__ import annotations

import itertools
import json
import urllib.request
from collections.abc import Mapping

import pytest

from companion.benches import chatter, tokens
from companion.benches.scripted_model import Model
from llm.tokens import PER_MESSAGE, estimate
from transcript.models import SITTING_QUIET, Message


def test_the_same_acquaintance_each_time_over_many_sittings() -> None:
    made = list(chatter.turns(600, tokens.START))
    assert made == list(chatter.turns(600, tokens.START))
    assert 25 < sum(line.begins for line in made) < 60
    assert {line.lang for line in made} == {"zh", "en"}
    assert (made[-1].at - made[0].at).days > 20
    for before, after in itertools.pairwise(made):
        assert after.at > before.at
        assert after.begins == (after.at - before.at > SITTING_QUIET)


def ask(model: Model, body: Mapping[str, object]) -> str:
    request = urllib.request.Request(
        f"{model.url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=5) as answer:
        return str(answer.read().decode())


def test_the_model_counts_what_arrives() -> None:
    messages = [{"role": "system", "content": "你是小暖"}, {"role": "user", "content": "今天好累"}]
    with Model(lambda text: f"听见：{text}").running() as model:
        whole = json.loads(ask(model, {"messages": messages}))
        streamed = ask(model, {"messages": messages, "stream": True})
        calls = model.taken()
        assert model.taken() == []
    assert whole["choices"][0]["message"]["content"] == "听见：今天好累"
    assert "听见：今天好累" in streamed
    assert streamed.endswith("data: [DONE]\n\n")
    asked = estimate("你是小暖") + estimate("今天好累") + 2 * PER_MESSAGE
    assert [(call.what, call.asked) for call in calls] == [("chat", asked)] * 2


def test_a_typed_answer_fits_and_its_schema_is_counted() -> None:
    schema = {
        "type": "object",
        "properties": {"summary": {"type": "string"}, "mood": {"type": "number"}},
        "required": ["summary", "mood"],
    }
    said = "# 要摘要的部分\nuser 2026年7月2日 20:00: 我要搬去苏州\ncompanion 2026年7月2日 20:01: 好\n"
    body = {
        "messages": [{"role": "user", "content": said}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "Answer", "schema": schema}},
    }
    with Model(str).running() as model:
        answer = json.loads(json.loads(ask(model, body))["choices"][0]["message"]["content"])
        (call,) = model.taken()
    assert answer == {"summary": "- 我要搬去苏州", "mood": 0}
    assert call.what == "summaries"
    assert call.asked == estimate(said) + PER_MESSAGE + estimate(json.dumps(schema, ensure_ascii=False))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_memories_are_told_from_other_notes(lang: str) -> None:
    def part(name: str, **values: str) -> str:
        text = tokens._template(name, lang)
        for key, value in values.items():
            text = text.replace("{{" + key + "}}", value)
        return text.strip()

    listed = part("memories", lines="- 你的猫叫年糕\n- 你不吃香菜")
    others = part("moment", when="2026"), part("topic", topic="年糕")
    notes = "\n".join([others[0], listed, others[1]])
    whole, memory = tokens.noted(part("turn", notes=notes, text="今天好累\n- 不是记忆"))
    assert memory == sum(estimate(line) + 1 for line in listed.splitlines())
    assert whole > memory + sum(estimate(text) for text in others)
    assert tokens.noted("今天好累") == (0, 0)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_short_conversation_is_counted_turn_by_turn() -> None:
    result = tokens.run(8)
    assert set(result["at"]) == {"1", "8"}
    assert Message.objects.count() == 16
    first, last = result["at"]["1"], result["at"]["8"]
    assert first["memory"] == 0  # nothing was known yet
    assert last["full_context"] > first["full_context"] > 0
    assert abs(first["prompt"] - first["full_context"]) < 120  # the same but for the notes of the moment
    assert result["background"]["learning"]["calls"] >= 1
    assert result["memory"]["most"] > 0
    assert result["within_bars"] is True
