"""The operators' form for a language model."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from companion.connections import connecting
from companion.connections.addresses import ADDRESS_MAX, DOUBTS, Fault, Reading, read_address
from companion.connections.connecting import Wanted
from companion.models import ModelConnection

FAULTS: dict[Fault, str | Promise] = {
    Fault.SPACES: _("地址里有空格或看不见的字符。"),
    Fault.WIDE: _("地址里有全角字符。"),
    Fault.SCHEME: _("地址要以 http:// 或 https:// 开头。"),
    Fault.NOT_AN_ADDRESS: _("这不像一个地址。"),
    Fault.CREDENTIALS: _("地址里不能带用户名或密码，密钥请填在下面。"),
    Fault.EXTRA: _("地址里不能带 ? 或 # 后面的部分。"),
    Fault.CALL: _("只填到版本部分，不要带具体的调用路径。"),
    Fault.NO_VERSION: _("地址里没有版本部分，比如 /v1。"),
    Fault.IN_CLEAR: _("http 不加密，对话会在网络上明文经过。"),
}


class ConnectionForm(forms.Form):
    """One connection. `row` is what is saved: an empty key keeps its key, as long as the address stays the same."""

    purpose = forms.ChoiceField(
        choices=ModelConnection.Purpose.choices, required=False, widget=forms.HiddenInput
    )
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    base_url = forms.CharField(label=_("地址"), max_length=ADDRESS_MAX, required=False)
    as_is = forms.BooleanField(label=_("不用改，就用这个地址"), required=False)
    key = forms.CharField(label=_("密钥"), max_length=500, required=False, widget=forms.PasswordInput)
    remove_key = forms.BooleanField(label=_("删除保存的密钥"), required=False)
    model = forms.CharField(label=_("模型"), max_length=200, required=False)
    name = forms.CharField(
        label=_("名称"),
        max_length=60,
        required=False,
        help_text=_("用户被问到是否同意时，会读到这个名称和主机。"),
    )

    def __init__(
        self, *args: Any, purpose: str, row: ModelConnection | None, needs_model: bool = True, **kwargs: Any
    ) -> None:
        self.row, self.needs_model, self.doubt, self.better = row, needs_model, False, ""
        kwargs.setdefault("initial", _shown(purpose, row))
        kwargs["auto_id"] = f"{purpose or 'all'}_%s"
        super().__init__(*args, **kwargs)
        if purpose:  # mostly only another model at the same address
            self.order_fields(["purpose", "version", "model"])
        self.of = purpose
        self.whole = not purpose
        for name, hint in (
            ("base_url", "https://api.example.com/v1" if self.whole else gettext("留空：和上面同一个地址")),
            ("key", gettext("已保存；留空就继续用它") if self.has_key else gettext("本机的服务一般不需要")),
            ("model", "qwen3:8b, deepseek-chat"),
            ("name", gettext("留空：用主机名")),
        ):
            self.fields[name].widget.attrs.update(
                {"placeholder": hint, "autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}
            )
        self.fields["key"].widget.attrs["autocomplete"] = "new-password"
        self.fields["base_url"].widget.attrs["inputmode"] = "url"
        self.fields["model"].widget.attrs["list"] = f"{self.prefix_id}_models"

    @property
    def prefix_id(self) -> str:
        return self.of or "all"

    @property
    def has_key(self) -> bool:
        return bool(self.row and self.row.has_key)

    def clean_base_url(self) -> str:
        text: str = self.cleaned_data["base_url"]
        if not text:
            if self.whole:
                raise forms.ValidationError(gettext("请填写地址。"))
            if connecting.saved("") is None:
                raise forms.ValidationError(gettext("上面还没有连接，这里就要写地址。"))
            return ""
        reading: Reading = read_address(text, insisted=bool(self.data.get("as_is")))
        if reading.fault is not None:
            self.doubt, self.better = reading.fault in DOUBTS, reading.better
            raise forms.ValidationError(str(FAULTS[reading.fault]))
        return reading.url

    def clean_key(self) -> str:
        key: str = self.cleaned_data["key"]
        if not key.isascii() or any(letter.isspace() or not letter.isprintable() for letter in key):
            raise forms.ValidationError(gettext("密钥里有空格或全角字符，请重新复制一次。"))
        return key

    def clean_model(self) -> str:
        model: str = self.cleaned_data["model"]
        if self.needs_model and not model:
            raise forms.ValidationError(gettext("请填写模型。不知道叫什么，就先看看有哪些模型。"))
        return model

    def clean(self) -> dict[str, Any]:
        """A key is for the address it was given for: sent anywhere else it would be given away."""
        data = super().clean() or {}
        url = data.get("base_url", "")
        keeps = self.has_key and not data.get("key") and not data.get("remove_key")
        if keeps and url and self.row and _origin(url) != _origin(self.row.base_url):
            self.add_error(
                "key", gettext("地址换了，保存的密钥不会发到新的地址。请再填一次密钥，或勾选删除。")
            )
        return data

    def wanted(self) -> Wanted:
        """What a valid form asks for."""
        data = self.cleaned_data
        url, key = data["base_url"], data["key"]
        if not url:
            return Wanted(self.of, "", "", data["model"], "")
        kept = None if self.has_key and not data["remove_key"] else ""
        return Wanted(self.of, data["name"], url, data["model"], key or kept)


def _shown(purpose: str, row: ModelConnection | None) -> dict[str, Any]:
    if row is None:
        return {"purpose": purpose, "version": 0}
    return {
        "purpose": purpose,
        "version": row.version,
        "base_url": row.base_url,
        "model": row.model,
        "name": row.name,
        "as_is": bool(row.base_url) and read_address(row.base_url).fault in DOUBTS,
    }


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    return parts.scheme.lower(), (parts.hostname or "").lower(), parts.port
