"""The editor of a character."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from persona.cards import mapping
from persona.content import HUES, Content, Example
from persona.making.fields import FIELDS

EXAMPLES_MOST, GREETINGS_MOST = 40, 20
_SPLIT = re.compile(r"^\s*-{3,}\s*$", re.MULTILINE)
_YOU = re.compile(r"^\s*(?:你|用户|you|user|\{\{user\}\}|<user>)\s*[:：]\s*", re.IGNORECASE)
_IT = re.compile(r"^\s*(?:它|ta|it|\{\{char\}\}|<bot>)\s*[:：]\s*", re.IGNORECASE)
_START = re.compile(r"^\s*<START>\s*$", re.IGNORECASE)
_PLAIN = (
    "name",
    "tagline",
    "calls_itself",
    "address",
    "relation",
    "backstory",
    "scenario",
    "instructions",
    "closing",
)
_LISTS = ("personality", "style", "values", "limits")


class EditorForm(forms.Form):
    """A character's fields as text: lists a line each, greetings between lines of `---`, examples as 你：… 它：…. `opened` is
    the character being edited, whose card and lines go along."""

    base = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, opened: Content | None = None, **kwargs: Any) -> None:
        self.opened = opened
        if opened is not None:
            kwargs.setdefault("initial", shown(opened))
        super().__init__(*args, **kwargs)
        for name, field in FIELDS.items():
            self.fields[name] = _field(name, field)

    def clean_name(self) -> str:
        name = mapping.shown_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(gettext("给它起个名字。"))
        return name

    def clean_examples(self) -> tuple[Example, ...]:
        if self.opened and _same(str(self.data.get("examples", "")), shown(self.opened)["examples"]):
            return self.opened.examples
        rows, fault = read_examples(self.cleaned_data["examples"])
        if fault:
            raise forms.ValidationError(
                gettext("第 %(number)d 段没读懂：每段先一行“你：”，再一行“它：”。") % {"number": fault}
            )
        if len(rows) > EXAMPLES_MOST:
            raise forms.ValidationError(gettext("最多 %(most)d 段。") % {"most": EXAMPLES_MOST})
        return rows

    def clean_greetings(self) -> tuple[str, ...]:
        rows = tuple(part.strip() for part in _SPLIT.split(self.cleaned_data["greetings"]) if part.strip())
        if len(rows) > GREETINGS_MOST and (self.opened is None or rows != self.opened.greetings):
            raise forms.ValidationError(gettext("最多 %(most)d 段。") % {"most": GREETINGS_MOST})
        return rows

    def content(self, picture: UUID | None) -> Content:
        """The character as the form has it. Call when the form is valid. A field that nobody touched stays as it was, to the
        letter, however it would read."""
        told = {**self.cleaned_data, **self._untouched()}
        opened = self.opened
        return Content(
            key="",
            language=told["language"],
            hue=int(told["hue"]),
            picture=picture,
            greetings=told["greetings"],
            examples=told["examples"],
            lines=opened.lines if opened else {},
            card=opened.card if opened else None,
            **{name: told[name].replace("\r\n", "\n").strip() for name in _PLAIN},
            **{
                name: value if isinstance(value := told[name], tuple) else mapping.lines(value)
                for name in _LISTS
            },
        )

    def _untouched(self) -> dict[str, Any]:
        if self.opened is None:
            return {}
        before = shown(self.opened)
        return {
            name: getattr(self.opened, name)
            for name in (*_LISTS, *_PLAIN, "greetings", "examples")
            if _same(str(self.data.get(name, "")), before[name])
        }


def _same(one: str, other: str) -> bool:
    return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()


def draft_form(data: QueryDict) -> EditorForm:
    """The form of a character that is still being written: it may have no name yet, and no portrait comes along."""
    told = data.copy()
    if not told.get("name", "").strip():
        told["name"] = gettext("它")
    form = EditorForm(told)
    form.fields.pop("picture")
    return form


def shown(content: Content) -> dict[str, Any]:
    """A character as the form's fields show it."""
    return {
        "language": content.language,
        "hue": str(content.hue),
        "greetings": "\n---\n".join(content.greetings),
        "examples": written_examples(content.examples, content.lang),
        **{name: getattr(content, name) for name in _PLAIN},
        **{name: "\n".join(getattr(content, name)) for name in _LISTS},
    }


def written_examples(rows: tuple[Example, ...], lang: str) -> str:
    you, it = ("你：", "它：") if lang == "zh" else ("You: ", "It: ")
    return "\n\n".join((f"{you}{row.user}\n" if row.user else "") + it + row.reply for row in rows)


def read_examples(text: str) -> tuple[tuple[Example, ...], int]:
    """The exchanges in a text, and the number from 1 of the first that is none; 0 where all are. Each begins with a line
    of theirs (or straight with the answer), and an answer may have several paragraphs."""
    found: list[tuple[str, str]] = []
    into = ""
    for line in text.replace("\r\n", "\n").strip().splitlines():
        if _START.match(line):
            continue
        if _IT.match(line) and into != "it":
            said = found.pop()[0] if into == "you" else ""
            found.append((said, _IT.sub("", line)))
            into = "it"
        elif _YOU.match(line) or (_IT.match(line) and into == "it"):
            theirs = bool(_YOU.match(line))
            found.append((_YOU.sub("", line), "") if theirs else ("", _IT.sub("", line)))
            into = "you" if theirs else "it"
        elif not into:
            return (), 1
        else:
            said, reply = found[-1]
            found[-1] = (said, f"{reply}\n{line}") if into == "it" else (f"{said}\n{line}", reply)
    rows = [Example(user=said.strip(), reply=reply.strip()) for said, reply in found]
    fault = next((number for number, row in enumerate(rows, 1) if not row.reply), 0)
    return tuple(rows), fault


def _field(name: str, field: Any) -> forms.Field:
    label, help_text = field.label, field.help
    if name == "language":
        return forms.ChoiceField(label=label, help_text=help_text, choices=settings.LANGUAGES)
    if name == "hue":
        choices = [(str(number), _("颜色 %(number)s") % {"number": number + 1}) for number in range(HUES)]
        return forms.ChoiceField(label=label, help_text=help_text, choices=choices, widget=forms.RadioSelect)
    if name == "picture":
        return forms.FileField(
            label=label,
            help_text=help_text,
            required=False,
            widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        )
    widget: forms.Widget = (
        forms.TextInput() if field.shape == "line" else forms.Textarea({"rows": field.rows})
    )
    widget.attrs["dir"] = "auto"
    if field.shape == "pairs":
        widget.attrs["placeholder"] = _("你：今天又加班了。\n它：先坐下，水在手边吧。")
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=field.most,
        required=name == "name",
        error_messages={
            "required": _("给它起个名字。"),
            "max_length": _("太长了：最多 %(limit_value)d 个字，现在有 %(show_value)d 个。"),
        },
        widget=widget,
        strip=True,
    )
