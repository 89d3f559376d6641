"""Portraits: any common picture becomes a small one of nothing but pixels; a character without one gets a plain sheet of its
colour to carry its card.
"""

from __future__ import annotations

import io
import warnings
from enum import StrEnum

from PIL import Image, ImageDraw, ImageOps, UnidentifiedImageError

from persona.cards import png
from persona.cards.faults import CardError

SIDE = 768
"""Pixels of the longer side of what is kept."""
FORMATS = ("PNG", "JPEG", "WEBP")
HUE_COLOURS = ("#b4552d", "#a6761d", "#7d8423", "#4c8a3f", "#2f8a6b", "#2a8590", "#2f74a8", "#51629c",
               "#6f5a9e", "#94528f", "#ad4c6c", "#84695a")  # fmt: skip
"""The palette of characters without a portrait; static/companion/base.css says the same."""


class Unfit(StrEnum):
    TOO_BIG = "too_big"
    SIDES = "sides"
    NO_PICTURE = "no_picture"


class PictureError(Exception):
    """A file that is no picture to be taken; nothing was kept."""

    def __init__(self, why: Unfit) -> None:
        super().__init__(why.value)
        self.why = why


def small(data: bytes) -> bytes:
    """The picture as WebP, at most `SIDE` pixels long, upright, without its file's other contents. Raises PictureError."""
    if len(data) > png.FILE_MOST:
        raise PictureError(Unfit.TOO_BIG)
    if png.is_png(data):
        try:
            data = png.bare(data)  # compressed text in it would be inflated by the library
        except CardError as error:
            raise PictureError(Unfit.NO_PICTURE) from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
                if max(opened.size) > png.SIDE_MOST:
                    raise PictureError(Unfit.SIDES)
                opened.draft("RGB", (SIDE, SIDE))
                opened.thumbnail((SIDE, SIDE))
                picture = ImageOps.exif_transpose(opened).convert("RGBA")
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
        OSError,
        ValueError,
        SyntaxError,
    ) as error:
        raise PictureError(Unfit.NO_PICTURE) from error
    opaque = picture.getchannel("A").getextrema() == (255, 255)
    flat = picture.convert("RGB") if opaque else picture
    out = io.BytesIO()
    flat.save(out, "WEBP", quality=86, method=4)
    return out.getvalue()


def as_png(webp: bytes) -> bytes:
    """A kept portrait as PNG, to carry a card."""
    out = io.BytesIO()
    with Image.open(io.BytesIO(webp), formats=("WEBP",)) as picture:
        picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def plain_sheet(hue: int) -> bytes:
    """A sheet in a character's colour, PNG."""
    sheet = Image.new("RGB", (400, 600), HUE_COLOURS[hue % len(HUE_COLOURS)])
    draw = ImageDraw.Draw(sheet, "RGBA")
    draw.ellipse((60, 150, 340, 430), fill=(255, 255, 255, 46))
    draw.ellipse((120, 210, 280, 370), fill=(255, 255, 255, 70))
    out = io.BytesIO()
    sheet.save(out, "PNG", optimize=True)
    return out.getvalue()
