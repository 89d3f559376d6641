"""The operators' page for models: theirs alone, in both languages, with every fault said at its field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, grant
from companion import providers
from companion.connections import connecting, discovering, pages
from companion.connections.findings import Outcome
from companion.embedded.parts import free_port
from companion.endpoints import Endpoint, Source
from companion.models import ModelConnection
from llm.provider import Purpose
from tests.model_server import ModelServer
from tests.reading import foreign, visible

pytestmark = pytest.mark.django_db
KEY = "sk-canary-2931"
HTMX = {"HX-Request": "true"}
GETS = ("models", "models_find")
POSTS = ("models_look_up", "models_test", "models_save", "models_remove")


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(autouse=True)
def _quiet(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.reset()
    monkeypatch.setattr(discovering, "DOORS", {})


def client_of(**more: Any) -> Client:
    user = User.objects.create_user(
        f"{len(User.objects.all())}@example.org", birth_date=timezone.localdate().replace(year=1990), **more
    )
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture
def staff() -> Client:
    return client_of(is_staff=True)


def fields(server: ModelServer, **changes: str) -> dict[str, str]:
    return {
        "purpose": "", "version": "0", "base_url": server.url, "key": KEY, "model": "scripted", "name": "Words",
        **changes,
    }  # fmt: skip


def send(client: Client, name: str, data: dict[str, str], htmx: bool = True) -> Any:
    return client.post(reverse(name), data, headers=HTMX if htmx else {})


def saved(purpose: str = "") -> ModelConnection:
    return ModelConnection.objects.get(purpose=purpose)


def test_for_others_it_is_not_there(server: ModelServer) -> None:
    user = client_of()
    for name in GETS + POSTS:
        for method in ("get", "post"):
            answer = getattr(user, method)(reverse(name), fields(server))
            assert answer.status_code == 404, (name, method)
            visitor = getattr(Client(), method)(reverse(name), fields(server))
            assert visitor["Location"].startswith(reverse("account_login")), (name, method)
    assert not ModelConnection.objects.exists()
    assert server.requests() == []


@pytest.mark.parametrize(("language", "lang"), [("zh-hans", "zh"), ("en", "en")])
def test_the_page_speaks_one_language(server: ModelServer, language: str, lang: str) -> None:
    client = client_of(is_staff=True, language=language)
    bare = client.get(reverse("models")).content.decode()
    send(client, "models_save", fields(server, name=""))
    whole = client.get(reverse("models")).content.decode()
    broken = send(client, "models_test", fields(server, base_url="localhost:1", key="a b", model="")).content
    for page in (bare, whole, broken.decode()):
        words = visible(re.sub(r"<(\w+)[^>]* translate=\"no\".*?</\1>", "", page))
        words = [
            word for word in words if word not in ("scripted", "qwen3:8b, deepseek-chat", "0@example.org")
        ]
        if lang == "en":
            assert foreign(words, "en") == []
        else:  # names of programs and models stay what they are
            assert not [word for word in words if not re.search(r"[\u3400-\u9fff]", word) and " " in word.strip()
                        and foreign([word], "zh")]  # fmt: skip


def test_three_ways_in_order(staff: Client) -> None:
    page = staff.get(reverse("models")).content.decode()
    assert page.index('id="connect"') < page.index('id="local"') < page.index('id="nothing"')
    assert "make model" in page
    assert "给不同用途" not in page  # before there is one at all


def test_operators_find_the_way(staff: Client) -> None:
    front = staff.get(reverse("admin:index")).content.decode()
    assert f'href="{reverse("models")}"' in front
    assert "离线应答" in front


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"base_url": ""}, "base_url", "请填写地址"),
        ({"base_url": "ftp://x/v1"}, "base_url", "http://"),
        ({"base_url": "https://me:pw@api.example.com/v1"}, "base_url", "用户名"),
        ({"base_url": "https://api.example.com"}, "base_url", "/v1"),
        ({"base_url": "https://api. example.com/v1"}, "base_url", "空格"),
        ({"base_url": "https：//api.example.com/v1"}, "base_url", "全角"),
        ({"base_url": "http://api.example.com/v1"}, "base_url", "明文"),
        ({"key": "sk 1"}, "key", "空格"),
        ({"key": "密钥"}, "key", "全角"),
        ({"model": ""}, "model", "请填写模型"),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_faults_are_said_at_their_field(
    staff: Client, server: ModelServer, changes: dict[str, str], field: str, said: str, htmx: bool
) -> None:
    for name in ("models_test", "models_save"):
        page = send(staff, name, fields(server, **changes), htmx).content.decode()
        slot = page[page.index(f'id="all_{field}_slot"') :]
        error = re.search(r'<p class="error"[^>]*>(.*?)</p>', slot)
        assert error, field
        assert said in error[1]
        assert page.count('class="error"') == 1
        assert KEY not in page
    assert not ModelConnection.objects.exists()
    assert server.requests() == []


def test_the_address_that_was_meant_is_offered(staff: Client, server: ModelServer) -> None:
    page = send(staff, "models_save", fields(server, base_url="https://api.example.com/")).content.decode()
    assert 'data-value="https://api.example.com/v1"' in page
    assert 'name="as_is"' in page


def test_one_may_insist_on_an_address_without_version(staff: Client, server: ModelServer) -> None:
    odd = server.url.removesuffix("/v1")
    assert send(staff, "models_save", fields(server, base_url=odd)).headers.get("HX-Redirect") is None
    answer = send(staff, "models_save", fields(server, base_url=odd, as_is="on"))
    assert answer.headers["HX-Redirect"] == reverse("models")
    assert saved().base_url == odd
    page = staff.get(reverse("models")).content.decode()
    assert re.search(r'name="as_is"[^>]* checked', page)  # or saving again would ask again


def test_trying_and_looking_up_write_nothing(staff: Client, server: ModelServer) -> None:
    assert "通了" in send(staff, "models_test", fields(server)).content.decode()
    listed = send(staff, "models_look_up", fields(server, model="")).content.decode()
    assert '<option value="scripted">' in listed
    assert 'data-value="scripted"' in listed
    assert not ModelConnection.objects.exists()
    server.script({"match": "", "status": 401})
    answer = send(staff, "models_test", fields(server), htmx=False).content.decode()
    assert "对方不认这把密钥" in answer
    assert KEY not in answer


def test_saving_seals_tries_and_says_so(staff: Client, server: ModelServer) -> None:
    answer = send(staff, "models_save", fields(server), htmx=False)
    assert answer["Location"] == reverse("models")
    page = staff.get(reverse("models")).content.decode()
    assert "已保存。通了" in page
    assert KEY not in page
    assert KEY[-4:] not in page
    assert "已保存；留空就继续用它" in page
    assert saved().open_key() == KEY
    assert LogEntry.objects.get().user == User.objects.get()
    assert providers.recipient().startswith("Words (127.0.0.1:")
    assert "给不同用途" in page


def test_a_failed_try_forbids_nothing_but_is_said(staff: Client, server: ModelServer) -> None:
    server.script({"match": "", "status": 404})
    send(staff, "models_save", fields(server, model="missing"))
    page = staff.get(reverse("models")).content.decode()
    assert "已保存，但试了一下没有成功" in page
    assert "missing" in page
    assert saved().model == "missing"


def test_an_empty_key_keeps_the_saved_one_for_the_same_address_only(
    staff: Client, server: ModelServer
) -> None:
    send(staff, "models_save", fields(server))
    send(staff, "models_save", fields(server, version="1", key="", name="Other"))
    assert (saved().name, saved().open_key()) == ("Other", KEY)
    with ModelServer() as elsewhere:
        for name in ("models_test", "models_look_up", "models_save"):
            moved = send(staff, name, fields(elsewhere, version="2", key="")).content.decode()
            assert "地址换了" in moved
        assert elsewhere.requests() == []
        send(staff, "models_save", fields(elsewhere, version="2", key="", remove_key="on"))
    assert (saved().base_url, saved().has_key) == (elsewhere.url, False)


def test_a_stale_form_is_told_once(staff: Client, server: ModelServer) -> None:
    send(staff, "models_save", fields(server))
    other = client_of(is_staff=True)
    send(other, "models_save", fields(server, version="1", name="Theirs"))
    told = send(staff, "models_save", fields(server, version="1", name="Mine")).content.decode()
    assert "另一位运营人员刚刚存过" in told
    assert saved().name == "Theirs"
    version = re.search(r'name="version"[^>]* value="(\d+)"', told)
    assert version
    assert (
        "HX-Redirect" in send(staff, "models_save", fields(server, version=version[1], name="Mine")).headers
    )
    assert saved().name == "Mine"
    plain = send(staff, "models_save", fields(server, version="1", name="Again"), htmx=False).content.decode()
    assert re.search(r'name="version" value="3"', plain)


def test_purposes_have_models_and_addresses_of_their_own(staff: Client, server: ModelServer) -> None:
    alone = send(staff, "models_save", fields(server, purpose="learn", base_url="", key=""))
    assert "上面还没有连接" in alone.content.decode()
    send(staff, "models_save", fields(server))
    send(staff, "models_save", fields(server, purpose="learn", base_url="", key="", model="tiny", name=""))
    send(staff, "models_save", fields(server, purpose="title", key="another", model="titles", name="Titles"))
    assert server.requests()[-2]["body"]["model"] == "tiny"
    assert [providers.endpoint(each).model for each in (Purpose.CHAT, Purpose.LEARN, Purpose.TITLE)] == [  # type: ignore[union-attr]
        "scripted",
        "tiny",
        "titles",
    ]
    page = staff.get(reverse("models")).content.decode()
    assert "Titles (127.0.0.1" in page
    assert page.count('class="connection"') == 1 + len(ModelConnection.Purpose.values) - 1
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert send(staff, "models_save", fields(server, purpose="embed")).status_code == 404


def test_disconnecting_forgets_the_key(staff: Client, server: ModelServer) -> None:
    send(staff, "models_save", fields(server))
    send(staff, "models_remove", {"purpose": "", "version": "9"})
    assert ModelConnection.objects.count() == 1
    answer = send(staff, "models_remove", {"purpose": "", "version": "1"}, htmx=False)
    assert answer["Location"] == reverse("models")
    assert not ModelConnection.objects.exists()
    assert providers.recipient() == ""


def test_the_environment_decides(staff: Client, server: ModelServer, settings: Any) -> None:
    secret_url = server.url.replace("http://", "http://me:s3cr3t@")
    settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_API_KEY = secret_url, "scripted", KEY
    page = staff.get(reverse("models")).content.decode()
    assert "LLM_BASE_URL" in page
    assert 'name="base_url"' not in page
    assert KEY not in page
    assert "s3cr3t" not in page
    for name in ("models_save", "models_remove"):
        assert send(staff, name, fields(server), htmx=False)["Location"] == reverse("models")
    assert not ModelConnection.objects.exists()
    settings.LLM_BASE_URL = server.url
    assert "通了" in send(staff, "models_test", {}).content.decode()


def test_servers_on_this_machine_are_offered_and_never_ourselves(
    staff: Client, server: ModelServer, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    port = pages._port(server.url)
    monkeypatch.setattr(discovering, "DOORS", {port: "Scripted"})
    assert server.url in staff.get(reverse("models_find"), headers=HTMX).content.decode()
    settings.SITE_URL = f"http://127.0.0.1:{port}"
    assert server.url not in staff.get(reverse("models_find"), headers=HTMX).content.decode()


def test_every_name_of_ours_counts(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    local = free_port()
    settings.SITE_URL, settings.EMBEDDING_BASE_URL = "https://example.org:8443", "http://127.0.0.1:8101/v1"
    monkeypatch.setattr(
        providers, "local_endpoint",
        lambda: Endpoint(Source.LOCAL, "", f"http://127.0.0.1:{local}/v1", "m"),
    )  # fmt: skip
    request = RequestFactory().get("/", headers={"host": "localhost:8123"})
    request.META["SERVER_PORT"] = "8000"
    assert pages.own_ports(request) == {8443, 8123, 8101, 8000, local}


def test_a_key_that_does_not_open_asks_for_another(staff: Client, server: ModelServer, settings: Any) -> None:
    send(staff, "models_save", fields(server))
    settings.COMPANION_KEK = "A" * 43 + "="
    said = send(staff, "models_test", fields(server, key="")).content.decode()
    assert "保存的密钥打不开" in said
    assert (
        connecting.opened(lambda: pages._provider(_kept(), saved()), connecting.try_out).outcome
        is Outcome.SEALED
    )


def _kept() -> connecting.Wanted:
    return connecting.Wanted("", "Words", saved().base_url, "scripted", None)


def test_consent_is_asked_for_by_the_saved_name(staff: Client, server: ModelServer) -> None:
    send(staff, "models_save", fields(server))
    name = providers.recipient()
    page = Client().get(reverse("account_signup")).content.decode()
    assert f"发送给 {name} 来生成回复" in page
    client = client_of()
    assert name in client.get(reverse("settings")).content.decode()
    grant(User.objects.latest("email"), "model", timezone.now(), name)
