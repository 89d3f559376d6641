"""Words that no model makes: the reply in a crisis, and the offline voice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from accounts.age import doubting
from accounts.models import User
from companion import whereabouts
from companion.heard import Heard, Ready
from companion.whereabouts import Where
from memory.extraction.sentences import language
from persona import kinds
from persona import offline as composer
from safety import answering, contract, matters, risk, sounding
from safety.asked import kind
from safety.contact import notifying
from safety.contract import CrisisReply
from safety.levels import Assessment, Flag, Level
from transcript.models import Message, Role
from transcript.mood import mood

REMEMBERED_LINES = 20
"""The offline voice doesn't repeat a line within this many turns."""


def prepared(ready: Ready) -> CrisisReply | None:
    """The fixed reply that is due for this line whoever else could speak: at R2 and above, for someone else in danger,
    and the one gentle check of hopelessness. None lets the companion speak freely."""
    heard = ready.heard
    before = "\n".join(line.text for line in heard.sitting.lines if line.role == Role.USER)
    checked = heard.careful or bool(heard.asked.chain) or matters.goes_on(heard.asked.said)
    fears = matters.fears_for_baby(heard.text, heard.assessment, before)
    assessment = _of_fear(heard.assessment) if fears else heard.assessment
    instead = (
        ("baby_now" if fears and heard.level == Level.R4 else "")
        or answering.instead(assessment, heard.asked, leaving=heard.leaving)
        or answering.first_of_another(assessment, heard.text, heard.asked.chain)
        or matters.first(
            heard.text,
            assessment,
            heard.asked.said,
            by_rules=ready.provider is None or heard.asked.lately,
            before=before,
        )
        or _for_a_child(ready)
    )
    if not instead and ready.follow_up and doubting.is_open(heard.user):
        return ready.follow_up  # a model talks with adults alone
    if not (instead or _is_due(assessment, checked=checked)):
        return None
    where = whereabouts.of(heard)
    used = (risk.last_template(heard.user), *heard.asked.said)
    reply = contract.reply_for(assessment.level, assessment.flags, heard.lang, where.region, used, instead)
    if reply is None:
        return None
    return replace(reply, notes=(*reply.notes, *_notes(heard, where, fears=fears)))


def _notes(heard: Heard, where: Where, *, fears: bool) -> tuple[str, ...]:
    """What follows a fixed reply in bubbles of their own: how to see to a child, what was asked of the house, what to tell an
    ambulance, whose number it is."""
    if fears and heard.level < Level.R4:
        return (contract.follow_up(matters.Matter.BABY, heard.lang, where.region).text,)
    if heard.level < Level.R2:
        return where.notes(heard.lang)
    return contract.asides_for(matters.asked_beside(heard.text, heard.assessment), heard.lang)


def _for_a_child(ready: Ready) -> str:
    """The family of templates for a line that was taken from somebody whose age is in doubt and is owed no other answer."""
    heard = ready.heard
    owed = (
        heard.level >= Level.R2
        or Flag.THIRD_PARTY in heard.assessment.flags
        or heard.leaving
        or ready.follow_up
    )
    if owed or not doubting.is_open(heard.user):
        return ""
    nearer = matters.comes_nearer(heard.text, heard.asked.said)
    return nearer or (matters.STAY if matters.goes_on(heard.asked.said) else matters.Matter.MINOR)


def _of_fear(assessment: Assessment) -> Assessment:
    """A fear to hurt one's own baby is no rage at anybody."""
    return replace(assessment, flags=assessment.flags - {Flag.HARM_OTHERS})


def fixed(user: User, assessment: Assessment, lang: str, instead: str = "") -> CrisisReply | None:
    """The same for a line that was judged, whatever was said before it. `instead`: another family of templates that is due."""
    if not (instead or _is_due(assessment)):
        return None
    used = (risk.last_template(user),)
    return contract.reply_for(assessment.level, assessment.flags, lang, whereabouts.own(user), used, instead)


def _is_due(assessment: Assessment, *, checked: bool = False) -> bool:
    """`checked`: the gentle question of who sounds hopeless was asked lately."""
    return (
        assessment.level >= Level.R2
        or Flag.THIRD_PARTY in assessment.flags
        or (contract.needs_check(assessment) and not checked)
    )


