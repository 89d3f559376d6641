"""`doctor` says what is so for each part, and what to do; one part's failure hides no other."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from accounts import vault
from accounts.models import User
from companion.celery import app
from companion.embedded import local_model
from companion.embedded.local_model import LocalModel
from companion.models import ModelConnection
from tests.model_server import ModelServer

pytestmark = pytest.mark.django_db
PARTS = [
    "database", "vector_extension", "broker", "worker", "scheduler", "language_model", "embedder", "vault_key",
]  # fmt: skip
NOWHERE = "http://127.0.0.1:1/v1"


@pytest.fixture(autouse=True)
def _all_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that answers and a scheduler that was here lately: neither runs in tests."""
    monkeypatch.setattr(app.control, "ping", lambda timeout: [{"worker@here": {"ok": "pong"}}])
    cache.set("companion-scheduler-alive", 1, 60)


def saved(purpose: str, name: str, url: str, model: str) -> None:
    row = ModelConnection(
        purpose=purpose, name=name, base_url=url, model=model, updated_at=datetime(2026, 7, 1, tzinfo=UTC)
    )
    row.seal_key("secret-key" if url else "")
    row.save()


def doctor() -> tuple[int, dict[str, Any]]:
    """The exit code and the object."""
    out, code = io.StringIO(), 0
    try:
        call_command("doctor", "--json", stdout=out)
    except SystemExit as left:
        code = int(left.code or 0)
    return code, json.loads(out.getvalue())


def only_fails(name: str) -> dict[str, Any]:
    code, report = doctor()
    assert code == 1
    assert report["ok"] is False
    assert [part for part, state in report["parts"].items() if not state["ok"]] == [name]
    found: dict[str, Any] = report["parts"][name]
    assert found["detail"]
    assert found["do"]
    return found


def test_all_is_well() -> None:
    code, report = doctor()
    assert code == 0
    assert set(report) == {"ok", "parts"}
    assert report["ok"] is True
    assert list(report["parts"]) == PARTS
    for state in report["parts"].values():
        assert set(state) == {"ok", "detail", "do"}
        assert state["ok"] is True
        assert state["detail"]
    assert "pgvector" in report["parts"]["vector_extension"]["detail"]


def test_without_a_model_the_offline_voice_is_well_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    state = doctor()[1]["parts"]["language_model"]
    assert state["ok"]
    assert "离线" in state["detail"]
    assert "LLM_BASE_URL" in state["do"]


def test_a_model_that_answers_is_named(settings: Any) -> None:
    with ModelServer() as server:
        settings.LLM_BASE_URL, settings.LLM_API_KEY, settings.LLM_MODEL = server.url, "secret-key", "scripted"
        settings.LLM_PROVIDER_NAME = "Scripted"
        code, report = doctor()
    assert code == 0
    assert report["parts"]["language_model"]["detail"].startswith("Scripted · scripted (")
    assert "secret-key" not in json.dumps(report)


def test_saved_connections_say_where_they_come_from_and_which_one_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    with ModelServer() as server:
        saved("", "Words", server.url, "scripted")
        saved("title", "", "", "tiny")
        assert doctor()[0] == 0
        saved("learn", "Learner", NOWHERE, "reader")
        state = only_fails("language_model")
    first, second, third = state["detail"].split("; ")
    assert first.startswith("Words (127.0.0.1:")
    assert first.endswith("· scripted (在运营页面里保存)")
    assert second.startswith("Learner (127.0.0.1:1) · reader (在运营页面里保存): ")
    assert "· tiny" in third
    assert "/operate/models/" in state["do"]
    assert "secret-key" not in str(state)


def test_the_local_model_is_named_as_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    with ModelServer() as server:
        monkeypatch.setattr(local_model, "running", lambda: LocalModel(server.url, "scripted"))
        code, report = doctor()
    assert code == 0
    assert report["parts"]["language_model"]["detail"] == "离线模型 · scripted (make model，能力有限)"


def test_a_dead_model(settings: Any) -> None:
    settings.LLM_BASE_URL, settings.LLM_API_KEY, settings.LLM_MODEL = NOWHERE, "secret-key", "m"
    assert "secret-key" not in str(only_fails("language_model"))


def test_a_dead_embedder(settings: Any) -> None:
    settings.EMBEDDING_BASE_URL = NOWHERE
    only_fails("embedder")


def test_a_lost_vault_key(settings: Any, tmp_path: Path) -> None:
    settings.COMPANION_KEK, settings.COMPANION_KEK_FILE = "", tmp_path / "kek"
    only_fails("vault_key")


def test_a_vault_key_that_opens_nothing_that_is_there(settings: Any) -> None:
    user = User.objects.create_user("lin@example.org", "pw")
    assert vault.seal(user.id, "message.text.v1", user.id, "你好")
    assert doctor()[0] == 0
    settings.COMPANION_KEK = "A" * 43 + "="
    assert "COMPANION_KEK" in only_fails("vault_key")["do"]


def test_a_full_disk_is_the_databases_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "MB" in doctor()[1]["parts"]["database"]["detail"]
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=5 * 1024 * 1024))
    assert "5 MB" in only_fails("database")["detail"]


def test_a_vault_key_that_is_the_sites_secret(settings: Any) -> None:
    key = "A" * 43 + "="
    settings.COMPANION_KEK = settings.SECRET_KEY = key
    assert key not in str(only_fails("vault_key"))


def test_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.control, "ping", lambda timeout: [])
    assert "celery" in only_fails("worker")["do"]


def test_no_scheduler() -> None:
    cache.delete("companion-scheduler-alive")
    assert "make up" in only_fails("scheduler")["do"]


def test_no_vector_extension(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.USE_LANGUAGE_MODELS = False  # what is connected stands in the database, too

    class Nothing:
        def __enter__(self) -> Nothing:
            return self

        def __exit__(self, *_error: object) -> None: ...

        def execute(self, statement: str) -> None:
            self.asked = statement

        def fetchone(self) -> tuple[str] | None:
            return None if "pg_extension" in self.asked else ("18.0",)

    monkeypatch.setattr(connection, "cursor", Nothing)
    assert "CREATE EXTENSION" in only_fails("vector_extension")["do"]


def test_a_dead_database_hides_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise ConnectionError("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    _code, report = doctor()
    assert [name for name, state in report["parts"].items() if not state["ok"]] == [
        "database",
        "vector_extension",
        "language_model",  # what is connected is saved there
    ]


def test_a_dead_broker_is_told_in_time(settings: Any) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    _code, report = doctor()
    assert [name for name, state in report["parts"].items() if not state["ok"]] == ["broker", "scheduler"]
    assert report["parts"]["broker"]["do"]


def test_a_broker_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.delete("companion-doctor")
    monkeypatch.setattr(cache, "set", lambda *_given: None)
    assert "REDIS_URL" in only_fails("broker")["do"]


def test_in_words() -> None:
    cache.delete("companion-scheduler-alive")
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=out)
    lines = out.getvalue().splitlines()
    assert sum(line.startswith(("ok ", "!! ")) for line in lines) == len(PARTS)
    assert any(line.split()[:2] == ["!!", "scheduler"] for line in lines)
    assert any("→" in line for line in lines)


def test_the_doctor_speaks_the_terminals_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    detail = doctor()[1]["parts"]["language_model"]["detail"]
    assert detail.isascii()
