"""Events of risk that belong to nobody, counters beside them, a sealed state, and the use clock."""

import json
import uuid
from datetime import UTC

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.fields


def count_events(apps, schema_editor):
    """What was counted so far stays counted; the rows that named a person go."""
    counts = apps.get_model("safety", "RiskCount").objects
    for event in apps.get_model("safety", "RiskEvent").objects.iterator():
        language = "zh" if event.language.startswith("zh") else "en"
        for flag in ("", *filter(None, event.flags.split(","))):
            row, _made = counts.get_or_create(
                day=event.at.astimezone(UTC).date(), level=event.level, language=language, flag=flag[:16]
            )
            row.events += 1
            row.referrals += event.card_shown
            row.save()


def seal_states(apps, schema_editor):
    """Whoever is at risk now stays so; a state whose key was destroyed goes with it."""
    keys = apps.get_model("accounts", "UserKey").objects
    for row in apps.get_model("safety", "RiskState").objects.iterator():
        if not keys.filter(user_id=row.user_id).exists():
            row.delete()
            continue
        row.kept = json.dumps(
            {"level": row.level, "since": row.since.isoformat(), "template": row.template_id}
        )
        row.save(update_fields=["kept"])


class Migration(migrations.Migration):
    dependencies = [
        ("safety", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RiskCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("level", models.PositiveSmallIntegerField()),
                ("language", models.CharField(max_length=2)),
                ("flag", models.CharField(blank=True, max_length=16)),
                ("events", models.PositiveIntegerField(default=0)),
                ("referrals", models.PositiveIntegerField(default=0)),
                ("clicks", models.PositiveIntegerField(default=0)),
            ],
            options={
                "verbose_name": "风险计数",
                "verbose_name_plural": "风险计数",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "level", "language", "flag"), name="one_count_a_day"
                    )
                ],
            },
        ),
        migrations.RunPython(count_events, migrations.RunPython.noop),
        migrations.DeleteModel(name="RiskEvent"),
        migrations.CreateModel(
            name="RiskEvent",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField(db_index=True)),
                ("who", models.BinaryField(max_length=32)),
                ("line", models.BinaryField(max_length=32, unique=True)),
                (
                    "level",
                    models.PositiveSmallIntegerField(
                        choices=[(0, "R0"), (1, "R1"), (2, "R2"), (3, "R3"), (4, "R4")]
                    ),
                ),
                ("language", models.CharField(choices=[("zh", "zh"), ("en", "en")], max_length=2)),
                (
                    "flags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("minor", "minor"),
                                ("in_progress", "in_progress"),
                                ("third_party", "third_party"),
                                ("harm_others", "harm_others"),
                                ("ed", "ed"),
                                ("abuse_at_home", "abuse_at_home"),
                                ("property_loss", "property_loss"),
                            ],
                            max_length=16,
                        ),
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "rules",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=48), default=list, size=16
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("rules", "rules"),
                            ("agreed", "agreed"),
                            ("raised", "raised"),
                            ("lowered", "lowered"),
                            ("overruled", "overruled"),
                            ("memory", "memory"),
                            ("judge_timeout", "judge_timeout"),
                            ("judge_failed", "judge_failed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("judge", models.CharField(blank=True, max_length=64)),
                ("template", models.CharField(blank=True, max_length=48)),
                (
                    "lines_shown",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=32), default=list, size=16
                    ),
                ),
                ("card_shown", models.BooleanField(default=False)),
                ("card_clicked", models.BooleanField(default=False)),
                (
                    "contact",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "没有触发"),
                            ("nobody", "没有登记联系人"),
                            ("due", "待发送"),
                            ("sent", "已发送"),
                            ("held", "24 小时内已发过"),
                            ("failed", "发送失败"),
                        ],
                        max_length=8,
                    ),
                ),
                ("latency_ms", models.PositiveIntegerField(default=0)),
            ],
            options={
                "verbose_name": "风险事件",
                "verbose_name_plural": "风险事件",
            },
        ),
        migrations.AddField(
            "riskstate", "kept", accounts.fields.SealedText(label="risk.state.v1", null=True)
        ),
        migrations.RunPython(seal_states, migrations.RunPython.noop),
        migrations.RemoveField("riskstate", "level"),
        migrations.RemoveField("riskstate", "since"),
        migrations.RemoveField("riskstate", "template_id"),
        migrations.AlterField("riskstate", "kept", accounts.fields.SealedText(label="risk.state.v1")),
        migrations.CreateModel(
            name="RiskCheck",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("due_at", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "待复核",
                "verbose_name_plural": "待复核",
            },
        ),
        migrations.CreateModel(
            name="UseClock",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="use_clock",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                ("marks", models.PositiveSmallIntegerField(default=0)),
                ("noticed_at", models.DateTimeField(blank=True, null=True)),
                ("break_minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("paused_until", models.DateTimeField(blank=True, null=True)),
                ("warned_on", models.DateField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "使用时长",
                "verbose_name_plural": "使用时长",
            },
        ),
        migrations.CreateModel(
            name="UseDay",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("day", models.DateField()),
                ("seconds", models.PositiveIntegerField(default=0)),
                ("night_seconds", models.PositiveIntegerField(default=0)),
                ("sessions", models.PositiveSmallIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="use_days",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "每日使用",
                "verbose_name_plural": "每日使用",
                "constraints": [models.UniqueConstraint(fields=("user", "day"), name="one_use_day")],
            },
        ),
    ]
