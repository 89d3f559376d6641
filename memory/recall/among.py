"""Searching the rows that may come to mind with one statement.

What may come to mind is said once, by a queryset, and compiled once; each lane adds what it looks for in those rows. A
statement of its own for each lane would cost more in being put together than in being answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import DateTimeField, QuerySet

SAMPLE = 400
"""Rows whose cosines say what is usual for a question."""
COUNTED = 4_000
"""Rows that are counted for how rare a word is: more of them change it little and take long to count."""


@dataclass(frozen=True)
class Near:
    """What nearness is measured from: a turned vector (d,) and the recipe it was made by."""

    vector: np.ndarray
    recipe: str

    @cached_property
    def text(self) -> str:
        """The vector as the database reads it."""
        return "[" + ",".join(f"{number:.6g}" for number in self.vector.tolist()) + "]"


@dataclass(frozen=True)
class Part:
    """What one lane looks for: a condition, an order, and how many rows at most. `where` and `order` speak of the columns
    the rows were opened with; `far` is the cosine distance, where anything is measured from."""

    lane: str
    where: str = "TRUE"
    params: Sequence[Any] = ()
    order: str = ""
    most: int = 100


@dataclass(frozen=True)
class Found:
    """A row that a lane found: `values` are its columns in the order they were opened, then its annotations; `far` is None where
    it has no vector of the recipe."""

    lane: str
    values: tuple[Any, ...]
    far: float | None


@dataclass(frozen=True)
class Size:
    """How many rows may come to mind, up to COUNTED, and how many keywords each has on average; and, where it was asked for,
    mean and spread of their cosine with what nearness is measured from."""

    count: int = 0
    mean: float = 1.0
    usual: tuple[float, float] | None = None


class Among:
    """Rows that may come to mind. `columns` names what is read of each, times among them as seconds since 1970 and keywords
    as arrays (n,): a thousand of them as dates and lists would take longer to read than to find. What the rows are annotated with is told of those that were found.
    Those of `searched` too are what conditions and orders speak of, beside `keywords`, `vector` and `recipe`."""

    def __init__(
        self, rows: QuerySet[Any, Any], columns: Sequence[str], searched: Sequence[str] = ()
    ) -> None:
        self._columns = tuple(columns)
        self._table = rows.model._meta.db_table
        times = {
            field.attname for field in rows.model._meta.concrete_fields if isinstance(field, DateTimeField)
        }
        self._read = ", ".join(_as_read(name, times) for name in columns)
        self._bag = self._columns.index("keywords") if "keywords" in columns else None
        held = dict.fromkeys([*columns, *searched, "keywords", "vector", "recipe"])
        compiler = rows.query.get_compiler(connection=connection)
        try:
            self._told = [compiler.compile(expression) for expression in rows.query.annotations.values()]
            self._sql, self._params = rows.order_by().values_list(*held).query.sql_with_params()
        except EmptyResultSet:
            self._sql, self._params, self._told = "", (), []

    def find(
        self, parts: Sequence[Part], near: Near | None = None, *, count: bool = False, usual_of: str = ""
    ) -> tuple[list[Found], Size]:
        """The rows of all lanes, and with `count` how many there are in all. A row that several lanes find comes once for each.
        `usual_of` is an order: what cosine is usual is read off the first SAMPLE rows in it."""
        if not self._sql or not parts:
            return [], Size()
        made = self._statement(parts, near, count, usual_of)
        found, told = [], Size()
        for lane, *values, distance, rows, mean, cosine, spread in _run(*made):
            if self._bag is not None:
                values[self._bag] = _numbers(values[self._bag])
            found.append(Found(lane, tuple(values), distance))
            told = Size(rows or 0, mean or 1.0, None if cosine is None else (cosine, spread))
        return found, told

    def _statement(
        self, parts: Sequence[Part], near: Near | None, count: bool, usual_of: str
    ) -> tuple[str, list[Any]]:
        """The statement with its parameters: the gate, what is measured, and a part for each lane."""
        columns = ", ".join(self._columns)
        measures, params, far = [], [*self._params], "NULL::float8"
        if near is not None:
            measures.append("asked AS MATERIALIZED (SELECT %s::halfvec AS vector, %s::text AS recipe)")
            params += [near.text, near.recipe]
            far = (
                "CASE WHEN recipe = (SELECT recipe FROM asked) THEN vector <=> (SELECT vector FROM asked) END"
            )
        if count:
            measures.append(
                "size AS MATERIALIZED (SELECT count(*) AS count, avg(cardinality(keywords))::float8 AS mean FROM "
                f"(SELECT keywords FROM allowed LIMIT {COUNTED}) AS counted)"
            )
        if near is not None and usual_of:
            measures.append(
                "usual AS MATERIALIZED (SELECT avg(1 - far) AS mean, stddev_pop(far) AS spread FROM "
                f"(SELECT {far} AS far FROM allowed WHERE vector IS NOT NULL ORDER BY {usual_of} LIMIT {SAMPLE}) AS s)"
            )
        selects = []
        for part in parts:
            order = f"ORDER BY {part.order} " if part.order else ""
            held = (
                f"SELECT {self._read}, {far} AS far FROM allowed WHERE {part.where} {order}LIMIT {part.most}"
            )
            selects.append(f"(SELECT %s::text AS lane, {columns}, far FROM ({held}) AS held)")
            params += [part.lane, *part.params]
        answers = "".join(f", {sql}" for sql, _params in self._told)
        params += [value for _sql, values in self._told for value in values]
        sizes = "(SELECT count FROM size), (SELECT mean FROM size)" if count else "NULL, NULL"
        usual = "(SELECT mean FROM usual), (SELECT spread FROM usual)" if usual_of and near else "NULL, NULL"
        measured = "".join(f", {measure}" for measure in measures)
        return (
            f"WITH allowed AS NOT MATERIALIZED ({self._sql}){measured}, "
            f"found AS NOT MATERIALIZED ({' UNION ALL '.join(selects)}) "
            f'SELECT lane, {columns}{answers}, far, {sizes}, {usual} FROM found AS "{self._table}"'
        ), params


_SENT = np.dtype([("size", ">i4"), ("number", ">i8")])
_BEFORE = 20
"""Bytes that PostgreSQL sends of an array of one dimension before its elements (array_send: dimensions, flags, type, length,
first index)."""


def _as_read(name: str, times: Collection[str]) -> str:
    if name in times:
        return f"extract(epoch FROM {name})::float8 AS {name}"
    return f"array_send({name}) AS {name}" if name == "keywords" else name


def _numbers(sent: bytes) -> np.ndarray:
    """The numbers (n,) of an array as PostgreSQL sends it."""
    return np.frombuffer(sent, _SENT, offset=_BEFORE)["number"] if len(sent) > _BEFORE else _NONE


_NONE = np.zeros(0, dtype=np.int64)


def _run(statement: str, params: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        yield from cursor.fetchall()


def array(values: Iterable[object]) -> str:
    """Keys or numbers as the database reads an array of them: one text in place of a parameter for each."""
    return "{" + ",".join(map(str, values)) + "}"
