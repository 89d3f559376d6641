"""Every English pattern is linear, by the same measure as the Chinese ones."""

from __future__ import annotations

import pytest

from tests.memory.extraction.test_patterns import test_patterns_are_linear as check

MODULES = ["body", "events", "identity", "limits", "reading", "refusing", "saying", "spelling", "subjects", "table", "tastes",
           "telling", "wording"]  # fmt: skip


@pytest.mark.parametrize("module", MODULES)
def test_english_patterns_are_linear(module: str) -> None:
    check(f"memory.extraction.en.{module}")
