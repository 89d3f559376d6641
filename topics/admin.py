"""Topics as operators see them: sources, outcomes and rests, counts alone; never what a topic was."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin import MetadataAdmin, column, narrowed_by
from topics import wording
from topics.models import Candidate, Outcome, OutsideSource, Reachout, Source, TopicChoice


@admin.display(description=_("压着的原因"), ordering="blocked")
def held_back(row: Candidate) -> str:
    return wording.blocked(row.blocked) if row.blocked else ""


@admin.register(Candidate)
class CandidateAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("source", _("来源")),
        column("score", _("分数")),
        held_back,
        column("due_at", _("到时候")),
        column("raised_at", _("提起的时间")),
        column("rest_until", _("放到")),
        column("let_lie", _("没接话的次数")),
        column("ranked_at", _("排序的时间")),
    )
    list_filter = (narrowed_by("source", _("来源")),)
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-ranked_at",)


@admin.register(TopicChoice)
class TopicChoiceAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("move", _("做法")),
        column("source", _("来源")),
        column("outcome", _("结果")),
        column("at", _("时间")),
    )
    list_filter = (
        narrowed_by("move", _("做法")),
        narrowed_by("source", _("来源")),
        narrowed_by("outcome", _("结果")),
    )
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-at",)
    change_list_template = "admin/topics/acceptance.html"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        return super().changelist_view(request, {**(extra_context or {}), "acceptance": acceptance()})  # type: ignore[return-value]


def acceptance() -> list[dict[str, Any]]:
    """By source: candidates, those at rest, what was raised, and the share of what was judged that was taken up (0 to 100, None
    where nothing was)."""
    raised: dict[str, Any] = {
        row["source"]: row
        for row in TopicChoice.objects.exclude(move="follow")
        .values("source")
        .annotate(
            raised=Count("id"),
            judged=Count("id", filter=~Q(outcome="")),
            taken=Count("id", filter=Q(outcome=Outcome.TAKEN_UP)),
            refused=Count("id", filter=Q(outcome=Outcome.REFUSED)),
        )
    }
    now = timezone.now()
    there: dict[str, Any] = {
        row["source"]: row
        for row in Candidate.objects.values("source").annotate(
            candidates=Count("id"), resting=Count("id", filter=Q(rest_until__gt=now))
        )
    }
    rows = []
    for source in Source:
        told: dict[str, Any] = raised.get(source.value, {})
        held: dict[str, Any] = there.get(source.value, {})
        judged = told.get("judged", 0)
        rows.append(
            {
                "source": source.label,
                "candidates": held.get("candidates", 0),
                "resting": held.get("resting", 0),
                "raised": told.get("raised", 0),
                "refused": told.get("refused", 0),
                "acceptance": round(100 * told.get("taken", 0) / judged) if judged else None,
            }
        )
    return rows


@admin.register(Reachout)
class ReachoutAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("source", _("来源")),
        column("state", _("状态")),
        column("reason", _("没有发的原因")),
        column("planned_for", _("计划的时间")),
        column("sent_at", _("发出的时间")),
        column("answered_at", _("回应的时间")),
    )
    list_filter = (narrowed_by("state", _("状态")), narrowed_by("source", _("来源")))
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-planned_for",)


@admin.register(OutsideSource)
class OutsideSourceAdmin(MetadataAdmin):
    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("kind", _("种类")),
        column("on", _("开着")),
        column("fault", _("毛病")),
        column("fetched_at", _("上次看的时间")),
    )
    list_select_related = ("user",)
    search_fields = ("user__email",)
    ordering = ("-fetched_at",)
