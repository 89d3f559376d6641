"""Characters of one's own: versions, going back, deleting, portraits, sharing. Nothing is overwritten, and everything may be
done twice."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from accounts.models import User
from persona import apart, characters, faces, moving, shipping
from persona.apart import Standing
from persona.content import Content
from persona.making import diffing, editing, picturing, sharing
from persona.models import Apart, Chosen, Persona, PersonaVersion, Picture
from transcript.models import Conversation

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
pytestmark = pytest.mark.django_db
PORTRAIT = picturing.small(picturing.plain_sheet(2))


def content(**fields: object) -> Content:
    return Content(**{"name": "阿满", "language": "zh-hans", "backstory": "她不知道的事", **fields})


@pytest.fixture
def lin() -> User:
    return User.objects.create_user("lin@example.org", "pw")


def talk_with(user: User, version: PersonaVersion) -> Conversation:
    return Conversation.objects.create(
        user=user, persona_version=version.id, persona=version.persona_id, created_at=NOW, last_message_at=NOW
    )


def test_what_a_user_wrote_is_sealed_and_nothing_of_it_is_in_the_database(lin: User) -> None:
    editing.create(lin, content(), NOW, PORTRAIT)
    with connection.cursor() as cursor:
        for table in ("persona_persona", "persona_personaversion", "persona_picture"):
            cursor.execute(f"SELECT string_agg(t::text, ' ') FROM {table} t")
            told = str(cursor.fetchone()[0])
            for secret in ("阿满", "不知道的事", PORTRAIT[:40].hex()):
                assert secret not in told
    persona = Persona.objects.get(owner=lin)
    assert persona.called == "阿满"
    assert persona.current is not None
    assert characters.character_of(persona.current.id).content.backstory == "她不知道的事"


def test_the_same_twice_is_one(lin: User) -> None:
    first, again = (editing.create(lin, content(), NOW, PORTRAIT) for _n in range(2))
    assert (first.new, again.new, again.version) == (True, False, first.version)
    assert Persona.objects.own(lin).count() == 1
    persona = first.version.persona
    assert not editing.save(lin, persona.id, characters.character_of(first.version.id).content, NOW).new
    editing.save(lin, persona.id, content(name="阿满二"), NOW)
    assert editing.create(lin, content(), NOW, PORTRAIT).new  # it is another one by now


@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_twice_at_once_makes_one() -> None:
    lin = User.objects.create_user("lin@example.org", "pw")

    def once(_n: int) -> bool:
        try:
            return editing.create(lin, content(), NOW).new
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(once, range(4))) == [False, False, False, True]


def test_versions_diff_and_going_back(lin: User) -> None:
    persona = editing.create(lin, content(style=("短句", "多用陈述")), NOW).version.persona
    editing.save(lin, persona.id, content(style=("短句", "爱用比方")), NOW, base=1)
    with pytest.raises(editing.Stale) as stale:
        editing.save(lin, persona.id, content(style=("长句",)), NOW, base=1)
    assert stale.value.current == 2
    back = editing.roll_back(lin, persona.id, 1, NOW)
    assert (back.version.number, back.version.again, back.new) == (3, 1, True)
    assert not editing.roll_back(lin, persona.id, 1, NOW).new
    told = [Content.model_validate(row.told) for row in persona.versions.order_by("number")]
    assert told[0] == told[2]
    (change,) = diffing.changes(told[0], told[1])
    assert change.field == "style"
    assert [(line.state, line.text) for line in change.lines] == [
        ("kept", "短句"),
        ("gone", "多用陈述"),
        ("new", "爱用比方"),
    ]
    assert diffing.felt(told[0], told[1])
    assert not diffing.felt(told[0], told[0].model_copy(update={"tagline": "x", "hue": 3}))
    with pytest.raises(editing.NotThere):
        editing.roll_back(lin, persona.id, 9, NOW)


def test_nobody_elses_can_be_changed(lin: User) -> None:
    stranger = User.objects.create_user("x@example.org", "pw")
    persona = editing.create(lin, content(), NOW).version.persona
    shipped = characters.default_for("zh-hans").persona
    for one in (persona, shipped):
        with pytest.raises(editing.NotThere):
            editing.save(stranger, one.id, content(name="x"), NOW)
        with pytest.raises(editing.NotThere):
            editing.retire(stranger, one.id, NOW)
        with pytest.raises(editing.NotThere):
            sharing.share(stranger, one.id, NOW)
    with pytest.raises(apart.NotThere):
        apart.choose(stranger, persona.id)
    with pytest.raises(apart.NotThere):
        apart.arrange(stranger, persona.id, Standing(own=True))
    assert persona.id not in {face.id for face in faces.to_choose(stranger)}


def test_deleted_can_come_back_and_goes_when_its_last_talk_is_gone(lin: User) -> None:
    saved = editing.create(lin, content(), NOW, PORTRAIT)
    persona, talk = saved.version.persona, talk_with(lin, saved.version)
    editing.retire(lin, persona.id, NOW)
    editing.retire(lin, persona.id, NOW + DAY)  # twice is once: its day is counted from the first
    assert persona.id not in {face.id for face in faces.to_choose(lin)}
    assert characters.character_of(talk.persona_version).name == "阿满"
    editing.restore(lin, persona.id)
    editing.restore(lin, persona.id)
    assert persona.id in {face.id for face in faces.to_choose(lin)}
    editing.retire(lin, persona.id, NOW)
    assert editing.purge(NOW + timedelta(hours=23)) == 0
    assert editing.purge(NOW + 2 * DAY) == 0  # a conversation speaks with it
    talk.delete()
    assert editing.purge(NOW + 2 * DAY) == 1
    assert editing.purge(NOW + 2 * DAY) == 0
    assert not Persona.objects.own(lin).exists()
    assert not PersonaVersion.objects.filter(user=lin).exists()
    assert not Picture.objects.filter(user=lin).exists()


def test_talks_that_stay_hold_nobody_elses_place_in_the_purge(lin: User) -> None:
    for number in range(201):
        persona = Persona.objects.create(
            owner=lin, key=f"own-{number}", called_own="阿满", language="zh-hans", retired_at=NOW
        )
        Conversation.objects.create(
            user=lin, persona_version=uuid.uuid4(), persona=persona.id, created_at=NOW, last_message_at=NOW
        )
    free = editing.create(lin, content(), NOW).version.persona_id
    editing.retire(lin, free, NOW + DAY)
    assert editing.purge(NOW + 3 * DAY) == 1
    assert not Persona.objects.filter(id=free).exists()


def test_a_portrait_is_kept_with_its_version_or_not_at_all(lin: User) -> None:
    persona = editing.create(lin, content(), NOW).version.persona_id
    saved = editing.save(lin, persona, content(), NOW, 1, PORTRAIT)
    assert saved.new
    assert Content.model_validate(saved.version.told).picture == Picture.objects.get(user=lin).id
    with pytest.raises(editing.Stale):
        editing.save(lin, persona, content(tagline="x"), NOW, 1, PORTRAIT)
    assert Picture.objects.filter(user=lin).count() == 1


def test_an_account_takes_its_characters_along(lin: User) -> None:
    saved = editing.create(lin, content(), NOW, PORTRAIT)
    apart.choose(lin, saved.version.persona_id)
    apart.arrange(lin, saved.version.persona_id, Standing(own=True))
    lin.delete()
    assert not Persona.objects.exclude(owner=None).exists()
    assert not Picture.objects.exists()
    assert not Chosen.objects.exists()
    assert not Apart.objects.exists()


def test_an_operators_character_for_everybody_is_a_copy(lin: User) -> None:
    saved = editing.create(lin, content(picture=None), NOW, PORTRAIT)
    shared = sharing.share(lin, saved.version.persona_id, NOW)
    assert sharing.share(lin, saved.version.persona_id, NOW) == shared
    assert shared.versions.count() == 1
    stranger = User.objects.create_user("x@example.org", "pw")
    (face,) = [one for one in faces.to_choose(stranger) if one.id == shared.id]
    assert face.name == "阿满"
    assert face.picture is not None
    row = Picture.objects.for_user(stranger).get(id=face.picture)
    assert editing.picture_bytes(row) == PORTRAIT
    editing.save(lin, saved.version.persona_id, content(name="阿满二"), NOW)
    shared.refresh_from_db()
    assert shared.called == "阿满"
    assert sharing.share(lin, saved.version.persona_id, NOW).called == "阿满二"
    talk = talk_with(stranger, sharing.share(lin, saved.version.persona_id, NOW).current)  # type: ignore[arg-type]
    assert sharing.withdraw(saved.version.persona_id, NOW)
    assert not sharing.withdraw(saved.version.persona_id, NOW)
    assert shared.id not in {one.id for one in faces.to_choose(stranger)}
    assert characters.character_of(talk.persona_version).name == "阿满二"
    lin.delete()
    assert Persona.objects.filter(id=shared.id).exists()


def test_whom_one_talks_with(lin: User) -> None:
    shipping.sync(NOW)
    assert characters.chosen_for(lin).persona.key == "xiaonuan"
    wren = Persona.objects.get(key="wren")
    apart.choose(lin, wren.id)
    assert characters.chosen_for(lin).persona == wren
    own = editing.create(lin, content(), NOW).version.persona
    apart.choose(lin, own.id)
    editing.retire(lin, own.id, NOW)
    assert characters.chosen_for(lin).persona.key == "xiaonuan"


def test_keeping_apart_reaches_the_talks_that_are_there(lin: User) -> None:
    saved = editing.create(lin, content(), NOW)
    talk = talk_with(lin, saved.version)
    for own in (True, False):
        apart.arrange(lin, saved.version.persona_id, Standing(own=own))
        talk.refresh_from_db()
        assert talk.apart is own


def test_moving_is_for_its_own_versions_only(lin: User) -> None:
    one, other = editing.create(lin, content(), NOW), editing.create(lin, content(name="别的"), NOW)
    talk = talk_with(lin, one.version)
    assert not moving.move(lin, talk.id, other.version.id)
    assert not moving.move(lin, talk.id, uuid.uuid4())
    assert not moving.move(User.objects.create_user("x@example.org", "pw"), talk.id, one.version.id)
    newest = editing.save(lin, one.version.persona_id, content(style=("x",)), NOW).version
    assert moving.move_all(lin, one.version.persona_id, newest.id) == 1
    assert moving.move_all(lin, one.version.persona_id, newest.id) == 0
