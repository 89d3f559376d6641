"""The fields of a character as its editor shows them: their names, their help, and how long they may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MOST = 400_000
"""Characters of one field: cards hold long ones. How much of it is sent is another matter (voice.py)."""


@dataclass(frozen=True)
class Field:
    """`shape`: `line`, `text`, `lines` (one matter a line) or `pairs` (examples)."""

    label: str | Promise
    help: str | Promise = ""
    shape: str = "text"
    most: int = MOST
    rows: int = 3


FIELDS: Mapping[str, Field] = {
    "name": Field(_("名字"), "", "line", 80),
    "tagline": Field(_("一句话"), _("给自己看的：它是什么脾气。不会发给模型。"), "line", 200),
    "picture": Field(_("画像"), _("PNG、JPEG 或 WebP，不超过 20 MB。只留下像素，拍摄地点这些信息会去掉。"), "line"),
    "hue": Field(_("颜色"), _("没有画像时用。"), "line"),
    "language": Field(_("它的语言"), _("它自己的文字用哪种语言写。聊天时，你用什么语言它就用什么语言答。"), "line"),
    "relation": Field(_("和你的关系"), _("比如：像认识多年的朋友，什么都能说，也不越界。"), "text", rows=2),
    "personality": Field(_("性格"), _("一行一条，三五条就够。写它怎么做，比写形容词管用。"), "lines", rows=4),
    "style": Field(_("说话方式"), _("一行一条：句子长短，爱用什么词，用不用语气词和表情。"), "lines", rows=4),
    "calls_itself": Field(_("自称"), _("我、咱、俺……不填就是“我”。"), "line", 40),
    "address": Field(_("怎么称呼你"), _("叫名字、昵称，还是别的。你在聊天里说过的叫法总是优先。"), "line", 400),
    "values": Field(_("在意的事"), _("一行一条：它看重什么，遇事怎么选。"), "lines", rows=3),
    "limits": Field(_("不做的事"), _("一行一条。安全和说真话的规矩不用写，它们一直在，也改不掉。"), "lines", rows=3),
    "backstory": Field(_("来历"), _("它是谁，从哪儿来，喜欢什么。可以写 {{user}} 和 {{char}}。"), "text", rows=6),
    "scenario": Field(_("场景"), _("聊天发生在什么地方、什么时候。可以不填。"), "text", rows=2),
    "greetings": Field(_("开场白"), _("新对话的第一句。可以写几段，用只有 --- 的一行隔开，开始时可以左右换。"), "text", rows=4),
    "examples": Field(_("示范对话"), _("最管用的一栏：三五段：一行“你：…”，下一行“它：…”。它会学这个口气。"), "pairs", rows=8),
    "instructions": Field(_("给模型的说明"), _("角色卡里的 system_prompt。只影响怎么演，不能盖过安全和说真话的规矩。"), "text", rows=3),
    "closing": Field(_("最后再提醒一句"), _("角色卡里的 post_history_instructions，同上。"), "text", rows=2),
}  # fmt: skip
