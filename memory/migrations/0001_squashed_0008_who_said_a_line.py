"""All that 0001 to 0008 come to, for an empty database: a third of their time. One that has them keeps them."""

import uuid

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import pgvector.django.extensions
import pgvector.django.halfvec
from django.conf import settings
from django.db import migrations, models

import accounts.fields
import memory.policy


class Migration(migrations.Migration):
    replaces = [
        ("memory", "0001_initial"),
        ("memory", "0002_branches"),
        ("memory", "0003_understanding"),
        ("memory", "0004_uses_and_what_was_held_back"),
        ("memory", "0005_passages"),
        ("memory", "0006_index_anew"),
        ("memory", "0007_what_is_kept_in_mind"),
        ("memory", "0008_who_said_a_line"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0002_ages_and_deletions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("transcript", "0001_squashed_0005_report_outcomes"),
    ]

    operations = [
        pgvector.django.extensions.VectorExtension(),
        migrations.CreateModel(
            name="MemorySettings",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="memory_settings",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                (
                    "paused_kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=12), blank=True, default=list, size=None
                    ),
                ),
                ("dreams", models.BooleanField(default=True)),
                ("dreamt_at", models.DateTimeField(blank=True, null=True)),
                ("dreaming_until", models.DateTimeField(blank=True, null=True)),
                ("dreaming_fence", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Bin",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("content", accounts.fields.SealedText(label="bin.content.v1")),
                ("deleted_at", models.DateTimeField()),
                ("purge_at", models.DateTimeField(db_index=True)),
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
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Dream",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("fence", models.PositiveIntegerField()),
                ("by_hand", models.BooleanField(default=False)),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("counts", models.JSONField(default=dict)),
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
                "indexes": [
                    models.Index(fields=["user", "-began_at"], name="memory_drea_user_id_517ea0_idx")
                ],
            },
        ),
        migrations.CreateModel(
            name="Entity",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("person", "人"), ("pet", "宠物"), ("place", "地方"), ("thing", "东西")],
                        max_length=8,
                    ),
                ),
                ("name", accounts.fields.SealedText(label="entity.name.v1")),
                ("made_at", models.DateTimeField()),
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
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Alias",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("name", accounts.fields.SealedText(label="alias.name.v1")),
                ("key", models.BinaryField(max_length=32)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="aliases",
                        to="memory.entity",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_entity_per_alias")],
            },
        ),
        migrations.CreateModel(
            name="Memory",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            (memory.policy.Kind["IDENTITY"], "关于你"),
                            (memory.policy.Kind["PREFERENCE"], "喜好"),
                            (memory.policy.Kind["PERSON"], "身边的人和宠物"),
                            (memory.policy.Kind["EVENT"], "发生过的事"),
                            (memory.policy.Kind["PLAN"], "计划"),
                            (memory.policy.Kind["STATE"], "近况和心情"),
                            (memory.policy.Kind["THREAD"], "最近在忙的事"),
                            (memory.policy.Kind["PROJECT"], "项目"),
                            (memory.policy.Kind["SPECIAL"], "特别的事"),
                            (memory.policy.Kind["BOUNDARY"], "别提的事"),
                            (memory.policy.Kind["STYLE"], "说话方式"),
                            (memory.policy.Kind["SUPPORT"], "怎样安慰你"),
                            (memory.policy.Kind["INSIGHT"], "慢慢懂得的"),
                            (memory.policy.Kind["MOMENT"], "我们的时刻"),
                            (memory.policy.Kind["REFERENCE"], "称呼和暗号"),
                            (memory.policy.Kind["PROMISE"], "约定"),
                            (memory.policy.Kind["SELF"], "陪伴者自己的话"),
                        ],
                        max_length=12,
                    ),
                ),
                ("subject", accounts.fields.SealedText(label="memory.subject.v1")),
                ("attribute", models.CharField(max_length=24)),
                ("value", accounts.fields.SealedText(label="memory.value.v1")),
                ("polarity", models.SmallIntegerField(default=1)),
                ("slot", models.BinaryField(max_length=32)),
                ("value_key", models.BinaryField(max_length=32)),
                ("statement", accounts.fields.SealedText(label="memory.statement.v1")),
                ("lang", models.CharField(max_length=8)),
                ("speaker", models.CharField(default="user", max_length=12)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("set", "你设定的"),
                            ("stated", "你说过的"),
                            ("imported", "导入的"),
                            ("summary", "总结的"),
                            ("inferred", "推测的"),
                        ],
                        max_length=12,
                    ),
                ),
                ("confidence", models.FloatField(default=0.9)),
                ("importance", models.FloatField(default=0.5)),
                ("sensitivity", models.CharField(max_length=12)),
                ("consent", models.CharField(blank=True, max_length=12)),
                ("use", models.CharField(max_length=12)),
                ("layer", models.CharField(default="real", max_length=12)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("everywhere", "所有对话"),
                            ("persona", "一个角色"),
                            ("conversation", "一个对话"),
                            ("project", "一个项目"),
                        ],
                        default="everywhere",
                        max_length=12,
                    ),
                ),
                ("scope_id", models.UUIDField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("current", "记着"),
                            ("pending", "待确认"),
                            ("conflicted", "说法不一"),
                            ("superseded", "已更新"),
                            ("expired", "已过期"),
                            ("rejected", "不对"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "phase",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("ahead", "还没到"),
                            ("unconfirmed", "应该过了，还没确认"),
                            ("happened", "发生了"),
                            ("cancelled", "取消了"),
                            ("open", "进行中"),
                            ("resting", "放一放"),
                            ("closed", "结束了"),
                            ("due", "到时候了"),
                            ("kept", "做到了"),
                            ("broken", "没做到"),
                            ("released", "不用了"),
                        ],
                        max_length=12,
                    ),
                ),
                ("paused", models.BooleanField(default=False)),
                ("pinned", models.BooleanField(default=False)),
                ("kept_since", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=40)),
                ("true_from", models.DateTimeField(blank=True, null=True)),
                ("true_until", models.DateTimeField(blank=True, null=True)),
                ("precision", models.CharField(blank=True, max_length=8)),
                ("recorded_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("last_confirmed", models.DateTimeField(blank=True, null=True)),
                ("last_used", models.DateTimeField(blank=True, null=True)),
                ("use_count", models.PositiveIntegerField(default=0)),
                ("valence", models.FloatField(blank=True, null=True)),
                ("arousal", models.FloatField(blank=True, null=True)),
                ("vector", pgvector.django.halfvec.HalfVectorField(blank=True, null=True)),
                ("recipe", models.CharField(blank=True, max_length=64)),
                ("embedded_at", models.DateTimeField(blank=True, null=True)),
                (
                    "keywords",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "closed_by",
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
                        related_name="memories",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "记忆",
                "verbose_name_plural": "记忆",
                "indexes": [
                    models.Index(fields=["user", "status", "kind"], name="memory_memo_user_id_19870d_idx"),
                    models.Index(fields=["user", "slot"], name="memory_memo_user_id_1f6362_idx"),
                    django.contrib.postgres.indexes.GinIndex(fields=["keywords"], name="memory_keywords"),
                    models.Index(fields=["user", "recorded_at"], name="memory_of_user_by_time"),
                    models.Index(
                        condition=models.Q(("true_from__isnull", False)),
                        fields=["user", "true_from", "true_until"],
                        name="memory_dated",
                    ),
                    models.Index(condition=models.Q(("pinned", True)), fields=["user"], name="memory_pinned"),
                    models.Index(
                        condition=models.Q(("kept_since__isnull", False)), fields=["user"], name="memory_kept"
                    ),
                    models.Index(
                        condition=models.Q(("phase__in", ("ahead", "open", "due"))),
                        fields=["user", "kind", "true_from"],
                        name="memory_under_way",
                    ),
                    models.Index(
                        condition=models.Q(("embedded_at", None)),
                        fields=["recorded_at"],
                        name="memory_to_embed",
                    ),
                    models.Index(
                        condition=models.Q(("expires_at__isnull", False)),
                        fields=["expires_at"],
                        name="memory_to_expire",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HeldBack",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("never_raise", "你让我别再提，所以没说"),
                            ("set_aside", "你让我在这个对话里别用，所以没用"),
                            ("paused", "它暂停着，所以没用"),
                            ("elsewhere", "它只在别的地方用，所以没在这里说"),
                            ("unconsented", "这类事没有你的同意，所以没用"),
                            ("sensitive", "这件事比较私密，你没有提起，所以没说"),
                            ("waiting", "还等着你确认，所以没有照着做"),
                            ("budget", "也想到了，只是这一次放不下"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "reply",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="held_back",
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
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memory.memory"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("reply", "memory"), name="held_back_once_per_reply")
                ],
            },
        ),
        migrations.CreateModel(
            name="Evidence",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("quote", accounts.fields.SealedText(label="evidence.quote.v1")),
                ("speaker", models.CharField(max_length=12)),
                ("at", models.DateTimeField()),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
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
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evidence",
                        to="memory.memory",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("memory", "message"), name="one_evidence_per_message")
                ],
            },
        ),
        migrations.CreateModel(
            name="Derivation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "conclusion",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="premises",
                        to="memory.memory",
                    ),
                ),
                (
                    "premise",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conclusions",
                        to="memory.memory",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("conclusion", "premise"), name="one_derivation")
                ],
            },
        ),
        migrations.CreateModel(
            name="MemoryUse",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("lanes", models.JSONField(default=dict)),
                ("score", models.FloatField(default=0.0)),
                ("used", models.BooleanField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="uses", to="memory.memory"
                    ),
                ),
                (
                    "reply",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memory_uses",
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
                "indexes": [
                    models.Index(
                        condition=models.Q(("used__isnull", True)), fields=["at"], name="memory_use_to_judge"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("reply", "memory"), name="one_use_per_reply")
                ],
            },
        ),
        migrations.CreateModel(
            name="Passage",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("role", models.CharField(default="", max_length=12)),
                ("at", models.DateTimeField()),
                (
                    "keywords",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("indexed_at", models.DateTimeField(blank=True, null=True)),
                ("vector", pgvector.django.halfvec.HalfVectorField(blank=True, null=True)),
                ("recipe", models.CharField(blank=True, max_length=64)),
                ("embedded_at", models.DateTimeField(blank=True, null=True)),
                (
                    "after",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="transcript.message",
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
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="transcript.message"
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
                "indexes": [
                    models.Index(fields=["user", "-at"], name="passage_of_user"),
                    django.contrib.postgres.indexes.GinIndex(fields=["keywords"], name="passage_keywords"),
                    models.Index(
                        condition=models.Q(("indexed_at", None)), fields=["at"], name="passage_to_index"
                    ),
                    models.Index(
                        condition=models.Q(("embedded_at", None)), fields=["at"], name="passage_to_embed"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "operation",
                    models.CharField(
                        choices=[
                            ("insight", "看出一点规律"),
                            ("support", "知道怎样安慰你"),
                            ("style", "知道你喜欢怎样说话"),
                            ("preference", "看出一个喜好"),
                            ("thread", "看出一件正在进行的事"),
                            ("moment", "记下一个时刻"),
                            ("episode", "把一段经历连起来"),
                            ("merge", "合并重复的"),
                            ("strengthen", "更有把握"),
                            ("weaken", "没那么有把握"),
                            ("relate", "连起来"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "等着"),
                            ("applied", "做了"),
                            ("undone", "撤销了"),
                            ("refused", "没有做"),
                            ("stale", "过时了"),
                        ],
                        default="proposed",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=40)),
                ("content", accounts.fields.SealedText(default=bytes, label="proposal.content.v1")),
                (
                    "premises",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                ("versions", models.JSONField(default=dict)),
                ("result", models.UUIDField(blank=True, null=True)),
                ("act", models.UUIDField(db_index=True, default=uuid.uuid4)),
                ("at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "dream",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="memory.dream",
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
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("counts", models.JSONField(default=dict)),
                (
                    "bins",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("purged_at", models.DateTimeField(blank=True, null=True)),
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
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ForgetRequest",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "memories",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answer",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="transcript.message",
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
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forget_request",
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
                (
                    "receipt",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="memory.receipt",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Relation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("involves", "和谁有关"),
                            ("felt", "当时的感受"),
                            ("because", "因为"),
                            ("about", "关于"),
                            ("part_of", "属于"),
                        ],
                        max_length=10,
                    ),
                ),
                ("quote", accounts.fields.SealedText(default=bytes, label="relation.quote.v1")),
                ("origin", models.CharField(max_length=12)),
                ("at", models.DateTimeField()),
                (
                    "end",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="led_from",
                        to="memory.memory",
                    ),
                ),
                (
                    "entity",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="relations",
                        to="memory.entity",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="transcript.message",
                    ),
                ),
                (
                    "start",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leads_to",
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("end__isnull", True), ("entity__isnull", True), _connector="XOR"),
                        name="relation_one_end",
                    ),
                    models.UniqueConstraint(fields=("start", "kind", "end"), name="one_relation_to_memory"),
                    models.UniqueConstraint(
                        fields=("start", "kind", "entity"), name="one_relation_to_entity"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SetAside",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField()),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="set_aside",
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("memory", "conversation"), name="set_aside_once_per_conversation"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Told",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "act",
                    models.CharField(
                        choices=[
                            ("told", "说过"),
                            ("advised", "建议过"),
                            ("asked", "问过近况"),
                            ("outcome", "问过结果"),
                            ("owned", "认过错"),
                            ("conflict", "问过哪个对"),
                            ("consent", "问过能不能记"),
                        ],
                        max_length=12,
                    ),
                ),
                ("about", models.CharField(blank=True, max_length=24)),
                ("text", accounts.fields.SealedText(default=bytes, label="told.text.v1")),
                ("at", models.DateTimeField()),
                (
                    "memory",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="told",
                        to="memory.memory",
                    ),
                ),
                (
                    "reply",
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
                "indexes": [
                    models.Index(fields=["user", "act", "-at"], name="memory_told_user_id_988b16_idx")
                ],
            },
        ),
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("key", models.BinaryField(max_length=32)),
                ("of", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
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
                "constraints": [models.UniqueConstraint(fields=("user", "key", "of"), name="one_tombstone")],
            },
        ),
        migrations.CreateModel(
            name="Transition",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("confirm", "再次确认"),
                            ("correct", "更正"),
                            ("change", "变化"),
                            ("exception", "例外"),
                            ("conflict", "说法不一"),
                            ("merge", "合并"),
                            ("expire", "过期"),
                            ("retract", "收回"),
                            ("edit", "你改过"),
                            ("restore", "恢复"),
                            ("set", "你调整过"),
                            ("doubt", "待确认"),
                            ("dream", "整理"),
                        ],
                        max_length=12,
                    ),
                ),
                ("reason", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("act", models.UUIDField(blank=True, db_index=True, null=True)),
                ("before", models.JSONField(blank=True, null=True)),
                ("made", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="transcript.message",
                    ),
                ),
                (
                    "new",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="came_by",
                        to="memory.memory",
                    ),
                ),
                (
                    "old",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="left_by",
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
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("text", accounts.fields.SealedText(label="verdict.text.v1")),
                ("verdict", models.CharField(max_length=12)),
                ("reason", models.CharField(max_length=40)),
                ("kind", models.CharField(blank=True, max_length=12)),
                ("at", models.DateTimeField()),
                (
                    "memory",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memory.memory",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verdicts",
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
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Withheld",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("quote", accounts.fields.SealedText(label="withheld.quote.v1")),
                ("memory", models.UUIDField()),
                ("at", models.DateTimeField()),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="withheld",
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
                "abstract": False,
            },
        ),
    ]
