"""All that 0001 to 0004 come to, for an empty database: a third of their time. One that has them keeps them."""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.fields


class Migration(migrations.Migration):
    replaces = [
        ("topics", "0001_initial"),
        ("topics", "0002_what_comes_of_it"),
        ("topics", "0003_ranking"),
        ("topics", "0004_moves"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0002_ages_and_deletions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("memory", "0001_squashed_0008_who_said_a_line"),
        ("transcript", "0001_squashed_0005_report_outcomes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ranking",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="ranking",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("ranked_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "verbose_name": "话题排序",
                "verbose_name_plural": "话题排序",
            },
        ),
        migrations.CreateModel(
            name="Reaching",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reaching",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("on", models.BooleanField(default=False)),
                ("by_mail", models.BooleanField(default=False)),
                ("a_week", models.PositiveSmallIntegerField(default=3)),
                ("quiet_from", models.PositiveSmallIntegerField(default=22)),
                ("quiet_until", models.PositiveSmallIntegerField(default=8)),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "主动来信",
                "verbose_name_plural": "主动来信",
            },
        ),
        migrations.CreateModel(
            name="Candidate",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("thread", "还在进行的事"),
                            ("plan", "打算"),
                            ("promise", "约定"),
                            ("loose_end", "没说完的话"),
                            ("birthday", "生日"),
                            ("anniversary", "周年"),
                            ("calendar", "日历"),
                            ("outside", "外面的消息"),
                            ("shared", "共同的经历"),
                        ],
                        max_length=16,
                    ),
                ),
                ("key", models.CharField(max_length=160)),
                ("text", accounts.fields.SealedText(blank=True, label="candidate.text.v1", null=True)),
                ("lang", models.CharField(blank=True, max_length=8)),
                ("score", models.FloatField(default=0.0)),
                ("parts", models.JSONField(default=dict)),
                ("blocked", models.CharField(blank=True, max_length=24)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("heard_at", models.DateTimeField(blank=True, null=True)),
                ("raised_at", models.DateTimeField(blank=True, null=True)),
                ("rest_until", models.DateTimeField(blank=True, null=True)),
                ("let_lie", models.PositiveSmallIntegerField(default=0)),
                ("ranked_at", models.DateTimeField()),
                (
                    "memory",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="candidates",
                        to="memory.memory",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="transcript.message",
                    ),
                ),
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
                "verbose_name": "候选话题",
                "verbose_name_plural": "候选话题",
                "indexes": [models.Index(fields=["user", "blocked", "-score"], name="candidate_best")],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "key"), name="one_candidate_per_ground")
                ],
            },
        ),
        migrations.CreateModel(
            name="OutsideSource",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("kind", models.CharField(max_length=12)),
                ("url", accounts.fields.SealedText(label="outside.url.v1")),
                ("items", accounts.fields.SealedText(blank=True, label="outside.items.v1", null=True)),
                ("on", models.BooleanField(default=False)),
                ("fault", models.CharField(blank=True, max_length=16)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("fetched_at", models.DateTimeField(blank=True, null=True)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
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
                "verbose_name": "外面的来源",
                "verbose_name_plural": "外面的来源",
                "indexes": [
                    models.Index(condition=models.Q(("on", True)), fields=["next_at"], name="outside_due")
                ],
            },
        ),
        migrations.CreateModel(
            name="Reachout",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("thread", "还在进行的事"),
                            ("plan", "打算"),
                            ("promise", "约定"),
                            ("loose_end", "没说完的话"),
                            ("birthday", "生日"),
                            ("anniversary", "周年"),
                            ("calendar", "日历"),
                            ("outside", "外面的消息"),
                            ("shared", "共同的经历"),
                        ],
                        max_length=16,
                    ),
                ),
                ("day", models.DateField()),
                ("planned_for", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("planned", "计划中"), ("sent", "已发出"), ("dropped", "没有发")],
                        default="planned",
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=24)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("mail", models.CharField(blank=True, max_length=8)),
                (
                    "candidate",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="topics.candidate",
                    ),
                ),
                (
                    "message",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reachout",
                        to="transcript.message",
                    ),
                ),
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
                "verbose_name": "主动来信",
                "verbose_name_plural": "主动来信",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "planned")),
                        fields=["planned_for"],
                        name="reachout_planned",
                    ),
                    models.Index(
                        condition=models.Q(("mail", "due")), fields=["sent_at"], name="reachout_mail"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "dropped"), _negated=True),
                        fields=("user", "day"),
                        name="one_reachout_a_day",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Refusal",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("stem", models.CharField(max_length=160)),
                (
                    "words",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("text", accounts.fields.SealedText(blank=True, label="refusal.text.v1", null=True)),
                ("at", models.DateTimeField()),
                (
                    "memory",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="memory.memory",
                    ),
                ),
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
                "verbose_name": "不再提的话题",
                "verbose_name_plural": "不再提的话题",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "stem"), name="one_refusal_per_matter")
                ],
            },
        ),
        migrations.CreateModel(
            name="TopicChoice",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "source",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("thread", "还在进行的事"),
                            ("plan", "打算"),
                            ("promise", "约定"),
                            ("loose_end", "没说完的话"),
                            ("birthday", "生日"),
                            ("anniversary", "周年"),
                            ("calendar", "日历"),
                            ("outside", "外面的消息"),
                            ("shared", "共同的经历"),
                        ],
                        max_length=16,
                    ),
                ),
                ("text", accounts.fields.SealedText(blank=True, label="choice.text.v1", null=True)),
                (
                    "move",
                    models.CharField(
                        choices=[("follow", "跟着聊"), ("connect", "连起来"), ("open", "提起")], max_length=8
                    ),
                ),
                ("parts", models.JSONField(default=dict)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("taken_up", "接着聊了"),
                            ("deflected", "先不聊"),
                            ("refused", "别再提"),
                            ("ignored", "没接话"),
                        ],
                        max_length=12,
                    ),
                ),
                ("outcome_at", models.DateTimeField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                (
                    "candidate",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="topics.candidate",
                    ),
                ),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="transcript.conversation",
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="memory.memory",
                    ),
                ),
                (
                    "reply",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="topic_choice",
                        to="transcript.message",
                    ),
                ),
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
                "verbose_name": "话题选择",
                "verbose_name_plural": "话题选择",
                "indexes": [
                    models.Index(
                        condition=models.Q(("move", "follow"), _negated=True),
                        fields=["user", "-at"],
                        name="choice_raised",
                    ),
                    models.Index(
                        condition=models.Q(models.Q(("move", "follow"), _negated=True), ("outcome", "")),
                        fields=["at"],
                        name="choice_open",
                    ),
                ],
            },
        ),
    ]
