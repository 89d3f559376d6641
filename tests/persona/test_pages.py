"""The pages of characters, as a browser asks for them."""

from __future__ import annotations

import json
import uuid
from datetime import datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from memory import curating
from memory.models import Memory
from memory.policy import Kind
from persona import shipping
from persona.cards import reading
from persona.content import Content
from persona.making import editing
from persona.models import Apart, Persona, PersonaVersion
from tests.persona.cards import files
from tests.reading import foreign, visible
from transcript.models import Conversation, Message

pytestmark = pytest.mark.django_db
FORM = {"name": "阿满", "language": "zh-hans", "hue": "4", "backstory": "住在海边。"}


@pytest.fixture(autouse=True)
def _plain_static(settings: Any) -> None:
    settings.STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WAKE_WORKERS = False


@pytest.fixture
def lin() -> User:
    shipping.sync(timezone.now())
    return User.objects.create_user(
        "lin@example.org", "pw", birth_date=datetime(1990, 1, 1).date(), language="zh-hans"
    )


@pytest.fixture
def client_(lin: User) -> Client:
    client = Client()
    client.force_login(lin)
    return client


def made(lin: User, **fields: Any) -> Persona:
    content = Content(**{"name": "阿满", "language": "zh-hans", "backstory": "住在海边。", **fields})
    return editing.create(lin, content, timezone.now()).version.persona


def card(data: bytes, name: str = "a.png") -> dict[str, Any]:
    return {"card": SimpleUploadedFile(name, data)}


def test_making_editing_and_moving_talks(client_: Client, lin: User) -> None:
    answer = client_.post(reverse("persona_new"), FORM)
    persona = Persona.objects.get(owner=lin)
    assert answer["Location"] == reverse("persona_edit", args=[persona.id])
    client_.post(reverse("persona_talk", args=[persona.id]))
    talk = Conversation.objects.get(user=lin)
    assert talk.persona == persona.id
    address = reverse("persona_edit", args=[persona.id])
    assert client_.post(address, {**FORM, "backstory": "住在山里。", "base": "1"}).status_code == 302
    page = client_.get(reverse("conversation", args=[talk.id])).content.decode()
    assert reverse("conversation_version", args=[talk.id]) in page
    client_.post(reverse("conversation_version", args=[talk.id]), {"move": "0"})
    assert (
        reverse("conversation_version", args=[talk.id])
        not in client_.get(reverse("conversation", args=[talk.id])).content.decode()
    )
    client_.post(address, {**FORM, "backstory": "住在湖边。", "base": "2", "move": "1"})
    talk.refresh_from_db()
    persona.refresh_from_db()
    assert talk.persona_version == persona.current_id


def test_two_tabs_do_not_overwrite_each_other(client_: Client, lin: User) -> None:
    persona = made(lin)
    address = reverse("persona_edit", args=[persona.id])
    client_.post(address, {**FORM, "backstory": "一", "base": "1"})
    late = client_.post(address, {**FORM, "backstory": "二", "base": "1"})
    assert late.status_code == 409
    assert "二" in late.content.decode()
    assert persona.versions.count() == 2
    assert client_.post(address, {**FORM, "backstory": "二", "base": "2"}).status_code == 302
    assert persona.versions.count() == 3


def test_a_form_that_is_wrong_keeps_everything(client_: Client, lin: User) -> None:
    answer = client_.post(reverse("persona_new"), {**FORM, "name": "", "style": "短句"})
    assert answer.status_code == 422
    assert "短句" in answer.content.decode()
    assert not Persona.objects.own(lin).exists()
    bad = client_.post(
        reverse("persona_new"), {**FORM, "picture": SimpleUploadedFile("a.png", b"no picture")}
    )
    assert bad.status_code == 422
    assert "PNG" in bad.content.decode()


def test_a_portrait_is_kept_shown_and_taken_away(client_: Client, lin: User) -> None:
    client_.post(
        reverse("persona_new"), {**FORM, "picture": SimpleUploadedFile("a.png", files.picture((30, 30)))}
    )
    persona = Persona.objects.get(owner=lin)
    shown = client_.get(reverse("persona_picture", args=[persona.portrait]))
    assert shown["Content-Type"] == "image/webp"
    assert "private" in shown["Cache-Control"]
    client_.post(reverse("persona_edit", args=[persona.id]), {**FORM, "base": "1", "no_picture": "1"})
    persona.refresh_from_db()
    assert persona.portrait is None


def test_starting_from_a_shipped_one(client_: Client, lin: User) -> None:
    start = Persona.objects.get(key="mojian")
    page = client_.get(reverse("persona_new"), {"from": str(start.id)}).content.decode()
    assert "书店" in page
    client_.post(reverse("persona_new"), {**FORM, "from": str(start.id)})
    own = Persona.objects.get(owner=lin)
    assert own.current is not None
    content = Content.model_validate(own.current.told)
    assert (content.key, content.name, bool(content.lines)) == ("", "阿满", True)
    assert client_.get(reverse("persona_new"), {"from": "x"}).status_code == 404


