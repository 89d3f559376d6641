from __future__ import annotations

import asyncio
import base64
import json
import subprocess
import sys
import urllib.request
from dataclasses import replace

import numpy as np
import pytest
from pydantic import BaseModel

from llm.errors import BadAnswer, LLMError, ModelUnavailable, Refused
from llm.gateway import ask, embed, stream
from llm.provider import EmbeddingProvider, Message, Piece, Provider, Purpose
from tests.model_server import ModelServer


class Fact(BaseModel):
    name: str
    age: int | None = None
    tags: list[str] = []


def said(text: str) -> list[Message]:
    return [{"role": "system", "content": "Find the fact."}, {"role": "user", "content": text}]


async def until_cut(provider: Provider) -> str:
    """What came before ModelUnavailable."""
    got = ""
    try:
        async for piece in stream(provider, Purpose.CHAT, said("x")):
            got += piece.text
    except ModelUnavailable:
        return got
    raise AssertionError("the stream was not cut")


async def collect(provider: Provider, text: str) -> tuple[str, Piece]:
    pieces = [piece async for piece in stream(provider, Purpose.CHAT, said(text))]
    return "".join(piece.text for piece in pieces), pieces[-1]


def formats(server: ModelServer) -> list[str]:
    return [(seen["body"].get("response_format") or {}).get("type", "none") for seen in server.requests()]


def raw(*deltas: str, end: bool = True) -> list[str]:
    events = [{"choices": [{"index": 0, "delta": {"content": delta}}]} for delta in deltas]
    if end:
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    return [f"data: {json.dumps(event, ensure_ascii=False)}\n\n" for event in events]


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


