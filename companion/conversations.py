"""Starting conversations: with a greeting, in a project, or one that leaves no trace."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.age import doubting
from accounts.models import User
from companion import aftercare, raising
from memory.extraction.sentences import language
from memory.policy import Kind
from memory.recall import Cue, gate
from memory.standing import lock
from persona import apart, voice
from persona import offline as composer
from persona.characters import Character, character_of, chosen_for, default_for
from persona.models import PersonaVersion
from safety import risk
from safety.levels import Level
from safety.pipeline import passed
from topics import answering, choosing, feedback, offering
from topics.choosing import Choice
from topics.models import Outcome, TopicChoice
from topics.moments import Moment
from topics.ranking import Air
from transcript.models import Conversation, EventKind, Message, Project, Role, Status, record
from transcript.mood import Mood


def start(
    user: User,
    now: datetime,
    *,
    project: Project | None = None,
    temporary: bool = False,
    persona: PersonaVersion | None = None,
) -> Conversation:
    """A new conversation with the persona's greeting in it, and a due topic opened where one is. An empty conversation
    that waits already in the same place is that one: pressing "new" twice makes no second. `persona` is the version that
    speaks; without one, whom the user chose."""
    version = persona or chosen_for(user)
    waiting = _untouched(user, version.id, project, temporary)
    if waiting and not _greets_out_of_place(user, waiting, now):
        return waiting
    character = character_of(version.id)
    with transaction.atomic():
        conversation = start_empty(user, version.id, now, project=project, temporary=temporary)
        record(conversation, EventKind.NOTICE, now, data={"kind": "ai"})
        _greet(user, conversation, character, now)
    return conversation


def about(user: User, candidate: UUID, now: datetime) -> Conversation:
    """A new conversation that opens with a topic of the user's choosing. Raises NoSuchTopic when it may not be raised."""
    offers = {one.candidate: one for one in offering.offers(user, now, most=WIDE)}
    if candidate not in offers:
        raise answering.NoSuchTopic
    version = _may_raise(user)
    air = Air(now.astimezone(user.zone).hour)
    with transaction.atomic():
        conversation = start_empty(user, version.id, now)
        record(conversation, EventKind.NOTICE, now, data={"kind": "ai"})
        choice = choosing.of(offers[candidate], now, air, "asked", user.zone)
        _greet(user, conversation, character_of(version.id), now, choice)
        for raised in TopicChoice.objects.for_user(user).filter(conversation=conversation, move="open"):
            feedback.note(
                user, raised, Outcome.TAKEN_UP, now
            )  # they asked for it: nobody need ask whether they want it
    return conversation


WIDE = 400
"""Candidates that a user may choose among by hand."""


def start_empty(
    user: User, version: UUID, now: datetime, *, project: Project | None = None, temporary: bool = False
) -> Conversation:
    """A conversation with nothing in it."""
    persona = PersonaVersion.objects.filter(id=version).values_list("persona_id", flat=True).first()
    return Conversation.objects.create(
        user=user,
        persona_version=version,
        persona=persona,
        apart=persona is not None and apart.standing(user, persona).own,
        project=project,
        temporary=temporary,
        created_at=now,
        last_message_at=now,
    )


def _may_raise(user: User) -> PersonaVersion:
    """Who speaks of what is known: whom the user chose, but for one that knows nothing of elsewhere."""
    version = chosen_for(user)
    return default_for(user.language) if version.persona_id in apart.blind(user) else version


def to_write_in(user: User, now: datetime) -> Conversation:
    """Where a message goes that the companion begins: where the user left off with somebody who may know of its matter."""
    rows = Conversation.objects.for_user(user).kept().filter(archived_at=None)
    left_off = rows.exclude(persona__in=apart.blind(user)).newest_first().first()
    return left_off or start_empty(user, _may_raise(user).id, now)


def latest(user: User, persona: UUID | None = None) -> Conversation | None:
    """Where the user left off, with this persona where one is named: neither what they put away, nor what was to leave no
    trace."""
    rows = Conversation.objects.for_user(user).kept().filter(archived_at=None)
    return (rows.filter(persona=persona) if persona else rows).newest_first().first()


