"""The only file that imports `openai`: cached clients, three calls, and its errors turned into ours. It is imported where it is
used: it takes a second of a start, and most commands call no model."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import httpx2

from llm.errors import BadAnswer, LLMError, ModelUnavailable, Refused
from llm.masking import mask
from llm.provider import EmbeddingProvider, Message, Provider, Purpose, Role

if TYPE_CHECKING:
    import openai

_FILTER_CODES = frozenset({"content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation"})
_ASYNC: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, str], openai.AsyncOpenAI]] = (
    WeakKeyDictionary()
)


@dataclass(frozen=True)
class Completion:
    text: str
    finish_reason: str
    prompt_tokens: int | None
    completion_tokens: int | None
    model: str


@dataclass(frozen=True)
class RawVectors:
    rows: list[list[float]]
    prompt_tokens: int


def complete(
    provider: Provider,
    purpose: Purpose,
    messages: Sequence[Message],
    response_format: dict[str, Any] | None,
) -> Completion:
    """One whole answer. Raises ModelUnavailable, BadAnswer (no choice in it) or Refused."""
    settings = provider.settings(purpose)
    model = provider.model_for(purpose)
    extra: dict[str, Any] = {} if response_format is None else {"response_format": response_format}
    with _errors():
        client = _sync_client(provider.base_url, provider.api_key, os.getpid())
        answer: Any = client.chat.completions.create(
            model=model,
            messages=_masked(messages),
            temperature=settings.temperature,
            max_tokens=settings.max_tokens,
            timeout=httpx2.Timeout(settings.timeout_s, connect=settings.connect_s),
            **extra,
        )
    if not getattr(answer, "choices", None):
        raise BadAnswer("the answer has no choice in it")
    choice = answer.choices[0]
    if choice.finish_reason == "content_filter" or getattr(choice.message, "refusal", None):
        raise Refused("the model declined", by_filter=True)
    return Completion(
        text=choice.message.content or "",
        finish_reason=choice.finish_reason or "",
        prompt_tokens=answer.usage.prompt_tokens if answer.usage else None,
        completion_tokens=answer.usage.completion_tokens if answer.usage else None,
        model=answer.model or model,
    )


@asynccontextmanager
async def open_stream(
    provider: Provider, purpose: Purpose, messages: Sequence[Message], with_usage: bool
) -> AsyncIterator[AsyncIterator[bytes]]:
    """The raw bytes of a streamed answer; leaving the block cancels the request upstream.

    Raw, because the client's own parsing of every chunk into models costs more than half the CPU of a stream.
    """
    settings = provider.settings(purpose)
    extra: dict[str, Any] = {"stream_options": {"include_usage": True}} if with_usage else {}
    client = _async_client(provider.base_url, provider.api_key)
    with _errors():
        async with client.chat.completions.with_streaming_response.create(
            model=provider.model_for(purpose),
            messages=_masked(messages),
            temperature=settings.temperature,
            max_tokens=settings.max_tokens,
            stream=True,
            # Silence inside the stream is judged by the reader, by events: bytes alone may be keep-alives.
            timeout=httpx2.Timeout(None, connect=settings.connect_s),
            **extra,
        ) as response:
            yield response.iter_bytes()


def embeddings(provider: EmbeddingProvider, texts: Sequence[str], role: Role) -> RawVectors:
    """One request for the vectors of `texts`, in their order."""
    with _errors():
        client = _sync_client(provider.base_url, provider.api_key, os.getpid())
        answer = client.embeddings.create(
            model=provider.model_for(role),
            input=[mask(text) for text in texts],
            timeout=httpx2.Timeout(provider.timeout_s, connect=provider.connect_s),
        )
    rows = sorted(answer.data, key=lambda row: row.index)
    if [row.index for row in rows] != list(range(len(texts))):
        raise BadAnswer(f"{len(texts)} texts sent, vectors {[row.index for row in rows][:9]} came back")
    return RawVectors([row.embedding for row in rows], getattr(answer.usage, "prompt_tokens", 0) or 0)


def _masked(messages: Sequence[Message]) -> Any:
    """The messages as they may leave: nothing gets past this point with a secret in it."""
    return [{**message, "content": mask(message["content"])} for message in messages]


def list_models(base_url: str, api_key: str, timeout_s: float = 3.0) -> list[str]:
    """The model names an endpoint offers: for the set-up page's test button and for doctor. Raises ModelUnavailable,
    BadAnswer (no list) or Refused."""
    with _errors():
        client = _sync_client(base_url, api_key, os.getpid())
        try:
            return [str(model.id) for model in client.models.list(timeout=timeout_s)]
        except (
            AttributeError,
            TypeError,
        ) as error:  # some other site's page, which the client took for a list
            raise BadAnswer("the answer is no list of models") from error


@lru_cache(maxsize=16)
def _sync_client(base_url: str, api_key: str, pid: int) -> openai.OpenAI:
    import openai

    # The process id is part of the key: a connection pool carried over a fork mixes two workers' answers.
    return openai.OpenAI(base_url=base_url, api_key=api_key or "none", max_retries=0)


def _async_client(base_url: str, api_key: str) -> openai.AsyncOpenAI:
    import openai

    # An aiohttp session belongs to the loop it was made on; using it from another one hangs.
    clients = _ASYNC.setdefault(asyncio.get_running_loop(), {})
    key = (base_url, api_key)
    if key not in clients:
        clients[key] = openai.AsyncOpenAI(
            base_url=base_url,
            api_key=api_key or "none",
            max_retries=0,
            http_client=openai.DefaultAioHttpClient(
                limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=50)
            ),
        )
    return clients[key]


async def close_clients() -> None:
    """Close the running loop's clients. For a process or a test that ends its loop in order."""
    for client in _ASYNC.pop(asyncio.get_running_loop(), {}).values():
        await client.close()


@contextmanager
def _errors() -> Iterator[None]:
    import openai

    try:
        yield
    except LLMError:
        raise
    except openai.APIStatusError as error:
        raise _by_status(error) from error
    except openai.APITimeoutError as error:
        raise ModelUnavailable("the model took too long") from error
    except (openai.APIConnectionError, httpx2.HTTPError, OSError) as error:
        raise ModelUnavailable(f"no connection: {type(error).__name__}") from error
    except (openai.OpenAIError, ValueError) as error:
        raise BadAnswer(f"the endpoint's answer can't be read: {type(error).__name__}") from error


def _by_status(error: openai.APIStatusError) -> LLMError:
    status = error.status_code
    if status in (400, 413, 422):
        return Refused(f"HTTP {status}", status=status, by_filter=error.code in _FILTER_CODES)
    return ModelUnavailable(f"HTTP {status}", status=status, retry_after=_retry_after(error.response.headers))


def _retry_after(headers: httpx2.Headers) -> float | None:
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * unit)
        except (KeyError, ValueError):
            continue
    return None