@pytest.mark.parametrize(
    "data",
    [files.in_png("ccv3", files.v3()), json.dumps(files.v2()).encode(), json.dumps(files.v1()).encode()],
)
def test_a_card_becomes_a_character_once(client_: Client, lin: User, data: bytes) -> None:
    answer = client_.post(reverse("persona_import"), card(data), follow=True)
    again = client_.post(reverse("persona_import"), card(data))
    persona = Persona.objects.get(owner=lin)
    assert answer.status_code == 200
    assert again["Location"] == reverse("persona_edit", args=[persona.id])
    assert bool(persona.portrait) is data.startswith(b"\x89PNG")
    carried = client_.get(reverse("persona_export", args=[persona.id]), {"form": "png"}).content
    assert persona.current is not None
    assert reading.card_of(carried) == Content.model_validate(persona.current.told).card


def test_a_greeting_can_be_turned_to_another(client_: Client, lin: User) -> None:
    client_.post(
        reverse("persona_import"), card(json.dumps(files.v3(first_mes="{{user}}来了。")).encode(), "a.json")
    )
    persona = Persona.objects.get(owner=lin)
    client_.post(reverse("persona_talk", args=[persona.id]))
    talk = Conversation.objects.get(user=lin)
    told = Message.objects.filter(conversation=talk).order_by("created_at")
    assert [(one.text, one.live) for one in told] == [
        ("你来了。", True),
        ("又见面了。", False),
        ("你，进来坐。", False),
    ]
    assert "1 / 3" in client_.get(reverse("conversation", args=[talk.id])).content.decode()


@pytest.mark.parametrize(("data", "said"), [
    (b"PK\x03\x04", "CHARX"), (files.picture(), "没有角色卡"), (b"{}", "不是角色卡"), (b"", "空的"),
    (files.in_png("chara", files.v2()).replace(b"tEXtchara", b"tEXtcharb"), "校验"), (b'{"spec":"lorebook_v3","data":{}}', "世界书"),
])  # fmt: skip
def test_what_is_no_card_is_said(client_: Client, lin: User, data: bytes, said: str) -> None:
    page = client_.post(reverse("persona_import"), card(data), follow=True).content.decode()
    assert said in page
    assert not Persona.objects.own(lin).exists()


def test_a_file_over_the_limit_is_said_and_never_laid_down(client_: Client, lin: User) -> None:
    page = client_.post(reverse("persona_import"), card(b"0" * (22 * 2**20)), follow=True).content.decode()
    assert "20 MB" in page


def test_a_lorebook_is_brought_and_switched(client_: Client, lin: User) -> None:
    persona = made(lin)
    address = reverse("persona_lore", args=[persona.id])
    book = {
        "entries": {"0": {"key": ["海"], "content": "海是灰的"}, "1": {"key": ["山"], "content": "山是蓝的"}}
    }
    client_.post(address, {"book": SimpleUploadedFile("b.json", json.dumps(book).encode())})
    assert "海是灰的" in client_.get(reverse("persona_edit", args=[persona.id])).content.decode()
    client_.post(address, {"on": ["1"]})
    persona.refresh_from_db()
    assert persona.current is not None
    told = Content.model_validate(persona.current.told).card or {}
    assert [entry["enabled"] for entry in told["data"]["character_book"]["entries"]] == [False, True]
    assert persona.current.number == 3
    client_.post(address, {"book": SimpleUploadedFile("b.json", b"[]")})
    assert persona.versions.count() == 3
    more = {
        "spec": "lorebook_v3",
        "data": {"entries": [{"keys": ["湖"], "content": "湖是绿的", "extensions": {}}]},
    }
    for instead, left in (("", ["海是灰的", "山是蓝的", "湖是绿的"]), ("1", ["湖是绿的"])):
        client_.post(
            address, {"book": SimpleUploadedFile("b.json", json.dumps(more).encode()), "instead": instead}
        )
        persona.refresh_from_db()
        assert persona.current is not None
        told = Content.model_validate(persona.current.told).card or {}
        assert [entry["content"] for entry in told["data"]["character_book"]["entries"]] == left


def test_the_length_is_measured_as_one_writes(client_: Client) -> None:
    short = client_.post(reverse("persona_length"), FORM).content.decode()
    long = client_.post(
        reverse("persona_length"), {**FORM, "backstory": "住在海边。" * 2_000}
    ).content.decode()
    assert "超出" in long
    assert "超出" not in short
    assert client_.post(reverse("persona_length"), {**FORM, "name": ""}).status_code == 200
    assert client_.post(reverse("persona_length"), {**FORM, "language": "xx"}).status_code == 204


def test_saying_something_to_a_draft_keeps_nothing(client_: Client) -> None:
    before = (Message.objects.count(), PersonaVersion.objects.count())
    for said, told in (("今天有点累", ""), ("你是真人吗", "AI"), ("我不想活了", "12356")):
        page = client_.post(reverse("persona_preview"), {**FORM, "name": "", "say": said}).content.decode()
        assert said in page
        assert told in page
    assert client_.post(reverse("persona_preview"), {**FORM, "say": "  "}).status_code == 204
    assert (
        "你："
        in client_.post(reverse("persona_preview"), {**FORM, "say": "a", "examples": "x"}).content.decode()
    )
    assert (Message.objects.count(), PersonaVersion.objects.count()) == before


