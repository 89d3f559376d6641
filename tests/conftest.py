"""What tests of several rooms share."""

from __future__ import annotations

import pytest
from django.core.management import call_command


@pytest.fixture(scope="session")
def static_files() -> None:
    """Pages name their style sheets by the manifest that collecting makes."""
    call_command("collectstatic", interactive=False, verbosity=0)
