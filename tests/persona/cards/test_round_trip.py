"""In, out and in again: the same to the letter."""

from __future__ import annotations

import json
import random
import tracemalloc
from typing import Any

import pytest

from persona.cards import mapping, reading, writing
from persona.cards.faults import CardError
from persona.cards.writing import Form
from persona.content import Content
from persona.making.picturing import as_png, plain_sheet, small
from tests.persona.cards import files
from tests.persona.cards.files import FAMILY, book, entry, picture

WORDS = [
    "海",
    "{{user}}",
    "a b",
    "“引号”",
    FAMILY,
    "\n",
    "\t",
    "<START>",
    "\\",
    "é",
    "𝒳",
    "null",
    "𠮷",
    "\u202e",
    "0.1",
    "'",
]
SHEET = plain_sheet(1)


def some(dice: random.Random, most: int = 8) -> str:
    return "".join(dice.choice(WORDS) for _n in range(dice.randrange(most)))


def value(dice: random.Random, depth: int = 0) -> Any:
    kinds: list[Any] = [some(dice), dice.randrange(-9, 9_999_999_999), dice.random(), True, None, ""]
    if depth < 3:
        kinds += [
            [value(dice, depth + 1) for _n in range(dice.randrange(3))],
            {some(dice): value(dice, depth + 1)},
        ]
    return dice.choice(kinds)


def generated(seed: int) -> dict[str, Any]:
    """A card of any version with odd fields everywhere."""
    dice = random.Random(seed)
    texts = {name: some(dice) for name in reading.V1_FIELDS}
    if seed % 5 == 0:
        return {**texts, f"x{seed}": value(dice), "avatar": "none"}
    data = {
        **texts,
        **{name: some(dice) for name in reading.V2_FIELDS},
        "alternate_greetings": [some(dice) for _n in range(dice.randrange(4))],
        "tags": [some(dice)],
        "extensions": {some(dice): value(dice), "depth_prompt": {"prompt": some(dice), "depth": 4}},
        f"x{seed}": value(dice),
    }
    if seed % 3 == 0:
        data["character_book"] = book(
            *[
                entry(keys=[some(dice)], content=some(dice), use_regex=False, x=value(dice))
                for _n in range(3)
            ],
            extensions={"a": value(dice)},
        )
    if seed % 2:
        data |= {"nickname": some(dice), "group_only_greetings": [some(dice)], "source": ["u"], "creation_date": 0,
                 "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}]}  # fmt: skip
    items = list(data.items())
    dice.shuffle(items)
    version = ("chara_card_v3", "3.0") if seed % 2 else ("chara_card_v2", "2.0")
    extra = {"talkativeness": "0.5", "name": texts["name"]} if seed % 7 == 0 else {}
    return {"spec": version[0], "spec_version": version[1], **extra, "data": dict(items)}


def content_of(data: bytes) -> Content:
    return mapping.content_of(reading.card_of(data))


@pytest.mark.parametrize("part", range(4))
def test_two_hundred_cards_come_back_to_the_letter(part: int) -> None:
    for seed in range(part * 50, part * 50 + 50):
        raw = generated(seed)
        first = content_of(writing.written(raw))
        for form in Form:
            carried = writing.export(first, form, SHEET).data
            again = content_of(carried)
            assert again.card is not None
            assert writing.written(again.card) == writing.written(first.card or {}), (seed, form)
            assert again == first
            assert writing.export(again, form, SHEET).data == carried
        same = raw.get("spec") == "chara_card_v3"
        if same and all(key in raw["data"] for key in ("group_only_greetings", "extensions")):
            assert json.loads(writing.export(first, Form.V3).data) == raw
        if raw.get("spec") == "chara_card_v2":
            assert json.loads(writing.export(first, Form.V2).data) == raw
            told = json.dumps(raw["data"], ensure_ascii=False)
            assert (
                json.dumps(json.loads(writing.export(first, Form.V2).data)["data"], ensure_ascii=False)
                == told
            )


def test_what_was_edited_is_written_and_the_rest_stays() -> None:
    raw = files.v2(
        personality="  安静，\n  有盐味  ", mes_example="<START>\n不成对的话", extensions={"world": "x"}
    )
    content = content_of(writing.written(raw))
    changed = content.model_copy(update={"name": "阿满", "style": ("短句",), "greetings": ("来了？",)})
    card = json.loads(writing.export(changed, Form.V2).data)
    data = card["data"]
    assert data["name"] == "阿满"
    assert data["personality"] == raw["data"]["personality"]
    assert data["mes_example"] == raw["data"]["mes_example"]
    assert (data["first_mes"], data["alternate_greetings"]) == ("来了？", [])
    assert data["extensions"]["world"] == "x"
    again = content_of(writing.written(card))
    assert (again.name, again.style, again.greetings) == ("阿满", ("短句",), ("来了？",))


def test_a_character_made_here_carries_all_its_fields() -> None:
    made = Content(
        name="阿满", language="zh-hans", tagline="t", hue=5, calls_itself="俺", address="叫名字", relation="朋友", personality=("a", "b"),
        style=("c",), values=("d",), limits=("e",), backstory="f", scenario="g", instructions="h", closing="i", greetings=("j", "k"),
        examples=({"user": "l", "reply": "m\n\nn"},),
    )  # fmt: skip
    for form in Form:
        again = content_of(writing.export(made, form, SHEET).data)
        assert again.model_copy(update={"card": None}) == made


def test_an_edited_copy_beside_data_does_not_contradict_it() -> None:
    raw = {**files.v2(), **files.v1()}
    changed = content_of(writing.written(raw)).model_copy(update={"backstory": "搬到了山里。"})
    card = json.loads(writing.export(changed, Form.V2).data)
    assert card["description"] == card["data"]["description"] == "搬到了山里。"


def test_a_picture_carries_both_cards_before_its_end() -> None:
    from persona.cards import png

    data = writing.export(
        content_of(writing.written(files.v3())), Form.PNG, as_png(small(picture((40, 60))))
    ).data
    kinds = [one.kind for one in png.chunks(data)]
    assert kinds[-3:] == [b"tEXt", b"tEXt", b"IEND"]
    texts = [bytes(one.data).split(b"\0")[0] for one in png.chunks(data) if one.kind == b"tEXt"]
    assert texts == [b"chara", b"ccv3"]


@pytest.mark.parametrize("hostile", ["chunk", "crc", "bomb", "pixels"])
def test_hostile_files_cost_no_memory(hostile: str) -> None:
    import zlib

    head = picture()[:33]
    ihdr = b"IHDR" + (4000).to_bytes(4, "big") * 2 + b"\x10\x06\0\0\0"
    big = {
        "chunk": lambda: head + files.chunk(b"tEXt", b"chara\0" + b"A" * (19 * 2**20)),
        "crc": lambda: files.in_png("chara", files.v2()).replace(b"tEXtchara", b"tEXtcharb"),
        "bomb": lambda: files.with_chunks(picture(), files.chunk(b"zTXt", b"ccv3\0\0" + zlib.compress(b"0" * 10**8, 9))),
        "pixels": lambda: picture()[:8] + files.chunk(b"IHDR", ihdr[4:]) + files.chunk(b"IDAT", zlib.compress(b"0" * 10**7, 9)) + files.chunk(b"IEND", b""),
    }[hostile]()  # fmt: skip
    tracemalloc.start()
    with pytest.raises(CardError):
        reading.card_of(big)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * 2**20
