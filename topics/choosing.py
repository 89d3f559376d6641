"""What to do with the turn: follow what the user brings, nearly always; connect it with something they told before, now and
then; or open with one thing, at a greeting, in a lull or after a long silence. What may be opened is looked at again here, since
ranks are minutes old and a memory may be gone by now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from memory.keywords import words
from memory.models import Memory
from memory.policy import Kind, Use
from memory.recall import Hit, Recalled
from topics import offering, wording
from topics.filtering import bars_of, blocked
from topics.grounds import matter_words
from topics.models import Outcome, TopicChoice
from topics.moments import NEVER, UPSET, Moment, asked_enough, leads, occasion_of, stays
from topics.offering import Offer
from topics.ranking import Air, is_due, is_night
from transcript.models import Message, Role

APART = timedelta(hours=4)
A_DAY = 1
LET_LIE, LET_LIE_LONG = 3, 6
RESTS, RESTS_LONG = timedelta(days=3), timedelta(days=14)
"""After so many openers in a row that were not taken up, nothing is opened for so long."""
CONNECT_EVERY = 6
"""Replies of the companion between two moves that bring something in, within a talk."""
CONNECT_KINDS = (Kind.EVENT, Kind.MOMENT, Kind.PREFERENCE, Kind.PROJECT, Kind.PLAN, Kind.THREAD)
CONNECT_VECTOR, CONNECT_COVER, CONNECT_KEYWORD = 2.0, 0.25, 1.5
"""Evidence that two matters have to do with each other: near by meaning, and sharing words."""
CONNECT_RESTS = timedelta(days=7)


@dataclass(frozen=True)
class Choice:
    """`move` is follow, connect or open. `text` tells the prompt what to raise and its limit, `spoken` is the bare statement, for
    the voice without a model and for the log. `parts` says why. `state_only`: enough was asked lately, this reply asks nothing."""

    move: str
    candidate: UUID | None = None
    text: str = ""
    parts: dict[str, Any] = field(default_factory=dict)
    spoken: str = ""
    source: str = ""
    memory: UUID | None = None
    statement: str = ""
    """The same with its dates, for the log."""
    may_ask: bool = True
    """Whether it is something to ask about: a day of the calendar, or what is still ahead, is only said."""
    state_only: bool = False


@dataclass(frozen=True)
class Raised:
    """A move of lately that brought something in."""

    at: datetime
    move: str
    outcome: str
    conversation: UUID | None = None


def choose(user: User, recalled: Recalled | None, moment: Moment, now: datetime) -> Choice:
    """Decide the move for this turn. Writes nothing."""
    asked = asked_enough(moment.replies)
    if reason := stays(moment):
        return Choice("follow", parts={"why": reason}, state_only=asked)
    occasion = occasion_of(moment)
    if moment.away is None and not (occasion or moment.replies or leads(moment.text.strip())):
        moment = replace(moment, away=_away(user, moment.began or now))
        occasion = occasion_of(moment)
    hits = linking(recalled, moment) if not occasion and recalled is not None else []
    if not occasion and not hits:
        return Choice("follow", parts={"why": "user_leads"}, state_only=asked)
    lately = _lately(user, now)
    if occasion:
        if moment.away is None:  # somebody to whom something was raised is no stranger
            moment = replace(moment, away=timedelta(0) if lately else _away(user, moment.began or now))
        reason = may_not_open(moment, lately, now, user)
        choice = Choice("follow", parts={"why": reason}) if reason else _open(user, moment, occasion, now)
    else:
        choice = _connect(user, hits, moment, lately, now)
    return replace(choice, state_only=asked)


# -- deciding -----------------------------------------------------------------------------------------------------


def may_not_open(moment: Moment, lately: Sequence[Raised], now: datetime, user: User) -> str:
    """Why the caps forbid to open something, or ""."""
    if moment.away == NEVER:
        return "first_meeting"
    opened = [one.at for one in lately if one.move == "open"]
    return too_soon(opened, now, user) or let_lie(lately, now)


def too_soon(opened: Sequence[datetime], now: datetime, user: User) -> str:
    """Why the caps forbid another opener, or "": one in a day of the user's, and four hours apart."""
    today = now.astimezone(user.zone).date()
    if any(now - at < APART for at in opened):
        return "four_hours"
    return "one_a_day" if sum(at.astimezone(user.zone).date() == today for at in opened) >= A_DAY else ""


def let_lie(lately: Sequence[Raised], now: datetime) -> str:
    """Whether so many openers in a row were not taken up that the next waits. `lately` is newest first."""
    judged = [one for one in lately if one.move == "open" and one.outcome]
    row = next((n for n, one in enumerate(judged) if one.outcome == Outcome.TAKEN_UP), len(judged))
    rests = RESTS_LONG if row >= LET_LIE_LONG else RESTS if row >= LET_LIE else timedelta(0)
    return "let_lie" if row and now - judged[0].at < rests else ""


