"""Trying, looking up, finding and saving a connection, against real servers on loopback."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.utils import translation

from accounts.models import User
from companion.connections import connecting, discovering
from companion.connections.connecting import Saving, Wanted
from companion.connections.discovering import Local
from companion.connections.findings import GOOD, Finding, Outcome, judged, sentence
from companion.embedded import local_model, processes
from companion.embedded.parts import free_port
from companion.embedded.places import Places
from companion.endpoints import host_of
from companion.models import ModelConnection
from llm.errors import BadAnswer, LLMError, ModelUnavailable, Refused
from llm.provider import Provider
from tests.companion.conftest import NOW
from tests.model_server import ModelServer

KEY = "sk-canary-2931"


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(autouse=True)
def _clean(server: ModelServer) -> None:
    server.reset()


@contextmanager
def answering(status: int, body: bytes, kind: str = "text/html", **headers: str) -> Iterator[int]:
    """A web server that isn't a model; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if status == 0:
                self.connection.close()  # hangs up in the middle
                return
            self.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None: ...

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    try:
        yield running.server_address[1]
    finally:
        running.shutdown()
        thread.join(10)
        running.server_close()


def at(url: str, model: str = "scripted") -> Provider:
    return Provider(name="n", base_url=url, api_key=KEY, model=model)


def local(port: int) -> Provider:
    return at(f"http://127.0.0.1:{port}/v1")


# -- trying ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_model_that_answers(server: ModelServer) -> None:
    server.script({"match": "", "reply": "你好呀"})
    assert connecting.try_out(at(server.url)).outcome is Outcome.ANSWERED
    (request,) = server.requests()
    assert request["body"]["model"] == "scripted"
    assert len(request["body"]["messages"]) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rule", "model", "outcome"),
    [
        ({"status": 401}, "scripted", Outcome.WRONG_KEY),
        ({"status": 403}, "scripted", Outcome.WRONG_KEY),
        ({"status": 404}, "missing", Outcome.NO_MODEL),
        ({"status": 400}, "missing", Outcome.NO_MODEL),
        ({"status": 400}, "scripted", Outcome.REFUSED),
        ({"status": 429}, "scripted", Outcome.BUSY),
        ({"status": 503}, "scripted", Outcome.FAILING),
        ({"reply": ""}, "scripted", Outcome.EMPTY),
        ({"reply": " \n"}, "scripted", Outcome.EMPTY),
        ({"reply": "<think>嗯，该说什么呢</think>"}, "scripted", Outcome.EMPTY),
        ({"reply": "<think>嗯</think>你好"}, "scripted", Outcome.ANSWERED),
    ],
)
def test_what_went_wrong(server: ModelServer, rule: dict[str, Any], model: str, outcome: Outcome) -> None:
    server.script({"match": "", **rule})
    finding = connecting.try_out(at(server.url, model))
    assert finding.outcome is outcome
    assert finding.good == (outcome is Outcome.ANSWERED)
    assert finding.status == (rule.get("status") if outcome not in GOOD else None)


@pytest.mark.django_db
def test_a_model_that_is_too_slow(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "TRY_SECONDS", 0.3)
    server.script({"match": "", "delay_ms": 3_000})
    assert connecting.try_out(at(server.url)).outcome is Outcome.SLOW


@pytest.mark.django_db
def test_nobody_there() -> None:
    nobody = local(free_port())
    assert connecting.try_out(nobody).outcome is Outcome.UNREACHABLE
    assert connecting.look_up(nobody).outcome is Outcome.UNREACHABLE


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, b"<html>hello</html>", "text/html"),
        (200, b"{}", "application/json"),
        (200, b"[1, 2]", "application/json"),
        (200, b"null", "application/json"),
        (200, b'{"choices": [], "data": 7}', "application/json"),
        (200, b"not json", "application/json"),
        (404, b"<html>not here</html>", "text/html"),
        (405, b"", "text/html"),
    ],
)
def test_something_that_is_no_model_server(status: int, body: bytes, kind: str) -> None:
    with answering(status, body, kind) as port:
        assert connecting.try_out(local(port)).outcome is Outcome.NOT_OPENAI
        listing = Outcome.BARE if body == b"{}" else Outcome.NOT_OPENAI  # an empty list may be left out
        assert connecting.look_up(local(port)).outcome is listing


