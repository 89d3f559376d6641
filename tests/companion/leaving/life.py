"""Somebody with a row in every table that belongs to people, made by the product's own functions wherever one makes it."""

from __future__ import annotations

import asyncio
import json
import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts.age import reviewing
from accounts.models import User, grant
from companion import conversations, drafts, feedback, hearing, keeping, learning, schedule, turn
from companion.feedback import Opinion
from companion.keeping import Ended
from companion.shelf import arranging, naming, projects
from companion.speakers import steadying
from memory import curating, forgetting
from memory.asking import toldlog
from memory.curating import Edit
from memory.models import Derivation, Dream, Memory, Proposal
from memory.states import Act, DreamOperation
from memory.using import aside
from persona import apart, shipping
from persona.apart import Standing
from persona.characters import character_of
from persona.content import Content
from persona.making import editing
from persona.making.picturing import plain_sheet, small
from persona.staying.grounds import Kind, Slip
from safety import attendance, complaining
from safety.complaining import Said
from safety.contact import registering
from safety.contact.registering import Named
from safety.models import EmergencyContact, RiskCheck
from topics import listening, refusing
from topics import reaching as writing_first
from topics.reaching import Wish
from transcript.models import Conversation, Message, Role, Status, Verdict

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 7, 1, 20, 0, tzinfo=ZONE)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PASSWORD = "sturdy-Pass-2931"
LINES = (
    "我的猫叫小花", "我在杭州工作", "我叫林晚", "我对花生过敏", "别再提我爸了", "我打算明天去字节面试", "我有点紧张",
    "我下周三要去苏州见客户", "我还没准备好样品", "那我决定先写报价单", "妈妈寄了一箱杨梅", "我搬到上海工作了",
)  # fmt: skip


def live(email: str = "owner@example.org", **more: Any) -> User:
    """The person, with everything. Call with workers asleep, in a test whose rows other threads can see."""
    shipping.sync(NOW)
    user = User.objects.create_user(
        email, PASSWORD, birth_date=NOW.date().replace(year=1990), time_zone="Asia/Shanghai", **more
    )
    grant(user, "health", NOW)
    grant(user, "model", NOW, "Example Models")
    chat = conversations.start(user, NOW)
    writing_first.wish(user, Wish(on=True), NOW)
    _talk(user, chat)
    _arrange(user, chat)
    _be_looked_after(user, chat)
    _forget(user, chat)
    _conclude(user)
    _sign_in(user)
    return user


def exchange(user: User, chat: Conversation, text: str, now: datetime) -> Message:
    """A line and its reply, by the road that the site takes."""
    hearing.receive(user, chat, uuid.uuid4(), hearing.clean(text), now)
    begun = keeping.begin_reply(chat.id, now + timedelta(seconds=2))
    assert begun is not None
    outcome = turn.Outcome()

    async def collect() -> str:
        return "".join([piece async for piece in turn.converse(begun.id, now, outcome)])

    kept = keeping.finish(begun.id, Ended(Status.COMPLETE, asyncio.run(collect())), outcome, now)
    assert kept is not None
    return kept


def _talk(user: User, chat: Conversation) -> None:
    """Days of it, with everything that runs in the background."""
    for number, text in enumerate(LINES):
        at = NOW + number * 6 * MINUTE
        exchange(user, chat, text, at)
        while learning.learn(chat.id, at + 5 * MINUTE) is not None:
            pass
        schedule.embed_waiting(at + 5 * MINUTE)
    for later in (NOW + 3 * HOUR, NOW + 14 * HOUR, NOW + 37 * HOUR):
        schedule.run_all(later)
    reply = Message.objects.filter(user=user, role=Role.COMPANION).order_by("created_at")[1]
    feedback.keep(user, chat.id, Opinion(reply.id, Verdict.REPORT, "不对"), NOW)
    toldlog.note(user, Act.ASKED, reply, NOW, memories=[Memory.objects.for_user(user)[0].id])
    steadying.note(
        reply, character_of(chat.persona_version), [Slip(Kind.BOILERPLATE, "作为助手", "说成了助手")], NOW
    )


