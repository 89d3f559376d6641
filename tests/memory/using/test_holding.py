"""What was held back and why: the same as the gate's own rule, row by row, and cheap to find."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User, grant, withdraw
from memory import curating, forgetting, switching
from memory.models import HeldBack, Memory, MemoryUse, SetAside
from memory.policy import Kind, Use
from memory.recall import Cue, Recalled, gate, recall
from memory.states import ScopeKind, Status
from memory.using import aside, holding
from memory.using.holding import Moment, Reason, Row, why_kept_out
from tests.memory.conftest import NOW
from tests.memory.world import no_embedder
from transcript.models import Conversation, Message, Role
from transcript.models import Status as Said

pytestmark = pytest.mark.django_db

HERE, ELSEWHERE = uuid.UUID(int=1), uuid.UUID(int=2)
PLAIN = Row(
    uuid.UUID(int=9), Kind.PREFERENCE, Use.FREELY, False, ScopeKind.EVERYWHERE, None, Status.CURRENT, "", 0.5, frozenset({7})
)  # fmt: skip
AT_HOME = Moment(consents=frozenset({"health"}), persona=HERE, conversation=HERE, raised=frozenset({7}))
Write = Callable[..., Memory]


@pytest.mark.parametrize(
    ("row", "moment", "reason"),
    [
        ({}, {}, None),
        ({"use": Use.NEVER_RAISE}, {}, Reason.NEVER_RAISE),
        ({"paused": True}, {}, Reason.PAUSED),
        ({}, {"paused": True}, Reason.PAUSED),
        ({"kind": Kind.BOUNDARY}, {"paused": True}, None),
        ({}, {"paused_kinds": frozenset({"preference"})}, Reason.PAUSED),
        ({}, {"aside": frozenset({PLAIN.id})}, Reason.SET_ASIDE),
        ({"scope": "persona", "scope_id": HERE}, {}, None),
        ({"scope": "persona", "scope_id": ELSEWHERE}, {}, Reason.ELSEWHERE),
        ({"scope": "conversation", "scope_id": ELSEWHERE}, {}, Reason.ELSEWHERE),
        ({"scope": "project", "scope_id": HERE}, {}, Reason.ELSEWHERE),
        ({"scope": "project", "scope_id": HERE}, {"project": HERE}, None),
        ({"scope": "project", "scope_id": None}, {}, Reason.ELSEWHERE),
        ({"kind": Kind.SPECIAL, "consent": "health"}, {}, None),
        ({"kind": Kind.SPECIAL, "consent": "money"}, {}, Reason.UNCONSENTED),
        ({"kind": Kind.SPECIAL, "consent": "health"}, {"raised": frozenset({8})}, Reason.SENSITIVE),
        ({"status": Status.PENDING}, {}, None),
        ({"status": Status.PENDING, "kind": Kind.STYLE}, {}, Reason.WAITING),
        # what the user decided is told before what follows from it
        ({"use": Use.NEVER_RAISE, "paused": True}, {"paused": True}, Reason.NEVER_RAISE),
        ({"kind": Kind.SPECIAL, "consent": "money", "scope": "project"}, {}, Reason.ELSEWHERE),
    ],
)
def test_one_reason(row: dict[str, Any], moment: dict[str, Any], reason: Reason | None) -> None:
    assert why_kept_out(replace(PLAIN, **row), replace(AT_HOME, **moment)) == reason


def test_the_most_touched_first_and_few() -> None:
    rows = [replace(PLAIN, id=uuid.uuid4(), paused=True, words=frozenset(range(n))) for n in range(1, 9)]
    told = holding.choose([*rows, PLAIN], AT_HOME, frozenset(range(20)))
    assert [key for key, _reason in told] == [row.id for row in reversed(rows)][: holding.MOST]


@pytest.fixture
def write(user: User) -> Write:
    def write(statement: str, **fields: Any) -> Memory:
        row = curating.write_by_hand(user, Kind.PREFERENCE, statement, "zh", NOW)
        Memory.objects.filter(id=row.id).update(**fields)
        row.refresh_from_db()
        return row

    return write


@pytest.fixture
def reply(user: User, conversation: Conversation) -> Message:
    return Message.objects.create(
        user=user, conversation=conversation, role=Role.COMPANION, text="嗯。", status=Said.COMPLETE, created_at=NOW
    )  # fmt: skip


def test_the_rule_is_the_gates_own(user: User, conversation: Conversation, write: Write) -> None:
    """Every combination of what can keep a row out: the reason is there exactly where the gate keeps it out."""
    grant(user, "health", NOW, "")
    uses, pauses = (Use.FREELY, Use.NEVER_RAISE), (False, True)
    scopes = [("everywhere", None), ("persona", HERE), ("persona", ELSEWHERE), ("conversation", conversation.id),
              ("conversation", ELSEWHERE), ("project", ELSEWHERE)]  # fmt: skip
    kinds = [("preference", ""), ("special", "health"), ("special", "money")]
    for number, (use, paused, (scope, place), (kind, consent), word) in enumerate(
        itertools.product(uses, pauses, scopes, kinds, ("爬山", "羽毛球"))
    ):
        made = write(f"{word}{number}", use=use, paused=paused, scope=scope, scope_id=place, kind=kind, consent=consent)  # fmt: skip
        if number % 11 == 0:
            aside.set_aside(user, made.id, conversation.id, NOW)
    cue = Cue("周末去爬山吗", conversation=conversation.id, persona=HERE)
    moment = holding.moment_of(user, cue)
    let_in = set(gate.allowed(user, cue).values_list("id", flat=True))
    assert len(let_in) > 5
    for row in Memory.objects.for_user(user):
        reason = why_kept_out(Row.read(tuple(getattr(row, name) for name in holding.COLUMNS)), moment)
        assert (reason is None) == (row.id in let_in), (row.statement, reason)


def hold(
    user: User, reply: Message, text: str, recalled: Recalled | None = None, **cue: Any
) -> dict[str, str]:
    """Keep what was held back from a reply to this line; reason by statement."""
    asked = Cue(text, conversation=reply.conversation_id, **cue)
    found = recall(user, asked, NOW, no_embedder) if recalled is None else recalled
    for _twice in range(2):
        holding.keep(reply, asked, found, [hit.id for hit in found.all], NOW)
    rows = HeldBack.objects.filter(reply=reply).select_related("memory")
    return {row.memory.statement: row.reason for row in rows}


def test_what_the_line_touched_and_why_it_stayed_out(user: User, reply: Message, write: Write) -> None:
    write("你喜欢爬山", paused=True)
    write("你爬山时摔断过腿", use=Use.NEVER_RAISE)
    write("爬山社团在周日集合", scope="project", scope_id=ELSEWHERE)
    write("你想每月爬山一次，还没确认", kind=Kind.STYLE, status=Status.PENDING)
    write("你怕水", paused=True)
    write("你爱喝茶")
    told = hold(user, reply, "这周末去爬山好不好")
    assert told == {
        "你喜欢爬山": "paused",
        "你爬山时摔断过腿": "never_raise",
        "爬山社团在周日集合": "elsewhere",
        "你想每月爬山一次，还没确认": "waiting",
    }


def test_what_is_private_is_touched_through_whom_it_is_about(
    user: User, reply: Message, write: Write
) -> None:
    grant(user, "health", NOW, "")
    write("你妈妈叫李芳")
    write("你妈妈确诊了乳腺癌", kind=Kind.SPECIAL, consent="health")
    assert hold(user, reply, "李芳会喜欢什么花") == {"你妈妈确诊了乳腺癌": "sensitive"}
    HeldBack.objects.all().delete()
    assert hold(user, reply, "乳腺癌要怎么照顾") == {}  # raised, so it was told
    withdraw(user, "health", NOW)
    assert hold(user, reply, "乳腺癌要怎么照顾") == {"你妈妈确诊了乳腺癌": "unconsented"}


def test_no_room_is_a_reason(user: User, reply: Message, write: Write) -> None:
    write("你特别喜欢爬山")
    cue = Cue("这周末去爬山好不好")
    found = recall(user, cue, NOW, no_embedder)
    assert found.passive
    assert holding.keep(reply, cue, found, [], NOW) == 1
    assert HeldBack.objects.get().reason == "budget"


def test_while_memory_is_paused_everything_is(user: User, reply: Message, write: Write) -> None:
    write("你喜欢爬山")
    switching.pause_all(user, NOW, paused=True)
    assert hold(user, reply, "这周末去爬山好不好") == {"你喜欢爬山": "paused"}


def test_what_expired_or_was_never_meant_is_not_named(user: User, reply: Message, write: Write) -> None:
    write("你喜欢爬山", paused=True, expires_at=NOW - timedelta(days=1))
    write("爬山是你瞎编的", paused=True, layer="joke")
    write("你以前爱爬山", paused=True, status=Status.EXPIRED)
    stranger = User.objects.create_user("other@example.org")
    other = curating.write_by_hand(stranger, Kind.PREFERENCE, "爬山是别人的事", "zh", NOW)
    curating.pause(stranger, other.id, NOW)
    assert hold(user, reply, "这周末去爬山好不好") == {}


def test_it_goes_with_the_memory_and_with_the_reply(user: User, reply: Message, write: Write) -> None:
    first, _second = write("你喜欢爬山", paused=True), write("爬山鞋旧了", paused=True)
    assert len(hold(user, reply, "这周末去爬山好不好")) == 2
    forgetting.forget(user, [first.id], NOW)
    assert [row.memory.statement for row in HeldBack.objects.all()] == ["爬山鞋旧了"]
    reply.delete()
    assert not HeldBack.objects.exists()


def test_nothing_is_opened_for_it(user: User, reply: Message, write: Write) -> None:
    for number in range(30):
        write(f"爬山{number}", paused=True)
    cue = Cue("这周末去爬山好不好", conversation=reply.conversation_id)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        holding.keep(reply, cue, Recalled(), [], NOW)
    assert len(queries) <= 8
    assert not any('"statement"' in query["sql"] for query in queries)


# -- set aside ------------------------------------------------------------------------------------------------


def test_set_aside_holds_in_one_conversation_and_is_taken_back(
    user: User, conversation: Conversation, write: Write
) -> None:
    row = write("你特别喜欢爬山")
    here, there = Cue("爬山", conversation=conversation.id), Cue("爬山", conversation=uuid.uuid4())
    for _twice in range(2):
        aside.set_aside(user, row.id, conversation.id, NOW)
    assert SetAside.objects.count() == 1
    assert row not in gate.allowed(user, here)
    assert row in gate.allowed(user, there)
    assert row in gate.allowed(user, Cue("爬山"))
    aside.take_back(user, row.id, conversation.id)
    assert row in gate.allowed(user, here)


def test_new_words_for_it_stay_aside_and_a_new_fact_does_not(
    user: User, conversation: Conversation, write: Write
) -> None:
    row = write("你特别喜欢爬山")
    aside.set_aside(user, row.id, conversation.id, NOW)
    new = curating.edit(user, row.id, curating.Edit("你特别喜欢爬雪山"), NOW)
    here = Cue("爬山", conversation=conversation.id)
    assert new not in gate.allowed(user, here)
    Memory.objects.filter(id=row.id).update(reason="change")
    assert new in gate.allowed(user, here)
    Memory.objects.filter(id=row.id).update(reason="edited")
    aside.take_back(user, new.id, conversation.id)
    assert new in gate.allowed(user, here)


def test_nobody_sets_anothers_memory_aside(user: User, conversation: Conversation, write: Write) -> None:
    row = write("你特别喜欢爬山")
    stranger = User.objects.create_user("other@example.org")
    with pytest.raises(Memory.DoesNotExist):
        aside.set_aside(stranger, row.id, conversation.id, NOW)
    with pytest.raises(Memory.DoesNotExist):
        aside.take_back(stranger, row.id, conversation.id)


def test_what_was_set_aside_stays_so_when_it_is_over(
    user: User, conversation: Conversation, write: Write
) -> None:
    row = write("你以前爱爬山", status=Status.SUPERSEDED, reason="change")
    assert row in gate.past(user, Cue("以前呢", conversation=conversation.id))
    aside.set_aside(user, row.id, conversation.id, NOW)
    assert row not in gate.past(user, Cue("以前呢", conversation=conversation.id))
    assert row in gate.past(user, Cue("以前呢"))


def test_a_deletion_that_is_undone_brings_use_and_aside_back(
    user: User, reply: Message, write: Write
) -> None:
    row = write("你特别喜欢爬山")
    MemoryUse.objects.create(user=user, reply=reply, memory=row, lanes={"keyword": 1.5}, score=0.7, used=True, at=NOW)  # fmt: skip
    aside.set_aside(user, row.id, reply.conversation_id, NOW)
    receipt = forgetting.forget(user, [row.id], NOW)
    assert not MemoryUse.objects.exists()
    assert not SetAside.objects.exists()
    back = forgetting.restore_all(user, receipt.id, NOW)[0]
    use = MemoryUse.objects.get()
    assert (use.memory, use.reply, use.used, use.lanes, use.at) == (back, reply, True, {"keyword": 1.5}, NOW)
    assert aside.aside_in(user, reply.conversation_id) == {row.id}
    receipt = forgetting.forget(user, [row.id], NOW)
    reply.delete()
    forgetting.restore_all(user, receipt.id, NOW)
    assert not MemoryUse.objects.exists()