class TestStream:
    async def test_text_then_usage(self, server: ModelServer, provider: Provider) -> None:
        server.script({"match": "你好", "reply": "你好呀，今天过得怎么样？"})
        text, last = await collect(provider, "你好")
        assert text == "你好呀，今天过得怎么样？"
        assert last.finish_reason == "stop"
        assert last.usage is not None
        assert last.usage.completion_tokens == len(text) // 2 + 1

    async def test_default_replies_follow_the_language(self, provider: Provider) -> None:
        assert (await collect(provider, "今天下雨"))[0] == "嗯，我在听。"
        assert (await collect(provider, "it rains"))[0].startswith("I'm here")

    async def test_usage_is_estimated_when_not_sent(self, server: ModelServer, provider: Provider) -> None:
        server.script({"reply": "四个汉字", "usage": False})
        _, last = await collect(provider, "x")
        assert last.usage is not None
        assert last.usage.completion_tokens >= 4

    async def test_split_characters_survive(self, server: ModelServer, provider: Provider) -> None:
        body = "".join([*raw("小猫🐱", "真可爱👨‍👩‍👧"), "data: [DONE]\n\n"]).encode()
        server.script(
            {"pieces": ["b64:" + base64.b64encode(body[i : i + 1]).decode() for i in range(len(body))]}
        )
        assert (await collect(provider, "x"))[0] == "小猫🐱真可爱👨‍👩‍👧"

    async def test_carriage_returns_comments_and_missing_spaces(
        self, server: ModelServer, provider: Provider
    ) -> None:
        events = [event.replace("data: ", "data:").replace("\n\n", "\r\n\r\n") for event in raw("a", "b")]
        server.script({"pieces": [": keep-alive\r\n\r\n", "event: message\r\n", *events]})
        assert (await collect(provider, "x"))[0] == "ab"

    async def test_empty_deltas_and_null_content(self, server: ModelServer, provider: Provider) -> None:
        odd = [
            'data: {"choices": [{"delta": {"content": null}}]}\n\n',
            'data: {"choices": []}\n\n',
            'data: {"choices": [{"delta": null}]}\n\n',
            "data:\n\n",
        ]
        server.script({"pieces": [*odd, *raw("", "a", "", "b")]})
        pieces = [piece async for piece in stream(provider, Purpose.CHAT, said("x"))]
        assert [piece.text for piece in pieces] == ["a", "b", ""]

    async def test_reasoning_never_shows(self, server: ModelServer, provider: Provider) -> None:
        thought = 'data: {"choices": [{"delta": {"reasoning": "secret", "content": ""}}]}\n\n'
        server.script({"reply": "好的", "reasoning": "the user seems sad, so"}, {"match": "二"})
        assert (await collect(provider, "一"))[0] == "好的"
        server.script({"match": "二", "pieces": [thought, *raw("嗯")]})
        assert (await collect(provider, "二"))[0] == "嗯"

    @pytest.mark.parametrize(
        ("deltas", "shown"),
        [
            (["<think>hm, ", "sad</think>\n\n", "\n", "好的"], "好的"),
            (["\n<th", "ink>hm</th", "ink>好", "的"], "好的"),
            (["<thinking>hm</thinking>ok"], "ok"),
            (["<", "3 you"], "<3 you"),
            (["a <think>b</think>"], "a <think>b</think>"),
            (["<think>never ends"], ""),
        ],
    )
    async def test_thinking_at_the_head_is_dropped(
        self, server: ModelServer, provider: Provider, deltas: list[str], shown: str
    ) -> None:
        server.script({"pieces": raw(*deltas)})
        assert (await collect(provider, "x"))[0] == shown

    async def test_a_whole_answer_instead_of_a_stream(self, server: ModelServer, provider: Provider) -> None:
        whole = {"choices": [{"message": {"content": "整段"}, "finish_reason": "stop"}]}
        server.script({"pieces": [json.dumps(whole, indent=1)]})
        assert (await collect(provider, "x"))[0] == "整段"

    @pytest.mark.parametrize(
        "rule",
        [
            {"reply": "一二三四五六七八九十", "cut_after": 3},
            {"pieces": raw("一二三四", "五六七八", end=False)},
            {"pieces": [*raw("一二三四", "五六七八", end=False), 'data: {"error": {"message": "x"}}\n\n']},
            {"pieces": [*raw("一二三四", "五六七八", end=False), "data: {broken\n\n"]},
        ],
    )
    async def test_a_cut_stream_gives_what_came_and_raises(
        self, server: ModelServer, provider: Provider, rule: dict[str, object]
    ) -> None:
        server.script(rule)
        assert await until_cut(provider) == "一二三四五六七八"

    async def test_a_stream_ended_by_done_alone_is_whole(
        self, server: ModelServer, provider: Provider
    ) -> None:
        server.script({"pieces": [*raw("好", end=False), "data: [DONE]\n\n"]})
        assert (await collect(provider, "x"))[0] == "好"

    async def test_silence_before_the_first_token(self, server: ModelServer, quick: Provider) -> None:
        server.script({"delay_ms": 3000})
        with pytest.raises(ModelUnavailable):
            await collect(quick, "x")

    async def test_silence_between_tokens_is_not_hidden_by_keep_alives(
        self, server: ModelServer, quick: Provider
    ) -> None:
        server.script({"pieces": [*raw("好", end=False), *[": ping\n\n"] * 60], "delay_ms": 50})
        assert await until_cut(quick) == "好"

    async def test_a_slow_reader_is_not_the_models_silence(
        self, server: ModelServer, quick: Provider
    ) -> None:
        server.script({"reply": "一二三四五六七八"})
        got = ""
        async for piece in stream(quick, Purpose.CHAT, said("x")):
            got += piece.text
            await asyncio.sleep(0.5)
        assert got == "一二三四五六七八"

    async def test_closing_cancels_upstream(self, server: ModelServer, provider: Provider) -> None:
        server.script({"reply": "字" * 400, "delay_ms": 20})
        pieces = stream(provider, Purpose.CHAT, said("x"))
        await anext(pieces)
        await pieces.aclose()
        for _ in range(100):
            if server.requests()[0]["aborted"]:
                break
            await asyncio.sleep(0.05)
        assert server.requests()[0]["aborted"]

    async def test_cancelling_the_task_cancels_upstream(
        self, server: ModelServer, provider: Provider
    ) -> None:
        server.script({"reply": "字" * 400, "delay_ms": 20})
        started = asyncio.Event()

        async def read() -> None:
            async for _ in stream(provider, Purpose.CHAT, said("x")):
                started.set()

        task = asyncio.create_task(read())
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        for _ in range(100):
            if server.requests()[0]["aborted"]:
                break
            await asyncio.sleep(0.05)
        assert server.requests()[0]["aborted"]

    @pytest.mark.parametrize(
        ("rule", "error"),
        [
            ({"status": 429, "headers": {"Retry-After": "3"}}, ModelUnavailable),
            ({"status": 500}, ModelUnavailable),
            ({"status": 401}, ModelUnavailable),
            ({"status": 400}, Refused),
            ({"finish_reason": "content_filter"}, Refused),
        ],
    )
    async def test_failures(
        self, server: ModelServer, provider: Provider, rule: dict[str, object], error: type[LLMError]
    ) -> None:
        server.script(rule)
        with pytest.raises(error):
            await collect(provider, "x")

    async def test_an_endpoint_that_knows_no_stream_options(
        self, server: ModelServer, provider: Provider
    ) -> None:
        server.script({"status": 400, "times": 1}, {"reply": "好"})
        assert (await collect(provider, "x"))[0] == "好"
        assert (await collect(provider, "x"))[0] == "好"
        asked = ["stream_options" in seen["body"] for seen in server.requests()]
        assert asked == [True, False, False]


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
