"""The peer of `manage.py bench scale`: the pipe to a process of its own, and, where the extra is installed, mem0 behind it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from companion.benches import peer
from companion.benches.peer import PeerError
from companion.providers import embed

FAKE = """
import json, sys
told = json.loads(sys.argv[1])
for line in sys.stdin:
    asked = json.loads(line)
    if asked["call"] == "fill":
        import base64
        rows = len(base64.b64decode(asked["vectors"])) // 4 // told["dims"]
        answer = {"value": rows if rows == len(asked["texts"]) else -1}
    elif asked["call"] == "search":
        answer = {"value": [1.5 for _ in asked["questions"]]}
    elif asked["texts"] == ["die"]:
        sys.exit("gone for good")
    else:
        answer = {"error": "ValueError: nothing to rank"}
    print(json.dumps(answer), flush=True)
"""

NONE = np.zeros((0, 384), dtype=np.float32)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, transactional_db: None) -> None:
    """Another program at the end of the pipe."""
    program = tmp_path / "fake.py"
    program.write_text(FAKE, encoding="utf-8")
    monkeypatch.setattr(peer, "PROCESS", program)
    monkeypatch.setattr(peer, "python", lambda: Path(sys.executable))


def test_rows_and_questions_cross_the_pipe(fake: None) -> None:
    with peer.running() as other:
        texts = [f"line {number}" for number in range(peer.CHUNK + 3)]
        assert other.fill("one", texts, np.zeros((len(texts), 384), dtype=np.float32)) == len(texts)
        assert other.search("one", ["a?", "b?"], 50) == [1.5, 1.5]


def test_an_error_of_the_peer_is_told(fake: None) -> None:
    with peer.running() as other, pytest.raises(PeerError, match="nothing to rank"):
        other.rank([], NONE, ["a?"])


def test_a_peer_that_died_says_what_it_wrote_last(fake: None) -> None:
    with peer.running() as other, pytest.raises(PeerError, match="gone for good"):
        other.rank(["die"], NONE, ["a?"])


needs_extra = pytest.mark.skipif(not peer.python().exists(), reason="make bench-extra was not run")


@pytest.mark.long
@needs_extra
def test_mem0_ranks_texts_and_searches_a_user_s_rows(transactional_db: None) -> None:
    texts = [
        "我养了一只橘猫叫年糕",
        "我下周去体检",
        "My brother plays the violin",
        "我喜欢下雨天",
        "我养了一只橘猫叫年糕",
    ]
    with peer.running() as other:
        made, _recipe = embed(texts, "passage")
        cat, violin = other.rank(texts, made, ["你记得我的猫叫什么吗", "who plays the violin?"])
        vectors = np.eye(384, dtype=np.float32)[:2]
        assert other.fill("one", texts[:2], vectors) == 2
        spent = other.search("one", ["猫", "体检"], 50)
    assert sorted(cat[:2]) == [0, 4]  # a text that is there twice is found twice
    assert violin[0] == 2
    assert len(spent) == 2
    assert min(spent) > 0
