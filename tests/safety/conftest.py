from __future__ import annotations

from typing import Any

import pytest

from tests.companion.conftest import PLAIN_STATIC


@pytest.fixture(autouse=True)
def _plain_static(settings: Any) -> None:
    """Pages are rendered without the manifest that collectstatic writes."""
    settings.STORAGES = PLAIN_STATIC
