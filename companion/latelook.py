"""Opinions that came after the reply, or are still to come: a row per line is asked again until there is an opinion, and what it
raises then is answered by a message of its own.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import connection, transaction

from companion import keeping, providers, voicing
from companion.broadcast import announce_from_sync
from companion.hearing import after, latest
from companion.secondlook import (
    AGAIN_FIRST,
    Asked,
    Judged,
    asking,
    line_of,
    opinion_on,
    settled,
    take,
    too_late_to_lower,
)
from companion.sitting import sitting_before
from llm.provider import Purpose
from memory.standing import lock
from safety import contract, risk
from safety.assessing import assess
from safety.contact import notifying
from safety.judging import RiskOpinion, Spoken
from safety.levels import Assessment, Level, Reason
from safety.models import RiskCheck
from safety.pipeline import passed
from transcript import finding
from transcript.models import Conversation, EventKind, Message, Role, Status, record

AGAIN_LATER, TRIES_MOST = timedelta(minutes=5), 3
STALE = timedelta(minutes=30)
"""An opinion that comes later than this moves the user's state; nothing is said of the line any more."""
AT_ONCE = 20


def look_again(now: datetime) -> int:
    """Ask about the lines whose opinion is outstanding; how many were settled. Safe beside another worker. A judge that gives no
    answer is let be until the next run: each wait for it would keep the other lines waiting too."""
    done_now = 0
    for check in list(RiskCheck.objects.due(now).order_by("due_at")[:AT_ONCE]):
        done = _again(check, now)
        if done is None:
            break
        done_now += done
    return done_now


def _again(check: RiskCheck, now: datetime) -> int | None:
    """1 when the line is settled, 0 when it waits or is let go, None when the judge is away."""
    wait = AGAIN_FIRST if check.tries < 2 else AGAIN_LATER
    claimed = RiskCheck.objects.filter(id=check.id, due_at=check.due_at)
    if not claimed.update(due_at=now + wait, tries=check.tries + 1):
        return 0
    line = Message.objects.select_related("user", "conversation").filter(id=check.id, deleted_at=None).first()
    provider = providers.for_user(check.user, Purpose.JUDGE) if line else None
    if line is None or provider is None or check.tries >= TRIES_MOST:
        RiskCheck.objects.filter(id=check.id).delete()
        if line is not None and provider is not None:
            rules = _rules(line)
            with transaction.atomic():
                risk.note(line.user, line_of(line), rules, Reason.FAILED)
        return 0
    talk = [Spoken(one.role == Role.USER, one.text) for one in sitting_before(line.user, line).lines]
    asked = asking(line.user, line, _rules(line), talk, provider)
    if not connection.in_atomic_block:
        connection.close()  # the answer may take long, and must not keep a connection of the pool
    began = time.monotonic()
    opinion = opinion_on(asked)
    if opinion is None:
        return None
    return int(settle_late(asked, opinion, now, round(1000 * (time.monotonic() - began))))


def _rules(line: Message) -> Assessment:
    return replace(assess(line.text), level=Level(line.risk_level))


def settle_late(asked: Asked, opinion: RiskOpinion, now: datetime, took_ms: int = 0) -> bool:
    """An opinion that came after the reply: what it raises is said in a message of its own, with the card. False while another reply
    is on its way: the question waits."""
    judged = too_late_to_lower(asked, settled(asked, opinion, took_ms))
    said = None
    with transaction.atomic():
        lock(asked.user)
        line = Message.objects.filter(id=asked.line.id, user=asked.user).first()
        talk = (
            Conversation.objects.select_for_update(no_key=True)
            .filter(id=line.conversation_id, deleted_at=None)
            .first()
            if line
            else None
        )
        if line is not None and talk is not None and keeping.is_running(talk):
            return False
        if (
            take(asked.user, judged, now)
            and line is not None
            and talk is not None
            and judged.reason is Reason.RAISED
        ):
            said = _say(talk, line, judged, now)
    if said is not None:
        announce_from_sync(said.conversation_id)
    return True


def _say(talk: Conversation, line: Message, judged: Judged, now: datetime) -> Message | None:
    """The fixed words and the card, after what was said meanwhile; None where they come too late or were given since."""
    level = judged.assessment.level
    since = Message.objects.filter(conversation=talk, live=True, created_at__gt=line.created_at)
    answered = since.filter(role=Role.COMPANION, risk_level__gte=Level.R2, model="safety").exists()
    if level < Level.R2 or now - line.created_at > STALE or answered or not line.live:
        return None
    user, lang = line.user, line.lang or "zh"
    reply = voicing.fixed(user, judged.assessment, lang)
    last = latest(talk)
    if reply is None or last is None:
        return None
    risk.used_template(user, reply.template_id, now)
    told = contract.contact_note(notifying.told(user, line.id), lang)
    text = passed("\n\n".join((reply.text, *told, *reply.notes)), lang, level)
    message = Message.objects.create(
        user=user, conversation=talk, role=Role.COMPANION, text=text, lang=lang, status=Status.COMPLETE, parent=last,
        created_at=after(last, now), risk_level=int(level), template_id=reply.template_id, model="safety",
    )  # fmt: skip
    finding.index(message, text, now)
    record(talk, EventKind.FINISHED, now, message)
    keeping.hand_over_card(message, level, judged.line, now)
    Conversation.objects.filter(id=talk.id).update(last_message_at=now, worked_out_at=None)
    return message
