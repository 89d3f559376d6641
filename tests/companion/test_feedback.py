"""Verdicts on replies, and reports that hand a reply's words to the operators and nothing else."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from companion import feedback, keeping
from companion.feedback import NoSuchReply, Opinion
from companion.keeping import Ended
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation, Feedback, Message, Status, Verdict

pytestmark = pytest.mark.django_db


@pytest.fixture
def reply(chat: Conversation, say: Say) -> Message:
    say("秘密的话")
    begun = keeping.begin_reply(chat.id, NOW)
    assert begun is not None
    ended = keeping.finish(begun.id, Ended(Status.COMPLETE, "奇怪的回复"), None, NOW)
    assert ended is not None
    return ended


def judge(user: User, reply: Message, value: Verdict, note: str = "") -> Verdict | None:
    return feedback.keep(user, reply.conversation_id, Opinion(reply.id, value, note), LATER)


def test_the_newest_verdict_stands_and_the_same_again_takes_it_back(lin: User, reply: Message) -> None:
    assert judge(lin, reply, Verdict.GOOD) is Verdict.GOOD
    assert judge(lin, reply, Verdict.BAD) is Verdict.BAD
    assert Feedback.objects.for_user(lin).get().value == "bad"
    assert judge(lin, reply, Verdict.BAD) is None
    assert not Feedback.objects.exists()


def test_a_report_stays_with_the_words(lin: User, reply: Message) -> None:
    judge(lin, reply, Verdict.REPORT, "说得不对")
    judge(lin, reply, Verdict.REPORT, "真的不对")
    row = Feedback.objects.get()
    assert (row.note, row.reported) == ("真的不对", "奇怪的回复")
    with connection.cursor() as cursor:
        cursor.execute("SELECT note, reported FROM transcript_feedback")
        stored = b"".join(bytes(part) for part in cursor.fetchone())
    assert "不对".encode() not in stored


def test_only_settled_replies_of_ones_own_are_judged(
    lin: User, chat: Conversation, reply: Message, say: Say
) -> None:
    other = User.objects.create_user("other@example.org")
    said = say("再说一句")
    running = keeping.begin_reply(chat.id, LATER)
    assert running is not None
    for user, message in ((other, reply), (lin, said), (lin, running)):
        with pytest.raises(NoSuchReply):
            judge(user, message, Verdict.GOOD)
    with pytest.raises(NoSuchReply):
        feedback.keep(lin, uuid.uuid4(), Opinion(reply.id, Verdict.GOOD), LATER)


def test_operators_read_what_was_handed_to_them(lin: User, reply: Message, client: Client) -> None:
    judge(lin, reply, Verdict.REPORT, "说得不对")
    row = Feedback.objects.get()
    page = reverse("admin:transcript_feedback_change", args=[row.id])
    client.force_login(lin)
    assert client.get(page).status_code in (302, 403)
    client.force_login(User.objects.create_user("op@example.org", is_staff=True))
    listed = client.get(reverse("admin:transcript_feedback_changelist")).content.decode()
    assert "奇怪的回复" not in listed
    assert Feedback.objects.get().seen_at is None
    shown = client.get(page).content.decode()
    assert "奇怪的回复" in shown
    assert "说得不对" in shown
    assert "秘密的话" not in shown
    assert Feedback.objects.get().seen_at is not None


def test_a_plain_verdict_shows_no_words(lin: User, reply: Message, client: Client) -> None:
    judge(lin, reply, Verdict.BAD)
    client.force_login(User.objects.create_user("op@example.org", is_staff=True))
    page = client.get(reverse("admin:transcript_feedback_change", args=[Feedback.objects.get().id]))
    assert "奇怪的回复" not in page.content.decode()
    assert Feedback.objects.get().seen_at is None
