"""What a change makes doubtful: she sold the car, so the commute, the insurance and the parking are to be confirmed.

Three kinds of ties: what was concluded from the changed fact or told as part of it, slots that stand and fall together,
and matters that go with a thing. Nothing is deleted and nothing is decided: the rows wait in 待确认.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.models import User
from memory.candidates import USER, Candidate, Operation
from memory.history import Change, close, snapshot, transition
from memory.marks import subject_key
from memory.models import Derivation, Memory, Relation
from memory.policy import Kind
from memory.states import OPEN_STATUSES, RelationKind, Source, Status, TransitionKind

SLOTS: dict[str, frozenset[str]] = {
    "city": frozenset({"place_live", "work_city"}),
    "employer": frozenset({"position", "work_city"}),
    "school": frozenset({"major"}),
}
"""Attributes of the same person that stand or fall with another."""
GOES_WITH: tuple[tuple[str, str], ...] = (
    (
        r"车(?!站|票|厘子|祸|间)|汽车|轿车|电动车|摩托|特斯拉|比亚迪|\bcar\b|\bvan\b|\bmotorbike\b|\btesla\b",
        r"开车|车险|停车|车位|加油|车贷|保养|年检|洗车|\bdriv(?:e|es|ing)\b|\bcar insurance\b|\bparking\b|\bpetrol\b|\bgas\b|\bcar loan\b",
    ),
    (r"房子|公寓|套房|\bflat\b|\bhouse\b|\bapartment\b", r"房贷|物业|装修|房租|邻居|\bmortgage\b|\brent\b|\bneighbou?r|\brenovat"),
    (
        r"工作|公司|上班|职位|\bjob\b|\bwork\b",
        r"上班|下班|通勤|同事|老板|上司|领导|加班|工位|\bcommut|\bcolleague|\bcoworker|\bboss\b|\bmanager\b|\bovertime\b",
    ),
    (r"学校|上学|大学|高中|\bschool\b|\buniversity\b|\bcollege\b", r"室友|舍友|宿舍|导师|班主任|同桌|食堂|\broommate|\bdorm|\btutor\b|\bclassmate"),
    (r"男朋友|女朋友|男友|女友|老公|老婆|对象|未婚|\b(?:boy|girl)friend\b|\bhusband\b|\bwife\b|\bpartner\b|\bfianc", r"纪念日|婚礼|蜜月|见家长|同居|\banniversary\b|\bwedding\b|\bhoneymoon\b|\bliving together\b"),
    (r"[猫狗]|宠物|\bcat\b|\bdog\b|\bpet\b", r"猫粮|狗粮|遛狗|铲屎|猫砂|打疫苗|驱虫|\blitter\b|\bwalk(?:s|ing)? the dog\b|\bvet\b|\bkibble\b"),
)  # fmt: skip
"""Words for a thing that can go, and for what goes with it. Places: a home that moves makes the way to work doubtful."""
MOVES = re.compile(
    r"通勤|地铁|公交|房租|房东|邻居|健身房|\bcommut|\brent\b|\blandlord\b|\bneighbou?r|\bgym\b", re.IGNORECASE
)
DOUBTED = "depends_on_changed"
LASTING = (Kind.IDENTITY, Kind.PREFERENCE, Kind.PERSON, Kind.THREAD, Kind.PLAN, Kind.INSIGHT)
"""What can be doubtful: an event that happened did happen, whatever changed since."""
MOST = 20
THINGS = {"job": "工作", "employer": "工作", "school": "学校", "status": "", "pet": "宠物"}
_CAN_END = frozenset({"item_has", "pet", "job", "employer", "school", "city", "place_live", "relation"})
_ENDINGS = (
    ("item_has", re.compile(r"卖[掉了]|卖给|报废|被偷|弄丢|退租|\bsold\b|\bgot rid of\b|\bscrapped\b|\bstolen\b", re.IGNORECASE)),
    ("job", re.compile(r"离职|辞职|辞了|被裁|失业|退休|\bquit my job\b|\bresigned\b|\blaid off\b|\bretired\b", re.IGNORECASE)),
    ("school", re.compile(r"毕业了|退学|休学|\bgraduated\b|\bdropped out\b", re.IGNORECASE)),
    ("relation", re.compile(r"分手|离婚|\bbroke up\b|\bdivorced\b|\bsplit up\b", re.IGNORECASE)),
)  # fmt: skip
"""Events after which something is no more, and what that was."""
_PARTNER = re.compile(
    r"男朋友|女朋友|男友|女友|对象|老公|老婆|爱人|未婚|\b(?:boy|girl)friend\b|\bpartner\b|\bhusband\b|\bwife\b|\bfianc",
    re.IGNORECASE,
)
NOBODY = UUID(int=0)
_CLOSES = {"job": ("employer", "position", "job"), "school": ("school",)}
"""What an ending of the user's own closes outright: who has left a job works there no more."""


