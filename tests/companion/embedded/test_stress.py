"""Start-up under stress: what is half-made, damaged, missing, another's or full, and nothing lost by it."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import redis

from companion.embedded import checking, datafolder, ensure, postgres, processes, supervisor, valkey
from companion.embedded.checking import KeyState, Room
from companion.embedded.datafolder import Seen, State
from companion.embedded.places import Places
from tests.companion.embedded.test_parts import ROOT, client, stopping

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def places() -> Iterator[Places]:
    """Folders that the database's own user may reach, on a path with a space and Chinese in it."""
    folder = Path(tempfile.mkdtemp(prefix="companion-stress-"))
    folder.chmod(0o755)
    made = Places(folder / "我的 数据" / "var")
    made.make()
    yield made
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(made.sockets, ignore_errors=True)


def both_languages(error: pytest.ExceptionInfo[BaseException]) -> str:
    told = str(error.value)
    assert any("\u4e00" <= sign <= "\u9fff" for sign in told.splitlines()[0])
    assert (
        sum(line.count(" the ") + line.count(" The ") + line.startswith("The ") for line in told.splitlines())
        > 0
    )
    return told


@pytest.fixture(scope="module")
def holding() -> Iterator[Path]:
    """A stopped data folder that holds a row: made once, because making one takes seconds."""
    folder = Path(tempfile.mkdtemp(prefix="companion-kept-"))
    folder.chmod(0o755)
    places = Places(folder / "var")
    places.make()
    with stopping(postgres.start(places), signal.SIGINT), psycopg.connect(postgres.dsn(places)) as session:
        session.execute("CREATE TABLE kept (word text)")
        session.execute("INSERT INTO kept VALUES ('在')")
    yield places.postgres
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(places.sockets, ignore_errors=True)


@pytest.fixture
def kept(places: Places, holding: Path) -> Places:
    """A data folder that holds a row, with its owners as they were."""
    subprocess.run(["cp", "-a", str(holding), str(places.postgres)], check=True)
    return places


def holds_its_row(places: Places) -> bool:
    with stopping(postgres.start(places), signal.SIGINT), psycopg.connect(postgres.dsn(places)) as session:
        return session.execute("SELECT word FROM kept").fetchone() == ("在",)


# -- the data folder ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moment", [0.2, *(pytest.param(later, marks=pytest.mark.long) for later in (0.05, 0.5, 0.9))]
)
def test_a_start_killed_while_the_folder_is_made(places: Places, moment: float) -> None:
    script = (
        "import sys; from pathlib import Path; from companion.embedded import postgres\n"
        "from companion.embedded.places import Places\n"
        "print('in', flush=True); postgres.start(Places(Path(sys.argv[1])))"
    )
    killed = subprocess.Popen(
        [sys.executable, "-c", script, str(places.var)], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True
    )  # fmt: skip
    assert killed.stdout is not None
    killed.stdout.readline()
    time.sleep(moment)
    family = processes.family(killed.pid)
    for member in family:
        with contextlib.suppress(ProcessLookupError):  # initdb's helpers come and go
            os.kill(member, signal.SIGKILL)
    killed.wait()
    with stopping(postgres.start(places), signal.SIGINT):
        assert postgres.answers(places)
    assert not list(places.var.glob("postgres.new-*"))


def test_what_a_dying_helper_still_writes_is_cleared_too(tmp_path: Path) -> None:
    """It puts files where others were just taken away: a folder that was not empty once may be a moment later."""
    draft = tmp_path / "postgres.new-x"
    (draft / "pg_wal").mkdir(parents=True)
    until = time.monotonic() + 0.6

    def write() -> None:
        number = 0
        while time.monotonic() < until:
            number += 1
            with contextlib.suppress(OSError):
                (draft / "pg_wal" / str(number)).touch()

    helper = threading.Thread(target=write)
    helper.start()
    time.sleep(0.05)
    postgres._clear(draft)
    helper.join()
    assert not draft.exists()


