"""The road to a model: `ask` for a typed value, `stream` for a reply, `embed` for vectors.

Every function takes a provider value and returns usage; nothing is stored here. Errors are those of
`llm.errors` and no others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from llm import client
from llm.answers import Format, parse, repair
from llm.client import Completion
from llm.errors import BadAnswer, LLMError, ModelUnavailable, Refused
from llm.provider import (
    Answer,
    Embedded,
    EmbeddingProvider,
    Message,
    Piece,
    Provider,
    Purpose,
    Role,
    Usage,
)
from llm.sanitising import sanitise
from llm.streaming import Event, EventReader, ThinkingFilter
from llm.tokens import PER_MESSAGE, estimate

M = TypeVar("M", bound=BaseModel)

BATCH = 8  # texts in one embedding request: a question must not wait behind more than this
_KNOWN_FORMAT: dict[tuple[str, str], Format] = {}
_WITHOUT_USAGE: set[str] = set()  # endpoints that reject `stream_options`


def ask(provider: Provider, purpose: Purpose, messages: Sequence[Message], schema: type[M]) -> Answer[M]:
    """A value of type `schema` from the model. Blocking.

    Asks by JSON schema, then by JSON mode, then by the prompt alone, and remembers what an endpoint can do.
    An answer of the wrong shape gets one repair try. Raises ModelUnavailable, BadAnswer, Refused.
    """
    started = time.monotonic()
    form, first = _first_answer(provider, purpose, messages, schema)
    sent = form.messages(messages, schema)
    try:
        return Answer(parse(first.text, schema), _usage(sent, [first], started))
    except ValueError as error:
        again = repair(sent, first.text, error)
    second = client.complete(provider, purpose, again, form.request(schema))
    try:
        return Answer(parse(second.text, schema), _usage(again, [first, second], started))
    except ValueError as error:
        raise BadAnswer(f"not a {schema.__name__}, after one repair ({type(error).__name__})") from error


def tell(provider: Provider, purpose: Purpose, messages: Sequence[Message]) -> str:
    """A whole reply in words, without the model's thinking. Blocking. Raises ModelUnavailable, BadAnswer, Refused."""
    answer = client.complete(provider, purpose, messages, None)
    thinking = ThinkingFilter()
    text = (thinking.feed(answer.text) + thinking.close()).strip()
    if not text:
        raise ModelUnavailable("the model said nothing")
    return text


def _first_answer(
    provider: Provider, purpose: Purpose, messages: Sequence[Message], schema: type[BaseModel]
) -> tuple[Format, Completion]:
    key = (provider.base_url, provider.model_for(purpose))
    start = _KNOWN_FORMAT.get(key, Format.SCHEMA)
    failure: LLMError | None = None
    for form in [form for form in Format if form.value >= start.value]:
        try:
            answer = client.complete(provider, purpose, form.messages(messages, schema), form.request(schema))
        except (Refused, ModelUnavailable) as error:
            if not _may_be_the_format(error, form):
                raise
            failure = failure or error
            continue
        # Remembered only once a lower form worked: a passing 500 must not cost an endpoint its schemas.
        _KNOWN_FORMAT[key] = form
        return form, answer
    raise failure or BadAnswer("no form of request left")


def _may_be_the_format(error: LLMError, form: Format) -> bool:
    if isinstance(error, Refused):
        return not error.by_filter and error.status in (400, 422)
    # Some servers answer 500 to a schema they don't know; a 500 to JSON mode is an outage.
    return error.status in (500, 501) and form is Format.SCHEMA


def _usage(messages: Sequence[Message], answers: Sequence[Completion], started: float) -> Usage:
    asked = sum(estimate(message["content"]) + PER_MESSAGE for message in messages)
    return Usage(
        prompt_tokens=sum(asked if one.prompt_tokens is None else one.prompt_tokens for one in answers),
        completion_tokens=sum(
            estimate(one.text) if one.completion_tokens is None else one.completion_tokens for one in answers
        ),
        model=answers[-1].model,
        ms=_ms(started),
    )


