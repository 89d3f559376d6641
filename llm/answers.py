"""From a model's text to a typed value, and back to the model with what was wrong. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from llm.provider import Message

M = TypeVar("M", bound=BaseModel)

_FENCE = re.compile(r"```(?:json)?\s*\n?(.*?)```", re.DOTALL | re.IGNORECASE)
_THINKING = re.compile(r"^\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_BY_PROMPT = "Reply with one JSON object that fits this JSON Schema, and nothing else:\n"
_REPAIR = (
    "That was not valid: {problem}\nReply again with one corrected JSON object that fits the schema, "
    "and nothing else."
)


class Format(Enum):
    """How an answer's shape is asked for, from the strictest to what any endpoint takes."""

    SCHEMA = 0
    JSON = 1
    PROMPT = 2

    def request(self, schema: type[BaseModel]) -> dict[str, Any] | None:
        if self is Format.SCHEMA:
            described = {"name": schema.__name__, "schema": strict_schema(schema), "strict": True}
            return {"type": "json_schema", "json_schema": described}
        return {"type": "json_object"} if self is Format.JSON else None

    def messages(self, messages: Sequence[Message], schema: type[BaseModel]) -> list[Message]:
        """`messages`, with the schema written into the system message where the request can't carry it."""
        if self is Format.SCHEMA:
            return list(messages)
        order = _BY_PROMPT + json.dumps(strict_schema(schema), ensure_ascii=False)
        if messages and messages[0]["role"] == "system":
            head: Message = {"role": "system", "content": messages[0]["content"] + "\n\n" + order}
            return [head, *messages[1:]]
        return [{"role": "system", "content": order}, *messages]


def strict_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema in the form strict endpoints demand: closed objects, every property required."""
    described: dict[str, Any] = _close(schema.model_json_schema())
    return described


def _close(node: Any) -> Any:
    if isinstance(node, list):
        return [_close(item) for item in node]
    if not isinstance(node, dict):
        return node
    closed = {key: _close(value) for key, value in node.items() if not (key == "default" and "type" in node)}
    if closed.get("type") == "object" and isinstance(closed.get("properties"), dict):
        closed["additionalProperties"] = False
        closed["required"] = list(closed["properties"])
    return closed


def parse(text: str, schema: type[M]) -> M:
    """The value in `text`; fences, thinking and prose around the JSON are tolerated.

    Raises ValueError (pydantic's ValidationError among them).
    """
    return schema.model_validate(_json_in(_THINKING.sub("", text)))


def _json_in(text: str) -> Any:
    fenced = _FENCE.search(text)
    decoder = json.JSONDecoder()
    for candidate in (text.strip(), fenced.group(1).strip() if fenced else ""):
        try:
            return decoder.decode(candidate)
        except ValueError:
            continue
    for start in [found.start() for found in re.finditer(r"\{", text)][:20]:
        try:
            return decoder.raw_decode(text, start)[0]
        except ValueError:
            continue
    raise ValueError("there is no JSON object in it")


def repair(messages: Sequence[Message], answer: str, error: ValueError) -> list[Message]:
    """The conversation that asks for a corrected answer."""
    return [
        *messages,
        {"role": "assistant", "content": answer or "(empty)"},
        {"role": "user", "content": _REPAIR.format(problem=_problem(error))},
    ]


def _problem(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        found = [
            f"{'.'.join(str(part) for part in item['loc']) or 'object'}: {item['msg']}"
            for item in error.errors(include_url=False, include_input=False, include_context=False)
        ]
        return "; ".join(found[:5])
    return str(error)[:200]
