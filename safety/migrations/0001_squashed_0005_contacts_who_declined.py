"""All that 0001 to 0005 come to, for an empty database: a third of their time. One that has them keeps them."""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.fields


class Migration(migrations.Migration):
    replaces = [
        ("safety", "0001_initial"),
        ("safety", "0002_evidence_without_persons"),
        ("safety", "0003_contacts"),
        ("safety", "0004_complaints"),
        ("safety", "0005_contacts_who_declined"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0002_ages_and_deletions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.CreateModel(
            name="RiskState",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="risk_state",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("kept", accounts.fields.SealedText(label="risk.state.v1")),
            ],
            options={
                "verbose_name": "风险状态",
                "verbose_name_plural": "风险状态",
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
            name="Complaint",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("token", models.BinaryField(max_length=32, unique=True)),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("safety", "安全：危险时的反应、不当的回复"),
                            ("privacy", "隐私：我的数据、删除、导出"),
                            ("age", "年龄：我已成年，却被拒绝"),
                            ("other", "其他"),
                        ],
                        max_length=8,
                    ),
                ),
                ("language", models.CharField(max_length=10)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("received", "已收到"),
                            ("looking", "正在处理"),
                            ("answered", "已答复"),
                            ("closed", "已结束"),
                        ],
                        default="received",
                        max_length=8,
                    ),
                ),
                ("words", models.BinaryField()),
                ("reply", models.BinaryField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                ("due_on", models.DateField()),
                ("changed_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "投诉",
                "verbose_name_plural": "投诉",
            },
        ),
        migrations.CreateModel(
            name="ContactInvitation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField(db_index=True)),
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
                "verbose_name": "发出的邀请",
                "verbose_name_plural": "发出的邀请",
            },
        ),
        migrations.CreateModel(
            name="EmergencyContact",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("name", accounts.fields.SealedText(label="contact.name.v1")),
                ("called", accounts.fields.SealedText(label="contact.called.v1")),
                ("address", accounts.fields.SealedText(label="contact.address.v1")),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("consent_version", models.CharField(max_length=32)),
                ("agreed_at", models.DateTimeField()),
                ("token", models.BinaryField(max_length=32, unique=True)),
                ("invited_at", models.DateTimeField(blank=True, null=True)),
                ("invitation", models.CharField(blank=True, max_length=8)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="emergency_contacts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "紧急联系人",
                "verbose_name_plural": "紧急联系人",
            },
        ),
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
        migrations.CreateModel(
            name="ContactMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("line", models.UUIDField()),
                ("line_at", models.DateTimeField()),
                ("asked_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[("due", "待发送"), ("sent", "已发送"), ("failed", "发送失败")],
                        default="due",
                        max_length=8,
                    ),
                ),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("passed_on_at", models.DateTimeField(blank=True, null=True)),
                ("handled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "contact",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="messages",
                        to="safety.emergencycontact",
                    ),
                ),
            ],
            options={
                "verbose_name": "给紧急联系人的消息",
                "verbose_name_plural": "给紧急联系人的消息",
                "indexes": [models.Index(fields=["user", "asked_at"], name="safety_cont_user_id_8083e1_idx")],
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
