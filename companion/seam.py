"""The seam between asyncio and Django's synchronous code.

Channels' own `database_sync_to_async` runs the database work of all sockets on one thread, so that one slow query stops
every chat. Here it runs on a sized pool of threads, and each call gives its database connection back to the psycopg pool.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")

_executor = ThreadPoolExecutor(max_workers=settings.SEAM_THREADS, thread_name_prefix="seam")
running: set[asyncio.Task[Any]] = set()
"""Tasks that were spawned and have not ended."""


async def cross(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a synchronous function on the pool; its database connections are returned before this does."""

    def run() -> T:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False, executor=_executor)()


def spawn(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start a task and keep it referenced until it ends: the loop itself holds tasks weakly, and one that is collected
    in the middle is a reply that never finishes."""
    task = asyncio.get_running_loop().create_task(work)
    running.add(task)
    task.add_done_callback(running.discard)
    return task