def crisis(ready: Ready, reply: CrisisReply, now: datetime) -> tuple[str, str]:
    """(template id, text) of a fixed reply; remembered, so that the next is not the same block again."""
    user, message = ready.heard.user, ready.heard.message
    risk.used_template(user, reply.template_id, now)
    if Flag.MINOR in ready.heard.assessment.flags or kind(reply.template_id) in matters.OF_CHILDREN:
        doubting.doubt(user, now)
    told = contract.contact_note(notifying.told(user, message.id), ready.heard.lang)
    return reply.template_id, "\n\n".join((reply.text, *told, *reply.notes))


def offline(ready: Ready, now: datetime) -> tuple[str, str]:
    """(line ids, text) of the offline voice for this turn."""
    heard, recalled = ready.heard, ready.recalled
    found = sorted(
        [*recalled.passive, *(hit for hit in recalled.active if hit.lanes)],
        key=lambda hit: hit.score,
        reverse=True,
    )
    used = Message.objects.filter(conversation=heard.message.conversation_id, role=Role.COMPANION)
    spoken = composer.speak(
        heard.character,
        composer.Situation(
            text=heard.text,
            lang=heard.lang,
            valence=min(heard.mood.valence, _LOW) if sounding.sounds_low(heard.text) else heard.mood.valence,
            hour=now.astimezone(heard.user.zone).hour,
            leaving=heard.leaving,
            asks_if_human=heard.asks_if_human,
            asks_memory=bool(recalled.reading and recalled.reading.asks_memory),
            asks=bool(recalled.reading and recalled.reading.asks),
            wants_done=bool(recalled.reading and recalled.reading.wants_done),
            nothing_found=recalled.nothing_found,
            facts=tuple(
                composer.Fact(hit.statement, hit.subject, hit.attribute, hit.value, hit.label)
                for hit in (*found, *(hit for hit in recalled.active if not hit.lanes))
            ),
            found=len(found),
            slots=recalled.reading.slots if recalled.reading else (),
            topic=ready.choice.spoken,
            topic_of_day=not ready.choice.may_ask,
            states_only=ready.choice.state_only,
            sober=_is_sober(heard),
            own=next((hit.statement for hit in recalled.own if language(hit.statement) == heard.lang), ""),
            quote=next((quote.own for quote in ready.quoted if quote.own), ""),
            before=next((line.text for line in reversed(heard.sitting.lines) if line.role == Role.USER), ""),
            used=tuple(
                used.exclude(template_id="")
                .order_by("-created_at")
                .values_list("template_id", flat=True)[:REMEMBERED_LINES]
            ),
        ),
    )
    asked = f"{'' if heard.lang == 'zh' else ' '}{ready.question.spoken}" if ready.question else ""
    return spoken.line_id, f"{spoken.text}{asked}"


_LOW = -0.3
"""The mood of a line that sounds of distress, whatever its words are worth one by one."""
_SAD = -0.8
"""The mood of a line after which a quip hurts."""
_WEIGHTY = frozenset(("r1", "anger"))
_STILL_HEAVY = 3
"""Lines of the user's that what weighed on them is remembered for."""


def _is_sober(heard: Heard) -> bool:
    """Whether this line, or one a moment ago, is heavy."""
    lines = [line.text for line in heard.sitting.lines if line.role == Role.USER][-_STILL_HEAVY:]
    if Flag.HARM_OTHERS in heard.assessment.flags or any(
        kind(one) in _WEIGHTY or answering.is_of_another(one) for one in heard.asked.said[:_STILL_HEAVY]
    ):
        return True
    if any(mood(line).valence <= _SAD for line in lines[-2:]):
        return True
    return any(kinds.weighs(line) or sounding.sounds_low(line) for line in (*lines, heard.text))


def paced(text: str, size: int = 6) -> Iterator[str]:
    """Short pieces, so that the offline voice arrives by the same road as a model's."""
    for start in range(0, len(text), size):
        yield text[start : start + size]
