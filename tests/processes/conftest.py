"""The whole product as real processes, as `make up` starts it, with a scripted model server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from companion.embedded.parts import free_port, healthy
from tests.model_server import ModelServer

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = (
    "COMPANION_PARTS", "COMPANION_VAR", "DATABASE_SOCKET", "DATABASE_URL", "REDIS_URL", "EMBEDDING_BASE_URL",
    "DJANGO_SETTINGS_MODULE",
)  # fmt: skip


def clean_environment(var: Path, **more: str) -> dict[str, str]:
    """The machine's environment without what the tests' own parts put there."""
    return {
        **{name: value for name, value in os.environ.items() if name not in OURS},
        "COMPANION_VAR": str(var),
        **more,
    }


def open_to_all(folder: Path) -> Path:
    """The folder, with the way to it: PostgreSQL, which as root runs as somebody else, could not enter pytest's own."""
    for place in (folder, *folder.parents):
        if place == Path(tempfile.gettempdir()):
            return folder
        place.chmod(0o755)
    raise AssertionError(f"{folder} is not a temporary folder")


@dataclass
class Product:
    site: str
    var: Path
    process: subprocess.Popen[str]
    env: dict[str, str]

    def children(self, word: str) -> list[psutil.Process]:
        """Our processes whose command holds `word`."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                if word in " ".join(child.cmdline()):
                    found.append(child)
            except psutil.NoSuchProcess:
                continue
        return found

    def kill(self, word: str) -> None:
        """SIGKILL everything of ours whose command holds `word`."""
        victims = self.children(word)
        assert victims, f"nothing runs that is called {word}"
        for victim in victims:
            victim.kill()
        psutil.wait_procs(victims, timeout=10)

    def wait_up(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not healthy(f"{self.site}/healthz"):
            assert time.monotonic() < end, "the site did not come back"
            time.sleep(0.1)

    def manage(self, *arguments: str) -> str:
        """Run a management command beside the running product; its standard output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def product(tmp_path_factory: pytest.TempPathFactory, model: ModelServer) -> Iterator[Product]:
    folder = open_to_all(tmp_path_factory.mktemp("product"))
    env = clean_environment(
        folder / "var",
        LLM_BASE_URL=model.url,
        LLM_MODEL="scripted",
        LLM_PROVIDER_NAME="Scripted",
        MESSAGES_PER_MINUTE="500",
    )
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.embedded.supervisor", "--port", str(port)],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    made = Product(f"http://127.0.0.1:{port}", folder / "var", process, env)
    try:
        made.wait_up(120)
        yield made
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
