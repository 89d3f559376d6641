"""`manage.py talk` on a fresh clone: nothing runs, nothing was made, and it works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.embedded import postgres
from companion.embedded.places import Places
from tests.processes.conftest import ROOT, clean_environment, open_to_all

pytestmark = pytest.mark.processes


@pytest.mark.long
def test_talk_on_a_fresh_clone(tmp_path: Path) -> None:
    open_to_all(tmp_path)
    done = subprocess.run(
        [sys.executable, "manage.py", "talk"],
        cwd=ROOT,
        env=clean_environment(tmp_path / "var"),
        input="我的猫叫小花\n今天有点累\n我的猫叫什么名字？\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "[add] 你的猫叫小花" in done.stderr
    assert "你的猫叫小花" in done.stdout.splitlines()[-1]
    assert postgres.pid(Places(tmp_path / "var")) is None
