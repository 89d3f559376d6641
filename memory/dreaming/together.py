"""What happens between the two: what comforts, a first, a quarrel made good, a word of their own. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from uuid import UUID

from memory.asking.toldlog import ADVICE
from memory.candidates import USER
from memory.dreaming.ideas import Idea
from memory.dreaming.material import Material, Said
from memory.policy import PROOF_DAYS, PROOFS, Kind
from memory.states import DreamOperation

LOW = -0.3
REPAIRS_WITHIN = 8
"""Lines between a quarrel and its making good."""
RARE = 6
"""A word in more lines than this is everybody's."""
_I = re.IGNORECASE
_HELPED = re.compile(
    r"好多了|好受多了|好受(?:一)?些|舒服多了|轻松多了|谢谢你(?:听|陪|愿意|的陪)|说出来(?:就)?好|有你(?:真)?好|"
    r"\bfeel(?:ing)? (?:much |a bit |a lot |so much )?better\b|\bthat (?:really )?help(?:s|ed)\b|\bthanks? (?:you )?for (?:listening|being here|hearing me)\b|\bneeded that\b",
    _I,
)
_ANGRY = re.compile(
    r"你(?:根本|完全|从来)?(?:都)?不(?:懂|理解|在乎|听)我|你(?:说的|这话)(?:太)?(?:过分|伤人)|(?:我|真的)?(?:很|好|太)?生你(?:的)?气|不想(?:跟|和)你说|你让我(?:很)?(?:失望|难受)|"
    r"\byou (?:don'?t|never) (?:get|understand|listen to) me\b|\b(?:i'?m |so )(?:mad|angry|upset) (?:at|with) you\b|\bthat (?:was|is) (?:mean|hurtful|out of line)\b|\byou hurt me\b",
    _I,
)
_SORRY = re.compile(r"对不起|抱歉|是我不好|我错了|\bsorry\b|\bapologi[sz]e\b|\bmy fault\b", _I)
_FORGIVEN = re.compile(
    r"没(?:事|关系)(?:了|的|啦)?|原谅你|不生气了|和好|算了不(?:怪|气)|\bit'?s (?:ok(?:ay)?|fine|all right|alright)\b|\bno worries\b|\bforgive(?:n)?\b|\bwe'?re good\b|\bapology accepted\b",
    _I,
)
_FIRST = re.compile(r"第一次|头一回|头一次|\b(?:for the )?first time\b|\bmy first\b", _I)
_LAUGH = re.compile(r"哈哈|嘿嘿|笑死|hhh|\bhaha|\blol\b|😂|🤣", _I)
_QUOTED = re.compile(r"[“「『\"]([^”」』\"\n]{2,12})[”」』\"]")
SAID = {
    "zh": {
        "listened": "你难过的时候，有人听你说完会好受一些",
        "advised": "你难过的时候，具体的办法会让你好受一些",
        "first": "{day}，你告诉过我：{what}",
        "repair": "{day}，我们闹过一次不愉快，后来和好了",
        "word": "“{word}”是我们之间的一句玩笑",
    },
    "en": {
        "listened": "When you are low, being listened to helps you",
        "advised": "When you are low, a concrete idea helps you",
        "first": "On {day} you told me: {what}",
        "repair": "On {day} we had a falling-out and made up",
        "word": "“{word}” is a joke between us",
    },
}


def supports(material: Material) -> list[Idea]:
    """What came before "I feel better", three times on two days: being listened to, or an idea."""
    proofs: dict[tuple[str, str], list[tuple[Said, Said]]] = {}
    for low, reply, after in zip(material.lines, material.lines[1:], material.lines[2:], strict=False):
        if low.mine and not reply.mine and after.mine and low.valence <= LOW and _HELPED.search(after.text):
            how = "advised" if ADVICE.search(reply.text) else "listened"
            proofs.setdefault((how, lang_of(after.text)), []).append((low, after))
    found = []
    for (how, lang), pairs in proofs.items():
        if (
            len(pairs) < PROOFS[Kind.SUPPORT]
            or len({after.day for _low, after in pairs}) < PROOF_DAYS[Kind.SUPPORT]
        ):
            continue
        lows = {low.id for low, _after in pairs}
        premises = tuple(row.id for row in material.rows if row.kind is Kind.STATE and row.messages & lows)
        found.append(
            Idea(
                DreamOperation.SUPPORT, "it_helped", premises, Kind.SUPPORT, USER, "support", how, SAID[lang][how],
                lang=lang, confidence=0.65, lines=tuple(after.id for _low, after in pairs), weight=1.9,
            )
        )  # fmt: skip
    return found


def moments(material: Material) -> list[Idea]:
    return [*_firsts(material), *_repairs(material), *_words(material)]


def _firsts(material: Material) -> Iterator[Idea]:
    """A first of theirs, told and taken up by the other."""
    for line, reply in pairwise(material.lines):
        if not (line.mine and not reply.mine and _FIRST.search(line.text)):
            continue
        for row in material.rows:
            if row.kind is Kind.EVENT and line.id in row.messages:
                yield _moment(
                    "first",
                    row.lang,
                    line,
                    premises=(row.id,),
                    value=row.value,
                    what=row.statement.rstrip("。."),
                )


def _repairs(material: Material) -> Iterator[Idea]:
    """A quarrel between the two, an apology, and peace: within a few lines of each other."""
    lines = material.lines
    for number, line in enumerate(lines):
        if not (line.mine and _ANGRY.search(line.text)):
            continue
        after = lines[number + 1 : number + 1 + REPAIRS_WITHIN]
        sorry = next((at for at, one in enumerate(after) if not one.mine and _SORRY.search(one.text)), None)
        if sorry is None:
            continue
        peace = next((one for one in after[sorry + 1 :] if one.mine and _FORGIVEN.search(one.text)), None)
        if peace is not None:
            yield _moment(
                "repair", lang_of(line.text), peace, lines=(line.id, peace.id), value=f"repair {peace.day}"
            )


def _words(material: Material) -> Iterator[Idea]:
    """A quoted word that both use, laughing, on two days, and that is in few lines at all."""
    uses: dict[str, list[Said]] = {}
    for line in material.lines:
        for word in set(_QUOTED.findall(line.text)):
            uses.setdefault(word, []).append(line)
    for word, lines in uses.items():
        mine = [line for line in lines if line.mine]
        laughed = [line for line in mine if _LAUGH.search(line.text)]
        spread = sum(word in line.text for line in material.lines)
        both = len(mine) < len(lines)
        if both and laughed and len({line.day for line in mine}) >= 2 and spread <= RARE:
            yield _moment(
                "word", lang_of(word), mine[-1], lines=tuple(line.id for line in mine), value=word, word=word
            )


def _moment(
    how: str,
    lang: str,
    line: Said,
    *,
    premises: tuple[UUID, ...] = (),
    lines: tuple[UUID, ...] = (),
    value: str,
    **words: str,
) -> Idea:
    day = (
        f"{line.day.year}年{line.day.month}月{line.day.day}日"
        if lang == "zh"
        else f"{line.day:%B} {line.day.day}, {line.day.year}"
    )
    statement = SAID[lang][how].format(day=day, **words)
    return Idea(
        DreamOperation.MOMENT, f"moment_{how}", premises, Kind.MOMENT, USER, "moment", value, statement, lang=lang,
        confidence=0.8, lines=lines or (line.id,), weight=1.2,
    )  # fmt: skip


def lang_of(text: str) -> str:
    return "zh" if re.search(r"[\u4e00-\u9fff]", text) else "en"
