"""`make up`: the whole product in the foreground, one calm line per part, and nothing left behind after Ctrl-C."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from companion.embedded import (
    checking,
    engines,
    ensure,
    local_model,
    postgres,
    preparing,
    processes,
    valkey,
)
from companion.embedded import parts as embedded
from companion.embedded.checking import Room
from companion.embedded.parts import Parts
from companion.embedded.places import Places
from companion.embedded.words import say

ROOT = Path(__file__).resolve().parent.parent.parent
RESTART_PAUSE = (0.5, 1, 2, 5, 10)
STEADY_SECONDS = 60
WEB_SECONDS = 40


@dataclass
class Child:
    """A supervised process: how to start it anew, and how often it fell lately."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    stop_signal: int = signal.SIGTERM
    since: float = 0.0
    falls: int = 0
    due: float = 0.0

    def launch(self) -> None:
        self.process, self.since = self.start(), time.monotonic()


@dataclass
class Supervisor:
    """Starts the parts in order, restarts what dies, stops what it started."""

    places: Places
    port: int
    host: str
    children: list[Child] = field(default_factory=list)
    stopping: bool = False
    loading: bool = False
    room: Room = Room.PLENTY

    def run(self) -> int:
        signal.signal(signal.SIGTERM, self._asked_to_stop)
        signal.signal(signal.SIGINT, self._asked_to_stop)
        signal.signal(signal.SIGHUP, self._asked_to_stop)
        try:
            self._start()
            self._watch()
        except processes.StartError as error:
            print(error, file=sys.stderr, flush=True)
            return 1
        finally:
            self._stop()
        return 0

    def _asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _start(self) -> None:
        began = time.monotonic()
        bundle = Parts(self.places, ROOT)
        self._embedded(bundle)
        env = {**os.environ, **bundle.env, "COMPANION_PARTS": "up", "COMPANION_VAR": str(self.places.var)}
        env["SITE_URL"] = env.get("SITE_URL") or f"http://127.0.0.1:{self.port}"
        if preparing.is_due(self.places, ROOT):
            preparing.run(env, self.places, ROOT)
        say("数据库", "已就绪", "database", "ready")
        self._check_clock()
        self._service("web", ["daphne", "-b", self.host, "-p", str(self.port), "--verbosity", "0"], env)
        self._wait_for_page()  # the page first: the others' start would only slow it down
        self._service("worker", [*CELERY, "worker", "-Q", "learning,upkeep", "-c", "2", "-l", "WARNING"], env)
        say("后台任务", "已启动", "worker", "started")
        self._service("scheduler", [*CELERY, "beat", "-l", "WARNING"], env)
        say("定时任务", "已启动", "scheduler", "started")
        self._local_model()
        say("全部就绪", f"{time.monotonic() - began:.0f} 秒", "all up", f"{time.monotonic() - began:.0f} s")
        print(f"\n  Companion → http://127.0.0.1:{self.port}/\n", flush=True)
        if setup := preparing.setup_path(self.places):
            print(f"  首次设置 / first operator → http://127.0.0.1:{self.port}{setup}\n", flush=True)

    def _embedded(self, bundle: Parts) -> None:
        """Database, broker and embedder, each supervised when it is ours."""
        checking.check_key(bundle.places, os.environ)
        bundle.places.make_secrets()
        ensure.clear_leftovers(bundle.places)
        if os.environ.get("DATABASE_URL"):
            say("数据库", "使用 DATABASE_URL", "database", "from DATABASE_URL")
        else:
            refuse_orphan("PostgreSQL", postgres.pid(self.places))
            self._add(Child("database", lambda: postgres.start(self.places), stop_signal=signal.SIGINT))
            bundle.env["DATABASE_SOCKET"] = str(self.places.postgres_socket_folder)
        if not os.environ.get("REDIS_URL"):
            refuse_orphan("Valkey", valkey.pid(self.places))
            self._add(Child("broker", lambda: valkey.start(self.places)))
            bundle.env["REDIS_URL"] = valkey.url(self.places)
        say("消息通道", "已就绪", "broker", "ready")
        if not os.environ.get("EMBEDDING_BASE_URL"):
            self._embedder(bundle)
        say("向量模型", "已就绪", "embedder", "ready")

    def _embedder(self, bundle: Parts) -> None:
        port, engine = embedded.free_port(), embedded.chosen_engine()
        if engine is engines.SECOND and not os.environ.get(engines.CHOICE):
            say(
                "向量模型", "这台机器的处理器没有 AVX2，换用备用模型，回忆会弱一些",
                "embedder", "this processor has no AVX2: using the second model, recall is weaker",
            )  # fmt: skip
        self._add(Child("embedder", lambda: embedded.start_embedder(self.places, ROOT, port, engine)))
        bundle.env |= embedded.embedder_env(port, engine)

    def _check_clock(self) -> None:
        newest = checking.newest_line(os.environ.get("DATABASE_URL") or postgres.dsn(self.places))
        if warning := checking.clock_behind(newest, datetime.now(UTC)):
            print(warning, file=sys.stderr, flush=True)

    def _service(self, name: str, command: list[str], env: dict[str, str]) -> None:
        bin_dir = Path(sys.executable).parent
        full = [str(bin_dir / command[0]), *command[1:]]
        if name == "web":
            full.append("companion.asgi:application")
        log = self.places.logs / f"{name}.log"
        self._add(Child(name, lambda: processes.spawn(full, log, env=env, cwd=ROOT)))

    def _local_model(self) -> None:
        """The model of `make model`, where it is there: last, and nothing waits for its loading."""
        if not local_model.wanted(self.places, os.environ):
            return
        port = embedded.free_port()
        command = local_model.command(self.places, port, os.cpu_count() or 1)
        # It holds nothing worth keeping, and asked politely it would first finish what it is writing.
        self._add(
            Child(
                "model",
                lambda: local_model.start(self.places, port, command),
                stop_signal=signal.SIGKILL,
            )
        )
        self.loading = True
        say("离线模型", "正在后台载入", "local model", "loading in the background")

    def _mind_room(self, free: int) -> None:
        """On a full disk nothing is lost, but nothing can be stored either: say so, and keep the broker going."""
        before, self.room = self.room, checking.room(free, self.room)
        if self.room is before:
            return
        if not os.environ.get("REDIS_URL") and Room.NONE in (before, self.room):
            valkey.keep_log(self.places, self.room is not Room.NONE)
        left = f"{checking.megabytes(free)} MB"
        if self.room is Room.NONE:
            say("磁盘", f"满了（还剩 {left}），新的内容存不下，已有的都在。请腾出空间", "disk", f"full ({left} left): nothing new can be stored, all that is there is safe. Make room")  # fmt: skip
        elif before is Room.NONE:
            say("磁盘", f"又有空间了（{left}）", "disk", f"has room again ({left})")
        elif self.room is Room.LITTLE:
            say("磁盘", f"空间不多了，还剩 {left}", "disk", f"is filling up, {left} left")

    def _tell_loaded(self) -> None:
        if self.loading and local_model.look(self.places):
            self.loading = False
            say("离线模型", "已就绪，能力有限", "local model", "ready, of limited abilities")

    def _add(self, child: Child) -> None:
        if self.stopping:
            raise processes.StartError("")
        child.launch()
        self.children.append(child)

    def _wait_for_page(self) -> None:
        deadline = time.monotonic() + WEB_SECONDS
        web = next(child for child in self.children if child.name == "web")
        while not embedded.healthy(f"http://127.0.0.1:{self.port}/healthz"):
            if self.stopping:
                return
            if web.process and web.process.poll() is not None:
                raise processes.StartError(processes.tail(self.places.logs / "web.log", 12))
            if time.monotonic() > deadline:
                raise processes.StartError("the site did not answer; see var/log/web.log")
            time.sleep(0.1)
        say("网站", "已就绪", "site", "ready")

    def _watch(self) -> None:
        while not self.stopping:
            self._check(time.monotonic())
            self._tell_loaded()
            self._mind_room(checking.free_bytes(self.places))
            time.sleep(0.2)

    def _check(self, now: float) -> None:
        """Restart what died, more slowly each time it falls again at once."""
        for child in self.children:
            if child.process is None or child.process.poll() is None:
                continue
            if not child.due:
                child.falls = 0 if now - child.since > STEADY_SECONDS else child.falls
                child.due = now + RESTART_PAUSE[min(child.falls, len(RESTART_PAUSE) - 1)]
                child.falls += 1
                say(child.name, "停了，正在重启", child.name, "stopped, restarting")
            elif now >= child.due:
                child.due = 0.0
                with contextlib.suppress(processes.StartError):
                    child.launch()

    def _stop(self) -> None:
        for child in reversed(self.children):
            if child.process is not None and child.process.poll() is None:
                processes.stop(child.process.pid, number=child.stop_signal)
        if self.children:
            say("已停止", "", "stopped", "")


