"""Stories on a moved clock: the same functions, nobody's data, and JSON alone on standard output."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User

ROOT = Path(__file__).resolve().parents[2]
JOURNEYS = ROOT / "tests" / "journeys"
STEP = {
    "at", "learned", "report", "recalled", "nothing_found", "move", "topic", "risk", "flags", "said", "prompt",
}  # fmt: skip
ROW = {
    "id", "statement", "kind", "subject", "attribute", "value", "polarity", "status", "phase", "paused", "layer", "source",
    "confidence", "importance", "sensitivity", "use", "scope", "lang", "true_from", "true_until", "precision", "quote",
    "reason",
}  # fmt: skip

pytestmark = pytest.mark.django_db(transaction=True)


def replay(*paths: Path) -> Any:
    out = io.StringIO()
    call_command("replay", *map(str, paths), "--json", stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def tell(tmp_path: Path) -> Callable[..., Any]:
    """Play steps written in the test."""

    def tell(*steps: dict[str, Any], **story: Any) -> Any:
        path = tmp_path / "story.json"
        whole = {
            "locale": "zh-hans",
            "timezone": "Asia/Shanghai",
            "persona": "xiaonuan",
            "model": "rules",
            **story,
        }
        path.write_text(json.dumps({**whole, "steps": list(steps)}, ensure_ascii=False), encoding="utf-8")
        return replay(path)

    return tell


def everything_shown(step: dict[str, Any]) -> str:
    """What a person or a model could see of a step, without the person's own words."""
    return json.dumps([step["said"], step["recalled"], step["topic"], step["learned"]], ensure_ascii=False)


def statements(result: dict[str, Any], **wanted: Any) -> list[str]:
    return [
        row["statement"]
        for row in result["memories"]
        if all(row[key] == value for key, value in wanted.items())
    ]


def test_a_plan_is_ahead_and_later_unconfirmed() -> None:
    result = replay(JOURNEYS / "singapore.json")
    _said, settled, before, _tick, _later, _where, meeting = result["steps"]
    assert set(result) == {"steps", "memories", "candidates"}
    assert all(set(step) == STEP for step in result["steps"])
    assert all(set(row) == ROW for row in result["memories"])
    (plan,) = settled["learned"]
    assert (plan["kind"], plan["status"], plan["phase"]) == ("plan", "current", "ahead")
    assert plan["true_from"].startswith("2026-07-1") or plan["true_from"].startswith("2026-07-20")
    assert "新加坡" in before["prompt"]
    assert "（还没到）" in before["prompt"]
    assert "新加坡" in meeting["prompt"]
    assert "还没到" not in meeting["prompt"]
    assert "还不知道结果" in meeting["prompt"]
    (row,) = result["memories"]
    assert (row["id"], row["phase"], row["quote"]) == (plan["id"], "unconfirmed", row["quote"])
    assert row["quote"] in "七月二十号要去新加坡开会"
    assert [candidate["source"] for candidate in result["candidates"]] == ["plan"]


def test_the_first_week_in_chinese() -> None:
    result = replay(JOURNEYS / "first_week.json")
    steps = result["steps"]
    learned = {row["statement"] for row in steps[6]["learned"]}
    assert {"你叫林晚", "你的猫叫小花"} <= learned
    assert any("杭州" in statement for statement in learned)
    (boundary,) = [row for row in result["memories"] if row["kind"] == "boundary"]
    assert "爸" in boundary["statement"]
    assert boundary["status"] == "current"
    assert "小花" in steps[8]["said"]
    assert steps[9]["nothing_found"]
    assert steps[10]["nothing_found"]
    for step in steps[8:11]:
        assert "爸" not in step["said"]
        assert "爸" in step["prompt"].rpartition("别提的事")[2]
    for step in steps[11:]:  # deleted, learnt again, asked again
        assert "小花" not in everything_shown(step)
        assert "小花" not in step["prompt"]
    assert "小花" not in json.dumps(result["memories"], ensure_ascii=False)
    assert "小花" not in json.dumps(result["candidates"], ensure_ascii=False)
    assert steps[14]["nothing_found"] or "不记得" in steps[14]["said"]
    assert "你叫林晚" in statements(result, status="current")
    assert not steps[-1]["said"].rstrip().endswith(("?", "？"))  # a farewell is let go


