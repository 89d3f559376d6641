"""Topics as operators see them: why something was raised or held back, never what it was."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin import MetadataAdmin, column
from topics.models import Candidate, TopicChoice


@admin.register(Candidate)
class CandidateAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("source", _("来源")),
        column("score", _("分数")),
        column("due_at", _("到时候")),
        column("raised_at", _("提起的时间")),
        column("ranked_at", _("排序的时间")),
    )
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-ranked_at",)


@admin.register(TopicChoice)
class TopicChoiceAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("move", _("做法")),
        column("at", _("时间")),
    )
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-at",)
