"""Regenerate, edit, go back, delete: nothing is overwritten, and nothing that was rolled back is left behind."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from companion import bodies, branching, conversations, keeping, learning
from companion.branching import CannotBranch, Why
from companion.keeping import Ended
from memory.models import Evidence, Memory
from tests.companion.conftest import LATER, NOW, Say
from transcript.branches import versions_of
from transcript.models import (
    BROUGHT_BACK_WITHIN,
    Conversation,
    Event,
    EventKind,
    Message,
    Role,
    Status,
    Summary,
)

pytestmark = pytest.mark.django_db

Answer = Callable[..., Message]


@pytest.fixture
def answer(chat: Conversation) -> Answer:
    """The reply to the latest line, ended."""

    def answer(text: str = "嗯。", status: Status = Status.COMPLETE) -> Message:
        last = Message.objects.filter(conversation=chat).latest("created_at")
        reply = keeping.begin_reply(chat.id, last.created_at + timedelta(seconds=1))
        assert reply is not None
        return end(reply, text, status)

    return answer


def end(reply: Message, text: str = "嗯。", status: Status = Status.COMPLETE) -> Message:
    ended = keeping.finish(reply.id, Ended(status, text), None, reply.created_at + timedelta(seconds=1))
    assert ended is not None
    return ended


def shown(chat: Conversation) -> list[str]:
    rows = Message.objects.filter(conversation=chat, live=True).order_by("created_at")
    return [row.text for row in rows]


def summarise(chat: Conversation, *lines: Message) -> None:
    Summary.objects.create(
        user=chat.user, conversation=chat, text="摘要", lang="zh", sources=[line.id for line in lines],
        first_at=lines[0].created_at, last_at=lines[-1].created_at, made_at=LATER,
    )  # fmt: skip


def left_behind(user: User, word: str) -> list[str]:
    """Every place but the transcript where a word still stands."""
    texts = [row.statement for row in Memory.objects.for_user(user)]
    texts += [row.quote for row in Evidence.objects.for_user(user)]
    texts += [row.text for row in Summary.objects.for_user(user)]
    return [text for text in texts if word in text or text == "摘要"]


# -- each verb ------------------------------------------------------------------------------------------------


def test_another_reply_stands_beside_the_first(
    lin: User, chat: Conversation, say: Say, answer: Answer
) -> None:
    say("在吗")
    first = answer("在。")
    done = branching.regenerate(lin, chat.id, first.id, LATER)
    assert (done.message.status, done.message.parent_id) == (Status.GENERATING, first.parent_id)
    assert shown(chat) == ["在吗", ""]
    second = end(done.message, "我在呢。")
    assert shown(chat) == ["在吗", "我在呢。"]
    stands = versions_of(chat.id, [second])[second.id]
    assert (stands.index, stands.count, stands.older) == (2, 2, first.id)
    assert Message.objects.get(id=first.id).text == "在。"


def test_a_reply_without_memory_is_marked(lin: User, chat: Conversation, say: Say, answer: Answer) -> None:
    say("在吗")
    done = branching.regenerate(lin, chat.id, answer().id, LATER, without_memory=True)
    assert done.message.without_memory
    assert not branching.regenerate(lin, chat.id, end(done.message).id, LATER).message.without_memory


def test_an_edit_opens_a_branch(lin: User, chat: Conversation, say: Say, answer: Answer) -> None:
    first = say("我在杭州")
    answer("杭州好。")
    say("今天下雨")
    answer("带伞。")
    key = uuid.uuid4()
    done = branching.edit(lin, chat.id, first.id, (key, "我在苏州"), LATER)
    assert shown(chat) == ["我在苏州"]
    assert versions_of(chat.id, [done.message])[done.message.id].elsewhere == 3
    again = branching.edit(lin, chat.id, first.id, (key, "我在苏州"), LATER)
    assert (again.message, again.again) == (done.message, True)
    assert Message.objects.filter(conversation=chat).count() == 5
    reply = keeping.begin_reply(chat.id, LATER)
    assert reply is not None
    assert reply.parent == done.message


def test_going_back_and_forth_shows_each_branch_whole(
    lin: User, chat: Conversation, say: Say, answer: Answer
) -> None:
    first = say("我在杭州")
    answer("杭州好。")
    say("今天下雨")
    edited = branching.edit(lin, chat.id, first.id, (uuid.uuid4(), "我在苏州"), LATER).message
    answer("苏州好。")
    branching.show(lin, chat.id, first.id, LATER)
    assert shown(chat) == ["我在杭州", "杭州好。", "今天下雨"]
    branching.show(lin, chat.id, edited.id, LATER)
    assert shown(chat) == ["我在苏州", "苏州好。"]
    assert branching.show(lin, chat.id, edited.id, LATER).again


def test_a_deleted_line_goes_with_its_answer_and_comes_back(
    lin: User, chat: Conversation, say: Say, answer: Answer
) -> None:
    gone = say("我在杭州")
    answer("杭州好。")
    say("今天下雨")
    answer("带伞。")
    branching.delete(lin, chat.id, gone.id, LATER)
    assert shown(chat) == ["今天下雨", "带伞。"]
    with pytest.raises(CannotBranch):
        branching.delete(lin, chat.id, gone.id, LATER)
    branching.restore(lin, chat.id, gone.id, LATER + timedelta(hours=1))
    assert shown(chat) == ["我在杭州", "杭州好。", "今天下雨", "带伞。"]
    branching.delete(lin, chat.id, gone.id, LATER)
    with pytest.raises(CannotBranch):
        branching.restore(lin, chat.id, gone.id, LATER + BROUGHT_BACK_WITHIN)


def test_a_deleted_version_gives_way_to_the_one_before(
    lin: User, chat: Conversation, say: Say, answer: Answer
) -> None:
    say("在吗")
    first = answer("在。")
    second = end(branching.regenerate(lin, chat.id, first.id, LATER).message, "我在呢。")
    branching.delete(lin, chat.id, second.id, LATER)
    assert shown(chat) == ["在吗", "在。"]
    assert versions_of(chat.id, [first]) == {}


# -- what memory keeps ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["edit", "delete", "regenerate", "show"])
def test_nothing_of_a_rolled_back_line_is_left_behind(
    lin: User, chat: Conversation, say: Say, answer: Answer, verb: str
) -> None:
    start = say("你好")
    opening = answer()
    told = say("我的猫叫小花")
    summarise(chat, start, told)
    answer()
    say("我在杭州工作")
    learning.learn(chat.id, LATER)
    assert left_behind(lin, "小花")
    if verb == "edit":
        branching.edit(lin, chat.id, told.id, (uuid.uuid4(), "今天吃什么"), LATER)
    elif verb == "delete":
        branching.delete(lin, chat.id, told.id, LATER)
    elif verb == "regenerate":
        end(branching.regenerate(lin, chat.id, opening.id, LATER).message)
    else:
        other = branching.edit(lin, chat.id, start.id, (uuid.uuid4(), "早上好"), LATER).message
        branching.show(lin, chat.id, start.id, LATER)
        learning.learn(chat.id, LATER)
        assert left_behind(lin, "小花")
        branching.show(lin, chat.id, other.id, LATER)
    assert left_behind(lin, "小花") == []
    assert all("小花" not in text for text in shown(chat))
    while learning.learn(chat.id, LATER + timedelta(minutes=5)):
        pass
    assert left_behind(lin, "小花") == []
    assert bool(left_behind(lin, "杭州")) is (verb == "delete")


@pytest.mark.parametrize("back", ["show", "restore"])
def test_lines_that_come_back_are_learnt_again(
    lin: User, chat: Conversation, say: Say, answer: Answer, back: str
) -> None:
    told = say("我的猫叫小花")
    answer()
    learning.learn(chat.id, LATER)
    if back == "show":
        branching.edit(lin, chat.id, told.id, (uuid.uuid4(), "你好"), LATER)
        branching.show(lin, chat.id, told.id, LATER)
    else:
        branching.delete(lin, chat.id, told.id, LATER)
        branching.restore(lin, chat.id, told.id, LATER)
    assert left_behind(lin, "小花") == []
    learning.learn(chat.id, LATER + timedelta(minutes=5))
    assert left_behind(lin, "小花")


def test_a_replaced_reply_teaches_nothing(lin: User, chat: Conversation, say: Say, answer: Answer) -> None:
    say("明天叫我起床")
    first = answer("好，我答应明天早上七点叫你。")
    say("嗯")
    learning.learn(chat.id, LATER)
    branching.regenerate(lin, chat.id, first.id, LATER)
    assert left_behind(lin, "七点叫你") == []


def test_a_title_and_a_topic_made_of_them_go_too(
    lin: User, chat: Conversation, say: Say, answer: Answer
) -> None:
    told = say("我的猫叫小花")
    answer()
    chat.title, chat.titled_by, chat.topic, chat.goal = "小花的事", "model", "小花", "养好小花"
    chat.save(update_fields=["title", "titled_by", "topic", "goal"])
    branching.delete(lin, chat.id, told.id, LATER)
    chat.refresh_from_db()
    assert (chat.title, chat.titled_by, chat.topic, chat.goal) == (None, "", None, None)
    chat.title, chat.titled_by = "我起的名字", "user"
    chat.save(update_fields=["title", "titled_by"])
    branching.restore(lin, chat.id, told.id, LATER)
    branching.delete(lin, chat.id, told.id, LATER)
    assert Conversation.objects.get(id=chat.id).title == "我起的名字"


# -- running replies, refusals --------------------------------------------------------------------------------


def test_a_running_reply_that_leaves_is_to_be_stopped(lin: User, chat: Conversation, say: Say) -> None:
    said = say("在吗")
    running = keeping.begin_reply(chat.id, NOW + timedelta(seconds=9))
    assert running is not None
    with pytest.raises(CannotBranch) as busy:
        branching.regenerate(lin, chat.id, running.id, LATER)
    assert busy.value.why is Why.BUSY
    done = branching.edit(lin, chat.id, said.id, (uuid.uuid4(), "在不在"), LATER)
    assert done.stop == (running.id,)
    assert not keeping.checkpoint(running.id, "迟到的话", LATER)
    fresh = keeping.begin_reply(chat.id, LATER)
    assert fresh is not None
    ended = keeping.finish(running.id, Ended(Status.STOPPED, "迟到的话"), None, LATER)
    assert ended is not None
    assert not ended.live
    assert shown(chat) == ["在不在", ""]


def test_what_cant_be_done_is_refused(lin: User, chat: Conversation, say: Say, answer: Answer) -> None:
    said = say("在吗")
    reply = answer()
    other = User.objects.create_user("other@example.org")
    refusals: list[tuple[Callable[[], object], Why]] = [
        (lambda: branching.regenerate(lin, chat.id, said.id, LATER), Why.NOT_A_REPLY),
        (lambda: branching.edit(lin, chat.id, reply.id, (uuid.uuid4(), "x"), LATER), Why.NOT_YOURS),
        (lambda: branching.show(lin, chat.id, uuid.uuid4(), LATER), Why.GONE),
        (lambda: branching.delete(other, chat.id, said.id, LATER), Why.GONE),
        (lambda: branching.edit(other, chat.id, said.id, (uuid.uuid4(), "x"), LATER), Why.GONE),
        (lambda: branching.restore(lin, chat.id, said.id, LATER), Why.GONE),
    ]
    before = shown(chat), Event.objects.count()
    for refused, why in refusals:
        with pytest.raises(CannotBranch) as error:
            refused()
        assert error.value.why is why
    assert (shown(chat), Event.objects.count()) == before


def test_the_greeting_is_not_made_again(lin: User) -> None:
    chat = conversations.start(lin, NOW)
    greeting = Message.objects.get(conversation=chat, role=Role.COMPANION)
    with pytest.raises(CannotBranch):
        branching.regenerate(lin, chat.id, greeting.id, LATER)


# -- what tabs are told ---------------------------------------------------------------------------------------


def test_tabs_are_told_to_read_the_thread_anew(
    lin: User, chat: Conversation, say: Say, answer: Answer
) -> None:
    said = say("我在杭州")
    answer("杭州好。")
    seen = Conversation.objects.get(id=chat.id).seq
    edited = branching.edit(lin, chat.id, said.id, (uuid.uuid4(), "我在苏州"), LATER).message
    message, thread = bodies.durable(lin, chat, bodies.events_after(lin, chat, seen), NOW)
    assert (message["type"], message["message"]["text"], message["message"]["versions"]) == (
        "message",
        "我在苏州",
        2,
    )
    assert (thread["type"], thread["verb"], thread["message"]) == ("thread", "edit", str(edited.id))
    everything = bodies.durable(lin, chat, bodies.events_after(lin, chat, 0), NOW)
    assert [frame["seq"] for frame in everything] == list(range(1, len(everything) + 1))
    words = [frame["message"]["text"] for frame in everything if frame["type"] in ("message", "finished")]
    assert words == ["", "", "我在苏州"]


def test_events_name_lines_and_hold_no_words(lin: User, chat: Conversation, say: Say, answer: Answer) -> None:
    said = say("我在杭州")
    answer()
    branching.edit(lin, chat.id, said.id, (uuid.uuid4(), "我在苏州"), LATER)
    assert "苏州" not in str(list(Event.objects.filter(kind=EventKind.THREAD).values()))
