"""Writing first, carried out: plans are made and sent by the worker, each sent once however often a worker dies in between.

A plan is a row; sending it makes the message, closes the row and marks the conversation unread in one transaction that looks at
the world again. Mail goes out after that, by its own column, and carries no content.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.age import doubting
from accounts.models import User
from companion import conversations, raising
from companion.broadcast import announce_from_sync
from memory.standing import lock
from persona import offline as composer
from persona.characters import Character, character_of
from safety import attendance, risk
from safety.levels import Level
from safety.pipeline import passed
from topics import choosing, offering, reaching
from topics.choosing import Choice
from topics.models import Reachout, ReachoutState
from topics.offering import Offer
from topics.ranking import Air
from transcript import finding
from transcript.models import Conversation, EventKind, Message, Role, Status, record

MAIL_STALE = timedelta(hours=12)


def plan_waiting(now: datetime) -> int:
    """Plan today's messages of everybody who lets the companion write; how many were planned."""
    return sum(1 for user in reaching.wanting().iterator() if _plan(user, now))


def _plan(user: User, now: datetime) -> bool:
    if reaching.is_planned(user, now.astimezone(user.zone).date()):
        return False  # before everything of theirs is ranked anew
    offering.refresh(user, now)
    return reaching.plan(user, now, careful=_careful(user, now)) is not None


def _careful(user: User, now: datetime) -> bool:
    """Nobody is written to who is at risk, who rests from all this, or who may be under age."""
    if doubting.is_open(user) or attendance.resting_until(user, now) is not None:
        return True
    return risk.level(user, now) >= Level.R2


def send_waiting(now: datetime) -> int:
    """Send what is due; how many were sent."""
    sent = 0
    for key in list(reaching.due(now).values_list("id", flat=True)[:200]):
        conversation = send(key, now)
        if conversation is not None:
            announce_from_sync(conversation)
            sent += 1
    return sent


def send(reachout: UUID, now: datetime) -> UUID | None:
    """Send one planned message, or drop it with its reason; the conversation it went to. Safe to run twice, and beside another
    worker: the row is taken under its lock, and message and row change in one transaction."""
    found = Reachout.objects.filter(id=reachout).select_related("user").first()
    if found is None:
        return None
    user = found.user
    with transaction.atomic():
        lock(user)
        row = (
            Reachout.objects.select_for_update(no_key=True)
            .filter(id=reachout, state=ReachoutState.PLANNED)
            .first()
        )
        if row is None:
            return None
        offer, reason = _fitting(user, row, now)
        if offer is None:
            row.state, row.reason = ReachoutState.DROPPED, reason
            row.save(update_fields=["state", "reason"])
            return None
        message = _write(user, offer, now)
        row.state, row.sent_at, row.message = ReachoutState.SENT, now, message
        wanted = reaching.settings_of(user)
        row.mail = "due" if wanted is not None and wanted.by_mail and reaching.may_mail(user) else ""
        row.save(update_fields=["state", "sent_at", "message", "mail"])
    return message.conversation_id


def _fitting(user: User, row: Reachout, now: datetime) -> tuple[Offer | None, str]:
    """What a plan still says, looked at again; else why it is dropped."""
    local = now.astimezone(user.zone).date()
    if local != row.day or now - row.planned_for > reaching.STALE:
        return None, "day"
    standing = reaching.standing_of(user, now, _careful(user, now))
    if reason := reaching.may_not_write(standing, user, now):
        return None, reason
    away = now - standing.spoke if standing.spoke else timedelta(0)
    offers = [one for one in offering.offers(user, now) if one.candidate == row.candidate_id]
    fitting = [one for one in offers if reaching.worth(one, now, away)]
    return (fitting[0], "") if fitting else (None, "gone")


def _write(user: User, offer: Offer, now: datetime) -> Message:
    """The message, where the user left off. Call under the user's lock."""
    talk = conversations.to_write_in(user, now)
    talk = Conversation.objects.select_for_update(no_key=True).get(id=talk.id)
    character = character_of(talk.persona_version)
    air = Air(now.astimezone(user.zone).hour)
    choice = choosing.of(offer, now, air, "wrote_first", user.zone)
    text = passed(words(character, choice, user, now), character.lang)
    message = Message.objects.create(
        user=user,
        conversation=talk,
        role=Role.COMPANION,
        text=text,
        lang=character.lang,
        status=Status.COMPLETE,
        parent=Message.objects.filter(conversation=talk, live=True).order_by("-created_at", "-id").first(),
        created_at=now,
    )
    finding.index(message, text, now)
    record(talk, EventKind.FINISHED, now, message)
    raising.keep(user, message, choice, now)
    Conversation.objects.filter(id=talk.id).update(last_message_at=now, unread_at=now, worked_out_at=None)
    return message


def words(character: Character, choice: Choice, user: User, now: datetime) -> str:
    """What is written: a greeting for the hour and the topic, in the character's own lines. Nothing that asks for an answer."""
    local = now.astimezone(user.zone)
    seed = str(local.date())
    spoken = composer.greet(character, local.hour, choice.spoken, seed=seed, topic_of_day=not choice.may_ask)
    return spoken.text


def seen(user: User, conversation: UUID) -> None:
    """The user looked."""
    Conversation.objects.filter(user=user, id=conversation).exclude(unread_at=None).update(unread_at=None)


# -- mail ---------------------------------------------------------------------------------------------------------


def mail_waiting(now: datetime) -> int:
    """Send the mails that are due; how many went out. A mail is claimed before it is sent: a worker that dies in between costs one,
    and never sends two."""
    sent = 0
    rows = Reachout.objects.filter(mail="due", state=ReachoutState.SENT)
    for row in rows.select_related("user", "message")[:200]:
        if not Reachout.objects.filter(id=row.id, mail="due").update(mail="sent"):
            continue
        if (
            row.sent_at is None
            or now - row.sent_at > MAIL_STALE
            or row.answered_at
            or not row.user.is_staying
            or not reaching.may_mail(row.user)
            or row.user.age_doubted_at
            or attendance.resting_until(row.user, now)
        ):
            continue
        sent += _mail(row)
    return sent


def _mail(row: Reachout) -> int:
    with translation.override(row.user.language):
        subject = _("有一条新消息")
        body = _(
            "你的陪伴者给你留了一条消息，登录后可以看到。内容不会写在邮件里。\n\n%(link)s\n\n不想再收到：在「话题」页面关掉邮件，或关掉主动来信。\n%(page)s"
        ) % {"link": settings.SITE_URL + "/", "page": settings.SITE_URL + reverse("topics")}
    try:
        return send_mail(subject, body, None, [row.user.email], fail_silently=False)
    except (
        OSError
    ):  # smtplib's errors are OSErrors; the message waits in the chat anyway, and nobody is told twice
        Reachout.objects.filter(id=row.id).update(mail="failed")
        return 0
