from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from dataclasses import replace

import numpy as np
import pytest
from pydantic import BaseModel

from llm.errors import BadAnswer, ModelUnavailable, Refused
from llm.gateway import ask, embed
from llm.provider import EmbeddingProvider, Provider, Purpose
from tests.llm.talk import formats, said
from tests.model_server import ModelServer


class Fact(BaseModel):
    name: str
    age: int | None = None
    tags: list[str] = []


class TestAsk:
    def test_asks_by_schema_with_every_property_required_and_closed(
        self, server: ModelServer, provider: Provider
    ) -> None:
        server.script({"match": "阿明", "json": {"name": "阿明", "age": 30, "tags": []}})
        answer = ask(provider, Purpose.LEARN, said("我叫阿明"), Fact)
        assert answer.value == Fact(name="阿明", age=30)
        assert answer.usage.prompt_tokens > 0
        assert answer.usage.model == "scripted"
        form = server.requests()[0]["body"]["response_format"]["json_schema"]
        assert form["schema"]["required"] == ["name", "age", "tags"]
        assert form["schema"]["additionalProperties"] is False

    @pytest.mark.parametrize("status", [400, 422, 500])
    def test_falls_back_to_json_mode_and_remembers_it(
        self, server: ModelServer, provider: Provider, status: int
    ) -> None:
        server.script({"formats": ["json_object"], "status": status, "json": {"name": "a"}})
        for _ in range(2):
            assert ask(provider, Purpose.LEARN, said("x"), Fact).value.name == "a"
        assert formats(server) == ["json_schema", "json_object", "json_object"]
        assert '"properties"' in server.requests()[1]["body"]["messages"][0]["content"]

    def test_falls_back_to_the_prompt_alone(self, server: ModelServer, provider: Provider) -> None:
        server.script({"formats": ["text"], "reply": 'Sure! ```json\n{"name": "a"}\n```'})
        assert ask(provider, Purpose.LEARN, said("x"), Fact).value.name == "a"
        assert formats(server) == ["json_schema", "json_object", "none"]

    def test_a_passing_outage_does_not_cost_the_schema(self, server: ModelServer, provider: Provider) -> None:
        server.script({"status": 500, "times": 2})
        with pytest.raises(ModelUnavailable):
            ask(provider, Purpose.LEARN, said("x"), Fact)
        server.script({"json": {"name": "a"}})
        ask(provider, Purpose.LEARN, said("x"), Fact)
        assert formats(server)[-1] == "json_schema"

    @pytest.mark.parametrize(
        "reply",
        [
            '```json\n{"name": "a"}\n```',
            'Here you are: {"name": "a"} Anything else?',
            '<think>{"name": 1}</think>\n{"name": "a"}',
            '```\n{"name": "a"}```',
            'The set {x} is empty. {"name": "a"}',
        ],
    )
    def test_tolerates_what_stands_around_the_json(
        self, server: ModelServer, provider: Provider, reply: str
    ) -> None:
        server.script({"reply": reply})
        assert ask(provider, Purpose.LEARN, said("x"), Fact).value.name == "a"
        assert len(server.requests()) == 1

    def test_repairs_once_and_says_what_was_wrong(self, server: ModelServer, provider: Provider) -> None:
        server.script({"json": {"age": 3}, "times": 1}, {"json": {"name": "a", "age": 3}})
        answer = ask(provider, Purpose.LEARN, said("x"), Fact)
        assert answer.value == Fact(name="a", age=3)
        first, second = [seen["body"]["messages"] for seen in server.requests()]
        assert second[: len(first)] == first
        assert second[-2] == {"role": "assistant", "content": '{"age": 3}'}
        assert "name: Field required" in second[-1]["content"]

    def test_two_bad_answers_are_a_bad_answer(self, server: ModelServer, provider: Provider) -> None:
        server.script({"reply": "I would rather talk about the weather."})
        with pytest.raises(BadAnswer):
            ask(provider, Purpose.LEARN, said("x"), Fact)
        assert len(server.requests()) == 2

    def test_overload_names_the_wait(self, server: ModelServer, provider: Provider) -> None:
        server.script({"status": 429, "headers": {"Retry-After": "7"}})
        with pytest.raises(ModelUnavailable) as caught:
            ask(provider, Purpose.LEARN, said("x"), Fact)
        assert caught.value.retry_after == 7.0
        assert len(server.requests()) == 1

    @pytest.mark.parametrize("status", [401, 403, 404, 503])
    def test_other_failures_are_unavailable_and_not_tried_again(
        self, server: ModelServer, provider: Provider, status: int
    ) -> None:
        server.script({"status": status})
        with pytest.raises(ModelUnavailable):
            ask(provider, Purpose.LEARN, said("x"), Fact)
        assert len(server.requests()) == 1

    def test_slowness_is_unavailable(self, server: ModelServer, quick: Provider) -> None:
        server.script({"delay_ms": 3000})
        with pytest.raises(ModelUnavailable):
            ask(quick, Purpose.LEARN, said("x"), Fact)

    def test_nobody_there_is_unavailable(self, provider: Provider) -> None:
        with pytest.raises(ModelUnavailable):
            ask(replace(provider, base_url="http://127.0.0.1:9/v1"), Purpose.LEARN, said("x"), Fact)

    @pytest.mark.parametrize(
        "rule",
        [
            {"status": 400, "code": "content_filter"},
            {"finish_reason": "content_filter"},
            {"refusal": "I can't help with that."},
        ],
    )
    def test_filters_are_refusals_and_end_the_matter(
        self, server: ModelServer, provider: Provider, rule: dict[str, object]
    ) -> None:
        server.script(rule)
        with pytest.raises(Refused) as caught:
            ask(provider, Purpose.LEARN, said("x"), Fact)
        assert caught.value.by_filter
        assert len(server.requests()) == 1

    def test_the_key_is_not_in_the_repr(self, provider: Provider) -> None:
        assert "key" not in repr(replace(provider, api_key="key-8841")).replace("api_key", "")


