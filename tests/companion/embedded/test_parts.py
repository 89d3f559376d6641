"""The embedded parts in folders of their own: what is kept, what is made anew, who stops what."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from companion.embedded import ensure, postgres, processes, supervisor, valkey
from companion.embedded.parts import Parts
from companion.embedded.places import SOCKET_PATH_MAX, Places

ROOT = Path(__file__).resolve().parents[3]
URLS = (
    "DATABASE_URL",
    "DATABASE_SOCKET",
    "REDIS_URL",
    "EMBEDDING_BASE_URL",
    "COMPANION_PARTS",
    "COMPANION_VAR",
)


@pytest.fixture
def places() -> Iterator[Places]:
    """Folders that the database's own user may reach, which pytest's temporary ones are not."""
    folder = Path(tempfile.mkdtemp(prefix="companion-parts-"))
    folder.chmod(0o755)
    made = Places(folder / "var")
    made.make()
    yield made
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def _no_urls(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in URLS:
        monkeypatch.setenv(name, "")  # so that what a test sets is taken back
        monkeypatch.delenv(name)
    # The embedder has tests of its own, and takes seconds to load.
    monkeypatch.setenv("EMBEDDING_BASE_URL", "http://127.0.0.1:1/v1")


@contextmanager
def stopping(process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> Iterator[None]:
    try:
        yield
    finally:
        processes.stop(process.pid, number=number)


def client(places: Places) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(places.valkey_socket))


# -- places and secrets ---------------------------------------------------------------------------------------


def test_a_deep_folder_still_has_short_sockets(tmp_path: Path) -> None:
    near, deep = Places(Path("/srv/companion/var")), Places(tmp_path / ("很深的" * 20) / "var")
    other = Places(tmp_path / ("很深的" * 20) / "else" / "var")
    assert near.sockets == near.run / "s"
    assert len(str(deep.postgres_socket_folder / ".s.PGSQL.5432").encode()) < 104
    assert len(str(deep.valkey_socket).encode()) < 104
    assert deep.sockets != other.sockets
    assert deep.sockets == Places(deep.var).sockets


@pytest.mark.parametrize("length", range(SOCKET_PATH_MAX - 14, SOCKET_PATH_MAX + 10))
def test_every_length_of_path_leaves_room_for_a_socket(length: int) -> None:
    places = Places(Path("/" + "x" * (length - 1)))
    assert len(os.fsencode(places.postgres_socket_folder / ".s.PGSQL.5432")) < 104


def test_a_long_path_is_measured_in_bytes() -> None:
    places = Places(Path("/" + "家" * 27) / "var")
    assert len(os.fsencode(places.postgres_socket_folder / ".s.PGSQL.5432")) < 104


def test_secrets_are_made_once_and_for_the_owner_alone(places: Places) -> None:
    places.make_secrets()
    before = {path.name: path.read_text() for path in places.keys.iterdir()}
    Places(places.var).make_secrets()
    assert {path.name: path.read_text() for path in places.keys.iterdir()} == before
    assert set(before) == {"kek", "django"}
    for path in places.keys.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
    assert places.keys.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("found", "left"), [(0o711, 0o711), (0o700, 0o700), (0o755, 0o700), (0o777, 0o700)])
def test_a_second_start_does_not_shut_the_sockets_of_one_at_work(
    places: Places, found: int, left: int
) -> None:
    """A database that runs as another user walks through this folder while it starts."""
    places.make()
    places.sockets.chmod(found)
    places.make()
    assert places.sockets.stat().st_mode & 0o777 == left


def test_two_first_starts_at_once_agree_on_the_secrets(places: Places) -> None:
    shutil.rmtree(places.keys)
    script = (
        "import sys; from pathlib import Path; from companion.embedded.places import Places\n"
        "places = Places(Path(sys.argv[1])); sys.stdin.readline(); places.make(); places.make_secrets()\n"
        "print((places.keys / 'kek').read_text().strip(), (places.keys / 'django').read_text().strip())"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(places.var)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for _ in range(4)
    ]  # fmt: skip
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = {process.communicate(timeout=60)[0] for process in started}
    assert len(told) == 1
    assert len(told.pop().split()) == 2
    assert {path.name for path in places.keys.iterdir()} == {"kek", "django"}


def test_a_half_written_secret_is_never_taken(places: Places) -> None:
    (places.keys / f"kek.{os.getpid()}.new").write_text("ha")  # of a start that was killed
    places.make_secrets()
    assert len((places.keys / "kek").read_text().strip()) == 44


# -- the parts ------------------------------------------------------------------------------------------------


def test_postgres_keeps_its_data_over_a_restart(places: Places) -> None:
    with stopping(postgres.start(places), signal.SIGINT), psycopg.connect(postgres.dsn(places)) as session:
        session.execute("CREATE TABLE kept (word text)")
        session.execute("INSERT INTO kept VALUES ('在')")
    assert postgres.pid(places) is None
    assert not postgres.answers(places)
    process = postgres.start(places)
    with stopping(process, signal.SIGKILL):
        assert postgres.pid(places) == process.pid
        with psycopg.connect(postgres.dsn(places)) as session:
            assert session.execute("SELECT word FROM kept").fetchone() == ("在",)
            session.execute("CREATE EXTENSION vector")
    with stopping(postgres.start(places), signal.SIGINT), psycopg.connect(postgres.dsn(places)) as session:
        assert session.execute("SELECT word FROM kept").fetchone() == ("在",)  # after a crash as well
    assert places.postgres.stat().st_mode & 0o077 == 0


def test_a_half_made_data_folder_is_made_anew(places: Places) -> None:
    places.postgres.mkdir()
    (places.postgres / "PG_VERSION").write_text("18\n")
    (places.postgres / "base").mkdir()
    (places.postgres / "global").mkdir()
    with stopping(postgres.start(places), signal.SIGINT):
        assert postgres.answers(places)


def test_what_cannot_start_says_so(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valkey, "get_binary_path", lambda: "/bin/false")
    with pytest.raises(processes.StartError, match="Valkey did not start"):
        valkey.start(places)


def test_valkey_keeps_its_data_over_a_kill(places: Places) -> None:
    process = valkey.start(places)
    client(places).set("kept", "在")
    client(places).config_set("appendfsync", "always")
    client(places).set("too", "也在")
    with stopping(process, signal.SIGKILL):
        assert valkey.pid(places) == process.pid
        assert places.valkey_socket.stat().st_mode & 0o077 == 0
    assert valkey.pid(places) is None
    with stopping(valkey.start(places)):
        assert client(places).mget("kept", "too") == ["在".encode(), "也在".encode()]


# -- who starts and stops -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_no_urls")
def test_a_command_starts_what_is_missing_and_stops_it(places: Places) -> None:
    with ensure.running(places, ROOT):
        assert valkey.answers(places)
        assert postgres.answers(places)
        assert os.environ["REDIS_URL"] == valkey.url(places)
        assert os.environ["DATABASE_SOCKET"] == str(places.postgres_socket_folder)
        pids = (valkey.pid(places), postgres.pid(places))
    assert not any(processes.alive(pid) for pid in pids)
    assert not (places.run / "transient.json").exists()


@pytest.mark.usefixtures("_no_urls")
def test_a_command_adopts_what_runs_and_leaves_it(places: Places) -> None:
    theirs = valkey.start(places)
    with stopping(theirs):
        with ensure.running(places, ROOT):
            assert valkey.pid(places) == theirs.pid
            mine = postgres.pid(places)
            assert processes.alive(mine)
        assert valkey.answers(places)
        assert not processes.alive(mine)


@pytest.mark.usefixtures("_no_urls")
def test_a_failing_command_still_stops_what_it_started(places: Places) -> None:
    pids = []

    def command() -> None:
        with ensure.running(places, ROOT):
            pids.append(valkey.pid(places))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        command()
    assert pids
    assert not processes.alive(pids[0])


@contextmanager
def command(places: Places) -> Iterator[subprocess.Popen[str]]:
    """A command of its own process that has its parts, until it is told to end by a line."""
    script = (
        "import sys; from pathlib import Path; from companion.embedded import ensure\n"
        "from companion.embedded.places import Places\n"
        "with ensure.running(Places(Path(sys.argv[1])), Path(sys.argv[2])):\n"
        "    print('in', flush=True); sys.stdin.readline()\n"
    )
    env = {name: value for name, value in os.environ.items() if name not in URLS}
    env["EMBEDDING_BASE_URL"] = "http://127.0.0.1:1/v1"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(places.var), str(ROOT)],
        cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "in\n"
        yield process
    finally:
        process.kill()
        process.wait()
        for part, number in ((valkey.pid(places), signal.SIGTERM), (postgres.pid(places), signal.SIGINT)):
            if part:
                processes.stop(part, number=number)


@pytest.mark.usefixtures("_no_urls")
def test_parts_stay_until_their_last_user_leaves(places: Places) -> None:
    with command(places) as first:
        with ensure.running(places, ROOT):
            pids = (valkey.pid(places), postgres.pid(places))
            first.communicate("\n", timeout=60)
            assert first.returncode == 0  # who started them is gone
            assert (valkey.pid(places), postgres.pid(places)) == pids
            assert postgres.answers(places)
        assert not any(processes.alive(pid) for pid in pids)


@pytest.mark.usefixtures("_no_urls")
def test_who_leaves_first_stops_nothing(places: Places) -> None:
    with command(places) as other:
        with ensure.running(places, ROOT):
            pid = valkey.pid(places)
        assert valkey.pid(places) == pid
        assert postgres.answers(places)
        other.communicate("\n", timeout=60)
        assert not processes.alive(pid)
        assert postgres.pid(places) is None


@pytest.mark.usefixtures("_no_urls")
def test_what_a_killed_command_left_is_cleared_by_the_next(places: Places) -> None:
    with command(places) as killed:
        pid = valkey.pid(places)
        killed.kill()
        killed.wait()
        with ensure.running(places, ROOT):
            assert valkey.answers(places)
        assert not processes.alive(pid)
        assert postgres.pid(places) is None


@pytest.mark.usefixtures("_no_urls")
def test_make_up_clears_leftovers_but_nothing_in_use(places: Places) -> None:
    with command(places) as other:
        pids = (valkey.pid(places), postgres.pid(places))
        ensure.clear_leftovers(places)
        assert (valkey.pid(places), postgres.pid(places)) == pids
        other.kill()
        other.wait()
        ensure.clear_leftovers(places)
        assert not any(processes.alive(pid) for pid in pids)


@pytest.mark.parametrize("argv", [["manage.py", "help"], ["manage.py", "replay", "--help"], ["manage.py"]])
def test_help_starts_nothing(argv: list[str], places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_PARTS", raising=False)
    monkeypatch.setenv("COMPANION_VAR", str(places.var))
    with ensure.around(argv, ROOT):
        assert not valkey.answers(places)


@pytest.mark.usefixtures("_no_urls")
def test_urls_of_other_parts_are_left_to_them(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/x")
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere/0")
    parts = Parts(places, ROOT)
    parts.bring_up()
    assert parts.started == {}
    assert parts.env == {}


def test_only_the_living_are_remembered(places: Places) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    (places.run / "transient.json").write_text(json.dumps({"broker": gone.pid, "database": os.getpid()}))
    assert ensure._transient(places) == {"database": os.getpid()}
    (places.run / "transient.json").write_text("{half")
    assert ensure._transient(places) == {}


# -- make up --------------------------------------------------------------------------------------------------


def test_a_taken_port_says_what_to_do(places: Places) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert supervisor.port_taken("127.0.0.1", port)
        with pytest.raises(SystemExit) as left, supervisor.only_one(places, port):
            raise AssertionError
    assert f"make up PORT={port + 1}" in str(left.value)
    assert "端口" in str(left.value)
    assert not supervisor.port_taken("127.0.0.1", port)


def test_a_second_start_in_the_same_folder_says_where_the_first_is(places: Places) -> None:
    script = (
        "import sys; from pathlib import Path; from companion.embedded import supervisor; from companion.embedded.places import Places\n"
        "with supervisor.only_one(Places(Path(sys.argv[1])), int(sys.argv[2])):\n"
        "    print('in')"
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", script, str(places.var), str(port)]
    with supervisor.only_one(places, port):
        second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 1
    assert f"http://127.0.0.1:{port}/" in second.stderr
    assert "已经在这个文件夹里运行" in second.stderr
    third = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert third.stdout == "in\n"


def test_an_orphan_on_our_data_is_named_and_left_alone() -> None:
    supervisor.refuse_orphan("Valkey", None)
    with pytest.raises(processes.StartError, match=str(os.getpid())):
        supervisor.refuse_orphan("Valkey", os.getpid())