def _ms(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


async def stream(
    provider: Provider, purpose: Purpose, messages: Sequence[Message]
) -> AsyncGenerator[Piece, None]:
    """The reply as it comes: pieces with text, then one with `finish_reason` and `usage`.

    Closing the generator (`aclose`) cancels the request upstream. A stream that breaks, stays silent or ends
    early raises ModelUnavailable after the pieces that did come; a filter raises Refused.
    """
    try:
        async with aclosing(
            _stream(provider, purpose, messages, provider.base_url not in _WITHOUT_USAGE)
        ) as pieces:
            async for piece in pieces:
                yield piece
    except Refused as error:
        if error.status not in (400, 422) or error.by_filter or provider.base_url in _WITHOUT_USAGE:
            raise
        async with aclosing(_stream(provider, purpose, messages, with_usage=False)) as pieces:
            async for piece in pieces:
                _WITHOUT_USAGE.add(provider.base_url)
                yield piece


async def _stream(
    provider: Provider, purpose: Purpose, messages: Sequence[Message], with_usage: bool
) -> AsyncGenerator[Piece, None]:
    settings, started, tally = provider.settings(purpose), time.monotonic(), _Tally()
    thinking = ThinkingFilter()
    deadline = asyncio.timeout(settings.timeout_s)
    try:
        async with deadline, _events(provider, purpose, messages, with_usage) as events:
            async for event in events:
                deadline.reschedule(asyncio.get_running_loop().time() + settings.between_s)
                tally.add(event)
                if event.done:
                    break
                if text := thinking.feed(event.text):
                    tally.text.append(text)
                    # The reader's own pace is not the model's silence.
                    deadline.reschedule(None)
                    yield Piece(text)
                    deadline.reschedule(asyncio.get_running_loop().time() + settings.between_s)
    except TimeoutError as error:
        raise ModelUnavailable("the model fell silent") from error
    if tally.finish_reason == "content_filter":
        raise Refused("the provider's filter stopped the answer", by_filter=True)
    if rest := thinking.close():
        tally.text.append(rest)
        yield Piece(rest)
    if not tally.ended:
        raise ModelUnavailable("the stream was cut")
    yield Piece("", tally.finish_reason or "stop", tally.usage(provider, purpose, messages, _ms(started)))


class _Tally:
    """What a stream has said about itself so far."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.finish_reason: str | None = None
        self.ended = False
        self._counted: tuple[int | None, int | None] = (None, None)

    def add(self, event: Event) -> None:
        self.finish_reason = event.finish_reason or self.finish_reason
        self.ended = self.ended or event.done or event.finish_reason is not None
        if event.prompt_tokens is not None:
            self._counted = (event.prompt_tokens, event.completion_tokens)

    def usage(self, provider: Provider, purpose: Purpose, messages: Sequence[Message], ms: int) -> Usage:
        asked, answered = self._counted
        if asked is None:
            asked = sum(estimate(message["content"]) + PER_MESSAGE for message in messages)
        if answered is None:
            answered = estimate("".join(self.text))
        return Usage(asked, answered, provider.model_for(purpose), ms)


@asynccontextmanager
async def _events(
    provider: Provider, purpose: Purpose, messages: Sequence[Message], with_usage: bool
) -> AsyncIterator[AsyncIterator[Event]]:
    async with (
        client.open_stream(provider, purpose, messages, with_usage) as chunks,
        aclosing(_read(chunks)) as events,
    ):
        yield events


async def _read(chunks: AsyncIterator[bytes]) -> AsyncGenerator[Event, None]:
    reader = EventReader()
    async for chunk in chunks:
        for event in reader.feed(chunk):
            yield event
    for event in reader.close():
        yield event


def embed(provider: EmbeddingProvider, texts: Sequence[str], role: Role) -> Embedded:
    """Vectors for `texts` as `role`: `query` for what is looked for, `passage` for what is kept. Blocking.

    Texts are sanitised, so no input can hurt the embedder; shape (n, dims). Raises ModelUnavailable,
    BadAnswer (wrong shape, not a number, no length), Refused.
    """
    started, tokens = time.monotonic(), 0
    parts: list[NDArray[np.float32]] = []
    prefix = provider.prefix_for(role)
    for batch in _batches([prefix + sanitise(text) for text in texts]):
        raw = client.embeddings(provider, batch, role)
        tokens += raw.prompt_tokens
        parts.append(_normalised(raw.rows, provider.dims))
    vectors = np.concatenate(parts) if parts else np.zeros((0, provider.dims), dtype=np.float32)
    return Embedded(vectors, provider.recipe, Usage(tokens, 0, provider.model_for(role), _ms(started)))


def _batches(texts: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(texts), BATCH):
        yield texts[start : start + BATCH]


def _normalised(rows: list[list[float]], dims: int) -> NDArray[np.float32]:
    if any(len(row) != dims for row in rows):
        raise BadAnswer(f"vectors of {sorted({len(row) for row in rows})} numbers, {dims} expected")
    vectors = np.asarray(rows, dtype=np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(vectors).all() or not (lengths > 1e-6).all():
        raise BadAnswer("a vector without length or with something that isn't a number")
    unit: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
    return unit
