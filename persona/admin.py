"""The characters that everybody shares. A user's own persona is theirs alone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import MetadataAdmin, column
from persona.models import Persona


@admin.register(Persona)
class PersonaAdmin(MetadataAdmin):
    columns = (
        column("key", _("代号")),
        column("name", _("名字")),
        column("language", _("语言")),
        admin.display(description=_("版本"))(lambda row: row.current.number if row.current else 0),
        admin.display(description=_("更新时间"))(lambda row: row.current.created_at if row.current else None),
    )
    list_select_related = ("current",)
    ordering = ("key",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(owner=None)
