"""One thing to say or ask beside a reply: a promise that is due, a broken one to own up to, two statements that don't agree,
a class of things that needs consent. Each once; at most one question a day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from memory.candidates import USER
from memory.extraction import statements
from memory.models import Memory, MemorySettings, Told, Verdict
from memory.policy import CONSENT_CLASSES, Kind, Use
from memory.rivalry import matter
from memory.standing import consents_of
from memory.states import OPEN_STATUSES, Act, Phase, ScopeKind, Status
from memory.unfolding.anniversaries import next_on

QUESTIONS = (Act.CONFLICT, Act.CONSENT)
A_DAY = 1
FRESH = timedelta(hours=24)
"""How long after a matter came up its consent is asked for."""
UPSET = -0.3
_REMINDER = re.compile(
    r"提醒你(?P<zh>[^，。]{1,30})|\bremind you (?:about |to |that |of )?(?P<en>[^.]{2,60})", re.IGNORECASE
)
COMES_ROUND = timedelta(days=300)
LOOKED_AT = 100
"""Promises that are due or broken, and birthdays, that are looked through; promises first."""
SPOKEN = {
    "zh": {
        "due": "答应过你的事到时候了：{value}。",
        "reminder": "说好要提醒你的：{value}。",
        "broken": "有件事要跟你认个错：我答应过{value}，没有做到。对不起。",
        "own_birthday": "对了，今天是你的生日，生日快乐！",
        "birthday": "对了，今天是{who}的生日。",
        "conflict": "有一处我没弄清：先前记的是“{old}”，后来听到的是“{new}”。现在该是哪一个？",
        "consent": "刚才提到{matter}的事，我没有记：这类事要你同意才记，记了也只在你自己提起时才用。要我记住吗？",
    },
    "en": {
        "due": "Something I promised is due: {value}.",
        "reminder": "I said I'd remind you about this: {value}.",
        "broken": "I owe you an apology: I promised “{value}”, and I didn't do it. I'm sorry.",
        "own_birthday": "By the way, it's your birthday today. Happy birthday!",
        "birthday": "By the way, today is {who} birthday.",
        "conflict": "There is one thing I'm not sure of: I had noted “{old}”, and later heard “{new}”. Which is it now?",
        "consent": "You mentioned {matter}. I kept nothing of it: such things are kept only if you agree, and used only when you bring them up yourself. Shall I remember it?",
    },
}
TOLD = {
    "zh": {
        "due": "你答应过：{value}。到时候了，这次就做到。",
        "reminder": "你答应过提醒对方：{value}。到时候了，现在就提醒。",
        "broken": "你答应过：{value}。没有做到：说声对不起，一句就好，不找借口。",
        "own_birthday": "今天是对方的生日：说一句生日快乐。",
        "birthday": "今天是{who}的生日：可以顺口提一句。",
        "conflict": "有一处没弄清：先前记的是“{old}”，后来听到的是“{new}”。回完正题，顺口问一句现在该是哪一个。",
        "consent": "刚才提到{matter}的事没有记，因为要对方同意。回完正题，轻轻问一句要不要记住，只问这一次。",
    },
    "en": {
        "due": "You promised: {value}. It is due: do it now.",
        "reminder": "You promised to remind them: {value}. It is due: remind them now.",
        "broken": "You promised: {value}. You did not do it: say you are sorry, in one sentence, without excuses.",
        "own_birthday": "It is the user's birthday today: wish them a happy birthday.",
        "birthday": "Today is {who} birthday: you may mention it in passing.",
        "conflict": "One thing is unclear: “{old}” was noted, and “{new}” was heard later. After your answer, ask in passing which it is now.",
        "consent": "Nothing was kept of what was said about {matter}, because it needs consent. After your answer, gently ask whether to remember it; only this once.",
    },
}
MATTERS = {
    "zh": {
        "health": "身体",
        "belief": "信仰",
        "sexuality": "性取向",
        "money": "钱",
        "trauma": "那段难过的经历",
    },
    "en": {
        "health": "your health",
        "belief": "your beliefs",
        "sexuality": "your sexuality",
        "money": "money",
        "trauma": "what you went through",
    },
}


@dataclass(frozen=True)
class Moment:
    """The turn to be answered: whether somebody is at risk, leaving or asking something, how they feel, and their language."""

    careful: bool
    leaving: bool
    asks: bool
    valence: float
    lang: str
    conversation: UUID | None = None


@dataclass(frozen=True)
class Question:
    """`spoken` for a voice without a model, `told` for a prompt. `memories` are the rows it is about, `about` a consent
    class."""

    act: Act
    spoken: str
    told: str
    memories: tuple[UUID, ...] = ()
    about: str = ""


def due(user: User, moment: Moment, now: datetime) -> Question | None:
    """What is to be said beside this reply, the most binding first. Writes nothing."""
    settings = MemorySettings.objects.filter(user=user).first()
    if moment.careful or moment.leaving or (settings is not None and settings.paused):
        return None
    found = _binding(user, moment, now)
    if found is not None or moment.asks or moment.valence <= UPSET or _asked_today(user, now):
        return found
    for look in _LOOKS:
        if (question := look(user, moment, now)) is not None:
            return question
    return None


def _asked_today(user: User, now: datetime) -> bool:
    today = now.astimezone(user.zone).date()
    recent = Told.objects.for_user(user).filter(act__in=QUESTIONS, at__gt=now - timedelta(days=2))
    asked = [at for at in recent.values_list("at", flat=True) if at.astimezone(user.zone).date() == today]
    return len(asked) >= A_DAY


def _words(name: str, moment: Moment, **values: str) -> tuple[str, str]:
    return SPOKEN[moment.lang][name].format(**values), TOLD[moment.lang][name].format(**values)


def _binding(user: User, moment: Moment, now: datetime) -> Question | None:
    """What is to be said whatever else is asked: the companion's own word, due and not yet kept, then broken and not yet
    owned up to; then a birthday that falls on today, the user's own first, mentioned once."""
    rows = list(
        Memory.objects.for_user(user)
        .filter(
            _OWN_WORD & Q(status__in=OPEN_STATUSES) & (Q(phase=Phase.BROKEN) | Q(true_from__lte=now))
            | _BIRTHDAY
        )
        .filter(paused=False)
        .exclude(use=Use.NEVER_RAISE)
        .only("user_id", "kind", "phase", "subject", "value", "lang", "true_from")
        .order_by("-kind", "true_from")[:LOOKED_AT]
    )
    if not rows:
        return None
    said = Told.objects.for_user(user).filter(memory__in=rows, act__in=[Act.TOLD, Act.OWNED])
    told = {(key, act): at for key, act, at in said.order_by("at").values_list("memory_id", "act", "at")}
    return _promise(rows, told, moment) or _birthday(user, rows, told, moment, now)


