"""The raw lane: what was said and never kept is found again, and what may not be told is not."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import numpy as np
import pytest

from accounts.models import User
from companion import providers, schedule
from llm.errors import ModelUnavailable
from memory import curating, forgetting, marks
from memory.models import Bin, Evidence, Memory, Passage, SetAside, Withheld
from memory.policy import Kind
from memory.recall import Cue, gate, indexing, passages, pool, recall
from memory.recall.hits import Line
from memory.recall.passages import Ask, whose
from memory.states import Status
from memory.writing import index
from tests.memory.conftest import NOW
from transcript.models import Conversation, Message, Project, Role
from transcript.models import Status as Said

Speak = Callable[..., Message]
HOUR = timedelta(hours=1)


def away(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
    raise ModelUnavailable("away")


def new_talk(user: User, **more: object) -> Conversation:
    return Conversation.objects.create(
        user=user, persona_version=uuid.uuid4(), created_at=NOW, last_message_at=NOW, **more
    )


@pytest.fixture
def speak(user: User, conversation: Conversation) -> Speak:
    last: dict[uuid.UUID, Message] = {}

    def speak(
        text: str,
        at: datetime = NOW,
        role: Role = Role.USER,
        where: Conversation = conversation,
        **more: object,
    ) -> Message:
        line = Message.objects.create(
            user=user, conversation=where, role=role, text=text, status=Said.COMPLETE, created_at=at,
            parent=last.get(where.id), **more,
        )  # fmt: skip
        last[where.id] = line
        indexing.note(line, text, at)
        return line

    return speak


def embed_all() -> None:
    while indexing.embed_waiting(providers.embed, NOW):
        pass


def found(user: User, question: str, cue: Cue | None = None, of: str = "", past: bool = False) -> list[Line]:
    rows = gate.lines(user, cue or Cue(question), past)
    return passages.Search(user, rows).find(Ask((question,), of), providers.embed)


def test_what_was_never_kept_is_found_by_words_and_by_meaning(user: User, speak: Speak) -> None:
    for n, text in enumerate(
        ["今天地铁上人好多", "晚上想喝点汤", "我把备用钥匙藏在花盆底下了", "周报又拖到最后一天", "窗外在下雨"]
    ):
        speak(text, NOW + n * HOUR)
    embed_all()
    assert found(user, "备用钥匙放哪儿了")[0].lanes["keyword"] > 3
    by_meaning = found(user, "家门的另一把开锁的东西在哪")
    texts = {row.id: row.text for row in Message.objects.all()}
    assert "花盆" in texts[by_meaning[0].message]


def test_half_an_hour_ago_in_another_talk(user: User, speak: Speak) -> None:
    speak("我刚把车停在地库B3的147号")
    other = new_talk(user)
    recalled = recall(
        user, Cue("我的车停在哪个车位？", conversation=other.id), NOW + timedelta(minutes=30), providers.embed
    )
    assert [line.conversation for line in recalled.lines]  # before any vector was made, by its words


@pytest.mark.parametrize("how", ["project", "temporary", "deleted"])
def test_a_talk_that_stays_shut_takes_nobody_s_place(
    user: User, speak: Speak, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """However much was said there: lines that may not come to mind once filled every place a search has."""
    monkeypatch.setattr(pool, "MATCHING", 4)
    monkeypatch.setattr(pool, "REACH", 2)
    speak("备用钥匙在花盆底下", NOW)
    shut = new_talk(user)
    for number in range(9):
        speak(f"备用钥匙配到第{number + 1}把了", NOW + number * HOUR, where=shut)
    embed_all()
    changes: dict[str, dict[str, object]] = {
        "project": {"project": Project.objects.create(user=user, name="搬家", created_at=NOW)},
        "temporary": {"temporary": True},
        "deleted": {"deleted_at": NOW},
    }
    Conversation.objects.filter(id=shut.id).update(**changes[how])
    rows = gate.lines(user, Cue(""), False)
    for embed in (providers.embed, away):
        lines = passages.Search(user, rows).find(Ask(("备用钥匙在哪",)), embed)
        assert lines
        assert all(line.conversation != shut.id for line in lines)


def test_without_the_embedder_words_alone_are_searched(user: User, speak: Speak) -> None:
    speak("奶奶的秘方是先放姜再放葱")
    rows = gate.lines(user, Cue(""), False)
    assert passages.Search(user, rows).find(Ask(("奶奶的秘方是什么",)), away)


def test_an_answer_is_found_by_its_question(user: User, speak: Speak) -> None:
    speak("你猜我给女儿起的小名是什么", NOW)
    answer = speak("糯米，因为她出生那天吃了糯米饭", NOW + timedelta(seconds=20))
    for n in range(6):
        speak(f"今天跑了{n}公里，出了一身汗", NOW + timedelta(hours=3 + n))
    embed_all()
    assert answer.id in [line.message for line in found(user, "我女儿的小名")[:2]]


def test_lines_far_apart_in_time_are_no_neighbours(user: User, speak: Speak) -> None:
    speak("说到女儿的小名", NOW)
    later = speak("糯米买回来了", NOW + HOUR)
    apart = [line for line in found(user, "女儿的小名") if line.message == later.id]
    assert all(line.lanes.get("keyword", 0) <= 0 for line in apart)


def test_feedback_takes_the_second_step(user: User, speak: Speak) -> None:
    """Who has this number is one line, where they work another: no word of the question stands in the second."""
    speak("我上司的电话是18582020972", NOW)
    wanted = speak("我上司常驻深圳湾那栋楼", NOW + HOUR)
    for n, text in enumerate(
        ["同事养了一缸鱼", "楼下新开了面馆", "昨晚的球赛踢平了", "快递放在门口了", "我的绿萝又长高了"]
    ):
        speak(text, NOW + (n + 2) * HOUR)
    lines = found(user, "号码是18582020972的人在哪办公")
    assert wanted.id in [line.message for line in lines[:2]]
    assert next(line for line in lines if line.message == wanted.id).lanes["feedback"] > 0


def test_whose_words_are_asked_for(user: User, speak: Speak) -> None:
    speak("我觉得那家云南菜馆不错", NOW)
    own = speak("要不试试城西那家云南菜馆", NOW + timedelta(seconds=20), role=Role.COMPANION)
    assert found(user, "云南菜馆", of=str(Role.COMPANION))[0].message == own.id
    names = (("我", "my"), ("你", "小暖"))
    assert whose("你上次推荐的菜馆叫什么", *names) == Role.COMPANION
    assert whose("我的车停哪了", *names) == Role.USER
    assert whose("你还记得我说的吗", *names) == ""


def test_a_name_is_a_word_of_its_own() -> None:
    assert whose("did you enjoy the hiking in Miami?", ("my", "i"), ("you",)) == Role.COMPANION


def test_lines_and_rows_of_before_are_indexed_anew(user: User, conversation: Conversation) -> None:
    """Written before there were passages, or when words were stemmed otherwise."""
    line = Message.objects.create(
        user=user,
        conversation=conversation,
        role=Role.USER,
        text="备用钥匙藏在花盆底下",
        status=Said.COMPLETE,
        created_at=NOW,
    )
    Withheld.objects.create(user=user, message=line, quote="花盆底下", memory=uuid.uuid4(), at=NOW)
    assert schedule.index_waiting(NOW) == 1
    assert Passage.objects.get().keywords == marks.keyword_ids(user.id, "备用钥匙藏在…")
    row = TestGate().memory(user, line)
    Memory.objects.update(keywords=[1], embedded_at=None)
    schedule.embed_waiting(NOW)
    row.refresh_from_db()
    assert row.keywords == marks.keyword_ids(user.id, row.statement, row.value)


@pytest.mark.parametrize("why", ["temporary", "barred", "pasted", "answer to a barred line"])
def test_what_is_never_indexed(user: User, speak: Speak, why: str) -> None:
    if why == "temporary":
        speak("我藏了一把钥匙", where=new_talk(user, temporary=True))
    elif why == "pasted":
        speak("我藏了一把钥匙" * 200)
    else:
        speak("我藏了一把钥匙", learn_bar="paused")
        if why != "barred":
            speak("钥匙藏好了就行", role=Role.COMPANION)
    assert not Passage.objects.exists()


class TestGate:
    """Each keeps a line away however near it lies."""

    @pytest.fixture
    def line(self, speak: Speak) -> Message:
        return speak("我把备用钥匙藏在花盆底下了")

    def ask(self, user: User, past: bool = False, **where: object) -> list[Line]:
        return found(user, "备用钥匙藏在哪", Cue("备用钥匙藏在哪", **where), past=past)  # type: ignore[arg-type]

    def memory(self, user: User, line: Message, **more: object) -> Memory:
        row = Memory(
            user=user, kind=Kind.PREFERENCE, subject="user", attribute="like", value="花盆", statement="你把钥匙藏在花盆底下",
            slot=b"s", value_key=b"v", lang="zh", source="stated", sensitivity="ordinary", use="relevant",
            status=Status.CURRENT, recorded_at=NOW,
        )  # fmt: skip
        for name, value in more.items():
            setattr(row, name, value)
        index(row)
        row.save()
        Evidence.objects.create(
            user=user, memory=row, message=line, quote="备用钥匙藏在花盆底下", speaker="user", at=NOW
        )
        return row

    def test_it_is_found(self, user: User, line: Message) -> None:
        assert [hit.message for hit in self.ask(user)] == [line.id]

    def test_told_anyway(self, user: User, line: Message, conversation: Conversation) -> None:
        assert not self.ask(user, conversation=conversation.id, began=NOW)
        assert self.ask(user, conversation=conversation.id, began=NOW + HOUR)

    def test_off_the_path(self, user: User, line: Message) -> None:
        Message.objects.filter(id=line.id).update(live=False)
        assert not self.ask(user)

    def test_deleted_talk(self, user: User, line: Message, conversation: Conversation) -> None:
        Conversation.objects.filter(id=conversation.id).update(deleted_at=NOW)
        assert not self.ask(user)

    def test_another_project(self, user: User, line: Message, conversation: Conversation) -> None:
        project = Project.objects.create(user=user, name="搬家", created_at=NOW)
        Conversation.objects.filter(id=conversation.id).update(project=project)
        assert not self.ask(user)
        assert self.ask(user, project=project.id)

    def test_forgotten_and_brought_back(self, user: User, line: Message) -> None:
        row = self.memory(user, line)
        forgetting.forget(user, [row.id], NOW + HOUR)
        held = Passage.objects.get(message=line)
        assert (held.keywords, held.vector) == ([], None)
        indexing.index_waiting(NOW + HOUR)
        assert not self.ask(user)
        (bin_id,) = [one.id for one in Bin.objects.for_user(user)]
        forgetting.restore(user, bin_id, NOW + 2 * HOUR)
        indexing.index_waiting(NOW + 2 * HOUR)
        assert self.ask(user)

    def test_never_raised_and_raised_again(self, user: User, line: Message) -> None:
        row = self.memory(user, line)
        curating.never_raise(user, row.id, NOW + HOUR)
        indexing.index_waiting(NOW + HOUR)
        assert not self.ask(user)
        curating.may_raise(user, row.id, NOW + HOUR)
        indexing.index_waiting(NOW + HOUR)
        assert self.ask(user)

    @pytest.mark.parametrize(
        "state",
        [
            {"paused": True},
            {"scope": "persona", "scope_id": uuid.UUID(int=5)},
            {"status": Status.REJECTED},
            {"status": Status.SUPERSEDED, "reason": "corrected"},
        ],
    )
    def test_its_memory_may_not(self, user: User, line: Message, state: dict[str, object]) -> None:
        self.memory(user, line, **state)
        assert not self.ask(user)
        assert not self.ask(user, past=True) or state.get("status") is None

    def test_what_is_over_comes_only_where_the_past_is_asked_for(self, user: User, line: Message) -> None:
        self.memory(user, line, status=Status.SUPERSEDED, reason="changed")
        assert not self.ask(user)
        assert self.ask(user, past=True)

    def test_set_aside_here(self, user: User, line: Message) -> None:
        row, here = self.memory(user, line), new_talk(user)
        SetAside.objects.create(user=user, memory=row, conversation=here, at=NOW)
        assert not self.ask(user, conversation=here.id)
        assert self.ask(user)

    def test_a_stranger(self, user: User, line: Message) -> None:
        other = User.objects.create_user("other@example.org")
        assert not self.ask(other)


def test_another_recipe_waits_and_words_still_find(user: User, speak: Speak) -> None:
    line = speak("我把备用钥匙藏在花盆底下了")
    embed_all()
    recipe = Passage.objects.get().recipe
    assert indexing.queue_other_recipes(recipe) == 0
    assert indexing.queue_other_recipes("another") == 1
    assert [hit.message for hit in found(user, "备用钥匙")] == [line.id]
    embed_all()
    assert Passage.objects.get().recipe == recipe


def test_each_of_several_questions_is_answered(user: User, speak: Speak) -> None:
    keys = speak("备用钥匙在花盆底下", NOW)
    wifi = speak("无线密码贴在路由器背面", NOW + HOUR)
    rows = gate.lines(user, Cue(""), False)
    lines = passages.Search(user, rows).find(Ask(("备用钥匙在哪", "无线密码贴哪了")), providers.embed)
    assert {line.message for line in lines[:2]} == {keys.id, wifi.id}
