"""Conversations and messages as operators see them. What would tell one person's risk or mood (level, voice, why a line
isn't learnt from) is left out with the text."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin import MetadataAdmin, column, narrowed_by
from transcript.models import Conversation, Feedback, Message, Outcome, Verdict


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


@admin.register(Feedback)
class FeedbackAdmin(MetadataAdmin):
    """Verdicts on replies. Of a report, the user handed its words and a note to the operators: these two are shown, on its
    own page alone, and nothing else of the conversation, nor whose it is: beside a reply to danger, a name would say who was in it."""

    columns = (
        column("id", _("编号")),
        column("value", _("评价")),
        column("at", _("时间")),
        column("seen_at", _("运营人员看过")),
        column("outcome", _("结果")),
    )
    actions = ("mark_mended", "mark_kept")
    handed_over = (column("reported", _("被报告的回复")), column("note", _("用户的说明")))
    list_filter = (narrowed_by("value", _("评价")),)
    ordering = ("-at",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        reported = obj is not None and obj.value == Verdict.REPORT
        return (*self.columns, *self.handed_over) if reported else self.columns

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_fields(request, obj)

    @admin.action(description=_("标为：已改进"))
    def mark_mended(self, request: HttpRequest, rows: Any) -> None:
        self._settle(rows, Outcome.MENDED)

    @admin.action(description=_("标为：看过，没有问题"))
    def mark_kept(self, request: HttpRequest, rows: Any) -> None:
        self._settle(rows, Outcome.KEPT)

    def _settle(self, rows: Any, outcome: Outcome) -> None:
        reports = rows.filter(value=Verdict.REPORT)
        reports.filter(seen_at=None).update(seen_at=timezone.now())
        reports.update(outcome=outcome)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Looking at a report is noted on it."""
        response = super().change_view(request, object_id, form_url, extra_context)
        if response.status_code == 200:
            Feedback.objects.filter(id=object_id, value=Verdict.REPORT, seen_at=None).update(
                seen_at=timezone.now()
            )
        return response
