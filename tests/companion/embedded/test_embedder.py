from __future__ import annotations

import base64
import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.embedded import engines
from companion.embedded.embedder import Desk
from companion.embedded.engines import SECOND, SMALL, Engine
from llm.gateway import embed
from llm.provider import EmbeddingProvider


@contextmanager
def served(engine: Engine) -> Iterator[EmbeddingProvider]:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.embedded.embedder", "--port", "0", "--engine", engine.name],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield EmbeddingProvider(
            process.stdout.readline().strip(), "", engine.passage_model, engine.recipe, engine.dims,
            query_model=engine.query_model, passage_model=engine.passage_model,
        )  # fmt: skip
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture(scope="module")
def provider() -> Iterator[EmbeddingProvider]:
    with served(SMALL) as found:
        yield found


@pytest.fixture(scope="module")
def second() -> Iterator[EmbeddingProvider]:
    with served(SECOND) as found:
        yield found


def request(
    provider: EmbeddingProvider, method: str, path: str, body: bytes = b""
) -> tuple[int, dict[str, object]]:
    host = provider.base_url.removeprefix("http://").removesuffix("/v1")
    connection = http.client.HTTPConnection(host, timeout=20)
    try:
        connection.request(method, path, body or None)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def test_a_question_finds_its_answer_across_languages(provider: EmbeddingProvider) -> None:
    kept = embed(provider, ["我的猫叫小花", "I work as a nurse in Leeds", "下周三要交报告"], "passage")
    asked = embed(provider, ["what is my cat called?", "我在哪里当护士", "最近有什么截止日期"], "query")
    assert (asked.vectors @ kept.vectors.T).argmax(axis=1).tolist() == [0, 1, 2]
    assert kept.vectors.shape == (3, SMALL.dims)


def test_pieces_give_the_same_vectors_as_single_texts(provider: EmbeddingProvider) -> None:
    texts = [f"第 {number} 句话，说的是{number * 7}" for number in range(20)]
    together = embed(provider, texts, "passage").vectors
    alone = np.concatenate([embed(provider, [text], "passage").vectors for text in texts])
    assert np.allclose(together, alone, atol=2e-2)


def test_both_encodings(provider: EmbeddingProvider) -> None:
    rows = []
    for encoding in ("float", "base64"):
        body = json.dumps({"model": "e5-query", "input": "你好", "encoding_format": encoding}).encode()
        status, answer = request(provider, "POST", "/v1/embeddings", body)
        assert status == 200
        rows.append(answer["data"][0]["embedding"])  # type: ignore[index]
    assert np.allclose(rows[0], np.frombuffer(base64.b64decode(rows[1]), dtype="<f4"))


@pytest.mark.parametrize(
    "text", ["\ufdfa" * 3000, "", "\u0000", "👩‍👩‍👧‍👦" * 900, "\u202e\ue000\uffff", "字" * 50_000]
)
def test_hostile_texts_sent_past_the_gateway_do_no_harm(provider: EmbeddingProvider, text: str) -> None:
    body = json.dumps({"model": "e5-passage", "input": [text, "好"]}).encode()
    status, answer = request(provider, "POST", "/v1/embeddings", body)
    assert status == 200
    assert len(answer["data"]) == 2  # type: ignore[arg-type]


def test_lone_surrogates(provider: EmbeddingProvider) -> None:
    status, _ = request(provider, "POST", "/v1/embeddings", b'{"model": "e5-query", "input": "\\ud800 a"}')
    assert status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"input": []}',
        b'{"model": "other", "input": "x"}',
        b'{"model": "e5-query", "input": [1]}',
    ],
)
def test_bad_requests_are_named(provider: EmbeddingProvider, body: bytes) -> None:
    status, answer = request(provider, "POST", "/v1/embeddings", body)
    assert status in (400, 413)
    assert "error" in answer


def test_health_and_models(provider: EmbeddingProvider) -> None:
    assert request(provider, "GET", "/health")[0] == 200
    _, models = request(provider, "GET", "/v1/models")
    assert [model["id"] for model in models["data"]] == ["e5-query", "e5-passage"]  # type: ignore[attr-defined]
    assert request(provider, "GET", "/other")[0] == 404


def test_it_refuses_any_address_but_loopback() -> None:
    command = [sys.executable, "-m", "companion.embedded.embedder", "--port", "0", "--host", "0.0.0.0"]
    assert subprocess.run(command, capture_output=True, timeout=60).returncode != 0


