"""Why a file is no card that can be taken. The words for it are the page's."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    EMPTY = "empty"
    TOO_BIG = "too_big"
    CHUNK_TOO_BIG = "chunk_too_big"
    BROKEN_PNG = "broken_png"
    BAD_CRC = "bad_crc"
    IMAGE_TOO_BIG = "image_too_big"
    NO_CARD = "no_card"
    APNG = "apng"
    CHARX = "charx"
    OTHER_PICTURE = "other_picture"
    ENCRYPTED = "encrypted"
    BAD_BASE64 = "bad_base64"
    JSON_TOO_BIG = "json_too_big"
    NOT_JSON = "not_json"
    NOT_A_CARD = "not_a_card"
    LOREBOOK = "lorebook"
    NOT_A_BOOK = "not_a_book"
    CHAT = "chat"
    FIELD = "field"


class CardError(Exception):
    """A file that can't be taken; nothing was kept. `field` names the part at fault, where there is one."""

    def __init__(self, fault: Fault, field: str = "") -> None:
        super().__init__(f"{fault.value} {field}".strip())
        self.fault, self.field = fault, field
