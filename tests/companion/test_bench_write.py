"""`manage.py bench write`: matching, figures, and the lines played through the real write path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from companion.benches import write
from companion.benches.write_scoring import Played, Stated, Tally, numbers, overlap, score, subject
from memory.models import Memory


def played(facts: list[Stated], written: list[Stated], maybe: list[Stated] | None = None) -> Played:
    return Played("own", "zh", tuple(facts), tuple(maybe or ()), tuple(written))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我的妈妈", "妈妈"),
        ("我妈", "妈妈"),
        ("母亲", "我的妈妈"),
        ("我的女朋友的妈妈", "女朋友的妈"),
        ("my mother", "mom"),
        ("user", "用户"),
        ("I", "user"),
    ],
)
def test_one_person_by_any_word(one: str, other: str) -> None:
    assert subject(one) == subject(other)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("08月08日", [8, 8]),
        ("8月8号", [8, 8]),
        ("三天", [3]),
        ("一千二百三十人", [1230]),
        ("十二点", [12]),
        ("两万", [20_000]),
        ("二零二六年", [2026]),
        ("八十六", [86]),
        ("晚上", []),
    ],
)
def test_numbers_are_written_one_way(text: str, read: list[int]) -> None:
    assert numbers(text) == read


def test_overlap_counts_the_longest_common_subsequence() -> None:
    assert overlap("去看演唱会", "看演唱会") == pytest.approx(8 / 9)
    assert overlap("猫", "狗") == 0.0


def test_a_found_fact_counts_once() -> None:
    outcome = score(
        played(
            [Stated("用户", "like", "火锅")],
            [Stated("user", "hobby", "吃火锅"), Stated("user", "like", "火锅")],
        )
    )
    assert len(outcome.hits) == 1
    assert outcome.false == (Stated("user", "hobby", "吃火锅"),)


def test_digits_must_agree() -> None:
    outcome = score(
        played([Stated("我的爸爸", "birthday", "6月13号")], [Stated("爸爸", "birthday", "6月3号")])
    )
    assert (len(outcome.missed), len(outcome.false)) == (1, 1)


def test_the_other_polarity_is_an_error_of_its_own() -> None:
    outcome = score(played([Stated("用户", "like", "香菜", -1)], [Stated("user", "like", "香菜", 1)]))
    assert (len(outcome.missed), len(outcome.false), outcome.reversed) == (1, 1, 1)


def test_what_may_be_stated_counts_neither_way() -> None:
    outcome = score(played([], [Stated("user", "mood", "慌")], [Stated("用户", "mood", "慌")]))
    assert (outcome.missed, outcome.false) == ((), ())


def test_a_name_and_its_relation_are_one_subject() -> None:
    gold = [Stated("我的表哥", "name", "林越"), Stated("我的表哥", "job", "医生")]
    outcome = score(played(gold, [Stated("表哥", "name", "林越"), Stated("林越", "job", "医生")]))
    assert len(outcome.hits) == 2


def test_off_the_list_is_apart_but_a_wrong_write() -> None:
    tally = Tally()
    tally.add(score(played([], [Stated("user", "belief", "信佛")])))
    figures = tally.figures()
    assert (figures["off_list"], figures["wrong_writes"], figures["precision"]) == (1, 1.0, 1.0)


def test_phone_numbers_are_left_out() -> None:
    outcome = score(played([Stated("用户", "contact", "12345")], [Stated("user", "contact", "99999")]))
    assert (outcome.missed, outcome.false) == ((), ())


def lines(path: Path, *given: dict[str, object]) -> Path:
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in given), encoding="utf-8")
    return path


@pytest.mark.django_db
def test_lines_go_through_the_write_path_one_user_each(tmp_path: Path) -> None:
    data = lines(
        tmp_path / "lines.jsonl",
        {
            "text": "我叫林晚",
            "lang": "zh",
            "facts": [{"subject": "用户", "attribute": "name", "value": "林晚"}],
        },
        {
            "text": "我叫陈默",
            "lang": "zh",
            "facts": [{"subject": "用户", "attribute": "name", "value": "陈默"}],
        },
        {
            "text": "下周三有个面试",
            "lang": "zh",
            "facts": [
                {"subject": "用户", "attribute": "event_what", "value": "面试", "polarity": 1},
                {"subject": "面试", "attribute": "event_when", "value": "下周三", "polarity": 1},
            ],
            "src": "own",
        },
        {"text": "你叫什么？", "lang": "zh", "facts": []},
    )
    result = write.run(data, None, 0)
    assert (result["precision"], result["recall"], result["wrong_writes"]) == (1.0, 1.0, 0.0)
    assert result["groups"]["own zh"]["lines"] == 4
    assert not Memory.objects.exists()


@pytest.mark.django_db
def test_noise_leaves_out_the_lines_that_state_something(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "chat.txt"
    noise.write_text("我喜欢爬山\n今天星期几\n我住在杭州\n好的\n", encoding="utf-8")
    data = lines(tmp_path / "none.jsonl", {"text": "好", "lang": "zh", "facts": []})
    assert write.run(data, noise, 0)["noise_writes"] == 0.5
    (tmp_path / "chat_statements.txt").write_text("1\n", encoding="utf-8")
    (tmp_path / "chat_statements_soft.txt").write_text("3\n", encoding="utf-8")
    assert write.run(data, noise, 0)["noise_writes"] == 0.0
    assert "noise 3" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--data", "--noise"])
def test_a_file_that_is_not_there_is_named(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import nullcontext

    from companion import scratch

    monkeypatch.setattr(scratch, "database", nullcontext)
    with pytest.raises(CommandError, match="nowhere"):
        call_command("bench", "write", option, "nowhere.jsonl")
