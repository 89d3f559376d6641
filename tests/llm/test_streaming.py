from __future__ import annotations

import asyncio
import base64
import json

import pytest

from llm.errors import LLMError, ModelUnavailable, Refused
from llm.gateway import stream
from llm.provider import Provider, Purpose
from tests.llm.talk import collect, raw, said, until_cut
from tests.model_server import ModelServer


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
