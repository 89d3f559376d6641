"""What tests of several rooms share."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase, override_settings
from pytest_django import DjangoDbBlocker

from companion import scratch
from tests import emptying


def pytest_configure() -> None:
    TransactionTestCase._fixture_teardown = emptying.empty  # type: ignore[attr-defined]
    settings.PASSWORD_HASHERS = ["tests.hashing.QuickHasher", *settings.PASSWORD_HASHERS[1:]]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """The database of the tests is a copy of the one that stories and benches are copied from: what takes long, to migrate an
    empty one, is done once."""
    with django_db_blocker.unblock():
        scratch.fresh_template()
    connection.settings_dict["TEST"]["TEMPLATE"] = scratch.TEMPLATE


@pytest.fixture
def quiet_pages(settings: Any) -> None:
    """Pages by the test client: nobody is woken, style sheets keep their plain names, and no password was tried yet."""
    settings.WAKE_WORKERS = False
    settings.STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    cache.clear()


@pytest.fixture(scope="session")
def static_files() -> None:
    """Pages name their style sheets by the manifest that collecting makes; nobody here needs them compressed."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        call_command("collectstatic", interactive=False, verbosity=0)
