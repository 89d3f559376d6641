"""Conversations and messages as operators see them. What would tell one person's risk or mood (level, voice, why a line
isn't learnt from) is left out with the text."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin import MetadataAdmin, column, narrowed_by
from transcript.models import Conversation, Message


@admin.register(Conversation)
class ConversationAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("created_at", _("开始时间")),
        column("last_message_at", _("最近一条")),
        column("seq", _("事件数")),
        column("temporary", _("临时对话"), boolean=True),
        column("learning_failures", _("学习失败次数")),
    )
    list_filter = (narrowed_by("temporary", _("临时对话")),)
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-last_message_at",)


@admin.register(Message)
class MessageAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("role", _("说话的一方")),
        column("status", _("状态")),
        column("created_at", _("时间")),
        column("lang", _("语言")),
        column("live", _("有效"), boolean=True),
        column("prompt_tokens", _("提示词 token")),
        column("completion_tokens", _("回复 token")),
    )
    list_filter = (narrowed_by("role", _("说话的一方")), narrowed_by("status", _("状态")))
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-created_at",)
