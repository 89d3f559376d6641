"""A conversation as a page shows it: the newest turns with the help cards and the learnt lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from companion import bodies, raising, rendering
from safety.levels import Level
from transcript.branches import ALONE, Versions
from transcript.models import Conversation, Event, EventKind, Message, Role

SHOWN, MOST = 50, 600


@dataclass(frozen=True)
class Turn:
    """One thing in the thread: a message, or (with `role` empty) a help card or the lines of what was `learned`. `day` is
    set on the first of its day; by `client` a tab knows its own line."""

    id: str
    role: str
    html: str
    at: datetime
    status: str = ""
    day: date | None = None
    learned: tuple[dict[str, Any], ...] = ()
    stands: Versions = ALONE
    memories: int = 0
    feedback: str = ""
    without_memory: bool = False
    client: str = ""
    notice: bool = False
    card: bool = False
    reply: str = ""
    """The reply that a card stands behind, where it is known."""
    topic: dict[str, Any] | None = None
    """What the reply raised, as its chips show it."""


BLANK = Turn("", "", "", datetime.min, "")
"""What the script fills in."""


@dataclass(frozen=True)
class Thread:
    """What a page shows of a conversation. Events after `seq` are not in it; `earlier` is the message before which older
    ones wait, "" at the beginning."""

    turns: tuple[Turn, ...]
    seq: int
    earlier: str


def thread(
    conversation: Conversation, now: datetime, before: UUID | None = None, at: UUID | None = None
) -> Thread:
    """The newest turns, as far back as the message `at`; or those before a message. `seq` is read first: what comes in
    between arrives again over the socket, and the page knows it by its id."""
    seq = Conversation.objects.values_list("seq", flat=True).get(pk=conversation.pk)
    rows = Message.objects.filter(conversation=conversation, live=True)
    upto = rows.filter(id=before).first() if before else None
    if upto is not None:
        rows = rows.filter(created_at__lt=upto.created_at)
    most = _enough_for(rows, at)
    newest = list(rows.order_by("-created_at", "-id")[: most + 1])
    messages = newest[:most][::-1]
    about = bodies.beside(conversation.id, messages)
    raised = raising.by_reply(
        conversation.user, [message.id for message in messages[-1:]]
    )  # the newest shows it
    turns = [replace(_turn(message, about), topic=raised.get(message.id)) for message in messages]
    if messages:
        turns += _asides(conversation, (messages[0].created_at, upto.created_at if upto else None), now)
    turns.sort(key=lambda turn: turn.at)
    return Thread(tuple(_with_days(_in_place(turns))), seq, str(messages[0].id) if len(newest) > most else "")


def _enough_for(rows: QuerySet[Message], at: UUID | None) -> int:
    """How many turns to show so that the message `at` is among them."""
    wanted = rows.filter(id=at).first() if at else None
    if wanted is None:
        return SHOWN
    return min(max(SHOWN, rows.filter(created_at__gte=wanted.created_at).count() + 3), MOST)


def _turn(message: Message, about: bodies.Beside) -> Turn:
    show = rendering.html if message.role == Role.COMPANION else rendering.plain
    return Turn(
        str(message.id),
        message.role,
        show(message.text),
        message.created_at,
        message.status,
        stands=about.versions.get(message.id, ALONE),
        memories=about.memories.get(message.id, 0),
        feedback=about.feedback.get(message.id, ""),
        without_memory=message.without_memory,
        client=str(message.client_id or ""),
    )


def _asides(
    conversation: Conversation, stretch: tuple[datetime, datetime | None], now: datetime
) -> list[Turn]:
    """The help cards of this stretch, as they are for this person and hour now, and what of the learnt still stands."""
    start, end = stretch
    kinds = (EventKind.NOTICE, EventKind.LEARNED)
    found = Event.objects.filter(conversation=conversation, kind__in=kinds, at__gte=start)
    events = list(found.filter(at__lt=end) if end is not None else found)
    items = bodies.learned_items(
        conversation.user, [event for event in events if event.kind == EventKind.LEARNED]
    )
    lines = [
        Turn(f"learned-{event.seq}", "", "", event.at, learned=tuple(items[event.seq]))
        for event in events
        if items.get(event.seq)
    ]
    cards = [event for event in events if event.data.get("kind") == "crisis"]
    stand = _standing({event.data["reply"] for event in cards if "reply" in event.data})
    return [*lines, *_told(conversation, events)] + [
        Turn(
            f"notice-{event.seq}",
            "",
            bodies.card_html(
                bodies.crisis_card(
                    conversation.user, Level(event.data["level"]), now, event.data.get("region")
                ),
                event.data.get("reply", ""),
            ),
            event.at,
            card=True,
            reply=event.data.get("reply", ""),
        )
        for event in cards
        if event.data.get("reply") in (None, *stand)
    ]


def _told(conversation: Conversation, events: Sequence[Event]) -> list[Turn]:
    """Notices in their place: at the beginning of a later session, and when a break was due. The first of a conversation stands
    over it anyway."""
    return [
        Turn(f"notice-{event.seq}", "", bodies.notice_html(conversation.user, event), event.at, notice=True)
        for event in events
        if event.data.get("kind") == "break" or (event.data.get("kind") == "ai" and event.data.get("again"))
    ]


def _standing(replies: set[str]) -> set[str]:
    """Of these replies, those still on the path: another version brings its own help card."""
    live = Message.objects.filter(id__in=replies, live=True).values_list("id", flat=True)
    return {str(key) for key in live}


@dataclass
class _Exchange:
    """Lines of the user's in a row, the answer to them, and what was told meanwhile."""

    lines: list[Turn] = field(default_factory=list)
    beside: list[Turn] = field(default_factory=list)

    @property
    def answered(self) -> bool:
        return bool(self.lines) and self.lines[-1].role == Role.COMPANION

    def in_order(self) -> list[Turn]:
        """What was learnt from an earlier line is told after the answer, not between a line and its answer; help stands right under
        it."""
        return [*self.lines, *sorted(self.beside, key=lambda turn: not turn.card)]

    @property
    def helped(self) -> bool:
        return any(turn.card for turn in self.beside)


def _in_place(turns: Sequence[Turn]) -> list[Turn]:
    """The turns, by time, each exchange with what belongs beside it."""
    exchanges = [_Exchange()]
    cards = {turn.reply: turn for turn in turns if turn.reply}
    shown = {turn.id for turn in turns if turn.role}
    for turn in turns:
        if not turn.role:
            if turn.reply not in shown:
                exchanges[-1].beside.append(turn)
            continue
        if exchanges[-1].answered or (exchanges[-1].beside and turn.role == Role.USER):
            exchanges.append(_Exchange())
        exchanges[-1].lines.append(turn)
        if turn.id in cards:  # whatever was said before the reply was finished
            exchanges[-1].beside.append(cards[turn.id])
    exchanges.insert(0, _Exchange())
    for earlier, exchange in reversed(list(pairwise(exchanges))):
        if exchange.helped:  # nothing else comes between danger and help, or right under it
            earlier.beside += [turn for turn in exchange.beside if turn.learned]
            exchange.beside = [turn for turn in exchange.beside if not turn.learned]
    return [turn for exchange in exchanges for turn in exchange.in_order()]


def _with_days(turns: Sequence[Turn]) -> list[Turn]:
    """The turns, each first of a day marked with it, in the active time zone."""
    marked, last = [], None
    for turn in turns:
        day = timezone.localtime(turn.at).date()
        marked.append(replace(turn, day=day if day != last else None))
        last = day
    return marked
