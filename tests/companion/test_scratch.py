"""Scratch databases: each goes however its command ends, and none that is in use."""

from __future__ import annotations

import os
import signal

import pytest
from django.db import connection

from companion import scratch

pytestmark = pytest.mark.django_db(transaction=True)


def standing() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{scratch.PREFIX}%"])
        return {name for (name,) in cursor.fetchall()}


def test_a_command_that_is_told_to_stop_unwinds_first() -> None:
    before = signal.getsignal(signal.SIGTERM)

    def killed() -> None:
        with scratch.empty() as name:
            assert standing() == {name}
            os.kill(os.getpid(), signal.SIGTERM)
            signal.pause()

    with pytest.raises(SystemExit) as stopped:
        killed()
    assert stopped.value.code == 128 + signal.SIGTERM
    assert standing() == set()
    assert signal.getsignal(signal.SIGTERM) == before


def test_what_a_killed_command_left_is_dropped_and_what_is_in_use_stays() -> None:
    left = f"{scratch.PREFIX}left"
    scratch._run(f'CREATE DATABASE "{left}"')
    with scratch.empty() as name:
        assert standing() == {left, name}
        scratch._drop_leftovers()
        assert standing() == {name}


def test_one_inside_another_goes_first() -> None:
    home = connection.settings_dict["NAME"]
    with scratch.database():
        outer = connection.settings_dict["NAME"]
        with scratch.database():
            assert connection.settings_dict["NAME"] not in (home, outer)
        assert connection.settings_dict["NAME"] == outer
        assert standing() == {outer}
    assert connection.settings_dict["NAME"] == home
    assert standing() == set()