class TestEmbed:
    def test_batches_in_order_normalised(self, server: ModelServer, vectors: EmbeddingProvider) -> None:
        texts = [f"句子 {number}" for number in range(19)]
        found = embed(vectors, texts, "passage")
        assert found.vectors.shape == (19, 8)
        assert found.vectors.dtype == np.float32
        assert found.recipe == "test.v1"
        assert np.allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-5)
        assert [len(seen["body"]["input"]) for seen in server.requests()] == [8, 8, 3]
        assert {seen["body"]["model"] for seen in server.requests()} == {"m-passage"}
        alone = embed(vectors, [texts[11]], "passage")
        assert np.allclose(alone.vectors[0], found.vectors[11])

    def test_questions_go_to_their_own_model_and_prefix(
        self, server: ModelServer, vectors: EmbeddingProvider
    ) -> None:
        embed(replace(vectors, query_prefix="query: "), ["猫叫什么"], "query")
        body = server.requests()[0]["body"]
        assert (body["model"], body["input"]) == ("m-query", ["query: 猫叫什么"])

    def test_no_texts_no_request(self, server: ModelServer, vectors: EmbeddingProvider) -> None:
        assert embed(vectors, [], "passage").vectors.shape == (0, 8)
        assert server.requests() == []

    @pytest.mark.parametrize(
        "text", ["", "   ", "\u0000\u200b", "\ud800", "\ufdfa" * 500, "🏳️‍🌈", "a" * 90_000]
    )
    def test_hostile_texts_are_made_harmless(
        self, server: ModelServer, vectors: EmbeddingProvider, text: str
    ) -> None:
        assert embed(vectors, [text], "query").vectors.shape == (1, 8)
        sent = server.requests()[0]["body"]["input"][0]
        assert 0 < len(sent) <= 500
        assert sent.count("الله") <= 1

    @pytest.mark.parametrize("rows", [[[0.0] * 8], [[1.0] * 7], [[1.0] * 8, [1.0] * 8], [["NaN"] * 8]])
    def test_wrong_vectors_are_bad_answers(
        self, server: ModelServer, vectors: EmbeddingProvider, rows: list[list[object]]
    ) -> None:
        server.script({"json": rows})
        with pytest.raises(BadAnswer):
            embed(vectors, ["x"], "query")

    def test_a_dead_embedder_is_unavailable(self, server: ModelServer, vectors: EmbeddingProvider) -> None:
        server.script({"status": 503})
        with pytest.raises(ModelUnavailable):
            embed(vectors, ["x"], "query")


def test_the_server_is_scripted_from_another_process() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.model_server", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        rule = json.dumps([{"match": "x", "json": {"name": "from outside"}}]).encode()
        urllib.request.urlopen(url.removesuffix("/v1") + "/script", data=rule, timeout=10).close()
        provider = Provider("other", url, "key", "scripted")
        assert ask(provider, Purpose.LEARN, said("x"), Fact).value.name == "from outside"
    finally:
        process.terminate()
        process.wait(10)
