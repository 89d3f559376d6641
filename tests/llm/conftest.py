from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from llm import client, gateway
from llm.provider import EmbeddingProvider, Provider, Purpose, Settings
from tests.model_server import ModelServer

QUICK = Settings(timeout_s=0.4, connect_s=0.4, between_s=0.4, max_tokens=50)


@pytest.fixture(scope="session")
def running_server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def server(running_server: ModelServer) -> ModelServer:
    running_server.reset()
    gateway._KNOWN_FORMAT.clear()
    gateway._WITHOUT_USAGE.clear()
    return running_server


@pytest.fixture
def provider(server: ModelServer) -> Provider:
    return Provider("scripted", server.url, "key", "scripted")


@pytest.fixture
def quick(server: ModelServer) -> Provider:
    """The same endpoint with time-outs short enough to be reached in a test."""
    return Provider("scripted", server.url, "key", "scripted", dict.fromkeys(Purpose, QUICK))


@pytest.fixture
def vectors(server: ModelServer) -> EmbeddingProvider:
    return EmbeddingProvider(
        server.url, "key", "m", "test.v1", 8, query_model="m-query", passage_model="m-passage", timeout_s=2.0
    )


@pytest_asyncio.fixture(autouse=True)
async def _closed_clients() -> AsyncIterator[None]:
    yield
    await client.close_clients()
