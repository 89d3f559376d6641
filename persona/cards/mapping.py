"""Between a card and a character: which field of the one is which of the other. Pure.

What the user changed in the editor is written into the card; everything else of it stays as it came, to the letter.
"""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from persona.cards.reading import V1_FIELDS, Card
from persona.content import HUES, Content, Example

OURS = "companion"
"""Our place in `extensions`: what a card has no field for."""
_OWN_FIELDS = (
    "tagline",
    "hue",
    "calls_itself",
    "address",
    "relation",
    "style",
    "values",
    "limits",
    "language",
)
_START = re.compile(r"<START>", re.IGNORECASE)
_SPEAKER = re.compile(
    r"^\s*(\{\{user\}\}|<USER>|\{\{char\}\}|<BOT>)\s*[:：]\s*", re.IGNORECASE | re.MULTILINE
)
_LISTED = re.compile(r"^\s*[-*•]\s+")


def content_of(card: Card, picture: Any = None) -> Content:
    """The character that a card in V3's shape tells of. A card without a name gets none: `name` is then a dot, and is to be
    asked for."""
    data = card["data"]
    fields = _fields(data)
    return Content(**fields, picture=picture, card=card)


def named(card: Mapping[str, Any]) -> str:
    """The name a card gives, "" where it gives none that shows."""
    data = card["data"]
    return shown_name(data.get("nickname")) or shown_name(data.get("name"))


def _fields(data: Mapping[str, Any]) -> dict[str, Any]:
    ours = (data.get("extensions") or {}).get(OURS)
    own = ours if isinstance(ours, Mapping) else {}
    description = _text(data.get("description"))
    first = _text(data.get("first_mes"))
    others = data.get("alternate_greetings") or []
    greetings = [first, *(text for text in others if isinstance(text, str))]
    return {
        "name": (shown_name(data.get("nickname")) or shown_name(data.get("name")) or "·")[:80],
        "language": own.get("language") if own.get("language") in ("zh-hans", "en") else _language(data),
        "tagline": _text(own.get("tagline"))[:200],
        "hue": own["hue"] if isinstance(own.get("hue"), int) and 0 <= own["hue"] < HUES else 0,
        "calls_itself": _text(own.get("calls_itself"))[:40],
        "address": _text(own.get("address")),
        "relation": _text(own.get("relation")),
        "personality": lines(_text(data.get("personality"))),
        "style": _lines(own.get("style")),
        "values": _lines(own.get("values")),
        "limits": _lines(own.get("limits")),
        "backstory": description.strip(),
        "scenario": _text(data.get("scenario")).strip(),
        "instructions": _text(data.get("system_prompt")).strip(),
        "closing": _text(data.get("post_history_instructions")).strip(),
        "greetings": tuple(text.strip() for text in greetings if text.strip()),
        "examples": examples(_text(data.get("mes_example"))),
    }


def card_of(content: Content) -> Card:
    """The character as a V3 card: the one it came from with what was changed since, or a new one."""
    card: Card = copy.deepcopy(content.card) if content.card else _blank()
    data = card["data"]
    was = _fields(data)
    now = content.model_dump(mode="json")
    changed = {name for name, value in was.items() if _plain(value) != _plain(now.get(name))}
    if "name" in changed:
        key = "nickname" if shown_name(data.get("nickname")) else "name"
        data[key] = content.name
    written = {
        "backstory": ("description", content.backstory),
        "personality": ("personality", "\n".join(content.personality)),
        "scenario": ("scenario", content.scenario),
        "instructions": ("system_prompt", content.instructions),
        "closing": ("post_history_instructions", content.closing),
        "examples": ("mes_example", _examples(content.examples)),
    }
    for name, (key, value) in written.items():
        if name in changed:
            data[key] = value
    if "greetings" in changed:
        data["first_mes"] = content.greetings[0] if content.greetings else ""
        data["alternate_greetings"] = list(content.greetings[1:])
    if changed.intersection(_OWN_FIELDS):
        held: Card = data.get("extensions") or {}
        ours = held.get(OURS)
        data["extensions"] = {
            **held,
            OURS: {**(ours if isinstance(ours, dict) else {}), **{name: now[name] for name in _OWN_FIELDS}},
        }
    for key in V1_FIELDS:
        if (
            key in card and changed
        ):  # programs keep V1's fields beside `data`; an old copy would contradict it
            card[key] = data[key]
    return card


def lowered(card: Mapping[str, Any]) -> Card:
    """A V3 card as V2, for programs that know no newer one: V3's own fields stay in it, as unknown ones may."""
    data = dict(card["data"])
    if data.get("group_only_greetings") == []:
        del data["group_only_greetings"]
    return {**card, "spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def examples(text: str) -> tuple[Example, ...]:
    """The exchanges of a `mes_example`: a line of theirs and the character's answer. What isn't told as an exchange stays
    in the card."""
    found: list[Example] = []
    for block in _START.split(text):
        parts = _SPEAKER.split(block)
        said = ""
        for speaker, words in zip(parts[1::2], parts[2::2], strict=True):
            words = words.strip()
            if speaker.lower() in ("{{user}}", "<user>"):
                said = words
            elif words:
                found.append(Example(user=said, reply=words))
                said = ""
    return tuple(found)


def lines(text: str) -> tuple[str, ...]:
    """A text as lines without their bullets, empty ones left out."""
    return tuple(line for raw in text.splitlines() if (line := _LISTED.sub("", raw).strip()))


def _examples(rows: tuple[Example, ...]) -> str:
    blocks = []
    for row in rows:
        said = f"{{{{user}}}}: {row.user}\n" if row.user else ""
        blocks.append(f"<START>\n{said}{{{{char}}}}: {row.reply}")
    return "\n".join(blocks)


def _plain(value: Any) -> Any:
    """Values of either side, comparable."""
    if isinstance(value, Example):
        return {"user": value.user, "reply": value.reply}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _blank() -> Card:
    texts = dict.fromkeys(
        ("name", "description", "personality", "scenario", "first_mes", "mes_example", "creator_notes",
         "system_prompt", "post_history_instructions"), "",
    )  # fmt: skip
    return {
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {
            **texts,
            "alternate_greetings": [],
            "tags": [],
            "creator": "",
            "character_version": "",
            "extensions": {},
            "group_only_greetings": [],
        },
    }


def shown_name(value: Any) -> str:
    """A name as it may be shown: one line, nothing that turns the text around it, which `U+202E` does."""
    shown = (c for c in _text(value) if unicodedata.category(c) != "Cf" or c in "\u200d\ufe0f")
    return " ".join("".join(shown).split())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _lines(value: Any) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list | tuple) else ()


def _language(data: Mapping[str, Any]) -> str:
    """The language a card is written in, by its script."""
    text = "".join(_text(data.get(key)) for key in (*V1_FIELDS, "system_prompt"))
    han = sum("\u3400" <= c <= "\u9fff" for c in text)
    latin = sum(c.isascii() and c.isalpha() for c in text)
    return "zh-hans" if han * 3 >= latin and han else "en"
