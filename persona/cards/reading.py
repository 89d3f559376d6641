"""From a file to a card: which kind it is, its JSON with limits, and every version lifted to the shape of V3. Pure.

Lenient: what is odd is kept as it is, and only what can't be used at all is refused. Specifications: V1 and V2 of
github.com/malfoyslastname/character-card-spec-v2, V3 of github.com/kwaroran/character-card-spec-v3.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from persona.cards import lore, png
from persona.cards.faults import CardError, Fault

JSON_MOST = 2**20
"""Bytes of JSON, after base64."""
V1_FIELDS = ("name", "description", "personality", "scenario", "first_mes", "mes_example")
V2_FIELDS = ("creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version")
TEXTS = (*V1_FIELDS, *V2_FIELDS, "nickname")
"""What has to be text where it is there at all."""
_PYGMALION = {
    "char_name": "name",
    "char_persona": "description",
    "char_greeting": "first_mes",
    "example_dialogue": "mes_example",
    "world_scenario": "scenario",
}
_ZIP, _JPEG, _RIFF, _GIF = b"PK\x03\x04", b"\xff\xd8\xff", b"RIFF", b"GIF8"
_CHATS = ("mapping", "chat_messages", "chat", "conversationId", "messagesTree", "savedsettings", "histories",
          "data_visible", "user_name", "messages")  # fmt: skip

Card = dict[str, Any]


def card_of(data: bytes) -> Card:
    """The card in a file, in the shape of V3 with everything that it held. Raises CardError."""
    if len(data) > png.FILE_MOST:
        raise CardError(Fault.TOO_BIG)
    return lifted(_object(_json_of(data)))


def book_of(data: bytes) -> Card:
    """The `character_book` in a stand-alone lorebook (V3, or a world-info file). Raises CardError."""
    if len(data) > JSON_MOST:
        raise CardError(Fault.JSON_TOO_BIG)
    raw = _object(data)
    inner = raw.get("data")
    if raw.get("spec") == "lorebook_v3" and isinstance(inner, dict):
        return inner
    entries = raw.get("entries")
    if isinstance(entries, dict):
        return lore.from_world_info(raw)
    if isinstance(entries, list):
        return raw
    raise CardError(Fault.NOT_A_BOOK)


def _json_of(data: bytes) -> bytes:
    if not data.strip():
        raise CardError(Fault.EMPTY)
    if png.is_png(data):
        return _decoded(png.card_text(data))
    if data.startswith(_ZIP):
        raise CardError(Fault.CHARX)
    if data.startswith((_JPEG, _RIFF, _GIF)):
        raise CardError(Fault.OTHER_PICTURE)
    return data


def _decoded(text: str) -> bytes:
    if text.lstrip().startswith("rcc||"):
        raise CardError(Fault.ENCRYPTED)
    if len(text) > JSON_MOST * 4 // 3 + 64:
        raise CardError(Fault.JSON_TOO_BIG)
    bare = "".join(text.split())
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise CardError(Fault.BAD_BASE64) from error


def _object(data: bytes) -> Card:
    if len(data) > JSON_MOST:
        raise CardError(Fault.JSON_TOO_BIG)
    try:
        found = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise CardError(Fault.NOT_JSON) from error
    if not isinstance(found, dict):
        raise CardError(_otherwise(found))
    whole: Card = _whole(found)
    return whole


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _whole(value: Any) -> Any:
    """Text without lone halves of surrogate pairs and NULs, which no database and no file can hold."""
    if isinstance(value, str):
        if value.isascii() and "\x00" not in value:
            return value
        return value.replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {_whole(key): _whole(inner) for key, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list) else value


def _otherwise(found: Any) -> Fault:
    """What a file is that is no card, as far as its first entries tell."""
    rows = [row for row in (found if isinstance(found, list) else [found])[:20] if isinstance(row, dict)]
    if any(key in row for row in rows for key in _CHATS):
        return Fault.CHAT
    return Fault.NOT_A_CARD


def lifted(raw: Mapping[str, Any]) -> Card:
    """Any version in the shape of V3; a card that has this shape already comes back as it is. The spec is asked first:
    programs write V1's fields beside `data`."""
    spec, data = raw.get("spec"), raw.get("data")
    if spec == "lorebook_v3":
        raise CardError(Fault.LOREBOOK)
    if isinstance(data, dict) and (
        str(spec or "").startswith("chara_card_") or any(key in data for key in V1_FIELDS)
    ):
        return _as_v3({**raw}, data)
    if any(key in raw for key in V1_FIELDS) and "entries" not in raw:
        return _from_flat(raw, {key: key for key in V1_FIELDS})
    if any(key in raw for key in _PYGMALION):
        return _from_flat(raw, _PYGMALION)
    if isinstance(raw.get("entries"), dict | list):
        raise CardError(Fault.LOREBOOK)
    raise CardError(_otherwise(dict(raw)))


def _from_flat(raw: Mapping[str, Any], names: Mapping[str, str]) -> Card:
    """V1 and Pygmalion: their fields become `data`, the rest stays beside it."""
    data: Card = {own: raw.get(key, "") for key, own in names.items()}
    data = {key: data.get(key, "") for key in V1_FIELDS}
    if "name" not in names.values() or not data["name"]:
        data["name"] = raw.get("name", data["name"])
    rest = {key: value for key, value in raw.items() if key not in names and key not in V1_FIELDS}
    return _as_v3({"spec": "chara_card_v3", "spec_version": "3.0", **rest}, data)


def _as_v3(card: Card, data: Card) -> Card:
    newer = _version(card.get("spec_version")) > 3.0
    if not newer:
        card["spec"], card["spec_version"] = "chara_card_v3", "3.0"
    _check(data)
    blank: Card = {**dict.fromkeys((*V1_FIELDS, *V2_FIELDS), ""), "alternate_greetings": [], "tags": [],
                   "extensions": {}, "group_only_greetings": []}  # fmt: skip
    card["data"] = {**data, **{key: value for key, value in blank.items() if key not in data}}
    return card


def _check(data: Mapping[str, Any]) -> None:
    """Fields that are used must be what they are said to be; null and numbers stand for nothing written."""
    for key in TEXTS:
        if isinstance(data.get(key), dict | list):
            raise CardError(Fault.FIELD, key)
    if not isinstance(data.get("extensions", {}), dict | None):
        raise CardError(Fault.FIELD, "extensions")
    if not isinstance(data.get("alternate_greetings", []), list | None):
        raise CardError(Fault.FIELD, "alternate_greetings")
    book = data.get("character_book")
    if book is not None and not isinstance(book, dict):
        raise CardError(Fault.FIELD, "character_book")


def _version(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0


def is_newer(card: Mapping[str, Any]) -> bool:
    """Whether it follows a specification newer than ours: taken all the same, with a word about it."""
    return _version(card.get("spec_version")) > 3.0
