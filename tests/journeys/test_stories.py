"""Two months of talk, and what a considerate friend would have made of them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db(transaction=True)
HERE = Path(__file__).parent

Played = list[tuple[dict[str, Any], dict[str, Any]]]


def play(name: str) -> tuple[Played, list[dict[str, Any]]]:
    """The story's steps with what came of each, and the memories at its end."""
    out = io.StringIO()
    call_command("replay", str(HERE / name), "--json", stdout=out)
    told, played = json.loads((HERE / name).read_text(encoding="utf-8")), json.loads(out.getvalue())
    return list(zip(told["steps"], played["steps"], strict=True)), played["memories"]


def answer(steps: Played, question: str) -> dict[str, Any]:
    """What came of the last time this was said."""
    return [shown for step, shown in steps if question in (step.get("say"), step.get("probe"))][-1]


def after(steps: Played, deed: str) -> Played:
    at = next(n for n, (step, _shown) in enumerate(steps) if step.get("do") == deed)
    return steps[at + 1 :]


def told(shown: dict[str, Any]) -> str:
    return " / ".join(hit["statement"] for hit in shown["recalled"])


def held(memories: list[dict[str, Any]]) -> list[str]:
    return [row["statement"] for row in memories if row["status"] in ("current", "pending", "conflicted")]


def test_a_month_in_chengdu() -> None:
    steps, memories = play("chengdu_may.json")
    everything = " ".join(row["statement"] for row in memories)
    for never_true in ("冰岛", "长安", "没出息", "三岁", "加班", "重庆"):
        assert never_true not in everything
    assert "成都" in answer(steps, "我现在在哪个城市？")["said"]
    assert "青霉素" in answer(steps, "我对什么过敏？")["said"]
    assert answer(steps, "我弟弟叫什么")["nothing_found"]
    assert "日子已经过了" in answer(steps, "早")["topic"]
    assert "不想听建议" not in told(answer(steps, "我妹妹读大几了？"))
    assert "大二" in answer(steps, "我妹妹读大几了？")["said"]

    # the cat's name is deleted, learnt over again twice, and stays gone
    assert "年糕" in answer(steps[:30], "我的猫叫什么来着？考考你")["said"]
    for step, shown in after(steps, "delete"):
        assert "年糕" not in json.dumps(
            [shown["said"], shown["recalled"], shown["learned"]], ensure_ascii=False
        )
        assert "年糕" not in shown["prompt"], step
    assert "你的猫叫汤圆" in told(answer(steps, "我的猫叫什么"))

    # a lifted limit does not hold again, and learning anew doubles nothing
    assert "前男友" not in told(answer(steps, "我以前住过哪里？"))
    assert sum(row["statement"] == "你喜欢吃清汤" for row in memories) == 1
    assert len(held(memories)) == len(set(held(memories)))


def test_a_month_in_leeds() -> None:
    steps, memories = play("leeds_march.json")
    everything = " ".join(row["statement"] for row in memories)
    for never_true in ("Spain", "castle", "sofa", "divorced", "Maeve", "green", "Oslo"):
        assert never_true not in everything

    # two dinners are two; the one that moved has one open row
    anna = [row for row in memories if "Anna" in row["statement"]]
    assert [row["status"] for row in anna] == ["superseded", "current"]
    assert [row["status"] for row in memories if "dinner with Bob" in row["statement"]] == ["current"]

    for _step, shown in after(steps, "delete"):
        assert "olives" not in json.dumps([shown["recalled"], shown["learned"]])
    assert "Manchester" in answer(steps, "where do I live?")["said"]
    assert "Leeds" in answer(steps, "where did I live before?")["said"]
    assert answer(steps, "do you remember my sister?")["nothing_found"]
    assert "AI" in answer(steps, "are you human?")["said"]
    assert "?" not in answer(steps, "gotta go, bye")["said"]
