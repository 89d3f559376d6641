"""What the user's answer to a question of the companion settles. The question gives the matter, the answer alone gives the
value: nothing is concluded from silence, and an answer that doesn't fit changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from accounts.models import User, grant
from memory.asking.questions import FRESH
from memory.candidates import Candidate, Exchange, Line, Operation, Precision, Span, Speaker
from memory.extraction import statements
from memory.extraction.refusals import line_refusal
from memory.forgetting.wishes import Ask, read
from memory.history import Change, snapshot, transition
from memory.judging import Judgement, Verdict
from memory.keywords import fold
from memory.models import Memory, Told
from memory.policy import CONSENT_CLASSES, Kind
from memory.report import ReportItem
from memory.rivalry import overrule
from memory.states import OPEN_STATUSES, Act, Status, TransitionKind
from memory.unfolding import outcomes
from memory.unfolding.outcomes import Outcome
from memory.unfolding.phases import Move, move
from memory.unfolding.promises import PROMISED, speaks_of
from memory.when import find
from memory.writing import write
from transcript.models import Message

QUOTED_MOST = 24
OTHERS = 100
_FIRST = re.compile(
    r"第一个|前一个|前者|先前|以前(?:那|的)|原来|\bfirst\b|\bformer\b|\bearlier\b|\bbefore\b", re.IGNORECASE
)
_SECOND = re.compile(
    r"第二个|后一个|后者|后来|新的|最新|\bsecond\b|\blatter\b|\blater\b|\bnew(?:er)?\b", re.IGNORECASE
)
_BOTH = re.compile(r"都|\bboth\b|\beither\b", re.IGNORECASE)
_KEEP = re.compile(r"记(?:住|下|着)?吧|可以记|帮我记|\bremember (?:it|that)\b|\bkeep it\b", re.IGNORECASE)
_LEAVE = re.compile(r"别记|不用记|不要记|不记|\bdon'?t\b|\brather not\b", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """A question that a line follows."""

    line: Line
    told: tuple[Told, ...]


def settle(user: User, exchange: Exchange, now: datetime) -> list[tuple[Candidate | None, ReportItem]]:
    """Settle what these lines answer; what became of it, with the claim where one was written. Call under the user's lock;
    safe to run twice: what is settled is not open any more."""
    found: list[tuple[Candidate | None, ReportItem]] = []
    for line in exchange.lines:
        if (
            line.speaker is Speaker.USER
            and (name := volunteered(line.text))
            and not user.consents.filter(purpose=name).exists()
        ):
            agree(user, name, now)
    for asked in _asked(user, exchange):
        acts = {row.act for row in asked.told}
        if Act.CONFLICT in acts:
            found += [(None, item) for item in _choose(user, asked, now)]
        if Act.CONSENT in acts:
            _consent(user, asked, now)
        for row in asked.told:
            if row.act in (Act.OUTCOME, Act.ASKED) and row.memory is not None:
                found += _outcome(user, exchange, asked.line, row.memory, now)
    return found


def _asked(user: User, exchange: Exchange) -> list[Asked]:
    lines = {line.id: line for line in exchange.lines if line.speaker is Speaker.USER}
    parents = Message.objects.for_user(user).filter(id__in=list(lines), parent__isnull=False)
    behind: dict[UUID, UUID] = dict(parents.values_list("id", "parent_id"))
    rows = Told.objects.for_user(user).filter(reply__in=set(behind.values())).select_related("memory")
    by_reply: dict[UUID, list[Told]] = {}
    for row in rows:
        by_reply.setdefault(row.reply_id, []).append(row)
    return [Asked(lines[line], tuple(by_reply[reply])) for line, reply in behind.items() if reply in by_reply]


def chosen(text: str, values: Sequence[str]) -> int | None:
    """Which of the values an answer names: by its words, or by its place among two. None where it names none or several.
    Pure."""
    plain = fold(text)
    named = [number for number, value in enumerate(values) if fold(value) and fold(value) in plain]
    if len(named) > 1:  # 杭州 in 杭州西湖区: the longest says most
        longest = max(named, key=lambda number: len(fold(values[number])))
        if all(fold(values[number]) in fold(values[longest]) for number in named):
            return longest
        affirmed = (
            [] if _BOTH.search(text) else [number for number in named if _affirms(text, values[number])]
        )
        return affirmed[0] if len(affirmed) == 1 else None
    if named:
        return named[0]
    if len(values) == 2 and bool(_FIRST.search(text)) != bool(_SECOND.search(text)):
        return 0 if _FIRST.search(text) else 1
    return None


def _affirms(text: str, value: str) -> bool:
    """Whether an answer that names two says of this one that it is so: 叫小雪，小雨是小名."""
    word = re.escape(value)
    if re.search(
        rf"(?:不是|不叫|不住|没|以前|原来|\bnot|\bisn'?t|\bwas)\s*{word}|{word}(?:是)?(?:小名|以前|旧的|错的)",
        text,
        re.IGNORECASE,
    ):
        return False
    return bool(
        re.search(
            rf"(?:叫|是|在|应该|现在|\bit'?s|\bis|\bcalled|\bin)\s*{word}|^\s*{word}", text, re.IGNORECASE
        )
    )


def _choose(user: User, asked: Asked, now: datetime) -> list[ReportItem]:
    """Of rivals, the user named one: it holds, the others were errors."""
    rows = [row.memory for row in asked.told if row.act == Act.CONFLICT and row.memory is not None]
    rivals = sorted(
        (row for row in rows if row.status == Status.CONFLICTED),
        key=lambda row: (row.recorded_at, str(row.id)),
    )
    if len(rivals) < 2:
        return []
    at = chosen(asked.line.text, [row.value for row in rivals])
    if at is None:
        return []
    winner = rivals.pop(at)
    for rival in rivals:
        overrule(rival, winner, now, message=asked.line.id)
    before = snapshot(winner)
    winner.status, winner.confidence, winner.last_confirmed, winner.reason = (
        Status.CURRENT,
        0.99,
        now,
        "user_chose",
    )
    winner.version += 1
    winner.save()
    change = Change(TransitionKind.CONFIRM, "user_chose", message=asked.line.id, before=before)
    transition(winner, change, now)
    return [ReportItem(winner.statement, "correct", "user_chose", winner.kind, winner.id, winner.status)]


VOLUNTEERED_MOST = 40
_QUOTED = re.compile(
    r"[“”「」『』\"]|[他她它]|如果|要是|\bif\b|\b(?:he|she|they)\b|\bsaid\b|说", re.IGNORECASE
)
_VOLUNTEERED = (
    ("health", re.compile(r"(?:身体|健康|生病|病情|看病)(?:上|方面)?的?(?:事情?|情况)?[^，。？?]{0,4}(?:可以|能|都可以|帮我)(?:帮我)?记|\byou (?:can|may) remember (?:things about )?my health\b", re.IGNORECASE)),
    ("belief", re.compile(r"信仰(?:上|方面)?的?事?[^，。？?]{0,4}(?:可以|能|帮我)(?:帮我)?记|\byou (?:can|may) remember my (?:faith|beliefs?|religion)\b", re.IGNORECASE)),
    ("sexuality", re.compile(r"性取向(?:的事)?[^，。？?]{0,4}(?:可以|能|帮我)(?:帮我)?记|\byou (?:can|may) remember my sexuality\b", re.IGNORECASE)),
    ("money", re.compile(r"(?:钱|债|欠债)(?:上|方面)?的?事[^，。？?]{0,4}(?:可以|能|帮我)(?:帮我)?记|\byou (?:can|may) remember (?:things about )?my (?:money|debts?)\b", re.IGNORECASE)),
    ("trauma", re.compile(r"(?:那段|创伤)(?:经历|往事)[^，。？?]{0,4}(?:可以|能|帮我)(?:帮我)?记", re.IGNORECASE)),
)  # fmt: skip


def volunteered(text: str) -> str | None:
    """The class that a line opens in plain words, without having been asked. A consent is short and the user's own: none is
    read into a paste, a quotation, a story or a question. Pure."""
    if (
        len(text) > VOLUNTEERED_MOST
        or line_refusal(text)
        or _QUOTED.search(text)
        or re.search(r"不可以|不能|别|不要|\bnot\b|n't\b|[?？]|吗", text)
    ):
        return None
    return next((name for name, pattern in _VOLUNTEERED if pattern.search(text)), None)


def agrees(text: str) -> bool | None:
    """Whether an answer says yes, no, or neither. Pure."""
    if _LEAVE.search(text):
        return False
    if _KEEP.search(text):
        return True
    wish = read(text)
    return None if wish is None or wish.ask not in (Ask.YES, Ask.NO) else wish.ask is Ask.YES


def _consent(user: User, asked: Asked, now: datetime) -> None:
    """A yes opens the class, and what was said of it in the last day is learnt from again. Once: read anew after it was
    taken back, an old yes opens nothing."""
    for row in asked.told:
        if user.consents.filter(purpose=row.about).exists():
            continue
        if row.act == Act.CONSENT and row.about in CONSENT_CLASSES and agrees(asked.line.text):
            agree(user, row.about, now)


def agree(user: User, consent: str, now: datetime) -> None:
    """Open a consent class; lines of the last day from which something of it was left out are learnt from again."""
    grant(user, consent, now)
    left_out = Message.objects.for_user(user).filter(
        verdicts__reason=f"no_consent_{consent}", created_at__gt=now - FRESH, live=True, learn_bar=""
    )
    keys = list(left_out.values_list("id", flat=True))
    Message.objects.filter(id__in=keys).update(learnt_at=None)


def _outcome(
    user: User, exchange: Exchange, line: Line, row: Memory, now: datetime
) -> list[tuple[Candidate | None, ReportItem]]:
    outcome = outcomes.read(line.text)
    if outcome is None or row.status not in OPEN_STATUSES or _of_another(row, line.text):
        return []
    if row.kind == Kind.PROMISE:
        return [(None, item) for item in _kept(row, outcome, line, now)]
    if row.kind == Kind.THREAD:
        return []
    return _happened(user, exchange, line, row, outcome, now) if row.kind == Kind.PLAN else []


def _of_another(row: Memory, text: str) -> bool:
    """Whether an answer speaks of another plan than the one that was asked about: asked about Bob, told about Anna."""
    if speaks_of(row.value, text):
        return False
    others = Memory.objects.for_user(row.user).open().filter(kind=row.kind).exclude(id=row.id)
    return any(speaks_of(other.value, text) for other in others[:OTHERS])


def _kept(row: Memory, outcome: Outcome, line: Line, now: datetime) -> list[ReportItem]:
    """The user's own promise is kept, broken or let go by their word."""
    phase = PROMISED.get(outcome)
    if phase is None or row.speaker != "user":
        return []
    move(row, Move(phase, str(phase), line.id, Status.SUPERSEDED), now)
    return [ReportItem(row.statement, str(phase), str(phase), row.kind, row.id, row.status)]


