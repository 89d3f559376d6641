"""Celery's side of the schedule: one-line shells."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from celery import shared_task
from celery.signals import beat_init, heartbeat_sent, worker_ready
from django.core.cache import cache
from django.utils import timezone

from companion.beat import Every
from companion.celery import app
from companion.schedule import BY_NAME, TASKS, learn_conversation

ALIVE_SECONDS = 120


@shared_task(name="companion.run")
def run(name: str) -> int:
    """Run a scheduled task by its name in companion/schedule.py."""
    if name == "learn":
        cache.set("companion-scheduler-alive", 1, ALIVE_SECONDS)
    return BY_NAME[name].run(timezone.now())


@shared_task(name="companion.learn")
def learn(conversation: str) -> int:
    """Learn from one conversation now, and embed what came of it."""
    return learn_conversation(UUID(conversation), timezone.now())


@worker_ready.connect
@heartbeat_sent.connect
def note_worker(**_kwargs: Any) -> None:
    """Leave a sign of life for `doctor`."""
    cache.set("companion-worker-alive", 1, ALIVE_SECONDS)


@beat_init.connect
def note_scheduler(**_kwargs: Any) -> None:
    """The scheduler's first sign of life; its tasks renew it."""
    cache.set("companion-scheduler-alive", 1, ALIVE_SECONDS)


app.conf.beat_schedule = {
    task.name: {
        "task": "companion.run",
        "schedule": Every(task.every),
        "args": (task.name,),
        "options": {"queue": task.queue, "expires": task.every.total_seconds() * 2},
    }
    for task in TASKS
}
