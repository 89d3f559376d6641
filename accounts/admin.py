"""What operators see of users; and the base of every room's admin: states, times and numbers, never text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.age import reviewing
from accounts.fields import SealedText
from accounts.forms import ReviewForm
from accounts.models import BirthDateChange, Deletion, User

if TYPE_CHECKING:
    _Base = admin.ModelAdmin[Any]
else:
    _Base = admin.ModelAdmin

Label = Any
"""A translated label, evaluated when it is shown."""
Column = Callable[[Any], Any]


def column(name: str, label: Label, boolean: bool = False) -> Column:
    """A field of the row under a label of our own; choices by their words."""

    def show(row: Any) -> Any:
        words = getattr(row, f"get_{name}_display", None)
        return words() if words else getattr(row, name)

    show.__name__ = name
    return admin.display(description=label, ordering=name, boolean=boolean or None)(show)


def narrowed_by(name: str, label: Label) -> tuple[str, type[admin.FieldListFilter]]:
    """A filter over a field's choices or its yes and no, under a label of our own."""
    base = (
        admin.BooleanFieldListFilter
        if name.startswith("is_") or name == "temporary"
        else admin.ChoicesFieldListFilter
    )

    class Labelled(base):  # type: ignore[misc, valid-type]
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.title = label

    return name, Labelled


class MetadataAdmin(_Base):
    """Staff may look at `columns`; nobody adds, changes or deletes. Sealed fields aren't even loaded."""

    actions: Any = None
    columns: ClassVar[tuple[Column, ...]] = ()
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        sealed = [field.name for field in self.model._meta.concrete_fields if isinstance(field, SealedText)]
        return super().get_queryset(request).defer(*sealed)

    def get_list_display(self, request: HttpRequest) -> Any:
        return self.columns

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.columns

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.columns

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def is_operator(request: HttpRequest) -> bool:
    return bool(request.user.is_active and getattr(request.user, "is_staff", False))


@admin.register(User)
class UserAdmin(MetadataAdmin):
    """Accounts: who may sign in, and who operates. Passwords, birth dates and everything said stay out."""

    EDITABLE = ("is_active", "is_staff")
    columns = (
        column("email", _("邮箱")),
        column("language", _("语言")),
        column("date_joined", _("注册时间")),
        column("last_login", _("上次登录")),
        column("is_active", _("可登录"), boolean=True),
        column("is_staff", _("运营人员"), boolean=True),
    )
    search_fields = ("email",)
    list_filter = (narrowed_by("is_active", _("可登录")), narrowed_by("is_staff", _("运营人员")))
    ordering = ("email",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.columns[:4], *self.EDITABLE)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Operators can't lock themselves out, nor touch who owns the installation, nor open what is being deleted."""
        fixed = obj is not None and (
            obj == request.user
            or (obj.is_superuser and not request.user.is_superuser)
            or obj.leaving_at is not None
        )
        return (*self.columns[:4], *self.EDITABLE) if fixed else self.columns[:4]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.review_birth_date)
        return [
            path("<path:object_id>/birth-date/", view, name="accounts_user_birth_date"),
            *super().get_urls(),
        ]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        row, by = kwargs.get("obj"), request.user
        may = row is not None and isinstance(by, User) and reviewing.may_review(by, row)
        return super().render_change_form(request, {**context, "may_review": may}, *args, **kwargs)

    def review_birth_date(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Change one account's birth date, for a reason from a list. What it was and what it becomes is shown to nobody."""
        row, by = self.get_object(request, object_id), request.user
        if row is None or not isinstance(by, User):
            raise Http404
        if not reviewing.may_review(by, row):
            raise PermissionDenied
        form = ReviewForm(request.POST or None)
        if form.is_valid():
            try:
                done = reviewing.change(
                    row, form.cleaned_data["birth_date"], form.cleaned_data["reason"], by, timezone.now()
                )
            except reviewing.Impossible:
                form.add_error("birth_date", _("请检查出生日期。"))
            else:
                messages.success(
                    request,
                    _("出生日期已改；未满 18 岁，账号已关闭。") if done.closed else _("出生日期已改。"),
                )
                return redirect("admin:accounts_user_change", row.pk)
        known = {
            **self.admin_site.each_context(request),
            "form": form,
            "row": row,
            "opts": self.opts,
            "title": _("更改出生日期"),
        }
        return TemplateResponse(request, "admin/accounts/user/birth_date.html", known)


@admin.register(BirthDateChange)
class BirthDateChangeAdmin(MetadataAdmin):
    """Who changed whose birth date, when and why."""

    columns = (
        column("at", _("时间")),
        column("user", _("用户")),
        column("by", _("运营人员")),
        column("reason", _("原因")),
        column("closed", _("因此关闭"), boolean=True),
    )
    list_filter = (narrowed_by("reason", _("原因")),)
    list_select_related = ("user", "by")
    ordering = ("-at",)


@admin.register(Deletion)
class DeletionAdmin(MetadataAdmin):
    """Deletions by states and times; whose they are is not shown, and soon nobody knows."""

    columns = (
        admin.display(description=_("状态"))(lambda row: row.state.label),
        column("by", _("由谁提出")),
        column("asked_at", _("提出时间")),
        column("destroyed_at", _("密钥销毁时间")),
        column("done_at", _("删完时间")),
    )
    list_filter = (narrowed_by("by", _("由谁提出")),)
    ordering = ("-asked_at",)
