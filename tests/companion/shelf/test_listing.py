"""The list of conversations: pinned, by project, by day, put away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from accounts.models import User
from companion import conversations, hearing, keeping
from companion.shelf import arranging, deleting, listing, naming, projects
from companion.shelf.arranging import NotThere
from companion.shelf.listing import Listed
from persona.characters import default_for
from tests.companion.conftest import LATER, NOW, Say
from transcript.models import Conversation

pytestmark = pytest.mark.django_db


def named(user: User, title: str, at: datetime = NOW) -> Conversation:
    chat = conversations.start_empty(user, default_for("zh-hans").id, at)
    naming.rename(user, chat.id, title)
    return chat


def titles(items: tuple[Listed, ...]) -> list[str]:
    return [item.title for item in items]


def test_groups_by_day() -> None:
    noon = datetime(2026, 7, 10, 12, tzinfo=UTC)
    items = [Listed(str(days), "", noon - timedelta(days=days)) for days in (0, 1, 2, 6, 7, 40)]
    with timezone.override(UTC), translation.override("zh-hans"):
        groups = listing.grouped(items, noon)
    assert [(name, [item.id for item in held]) for name, held in groups] == [
        ("今天", ["0"]),
        ("昨天", ["1"]),
        ("7 天内", ["2", "6"]),
        ("更早", ["7", "40"]),
    ]


def test_each_stands_in_its_place_once(lin: User) -> None:
    new_job = projects.create(lin, "换工作", NOW)
    rows = {title: named(lin, title, NOW + timedelta(minutes=n)) for n, title in enumerate("甲乙丙丁戊己")}
    arranging.pin(lin, rows["甲"].id, NOW, pinned=True)
    arranging.move(lin, rows["乙"].id, new_job.id)
    arranging.archive(lin, rows["丙"].id, NOW, archived=True)
    deleting.delete(lin, rows["丁"].id, deleting.Wish(deleting.Fate.KEEP), LATER)
    rows["戊"].temporary = True
    rows["戊"].save()
    side = listing.sidebar(lin, LATER)
    assert titles(side.pinned) == ["甲"]
    assert [(folder.name, titles(folder.items)) for folder in side.folders] == [("换工作", ["乙"])]
    assert [titles(items) for _name, items in side.groups] == [["己"]]
    assert (side.archived, side.deleted, side.more) == (True, True, "")
    assert titles(listing.archived(lin).items) == ["丙"]
    assert [one.item.title for one in deleting.gone(lin, LATER)] == ["丁"]
    assert conversations.latest(lin) == rows["己"]


def test_a_reply_on_its_way_is_seen(lin: User, chat: Conversation, say: Say) -> None:
    say("在吗")
    keeping.begin_reply(chat.id, LATER)
    [(_day, [item])] = listing.sidebar(lin, LATER).groups
    assert item.busy


def test_a_long_list_goes_on_without_gaps(lin: User) -> None:
    for n in range(130):
        named(lin, str(n), NOW - timedelta(hours=n))
    side = listing.sidebar(lin, NOW)
    seen = [item.title for _name, items in side.groups for item in items]
    after = side.more
    while after:
        page = listing.further(lin, Conversation.objects.get(id=after).id)
        seen += titles(page.items)
        after = page.more
    assert seen == [str(n) for n in range(130)]
    assert listing.further(lin, Conversation.objects.earliest("last_message_at").id).items == ()


def test_a_stretch_in_the_same_days_has_no_second_heading(lin: User) -> None:
    with translation.override("zh-hans"):
        for n in range(62):
            named(lin, str(n), NOW - timedelta(minutes=n))
        side = listing.sidebar(lin, NOW)
        page = listing.further(lin, Conversation.objects.get(id=side.more).id)
        assert [name for name, _items in page.groups(NOW)] == [""]


def test_the_folder_that_is_looked_at_is_open(lin: User) -> None:
    rows = []
    for n in range(5):
        rows.append(named(lin, str(n)))
        arranging.move(lin, rows[n].id, projects.create(lin, f"项目{n}", NOW + timedelta(seconds=n)).id)
    assert [folder.open for folder in listing.sidebar(lin, NOW).folders] == [False] * 5
    opened = [folder.name for folder in listing.sidebar(lin, NOW, rows[2].id).folders if folder.open]
    assert opened == ["项目2"]


def test_what_cannot_be_called_anything_has_a_day(lin: User, chat: Conversation, say: Say) -> None:
    say("我不想活了")
    with translation.override("zh-hans"), timezone.override(lin.zone):
        [item] = listing.listed(lin, [Conversation.objects.get()])
    assert item.title == "2026年7月1日的对话"


def test_speaking_brings_back_what_was_put_away(lin: User, chat: Conversation, say: Say) -> None:
    say("在吗")
    arranging.archive(lin, chat.id, NOW, archived=True)
    assert listing.sidebar(lin, LATER).groups == ()
    say("我回来了", at=LATER)
    assert len(listing.sidebar(lin, LATER).groups) == 1


def test_pinned_and_put_away_exclude_each_other(lin: User, chat: Conversation) -> None:
    arranging.pin(lin, chat.id, NOW, pinned=True)
    assert arranging.archive(lin, chat.id, NOW, archived=True).pinned_at is None
    assert arranging.pin(lin, chat.id, LATER, pinned=True).archived_at is None
    assert arranging.pin(lin, chat.id, LATER + timedelta(days=1), pinned=True).pinned_at == LATER
    assert arranging.pin(lin, chat.id, LATER, pinned=False).pinned_at is None


def test_a_place_is_ones_own(lin: User, chat: Conversation) -> None:
    stranger = User.objects.create_user("x@example.org", "pw")
    theirs = projects.create(stranger, "他们的", NOW)
    for deed in (
        lambda: arranging.move(lin, chat.id, theirs.id),
        lambda: arranging.pin(stranger, chat.id, NOW, pinned=True),
        lambda: arranging.archive(stranger, chat.id, NOW, archived=True),
        lambda: arranging.move(stranger, chat.id, theirs.id),
        lambda: projects.rename(lin, theirs.id, "我的"),
        lambda: projects.delete(lin, theirs.id, projects.Fate.FORGET, NOW),
    ):
        with pytest.raises(NotThere):
            deed()


# -- projects -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", projects.Fault.EMPTY),
        (" \u200b\u3164 ", projects.Fault.EMPTY),
        ("长" * 61, projects.Fault.TOO_LONG),
        (" 换 工作 ", projects.Fault.TAKEN),
        ("換 工作", projects.Fault.TAKEN),
    ],
)
def test_a_project_needs_a_name_of_its_own(lin: User, name: str, why: projects.Fault) -> None:
    projects.create(lin, "换 工作", NOW)
    with pytest.raises(projects.BadName) as bad:
        projects.create(lin, name, NOW)
    assert bad.value.why is why
    assert len(projects.listed(lin)) == 1


def test_a_project_keeps_its_own_name_and_may_have_anothers_users(lin: User) -> None:
    row = projects.create(lin, "换工作", NOW)
    assert projects.rename(lin, row.id, "换工作").name == "换工作"
    other = User.objects.create_user("x@example.org", "pw")
    assert projects.create(other, "换工作", NOW).name == "换工作"
    assert projects.named(lin, " 換工作 ", NOW) == row


def test_a_new_conversation_in_a_project(lin: User) -> None:
    row = projects.create(lin, "换工作", NOW)
    chat = conversations.start(lin, NOW, project=row)
    assert chat.project == row
    assert conversations.start(lin, NOW, project=row) == chat
    assert conversations.start(lin, NOW) != chat


def test_a_temporary_one_leaves_no_trace(lin: User) -> None:
    from topics.models import TopicChoice

    chat = conversations.start(lin, NOW, temporary=True)
    assert chat.temporary
    assert conversations.start(lin, NOW, temporary=True) == chat
    assert conversations.start(lin, NOW) != chat
    assert not TopicChoice.objects.filter(conversation=chat).exists()
    hearing.receive(lin, chat, chat.id, "我的猫叫小花", LATER)
    assert conversations.latest(lin) != chat
    with pytest.raises(NotThere):
        arranging.find(lin, chat.id)
