"""The forms of the room's own pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from safety.complaining import TEXT_MOST
from safety.models.complaints import About
from safety.selfcheck import MOST

INTERVALS = (30, 45, 60, 90, 120)
RESTS = {"day": 1, "week": 7, "month": 30}


class IntervalForm(forms.Form):
    """How long until a break is suggested: never longer than the site's own."""

    minutes = forms.TypedChoiceField(label=_("连续聊多久提醒我休息"), coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = sorted(
            {*(n for n in INTERVALS if n < settings.BREAK_NOTICE_MINUTES), settings.BREAK_NOTICE_MINUTES}
        )
        field = self.fields["minutes"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(n, _("%(n)d 分钟") % {"n": n}) for n in offered]


class RestForm(forms.Form):
    length = forms.ChoiceField(choices=[(key, key) for key in RESTS])


HOW_OFTEN = [(0, _("从不")), (1, _("有时")), (2, _("经常")), (MOST, _("几乎总是"))]


class SelfCheckForm(forms.Form):
    """Three questions; the answers are counted and let go."""

    instead = forms.TypedChoiceField(
        label=_("最近两周，我为了在这里聊天，推掉了和别人的来往。"),
        choices=HOW_OFTEN,
        coerce=int,
        widget=forms.RadioSelect,
    )
    uneasy = forms.TypedChoiceField(
        label=_("不能来聊的时候，我会心烦或坐立不安。"),
        choices=HOW_OFTEN,
        coerce=int,
        widget=forms.RadioSelect,
    )
    less = forms.TypedChoiceField(
        label=_("我想少聊一些，却没有做到。"), choices=HOW_OFTEN, coerce=int, widget=forms.RadioSelect
    )

    def answers(self) -> list[int]:
        return [int(self.cleaned_data[name]) for name in ("instead", "uneasy", "less")]


class ContactForm(forms.Form):
    """Who is to be asked, by what name, and the user's own consent to it."""

    name = forms.CharField(label=_("你怎么称呼对方"), max_length=60)
    address = forms.EmailField(label=_("对方的邮箱"), max_length=200)
    called = forms.CharField(
        label=_("对方怎么称呼你"), help_text=_("写在给对方的信里，让对方知道是你。"), max_length=60
    )
    agrees = forms.BooleanField(
        label=_("我同意：在我可能有危险时，请这位联系人尽快联系我。信里不写我说过的话。我随时可以移除对方。"),
        error_messages={"required": _("要先同意，才能登记。")},
    )


class ComplaintForm(forms.Form):
    """What is wrong, in the person's own words."""

    about = forms.ChoiceField(label=_("关于什么"), choices=About.choices)
    text = forms.CharField(
        label=_("发生了什么"),
        help_text=_("写给运营人员看，不会发给语言模型。请不要写密码或证件号。"),
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
