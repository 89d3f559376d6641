"""Bringing database, static files and personas up to date before the site starts, and knowing when nothing changed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.embedded import processes
from companion.embedded.places import Places

WATCHED = (
    "*/migrations/*.py",
    "static/**/*",
    "persona/characters/*.toml",
    "requirements.lock",
    "companion/settings.py",
)
SETUP_TOKEN = "setup-token"


def fingerprint(places: Places, root: Path) -> str:
    """Changes when what `manage.py prepare` reads does, or when the data is another."""
    digest = hashlib.sha256(os.environ.get("DATABASE_URL", "").encode())
    watched = [path for pattern in WATCHED for path in root.glob(pattern) if path.is_file()]
    for path in [*sorted(watched), places.postgres / ".initialised"]:
        try:
            state = path.stat()
        except OSError:
            continue
        digest.update(f"{path}|{state.st_size}|{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def is_due(places: Places, root: Path) -> bool:
    """Whether anything changed since the last preparation. The static files it made must still be there."""
    try:
        held = _stamp(places).read_text()
    except OSError:
        return True
    return held != fingerprint(places, root) or not (places.var / "static" / "staticfiles.json").exists()


def run(env: Mapping[str, str], places: Places, root: Path) -> None:
    """Prepare in a process of its own. Raises StartError with the end of what it said."""
    before = fingerprint(places, root)
    result = subprocess.run(
        [sys.executable, str(root / "manage.py"), "prepare"],
        env=dict(env),
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    (places.logs / "prepare.log").write_text(result.stderr)
    if result.returncode:
        raise processes.StartError(f"the database could not be prepared:\n{result.stderr.strip()[-1500:]}")
    _stamp(places).write_text(before)


def setup_path(places: Places) -> str:
    """The path of the page that makes the first operator, while its token is unused; else ""."""
    try:
        return f"/setup/{(places.keys / SETUP_TOKEN).read_text().strip()}/"
    except OSError:
        return ""


def _stamp(places: Places) -> Path:
    return places.run / "prepared"
