"""Cards and pictures made for the tests, of the shapes that programs write."""

from __future__ import annotations

import base64
import io
import json
import struct
import zlib
from typing import Any

from PIL import Image

FAMILY = "👩‍👩‍👧"
NAME = f"林小满{FAMILY}\u202e"


def picture(size: tuple[int, int] = (8, 12), mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, (180, 90, 52, 255)[: len(mode)]).save(out, "PNG")
    return out.getvalue()


def chunk(kind: bytes, data: bytes, crc: int | None = None) -> bytes:
    sum_ = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sum_)


def with_chunks(png: bytes, *extra: bytes, before: bytes = b"IEND") -> bytes:
    """A picture with chunks put before its end, or before its pixels."""
    at = png.index(before) - 4
    return png[:at] + b"".join(extra) + png[at:]


def text_chunk(keyword: str, text: str) -> bytes:
    return chunk(b"tEXt", keyword.encode("latin-1") + b"\0" + text.encode("latin-1"))


def encoded(card: Any) -> str:
    return base64.b64encode(json.dumps(card, ensure_ascii=False).encode("utf-8")).decode("ascii")


def in_png(keyword: str, card: Any, png: bytes | None = None, before: bytes = b"IEND") -> bytes:
    return with_chunks(png or picture(), text_chunk(keyword, encoded(card)), before=before)


def v1(**fields: Any) -> dict[str, Any]:
    blank = dict.fromkeys(("name", "description", "personality", "scenario", "first_mes", "mes_example"), "")
    return {**blank, "name": NAME, "description": "{{char}}住在海边。", **fields}


def v2(**fields: Any) -> dict[str, Any]:
    data = {
        **v1(),
        "creator_notes": "不要发给模型的话",
        "system_prompt": "{{original}}说话像海。",
        "post_history_instructions": "短一点。",
        "alternate_greetings": ["又见面了。", "{{user}}，进来坐。"],
        "tags": ["海", "安静"],
        "creator": "某人",
        "character_version": "1.3",
        "extensions": {"talkativeness": "0.5", "fav": False, "depth_prompt": {"prompt": "p", "depth": 4}},
        **fields,
    }
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def v3(**fields: Any) -> dict[str, Any]:
    card = v2(**{"group_only_greetings": [], "nickname": "小满", **fields})
    return {**card, "spec": "chara_card_v3", "spec_version": "3.0"}


def entry(**fields: Any) -> dict[str, Any]:
    blank = {
        "keys": ["海"],
        "content": "海是灰色的。",
        "extensions": {},
        "enabled": True,
        "insertion_order": 100,
    }
    return {**blank, **fields}


def book(*entries: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"extensions": {}, "entries": list(entries), **fields}