def _arrange(user: User, chat: Conversation) -> None:
    project = projects.create(user, "小花的事", NOW)
    arranging.move(user, chat.id, project.id)
    naming.rename(user, chat.id, "小花和杭州")
    made = editing.create(user, Content(name="阿满", language="zh-hans"), NOW, small(plain_sheet(3))).version
    editing.save(user, made.persona_id, Content(name="阿满", language="zh-hans", backstory="海边"), NOW)
    apart.choose(user, made.persona_id)
    apart.arrange(user, made.persona_id, Standing(own=True))
    source = listening.add(user, "rss", "https://news.example.org/feed.xml", NOW)
    listening.switch(user, source.id, NOW, on=False)
    refusing.refuse_matter(user, "跑步", NOW)


def _forget(user: User, chat: Conversation) -> None:
    rows = list(Memory.objects.for_user(user).order_by("recorded_at"))
    aside.set_aside(user, rows[0].id, chat.id, NOW)
    curating.edit(user, rows[1].id, Edit("你在杭州教书"), NOW + 40 * HOUR)
    exchange(user, chat, "你还记得我的猫叫什么吗？", NOW + 40 * HOUR)
    forgetting.forget(user, [rows[3].id], NOW + 41 * HOUR)
    exchange(user, chat, "忘掉关于小花的一切", NOW + 42 * HOUR)
    exchange(user, chat, "我不想活了", NOW + 43 * HOUR)
    drafts.keep(chat, "还没说完的话", NOW + 44 * HOUR)


def _be_looked_after(user: User, chat: Conversation) -> None:
    """A contact who is asked, a line that waits for the judge, and the clock of use."""
    contact = registering.add(user, Named("阿梅", "小林", "mei@example.org"), NOW)
    registering.invite_waiting(NOW)
    EmergencyContact.objects.filter(id=contact.id).update(confirmed_at=NOW)
    exchange(user, chat, "今晚我就去死", NOW + 39 * HOUR)
    exchange(user, chat, "我妈在", NOW + 39 * HOUR + MINUTE)  # what was asked is answered
    RiskCheck.objects.create(id=uuid.uuid4(), user=user, due_at=NOW + 1000 * DAY)
    attendance.touch(user, NOW)
    complaining.submit(Said("other", "少了一天", "zh-hans"), user, NOW)


def _conclude(user: User) -> None:
    """What a year of dreams would conclude."""
    rows = list(Memory.objects.for_user(user)[:2])
    Derivation.objects.create(user=user, conclusion=rows[0], premise=rows[1], at=NOW)
    run = Dream.objects.create(user=user, fence=9, began_at=NOW)
    Proposal.objects.create(
        user=user,
        dream=run,
        operation=DreamOperation.values[0],
        reason="often",
        content=json.dumps({}),
        at=NOW,
    )


def _sign_in(user: User) -> None:
    """What the libraries keep: an address with its confirmation, a second factor, a session, an operator's entries."""
    address = EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    EmailConfirmation.objects.create(email_address=address, key=uuid.uuid4().hex, sent=NOW)
    TOTP.activate(user, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    user.groups.add(Group.objects.create(name=uuid.uuid4().hex))
    user.user_permissions.add(Permission.objects.all()[0])
    Client().force_login(user)
    operator = User.objects.create_superuser(f"{uuid.uuid4().hex}@example.org")
    reviewing.change(user, NOW.date().replace(year=1991), "typo", operator, NOW)
    known = {
        "content_type": ContentType.objects.get_for_model(User),
        "action_flag": CHANGE,
        "object_repr": user.email,
    }
    LogEntry.objects.create(user=operator, object_id=str(user.pk), **known)
    LogEntry.objects.create(user=user, object_id=str(operator.pk), **{**known, "object_repr": "x"})
