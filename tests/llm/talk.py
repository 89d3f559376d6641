"""What the gateway tests say and how they read the answers."""

from __future__ import annotations

import json

from llm.errors import ModelUnavailable
from llm.gateway import stream
from llm.provider import Message, Piece, Provider, Purpose
from tests.model_server import ModelServer


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
