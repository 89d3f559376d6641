"""`manage.py bench scale`: the table that is poured is one the product could have written, and the run says what it must."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.db import connection

from accounts import vault
from accounts.models import User
from companion import providers, scratch
from companion.benches import explaining, peer, scale, sentences, shaping
from companion.benches.filling import Bank, fill, memories, pour, quick
from memory import marks
from memory.models import Memory
from memory.policy import Kind
from memory.recall import Cue, recall
from memory.states import Status
from tests.companion.conftest import NOW

SAID = [
    "你的妹妹喜欢爬山",
    "你养了一只橘猫叫年糕",
    "Your cousin is fond of jazz records",
    "你明年打算搬到苏州",
]


@pytest.fixture
def bank(db: None) -> Bank:
    return Bank.of(SAID)


@pytest.fixture
def no_scratch(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> None:
    """Tests are in a database of their own already: each scratch one is this one, emptied."""

    @contextmanager
    def database() -> Iterator[None]:
        yield
        User.objects.all().delete()

    monkeypatch.setattr(scratch, "database", database)


@pytest.mark.long
def test_poured_rows_are_rows_of_the_product(lin: User, bank: Bank) -> None:
    assert pour(Memory, memories(lin, bank, 40, NOW, 0)) == 40
    rows = list(Memory.objects.for_user(lin))
    assert {row.statement for row in rows} == set(SAID)  # opens under this user's key
    for row in rows:
        own = SAID.index(row.statement)
        assert row.keywords == marks.keyword_ids(lin.id, row.statement)
        assert bytes(row.slot) == marks.slot(lin.id, row.kind, row.subject, row.attribute)
        turned = vault.turn(lin.id, bank.vectors[own])
        assert row.vector is not None
        assert float(np.asarray(row.vector, dtype=np.float32) @ turned) > 0.95
        assert (row.recipe, row.version) == (bank.recipe, 1)


def test_recall_finds_what_was_poured(lin: User, bank: Bank) -> None:
    fill([lin], bank, 40, NOW)
    found = recall(lin, Cue("你还记得我妹妹喜欢什么吗"), NOW, providers.embed)
    assert "你的妹妹喜欢爬山" in [hit.statement for hit in found.passive]


@pytest.mark.long
def test_no_two_rows_or_users_share_a_vector(lin: User, bank: Bank) -> None:
    other = User.objects.create_user("other@example.org")
    fill([lin, other], bank, 8, NOW)
    vectors = [tuple(row.vector) for row in Memory.objects.all() if row.vector]
    assert len(set(vectors)) == 16


def test_kinds_states_and_dates_vary_within_what_the_product_writes() -> None:
    made = list(shaping.shapes(3_000, NOW, 1))
    kinds = Counter(row["kind"] for row in made)
    states = Counter(row["status"] for row in made)
    assert kinds[Kind.BOUNDARY] == 2  # as few as anybody has
    assert kinds[Kind.EVENT] > 500
    assert 0.6 < states[Status.CURRENT] / 3_000 < 0.85
    assert {Status.SUPERSEDED, Status.EXPIRED, Status.PENDING, Status.CONFLICTED} <= set(states)
    assert all(row["recorded_at"] <= NOW for row in made)
    assert made == list(shaping.shapes(3_000, NOW, 1))


@pytest.mark.long
def test_indexes_stand_again_after_a_quick_fill(transactional_db: None) -> None:
    def names() -> set[str]:
        with connection.cursor() as cursor:
            constraints = connection.introspection.get_constraints(cursor, Memory._meta.db_table)
        return {name for name, about in constraints.items() if about["index"]}

    before = names()
    with quick(Memory, 1_000_000):
        assert "memory_keywords" not in names()
    assert names() == before


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.json", json.dumps([{"message_list": [{"message": "我爱爬山"}]}]), ["我爱爬山"]),
        (
            "b.json",
            json.dumps([{"conversation": {"session_1": [{"text": "hi there"}], "session_1_date": "x"}}]),
            ["hi there"],
        ),
        ("c.jsonl", '{"text": "我叫林晚", "facts": []}\n', ["我叫林晚"]),
        ("d.txt", "一行\n\n另一行\n", ["一行", "另一行"]),
    ],
)
def test_sets_in_every_known_form(tmp_path: Path, name: str, text: str, lines: list[str]) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(sentences.read(path)) == lines


def test_a_set_of_no_known_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text('[{"other": 1}]', encoding="utf-8")
    with pytest.raises(ValueError, match="message_list"):
        list(sentences.read(path))


def test_enough_distinct_sentences_and_questions() -> None:
    said = sentences.gather(None, 5_000)
    assert len(set(said)) == 5_000
    asked = sentences.questions(300)
    assert len(set(asked)) == 300
    assert set(sentences.ADDRESSED) <= set(asked)


def test_a_query_that_reads_others_rows_is_named() -> None:
    small = [
        explaining.Plan("memory_memory WHERE user_id = ?", ("Index Scan by_user",), 40, 0.2),
        explaining.Plan("t WHERE flag", ("Seq Scan t",), 8, 0.1),
    ]
    large = [
        explaining.Plan("memory_memory WHERE user_id = ?", ("Index Scan by_user",), 45, 0.2),
        explaining.Plan("t WHERE flag", ("Seq Scan t",), 900, 9.0),
    ]
    assert [fault["statement"] for fault in explaining.grown(small, large)] == ["t WHERE flag"]
    assert explaining.grown(small, small) == []
    assert [one["ms"] for one in explaining.slowest([*small, *large], most=1)] == [9.0]


def test_a_statement_is_known_again_with_other_values() -> None:
    one = explaining._shape(
        'SELECT "t_x"."id" FROM "t_x" WHERE ("t_x"."id" IN (%s, %s) AND "t_x"."k" = 123456)'
    )
    assert one == explaining._shape(
        'SELECT "t_x"."id" FROM "t_x" WHERE ("t_x"."id" IN (%s, %s, %s) AND "t_x"."k" = %s)'
    )
    assert one == "SELECT id FROM t_x WHERE (id IN (%s…) AND k = %s)"


def test_plans_are_those_of_the_queries_that_ran(lin: User, bank: Bank) -> None:
    fill([lin], bank, 8, NOW)
    plans = explaining.plans(lambda: list(Memory.objects.for_user(lin).filter(id=lin.id)))
    assert len(plans) == 1
    assert plans[0].statement.endswith("FROM memory_memory WHERE (user_id = %s AND id = %s)")
    assert plans[0].scans[0].startswith(("Index Scan", "Seq Scan"))


@pytest.mark.long
def test_the_whole_run_says_all_it_must(no_scratch: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer, "is_there", lambda: False)
    result = scale.run(scale.Sizes(rows=20, large=100, own=10, small=10, bank=12, questions=2, warm=1))
    assert set(result["one_user"]) == {"10", "100"}
    assert set(result["own_1000_among"]) == {"10", "20"}
    measured = [*result["one_user"].values(), *result["own_1000_among"].values()]
    assert all(0 < one["embed_p50_ms"] < one["p50_ms"] <= one["p95_ms"] for one in measured)
    assert result["growth_ratio"] > 0
    assert "peer_ratio" not in result
    assert not User.objects.exists()


def test_without_the_extra_it_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peer, "python", lambda: tmp_path / "none")
    seen: list[bool] = []
    monkeypatch.setattr(scratch, "database", nullcontext)

    def run(sizes: scale.Sizes, data: Path | None, beside: bool) -> dict[str, Any]:
        seen.append(beside and peer.is_there())
        return {}

    monkeypatch.setattr(scale, "run", run)
    call_command("bench", "scale", "--json", "--peer", "mem0")
    assert seen == [False]
    said = capsys.readouterr()
    assert said.out.strip() == "{}"
    assert "bench-extra" in said.err
    assert said.err.count("\n") == 1