@pytest.mark.long
def test_the_first_week_in_english() -> None:
    result = replay(JOURNEYS / "first_week_en.json")
    steps = result["steps"]
    learned = {row["statement"] for row in steps[6]["learned"]}
    assert any("Anna" in statement for statement in learned)
    assert any("Miso" in statement for statement in learned)
    assert any(row["kind"] == "boundary" and "father" in row["statement"] for row in result["memories"])
    assert "Miso" in steps[8]["said"]
    assert "Heidi" not in everything_shown(steps[9]) or steps[9]["nothing_found"]
    assert "AI" in steps[10]["said"]
    assert "Leeds" in steps[11]["said"]
    for step in steps:
        assert not any("\u4e00" <= c <= "\u9fff" for c in step["said"])
        assert "father" not in step["said"]


def test_several_stories_are_a_list_and_know_nothing_of_each_other() -> None:
    first, second = replay(JOURNEYS / "singapore.json", JOURNEYS / "singapore.json")
    assert statements(first) == statements(second)
    assert {row["id"] for row in first["memories"]} & {row["id"] for row in second["memories"]} == set()


def test_nobodys_data_is_touched() -> None:
    user = User.objects.create_user("lin@example.org")
    before = connection.settings_dict["NAME"]
    replay(JOURNEYS / "singapore.json")
    assert connection.settings_dict["NAME"] == before
    assert list(User.objects.values_list("id", flat=True)) == [user.id]
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'companion_scratch_%'")
        assert cursor.fetchall() == []


def test_a_broken_story_leaves_no_database_behind(tell: Callable[..., Any]) -> None:
    with pytest.raises(CommandError):
        tell({"at": "2026-07-01T20:00:00", "dance": True})
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'companion_scratch_%'")
        assert cursor.fetchall() == []
    assert not User.objects.exists()


HELLO = {"at": "2026-07-01T20:00:00", "say": "你好", "reply": "你好呀。"}


@pytest.mark.parametrize(
    ("step", "named"),
    [
        ({"say": "没有时间"}, "at"),
        ({"at": "明天", "say": "你好"}, "明天"),
        ({"at": 7, "say": "你好"}, "step 1"),
        ({"at": "2026-07-01T20:01:00", "dance": True}, "dance"),
        ({"at": "2026-07-01T20:01:00", "do": "juggle"}, "juggle"),
        ({"at": "2026-07-01T20:01:00", "do": "delete", "match": "不存在"}, "不存在"),
        ({"at": "2026-07-01T20:01:00", "do": "delete"}, "match"),
        ({"at": "2026-07-01T20:01:00", "do": "pause", "what": "everything"}, "everything"),
        ({"at": "2026-07-01T20:01:00", "conversation": "old"}, "old"),
    ],
)  # fmt: skip
def test_a_story_that_cannot_be_played_names_its_step(
    tell: Callable[..., Any], step: dict[str, Any], named: str
) -> None:
    with pytest.raises(CommandError) as caught:
        tell(HELLO, step)
    assert "step 1" in str(caught.value)
    assert named in str(caught.value)


@pytest.mark.parametrize(
    "story",
    [{}, {"steps": []}, {"steps": 7}, {"steps": [{"say": "hi"}]}, {"steps": [HELLO], "persona": "nobody"}],
)
def test_a_story_without_sense_is_refused(tmp_path: Path, story: dict[str, Any]) -> None:
    path = tmp_path / "story.json"
    path.write_text(json.dumps(story))
    with pytest.raises(CommandError, match=r"story\.json"):
        replay(path)