def test_data_of_another_version_is_left_alone(kept: Places) -> None:
    (kept.postgres / "PG_VERSION").write_text("15\n")
    with pytest.raises(processes.StartError, match="PostgreSQL 15") as refused:
        postgres.start(kept)
    assert "pg_dump" in both_languages(refused)
    (kept.postgres / "PG_VERSION").write_text("18\n")
    assert holds_its_row(kept)


@pytest.mark.parametrize("lost", ["global/pg_control", "base", "PG_VERSION", "pg_wal"])
@pytest.mark.parametrize("marked", [pytest.param(True, marks=pytest.mark.long), False])
def test_a_damaged_folder_is_named_and_never_wiped(kept: Places, lost: str, marked: bool) -> None:
    if not marked and lost == "base":
        return  # a folder without any database and without our mark holds nobody's data
    aside = kept.var / "aside"
    (kept.postgres / lost).rename(aside)
    if not marked:
        (kept.postgres / datafolder.MARK).unlink()
    with pytest.raises(processes.StartError, match="从备份恢复") as refused:
        postgres.start(kept)
    assert "restore the folder from a backup" in both_languages(refused)
    aside.rename(kept.postgres / lost)
    assert holds_its_row(kept)


@pytest.mark.skipif(os.geteuid() != 0, reason="changing the owner takes root")
def test_a_folder_of_another_user_is_named_and_left_alone(kept: Places) -> None:
    owner = (kept.postgres / "PG_VERSION").stat().st_uid
    os.chown(kept.postgres / "PG_VERSION", 1, 1)
    with pytest.raises(processes.StartError, match=pwd.getpwuid(1).pw_name) as refused:
        postgres.start(kept)
    assert "chown -R" in both_languages(refused)
    os.chown(kept.postgres / "PG_VERSION", owner, owner)
    assert holds_its_row(kept)


@pytest.mark.parametrize(
    ("seen", "state"),
    [
        (Seen(True, False, "", False, False, None), State.NONE),
        (Seen(False, False, "", False, False, None), State.HALF),
        (Seen(False, False, "18", False, False, 5), State.HALF),
        (Seen(False, False, "18", True, True, 5), State.WHOLE),
        (Seen(False, True, "18", True, True, 5), State.WHOLE),
        (Seen(False, True, "18", True, True, 6), State.NOT_OURS),
        (Seen(False, True, "17", True, True, 5), State.OTHER_VERSION),
        (Seen(False, True, "", True, True, None), State.DAMAGED),
        (Seen(False, False, "18", False, True, 5), State.DAMAGED),
        (Seen(False, True, "18", False, False, 5), State.DAMAGED),
    ],
)
def test_the_state_of_a_folder(seen: Seen, state: State) -> None:
    assert datafolder.judge(seen, 5) is state


@pytest.mark.parametrize("who", ["dead", "reused"])
def test_a_lock_of_a_server_that_is_gone_keeps_nobody_out(kept: Places, who: str) -> None:
    if who == "dead":
        gone = subprocess.Popen(["true"])
        gone.wait()
        number = gone.pid
    else:
        number = os.getpid()  # after the machine came up again the number is another's
    lines = [
        str(number),
        str(kept.postgres),
        "1700000000",
        "5432",
        str(kept.postgres_socket_folder),
        "",
        "",
        "ready",
    ]
    (kept.postgres / "postmaster.pid").write_text("\n".join(lines) + "\n")
    owner = (kept.postgres / "PG_VERSION").stat().st_uid
    os.chown(kept.postgres / "postmaster.pid", owner, owner)
    kept.postgres_socket_folder.mkdir(parents=True, exist_ok=True)
    (kept.postgres_socket_folder / ".s.PGSQL.5432.lock").write_text("\n".join(lines) + "\n")
    assert postgres.pid(kept) is None
    supervisor.refuse_orphan("PostgreSQL", postgres.pid(kept))
    assert holds_its_row(kept)


