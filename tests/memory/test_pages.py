"""The memory centre: what it shows, what it changes, and that it is one's own."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from memory import centre, curating, switching
from memory.centre import Filters, matches, shelf
from memory.models import Memory
from memory.policy import Kind, Use
from memory.states import Source, Status
from memory.wording import certainty, holds
from tests.memory.conftest import NOW, Tell
from tests.reading import foreign, visible

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]
HTMX = {"HX-Request": "true"}
ACTIONS = ("memory_confirm", "memory_reject", "memory_edit", "memory_never_raise", "memory_delete")


@pytest.fixture
def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def written(user: User) -> Callable[[str], Memory]:
    def write(words: str) -> Memory:
        return curating.write_by_hand(user, Kind.IDENTITY, words, "zh", NOW)

    return write


def page(client: Client, query: str = "") -> str:
    answer = client.get(reverse("memory_centre") + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def do(
    client: Client, action: str, row: Memory, fields: dict[str, str] | None = None, htmx: bool = True
) -> HttpResponse:
    headers = HTMX if htmx else {}
    return client.post(reverse(action, args=[row.id]), fields or {}, headers=headers)  # type: ignore[return-value]


def test_nothing_known_has_one_verb(signed_in: Client) -> None:
    assert "去聊天" in page(signed_in)


def test_what_was_said_is_shown_with_its_source(signed_in: Client, tell: Tell, user: User) -> None:
    tell("我叫林晚")
    text = page(signed_in)
    row = Memory.objects.for_user(user).get()
    proof = row.evidence.get()
    assert "关于你" in text
    assert "2026年7月1日，你说：" in text
    assert f"?at={proof.message_id}#m-{proof.message_id}" in text
    assert "一直放在心上" in text


@pytest.mark.parametrize(("language", "lang"), [("zh-hans", "zh"), ("en", "en")])
def test_the_page_speaks_one_language(
    client: Client, user: User, written: Callable[[str], Memory], language: str, lang: str
) -> None:
    User.objects.filter(pk=user.pk).update(language=language)
    client.force_login(user)
    row = written({"zh": "我对花生过敏", "en": "I'm allergic to peanuts"}[lang])
    for query in ("", "?status=past", "?q=zzz"):
        assert foreign([text for text in visible(page(client, query)) if "zzz" not in text], lang) == []
    for action in ("memory_edit", "memory_never_raise", "memory_reject", "memory_delete"):
        assert foreign(visible(do(client, action, row).content.decode()), lang) == []


@pytest.mark.parametrize("action", ACTIONS)
def test_strangers_find_nothing(client: Client, written: Callable[[str], Memory], action: str) -> None:
    row = written("我养了两只鹦鹉")
    client.force_login(User.objects.create_user("other@example.org"))
    assert do(client, action, row, {"statement": "x", "version": "1"}).status_code == 404
    assert client.get(reverse("memory_row", args=[row.id])).status_code == 404
    assert client.get(reverse("memory_edit", args=[row.id])).status_code == 404
    assert "鹦鹉" not in page(client)
    assert Memory.objects.get(id=row.id).status == Status.CURRENT


@pytest.mark.parametrize("action", ["memory_confirm", "memory_reject", "memory_never_raise", "memory_delete"])
def test_changes_are_posts(signed_in: Client, written: Callable[[str], Memory], action: str) -> None:
    row = written("我对花生过敏")
    assert signed_in.get(reverse(action, args=[row.id])).status_code == 405


def test_a_csrf_token_is_needed(user: User, written: Callable[[str], Memory]) -> None:
    row = written("我对花生过敏")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    answer = do(strict, "memory_delete", row)
    assert answer.status_code == 403
    assert "这个页面放得太久了" in answer.content.decode()
    assert Memory.objects.filter(id=row.id).exists()


@pytest.mark.parametrize("wanted", ["花", "花生", "过敏"])
def test_any_part_is_found(signed_in: Client, written: Callable[[str], Memory], wanted: str) -> None:
    written("我对花生过敏")
    written("我住在杭州")
    text = page(signed_in, f"?q={wanted}")
    assert "我对花生过敏" in text
    assert "我住在杭州" not in text


@pytest.mark.parametrize(
    ("statement", "wanted", "found"),
    [
        ("I love ＡＢＣ", "abc", True),
        ("Straße", "STRASSE", True),
        ("你养了一只猫", "狗", False),
        ("什么都行", "", True),
    ],
)
def test_matching(statement: str, wanted: str, found: bool) -> None:
    assert matches(statement, wanted) is found


@pytest.mark.parametrize(
    ("given", "filters"),
    [
        ({}, Filters()),
        ({"kind": "plan", "status": "past"}, Filters(kind="plan", status="past")),
        ({"kind": "nonsense", "status": "everything"}, Filters()),
        ({"q": "  猫 "}, Filters(q="猫")),
    ],
)
def test_filters_are_read(given: dict[str, str], filters: Filters) -> None:
    assert Filters.read(given) == filters


def test_edit_keeps_its_place_and_its_history(
    signed_in: Client, user: User, written: Callable[[str], Memory]
) -> None:
    rows = [written(f"第{n}条") for n in range(3)]
    for number, row in enumerate(rows):
        Memory.objects.filter(id=row.id).update(recorded_at=NOW + timedelta(days=number))
    answer = do(signed_in, "memory_edit", rows[1], {"statement": "中间那条改过了", "version": "1"})
    assert "中间那条改过了" in answer.content.decode()
    shown = re.findall(r'class="statement" dir="auto">(.*?)<', page(signed_in))
    assert shown == ["第2条", "中间那条改过了", "第0条"]
    assert "第1条" in page(signed_in, "?status=past")


def test_a_stale_edit_is_asked_again(signed_in: Client, user: User, written: Callable[[str], Memory]) -> None:
    row = written("我住在杭州")
    do(signed_in, "memory_confirm", row)
    answer = do(signed_in, "memory_edit", row, {"statement": "我住在上海", "version": "1"})
    text = answer.content.decode()
    assert "刚刚在别处变过" in text
    assert "我住在上海" in text
    assert "我住在杭州" in text
    version = re.search(r'name="version" value="(\d+)"', text)
    assert version
    do(signed_in, "memory_edit", row, {"statement": "我住在上海", "version": version[1]})
    assert Memory.objects.for_user(user).open().get().statement == "我住在上海"


def test_an_empty_edit_changes_nothing(
    signed_in: Client, user: User, written: Callable[[str], Memory]
) -> None:
    row = written("我住在杭州")
    assert (
        "写点什么" in do(signed_in, "memory_edit", row, {"statement": " ", "version": "1"}).content.decode()
    )
    assert Memory.objects.for_user(user).open().get().statement == "我住在杭州"


def test_forgetting_can_be_undone(signed_in: Client, user: User, tell: Tell) -> None:
    tell("我叫林晚")
    row = Memory.objects.for_user(user).get()
    text = do(signed_in, "memory_delete", row).content.decode()
    assert not Memory.objects.for_user(user).exists()
    assert "你叫林晚" not in page(signed_in).partition('id="bin"')[0]
    undo = re.search(r'action="(/memory/restore/[\w-]+/)"', text)
    assert undo
    assert "林晚" in signed_in.post(undo[1], headers=HTMX).content.decode()
    assert signed_in.post(undo[1]).status_code == 404
    assert Memory.objects.for_user(user).get().id == row.id


def test_what_was_forgotten_lately_can_be_restored(
    signed_in: Client, user: User, written: Callable[[str], Memory]
) -> None:
    row = written("我住在杭州")
    assert re.search(r'id="bin"[^>]* hidden', page(signed_in))
    swapped = do(signed_in, "memory_delete", row).content.decode()
    assert re.search(r'id="bin" hx-swap-oob="true">', swapped)
    kept = page(signed_in).partition('id="bin"')[2]
    assert "杭州" in kept
    assert not kept.startswith(" hidden")
    signed_in.post(re.findall(r'action="(/memory/restore/[\w-]+/)"', kept)[0])
    assert "杭州" in page(signed_in).partition('id="bin"')[0]
    assert not centre.gone(user, timezone.now())


def test_after_the_window_nothing_is_offered_back(
    signed_in: Client, user: User, written: Callable[[str], Memory]
) -> None:
    do(signed_in, "memory_delete", written("我住在杭州"))
    (gone,) = centre.gone(user, timezone.now())
    assert gone.kind_name == "关于你"
    assert not centre.gone(user, gone.deleted_at + timedelta(hours=24))
    assert not centre.gone(User.objects.create_user("other@example.org", "pw"), timezone.now())


def test_without_a_script_everything_comes_back_to_the_page(
    signed_in: Client, user: User, written: Callable[[str], Memory]
) -> None:
    row = written("我住在杭州")
    assert signed_in.get(reverse("memory_edit", args=[row.id])).status_code == 200
    for action in ("memory_confirm", "memory_never_raise"):
        assert urlsplit(do(signed_in, action, row, htmx=False)["Location"]).path == reverse("memory_centre")
    assert Memory.objects.get(id=row.id).use == Use.NEVER_RAISE
    gone = do(signed_in, "memory_delete", row, htmx=False)["Location"]
    assert "撤销" in page(signed_in, f"?{urlsplit(gone).query}")
    held = parse_qs(urlsplit(gone).query)["undo"][0]
    assert signed_in.post(reverse("memory_restore", args=[held]))["Location"] == reverse("memory_centre")
    assert "撤销" not in page(signed_in, f"?undo={held}")
    assert "撤销" not in page(signed_in, f"?undo={uuid.uuid4()}")


def test_the_chat_forgets_and_restores_by_json(
    signed_in: Client, user: User, written: Callable[[str], Memory]
) -> None:
    row = written("我住在杭州")
    accept = {"Accept": "application/json"}
    restore = signed_in.post(reverse("memory_delete", args=[row.id]), headers=accept).json()["restore"]
    assert not Memory.objects.for_user(user).exists()
    assert signed_in.post(restore, headers=accept).json() == {
        "delete": reverse("memory_delete", args=[row.id])
    }


def test_rivals_stand_together_until_one_is_chosen(signed_in: Client, user: User, tell: Tell) -> None:
    tell("我住在杭州")
    tell("我住在上海", at=NOW + timedelta(days=1))
    one, two = Memory.objects.for_user(user).filter(status=Status.CONFLICTED).order_by("recorded_at")
    text = page(signed_in)
    assert text.count("哪个是对的？") == 1
    answer = do(signed_in, "memory_confirm", two)
    assert answer["HX-Redirect"].startswith(reverse("memory_centre"))
    assert "哪个是对的？" not in page(signed_in)
    assert Memory.objects.get(id=one.id).status == Status.SUPERSEDED


def test_no_is_kept_among_the_past(signed_in: Client, written: Callable[[str], Memory]) -> None:
    row = written("我住在杭州")
    do(signed_in, "memory_reject", row)
    assert "杭州" not in page(signed_in)
    assert "杭州" in page(signed_in, "?status=past")


def test_writing_by_hand(signed_in: Client, user: User) -> None:
    signed_in.post(reverse("memory_write"), {"kind": "boundary", "statement": "别提考试"})
    signed_in.post(reverse("memory_write"), {"kind": "event", "statement": "这类不能手写"})
    signed_in.post(reverse("memory_write"), {"kind": "identity", "statement": "  "})
    rows = Memory.objects.for_user(user)
    assert [(row.kind, row.statement, row.source) for row in rows] == [("boundary", "别提考试", Source.SET)]
    assert "你亲手写下的" in page(signed_in)


def test_pausing_says_so(signed_in: Client, user: User) -> None:
    signed_in.post(reverse("memory_pause"), {"paused": "1"})
    assert switching.is_paused(user)
    assert "恢复记忆" in page(signed_in)
    away = signed_in.post(reverse("memory_pause"), {"paused": "0", "next": "https://evil.example/"})
    assert away["Location"] == reverse("memory_centre")
    assert not switching.is_paused(user)
    assert "记忆已恢复" in page(signed_in)
    back = signed_in.post(reverse("memory_pause"), {"paused": "1", "next": "/c/"})
    assert back["Location"] == "/c/"
    assert "记忆已暂停。" not in page(signed_in)


def test_a_corrected_rival_leaves_no_choice_behind_on_the_page(
    signed_in: Client, user: User, written: Callable[[str], Memory]
) -> None:
    one, two = written("我住在杭州"), written("我住在上海")
    Memory.objects.for_user(user).update(status=Status.CONFLICTED)
    edited = do(signed_in, "memory_edit", two, {"statement": "我住在苏州", "version": str(two.version)})
    assert edited["HX-Redirect"].startswith(reverse("memory_centre"))
    text = page(signed_in)
    assert "改好了。" in text
    assert "哪个是对的？" not in text
    one.refresh_from_db()
    assert one.status == Status.CURRENT


def test_only_the_list_comes_for_htmx(signed_in: Client, written: Callable[[str], Memory]) -> None:
    written("我住在杭州")
    answer = signed_in.get(reverse("memory_centre"), headers={**HTMX, "HX-Target": "shelf"})
    assert answer.content.decode().lstrip().startswith('<div id="shelf"')


@pytest.mark.parametrize(
    ("status", "confidence", "words"),
    [
        (Status.CURRENT, 0.99, "很确定"),
        (Status.CURRENT, 0.8, "大概"),
        (Status.CURRENT, 0.5, "只是猜测"),
        (Status.PENDING, 0.99, "只是猜测"),
        (Status.CONFLICTED, 0.99, "说法不一"),
        (Status.EXPIRED, 0.99, "已过期"),
    ],
)
def test_certainty_in_words(status: Status, confidence: float, words: str) -> None:
    with translation.override("zh-hans"):
        assert certainty(Memory(status=status, confidence=confidence)) == words


@pytest.mark.parametrize(
    ("until", "precision", "phase", "words"),
    [
        (datetime(2026, 7, 20, 23, 59, 59), "day", "ahead", "2026年7月20日 · 还没到"),
        (datetime(2026, 7, 26, 23, 59, 59), "week", "", "2026年7月20日 到 2026年7月26日"),
        (None, "day", "open", "从 2026年7月20日 起"),
        (datetime(2026, 7, 31), "month", "", "2026年7月"),
        (datetime(2026, 12, 31), "year", "happened", "2026年 · 发生了"),
    ],
)
def test_when_it_holds(until: datetime | None, precision: str, phase: str, words: str) -> None:
    row = Memory(
        true_from=datetime(2026, 7, 20, tzinfo=NOW.tzinfo),
        true_until=until and until.replace(tzinfo=NOW.tzinfo),
        precision=precision,
        phase=phase,
    )
    with translation.override("zh-hans"), timezone.override(NOW.tzinfo):
        assert holds(row) == words


def test_an_empty_shelf_counts_nothing(user: User) -> None:
    assert shelf(user, Filters(), NOW).count == 0
