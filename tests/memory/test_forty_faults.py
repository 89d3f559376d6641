# ruff: noqa: F811 (fixtures of the chat are imported by name)
"""Forty faults that people reported of other products, each held here by its number (memory.md §3). Rows 10, 13, 31 and 37 are
of the read side and come with it. Rows 20 to 40: tests/memory/forty_faults/.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from companion import branching, keeping, learning
from companion.keeping import Ended
from memory.models import Evidence, Memory
from memory.policy import Kind
from memory.recall import active_slots
from memory.states import OPEN_STATUSES, Phase, Status
from tests.companion.conftest import LATER, NOW, Say, chat, item, lin, say, scripted  # noqa: F401
from tests.memory.recall.finding import look_up
from tests.memory.test_killed import row_of
from tests.memory.world import World
from tests.model_server import ModelServer
from transcript.models import Conversation
from transcript.models import Status as Said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_is_woken(settings: Any) -> None:
    settings.WAKE_WORKERS = False


@pytest.fixture
def world(db: None) -> World:
    return World()


def told(world: World, *texts: str) -> World:
    for text in texts:
        world.tell(text)
    return world


def known(world: World, *statuses: str) -> str:
    return " / ".join(row.statement for row in world.rows(*statuses))


def values(world: World, attribute: str, *statuses: str) -> list[str]:
    rows = world.rows(*(statuses or OPEN_STATUSES))
    return [row.value for row in rows if row.attribute == attribute and row.subject == "user"]


def learn(where: Conversation) -> None:
    while learning.learn(where.id, LATER):
        pass


def everything_known() -> str:
    return " / ".join(row.statement for row in Memory.objects.all())


@pytest.mark.parametrize(
    ("question", "name"), [("Do you remember Heidi?", "Heidi"), ("你还记得海蒂吗？", "海蒂")]
)
def test_row_01_a_question_is_no_evidence(world: World, question: str, name: str) -> None:
    told(world, "我的猫叫小花", question)
    assert name not in known(world)
    assert "小花" in known(world)
    answer = world.ask(question)
    assert answer.nothing_found
    assert not answer.passive


@pytest.mark.parametrize(
    ("line", "reply", "name"),
    [("今天好累，先睡了", "晚安，诺诺。", "诺诺"), ("So tired, off to bed", "Good night, Nono.", "Nono")],
)
def test_row_02_an_invented_nickname_is_not_kept(
    scripted: ModelServer,
    chat: Conversation,
    say: Say,
    line: str,
    reply: str,
    name: str,
) -> None:
    said = say(line)
    running = keeping.begin_reply(chat.id, said.created_at + timedelta(seconds=1))
    assert running is not None
    keeping.finish(running.id, Ended(Said.COMPLETE, reply), None, said.created_at + timedelta(seconds=2))
    claims = [
        item(number, quote, name, f"你的小名是{name}", kind=kind, subject="user", attribute="nickname")
        for number, quote in ((1, name), (1, line), (2, reply), (2, name))
        for kind in ("identity", "reference")
    ]
    scripted.script({"match": "", "json": {"items": claims}})
    learn(chat)
    learn(chat)
    assert scripted.requests()
    assert name not in everything_known()


def test_row_03_what_was_deleted_comes_back_by_no_path(world: World) -> None:
    told(world, "我的猫叫小花", "昨天带小花去了医院", "我住在杭州")
    for row in [row for row in world.rows() if "小花" in row.statement]:
        if Memory.objects.filter(id=row.id).exists():
            world.forget(row)
    world.learn_again()
    world.bring("我的猫叫小花\n- User's cat is called 小花")
    world.dream()
    world.time_passes(1)
    world.learn_again()
    assert "小花" not in known(world)
    assert "杭州" in known(world)
    world.check()


@pytest.mark.parametrize(
    ("old", "right", "value"),
    [("我住在深圳", "不对，我住在苏州", "深圳"), ("I live in Leeds", "No, actually I live in York", "Leeds")],
)
def test_row_03_what_was_corrected_stays_so(world: World, old: str, right: str, value: str) -> None:
    told(world, old, right)
    world.learn_again()
    world.dream()
    world.learn_again()
    assert value not in values(world, "city")


def test_row_04_what_is_ahead_and_what_is_core_is_not_forgotten(world: World) -> None:
    told(world, "我叫林晚", "我对青霉素过敏", "明年三月二十号要去新加坡开会")
    world.time_passes(200)
    for _day in range(3):
        world.dream()
    assert {"林晚"} <= {hit.value for hit in active_slots(Memory.objects.for_user(world.user), world.now)}
    assert row_of(world, "新加坡").phase == Phase.AHEAD
    assert any("新加坡" in hit.statement for hit in world.ask("新加坡的会是哪天？").all)


@pytest.mark.parametrize(("line", "word"), [("后天我要跑半程马拉松比赛", "马拉松"), ("I'm running a marathon the day after tomorrow", "marathon")])  # fmt: skip
def test_row_05_a_race_that_is_over_is_not_ahead(world: World, line: str, word: str) -> None:
    told(world, line, "今天不想听建议")
    world.time_passes(20)
    plan = row_of(world, word)
    assert plan.phase == Phase.UNCONFIRMED
    hits = [hit for hit in world.ask(f"{word}?").all if word in hit.statement]
    assert [hit.label for hit in hits] in ([], ["plan_passed"])
    assert not [hit for hit in active_slots(Memory.objects.for_user(world.user), world.now) if word in hit.statement]  # fmt: skip
    assert not [row for row in world.rows(Status.CURRENT) if "建议" in row.statement]


@pytest.mark.parametrize(
    "line",
    ["我导师叫陈立言，他人很好", "My mentor is called Ada Byrne", "陈立言说他明天到", "Ada Byrne called me"],
)
def test_row_06_anothers_name_is_not_the_users(world: World, line: str) -> None:
    told(world, line)
    assert not [row for row in world.rows() if row.subject == "user" and row.attribute == "name"]


@pytest.mark.parametrize(
    "line",
    ["> 我连对象都没有\n哈哈哈这句笑死", "你刚才说“我连对象都没有”", "You said \"I don't even have a boyfriend\"", "> I live in Leeds\nlol"],
)  # fmt: skip
def test_row_07_a_quoted_line_is_not_the_users(world: World, line: str) -> None:
    told(world, line)
    assert not world.rows()


def test_row_08_a_reply_that_was_replaced_is_not_remembered(
    lin: User,
    chat: Conversation,
    say: Say,
) -> None:
    said = say("我明天有点怕起不来")
    first = keeping.begin_reply(chat.id, said.created_at + timedelta(seconds=1))
    assert first is not None
    keeping.finish(first.id, Ended(Said.COMPLETE, "我答应你，明天早上叫你起床。"), None, NOW)
    assert learning.learn(chat.id, NOW + timedelta(seconds=30)) is None  # not settled yet
    learn(chat)
    assert "起床" in everything_known()
    branching.regenerate(lin, chat.id, first.id, LATER)
    assert "起床" not in everything_known()
    learning.relearn(lin, LATER + timedelta(hours=1))
    assert "起床" not in everything_known()


def test_row_09_an_edited_line_takes_what_came_of_it_along(
    lin: User,
    chat: Conversation,
    say: Say,
) -> None:

    first = say("我的猫叫小花")
    keep = keeping.begin_reply(chat.id, first.created_at + timedelta(seconds=1))
    assert keep is not None
    keeping.finish(keep.id, Ended(Said.COMPLETE, "嗯。"), None, NOW)
    say("我住在杭州", at=NOW + timedelta(seconds=20))
    learn(chat)
    assert {"你的猫叫小花", "你住在杭州"} <= set(everything_known().split(" / "))
    branching.edit(lin, chat.id, first.id, (uuid.uuid4(), "我的猫叫豆包"), LATER)
    assert not Memory.objects.exists()
    assert not Evidence.objects.exists()


@pytest.mark.parametrize(
    ("line", "own", "sons"),
    [("我叫王沐辰，我儿子叫王明泽", "王沐辰", "王明泽"), ("My name is Mary Quill and my son is called Tobias", "Mary Quill", "Tobias")],
)  # fmt: skip
def test_row_11_ones_own_name_is_a_slot_of_its_own(world: World, line: str, own: str, sons: str) -> None:
    told(world, line)
    names = {row.subject: row.value for row in world.rows() if row.attribute == "name"}
    assert names["user"] == own
    assert sons in names.values()


@pytest.mark.parametrize(
    ("line", "lang", "word"), [("我的猫叫小花", "zh", "你的猫"), ("My cat is called Miso", "en", "Your cat")]
)
def test_row_12_a_memory_is_in_the_language_it_was_said_in(
    world: World, line: str, lang: str, word: str
) -> None:
    told(world, "I work in a bank" if lang == "zh" else "我在银行上班", line)
    row = row_of(world, "小花" if lang == "zh" else "Miso")
    assert row.lang.startswith(lang)
    assert word in row.statement


@pytest.mark.parametrize(
    ("line", "quote", "value", "statement"),
    [
        ("我的猫走起路来像个大小姐", "走起路来像个大小姐", "大小姐", "Your cat walks like a lady"),
        ("My cat walks like a duke in the rain", "walks like a duke", "a duke", "你的猫走路像公爵"),
    ],
)
def test_row_12_a_model_that_answers_in_another_language_changes_nothing(
    scripted: ModelServer, chat: Conversation, say: Say, line: str, quote: str, value: str, statement: str
) -> None:
    say(line)
    scripted.script({"match": "", "json": {"items": [item(1, quote, value, statement, attribute="trait")]}})
    learn(chat)
    assert statement not in everything_known()


@pytest.mark.parametrize(
    ("line", "asked", "word"),
    [("我妹妹喜欢弹钢琴", "妹妹的钢琴怎么样了", "钢琴"), ("我特别怕打雷的晚上", "打雷", "打雷"), ("My cat is called Miso", "where is Miso", "Miso")],
)  # fmt: skip
def test_row_14_the_words_of_a_chinese_question_find_something(
    world: World, line: str, asked: str, word: str
) -> None:
    told(world, line, "我住在杭州", "我喜欢喝咖啡")
    scores = look_up(world.user, Memory.objects.for_user(world.user), asked).lanes["keyword"]
    assert scores
    assert word in Memory.objects.get(id=max(scores, key=lambda key: scores[key])).statement


@pytest.mark.parametrize(
    ("line", "polarity"),
    [("我讨厌香菜", -1), ("我不喜欢香菜", -1), ("我喜欢香菜", 1), ("I hate cilantro", -1), ("I don't like cilantro", -1), ("I love cilantro", 1)],
)  # fmt: skip
def test_row_15_hate_is_not_love(world: World, line: str, polarity: int) -> None:
    told(world, line)
    (row,) = world.rows()
    assert row.polarity == polarity
    assert (row.statement.startswith(("你喜欢", "You like", "You love"))) == (polarity > 0)


@pytest.mark.parametrize(
    ("others", "change"),
    [
        (("我叫林晚", "我的猫叫小花", "我喜欢爬山", "我妹妹在杭州读大学", "昨天在杭州和老板吵架了"), "我上个月搬到苏州了"),
        (("My name is Mary Quill", "My cat is called Miso", "I love hiking"), "I moved to York last month"),
    ],
)  # fmt: skip
def test_row_16_only_the_same_matter_is_retired(world: World, others: tuple[str, ...], change: str) -> None:
    first = "你住在杭州" if change[0] == "我" else "You live in Leeds"
    told(world, "我住在杭州" if change[0] == "我" else "I live in Leeds", *others)
    before = {row.id for row in world.rows(*OPEN_STATUSES)} - {row_of(world, first).id}
    world.tell(change)
    assert before <= {row.id for row in world.rows(*OPEN_STATUSES)}
    assert len(values(world, "city")) == 1


@pytest.mark.parametrize(
    ("first", "change", "asked", "new"),
    [("我住在杭州", "我上个月搬到苏州了", "我住在哪个城市？", "苏州"), ("I live in Leeds", "I moved to York last month", "Which city do I live in?", "York")],
)  # fmt: skip
def test_row_17_after_a_move_one_city_comes_back(
    world: World, first: str, change: str, asked: str, new: str
) -> None:
    told(world, first, change)
    cities = [hit.value for hit in world.ask(asked).all if hit.attribute == "city"]
    assert cities == [new]


@pytest.mark.parametrize(
    ("one", "two"), [("我住在杭州", "我住在苏州"), ("I live in Leeds", "I live in York")]
)
def test_row_18_a_contradiction_loses_neither_side(world: World, one: str, two: str) -> None:
    told(world, one, two)
    assert len(values(world, "city", Status.CONFLICTED)) == 2


@pytest.mark.parametrize(
    ("one", "two"),
    [("3月2日我住院了", "6月20日我又住院了"), ("I had a car accident on March 2nd", "I had another car accident on June 20th")],
)  # fmt: skip
def test_row_19_the_second_time_is_another_event(world: World, one: str, two: str) -> None:
    told(world, one)
    first = {row.id for row in world.rows() if row.kind == Kind.EVENT}
    told(world, two)
    events = [row for row in world.rows(Status.CURRENT) if row.kind == Kind.EVENT]
    assert first < {row.id for row in events}
    assert len({row.true_from for row in events}) == 2
