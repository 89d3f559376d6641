"""The local model's run file, and its server under the supervisor. A tiny server stands for llama-cpp's."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.embedded import local_model, processes, supervisor
from companion.embedded.local_model import LocalModel
from companion.embedded.places import Places
from companion.embedded.supervisor import Supervisor

SERVER = (
    "import sys, time\n"
    "from http.server import BaseHTTPRequestHandler, HTTPServer\n"
    "time.sleep(float(sys.argv[2]))\n"
    "HTTPServer(('127.0.0.1', int(sys.argv[1])), BaseHTTPRequestHandler).serve_forever()\n"
)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Places]:
    made = Places(tmp_path / "var")
    made.make()
    monkeypatch.setenv("COMPANION_VAR", str(made.var))
    local_model.forget()
    yield made
    local_model.forget()


def ready(places: Places) -> None:
    local_model.venv(places).mkdir(parents=True)
    local_model.gguf(places).write_bytes(b"gguf")
    local_model.stamp(places).write_text("x")


def tiny(port: int, loading: float = 0.0) -> list[str]:
    return [sys.executable, "-c", SERVER, str(port), str(loading)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(true: Callable[[], object]) -> None:
    for _ in range(1500):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def test_it_runs_once_it_listens_and_no_longer_than_its_process(places: Places) -> None:
    places.model.mkdir()
    assert local_model.running() is None
    port = free_port()
    process = local_model.start(places, port, tiny(port))
    try:
        wait_for(lambda: local_model.look(places))
        assert local_model.running() is None  # for a few seconds the last look counts
        local_model.forget()
        assert local_model.running() == LocalModel(f"http://127.0.0.1:{port}/v1", local_model.NAME)
        assert not local_model.starting(places)
    finally:
        processes.stop(process.pid)
    local_model.forget()
    assert local_model.running() is None


def test_while_it_loads_it_is_starting(places: Places) -> None:
    places.model.mkdir()
    port = free_port()
    process = local_model.start(places, port, tiny(port, 60))
    try:
        assert local_model.look(places) is None
        assert local_model.starting(places)
    finally:
        processes.stop(process.pid)
    assert not local_model.starting(places)


def test_another_process_under_its_old_id_is_not_taken_for_it(places: Places) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        held = {"port": other.getsockname()[1], "pid": os.getpid(), "born": processes.born(os.getpid())}
        (places.run / "model.json").write_text(json.dumps(held))
        assert local_model.look(places)
        (places.run / "model.json").write_text(json.dumps({**held, "born": held["born"] - 60}))
        assert local_model.look(places) is None


def test_our_own_environment_does_not_set_it_up(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make up PORT=8123` exports PORT, which the server would take for its own."""
    places.model.mkdir()
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("COMPANION_KEK", "secret")
    show = [sys.executable, "-c", "import os; print(sorted(os.environ))"]
    local_model.start(places, 1, show).wait(30)
    told = (places.logs / "model.log").read_text()
    assert "PATH" in told
    assert "'PORT'" not in told
    assert "COMPANION" not in told


@pytest.mark.parametrize("text", ["", "{", "[]", '{"port": 1}', '{"port": "x", "pid": 1, "born": 1}', "null"])
def test_a_damaged_run_file_is_no_model(places: Places, text: str) -> None:
    (places.run / "model.json").write_text(text)
    assert local_model.look(places) is None


@pytest.mark.parametrize(
    ("environ", "starts"),
    [
        ({}, True),
        ({"COMPANION_LOCAL_MODEL": "off"}, False),
        ({"COMPANION_LOCAL_MODEL": "on"}, True),
        ({"LLM_BASE_URL": "https://a.example.org/v1"}, False),
    ],
)
def test_it_is_started_when_it_is_there_and_nothing_speaks_against_it(
    places: Places, environ: dict[str, str], starts: bool
) -> None:
    assert not local_model.wanted(places, environ)  # nothing fetched
    ready(places)
    assert local_model.wanted(places, environ) is starts
    local_model.stamp(places).unlink()  # a build that was killed
    assert not local_model.wanted(places, environ)


def test_one_core_is_left_to_the_site_while_it_writes() -> None:
    assert [local_model.threads(cores) for cores in (1, 2, 8)] == [(1, 1), (1, 2), (7, 8)]


def test_it_listens_on_loopback_and_is_not_interrupted(places: Places) -> None:
    command = local_model.command(places, 4321, 2)
    given = dict(zip(command[3::2], command[4::2], strict=True))
    assert given["--host"] == "127.0.0.1"
    assert given["--interrupt_requests"] == "false"
    assert given["--n_ctx"] == "4096"
    assert given["--cache"] == "true"
    assert command[0] == str(places.model / "venv" / "bin" / "python")  # never in our own process


def test_the_supervisor_starts_it_restarts_it_and_stops_it(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_model, "command", lambda _places, port, _cores: tiny(port, 0.5))
    monkeypatch.delenv("LLM_BASE_URL", raising=False)
    monkeypatch.setattr(supervisor, "RESTART_PAUSE", (0.0,))
    boss = Supervisor(places, 1, "127.0.0.1")
    boss._local_model()
    assert boss.children == []  # nothing there: nothing started
    ready(places)
    boss._local_model()
    first = boss.children[0].process
    assert first is not None
    try:
        wait_for(lambda: local_model.look(places))
        assert boss.loading  # nobody waited for it
        boss._tell_loaded()
        assert not boss.loading
        first.kill()
        first.wait()

        def again() -> bool:
            boss._check(time.monotonic())
            second = boss.children[0].process
            return second is not first and local_model.look(places) is not None

        wait_for(again)
        second = boss.children[0].process
        assert second is not None
    finally:
        boss._stop()
    assert not processes.alive(second.pid)
    assert local_model.look(places) is None
