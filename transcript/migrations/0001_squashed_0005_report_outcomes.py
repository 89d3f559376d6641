"""All that 0001 to 0005 come to, for an empty database: a third of their time. One that has them keeps them."""

import uuid

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.fields


class Migration(migrations.Migration):
    replaces = [
        ("transcript", "0001_initial"),
        ("transcript", "0002_branches"),
        ("transcript", "0003_unread"),
        ("transcript", "0004_personas"),
        ("transcript", "0005_report_outcomes"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Conversation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("persona_version", models.UUIDField()),
                ("persona", models.UUIDField(blank=True, null=True)),
                ("stays_from", models.UUIDField(blank=True, null=True)),
                ("apart", models.BooleanField(default=False)),
                ("title", accounts.fields.SealedText(blank=True, label="conversation.title.v1", null=True)),
                (
                    "titled_by",
                    models.CharField(
                        blank=True,
                        choices=[("user", "用户"), ("model", "模型"), ("rules", "规则")],
                        max_length=8,
                    ),
                ),
                ("pinned_at", models.DateTimeField(blank=True, null=True)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "forgotten",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), blank=True, default=list, size=None
                    ),
                ),
                ("topic", accounts.fields.SealedText(blank=True, label="conversation.topic.v1", null=True)),
                ("goal", accounts.fields.SealedText(blank=True, label="conversation.goal.v1", null=True)),
                ("valence", models.FloatField(blank=True, null=True)),
                ("worked_out_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                ("last_message_at", models.DateTimeField()),
                ("seq", models.PositiveBigIntegerField(default=0)),
                ("temporary", models.BooleanField(default=False)),
                ("unread_at", models.DateTimeField(blank=True, null=True)),
                ("learning_until", models.DateTimeField(blank=True, null=True)),
                ("learning_fence", models.PositiveBigIntegerField(default=0)),
                ("learning_failures", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conversations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "对话",
                "verbose_name_plural": "对话",
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("text", accounts.fields.SealedText(label="draft.text.v1")),
                ("saved_at", models.DateTimeField()),
                (
                    "conversation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draft",
                        to="transcript.conversation",
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
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("client_id", models.UUIDField(blank=True, null=True)),
                (
                    "role",
                    models.CharField(choices=[("user", "用户"), ("companion", "陪伴者")], max_length=12),
                ),
                ("text", accounts.fields.SealedText(label="message.text.v1")),
                ("lang", models.CharField(blank=True, max_length=8)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("received", "已送达"),
                            ("generating", "回复中"),
                            ("complete", "完成"),
                            ("stopped", "已停止"),
                            ("interrupted", "中断"),
                            ("failed", "失败"),
                        ],
                        max_length=12,
                    ),
                ),
                ("live", models.BooleanField(default=True)),
                ("chosen", models.BooleanField(default=True)),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                ("steadied_at", models.DateTimeField(blank=True, null=True)),
                ("without_memory", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("checkpoint_at", models.DateTimeField(blank=True, null=True)),
                ("risk_level", models.PositiveSmallIntegerField(default=0)),
                ("valence", models.FloatField(blank=True, null=True)),
                ("arousal", models.FloatField(blank=True, null=True)),
                ("learn_bar", models.CharField(blank=True, max_length=12)),
                (
                    "kinds_barred",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=12), blank=True, default=list, size=None
                    ),
                ),
                ("learnt_at", models.DateTimeField(blank=True, null=True)),
                ("ask_again_at", models.DateTimeField(blank=True, null=True)),
                ("model_tries", models.PositiveSmallIntegerField(default=0)),
                ("model", models.CharField(blank=True, max_length=120)),
                ("prompt_tokens", models.PositiveIntegerField(default=0)),
                ("completion_tokens", models.PositiveIntegerField(default=0)),
                ("template_id", models.CharField(blank=True, max_length=64)),
                (
                    "keywords",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), blank=True, default=list, size=None
                    ),
                ),
                ("indexed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="transcript.conversation",
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replies",
                        to="transcript.message",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "消息",
                "verbose_name_plural": "消息",
                "indexes": [
                    models.Index(
                        fields=["conversation", "created_at"], name="transcript__convers_3e18ec_idx"
                    ),
                    models.Index(
                        condition=models.Q(("learn_bar", ""), ("learnt_at", None), ("role", "user")),
                        fields=["created_at"],
                        name="message_to_learn",
                    ),
                    models.Index(
                        condition=models.Q(("ask_again_at__isnull", False)),
                        fields=["ask_again_at"],
                        name="message_to_ask_again",
                    ),
                    models.Index(fields=["parent", "role"], name="transcript__parent__cf1173_idx"),
                    django.contrib.postgres.indexes.GinIndex(fields=["keywords"], name="message_keywords"),
                    models.Index(
                        condition=models.Q(("indexed_at", None)),
                        fields=["created_at"],
                        name="message_to_index",
                    ),
                    models.Index(
                        condition=models.Q(("deleted_at__isnull", False)),
                        fields=["deleted_at"],
                        name="message_to_purge",
                    ),
                    models.Index(
                        condition=models.Q(("status", "generating")),
                        fields=["checkpoint_at"],
                        name="message_generating",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("conversation", "client_id"), name="one_message_per_client_id"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Feedback",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "value",
                    models.CharField(
                        choices=[("good", "喜欢"), ("bad", "不喜欢"), ("report", "有问题")], max_length=8
                    ),
                ),
                ("note", accounts.fields.SealedText(blank=True, label="feedback.note.v1", null=True)),
                ("reported", accounts.fields.SealedText(blank=True, label="feedback.reported.v1", null=True)),
                ("at", models.DateTimeField()),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("", "还没有结果"), ("mended", "已改进"), ("kept", "看过，没有问题")],
                        max_length=8,
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
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feedback",
                        to="transcript.message",
                    ),
                ),
            ],
            options={
                "verbose_name": "对回复的评价",
                "verbose_name_plural": "对回复的评价",
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("seq", models.PositiveBigIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("message", "message"),
                            ("finished", "finished"),
                            ("learned", "learned"),
                            ("notice", "notice"),
                            ("thread", "thread"),
                            ("topics", "topics"),
                        ],
                        max_length=12,
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                ("at", models.DateTimeField()),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="transcript.conversation",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="transcript.message",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("conversation", "seq"), name="one_event_per_seq")
                ],
            },
        ),
        migrations.CreateModel(
            name="Project",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("name", accounts.fields.SealedText(label="project.name.v1")),
                ("created_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="projects",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "项目",
                "verbose_name_plural": "项目",
            },
        ),
        migrations.AddField(
            model_name="conversation",
            name="project",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="conversations",
                to="transcript.project",
            ),
        ),
        migrations.CreateModel(
            name="Summary",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("text", accounts.fields.SealedText(label="summary.text.v1")),
                ("lang", models.CharField(max_length=8)),
                (
                    "sources",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                ("made_by", models.CharField(blank=True, max_length=120)),
                ("made_at", models.DateTimeField()),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="summaries",
                        to="transcript.conversation",
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
                "verbose_name": "摘要",
                "verbose_name_plural": "摘要",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("conversation", "first_at"), name="one_summary_per_stretch"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(fields=["user", "-last_message_at"], name="transcript__user_id_1f2be5_idx"),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(fields=["user", "persona"], name="transcript__user_id_046539_idx"),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)),
                fields=["deleted_at"],
                name="conversation_to_purge",
            ),
        ),
    ]