CELERY = ["celery", "-A", "companion", "--quiet"]


def refuse_orphan(name: str, pid: int | None) -> None:
    """A server left on our data by something else: running a second one would corrupt it."""
    if pid:
        raise processes.StartError(
            f"{name} 已在使用这个文件夹的数据（进程 {pid}）。等正在运行的命令结束，或结束该进程，再试一次。\n"
            f"{name} is already running on this folder's data (process {pid}). "
            "Wait for the command that uses it, or stop that process, then try again."
        )


def port_taken(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


@contextlib.contextmanager
def only_one(places: Places, port: int) -> Iterator[None]:
    """Hold this folder's lock, or leave with a sentence that says who has it."""
    try:
        warning = checking.before_start(places)
    except processes.StartError as error:
        sys.exit(str(error))
    if warning:
        print(warning, file=sys.stderr, flush=True)
    with open(places.run / "up.lock", "a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            where = lock.read().strip()
            sys.exit(f"Companion 已经在这个文件夹里运行：{where}\nCompanion is already running here: {where}")
        if port_taken("127.0.0.1", port):
            sys.exit(
                f"端口 {port} 被占用了。换一个端口：make up PORT={port + 1}\n"
                f"Port {port} is taken. Choose another: make up PORT={port + 1}"
            )
        lock.truncate(0)
        lock.write(f"http://127.0.0.1:{port}/")
        lock.flush()
        yield


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--port", type=int, default=8000)
    reader.add_argument("--host", default="127.0.0.1")
    chosen = reader.parse_args()
    places = Places.here(ROOT)
    with only_one(places, chosen.port):
        return Supervisor(places, chosen.port, chosen.host).run()


if __name__ == "__main__":
    sys.exit(main())
