"""The chunks of a PNG file, read and written by hand: a card stands in a `tEXt` chunk, mostly after the pixels, where image
libraries look only once everything is decoded. Nothing is inflated here. Pure.

Format: https://www.w3.org/TR/png-3/ ; keywords `chara` (V1, V2) and `ccv3` (V3), their text base64 of UTF-8 JSON.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from persona.cards.faults import CardError, Fault

SIGNATURE = b"\x89PNG\r\n\x1a\n"
FILE_MOST = 20 * 2**20
CHUNK_MOST = 8 * 2**20
SIDE_MOST = 4096
"""Pixels."""
_PICTURE = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""What pixels are made of; anything else (places, cameras, other cards) is left behind."""
KEYWORDS = ("ccv3", "chara")
"""In the order of precedence."""


@dataclass(frozen=True)
class Chunk:
    kind: bytes
    data: memoryview


def is_png(data: bytes) -> bool:
    return data.startswith(SIGNATURE)


def chunks(data: bytes) -> Iterator[Chunk]:
    """The chunks of a file, each checked. Raises CardError on a broken file, a wrong checksum or a chunk over the limit."""
    if len(data) > FILE_MOST:
        raise CardError(Fault.TOO_BIG)
    view, at = memoryview(data), len(SIGNATURE)
    while at < len(view):
        if at + 12 > len(view):
            raise CardError(Fault.BROKEN_PNG)
        (length,), kind = struct.unpack(">I", view[at : at + 4]), bytes(view[at + 4 : at + 8])
        if length > CHUNK_MOST:
            raise CardError(Fault.CHUNK_TOO_BIG)
        end = at + 8 + length
        if end + 4 > len(view):
            raise CardError(Fault.BROKEN_PNG)
        (sum_,) = struct.unpack(">I", view[end : end + 4])
        if zlib.crc32(view[at + 4 : end]) != sum_:
            raise CardError(Fault.BAD_CRC)
        yield Chunk(kind, view[at + 8 : end])
        at = end + 4
        if kind == b"IEND":
            return
    raise CardError(Fault.BROKEN_PNG)


def card_text(data: bytes) -> str:
    """The base64 text of the card in a PNG; `ccv3` wins over `chara`, and of several the last one, as programs append
    theirs. Raises CardError where there is none, or the picture moves or is too big."""
    found: dict[str, str] = {}
    for chunk in chunks(data):
        if chunk.kind == b"IHDR":
            _check_size(chunk.data)
        elif chunk.kind == b"acTL":
            raise CardError(Fault.APNG)
        elif chunk.kind == b"tEXt":
            keyword, _zero, text = bytes(chunk.data).partition(b"\0")
            name = keyword.decode("latin-1").lower()
            if name in KEYWORDS:
                found[name] = text.decode("latin-1")
    for name in KEYWORDS:
        if name in found:
            return found[name]
    raise CardError(Fault.NO_CARD)


def bare(data: bytes) -> bytes:
    """The same picture with nothing but its pixels: an image library that opens it finds no text to inflate."""
    return SIGNATURE + b"".join(
        _chunk(chunk.kind, bytes(chunk.data)) for chunk in chunks(data) if chunk.kind in _PICTURE
    )


def with_texts(data: bytes, texts: dict[str, str]) -> bytes:
    """The picture with these `tEXt` chunks just before its end, in the order given; cards that it carried are gone."""
    parts = []
    for chunk in chunks(data):
        if chunk.kind == b"IEND":
            parts += [_chunk(b"tEXt", f"{name}\0{text}".encode("latin-1")) for name, text in texts.items()]
        parts.append(_chunk(chunk.kind, bytes(chunk.data)))
    return SIGNATURE + b"".join(parts)


def _check_size(header: memoryview) -> None:
    if len(header) < 8:
        raise CardError(Fault.BROKEN_PNG)
    width, height = struct.unpack(">II", header[:8])
    if not 0 < width <= SIDE_MOST or not 0 < height <= SIDE_MOST:
        raise CardError(Fault.IMAGE_TOO_BIG)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
