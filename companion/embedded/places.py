"""Where the embedded parts keep their data, sockets and logs."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import secrets
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOCKET_PATH_MAX = 85
"""Bytes of the sockets' folder. A unix socket's whole path may hold 103 on some systems, and PostgreSQL adds 17: in a
deep folder the server would fail at start."""
_PLAIN = re.compile(r"[A-Za-z0-9/._+-]+")
"""A socket's path becomes part of addresses, where a space, a percent or a Chinese sign means something else to each reader."""


@dataclass(frozen=True)
class Places:
    """All folders below one `var`, and a short one for sockets."""

    var: Path

    @classmethod
    def here(cls, root: Path) -> Places:
        """Those of COMPANION_VAR, else of the project's own `var`."""
        # Absolute: the servers work in folders of their own, where a relative path names another.
        return cls(Path(os.environ.get("COMPANION_VAR") or root / "var").absolute())

    @property
    def postgres(self) -> Path:
        return self.var / "postgres"

    @property
    def valkey(self) -> Path:
        return self.var / "valkey"

    @property
    def keys(self) -> Path:
        return self.var / "keys"

    @property
    def model(self) -> Path:
        """The local language model and its server's environment, where `make model` put them."""
        return self.var / "model"

    @property
    def logs(self) -> Path:
        return self.var / "log"

    @property
    def run(self) -> Path:
        """Locks, ports and sockets: what makes sense only while something runs."""
        return self.var / "run"

    @property
    def sockets(self) -> Path:
        near = self.run / "s"
        if len(os.fsencode(near)) <= SOCKET_PATH_MAX and _PLAIN.fullmatch(str(near)):
            return near
        tag = hashlib.sha256(str(self.var).encode()).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"companion-{os.getuid()}-{tag}"

    @property
    def valkey_socket(self) -> Path:
        return self.sockets / "valkey.sock"

    @property
    def postgres_socket_folder(self) -> Path:
        return self.sockets / "pg"

    def make(self) -> None:
        """Create what is missing. Secrets' folder is for the owner only; the sockets' may be passed through by the user the
        database runs as. Where a start finds them so they are left alone: another start may be at work in them."""
        for folder in (self.var, self.logs, self.run, self.valkey, self.var / "beat"):
            folder.mkdir(parents=True, exist_ok=True)
        for folder, most in ((self.keys, 0o700), (self.sockets, 0o711)):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if stat.S_IMODE(folder.stat().st_mode) & ~most:
                folder.chmod(0o700)

    def make_secrets(self) -> None:
        """Make the key-encryption key and Django's secret at the first start; never replace one."""
        _write_once(self.keys / "kek", base64.b64encode(secrets.token_bytes(32)).decode())
        _write_once(self.keys / "django", secrets.token_urlsafe(48))


def _write_once(path: Path, text: str) -> None:
    """Write a secret under a temporary name and link it into place: a killed start leaves no half key, and two
    starts at once agree on one."""
    if path.exists():
        return
    # Not by process id: in a container the next start has the same one, and would trip over a killed one's draft.
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
