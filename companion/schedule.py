"""What runs in the background, and when: one table of named tasks.

Each task is `f(now)`; Celery beat only wakes it. The rows themselves are the queues, so a lost or doubled call costs
nothing.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection
from redis.exceptions import RedisError

from accounts.age import refusals
from accounts.leaving import auditing, erasing, ledger
from accounts.leaving.ledger import NoLedger
from accounts.models import Deletion, User
from companion import keeping, latelook, learning, providers, reaching, scratch
from companion.broadcast import announce_from_sync
from companion.recap import working
from companion.shelf import deleting, naming
from companion.speakers import steadying
from llm.errors import LLMError
from memory import upkeep
from memory.dreaming import runs
from memory.recall import indexing
from memory.unfolding import phases
from memory.using import settling
from persona.making import editing
from safety import attendance, complaining, events
from safety.contact import notifying, registering
from topics import feedback, listening, offering
from transcript import finding
from transcript.models import Conversation

log = logging.getLogger(__name__)
T = TypeVar("T")
RECIPE_SECONDS = 3_600
PURGED_AT_ONCE = 200
RANKED_AT_ONCE = 200
DREAMS_AT_ONCE = 50
EMBED_AT_ONCE = 512
"""After a change of recipe everything waits: a few seconds of work at a time, which questions overtake."""


@dataclass(frozen=True)
class Task:
    """A named piece of background work: what it calls, how often, and on which queue."""

    name: str
    run: Callable[[datetime], int]
    every: timedelta
    queue: str = "upkeep"


def sweep(now: datetime) -> int:
    """Find what a lost call left: replies whose process died."""
    given_up = keeping.give_up_abandoned(now)
    for reply in given_up:
        announce_from_sync(reply.conversation_id)
    return len(given_up)


def learn_waiting(now: datetime) -> int:
    """Learn from every conversation that has settled lines."""
    waiting = (
        Conversation.objects.to_learn(now)
        .filter(user__in=User.objects.staying())
        .order_by("last_message_at")
        .values_list("id", flat=True)
    )
    return _each(learn_conversation, list(waiting[:200]), now)


def _each(work: Callable[[T, datetime], int], items: Iterable[T], now: datetime) -> int:
    """Do the work for each; one that fails (a destroyed key, say) must not keep the others waiting for ever. The error's
    text stays out of the log: it may quote a person."""
    done = 0
    for item in items:
        try:
            done += work(item, now)
        except (OperationalError, InterfaceError):
            raise  # the database is away: for all of them
        except Exception as error:
            log.error("background work failed for one: %s in %s", type(error).__name__, work.__name__)
    return done


def learn_conversation(conversation: UUID, now: datetime) -> int:
    """Learn from all settled lines of one conversation; the number of batches."""
    count = 0
    while learning.learn(conversation, now) is not None:
        count += 1
    if count:
        embed_waiting(now)
    return count


def embed_waiting(now: datetime) -> int:
    """Make the vectors that are missing. Without an embedder they wait; keywords are searched meanwhile."""
    agreed = providers.may_be_embedded()
    owners = User.objects.staying() if agreed is None else agreed.filter(id__in=User.objects.staying())
    try:
        made = upkeep.embed_waiting(providers.embed, now, EMBED_AT_ONCE, owners)
        return made + indexing.embed_waiting(providers.embed, now, EMBED_AT_ONCE, owners)
    except LLMError as error:
        log.warning("the embedder is away: %s", type(error).__name__)
        return 0


def follow_recipe(now: datetime) -> int:
    """After a change of the embedder, queue everything for new vectors. The whole table is read for it, so once it was
    looked through it isn't again for an hour: what a worker of the old recipe wrote meanwhile is found then."""
    recipe = providers.embedding_provider().recipe
    key = f"recipe-followed-{connection.settings_dict['NAME']}"
    with contextlib.suppress(RedisError, OSError):
        if cache.get(key) == recipe:
            return 0
    queued = upkeep.queue_other_recipes(recipe) + indexing.queue_other_recipes(recipe)
    with contextlib.suppress(RedisError, OSError):
        cache.set(key, recipe, RECIPE_SECONDS)
    return queued


def rank_candidates(now: datetime) -> int:
    """Refresh what could be talked about, of those whose turn it is."""
    return _each(offering.refresh, list(offering.to_refresh(now)[:RANKED_AT_ONCE]), now)


def dream_waiting(now: datetime) -> int:
    """Consolidate the memories of everybody whose turn it is."""
    return _each(dream_one, list(runs.due(now).order_by("id")[:DREAMS_AT_ONCE]), now)


def dream_one(user: User, now: datetime) -> int:
    run = runs.dream(user, now)
    if run is not None and run.counts:
        embed_waiting(now)
    return 1 if run else 0


def index_waiting(now: datetime) -> int:
    """Make lines findable that are not yet: those from before there was an index."""
    return finding.index_waiting(now, indexing.note_again) + indexing.index_waiting(now)


def title_waiting(now: datetime) -> int:
    """Name conversations in which two lines were said and that nobody named."""
    waiting = naming.waiting(now).filter(user__in=User.objects.staying()).values_list("id", flat=True)
    return _each(naming.name_one, list(waiting[: naming.AT_ONCE]), now)


