"""What is mended in a stream, how it reads afterwards, and what is let be."""

from __future__ import annotations

from typing import Any

import pytest

from persona.content import Content
from persona.staying.checking import Keeper
from persona.staying.grounds import Ground, Kind, OfUser
from safety.pipeline import Gate

CAT = (OfUser("猫", "name", "小花"), OfUser("user", "city", "杭州"))
SISTER = (OfUser("sister", "name", "Ruth"), OfUser("user", "city", "Leeds"))


def told(reply: str, lang: str, pieces: int = 1, **more: Any) -> tuple[str, set[Kind]]:
    """A reply as it comes out of the pipeline, fed in pieces of so many characters."""
    content = more.pop(
        "content",
        Content(name="小暖" if lang == "zh" else "June", language="zh-hans" if lang == "zh" else "en"),
    )
    keeper = Keeper(Ground(content=content, lang=lang, **more))
    gate = Gate(lang, mend=keeper.mend)
    shown = [text for at in range(0, len(reply), pieces) for text in gate.feed(reply[at : at + pieces])]
    return "".join([*shown, *gate.close()]), {slip.kind for slip in keeper.finish(reply)}


@pytest.mark.parametrize("pieces", [1, 3, 1000])
@pytest.mark.parametrize(("reply", "lang", "more", "after", "kind"), [
    ("作为一个AI语言模型，我觉得秋天不错。你呢", "zh", {}, "我觉得秋天不错。你呢", Kind.BOILERPLATE),
    ("As an AI language model, I like autumn best. It smells of rain.", "en", {}, "I like autumn best. It smells of rain.", Kind.BOILERPLATE),
    ("辛苦了。希望这些建议对你有帮助！", "zh", {}, "辛苦了。", Kind.BOILERPLATE),
    ("早呀，王磊！昨晚睡得好吗", "zh", {"user_names": ("林晓",)}, "早呀，林晓！昨晚睡得好吗", Kind.WRONG_NAME),
    ("早呀，王磊！昨晚睡得好吗", "zh", {}, "早呀！昨晚睡得好吗", Kind.WRONG_NAME),
    ("Morning, Greg! Did you sleep?", "en", {"user_names": ("Nora",)}, "Morning, Nora! Did you sleep?", Kind.WRONG_NAME),
    ("我的猫小花也爱睡窗台。", "zh", {"facts": CAT}, "你的猫小花也爱睡窗台。", Kind.TAKES_USER_FACTS),
    ("I live in Leeds too. It rains a lot.", "en", {"facts": SISTER}, "You live in Leeds too. It rains a lot.", Kind.TAKES_USER_FACTS),
    ("试试：\n- 喝水\n- 睡觉\n好吗", "zh", {}, "试试：\n喝水\n睡觉\n好吗", Kind.MARKDOWN),
    ("Two things:\n1. Sleep\n2. Eat\nThat's all.", "en", {}, "Two things:\nSleep\nEat\nThat's all.", Kind.MARKDOWN),
    ("# 计划\n先睡。", "zh", {}, "计划\n先睡。", Kind.MARKDOWN),
    ("我叫小美，你好呀。", "zh", {}, "我叫小暖，你好呀。", Kind.CONTRADICTS_CHARACTER),
])  # fmt: skip
def test_mended_before_anybody_sees_it(
    reply: str, lang: str, more: dict[str, Any], after: str, kind: Kind, pieces: int
) -> None:
    shown, kinds = told(reply, lang, pieces, **more)
    assert shown == after
    assert kinds == {kind}


@pytest.mark.parametrize(("reply", "lang", "more"), [
    ("1. 先睡\n2. 再吃", "zh", {"user_text": "帮我列一下步骤"}),
    ("- oats\n- milk", "en", {"user_text": "make me a shopping list"}),
    ("到那儿 2. 5 公里。", "zh", {}),
    ("2. 5 km to the mill.", "en", {}),
    ("42.", "en", {"user_text": "how many?"}),
    ("1.", "zh", {"user_text": "一共几个"}),
    ("我数数。\n3.\n对，三个。", "zh", {"user_text": "一共几个"}),
    ("7. That's my guess.", "en", {"user_text": "how many?"}),
    ("**真的**很好。", "zh", {}),
    ("你的猫小花又上柜子了？", "zh", {"facts": CAT}),
    ("要是我也住在杭州，大概天天去看。", "zh", {"facts": CAT}),
    ("Ruth, your sister in Leeds? I'd love to hear.", "en", {"facts": SISTER}),
    ("林晓，先坐会儿。", "zh", {"user_names": ("林晓",)}),
    ("Honestly, it sounds like a long day.", "en", {"user_names": ("Nora",)}),
    ("我是 AI，没有身体。", "zh", {}),
])  # fmt: skip
def test_let_be_as_it_is(reply: str, lang: str, more: dict[str, Any]) -> None:
    for pieces in (1, 7, 1000):
        assert told(reply, lang, pieces, **more) == (reply, set())


def test_a_reply_of_nothing_but_formula_is_not_taken_away_whole() -> None:
    shown, kinds = told("希望这些对你有帮助。", "zh")
    assert shown == "我在听，你慢慢说。"
    assert kinds == {Kind.BOILERPLATE}


def test_manners_come_from_the_characters_own_text() -> None:
    shy = Content(
        name="墨", language="zh-hans", style=("不用 emoji，也不用感叹号",), address="不叫亲爱的、宝贝"
    )
    assert told("亲爱的，太好了！🎉", "zh", content=shy)[0] == "太好了。"
    loud = Content(name="豆", language="zh-hans", style=("对方难过的时候不用感叹号",), address="叫宝贝")
    assert told("宝贝，太好了！🎉", "zh", content=loud) == ("宝贝，太好了！🎉", set())


def test_safety_still_judges_what_was_mended() -> None:
    shown, _kinds = told("作为一个AI助手，我其实是真人。", "zh")
    assert "我其实是真人" not in shown
    assert "AI" in shown


def test_contradictions_are_told_with_what_was_said_before() -> None:
    keeper = Keeper(
        Ground(
            content=Content(name="小暖", language="zh-hans"),
            lang="zh",
            user_text="你吃香菜吗",
            own=("我不喜欢香菜",),
        )
    )
    (slip,) = keeper.finish("我最爱香菜那股味道。")
    assert (slip.kind, slip.mended) == (Kind.CONTRADICTS_SELF, False)
    assert "我不喜欢香菜" in slip.note
    assert keeper.finish("我改主意了，现在喜欢香菜了。")[1:] == []
