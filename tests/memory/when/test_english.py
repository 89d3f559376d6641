"""English times against the table."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from memory.when import find
from tests.batching import batched
from tests.memory.when.english_rows import Row, rows

ZONE = ZoneInfo("Europe/London")


def test_the_table_is_large_enough() -> None:
    assert len(rows()) >= 200


@batched(rows())
def test_row(row: Row) -> None:
    found = find(row.text, row.base.replace(tzinfo=ZONE), "en")
    if row.start == "-":
        assert found == []
        return
    assert len(found) == 1
    span = found[0].span
    form = ("%Y-%m-%d %H:%M" if ":" in row.start else "%Y-%m-%d") * 1
    assert (span.start.strftime(form), span.end.strftime(form), span.precision.value) == (
        row.start, row.end, row.precision,
    )  # fmt: skip