def work_out_waiting(now: datetime) -> int:
    """Bring the working memory of conversations up to date: topic, goal, mood, summaries."""
    due = working.due(now).filter(user__in=User.objects.staying()).order_by("-last_message_at")
    return _each(working.work_out, list(due.values_list("id", flat=True)[: working.AT_ONCE]), now)


def purge_conversations(now: datetime) -> int:
    """Take out of the database what was deleted a day ago, conversations and single lines, and temporary ones."""
    conversations = list(deleting.due(now).values_list("id", flat=True)[:PURGED_AT_ONCE])
    gone = _each(deleting.purge, conversations, now)
    lines = list(deleting.with_lines_due(now).values_list("id", flat=True)[:PURGED_AT_ONCE])
    return gone + _each(deleting.purge_lines, lines, now)


def steady_waiting(now: datetime) -> int:
    """Ask about finished replies whether they stayed in character, where a model learns."""
    return _each(steadying.judge, steadying.conversations_waiting(now), now)


def erase_waiting(now: datetime) -> int:
    """Delete the accounts whose moment has come."""
    return _each(erasing.carry_out, list(erasing.waiting(now).values_list("id", flat=True)), now)


def keep_ledger(now: datetime) -> int:
    """Write the ledger of deletions outside the database too. A file that can't be read is left for somebody to look at; a
    scratch database, whose clock may be years ahead, has none."""
    if str(connection.settings_dict["NAME"]).startswith(scratch.PREFIX):
        return 0
    try:
        return ledger.keep_file(settings.DELETION_LEDGER_FILE, now)
    except (NoLedger, OSError) as error:
        log.error("the ledger of deletions was not written: %s", error)
        return 0


def look_for_leftovers(now: datetime) -> int:
    """Look every night for rows of deleted accounts; there must be none."""
    audit = auditing.audit(now)
    if not audit.ok:
        log.error("rows of deleted accounts are left: %s; see manage.py erasure_audit", audit.found)
    return sum(audit.found.values())


def fade(now: datetime) -> int:
    """Let go of refusals for age, receipts and entries of the ledger that are over."""
    return refusals.purge(now) + Deletion.objects.over(now).delete()[0] + ledger.fade(now)


TASKS: tuple[Task, ...] = (
    Task("learn", learn_waiting, timedelta(seconds=15), "learning"),
    Task("recipe", follow_recipe, timedelta(seconds=30)),
    Task("embed", embed_waiting, timedelta(seconds=30)),
    Task("sweep", sweep, timedelta(seconds=20)),
    Task("look_again", latelook.look_again, timedelta(seconds=10), "learning"),
    Task("expire", upkeep.expire, timedelta(minutes=5)),
    Task("roll_plans_over", phases.roll_plans_over, timedelta(minutes=5)),
    Task("promises", phases.promises, timedelta(minutes=5)),
    Task("uses", settling.settle_waiting, timedelta(minutes=10)),
    Task("rest_threads", phases.rest_threads, timedelta(hours=1)),
    Task("purge", upkeep.purge, timedelta(minutes=10)),
    Task("purge_conversations", purge_conversations, timedelta(minutes=10)),
    Task("contact_invite", registering.invite_waiting, timedelta(seconds=30)),
    Task("contact_tell", notifying.send_waiting, timedelta(seconds=15)),
    Task("purge_invitations", registering.purge, timedelta(hours=6)),
    Task("purge_complaints", complaining.purge, timedelta(hours=6)),
    Task("purge_risk", events.purge, timedelta(hours=6)),
    Task("purge_use", attendance.purge, timedelta(hours=6)),
    Task("dream", dream_waiting, timedelta(minutes=10)),
    Task("index", index_waiting, timedelta(minutes=1)),
    Task("work_out", work_out_waiting, timedelta(seconds=30)),
    Task("steady", steady_waiting, timedelta(seconds=30), "learning"),
    Task("slips_fade", steadying.fade, timedelta(hours=1)),
    Task("purge_personas", editing.purge, timedelta(hours=1)),
    Task("titles", title_waiting, timedelta(seconds=30)),
    Task("rank_candidates", rank_candidates, timedelta(minutes=1)),
    Task("topics_let_lie", feedback.let_lie_waiting, timedelta(minutes=30)),
    Task("listen_outside", listening.fetch_waiting, timedelta(minutes=10)),
    Task("reach_plan", reaching.plan_waiting, timedelta(minutes=20)),
    Task("reach_send", reaching.send_waiting, timedelta(minutes=1)),
    Task("reach_mail", reaching.mail_waiting, timedelta(minutes=2)),
    Task("erase", erase_waiting, timedelta(seconds=20)),
    Task("deletion_ledger", keep_ledger, timedelta(minutes=5)),
    Task("erasure_audit", look_for_leftovers, timedelta(days=1)),
    Task("accounts_fade", fade, timedelta(hours=1)),
)

BY_NAME = {task.name: task for task in TASKS}


def run_all(now: datetime) -> dict[str, int]:
    """Everything that is due at a moment, in order: what `replay` calls a tick."""
    return {task.name: task.run(now) for task in TASKS}
