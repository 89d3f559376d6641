"""How the database answers the queries of a recall: which index each uses, and how much it reads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

GROWS = 2.0
"""Times as many pages read for the same user's same question is growth with other users' rows."""
LEAST_PAGES = 50
SHOWN = 600
_LITERAL = re.compile(r"'[^']*'(?:::\w+)?|\b\d{5,}\b")
_LISTED = re.compile(r"%s(?:, %s)+")
_TABLE = re.compile(r"\b\w+_\w+\.(\w+)\b")


@dataclass(frozen=True)
class Plan:
    """One statement as it ran: its scans (kind, table or index), pages touched, milliseconds in the database."""

    statement: str
    scans: tuple[str, ...]
    pages: int
    ms: float

    @property
    def without_index(self) -> bool:
        return any(scan.startswith("Seq Scan") for scan in self.scans)


def plans(work: Callable[[], object]) -> list[Plan]:
    """The plan of every SELECT that `work` runs, each run again to be explained."""
    ran: list[tuple[str, Any]] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("SELECT", "WITH")):
            ran.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        work()
    return [_plan(sql, params) for sql, params in ran]


def _plan(sql: str, params: Sequence[Any] | None) -> Plan:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
        told = cursor.fetchone()[0]
    whole = (json.loads(told) if isinstance(told, str) else told)[0]
    top = whole["Plan"]
    pages = top.get("Shared Hit Blocks", 0) + top.get("Shared Read Blocks", 0)
    return Plan(_shape(sql), tuple(_scans(top)), pages, round(whole["Execution Time"], 2))


def _scans(node: Mapping[str, Any]) -> Iterator[str]:
    if "Scan" in node["Node Type"] and node["Node Type"] != "Bitmap Heap Scan":
        yield f"{node['Node Type']} {node.get('Index Name') or node.get('Relation Name', '')}".strip()
    for below in node.get("Plans", ()):
        yield from _scans(below)


def _shape(sql: str) -> str:
    """The statement without its values, lists of any length alike, so that two runs of it are known for one."""
    head, _from, body = sql.replace('"', "").partition(" FROM ")
    asked = head.removeprefix("SELECT ")
    asked = asked if len(asked) <= 80 else f"{asked.count(', ') + 1} columns"
    whole = _LISTED.sub("%s…", _LITERAL.sub("%s", f"SELECT {asked} FROM {body}"))
    whole = _TABLE.sub(r"\1", whole)
    return whole if len(whole) <= SHOWN else f"{whole[: SHOWN * 2 // 3]} … {whole[-SHOWN // 3 :]}"


def slowest(plans: Sequence[Plan], most: int = 3) -> list[dict[str, Any]]:
    """The statements that take longest, each by its slowest run."""
    worst: dict[str, Plan] = {}
    for plan in plans:
        if plan.statement not in worst or plan.ms > worst[plan.statement].ms:
            worst[plan.statement] = plan
    best = sorted(worst.values(), key=lambda plan: -plan.ms)[:most]
    return [
        {"ms": plan.ms, "pages": plan.pages, "scans": list(plan.scans), "statement": plan.statement}
        for plan in best
    ]


def grown(before: Sequence[Plan], after: Sequence[Plan]) -> list[dict[str, Any]]:
    """What is wrong with the statements of the larger table: no index, or more pages than in the smaller one."""
    pages: dict[str, int] = {}
    for plan in before:
        pages[plan.statement] = max(pages.get(plan.statement, 0), plan.pages)
    faults = []
    for plan in after:
        was = pages.get(plan.statement)
        grew = was is not None and plan.pages > max(LEAST_PAGES, GROWS * was)
        if not grew and not (plan.without_index and plan.pages > LEAST_PAGES):
            continue
        faults.append(
            {
                "fault": "grows" if grew else "no index",
                "scans": list(plan.scans),
                "pages": plan.pages,
                "pages_before": was,
                "ms": plan.ms,
                "statement": plan.statement,
            }
        )
    return faults