def _happened(
    user: User, exchange: Exchange, line: Line, plan: Memory, outcome: Outcome, now: datetime
) -> list[tuple[Candidate | None, ReportItem]]:
    """A plan became an event, was called off, or moved to another day."""
    claim = _claim(plan, line, exchange, outcome)
    if claim is None:
        return []
    item = write(user, exchange, claim, Judgement(Verdict.KEEP, "outcome_told"), now)
    return [(claim, item)]


def _claim(plan: Memory, line: Line, exchange: Exchange, outcome: Outcome) -> Candidate | None:
    at = line.at.astimezone(exchange.zone)
    span = _span(plan)
    base = Candidate(
        Kind.EVENT, plan.subject, plan.attribute, plan.value, plan.statement, plan.lang, line.id, line.text.strip(),
        when=span, confidence=0.95,
    )  # fmt: skip
    if outcome is Outcome.DONE:
        return replace(base, statement=past(plan, span, line.text))
    if outcome is Outcome.NOT_YET:
        ahead = [found.span for found in find(line.text, at, plan.lang) if found.span.end >= at]
        if not ahead:
            return None
        moved = statements.statement(plan.lang, _words(plan, ahead[0], Kind.PLAN))
        return replace(base, kind=Kind.PLAN, when=ahead[0], statement=moved, operation=Operation.CHANGE)
    return replace(base, kind=Kind.PLAN, operation=Operation.END)  # as an event it would have happened


def past(plan: Memory, span: Span | None, answer: str) -> str:
    """A plan's statement in the past tense, with what was said of its outcome."""
    told = statements.statement(plan.lang, _words(plan, span, Kind.EVENT)).rstrip("。.")
    words = answer.strip().rstrip("。.!！~～ ")
    if not words or len(words) > QUOTED_MOST:
        return told
    return f"{told}（{words}）" if plan.lang == "zh" else f"{told} ({words})"


def _words(plan: Memory, span: Span | None, kind: Kind) -> statements.Words:
    return statements.Words(plan.subject, plan.attribute, plan.value, 1, span, kind)


def _span(plan: Memory) -> Span | None:
    if plan.true_from is None or plan.true_until is None:
        return None
    zone = plan.user.zone
    start, end = plan.true_from.astimezone(zone), plan.true_until.astimezone(zone)
    return Span(start, end, Precision(plan.precision or "day"))