def test_a_lock_of_a_running_server_stays(kept: Places) -> None:
    with stopping(postgres.start(kept), signal.SIGINT) as _:
        number = postgres.pid(kept)
        assert number
        postgres._clear_stale_lock(kept)
        assert postgres.pid(kept) == number
        with pytest.raises(processes.StartError, match=str(number)):
            supervisor.refuse_orphan("PostgreSQL", number)


# -- Valkey ---------------------------------------------------------------------------------------------------


def test_valkeys_half_written_log_loads_up_to_the_cut(places: Places) -> None:
    with stopping(valkey.start(places)):
        client(places).set("first", "一")
        client(places).set("second", "二" * 50)
    log = next((places.valkey / "appendonlydir").glob("*.incr.aof"))
    log.write_bytes(log.read_bytes()[:-40])
    with stopping(valkey.start(places)):
        assert client(places).get("first") == "一".encode()
        assert client(places).get("second") is None


@pytest.mark.parametrize("damage", ["log", "manifest", "gone"])
def test_valkeys_damaged_log_is_set_aside(places: Places, damage: str) -> None:
    with stopping(valkey.start(places)):
        client(places).set("first", "一" * 400)
    folder = places.valkey / "appendonlydir"
    log = next(folder.glob("*.incr.aof"))
    if damage == "log":
        log.write_bytes(b"*3\r\n$3\r\nSET\r\n\x00nonsense\r\n" * 9 + log.read_bytes())
    elif damage == "manifest":
        next(folder.glob("*.manifest")).write_text("nonsense\n")
    else:
        log.unlink()
    with stopping(valkey.start(places)):
        assert client(places).get("first") is None
        client(places).set("again", "1")
    assert len(list(places.valkey.glob("appendonlydir.damaged-*"))) == 1
    with stopping(valkey.start(places)):
        assert client(places).get("again") == b"1"


def test_valkey_takes_writes_without_its_log_and_keeps_it_again(places: Places) -> None:
    with stopping(valkey.start(places)):
        assert valkey.keep_log(places, False)
        client(places).set("meanwhile", "1")
        assert valkey.keep_log(places, True)
        client(places).set("after", "2")
        waiting(lambda: client(places).info("persistence")["aof_rewrite_in_progress"] == 0)  # type: ignore[index]
    assert not valkey.keep_log(places, True)
    with stopping(valkey.start(places)):
        assert client(places).mget("meanwhile", "after") == [b"1", b"2"]


