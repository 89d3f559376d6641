"""`manage.py bench recall`: a set in either form goes through the tables, and what is found is counted as it should be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from accounts.models import User
from companion.benches import recall, sets
from companion.benches.talks import Talk, Vectors
from companion.management.commands import bench
from memory.models import Passage
from memory.recall.passages import Weights

TURNS = [
    ("Ann", "I adopted a tortoise called Pebble."), ("Bob", "How lovely! I got a job at the harbour."),
    ("Ann", "Congratulations."), ("Bob", "My sister moved to Lisbon last week."), ("Ann", "Is she happy there?"),
    ("Bob", "Very, the weather suits her."),
]  # fmt: skip
LOCOMO = [
    {
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": who, "dia_id": f"D1:{number}", "text": text}
                for number, (who, text) in enumerate(TURNS, 1)
            ],
        },
        "qa": [
            {"question": "What is Ann's tortoise called?", "evidence": ["D1:1"], "category": 4},
            {"question": "Where did Bob's sister move?", "evidence": ["D1:04; D1:6"], "category": 1},
            {"question": "What is Bob's tortoise called?", "evidence": ["D1:1"], "category": 5},
            {"question": "Nothing points here", "evidence": ["D9:9"], "category": 2},
        ],
    }
]
MEMDAILY = [
    {
        "kind": f"simple_{number}",
        "message_list": [
            {"mid": 0, "message": f"我的{who}叫{name}", "time": "2024年05月01日 周三 10:00"},
            {"mid": 1, "message": "今天下雨了", "time": "2024年05月02日 周四 10:00"},
        ],
        "question_list": [
            {"question": f"我的{who}叫什么？", "target_step_id": [0], "time": "2024年06月01日 周六 10:00"}
        ],
    }
    for number, (who, name) in enumerate((("猫", "年糕"), ("同桌", "周宁")))
]


def write(folder: Path, held: Any) -> Path:
    path = folder / "set.json"
    path.write_text(json.dumps(held, ensure_ascii=False), encoding="utf-8")
    return path


def test_locomo_is_read_as_it_is_meant(tmp_path: Path) -> None:
    (one,) = sets.read(write(tmp_path, LOCOMO), None, 9)
    assert [(line.speaker, line.text) for line in one.lines] == TURNS
    assert one.lines[0].at is not None
    assert (one.lines[0].at.day, one.lines[0].at.hour) == (8, 13)
    # those about the wrong speaker are left out, and those that point nowhere
    assert [(q.kind, q.evidence) for q in one.questions] == [
        ("single-hop", frozenset({0})),
        ("multi-hop", frozenset({3, 5})),
    ]


def test_a_story_s_lines_are_scattered_among_the_noise(tmp_path: Path) -> None:
    noise = tmp_path / "noise.txt"
    noise.write_text("\n".join(f"第{number}句闲话" for number in range(30)), encoding="utf-8")
    one, other = sets.read(write(tmp_path, MEMDAILY), noise, 9)
    assert len(one.lines) == len(other.lines) == 32
    assert one.lines[next(iter(one.questions[0].evidence))].text == "我的猫叫年糕"
    assert other.lines[next(iter(other.questions[0].evidence))].text == "我的同桌叫周宁"
    assert [line.text for line in one.lines if line.at] == ["我的猫叫年糕", "今天下雨了"]


@pytest.mark.parametrize("held", [{}, [], [1], [{"stories": []}]])
def test_another_form_is_said_to_be_one(tmp_path: Path, held: Any) -> None:
    with pytest.raises(sets.UnknownForm):
        list(sets.read(write(tmp_path, held), None, 9))


@pytest.mark.django_db
@pytest.mark.parametrize("held", [LOCOMO, MEMDAILY], ids=["locomo", "memdaily"])
def test_a_run_finds_what_is_there_and_leaves_nothing(tmp_path: Path, held: Any) -> None:
    told = recall.run(write(tmp_path, held), None, 9)
    assert set(told["rankers"]) == {"bm25", "vector", recall.OURS, recall.OURS_HELD_OUT}
    for ranker in told["rankers"].values():
        assert ranker["all"]["questions"] == 2
        assert ranker["all"]["R@20"] == 100.0
    assert told["rankers"][recall.OURS]["all"]["R@5"] == 100.0
    assert sum(told["weights_chosen"].values()) == told["talks"] == len(held)
    assert not User.objects.exists()
    assert not Passage.objects.exists()


@pytest.mark.django_db
def test_other_weights_give_another_order(tmp_path: Path) -> None:
    (one,) = sets.read(write(tmp_path, LOCOMO), None, 9)
    talk = Talk(one.lines, Vectors(), one.now)
    question = one.questions[1]
    asked = recall.Asked(question, talk.lines_for(question.text), talk.at)
    of_bob = asked.places(Weights(vector=0, words=0, feedback=0, speaker=1))
    assert {one.lines[place].speaker for place in of_bob[:3]} == {"Bob"}
    assert sorted(of_bob) == sorted(asked.places(Weights()))
    assert recall.found(question, [3, 0, 5], 1) == 0.5
    assert recall.found(question, [3, 0, 5], 3) == 1.0


@pytest.mark.django_db
@pytest.mark.parametrize("text", [None, "{}", "[{}]", "not json"])
def test_what_can_t_be_read_is_said(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "set.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    for given in (path, None):
        with pytest.raises(CommandError):
            bench.BENCHES["recall"]({"data": given, "noise": None, "stories": 9, "peer": None})
