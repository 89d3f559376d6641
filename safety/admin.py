"""What operators see of safety: complaints that were handed to them, and letters to contacts that could not be sent."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin import MetadataAdmin, column, is_operator, narrowed_by
from safety import complaining
from safety.complaining import TEXT_MOST
from safety.models import Complaint, ContactMessage, MessageState


class AnswerForm(forms.ModelForm[Complaint]):
    answer = forms.CharField(
        label=_("答复"),
        required=False,
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 80}),
    )

    class Meta:
        model = Complaint
        fields = ("state",)
        labels: ClassVar = {"state": _("状态")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["answer"].initial = self.instance.answer


@admin.register(Complaint)
class ComplaintAdmin(MetadataAdmin):
    """A complaint is written to the operators: its words are shown, on its own page."""

    form = AnswerForm
    columns = (
        column("id", _("编号")),
        column("about", _("关于什么")),
        column("state", _("状态")),
        column("at", _("时间")),
        column("due_on", _("答复期限")),
        column("language", _("语言")),
    )
    list_filter = (narrowed_by("state", _("状态")), narrowed_by("about", _("关于什么")))
    ordering = ("state", "due_on")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("words", "reply")

    shown = (*columns[:2], *columns[3:], column("text", _("内容")))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.shown, "state", "answer")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.shown

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        complaining.move(obj, form.cleaned_data["state"], form.cleaned_data["answer"], timezone.now())


@admin.register(ContactMessage)
class ContactMessageAdmin(MetadataAdmin):
    """Letters to emergency contacts that failed and wait for a person to look after them. Who was in danger and whose letter arrived is
    nobody's list: those are counts."""

    columns = (
        column("id", _("编号")),
        column("user", _("用户")),
        column("state", _("状态")),
        column("asked_at", _("时间")),
        column("handled_at", _("运营人员处理过")),
    )
    list_select_related = ("user",)
    ordering = ("-asked_at",)
    actions = ("mark_handled",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(state=MessageState.FAILED)

    @admin.action(description=_("标为已处理"))
    def mark_handled(self, request: HttpRequest, rows: Any) -> None:
        rows.filter(state=MessageState.FAILED, handled_at=None).update(handled_at=timezone.now())