def waiting(true: Callable[[], bool]) -> None:
    for _ in range(1500):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def test_the_supervisor_says_once_that_the_disk_is_full_and_that_it_is_no_longer(
    places: Places, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    switched: list[bool] = []
    monkeypatch.setattr(valkey, "keep_log", lambda _places, on: switched.append(on))
    boss = supervisor.Supervisor(places, 1, "127.0.0.1")
    for megabytes in (900, 200, 20, 10, 60, 20, 120, 900):
        boss._mind_room(megabytes * 1024 * 1024)
    assert switched == [False, True]
    told = capfd.readouterr().out
    assert [told.count(words) for words in ("空间不多了", "满了", "又有空间了")] == [1, 1, 1]


def test_valkey_goes_on_without_room(places: Places) -> None:
    with stopping(valkey.start(places)):
        held: Any = redis.Redis(
            unix_socket_path=str(places.valkey_socket), decode_responses=True
        ).config_get()
        assert held["stop-writes-on-bgsave-error"] == "no"
        assert held["aof-load-truncated"] == "yes"


# -- the key --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("elsewhere", [True, False])
@pytest.mark.parametrize("needed", [True, False])
def test_a_key_is_made_only_where_none_was_ever_needed(here: bool, elsewhere: bool, needed: bool) -> None:
    assert checking.may_make_key(KeyState(here, elsewhere, needed)) is (
        not here and not elsewhere and not needed
    )


def test_a_lost_key_is_said_and_never_replaced(kept: Places) -> None:
    with pytest.raises(processes.StartError, match="钥匙不见了") as refused:
        checking.check_key(kept, {})
    assert "COMPANION_KEK_FILE" in both_languages(refused)
    assert not (kept.keys / "kek").exists()
    checking.check_key(kept, {"COMPANION_KEK": "x"})
    (kept.keys / "kek").write_text("x")
    checking.check_key(kept, {})


def test_a_lost_key_stops_every_way_to_start(kept: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "COMPANION_KEK", "COMPANION_KEK_FILE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit) as left, ensure.running(kept, ROOT):
        raise AssertionError
    assert "钥匙不见了" in str(left.value)
    assert supervisor.Supervisor(kept, 1, "127.0.0.1").run() == 1
    assert not (kept.keys / "kek").exists()


def test_a_key_for_a_database_elsewhere(kept: Places) -> None:
    with stopping(postgres.start(kept), signal.SIGINT):
        url = postgres.dsn(kept)
        checking.check_key(kept, {"DATABASE_URL": url})  # no table of keys: a new database
        with psycopg.connect(url) as session:
            session.execute("CREATE TABLE accounts_userkey (id int)")
        checking.check_key(kept, {"DATABASE_URL": url})
        with psycopg.connect(url) as session:
            session.execute("INSERT INTO accounts_userkey VALUES (1)")
        with pytest.raises(processes.StartError, match="钥匙不见了"):
            checking.check_key(kept, {"DATABASE_URL": url})
    with pytest.raises(processes.StartError, match="DATABASE_URL"):
        checking.check_key(kept, {"DATABASE_URL": url})  # it is away: nothing can be known


# -- the folder and the disk ----------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(processes.StartError, match="COMPANION_VAR") as refused:
        checking.before_start(Places(tmp_path / "file" / "var"))
    both_languages(refused)
    with pytest.raises(SystemExit) as left, supervisor.only_one(Places(tmp_path / "file" / "var"), 1):
        raise AssertionError
    assert "COMPANION_VAR" in str(left.value)


@pytest.mark.parametrize(
    ("megabytes", "state"), [(49, Room.NONE), (51, Room.LITTLE), (299, Room.LITTLE), (301, Room.PLENTY)]
)
def test_how_much_room_there_is(
    places: Places, megabytes: int, state: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = megabytes * 1024 * 1024
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=free))
    assert checking.room(free) is state
    if state is Room.NONE:
        with pytest.raises(processes.StartError, match=f"只剩 {megabytes} MB") as refused:
            checking.before_start(places)
        assert "make room" in both_languages(refused)
    else:
        assert bool(checking.before_start(places)) is (state is Room.LITTLE)


def test_a_path_with_a_space_and_chinese_works(kept: Places) -> None:
    assert " " in str(kept.var)
    assert str(kept.sockets).isascii()
    assert holds_its_row(kept)
    with stopping(valkey.start(kept)):
        assert valkey.answers(kept)
        assert redis.Redis.from_url(valkey.url(kept)).ping()


def test_a_relative_folder_means_the_one_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_VAR", "data")
    assert Places.here(ROOT).var == tmp_path / "data"
    monkeypatch.delenv("COMPANION_VAR")
    assert Places.here(ROOT).var == ROOT / "var"


# -- the clock ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("newest", "behind"),
    [(None, False), (NOW - timedelta(days=1), False), (NOW + timedelta(minutes=1), False), (NOW + timedelta(hours=1), True)],
)  # fmt: skip
def test_a_clock_before_the_newest_line_is_said(newest: datetime | None, behind: bool) -> None:
    told = checking.clock_behind(newest, NOW)
    assert bool(told) is behind
    if behind:
        assert "时钟" in told
        assert "2026-07-01 12:00" in told


def test_the_newest_line_is_looked_up_or_unknown(kept: Places) -> None:
    with stopping(postgres.start(kept), signal.SIGINT):
        assert checking.newest_line(postgres.dsn(kept)) is None
        with psycopg.connect(postgres.dsn(kept)) as session:
            session.execute("CREATE TABLE transcript_conversation (last_message_at timestamptz)")
            session.execute("INSERT INTO transcript_conversation VALUES (%s)", [NOW])
        assert checking.newest_line(postgres.dsn(kept)) == NOW
    assert checking.newest_line(postgres.dsn(kept)) is None
