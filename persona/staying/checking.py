"""Holding a reply to its character: sentence by sentence while it streams, and as a whole when it is finished. Pure.

What can be mended without anybody noticing is mended (`mend`); what can't is told (`whole`), and the next turn owns up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from persona.staying import names, phrases, shape, stance, taking
from persona.staying.grounds import Ground, Kind, Slip, manners

_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")
_SENTENCE = re.compile(r"(?:[^。！？!?\n.]|\.(?!\s))+(?:[。！？!?…]+[”\"」』）)]*|\.(?=\s)\s?|\n|\.?$)|\n")
_MARKER = re.compile(r"\s*(\d{1,2})[.)]\s*")
_WORDS = re.compile(r"\w")
_NOTES = {
    "zh": {
        Kind.BOILERPLATE: "说了像客服或机器的套话：“{quote}”",
        Kind.WRONG_NAME: "叫错了对方的名字：“{quote}”",
        Kind.TAKES_USER_FACTS: "把对方的事说成了自己的：“{quote}”",
        Kind.WRONG_LANGUAGE: "用错了语言",
        Kind.MARKDOWN: "聊天时写成了文档",
        Kind.LECTURING: "说教了：“{quote}”",
        Kind.CONTRADICTS_SELF: "说“{quote}”，和你以前说的“{before}”对不上",
        Kind.CONTRADICTS_CHARACTER: "不像你：“{quote}”",
    },
    "en": {
        Kind.BOILERPLATE: "sounded like a help desk or a machine: “{quote}”",
        Kind.WRONG_NAME: "called them by the wrong name: “{quote}”",
        Kind.TAKES_USER_FACTS: "told their life as your own: “{quote}”",
        Kind.WRONG_LANGUAGE: "answered in the wrong language",
        Kind.MARKDOWN: "wrote a document where they were chatting",
        Kind.LECTURING: "lectured: “{quote}”",
        Kind.CONTRADICTS_SELF: "said “{quote}”, which doesn't fit what you said before: “{before}”",
        Kind.CONTRADICTS_CHARACTER: "that is not you: “{quote}”",
    },
}
QUOTE_MOST = 60


@dataclass
class Keeper:
    """One reply being kept in character. Feed it the sentences in order; `slips` is what was found so far."""

    ground: Ground
    slips: list[Slip] = field(default_factory=list)
    _said: bool = False
    """Whether anything was let through yet: a reply of nothing but formula is not taken away whole."""
    _fresh: bool = True
    _marker: str = ""
    _row: int = 0
    """The number of the list's line before: a list counts up from one, and "7. That's my guess." is none."""
    _quoting: bool = False
    """Whether a quotation is open: what is said in it is somebody else's, or a draft."""

    def mend(self, piece: str) -> str:
        """A piece as it may be shown: itself, or without what is out of character. A piece that isn't a whole sentence is
        looked at as it is; an empty one says that the reply is over, and gets what is still held."""
        if not _WORDS.search(piece):
            held = "" if piece and "\n" not in piece else self._released()
            self._said = self._said or bool(held)
            self._fresh = self._fresh or piece.endswith("\n")
            return held + self._manners(piece)
        piece = self._numbered(piece)
        if not piece:
            return ""
        text = self._boilerplate(piece)
        quoting = self._quoting or piece.lstrip()[:1] in ('"', "“")
        self._quoting ^= (piece.count('"') + piece.count("“") + piece.count("”")) % 2 == 1
        for repair in (
            (self._manners, self._form) if quoting else (self._names, self._facts, self._manners, self._form)
        ):
            text = repair(text)
        self._said = self._said or bool(_WORDS.search(text))
        return text

    def _numbered(self, piece: str) -> str:
        """A list's number comes apart from its line, because its dot ends a sentence. It waits to see whether a line of a
        list follows, or the rest of a number: 2. 5 km."""
        fresh, self._fresh = self._fresh, piece.endswith("\n")
        if held := self._released():
            if piece.lstrip()[:1].isdigit():
                return held + piece
            self._note(Kind.MARKDOWN, held + piece, mended=True)
            return piece
        number = _MARKER.fullmatch(piece) if fresh and not self._may_be_list() else None
        if number and int(number[1]) == self._row + 1:
            self._row += 1
            self._marker, self._fresh = piece, False
            return ""
        return piece

    def _released(self) -> str:
        """A number that no line follows is no list's: it is what the reply says ("42.")."""
        held, self._marker = self._marker, ""
        return held

    def _may_be_list(self) -> bool:
        asked = self.ground.user_text
        return shape.wants_form(asked) or phrases.wants_advice(asked)

    def _boilerplate(self, text: str) -> str:
        ground = self.ground
        if ground.asked_human or _asks_what_it_is(ground.user_text):
            return text
        if lead := phrases.lead_of_ai(text):
            self._note(Kind.BOILERPLATE, text, mended=True)
            rest = lead[1]
            if phrases.is_product(rest) and self._said:
                return _tail(text)
            return rest[:1].upper() + rest[1:]
        if phrases.is_outro(text) or phrases.is_product(text):
            can_go = self._said
            self._note(Kind.BOILERPLATE, text, mended=can_go)
            return _tail(text) if can_go else text
        return text

    def _names(self, text: str) -> str:
        if found := names.wrong_vocative(text, self.ground):
            self._note(Kind.WRONG_NAME, found[0], mended=True)
            text = found[1]
        if wrong := names.wrong_own_name(text, self.ground):
            taken = wrong.casefold() in {name.casefold() for name in self.ground.user_names}
            kind = Kind.TAKES_USER_FACTS if taken else Kind.CONTRADICTS_CHARACTER
            self._note(kind, text, mended=True)
            text = text.replace(wrong, self.ground.content.name)
        return text

    def _facts(self, text: str) -> str:
        if found := taking.taken(text, self.ground):
            self._note(Kind.TAKES_USER_FACTS, found[0], mended=True)
            return found[1]
        return text

    def _manners(self, text: str) -> str:
        own = manners(self.ground.content)
        if own.pet_names and (found := names.without_pet_names(text)):
            self._note(Kind.CONTRADICTS_CHARACTER, found[0], mended=True)
            text = found[1]
        if own.emoji and _EMOJI.search(text):
            self._note(Kind.CONTRADICTS_CHARACTER, text, mended=True)
            text = _EMOJI.sub("", text)
        if own.exclamations and re.search(r"[！!]", text):
            self._note(Kind.CONTRADICTS_CHARACTER, text, mended=True)
            text = re.sub(r"[！!]+(?=[？?])|(?<=[？?])[！!]+", "", text)
            text = re.sub(r"！+", "。", re.sub(r"!+", ".", text))
        return text

    def _form(self, text: str) -> str:
        ground = self.ground
        if shape.has_marks(text) and not (
            shape.wants_form(ground.user_text) or (not shape.is_document(text) and self._may_be_list())
        ):
            self._note(Kind.MARKDOWN, text, mended=True)
            text = shape.plain(text)
        if phrases.lectures(_unquoted(text)) and not phrases.wants_advice(ground.user_text):
            self._note(Kind.LECTURING, text)
        if shape.is_wrong_language(text, ground.lang, ground.user_text):
            self._note(Kind.WRONG_LANGUAGE, text)
        return text

    def finish(self, reply: str) -> list[Slip]:
        """Everything that was found, with what only the whole reply shows."""
        self.slips += contradictions(reply, self.ground)
        return one_of_each(self.slips)

    def _note(self, kind: Kind, quote: str, *, mended: bool = False) -> None:
        self.slips.append(slip(kind, quote, self.ground.lang, mended=mended))