_OWN_WORD = Q(
    kind=Kind.PROMISE,
    speaker="companion",
    scope=ScopeKind.EVERYWHERE,
    phase__in=[Phase.DUE, Phase.OPEN, Phase.BROKEN],
)
_BIRTHDAY = Q(kind__in=[Kind.IDENTITY, Kind.PERSON], attribute="birthday", polarity=1, status=Status.CURRENT)


def _promise(
    rows: Sequence[Memory], told: Mapping[tuple[UUID, str], datetime], moment: Moment
) -> Question | None:
    mine = [row for row in rows if row.kind == Kind.PROMISE]
    ready = [row for row in mine if row.phase != Phase.BROKEN and (row.id, Act.TOLD) not in told]
    broken = [row for row in mine if row.phase == Phase.BROKEN and (row.id, Act.OWNED) not in told]
    for name, act, those in (("due", Act.TOLD, ready), ("broken", Act.OWNED, broken)):
        if those:
            value = those[0].value.rstrip("。.!！ ")
            reminder = _REMINDER.search(value) if name == "due" else None
            if reminder is not None:
                name, value = "reminder", reminder["zh"] or reminder["en"]
            return Question(act, *_words(name, moment, value=value), memories=(those[0].id,))
    return None


def _birthday(
    user: User,
    rows: Sequence[Memory],
    told: Mapping[tuple[UUID, str], datetime],
    moment: Moment,
    now: datetime,
) -> Question | None:
    local = now.astimezone(user.zone)
    born = [row for row in rows if row.kind != Kind.PROMISE]
    for row in sorted(born, key=lambda row: row.subject != USER):
        said = told.get((row.id, Act.TOLD))
        if said is not None and said > now - COMES_ROUND:
            continue
        if next_on(row.value, "zh" if row.lang.startswith("zh") else "en", local) == local.date():
            name = "own_birthday" if row.subject == USER else "birthday"
            who = statements.who_zh(row.subject) if moment.lang == "zh" else _owner(row.subject)
            return Question(Act.TOLD, *_words(name, moment, who=who), memories=(row.id,))
    return None


def _owner(subject: str) -> str:
    """Whose, in English: your mom's, Ana's."""
    return f"{subject}'s" if subject[:1].isupper() else f"your {subject}'s"


def _conflict(user: User, moment: Moment, now: datetime) -> Question | None:
    """Two statements at one address, neither of them asked about before."""
    rows = list(
        Memory.objects.for_user(user)
        .filter(status=Status.CONFLICTED, paused=False, layer="real", scope=ScopeKind.EVERYWHERE)
        .exclude(kind=Kind.SPECIAL)
        .exclude(use=Use.NEVER_RAISE)
        .order_by("recorded_at")[:50]
    )
    asked = set(Told.objects.for_user(user).filter(act=Act.CONFLICT).values_list("memory_id", flat=True))
    for row in rows:
        pair = [other for other in rows if matter(other) == matter(row)]
        if len(pair) > 1 and not asked & {other.id for other in pair}:
            old, new = pair[0].statement.rstrip("。."), pair[-1].statement.rstrip("。.")
            words = _words("conflict", moment, old=old, new=new)
            return Question(Act.CONFLICT, *words, memories=tuple(other.id for other in pair))
    return None


def _consent(user: User, moment: Moment, now: datetime) -> Question | None:
    """A class of which something was said in this conversation lately and not kept, for which nobody asked before."""
    recent = Verdict.objects.for_user(user).filter(reason__startswith="no_consent_", at__gt=now - FRESH)
    if moment.conversation:
        recent = recent.filter(message__conversation=moment.conversation)
    reasons = list(recent.order_by("-at").values_list("reason", flat=True)[:10])
    for name in dict.fromkeys(reason.removeprefix("no_consent_") for reason in reasons):
        if name in CONSENT_CLASSES and not asked_for(user, name):
            words = _words("consent", moment, matter=MATTERS[moment.lang][name])
            return Question(Act.CONSENT, *words, about=name)
    return None


def asked_for(user: User, consent: str) -> bool:
    """Whether consent for a class was asked for before, given, or given and withdrawn."""
    if consent in consents_of(user) or user.consents.filter(purpose=consent).exists():
        return True
    return bool(Told.objects.for_user(user).filter(act=Act.CONSENT, about=consent).exists())


_LOOKS: Sequence[Callable[[User, Moment, datetime], Question | None]] = (_conflict, _consent)
