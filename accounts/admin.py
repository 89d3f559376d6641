"""What operators see of users; and the base of every room's admin: states, times and numbers, never text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User

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

    actions = None
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
        """Operators can't lock themselves out, nor touch who owns the installation."""
        fixed = obj is not None and (
            obj == request.user or (obj.is_superuser and not request.user.is_superuser)
        )
        return (*self.columns[:4], *self.EDITABLE) if fixed else self.columns[:4]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)
