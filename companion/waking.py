"""Waking a worker for work that a row already says must be done. A call that is lost costs a minute, nothing more."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import transaction

from companion.celery import app


def learn_soon(conversation: UUID) -> None:
    """After this transaction commits, have the conversation's settled lines learnt from."""
    if not settings.WAKE_WORKERS:
        return
    transaction.on_commit(
        lambda: app.send_task("companion.learn", args=[str(conversation)], queue="learning", retry=False),
        robust=True,
    )


def erase_soon() -> None:
    """After this transaction commits, have accounts deleted that are due."""
    if not settings.WAKE_WORKERS:
        return
    transaction.on_commit(
        lambda: app.send_task("companion.run", args=["erase"], queue="upkeep", retry=False), robust=True
    )
