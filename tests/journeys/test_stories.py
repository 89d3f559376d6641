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


@pytest.mark.long
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
    assert sum("清汤" in row["statement"] for row in memories) == 1
    assert len(held(memories)) == len(set(held(memories)))


@pytest.mark.long
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


def test_three_days_without_their_lines() -> None:
    steps, _memories = play("three_days.json")
    probes = [
        (step["at"], shown["prompt"].partition("\n\n[user]\n")[2]) for step, shown in steps if "probe" in step
    ]
    told = dict(probes)

    # yesterday is known by its dates, though none of its lines is in the prompt
    second = told["2026-07-02T22:30:00"]
    for part in ("2026年7月8日要去苏州见客户", "2026年7月2日晚上和大学室友吃火锅", "方晴", "蓝色衬衫"):
        assert part in second
    for part in ("下周三", "明天晚上", "穿什么好", "晚安", "抑郁", "第一天的紧张，像新鞋"):
        assert part not in second
    assert second.count("前男友") == 1  # the limit itself

    # within the sitting: its lines, what it is about, and yesterday before them
    evening = told["2026-07-02T22:41:00"]
    assert "室友说周六一起去爬天目山" in evening
    assert "这次聊到的" in evening
    assert evening.index("苏州") < evening.index("室友说周六")

    # a day later it is a date as well, and the talk's mood is over
    third = told["2026-07-03T12:05:00"]
    assert "2026年7月4日一起去爬天目山" in third
    assert "周六" not in third
    assert "这次聊到的" not in third
    assert "奶冻" in third

    # what is deleted is out at once, and out of what is made again
    assert not [at for at, prompt in probes if at > "2026-07-03T12:06:00" and "奶冻" in prompt]
    assert "2026年7月8日要去苏州见客户" in told["2026-07-03T12:31:00"]

    # the edited line is gone with everything that followed it, and the new one has its own date
    for at, prompt in probes:
        if at >= "2026-07-03T12:33:00":
            for part in ("苏州", "火锅", "天目山", "蓝色衬衫"):
                assert part not in prompt, at
    last = probes[-1][1]
    assert "2026年7月9日要去无锡见客户" in last
    assert "2026年7月1日第一天到新公司上班" in last
