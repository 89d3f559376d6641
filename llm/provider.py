"""The values that go into and come out of the gateway. All are plain and frozen; none knows a database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Generic, Literal, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

Role = Literal["query", "passage"]


class Message(TypedDict):
    role: Literal["system", "user", "assistant"]
    content: str


class Purpose(StrEnum):
    """Why a model is called; each may have its own model, temperature, time-outs and ceiling."""

    CHAT = "chat"
    LEARN = "learn"
    JUDGE = "judge"
    TITLE = "title"
    EMBED = "embed"


@dataclass(frozen=True)
class Settings:
    """How to call a model for one purpose. Times are seconds.

    `model` None means the provider's own. `timeout_s` is the whole answer for `ask`, and the wait for the
    first token for `stream`; `between_s` is the longest silence inside a stream.
    """

    model: str | None = None
    temperature: float = 0.7
    timeout_s: float = 30.0
    max_tokens: int = 1024
    connect_s: float = 5.0
    between_s: float = 20.0


DEFAULTS: Mapping[Purpose, Settings] = MappingProxyType(
    {
        Purpose.CHAT: Settings(temperature=0.8, timeout_s=30.0, max_tokens=1200),
        Purpose.LEARN: Settings(temperature=0.0, timeout_s=60.0, max_tokens=2000),
        Purpose.JUDGE: Settings(temperature=0.0, timeout_s=8.0, max_tokens=300),
        Purpose.TITLE: Settings(temperature=0.3, timeout_s=15.0, max_tokens=60),
        Purpose.EMBED: Settings(temperature=0.0, timeout_s=10.0, max_tokens=0),
    }
)


@dataclass(frozen=True)
class Provider:
    """An OpenAI-compatible endpoint for chat. `base_url` ends with the version part, such as `/v1`."""

    name: str
    base_url: str
    api_key: str = field(repr=False)
    model: str
    purposes: Mapping[Purpose, Settings] = field(default_factory=dict)

    def settings(self, purpose: Purpose) -> Settings:
        return self.purposes.get(purpose, DEFAULTS[purpose])

    def model_for(self, purpose: Purpose) -> str:
        return self.settings(purpose).model or self.model


@dataclass(frozen=True)
class EmbeddingProvider:
    """An OpenAI-compatible endpoint for vectors.

    `recipe` names model, quantisation and preprocessing (`me5-small-q4.v1`): vectors of different recipes are
    never compared. Models that tell questions from passages do it by model name (`query_model`,
    `passage_model`) or by a text prefix.
    """

    base_url: str
    api_key: str = field(repr=False)
    model: str
    recipe: str
    dims: int
    query_model: str | None = None
    passage_model: str | None = None
    query_prefix: str = ""
    passage_prefix: str = ""
    timeout_s: float = 10.0
    connect_s: float = 3.0

    def model_for(self, role: Role) -> str:
        return (self.query_model if role == "query" else self.passage_model) or self.model

    def prefix_for(self, role: Role) -> str:
        return self.query_prefix if role == "query" else self.passage_prefix


@dataclass(frozen=True)
class Usage:
    """What a call cost. `ms` is wall time of the call, all tries together."""

    prompt_tokens: int
    completion_tokens: int
    model: str
    ms: int


@dataclass(frozen=True)
class Answer(Generic[T]):
    value: T
    usage: Usage


@dataclass(frozen=True)
class Piece:
    """A part of a streamed answer. The last one has `finish_reason`, and `usage` if it could be known."""

    text: str
    finish_reason: str | None = None
    usage: Usage | None = None


@dataclass(frozen=True)
class Embedded:
    """`vectors` is float32 (n, dims), each row of length 1, in the order of the texts."""

    vectors: NDArray[np.float32]
    recipe: str
    usage: Usage