@pytest.mark.parametrize("text", ["{nope", ""])
def test_what_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "story.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=r"story\.json"):
        replay(path)
    with pytest.raises(CommandError, match=r"missing\.json"):
        replay(tmp_path / "missing.json")


def at(day: int, **step: Any) -> dict[str, Any]:
    return {"at": f"2026-07-{day:02d}T20:00:00", **step}


def test_pausing_holds_in_stories_too(tell: Callable[..., Any]) -> None:
    result = tell(
        at(1, say="我的猫叫小花", reply="好。"),
        at(1, do="pause"),
        at(1, settle=True),
        at(2, say="我的狗叫大黄", reply="好。"),
        at(3, do="resume"),
        at(3, settle=True),
        at(4, relearn=True),
    )
    assert [step["learned"] for step in result["steps"][:5]] == [[]] * 5
    assert statements(result) == ["你的猫叫小花"]


def test_deeds(tell: Callable[..., Any]) -> None:
    result = tell(
        at(1, say="我的猫叫小花", reply="好。"),
        at(1, say="我不喜欢香菜", reply="好。"),
        at(1, settle=True),
        at(2, do="delete", match="小花"),
        at(2, probe="我的猫叫什么"),
        at(2, do="undo"),
        at(2, probe="我的猫叫什么"),
        at(3, do="edit", match="小花", text="你的猫叫小白"),
        at(3, do="confirm", match="小白"),
        at(3, do="reject", match="香菜"),
        at(4, probe="我的猫叫什么"),
    )
    gone, back, edited = (result["steps"][number] for number in (4, 6, 10))
    assert "小花" not in gone["prompt"]
    assert "小花" in back["prompt"]
    assert "小白" in edited["prompt"]
    assert statements(result, status="current") == ["你的猫叫小白"]
    assert statements(result, status="rejected") == ["你不喜欢香菜"]


def test_a_probe_writes_nothing(tell: Callable[..., Any]) -> None:
    steps = (at(1, say="我的猫叫小花", reply="好。"), at(1, settle=True))
    plain = tell(*steps, at(3, probe="今天天气不错"))
    probed = tell(*steps, at(2, probe="我的狗叫大黄"), at(2, settle=True), at(3, probe="今天天气不错"))
    assert statements(plain) == statements(probed)
    assert "大黄" not in probed["steps"][-1]["prompt"]
    assert probed["steps"][2]["said"] == ""


def test_a_temporary_conversation_leaves_nothing(tell: Callable[..., Any]) -> None:
    result = tell(
        at(1, conversation="temporary"),
        at(1, say="我的猫叫小花", reply="好。"),
        at(1, settle=True),
        at(2, relearn=True),
    )
    assert result["memories"] == []


def test_risk_is_told(tell: Callable[..., Any]) -> None:
    (step,) = tell(at(1, say="我不想活了"))["steps"]
    assert step["risk"] >= "R2"
    assert step["said"]


# -- as a process ---------------------------------------------------------------------------------------------


@pytest.fixture
def bare() -> Iterator[dict[str, str]]:
    """An environment in which nothing runs and nothing is configured, with a `var` of its own."""
    folder = Path(tempfile.mkdtemp(prefix="companion-replay-"))
    folder.chmod(0o755)
    ours = ("DATABASE", "REDIS", "EMBEDDING", "LLM", "COMPANION", "PYTEST", "DJANGO")
    env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    yield {**env, "COMPANION_VAR": str(folder / "var"), "LOG_LEVEL": "DEBUG"}
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.long
def test_it_works_without_anything_running(bare: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "replay", str(JOURNEYS / "singapore.json"), "--json"]
    done = subprocess.run(
        command, cwd=ROOT, env=bare, capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    result = json.loads(done.stdout)
    assert statements(result, phase="unconfirmed")
    assert not list(Path(bare["COMPANION_VAR"]).rglob("postmaster.pid"))  # what it started it also stopped