def pick(
    offers: Sequence[Offer], now: datetime, air: Air, occasion: str = "greeting", zone: tzinfo = UTC
) -> Choice:
    """The best of what may be raised. In the user's night only what is due; a thread that the user spoke of today is no
    news."""
    night = is_night(air.hour)
    scored = [
        (offer, offering.again(offer, now, air))
        for offer in offers
        if (is_due(offer.ground, now) or not night) and not _just_heard(offer, now)
    ]
    if not scored:
        return Choice("follow", parts={"why": "night" if night and offers else "nothing"})
    offer, _parts = max(scored, key=lambda pair: (pair[1]["total"], str(pair[0].candidate)))
    return of(offer, now, air, occasion, zone)


def of(offer: Offer, now: datetime, air: Air, occasion: str, zone: tzinfo) -> Choice:
    """The choice to open with this."""
    parts, ground = offering.again(offer, now, air), offer.ground
    line = wording.line(ground, now)
    told = {**parts, "occasion": occasion}
    asks = ground.source in ("thread", "promise") or ground.passed(now)
    spoken = wording.spoken(ground, now.astimezone(zone).date())
    return Choice(
        "open", offer.candidate, line, told, spoken, ground.source, ground.memory, ground.statement, asks
    )


def _just_heard(offer: Offer, now: datetime) -> bool:
    heard = offer.ground.heard
    return offer.ground.source == "thread" and heard is not None and now - heard < timedelta(hours=12)


def linking(recalled: Recalled, moment: Moment) -> list[Hit]:
    """What came to mind with the line, is sure, and has to do with it beyond likeness; best first. Nothing where the line itself
    asks for a memory: that is answered, not connected."""
    reading = recalled.reading
    if reading is not None and (reading.asks_memory or reading.wants_done or reading.asks):
        return []
    return [
        hit
        for hit in recalled.passive
        if hit.kind in CONNECT_KINDS and has_evidence(hit) and not _says(hit, moment)
    ]


def has_evidence(hit: Hit) -> bool:
    """Whether a hit is a fact that may be raised, and stands close to the line by meaning and by words."""
    near: Mapping[str, float] = hit.lanes
    words_agree = near.get("cover", 0.0) >= CONNECT_COVER or near.get("keyword", 0.0) >= CONNECT_KEYWORD
    sure = hit.label in ("fact", "plan") and hit.use in (Use.FREELY, Use.RELEVANT)
    return sure and near.get("vector", 0.0) >= CONNECT_VECTOR and words_agree


def _says(hit: Hit, moment: Moment) -> bool:
    """Whether the talk says it already."""
    said = moment.words | frozenset(words(moment.text))
    mine = matter_words(hit.statement)
    return bool(mine) and len(mine & said) / len(mine) >= 0.8


# -- looking it up ------------------------------------------------------------------------------------------------


def _away(user: User, began: datetime) -> timedelta:
    """How long the user had been away when a talk began."""
    before = Message.objects.for_user(user).filter(role=Role.USER, created_at__lt=began)
    last = before.order_by("-created_at").values_list("created_at", flat=True).first()
    return NEVER if last is None else began - last


def _lately(user: User, now: datetime) -> list[Raised]:
    """The last moves that brought something in, newest first."""
    rows = (
        TopicChoice.objects.for_user(user).exclude(move="follow").filter(at__gt=now - RESTS_LONG, at__lte=now)
    )
    return [
        Raised(*one)
        for one in rows.order_by("-at").values_list("at", "move", "outcome", "conversation_id")[:40]
    ]


def _open(user: User, moment: Moment, occasion: str, now: datetime) -> Choice:
    air = Air(now.astimezone(user.zone).hour, max(moment.mood.valence, moment.felt or 0.0), moment.words)
    return pick(offering.offers(user, now, aside=moment.aside), now, air, occasion, user.zone)


def _connect(
    user: User, hits: Sequence[Hit], moment: Moment, lately: Sequence[Raised], now: datetime
) -> Choice:
    """Link the line with the best of these, if nothing was brought in lately and it was not on the table anyway."""
    here = [one.at for one in lately if one.conversation == moment.conversation]
    since = sum(1 for at, _asked in moment.replies if not here or at > here[0])
    if (here and since < CONNECT_EVERY) or len(moment.replies) < 1:
        return Choice("follow", parts={"why": "user_leads"})
    calm = Q(valence__isnull=True) | Q(valence__gte=UPSET)
    rows = Memory.objects.for_user(user).filter(calm, id__in=[hit.id for hit in hits])
    rows = rows.filter(recorded_at__lt=moment.began or now).exclude(last_used__gt=now - CONNECT_RESTS)
    fresh = set(rows.values_list("id", flat=True))
    grounds = [offering.shared(hit) for hit in hits if hit.id in fresh]
    bars = replace(bars_of(user, grounds), aside=moment.aside)
    free = {ground.memory: ground for ground in grounds if not blocked(ground, now, bars)}
    for hit in hits:
        if hit.id in free:
            parts = {"vector": hit.lanes.get("vector", 0.0), "cover": hit.lanes.get("cover", 0.0)}
            return Choice("connect", None, wording.line(free[hit.id], now), parts, "", "shared", hit.id)
    return Choice("follow", parts={"why": "user_leads"})
