"""A model's opinion of the line that is being answered, beside the reply. The rules spoke before; the opinion may raise what they
said, and take back an R2 that wasn't meant. Where it comes late, or not at all, the rules' word stands meanwhile: a row per line
keeps the question (latelook.py).
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.models import User
from companion import branching, providers
from companion.heard import Heard
from llm import gateway
from llm.errors import LLMError
from llm.provider import Message as Prompt
from llm.provider import Provider, Purpose
from memory.recall import indexing
from memory.standing import lock
from memory.unlearning import unlearn
from safety import judging, risk
from safety.events import Line
from safety.judging import RiskOpinion, Spoken
from safety.levels import Assessment, Level, Reason
from safety.models import RiskCheck
from transcript.models import Message, Role, Status

PATIENCE = 1.5
"""Seconds that a first sentence is held for the opinion."""
AGAIN_FIRST = timedelta(seconds=20)
log = logging.getLogger(__name__)
_judges = ThreadPoolExecutor(max_workers=settings.JUDGE_THREADS, thread_name_prefix="judge")


@dataclass(frozen=True)
class Asked:
    """A question to the judge: the line, what the rules said of it, and how the user stood before it."""

    user: User
    line: Line
    rules: Assessment
    state: Level
    provider: Provider
    messages: list[Prompt] = field(repr=False)


@dataclass(frozen=True)
class Judged:
    """What stands of rules and opinion."""

    assessment: Assessment
    reason: Reason
    line: Line


def question(heard: Heard, now: datetime) -> Asked | None:
    """What the judge is to be asked of this line; None where no judge may read it, where the rules said the most there is, and
    for a line that was answered before."""
    provider = providers.for_user(heard.user, Purpose.JUDGE)
    if provider is None or heard.level == Level.R4:
        return None
    if Message.objects.filter(parent=heard.message, role=Role.COMPANION, status=Status.COMPLETE).exists():
        return None
    RiskCheck.objects.get_or_create(
        id=heard.message.id, defaults={"user": heard.user, "due_at": now + AGAIN_FIRST}
    )
    talk = [Spoken(line.role == Role.USER, line.text) for line in heard.sitting.lines]
    return asking(heard.user, heard.message, heard.assessment, talk, provider)


def asking(user: User, message: Message, rules: Assessment, talk: list[Spoken], provider: Provider) -> Asked:
    lang = message.lang or user.lang
    state = risk.before(user, message.id, message.created_at)
    judge = judging.version(provider.model_for(Purpose.JUDGE), lang)
    messages = judging.asked([*talk, Spoken(True, message.text)], lang, state)
    return Asked(user, Line(message.id, message.created_at, lang, judge), rules, state, provider, messages)


class Look:
    """One opinion on its way, and what it came to."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.taken = False
        self._began = time.monotonic()
        self._task = asyncio.get_running_loop().run_in_executor(_judges, opinion_on, asked)

    def rules_say(self, rules: Assessment) -> None:
        """What the opinion is held against from now on: a memory may have raised it, and then no opinion takes that back."""
        self.asked = replace(self.asked, rules=rules)

    async def judged(self) -> Judged | None:
        """What stands, as soon as the opinion is there or patience ends; None while it isn't, or when there is none."""
        left = PATIENCE - (time.monotonic() - self._began)
        if not self._task.done() and left > 0:
            await asyncio.wait([self._task], timeout=left)
        return self.now()

    def now(self) -> Judged | None:
        """The same without waiting; each opinion is handed out once."""
        if self.taken or not self._task.done():
            return None
        opinion = self._task.result()
        if opinion is None:
            return None
        self.taken = True
        took = round(1000 * (time.monotonic() - self._began))
        return settled(self.asked, opinion, took)

    @property
    def done(self) -> bool:
        return self._task.done()

    async def late(self) -> RiskOpinion | None:
        """The opinion, however long it takes."""
        return await self._task


def opinion_on(asked: Asked) -> RiskOpinion | None:
    """The model's answer; None when there is none to be had now."""
    try:
        return gateway.ask(asked.provider, Purpose.JUDGE, asked.messages, RiskOpinion).value
    except LLMError as error:
        log.warning("no opinion from the judge: %s", type(error).__name__)
        return None


def settled(asked: Asked, opinion: RiskOpinion, took_ms: int) -> Judged:
    assessment, reason = judging.settle(asked.rules, opinion, asked.state)
    return Judged(assessment, reason, replace(asked.line, took_ms=took_ms))


def too_late_to_lower(asked: Asked, judged: Judged) -> Judged:
    """The card was shown: what was said with it is not taken back."""
    if judged.reason is Reason.LOWERED:
        return replace(judged, assessment=asked.rules, reason=Reason.OVERRULED)
    return judged


def take(user: User, judged: Judged, now: datetime) -> bool:
    """Write down what stands of a line: its level, the user's state, and that nothing at risk is learnt from. False when the line
    is gone or was judged by another call: once for each."""
    with transaction.atomic():
        lock(user)
        line = (
            Message.objects.select_for_update(of=("self",), no_key=True)
            .filter(id=judged.line.id, user=user)
            .first()
        )
        outstanding = RiskCheck.objects.filter(id=judged.line.id)
        if line is None or (judged.reason is not Reason.MEMORY and not outstanding.delete()[0]):
            return False
        level = judged.assessment.level
        risk.note(user, judged.line, judged.assessment, judged.reason)
        if level == line.risk_level:
            return True
        Message.objects.filter(Q(id=line.id) | Q(parent=line, role=Role.COMPANION)).update(
            risk_level=int(level)
        )
        _bar(line, level, now)
    return True


def _bar(line: Message, level: Level, now: datetime) -> None:
    """Nothing is learnt from a line at risk, and what was is taken back; a line that is none may be learnt from after all."""
    if level >= Level.R2 and not line.learn_bar:
        line.learn_bar = "risk"
        unlearn(line.user, [line.id], now)
        branching.forget_derived(line.conversation, [line.id])
    elif level < Level.R2 and line.learn_bar == "risk":
        line.learn_bar = ""
    else:
        return
    line.save(update_fields=["learn_bar"])
    indexing.note(line, line.text, now)


def heed(heard: Heard, judged: Judged, now: datetime) -> Heard:
    """The line as it is judged now, written down."""
    take(heard.user, judged, now)
    level = judged.assessment.level
    careful = max(level, risk.level(heard.user, now)) >= Level.R2
    return replace(heard, level=level, careful=careful, assessment=judged.assessment)


def remember(heard: Heard, now: datetime) -> None:
    """A line that a memory raised is written down as what it is."""
    take(heard.user, Judged(heard.assessment, Reason.MEMORY, line_of(heard.message)), now)


def line_of(message: Message) -> Line:
    return Line(message.id, message.created_at, message.lang or "zh")


def unanswered(look: Look) -> None:
    """The reply goes on without an opinion: that is written down, and the question stays to be asked again."""
    asked, reason = look.asked, Reason.FAILED if look.done else Reason.TIMEOUT
    with transaction.atomic():
        risk.note(asked.user, asked.line, asked.rules, reason)