def _greet(
    user: User, conversation: Conversation, character: Character, now: datetime, wanted: Choice | None = None
) -> None:
    choice = wanted or _opener(user, conversation, now)
    hour = now.astimezone(user.zone).hour
    seed = str(now.astimezone(user.zone).date())
    greeting = composer.greet(character, hour, choice.spoken, seed=seed, topic_of_day=not choice.may_ask)
    own = _begun(user, conversation, character, now) if not choice.spoken else []
    message = _say(conversation, own[0] if own else greeting, character.lang, now)
    for number, other in enumerate(own[1:], 1):  # beside the first: the user may turn to another one
        _say(conversation, other, character.lang, now + timedelta(microseconds=number), shown=False)
    record(conversation, EventKind.FINISHED, now, message)
    if conversation.temporary:
        return
    lock(user)
    raising.keep(user, message, choice, now)


def _begun(
    user: User, conversation: Conversation, character: Character, now: datetime
) -> list[composer.Spoken]:
    """What is said instead of a greeting for the hour: what the character was given to begin with, or, at risk, how somebody is
    met after danger. A part in a play is then for later."""
    if risk.level(user, now) < Level.R2:
        return _own_greetings(character, _called(user, conversation))
    reply = aftercare.welcome(user, conversation, character.lang, now)
    return [composer.Spoken(reply.text, reply.template_id)] if reply else []


def _greets_out_of_place(user: User, waiting: Conversation, now: datetime) -> bool:
    """Whether a greeting that waits was made before danger was heard: one that plays a part, or knows nothing of it."""
    if risk.level(user, now) < Level.R2:
        return False
    greeting = (
        Message.objects.filter(conversation=waiting, live=True).values_list("template_id", flat=True).first()
        or ""
    )
    cares = aftercare.WELCOME in greeting
    return greeting.startswith(OWN) or (not cares and aftercare.lately(user, waiting, now))


OWN = "own."
GREETINGS_MOST = 20
"""Of a card's greetings, as many can be turned to."""


def _called(user: User, conversation: Conversation) -> str:
    """What the user is called, as far as who speaks may know it."""
    alone = conversation.persona is not None and apart.standing(user, conversation.persona).blind
    rows = gate.allowed(user, Cue("", persona=conversation.persona, alone=alone))
    names = rows.filter(kind=Kind.IDENTITY, attribute__in=["nickname", "name"], status="current", polarity=1)
    found = {
        row.attribute: row.value
        for row in names.only("user_id", "attribute", "value").order_by("recorded_at")
    }
    return found.get("nickname") or found.get("name") or ""


def _own_greetings(character: Character, user: str) -> list[composer.Spoken]:
    """What the character was given to begin with, each another way in."""
    count = min(len(character.content.greetings), GREETINGS_MOST)
    return [
        composer.Spoken(voice.greeting(character.content, n, user), f"{OWN}{n + 1}") for n in range(count)
    ]


def _say(
    conversation: Conversation, words: composer.Spoken, lang: str, at: datetime, *, shown: bool = True
) -> Message:
    return Message.objects.create(
        user_id=conversation.user_id,
        conversation=conversation,
        role=Role.COMPANION,
        text=passed(words.text, language(words.text) if words.text.strip() else lang),
        lang=lang,
        status=Status.COMPLETE,
        created_at=at,
        template_id=words.line_id[:64],
        chosen=shown,
        live=shown,
    )


def _opener(user: User, conversation: Conversation, now: datetime) -> choosing.Choice:
    """What the greeting brings up. A temporary conversation opens nothing: that it was raised would have to be noted."""
    blind = conversation.persona is not None and apart.standing(user, conversation.persona).blind
    if conversation.temporary or blind:
        return choosing.Choice("follow", parts={"why": "temporary" if conversation.temporary else "alone"})
    careful = risk.level(user, now) >= Level.R2 or doubting.is_open(user)
    moment = Moment("", careful, Mood(0.0, 0.0, ()), leaving=False, greeting=True)
    return choosing.choose(user, None, moment, now)


def _untouched(user: User, version: UUID, project: Project | None, temporary: bool) -> Conversation | None:
    """The user's newest conversation in this place, if nobody said anything in it yet and it wasn't arranged."""
    there = Conversation.objects.for_user(user).filter(
        persona_version=version, project=project, temporary=temporary, archived_at=None
    )
    newest = there.order_by("-created_at").first()
    if newest is None or Message.objects.filter(conversation=newest, role=Role.USER).exists():
        return None
    return newest
