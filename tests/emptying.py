"""How a test whose rows others could see leaves the database: empty, without what Django's own flush does besides. That makes content
types and permissions anew, table by table, which takes longer than most of these tests; here they stay."""

from __future__ import annotations

from typing import Any

from django.db import connection

STAYS = frozenset({"django_content_type", "auth_permission", "django_migrations"})


def empty(_test: Any) -> None:
    """Truncate the tables that have rows; takes the place of `TransactionTestCase._fixture_teardown`."""
    quote = connection.ops.quote_name
    tables = [
        name
        for name in connection.introspection.django_table_names(only_existing=True, include_views=False)
        if name not in STAYS
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {quote(name)})" for name in tables)
        )
        filled = [quote(name) for (name,) in cursor.fetchall()]
        if filled:
            cursor.execute(f"TRUNCATE {', '.join(filled)} CASCADE")
