"""Early pytest plugin: real PostgreSQL, Valkey and embedder in a temporary folder, before settings are read."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDS_NOTHING = {"--help", "-h", "--version", "-V", "--co", "--collect-only", "--fixtures", "--markers"}


def _bring_up() -> None:
    from companion.embedded.parts import Parts
    from companion.embedded.places import Places

    for name in (
        "DATABASE_URL",
        "REDIS_URL",
        "EMBEDDING_BASE_URL",
        "LLM_BASE_URL",
        "LLM_API_KEY",
        "LLM_MODEL",
    ):
        os.environ.pop(name, None)
    folder = Path(tempfile.mkdtemp(prefix="companion-test-"))
    folder.chmod(0o755)
    parts = Parts(Places(folder / "var"), ROOT)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(parts.stop)
    parts.bring_up()
    os.environ.update(parts.env, COMPANION_VAR=str(folder / "var"), COMPANION_PARTS="tests")


if "COMPANION_PARTS" not in os.environ and not NEEDS_NOTHING & set(sys.argv):
    _bring_up()
