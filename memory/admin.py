"""Memories as operators see them: kinds, states and times. What a memory says, whom it is about and which field of a
life it touches stay sealed or out; and nobody adds, changes or deletes one here."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin import MetadataAdmin, column, narrowed_by
from memory.models import Memory


@admin.register(Memory)
class MemoryAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("kind", _("种类")),
        column("status", _("状态")),
        column("phase", _("阶段")),
        column("source", _("来源")),
        column("lang", _("语言")),
        column("recorded_at", _("记下的时间")),
        column("closed_at", _("结束的时间")),
        column("expires_at", _("到期时间")),
        column("embedded_at", _("建立向量的时间")),
        column("use_count", _("用过的次数")),
        column("version", _("版本")),
    )
    list_filter = (
        narrowed_by("kind", _("种类")),
        narrowed_by("status", _("状态")),
        narrowed_by("source", _("来源")),
    )
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-recorded_at",)
