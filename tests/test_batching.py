from __future__ import annotations

import pytest

from tests.batching import SIZE, batched


def _run(rows: list[object]) -> None:
    @batched(rows)
    def small(number: int, most: int = 9) -> None:
        assert number < most

    (mark,) = small.pytestmark  # type: ignore[attr-defined]
    for batch in mark.args[1]:
        small(batch)


def test_every_row_is_tried_and_each_failure_told() -> None:
    _run([*range(9), (20, 30)])
    with pytest.raises(AssertionError) as told:
        _run([1, 10, (12, 5), 3])
    assert "10: " in str(told.value)
    assert "(12, 5): " in str(told.value)
    with pytest.raises(AssertionError, match="99"):
        _run([*[1] * SIZE, 99])


def test_an_error_is_no_failed_row() -> None:
    with pytest.raises(TypeError):
        _run(["word"])
