"""What can be done with a memory in the centre, each with its undoing; the switches; and what is not yet remembered."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from memory import curating, forgetting, places, switching, waiting
from memory.models import Memory, MemorySettings
from memory.policy import Kind, Use
from memory.recall import Cue, recall
from memory.states import ScopeKind
from tests.memory.conftest import NOW, Tell
from transcript.models import Conversation, Message, Project

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]
HTMX = {"HX-Request": "true"}
JSON = {"Accept": "application/json"}


@pytest.fixture
def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def cat(tell: Tell, user: User) -> Memory:
    tell("我的猫叫小花")
    return Memory.objects.for_user(user).get()


def nothing(texts: Any, role: str) -> Any:
    from llm.errors import ModelUnavailable

    raise ModelUnavailable("away")


def press(client: Client, name: str, row: Memory, **fields: str) -> str:
    answer = client.post(reverse(name, args=[row.id]), fields, headers=HTMX)
    assert answer.status_code == 200
    return str(answer.content.decode())


def undo_of(markup: str) -> str:
    found = re.search(r'action="(/memory/undo/[\w-]+/)"', markup)
    assert found, markup
    return found[1]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("memory_confirm", {}),
        ("memory_reject", {}),
        ("memory_never_raise", {}),
        ("memory_pause_one", {"paused": "1"}),
        ("memory_pin", {"pinned": "1"}),
    ],
)
def test_every_press_can_be_taken_back(
    signed_in: Client, user: User, cat: Memory, name: str, fields: dict[str, str]
) -> None:
    Memory.objects.update(confidence=0.6)
    columns = ("status", "use", "paused", "confidence", "pinned")
    before = Memory.objects.values(*columns).get()
    undo = undo_of(press(signed_in, name, cat, **fields))
    assert Memory.objects.values(*columns).get() != before
    back = signed_in.post(undo, headers=HTMX)
    assert "已撤销" in back.content.decode()
    assert Memory.objects.values(*columns).get() == before
    assert signed_in.post(undo, headers=HTMX).status_code == 404


def test_what_changed_since_says_so(signed_in: Client, cat: Memory, user: User) -> None:
    undo = undo_of(press(signed_in, "memory_pause_one", cat, paused="1"))
    curating.never_raise(user, cat.id, timezone.now())
    answer = signed_in.post(undo, headers=JSON)
    assert answer.status_code == 409
    assert "撤销不了" in answer.json()["detail"]


def test_without_a_script_the_page_offers_the_undoing(signed_in: Client, cat: Memory) -> None:
    answer = signed_in.post(reverse("memory_pause_one", args=[cat.id]), {"paused": "1"})
    page = signed_in.get(answer["Location"]).content.decode()
    assert "刚才改的可以撤销" in page
    assert "已暂停" in page
    signed_in.post(undo_of(page))
    assert not Memory.objects.get().paused


def test_what_is_not_to_be_raised_may_be_again(signed_in: Client, cat: Memory) -> None:
    press(signed_in, "memory_never_raise", cat)
    assert (
        "可以再提" in press(signed_in, "memory_may_raise", cat) or Memory.objects.get().use != Use.NEVER_RAISE
    )
    assert Memory.objects.get().use != Use.NEVER_RAISE


def test_a_paused_one_is_not_recalled(signed_in: Client, user: User, cat: Memory) -> None:
    cue = Cue("我的猫叫什么")
    assert recall(user, cue, NOW, nothing).passive
    press(signed_in, "memory_pause_one", cat, paused="1")
    assert not recall(user, cue, NOW, nothing).all
    press(signed_in, "memory_pause_one", cat, paused="0")
    assert recall(user, cue, NOW, nothing).passive


def test_what_is_pinned_is_always_kept_in_mind_and_shown_so(
    signed_in: Client, user: User, cat: Memory
) -> None:
    page = signed_in.get(reverse("memory_centre")).content.decode()
    assert 'id="kept"' not in page  # a cat's name comes to mind when it is spoken of
    assert "一直放在心上" in press(signed_in, "memory_pin", cat, pinned="1")
    page = signed_in.get(reverse("memory_centre")).content.decode()
    kept = page.partition('id="kept"')[2].partition("</details>")[0]
    assert "小花" in kept
    assert reverse("memory_pin", args=[cat.id]) in kept
    assert cat.id in {hit.id for hit in recall(user, Cue("在吗"), NOW + timedelta(days=400), nothing).active}
    signed_in.post(reverse("memory_pin", args=[cat.id]), {"pinned": "0"})
    assert cat.id not in {hit.id for hit in recall(user, Cue("在吗"), NOW, nothing).active}


def test_what_is_raised_by_the_user_alone_is_not_offered_to_be_pinned(signed_in: Client, cat: Memory) -> None:
    address = reverse("memory_pin", args=[cat.id])
    assert address in signed_in.get(reverse("memory_centre")).content.decode()
    Memory.objects.update(kind=Kind.SPECIAL)
    assert address not in signed_in.get(reverse("memory_centre")).content.decode()


def test_a_kind_is_switched_off_and_on(signed_in: Client, user: User, cat: Memory, tell: Tell) -> None:
    address = reverse("memory_pause_kind")
    signed_in.post(address, {"kind": "person", "paused": "1"})
    page = signed_in.get(reverse("memory_centre")).content.decode()
    assert "这一类已暂停" in page
    assert not recall(user, Cue("我的猫叫什么"), NOW, nothing).all
    assert [item.reason for item in tell("我的狗叫大黄").items] == ["paused"]
    signed_in.post(address, {"kind": "person", "paused": "0"})
    assert MemorySettings.objects.get(user=user).paused_kinds == []
    assert signed_in.post(address, {"kind": "self", "paused": "1"}).status_code == 404
    assert signed_in.post(address, {"kind": "nonsense", "paused": "1"}).status_code == 404


# -- only here -------------------------------------------------------------------------------------------------


def test_only_here_is_only_there(
    signed_in: Client, user: User, cat: Memory, conversation: Conversation
) -> None:
    choice = next(option for option in places.options(cat) if option.place.kind == ScopeKind.CONVERSATION)
    markup = press(signed_in, "memory_confine", cat, place=choice.value)
    assert choice.words in markup
    cue = "我的猫叫什么"
    assert recall(user, Cue(cue, conversation=conversation.id), NOW, nothing).passive
    assert not recall(user, Cue(cue, conversation=uuid.uuid4()), NOW, nothing).all
    assert not recall(user, Cue(cue), NOW, nothing).all
    signed_in.post(undo_of(markup), headers=HTMX)
    assert recall(user, Cue(cue), NOW, nothing).passive


def test_a_project_is_a_place_once_the_conversation_is_in_one(
    signed_in: Client, user: User, cat: Memory, conversation: Conversation
) -> None:
    project = Project.objects.create(user=user, name="搬家", created_at=NOW)
    conversation.project = project
    conversation.save(update_fields=["project"])
    choice = next(option for option in places.options(cat) if option.place.kind == ScopeKind.PROJECT)
    assert "搬家" in choice.words
    press(signed_in, "memory_confine", cat, place=choice.value)
    assert recall(user, Cue("我的猫叫什么", project=project.id), NOW, nothing).passive
    assert not recall(user, Cue("我的猫叫什么"), NOW, nothing).all
    project.delete()
    assert "已删除的项目" in signed_in.get(reverse("memory_centre")).content.decode()


@pytest.mark.parametrize(
    "place", ["", "conversation:", "nonsense", f"conversation:{uuid.UUID(int=7)}", "persona:x"]
)
def test_only_the_rows_own_places_can_be_named(signed_in: Client, cat: Memory, place: str) -> None:
    answer = signed_in.post(reverse("memory_confine", args=[cat.id]), {"place": place}, headers=HTMX)
    assert answer.status_code == 404
    assert Memory.objects.get().scope == ScopeKind.EVERYWHERE


def test_a_narrowed_place_can_be_widened_when_its_words_are_gone(
    user: User, cat: Memory, conversation: Conversation
) -> None:
    here = curating.Place(ScopeKind.CONVERSATION, conversation.id)
    row = curating.confine(user, cat.id, here, NOW)
    Message.objects.all().delete()
    assert {option.place for option in places.options(row)} == {curating.Place(), here}
    Conversation.objects.all().delete()
    assert "已删除的对话" in places.label(row)


# -- not yet remembered ----------------------------------------------------------------------------------------


def test_what_waits_is_shown_with_its_reason(signed_in: Client, user: User, tell: Tell) -> None:
    tell("我在杭州工作")
    line = Message.objects.get()
    later = NOW + timedelta(minutes=5)
    assert [item.why for item in waiting.lines(user, later)] == [waiting.Why.QUEUED]
    Message.objects.update(learnt_at=NOW)
    assert not waiting.lines(user, later)
    Message.objects.update(ask_again_at=later, model_tries=2)
    assert [item.why for item in waiting.lines(user, later)] == [waiting.Why.AGAIN]
    Message.objects.update(ask_again_at=None)
    assert [item.why for item in waiting.lines(user, later)] == [waiting.Why.GIVEN_UP]
    page = signed_in.get(reverse("memory_centre")).content.decode()
    assert "还没记住" in page
    assert "我在杭州工作" in page
    assert f"#m-{line.id}" in page


def test_trying_again_and_giving_up(signed_in: Client, user: User, tell: Tell) -> None:
    tell("我在杭州工作")
    line = Message.objects.get()
    Message.objects.update(learnt_at=NOW, model_tries=6)
    signed_in.post(reverse("memory_ask_again", args=[line.id]))
    assert list(Message.objects.to_ask_again(timezone.now() + timedelta(seconds=1))) == [line]
    assert Message.objects.get().model_tries == 0
    signed_in.post(reverse("memory_dismiss", args=[line.id]))
    assert not Message.objects.to_ask_again(timezone.now() + timedelta(seconds=1)).exists()
    assert not waiting.lines(user, timezone.now())
    assert signed_in.post(reverse("memory_ask_again", args=[line.id])).status_code == 404


def test_nothing_waits_while_memory_is_paused(user: User, tell: Tell) -> None:
    tell("我在杭州工作")
    switching.pause_all(user, NOW, paused=True)
    assert not waiting.lines(user, NOW + timedelta(hours=1))


def test_strangers_can_do_none_of_it(client: Client, user: User, cat: Memory) -> None:
    curating.pause(user, cat.id, NOW, act := uuid.uuid4())
    client.force_login(User.objects.create_user("other@example.org"))
    line = Message.objects.get()
    addresses = [
        reverse(name, args=[cat.id])
        for name in ("memory_may_raise", "memory_pause_one", "memory_confine", "memory_pin")
    ]
    addresses += [reverse(name, args=[line.id]) for name in ("memory_ask_again", "memory_dismiss")]
    addresses.append(reverse("memory_undo", args=[act]))
    for address in addresses:
        assert client.post(address, {"place": "everywhere:"}).status_code == 404
    assert Memory.objects.get().paused


# -- the words too ---------------------------------------------------------------------------------------------


def test_the_words_can_go_too(signed_in: Client, user: User, cat: Memory) -> None:
    answer = signed_in.post(reverse("memory_delete", args=[cat.id]), headers=HTMX).content.decode()
    found = re.search(r'action="(/memory/words/[\w-]+/delete/)"', answer)
    assert found
    assert "（1）" in answer
    assert signed_in.post(found[1]).status_code == 302
    assert not Message.objects.get().live
    assert signed_in.post(found[1]).status_code == 404


def test_only_lines_that_stand_are_counted(user: User, cat: Memory) -> None:
    receipt = forgetting.forget(user, [cat.id], NOW)
    assert len(forgetting.words_of(user, receipt.bins[0])) == 1
    other = User.objects.create_user("other@example.org")
    assert forgetting.words_of(other, receipt.bins[0]) == []
    Message.objects.update(live=False)
    assert forgetting.words_of(user, receipt.bins[0]) == []


def test_a_deleted_conversation_leaves_no_broken_link(
    signed_in: Client, cat: Memory, conversation: Conversation
) -> None:
    Conversation.objects.update(deleted_at=NOW)
    page = signed_in.get(reverse("memory_centre")).content.decode()
    assert "（对话已删除）" in page
    assert f"#m-{Message.objects.get().id}" not in page


def test_writing_kinds_by_hand_is_undone_by_forgetting(user: User) -> None:
    row = curating.write_by_hand(user, Kind.STYLE, "说话短一点", "zh", NOW)
    assert places.options(row)[0].place.id is None
