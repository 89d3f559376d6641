"""Hundreds of rows through one test, without hundreds of tests: what pytest does around each costs more than a row does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

SIZE = 60


def batched(rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test on every row, SIZE to a test that is reported; all rows that fail are told, each by itself. A tuple is
    given as arguments, anything else as the one argument."""
    told = list(rows)
    batches = [told[start : start + SIZE] for start in range(0, len(told), SIZE)]

    def wrap(test: Callable[..., None]) -> Callable[..., None]:
        def batch(batch: list[Any]) -> None:
            failed = [told for row in batch if (told := _failure(test, row))]
            assert not failed, "\n".join(failed)

        batch.__name__, batch.__doc__, batch.__module__ = test.__name__, test.__doc__, test.__module__
        parametrized: Callable[..., None] = pytest.mark.parametrize(
            "batch", batches, ids=range(len(batches))
        )(batch)
        return parametrized

    return wrap


def _failure(test: Callable[..., None], row: Any) -> str:
    try:
        test(*(row if type(row) is tuple else (row,)))
    except AssertionError as error:
        return f"{row!r}: {error}"
    return ""
