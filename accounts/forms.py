"""Sign-up and account forms."""

from __future__ import annotations

from datetime import date
from typing import Any

from allauth.account.forms import SignupForm as AllauthSignUpForm
from allauth.core import context
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import consent
from accounts.age import doubting, refusals, wording
from accounts.age.asking import Asker, Connection, normal_mail, place
from accounts.models import BirthDateChange, User
from accounts.zones import ZONES, choices


def valid_zone(name: str) -> str:
    """A known IANA zone, or the site's default: a browser may send none, or one this system doesn't know."""
    return name if name in ZONES else settings.DEFAULT_USER_TIME_ZONE


def asker(email: str) -> Asker:
    """Who answers, as the request that is under way tells it."""
    meta = getattr(context.request, "META", {})
    connection = Connection(
        remote=meta.get("REMOTE_ADDR") or "",
        forwarded=meta.get("HTTP_X_FORWARDED_FOR", ""),
        behind_proxy=settings.BEHIND_PROXY,
        public=settings.PRODUCTION,
    )
    return Asker(normal_mail(email), place(connection), meta.get("HTTP_USER_AGENT", ""))


class AgeGate(forms.Form):
    """Asks for the birth date, and remembers who was refused. `answer` is what came of it, None before."""

    birth_date = forms.DateField(
        label=_("出生日期"),
        help_text=_("只用来确认你已满 18 岁。保存后不能自己更改。"),
        widget=forms.DateInput(attrs={"type": "date", "autocomplete": "bday"}, format="%Y-%m-%d"),
    )
    answer: refusals.Answer | None = None

    def hear_age(self, email: str) -> None:
        """Judge the answer, if there is one. Whoever is refused reads the same, whether for this answer or an earlier one."""
        born = self.cleaned_data.get("birth_date")
        if born is None:
            return
        self.answer = refusals.hear(asker(email), born, timezone.localdate(), timezone.now())
        if self.answer is refusals.Answer.MISTAKE:
            self.add_error("birth_date", _("请检查出生日期。"))
        elif self.answer.refuses:
            self.add_error("birth_date", wording.refused())


class SignUpForm(AgeGate, AllauthSignUpForm):  # type: ignore[misc]
    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    model_consent = forms.BooleanField(required=False, label="")
    training_consent = forms.BooleanField(
        required=False,
        label=_("另外，允许用我的对话改进模型（可不选，随时可撤回）"),
    )

    field_order = ("email", "password1", "password2", "birth_date", "model_consent", "training_consent")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("email", "password1", "password2"):
            self.fields[name].widget.attrs.pop("placeholder", None)
        self.fields["email"].label = _("邮箱")
        self.fields["password1"].help_text = _("至少 10 个字符，不能全是数字，也别用太常见的。")
        self.fields["password2"].label = _("再写一次密码")
        self.recipient = consent.recipient()
        if self.recipient:
            self.fields["model_consent"].label = _(
                "我同意把对话和相关记忆的文字发送给 %(name)s 来生成回复"
            ) % {"name": self.recipient}
        else:
            del self.fields["model_consent"]
            self.fields["training_consent"].label = _("允许用我的对话改进模型（可不选，随时可撤回）")

    def clean_time_zone(self) -> str:
        return valid_zone(self.cleaned_data.get("time_zone", ""))

    def clean(self) -> dict[str, Any]:
        super().clean()
        self.hear_age(str(self.cleaned_data.get("email") or ""))
        return dict(self.cleaned_data)

    def save(self, request: HttpRequest) -> User | None:
        user: User | None = super().save(request)
        if user is not None:
            consent.record_choices(
                user,
                timezone.now(),
                model=bool(self.cleaned_data.get("model_consent")),
                training=self.cleaned_data["training_consent"],
            )
        return user


class ProfileForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = ("language", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("时区"), choices=choices(get_language() or "", self.instance.time_zone)
        )


class BirthDateForm(AgeGate):
    """For accounts made without one (the first operator): written once, with the same gate."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> None:
        self.hear_age(self.user.email)


class ConfirmAgeForm(forms.Form):
    """The birth date once more, from somebody who said that they are under age. It has to be the one that is known."""

    birth_date = forms.DateField(
        label=_("出生日期"),
        widget=forms.DateInput(attrs={"type": "date", "autocomplete": "off"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_birth_date(self) -> date:
        born: date = self.cleaned_data["birth_date"]
        if not doubting.confirms(self.user, born, timezone.localdate()):
            raise forms.ValidationError(_("和注册时填的不一样，或者未满 18 岁。"))
        return born


class ReviewForm(forms.Form):
    """An operator's: the date, and a reason from a list, so that no free text is ever written down."""

    birth_date = forms.DateField(
        label=_("出生日期"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    reason = forms.ChoiceField(label=_("原因"), choices=[("", "—"), *BirthDateChange.Reason.choices])


__all__ = ["BirthDateForm", "ConfirmAgeForm", "ProfileForm", "ReviewForm", "SignUpForm", "valid_zone"]
