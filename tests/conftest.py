"""What tests of several rooms share."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.management import call_command


def pytest_configure() -> None:
    settings.PASSWORD_HASHERS = ["tests.hashing.QuickHasher", *settings.PASSWORD_HASHERS[1:]]


@pytest.fixture(scope="session")
def static_files() -> None:
    """Pages name their style sheets by the manifest that collecting makes."""
    call_command("collectstatic", interactive=False, verbosity=0)