def wait_for(true: Callable[[], bool]) -> None:
    for _ in range(1000):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def test_questions_overtake_waiting_batches() -> None:
    order: list[str] = []
    free = threading.Event()

    def encode(texts: list[str], is_query: bool) -> NDArray[np.float32]:
        free.wait(10)
        order.append(f"{'question' if is_query else 'batch'} {len(texts)}")
        return np.ones((len(texts), 2), dtype=np.float32)

    desk = Desk(encode)
    batch = threading.Thread(target=desk.embed, args=(["x"] * 20, False))
    batch.start()
    wait_for(lambda: desk._waiting.qsize() == 2)
    asked = threading.Thread(target=desk.embed, args=(["?"], True))
    asked.start()
    wait_for(lambda: desk._waiting.qsize() == 3)
    free.set()
    batch.join(10)
    asked.join(10)
    assert order == ["batch 8", "question 1", "batch 8", "batch 4"]


def test_a_failing_text_does_not_end_the_desk() -> None:
    def encode(texts: list[str], is_query: bool) -> NDArray[np.float32]:
        if "bad" in texts:
            raise ValueError
        return np.ones((len(texts), 2), dtype=np.float32)

    desk = Desk(encode)
    with pytest.raises(ValueError):
        desk.embed(["bad"], False)
    assert desk.embed(["good"], True).shape == (1, 2)


# -- the second engine ----------------------------------------------------------------------------------------


def test_the_second_engine_finds_an_answer_and_reads_both_scripts(second: EmbeddingProvider) -> None:
    kept = embed(second, ["我的猫叫小花", "I work as a nurse in Leeds", "下周三要交报告"], "passage")
    asked = embed(second, ["我的貓叫什麼名字", "where do I work?", "什么时候交报告"], "query")
    assert (asked.vectors @ kept.vectors.T).argmax(axis=1).tolist() == [0, 1, 2]
    assert kept.vectors.shape == (3, 512)
    assert kept.recipe == SECOND.recipe != SMALL.recipe
    both = embed(second, ["我的貓叫小花", "我的猫叫小花"], "passage").vectors
    assert np.allclose(both[0], both[1], atol=1e-5)


@pytest.mark.parametrize("text", ["\ufdfa" * 3000, "", "\U0001f9a9\U0001f9a9", "\u202e\ue000", "字" * 50_000])
def test_hostile_texts_do_the_second_engine_no_harm(second: EmbeddingProvider, text: str) -> None:
    vectors = embed(second, [text, "好"], "passage").vectors
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_an_engine_answers_only_to_its_own_models(second: EmbeddingProvider) -> None:
    health = request(second, "GET", "/health")[1]
    assert (health["recipe"], health["dims"]) == (SECOND.recipe, 512)
    assert request(second, "POST", "/v1/embeddings", b'{"model": "e5-query", "input": "x"}')[0] == 400


@pytest.mark.parametrize(
    ("environ", "fast", "engine"),
    [
        ({}, True, SMALL),
        ({}, False, SECOND),
        ({"COMPANION_EMBEDDER": "second"}, True, SECOND),
        ({"COMPANION_EMBEDDER": "small"}, False, SMALL),
        ({"COMPANION_EMBEDDER": ""}, False, SECOND),
    ],
)
def test_the_engine_follows_the_processor_unless_told(
    environ: dict[str, str], fast: bool, engine: Engine
) -> None:
    assert engines.choose(environ, fast_vectors=fast) is engine
    assert engines.by_recipe(engine.recipe) is engine


def test_an_engine_that_does_not_exist_is_refused() -> None:
    with pytest.raises(engines.UnknownEngine):
        engines.choose({"COMPANION_EMBEDDER": "third"}, fast_vectors=True)


@pytest.mark.parametrize(
    ("flags", "fast"),
    [
        ("flags\t\t: fpu sse4_2 avx avx2 bmi2", True),
        ("flags\t\t: fpu sse4_2 avx", False),
        ("flags\t\t: fpu avx2_like", False),
        ("Features\t: asimd", True),
    ],
)
def test_the_processors_flags_are_read(
    tmp_path: Path, flags: str, fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "cpuinfo").write_text(f"processor\t: 0\n{flags}\n")
    assert engines.has_fast_vectors(tmp_path / "cpuinfo") is fast
    assert engines.has_fast_vectors(tmp_path / "none")
