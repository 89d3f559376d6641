"""Passages know who said their line and which line it follows: both are read from the transcript once."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memory", "0007_what_is_kept_in_mind")]
    operations = [
        migrations.RunSQL(
            "UPDATE memory_passage SET after_id = line.parent_id, role = line.role "
            "FROM transcript_message AS line WHERE line.id = memory_passage.message_id",
            migrations.RunSQL.noop,
        )
    ]
