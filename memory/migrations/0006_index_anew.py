"""Words are stemmed and folded otherwise since, and lines have passages: what was written before is indexed anew, in the
background.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations


def queue(apps: Any, schema_editor: Any) -> None:
    apps.get_model("transcript", "Message").objects.update(indexed_at=None)
    apps.get_model("memory", "Memory").objects.update(embedded_at=None)


class Migration(migrations.Migration):
    dependencies = [("memory", "0005_passages")]
    operations = [migrations.RunPython(queue, migrations.RunPython.noop)]