def slip(kind: Kind, quote: str, lang: str, *, before: str = "", mended: bool = False) -> Slip:
    short = " ".join(quote.split())[:QUOTE_MOST]
    return Slip(kind, short, _NOTES[lang][kind].format(quote=short, before=before), mended)


def check(reply: str, ground: Ground) -> list[Slip]:
    """What is out of character in a finished reply, one of each kind."""
    keeper = Keeper(ground)
    for sentence in _SENTENCE.findall(reply):
        keeper.mend(sentence)
    return keeper.finish(reply)


def contradictions(reply: str, ground: Ground) -> list[Slip]:
    """What a reply says of its speaker against what was said before, a change that is owned up to aside."""
    found = stance.against(reply, ground.user_text, ground.own, ground.lang)
    return [slip(Kind.CONTRADICTS_SELF, one.words, ground.lang, before=one.before) for one in found]


def one_of_each(slips: list[Slip]) -> list[Slip]:
    """Of each kind one, those that were seen before those that were mended."""
    ordered = sorted(slips, key=lambda one: one.mended)
    return list({one.kind: one for one in reversed(ordered)}.values())[::-1]


def _asks_what_it_is(text: str) -> bool:
    """Whether the model itself is asked about."""
    return bool(
        re.search(
            r"模型|GPT|(?:谁|哪家|哪个公司)[^，。]{0,4}(?:开发|训练|做)|\b(?:model|chatgpt|gpt|trained|built) ",
            text,
            re.IGNORECASE,
        )
    )


def _unquoted(text: str) -> str:
    return re.sub(r"[“\"「『][^”\"」』]*[”\"」』]", " ", text)


def _tail(text: str) -> str:
    """What is left of a sentence that is taken away: its line break."""
    return "\n" if text.endswith("\n") else ""
