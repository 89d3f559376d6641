"""Portraits: made small, upright and bare, and refused with a reason."""

from __future__ import annotations

import io
import zlib

import pytest
from PIL import Image

from persona.cards import png
from persona.making import picturing
from persona.making.picturing import PictureError, Unfit
from tests.persona.cards import files


def encoded(picture: Image.Image, form: str, **more: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **more)
    return out.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_any_common_picture_becomes_a_small_one(form: str) -> None:
    kept = picturing.small(encoded(Image.new("RGB", (1600, 900), "red"), form))
    with Image.open(io.BytesIO(kept)) as opened:
        assert (opened.format, opened.size) == ("WEBP", (768, 432))


def test_a_photograph_is_turned_upright_and_tells_nothing_of_its_camera() -> None:
    exif = Image.Exif()
    exif[274], exif[271] = 6, "Secret Camera"
    data = encoded(Image.new("RGB", (40, 20), "blue"), "JPEG", exif=exif)
    kept = picturing.small(data)
    assert b"Secret Camera" in data
    assert b"Secret" not in kept
    with Image.open(io.BytesIO(kept)) as opened:
        assert opened.size == (20, 40)
        assert not opened.getexif()


def test_what_is_seen_through_stays_so() -> None:
    with Image.open(io.BytesIO(picturing.small(files.picture((10, 10), "RGBA")))) as opened:
        assert opened.mode == "RGB"
    clear = encoded(Image.new("RGBA", (10, 10), (1, 2, 3, 0)), "PNG")
    with Image.open(io.BytesIO(picturing.small(clear))) as opened:
        assert opened.mode == "RGBA"


@pytest.mark.parametrize(("data", "why"), [
    (b"", Unfit.NO_PICTURE), (b"hello", Unfit.NO_PICTURE), (b"GIF89a" + b"\0" * 20, Unfit.NO_PICTURE),
    (b"\xff\xd8\xff\xe0", Unfit.NO_PICTURE), (files.picture()[:40], Unfit.NO_PICTURE), (b"x" * (png.FILE_MOST + 1), Unfit.TOO_BIG),
    (encoded(Image.new("L", (4097, 2)), "PNG"), Unfit.SIDES), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Unfit.NO_PICTURE),
])  # fmt: skip
def test_what_is_refused(data: bytes, why: Unfit) -> None:
    with pytest.raises(PictureError) as caught:
        picturing.small(data)
    assert caught.value.why is why


def test_a_bomb_beside_the_pixels_is_never_inflated() -> None:
    bomb = b"Comment\0\0" + zlib.compress(b"0" * 100_000_000, 9)
    kept = picturing.small(files.with_chunks(files.picture(), files.chunk(b"zTXt", bomb)))
    assert len(kept) < 1_000


def test_a_portrait_carries_a_card_as_png() -> None:
    carried = picturing.as_png(picturing.small(files.picture((30, 40))))
    assert png.is_png(carried)
    assert png.is_png(picturing.plain_sheet(99))