@pytest.mark.django_db
def test_a_server_that_hangs_up() -> None:
    with answering(0, b"") as port:
        assert connecting.try_out(local(port)).outcome is Outcome.UNREACHABLE
    assert judged(ModelUnavailable("cut"), True, "m", ["m"]) is Outcome.CUT


@pytest.mark.django_db
def test_the_models_it_offers(server: ModelServer) -> None:
    finding = connecting.look_up(at(server.url))
    assert (finding.outcome, finding.models) == (Outcome.LISTED, ("scripted",))


@pytest.mark.parametrize(
    ("error", "offered", "outcome"),
    [
        (ModelUnavailable(status=404), None, Outcome.NOT_OPENAI),
        (ModelUnavailable(status=404), ModelUnavailable(status=404), Outcome.NOT_OPENAI),
        (ModelUnavailable(status=404), ["another"], Outcome.NO_MODEL),
        (Refused(status=422), ["m"], Outcome.REFUSED),
        (Refused(status=400), [], Outcome.REFUSED),
        (BadAnswer(), ["m"], Outcome.NOT_OPENAI),
        (ModelUnavailable(status=500), ["m"], Outcome.FAILING),
        (ModelUnavailable(), ModelUnavailable(), Outcome.UNREACHABLE),
        (ModelUnavailable(), ["m"], Outcome.CUT),
    ],
)
def test_judging_by_table(error: LLMError, offered: Any, outcome: Outcome) -> None:
    assert judged(error, True, "m", offered) is outcome


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_has_its_sentence(outcome: Outcome) -> None:
    with translation.override("zh-hans"):
        said = sentence(Finding(outcome, 1234, ("a", "b"), 418), "the-model")
    assert said
    assert "%" not in said
    if outcome not in (Outcome.LISTED, Outcome.SEALED):
        assert "1.2" in said


# -- finding --------------------------------------------------------------------------------------------------


def port_of(server: ModelServer) -> int:
    return int(host_of(server.url).rpartition(":")[2])


def test_a_server_on_this_machine_is_found(server: ModelServer) -> None:
    port, nobody = port_of(server), free_port()
    (found,) = discovering.discover(frozenset(), {port: "Scripted", nobody: "Nobody"})
    assert (found.port, found.name, found.models) == (port, "Scripted", ("scripted",))
    assert found.base_url == server.url


def test_our_own_ports_are_never_asked(server: ModelServer) -> None:
    assert discovering.discover({port_of(server)}, {port_of(server): "Ourselves"}) == []
    assert server.requests() == []


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b"<html>a site</html>"),
        (200, b'{"object": "list"}'),
        (200, b'{"data": [{"id": 7}, "x", {"name": "y"}]}'),
        (200, b"\xff\xfe"),
        (404, b"{}"),
        (500, b'{"data": [{"id": "m"}]}'),
        (0, b""),
    ],
)
def test_others_are_not_offered(status: int, body: bytes) -> None:
    with answering(status, body) as port:
        assert discovering.discover((), {port: "Other"}) == []


def test_a_redirect_is_not_followed(server: ModelServer) -> None:
    with answering(302, b"", Location=f"{server.url}/models") as port:
        assert discovering.discover((), {port: "Other"}) == []


def test_an_embedder_is_no_chat_model() -> None:
    ours = {"data": [{"id": "e5-query"}, {"id": "e5-passage"}, {"id": "nomic-embed-text:latest"}]}
    assert discovering.listed(ours) == ()
    mixed = {"data": [*ours["data"], {"id": "qwen3:8b"}]}
    with answering(200, json.dumps(mixed).encode(), "application/json") as port:
        assert [found.models for found in discovering.discover((), {port: "x"})] == [("qwen3:8b",)]


def test_the_local_model_is_absent_ready_or_running(tmp_path: Any) -> None:
    places = Places(tmp_path)
    assert discovering.local_state(places) is Local.ABSENT
    stamp = local_model.stamp(places)
    stamp.parent.mkdir(parents=True)
    local_model.gguf(places).write_bytes(b"whole")
    assert discovering.local_state(places) is Local.ABSENT
    stamp.touch()
    assert discovering.local_state(places) is Local.READY
    places.run.mkdir()
    held = {"port": free_port(), "pid": os.getpid(), "born": processes.born(os.getpid())}
    (places.run / "model.json").write_text(json.dumps(held))
    assert discovering.local_state(places) is Local.LOADING
    with answering(200, b"") as port:
        (places.run / "model.json").write_text(json.dumps({**held, "port": port}))
        assert discovering.local_state(places) is Local.RUNNING


