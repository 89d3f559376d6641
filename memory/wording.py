"""A memory's kind, certainty and time in the words a user reads, in the active language and zone."""

from __future__ import annotations

from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from memory.models import Memory
from memory.policy import Kind
from memory.states import KIND_NAMES, OPEN_STATUSES, Phase, Source, Status
from memory.understanding.dependants import DOUBTED

SURE, LIKELY = 0.9, 0.7
"""Confidence from which a memory is called certain, and from which likely."""


def kind_name(kind: str) -> str:
    return str(KIND_NAMES[Kind(kind)])


CLOSED = {
    "corrected": lazy("更正了"),
    "merged": lazy("合并了"),
    "edited": lazy("改过了"),
    "ended": lazy("结束了"),
}
"""How a row came to be closed, where that says more than its state: what was an error was never true."""


def certainty(row: Memory) -> str:
    """How sure the product is, in words."""
    if row.status not in OPEN_STATUSES:
        return str(CLOSED[row.reason] if row.reason in CLOSED else Status(row.status).label)
    if row.status == Status.CONFLICTED:
        return _("说法不一")
    if row.status == Status.PENDING and row.reason == DOUBTED:
        return _("别的事变了，这条还对吗？")
    if row.status == Status.PENDING and row.source == Source.IMPORTED:
        return str(Status.PENDING.label)
    if row.status == Status.PENDING or row.confidence < LIKELY:
        return _("只是猜测")
    return _("很确定") if row.confidence >= SURE else _("大概")


def holds(row: Memory) -> str:
    """When it is or was so, in the active zone and language; "" when it has no time of its own."""
    state = Phase(row.phase).label if row.phase and row.phase != Phase.OPEN else ""
    if row.true_from is None:
        return str(state)
    when = _when(row.true_from, row.true_until, row.precision)
    return f"{when} · {state}" if state else when


def _when(start: datetime, end: datetime | None, precision: str) -> str:
    first = timezone.localtime(start)
    if precision in ("minute", "hour"):
        return f"{formats.date_format(first, 'DATE_FORMAT')} {formats.time_format(first, 'H:i')}"
    if precision == "year":
        return formats.date_format(first, _("Y年"))
    if precision == "month":
        return formats.date_format(first, "YEAR_MONTH_FORMAT")
    begin = formats.date_format(first, "DATE_FORMAT")
    if end is None:
        return _("从 %(begin)s 起") % {"begin": begin}
    last = timezone.localtime(end)
    if last.date() <= first.date():
        return begin
    return _("%(begin)s 到 %(end)s") % {"begin": begin, "end": formats.date_format(last, "DATE_FORMAT")}
