"""All that 0001 to 0002 come to, for an empty database: a third of their time. One that has them keeps them."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.fields


class Migration(migrations.Migration):
    replaces = [("persona", "0001_initial"), ("persona", "0002_owned")]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0002_ages_and_deletions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("transcript", "0001_squashed_0005_report_outcomes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Persona",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("key", models.SlugField(max_length=64, unique=True)),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="名字")),
                (
                    "called_own",
                    accounts.fields.SealedText(
                        blank=True, label="persona.name.v1", null=True, user_field="owner_id"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("zh-hans", "简体中文"), ("en", "English")],
                        max_length=10,
                        verbose_name="语言",
                    ),
                ),
                ("hue", models.PositiveSmallIntegerField(default=0)),
                ("portrait", models.UUIDField(blank=True, null=True)),
                ("created_at", models.DateTimeField(blank=True, null=True)),
                ("retired_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "角色",
                "verbose_name_plural": "角色",
            },
        ),
        migrations.CreateModel(
            name="Chosen",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="chosen_persona",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="persona.persona",
                    ),
                ),
            ],
            options={
                "verbose_name": "选定的角色",
                "verbose_name_plural": "选定的角色",
            },
        ),
        migrations.CreateModel(
            name="PersonaVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("number", models.PositiveIntegerField()),
                ("content", models.JSONField(blank=True, null=True)),
                ("sealed", accounts.fields.SealedText(blank=True, label="persona.content.v1", null=True)),
                ("content_hash", models.CharField(max_length=64)),
                ("again", models.PositiveIntegerField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="persona.persona",
                    ),
                ),
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
                "verbose_name": "角色版本",
                "verbose_name_plural": "角色版本",
                "constraints": [
                    models.UniqueConstraint(fields=("persona", "number"), name="one_version_per_number")
                ],
            },
        ),
        migrations.AddField(
            model_name="persona",
            name="current",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="persona.personaversion",
            ),
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("plain", models.BinaryField(blank=True, null=True)),
                ("sealed", accounts.fields.SealedText(blank=True, label="persona.picture.v1", null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pictures",
                        to="persona.persona",
                    ),
                ),
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
                "verbose_name": "画像",
                "verbose_name_plural": "画像",
            },
        ),
        migrations.CreateModel(
            name="Finding",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("persona", models.UUIDField()),
                ("kind", models.CharField(max_length=32)),
                ("by", models.CharField(default="rules", max_length=8)),
                ("mended", models.BooleanField(default=False)),
                ("detail", accounts.fields.SealedText(blank=True, label="persona.finding.v1", null=True)),
                ("at", models.DateTimeField()),
                ("owned_at", models.DateTimeField(blank=True, null=True)),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="transcript.conversation",
                    ),
                ),
                (
                    "reply",
                    models.ForeignKey(
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
                "verbose_name": "不像它的话",
                "verbose_name_plural": "不像它的话",
                "indexes": [
                    models.Index(fields=["conversation", "-at"], name="persona_fin_convers_996158_idx"),
                    models.Index(fields=["persona", "-at"], name="persona_fin_persona_962f68_idx"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("reply", "kind"), name="one_finding_per_kind")
                ],
            },
        ),
        migrations.CreateModel(
            name="Apart",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("own", models.BooleanField(default=False)),
                ("blind", models.BooleanField(default=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="persona.persona"
                    ),
                ),
            ],
            options={
                "verbose_name": "分开的角色",
                "verbose_name_plural": "分开的角色",
                "constraints": [models.UniqueConstraint(fields=("user", "persona"), name="apart_once")],
            },
        ),
        migrations.AddIndex(
            model_name="persona",
            index=models.Index(fields=["owner", "retired_at"], name="persona_per_owner_i_98863a_idx"),
        ),
    ]
