"""What tests of several rooms share."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import TransactionTestCase

from tests import emptying


def pytest_configure() -> None:
    TransactionTestCase._fixture_teardown = emptying.empty  # type: ignore[attr-defined]
    settings.PASSWORD_HASHERS = ["tests.hashing.QuickHasher", *settings.PASSWORD_HASHERS[1:]]


@pytest.fixture(scope="session")
def static_files() -> None:
    """Pages name their style sheets by the manifest that collecting makes."""
    call_command("collectstatic", interactive=False, verbosity=0)