def test_apart_delete_restore_and_back(client_: Client, lin: User) -> None:
    persona = made(lin)
    client_.post(reverse("persona_apart", args=[persona.id]), {"own": "1"})
    assert Apart.objects.get(user=lin).own
    editing.save(lin, persona.id, Content(name="阿满二", language="zh-hans"), timezone.now())
    page = client_.get(reverse("persona_versions", args=[persona.id]), {"since": "1"}).content.decode()
    assert "第 1 版以来" in page
    client_.post(reverse("persona_back", args=[persona.id, 1]))
    persona.refresh_from_db()
    assert persona.called == "阿满"
    client_.post(reverse("persona_delete", args=[persona.id]))
    assert client_.get(reverse("persona_edit", args=[persona.id])).status_code == 404
    assert "拿回来" in client_.get(reverse("personas")).content.decode()
    client_.post(reverse("persona_restore", args=[persona.id]))
    assert client_.get(reverse("persona_edit", args=[persona.id])).status_code == 200


def test_talks_left_behind_can_be_moved_later_and_a_deleted_character_says_so(
    client_: Client, lin: User
) -> None:
    persona = made(lin)
    client_.post(reverse("persona_talk", args=[persona.id]))
    talk = Conversation.objects.get(user=lin)
    editing.save(
        lin, persona.id, Content(name="阿满", language="zh-hans", backstory="住在湖边。"), timezone.now()
    )
    client_.post(reverse("conversation_version", args=[talk.id]), {"move": "0"})
    assert (
        reverse("persona_move", args=[persona.id])
        in client_.get(reverse("persona_versions", args=[persona.id])).content.decode()
    )
    client_.post(reverse("persona_move", args=[persona.id]))
    talk.refresh_from_db()
    persona.refresh_from_db()
    assert talk.persona_version == persona.current_id
    assert "已经不在角色里了" not in client_.get(reverse("conversation", args=[talk.id])).content.decode()
    client_.post(reverse("persona_delete", args=[persona.id]))
    assert "已经不在角色里了" in client_.get(reverse("conversation", args=[talk.id])).content.decode()


def test_a_greeting_calls_the_user_by_name_or_by_none(client_: Client, lin: User) -> None:
    persona = made(lin, greetings=("你好，{{user}}。", "{{user}}来了。"))
    client_.post(reverse("persona_talk", args=[persona.id]))
    first = Message.objects.filter(conversation__user=lin).order_by("created_at")
    assert [one.text for one in first] == ["你好。", "你来了。"]
    curating.write_by_hand(lin, Kind.IDENTITY, "你叫林晓", "zh", timezone.now())
    Memory.objects.for_user(lin).update(attribute="name")
    row = Memory.objects.get(user=lin)
    row.value = "林晓"
    row.save()
    Message.objects.all().delete()
    Conversation.objects.all().delete()
    client_.post(reverse("persona_talk", args=[persona.id]))
    assert [one.text for one in Message.objects.order_by("created_at")] == ["你好，林晓。", "林晓来了。"]


def test_only_operators_share(client_: Client, lin: User) -> None:
    persona = made(lin)
    assert client_.post(reverse("persona_share", args=[persona.id])).status_code == 404
    lin.is_staff = True
    lin.save()
    assert client_.post(reverse("persona_share", args=[persona.id])).status_code == 302
    assert Persona.objects.filter(owner=None, key=f"shared-{persona.id.hex}").exists()
    client_.post(reverse("persona_withdraw", args=[persona.id]))
    assert Persona.objects.get(key=f"shared-{persona.id.hex}").retired_at is not None


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_page_speaks_one_language(client_: Client, lin: User, language: str) -> None:
    lin.language = language
    lin.save()
    persona = made(lin, name="June" if language == "en" else "小暖", backstory="", language=language)
    editing.save(
        lin,
        persona.id,
        Content(name="June" if language == "en" else "小暖", language=language, hue=4),
        timezone.now(),
    )
    for address in (
        reverse("persona_new"),
        reverse("persona_edit", args=[persona.id]),
        reverse("persona_versions", args=[persona.id]),
    ):
        page = client_.get(address).content.decode()
        assert foreign(visible(page), "en" if language == "en" else "zh") == [], address


def test_an_unknown_form_or_picture_is_not_there(client_: Client, lin: User) -> None:
    persona = made(lin)
    assert client_.get(reverse("persona_export", args=[persona.id]), {"form": "exe"}).status_code == 404
    assert client_.get(reverse("persona_picture", args=[uuid.uuid4()])).status_code == 404
    for form in ("v2", "v3", "png"):
        assert client_.get(reverse("persona_export", args=[persona.id]), {"form": form})[
            "Content-Disposition"
        ].startswith("attachment")
