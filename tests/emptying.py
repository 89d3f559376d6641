"""How a test whose rows others could see leaves the database: empty, without what Django's own flush does besides. That makes content
types and permissions anew, table by table, which takes longer than most of these tests; here they stay."""

from __future__ import annotations

from typing import Any

from django.db import connection, transaction

STAYS = frozenset({"django_content_type", "auth_permission", "django_migrations"})
FEW = 500
"""Rows that are deleted sooner than a table's files and those of all its indexes are made anew."""


def empty(_test: Any) -> None:
    """Empty the tables that have rows; takes the place of `TransactionTestCase._fixture_teardown`."""
    quote = connection.ops.quote_name
    tables = [
        quote(name)
        for name in connection.introspection.django_table_names(only_existing=True, include_views=False)
        if name not in STAYS
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{name}', EXISTS (SELECT FROM {name} OFFSET {FEW}) WHERE EXISTS (SELECT FROM {name})"
                for name in tables
            )
        )
        filled = dict(cursor.fetchall())
        if many := [name for name, is_many in filled.items() if is_many]:
            cursor.execute(f"TRUNCATE {', '.join(many)} CASCADE")
        if few := [name for name, is_many in filled.items() if not is_many]:
            # Everything goes: nobody has to be asked whether something else points to it.
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("; ".join(f"DELETE FROM {name}" for name in few))
