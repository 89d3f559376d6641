"""What is written down of a line at risk, and the counters of the reports. No function here is given a word that was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from safety.levels import Assessment, Level, Reason
from safety.models import RiskCount, RiskEvent
from safety.models.risk import EVENTS_KEPT, RULES_MOST
from safety.unlinking import mark


@dataclass(frozen=True)
class Line:
    """A line by its id: when it came, its language (`zh` or `en`), who judged it and how long that took."""

    id: UUID
    at: datetime
    lang: str
    judge: str = ""
    took_ms: int = 0


def keep(user: UUID, line: Line, assessment: Assessment, reason: Reason) -> None:
    """The event of a line; a line that is judged again has one all the same. Call in a transaction."""
    fields = {
        "at": line.at,
        "who": mark("user", user, line.at),
        "level": int(assessment.level),
        "language": line.lang,
        "flags": sorted(flag.value for flag in assessment.flags),
        "rules": list(assessment.rules[:RULES_MOST]),
        "reason": reason,
        "judge": line.judge[:64],
        "latency_ms": line.took_ms,
    }
    key = mark("line", line.id, line.at)
    known = RiskEvent.objects.select_for_update(no_key=True).filter(line=key).first()
    if known is None:
        made = RiskEvent.objects.create(line=key, **fields)
        _count(made, {"events": 1})
        return
    _count(known, _all_of(known, -1))
    RiskEvent.objects.filter(id=known.id).update(**fields)
    _count(RiskEvent.objects.get(id=known.id), _all_of(known, 1))


def replied(line: Line, template: str, lines_shown: Sequence[str] | None = None) -> None:
    """The fixed reply that was given, and the help lines on the card beside it; None for a reply without a card."""
    with transaction.atomic():
        row = _find(line.id, line.at)
        if row is None:
            return
        row.template = template[:48] or row.template
        first = lines_shown is not None and not row.card_shown
        if lines_shown is not None:
            row.lines_shown, row.card_shown = list(lines_shown[:16]), True
        row.save(update_fields=["template", "lines_shown", "card_shown"])
        if first:
            _count(row, {"referrals": 1})


def clicked(line: UUID, at: datetime) -> bool:
    """A number on the line's card was pressed; False when nothing is known of it. Twice is once."""
    with transaction.atomic():
        row = _find(line, at)
        if row is None or not row.card_shown:
            return False
        if not row.card_clicked:
            row.card_clicked = True
            row.save(update_fields=["card_clicked"])
            _count(row, {"clicks": 1})
    return True


def contacted(line: UUID, at: datetime, how: str) -> None:
    """How far the message to the emergency contact went."""
    RiskEvent.objects.filter(line=mark("line", line, at)).update(contact=how)


def purge(now: datetime) -> int:
    """Events are kept for 180 days, the counters for ever."""
    return RiskEvent.objects.filter(at__lt=now - EVENTS_KEPT).delete()[0]


def _find(line: UUID, at: datetime) -> RiskEvent | None:
    return RiskEvent.objects.select_for_update(no_key=True).filter(line=mark("line", line, at)).first()


def _all_of(row: RiskEvent, sign: int) -> dict[str, int]:
    counts = {"events": 1, "referrals": int(row.card_shown), "clicks": int(row.card_clicked)}
    return {name: sign * count for name, count in counts.items() if count}


def _count(row: RiskEvent, by: dict[str, int]) -> None:
    if row.level == Level.R0 and not row.flags:
        return  # a judge that was late is no event of risk
    day = row.at.astimezone(UTC).date()
    for flag in ("", *row.flags):
        place: dict[str, Any] = {"day": day, "level": row.level, "language": row.language, "flag": flag}
        RiskCount.objects.get_or_create(**place)
        RiskCount.objects.filter(**place).update(**{name: F(name) + count for name, count in by.items()})
