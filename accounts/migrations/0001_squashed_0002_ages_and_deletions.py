"""All that 0001 to 0002 come to, for an empty database: a third of their time. One that has them keeps them."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("accounts", "0001_initial"), ("accounts", "0002_ages_and_deletions")]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("email", models.EmailField(max_length=254, unique=True, verbose_name="邮箱")),
                (
                    "language",
                    models.CharField(
                        choices=[("zh-hans", "简体中文"), ("en", "English")],
                        default="zh-hans",
                        max_length=10,
                        verbose_name="语言",
                    ),
                ),
                ("time_zone", models.CharField(default="Asia/Shanghai", max_length=64, verbose_name="时区")),
                ("birth_date", models.DateField(blank=True, null=True, verbose_name="出生日期")),
                ("is_active", models.BooleanField(default=True, verbose_name="可登录")),
                ("is_staff", models.BooleanField(default=False, verbose_name="运营人员")),
                ("date_joined", models.DateTimeField(blank=True, null=True, verbose_name="注册时间")),
                ("leaving_at", models.DateTimeField(blank=True, db_index=True, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "用户",
                "verbose_name_plural": "用户",
            },
        ),
        migrations.CreateModel(
            name="UserKey",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="data_key",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("wrapped", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="AgeRefusal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mail", models.BinaryField(max_length=32)),
                ("near", models.BinaryField(max_length=32)),
                ("until", models.DateTimeField()),
                ("near_until", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["near"], name="accounts_ag_near_005e38_idx")],
                "constraints": [models.UniqueConstraint(fields=("mail", "near"), name="one_age_refusal")],
            },
        ),
        migrations.CreateModel(
            name="BirthDateChange",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("typo", "本人输错了，已核对"),
                            ("other", "填的是别人的日期"),
                            ("complaint", "投诉或申诉成立"),
                            ("under_age", "得知未满 18 岁"),
                        ],
                        max_length=12,
                    ),
                ),
                ("closed", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                "verbose_name": "出生日期的更改",
                "verbose_name_plural": "出生日期的更改",
            },
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.BinaryField(max_length=32)),
                ("scope", models.CharField(default="account", max_length=12)),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("key", "scope"), name="one_ledger_entry")],
            },
        ),
        migrations.CreateModel(
            name="Consent",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("model", "把对话文字发送给语言模型服务"),
                            ("training", "用于改进模型"),
                            ("health", "记住健康"),
                            ("belief", "记住信仰"),
                            ("sexuality", "记住性与性别"),
                            ("money", "记住钱的困难"),
                            ("trauma", "记住创伤"),
                        ],
                        max_length=16,
                    ),
                ),
                ("recipient", models.CharField(blank=True, max_length=200)),
                ("version", models.CharField(max_length=32)),
                ("granted_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consents",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "purpose"], name="accounts_co_user_id_7d90ec_idx")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at", None)),
                        fields=("user", "purpose", "recipient"),
                        name="one_open_consent",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Deletion",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("self", "本人"),
                            ("operator", "运营人员"),
                            ("under_age", "未满 18 岁"),
                            ("replay", "恢复备份之后"),
                        ],
                        max_length=12,
                    ),
                ),
                ("receipt", models.BinaryField(max_length=32, unique=True)),
                ("asked_at", models.DateTimeField()),
                ("destroyed_at", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                ("counts", models.JSONField(default=dict)),
                ("key_backups_until", models.DateTimeField(null=True)),
                ("backups_until", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="deletion",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "账号删除",
                "verbose_name_plural": "账号删除",
                "indexes": [
                    models.Index(
                        condition=models.Q(("done_at", None)), fields=["asked_at"], name="deletion_open"
                    )
                ],
            },
        ),
    ]