# -- saving ---------------------------------------------------------------------------------------------------

ALL = Wanted("", "Words", "https://a.example/v1", "m", KEY)


@pytest.fixture
def operator(db: None) -> User:
    return User.objects.create_user("operator@example.org", is_staff=True)


def row(purpose: str = "") -> ModelConnection:
    return ModelConnection.objects.get(purpose=purpose)


def save(operator: User, version: int, **changes: Any) -> Saving:
    return connecting.save(Wanted(**{**vars(ALL), **changes}), version, operator, NOW)


def test_saving_twice_is_as_good_as_once(operator: User) -> None:
    assert save(operator, 0) is Saving.SAVED
    assert save(operator, 0) is Saving.UNCHANGED
    assert row().version == 1
    assert row().open_key() == KEY
    assert (row().updated_by, row().updated_at) == (operator, NOW)
    assert LogEntry.objects.count() == 1


def test_a_kept_key_stays_and_a_removed_one_goes(operator: User) -> None:
    save(operator, 0)
    assert save(operator, 1, key=None, model="n") is Saving.SAVED
    assert (row().model, row().open_key()) == ("n", KEY)
    assert save(operator, 2, key="", model="n") is Saving.SAVED
    assert not row().has_key


def test_a_stale_form_is_told_and_writes_nothing(operator: User) -> None:
    save(operator, 0)
    save(operator, 1, model="theirs")
    assert save(operator, 1, model="mine") is Saving.STALE
    assert save(operator, 0, model="mine") is Saving.STALE
    assert row().model == "theirs"
    assert connecting.disconnect("", 1, operator, NOW) is Saving.STALE
    assert save(operator, 2, model="mine") is Saving.SAVED
    assert row().model == "mine"


def test_of_two_first_rows_at_once_one_is_told(operator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other's row comes between the look and the writing."""
    original = connecting._differences

    def meanwhile(old: ModelConnection | None, wanted: Wanted) -> list[str]:
        ModelConnection.objects.create(purpose="", model="theirs", updated_at=NOW)
        return original(old, wanted)

    monkeypatch.setattr(connecting, "_differences", meanwhile)
    assert save(operator, 0) is Saving.STALE
    assert row().model == "theirs"
    assert not LogEntry.objects.exists()


def test_disconnecting_takes_along_what_stood_on_it(operator: User) -> None:
    save(operator, 0)
    save(operator, 0, purpose="title", base_url="", key="", model="tiny")
    save(operator, 0, purpose="learn", base_url="https://b.example/v1")
    assert connecting.disconnect("", 1, operator, NOW) is Saving.SAVED
    assert list(ModelConnection.objects.values_list("purpose", flat=True)) == ["learn"]
    assert connecting.disconnect("", 1, operator, NOW) is Saving.UNCHANGED


def test_the_log_says_what_changed_and_never_a_key(operator: User) -> None:
    save(operator, 0)
    save(operator, 1, key="another-secret", model="n")
    connecting.disconnect("", 2, operator, NOW)
    entries = list(LogEntry.objects.order_by("id"))
    assert [entry.action_flag for entry in entries] == [1, 2, 3]
    assert all(entry.user == operator and entry.action_time == NOW for entry in entries)
    with translation.override("zh-hans"):
        assert (
            entries[1].get_change_message() == "已修改 模型 和 密钥。"
            or "模型" in entries[1].get_change_message()
        )
    written = "".join(f"{entry.object_repr}{entry.change_message}" for entry in entries)
    assert KEY not in written
    assert "another-secret" not in written


def test_a_key_that_does_not_open_is_said_not_raised(operator: User, settings: Any) -> None:
    save(operator, 0)
    settings.COMPANION_KEK = "A" * 43 + "="

    def read() -> Provider:
        return at("https://a.example/v1" + row().open_key())

    assert connecting.opened(read, connecting.try_out).outcome is Outcome.SEALED
    assert save(operator, 1, key="new") is Saving.SAVED
    assert row().open_key() == "new"
