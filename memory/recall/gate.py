"""Which rows may come to mind at all. In SQL, before anything is ranked: relevance opens no gate."""

from __future__ import annotations

from uuid import UUID

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.vault import keyword_ids
from memory.keywords import words
from memory.models import Evidence, Memory, MemorySettings, Passage, Withheld
from memory.policy import Kind, Use
from memory.recall.hits import Cue
from memory.standing import consents_of
from memory.states import ScopeKind, Status
from memory.using.aside import aside_in
from transcript.models import Conversation, Message

ALWAYS = (Kind.BOUNDARY, Kind.STYLE)
"""What holds with everyone, also with a persona that knows nothing else of the user."""


def allowed(user: User, cue: Cue) -> QuerySet[Memory]:
    """Rows that may come to mind here; none that was set aside for this conversation. Special kinds only with consent, and
    when the user raised the matter in this sitting."""
    rows = Memory.objects.for_user(user).recallable().filter(_here(cue))
    if aside := aside_in(user, cue.conversation):
        rows = rows.exclude(id__in=aside)
    consents = consents_of(user)
    if not consents:
        return rows.exclude(kind=Kind.SPECIAL)
    agreed = Q(consent__in=consents) & Q(keywords__overlap=raised(user, cue))
    return rows.exclude(Q(kind=Kind.SPECIAL) & ~agreed)


def _here(cue: Cue) -> Q:
    """What is meant for everywhere, or for this very place."""
    scope = Q(scope=ScopeKind.EVERYWHERE)
    if cue.alone:
        scope &= Q(kind__in=ALWAYS)
    if cue.persona:
        scope |= Q(scope=ScopeKind.PERSONA, scope_id=cue.persona)
    if cue.conversation:
        scope |= Q(scope=ScopeKind.CONVERSATION, scope_id=cue.conversation)
    if cue.project:
        scope |= Q(scope=ScopeKind.PROJECT, scope_id=cue.project)
    return scope


def raised(user: User, cue: Cue) -> list[int]:
    """Ids of the longer words of what the user raised in this sitting: single characters would raise everything."""
    longer = {word for text in (*cue.sitting, cue.text) for word in words(text) if len(word) > 1}
    return keyword_ids(user.id, sorted(longer)) or [-1]


def past(user: User, cue: Cue | None = None) -> QuerySet[Memory]:
    """Rows that held once, for a cue that asks about the past. What was an error was never true, and what was set aside for
    the cue's conversation stays aside when it is over."""
    if cue is not None and cue.alone:
        return Memory.objects.none()
    past = Memory.objects.for_user(user).filter(
        status__in=[Status.SUPERSEDED, Status.EXPIRED], layer="real", paused=False, scope=ScopeKind.EVERYWHERE
    )
    past = past.exclude(reason__in=["corrected", "edited"]).exclude(use=Use.NEVER_RAISE)
    if cue is not None and (aside := aside_in(user, cue.conversation)):
        past = past.exclude(id__in=aside)
    # a limit that was lifted, or a wish for one evening, must not hold again
    return past.exclude(kind__in=[Kind.SPECIAL, Kind.BOUNDARY, Kind.STYLE])


def lines(user: User, cue: Cue, asks_past: bool, settings: MemorySettings | None = None) -> QuerySet[Passage]:
    """The user's lines of talks that are kept, none of another project, but for those that the prompt tells anyway. `barred`
    says of each whether it may not come to mind all the same: it is off the path that is shown, words of it are withheld, or a
    memory stands on it which may not. It is told of those a search has found rather than of all, and has to be heeded before
    they are ranked."""
    rows = Passage.objects.for_user(user).exclude(indexed_at=None)
    if shut := _shut(user, cue):
        rows = rows.exclude(conversation__in=shut)
    if cue.conversation and cue.began:
        rows = rows.exclude(conversation=cue.conversation, at__gte=cue.began)
    message = OuterRef("message")
    unseen = Message.objects.filter(id=message, live=False)
    withheld = Withheld.objects.filter(message=message)
    proofs = Evidence.objects.filter(memory__in=_kept_back(user, cue, asks_past, settings), message=message)
    barred = Q(Exists(unseen) | Exists(withheld) | Exists(proofs))
    return rows.annotate(barred=ExpressionWrapper(barred, BooleanField()))


def _shut(user: User, cue: Cue) -> list[UUID]:
    """Talks whose lines stay in them: thrown away, temporary, or of another project. Mostly none, and named one by one: a
    whole talk must not take the places of lines that may come to mind."""
    elsewhere = Q(project__isnull=False)
    if cue.project:
        elsewhere &= ~Q(project=cue.project)
    kept_apart = Q() if cue.alone else Q(apart=True)
    if cue.persona:
        kept_apart &= ~Q(persona=cue.persona)
    talks = Conversation.objects.filter(user=user)
    shut = elsewhere | Q(temporary=True) | Q(deleted_at__isnull=False) | kept_apart
    return list(talks.filter(shut).values_list("id", flat=True))


def _kept_back(user: User, cue: Cue, asks_past: bool, settings: MemorySettings | None) -> QuerySet[Memory]:
    """Rows whose very words must not come by another road: paused, set aside here, meant for another place, an error, or
    over where nobody asks about the past."""
    if settings is None:
        settings = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    rows = Memory.objects.for_user(user)
    wrong = Q(status=Status.REJECTED) | Q(status=Status.SUPERSEDED, reason__in=["corrected", "edited"])
    over = Q() if asks_past else Q(status__in=[Status.SUPERSEDED, Status.EXPIRED])
    away = ~_here(cue)
    paused = Q(paused=True) | Q(kind__in=settings.paused_kinds)
    return rows.filter(wrong | over | away | paused | Q(id__in=aside_in(user, cue.conversation)))