@dataclass(frozen=True)
class Fact:
    """What the decision looks at of a memory."""

    id: UUID
    kind: str
    subject: str
    attribute: str
    value: str
    statement: str


def ends(candidate: Candidate) -> Fact | None:
    """The fact that a claim says holds no more, or None. Pure. What nobody had written down before counts too: whoever
    sells a car had one."""
    gone = candidate.operation in (Operation.CHANGE, Operation.END) or candidate.polarity < 0
    if candidate.attribute in _CAN_END and gone:
        return _claimed(candidate, candidate.attribute)
    if candidate.kind is Kind.EVENT and candidate.subject == USER:
        for attribute, pattern in _ENDINGS:
            if pattern.search(candidate.quote):
                return _claimed(candidate, attribute)
    return None


def _claimed(candidate: Candidate, attribute: str) -> Fact:
    return Fact(NOBODY, candidate.kind, candidate.subject, attribute, candidate.value, candidate.quote)


def depends(changed: Fact, other: Fact) -> bool:
    """Whether a change of one makes the other doubtful, by their words. Pure."""
    same = subject_key(changed.subject) == subject_key(other.subject)
    if other.id == changed.id or not same or not _can_be_doubtful(other):
        return False
    if other.attribute in SLOTS.get(changed.attribute, ()):
        return True
    told = f"{other.value} {other.statement}"
    if changed.attribute in ("city", "place_live"):
        return bool(MOVES.search(told))
    thing = f"{THINGS.get(changed.attribute, '')} {changed.value} {changed.statement}"
    return any(
        re.search(goes, thing, re.IGNORECASE) and re.search(along, told, re.IGNORECASE)
        for goes, along in GOES_WITH
    )


def _can_be_doubtful(other: Fact) -> bool:
    if other.kind == Kind.PREFERENCE:  # who likes to drive still does without a car
        return other.attribute in ("habit", "item_has", "note")
    return other.kind in LASTING


def over(user: User, candidate: Candidate, message: UUID, now: datetime) -> list[Memory]:
    """Close what an event of the user's ended (离职, graduated); the rows. They stay as the past. Call under the lock."""
    if candidate.kind is not Kind.EVENT or candidate.subject != USER:
        return []
    ended = next((_CLOSES.get(name, ()) for name, pattern in _ENDINGS if pattern.search(candidate.quote)), ())
    rows = Memory.objects.for_user(user).filter(
        kind=Kind.IDENTITY, attribute__in=ended, status__in=OPEN_STATUSES, polarity=1
    )
    closed = []
    for row in rows.exclude(evidence__message=message):
        if row.subject != USER or row.recorded_at > now:
            continue
        before = snapshot(row)
        row.true_until, row.reason = candidate.when.start if candidate.when else now, "ended"
        row.save(update_fields=["true_until", "reason"])
        close(row, Status.SUPERSEDED, now)
        transition(row, Change(TransitionKind.CHANGE, "ended", message=message, before=before), now)
        closed.append(row)
    return closed


def doubt(
    user: User, changed: Fact, spared: Sequence[UUID], message: UUID | None, now: datetime
) -> list[Memory]:
    """Make what depended on a changed fact wait for confirmation; the rows. `spared` are rows that the same exchange
    stated: what is said now is not doubtful. Call under the user's lock."""
    tied = set(Derivation.objects.filter(premise=changed.id).values_list("conclusion_id", flat=True))
    parts = Relation.objects.filter(end=changed.id, kind=RelationKind.PART_OF)
    tied |= set(parts.values_list("start_id", flat=True))
    rows = Memory.objects.for_user(user).filter(status=Status.CURRENT, kind__in=LASTING)
    doubtful: list[Memory] = []
    for row in (
        rows.exclude(id__in=[changed.id, *spared]).exclude(source=Source.SET).order_by("-recorded_at")[:500]
    ):
        if len(doubtful) < MOST and (row.id in tied or depends(changed, fact(row)) or parted(changed, row)):
            before = snapshot(row)
            row.status, row.reason = Status.PENDING, DOUBTED
            row.version += 1
            row.save(update_fields=["status", "reason", "version"])
            transition(row, Change(TransitionKind.DOUBT, DOUBTED, message=message, before=before), now)
            doubtful.append(row)
    return doubtful


def parted(changed: Fact, row: Memory) -> bool:
    """Whether a parting makes doubtful what is known of a partner."""
    return changed.attribute == "relation" and row.kind == Kind.PERSON and bool(_PARTNER.search(row.subject))


def fact(row: Memory) -> Fact:
    return Fact(row.id, row.kind, row.subject, row.attribute, row.value, row.statement)
