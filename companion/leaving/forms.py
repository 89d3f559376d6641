"""The forms by which an account is deleted: the password again, and one confirmation."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ReauthenticateForm
from allauth.core import ratelimit
from django import forms
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

LATER, NOW = "later", "now"


class SureForm(ReauthenticateForm):  # type: ignore[misc]
    """Delete at once. The password is asked for as in a new sign-in, and as seldom."""

    sure = forms.BooleanField(label=_("我明白：删除之后谁也恢复不了。"))

    field_order: tuple[str, ...] = ("sure", "password")

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, user=request.user, **kwargs)
        self.request = request
        self.fields["password"].label = _("密码")
        self.fields["password"].help_text = ""
        self.fields["password"].widget.attrs.pop("placeholder", None)
        self.fields["sure"].error_messages["required"] = _("请先勾选。")

    def clean_password(self) -> str:
        if not ratelimit.consume(self.request, action="reauthenticate", user=self.request.user):
            raise forms.ValidationError(_("试得太多了，过一会儿再来。"))
        before = self.user.password
        given = str(super().clean_password())
        self.user.refresh_from_db(fields=["password"])
        if self.user.password != before:  # hashed anew, at a cost of today: the session is the same person's
            update_session_auth_hash(self.request, self.user)
        return given


class LeaveForm(SureForm):
    """The same, with the choice of when."""

    when = forms.ChoiceField(choices=[(LATER, ""), (NOW, "")], initial=LATER)

    field_order = ("when", "sure", "password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.ACCOUNT_REGRET_DAYS:
            del self.fields["when"]

    @property
    def at_once(self) -> bool:
        return bool(self.cleaned_data.get("when", NOW) == NOW)
