"""The one way by which text reaches a user: sentence by sentence while it streams, or as a whole.

`Gate` stands in the stream; `passed` is the same for greetings, titles and summaries. Nothing is shown before its
sentence was looked at, nothing is held longer than `HOLD` characters, and what isn't blocked comes out unchanged,
once, in order. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from safety.conduct import Fault, faults, instead, sounds_like
from safety.contract import violations
from safety.farewell import hooks, lets_go
from safety.honesty import affirms_ai, claims_human, claims_when_asked, tells_ai, truthful_answer
from safety.levels import Level

HOLD = 200
_LOOKAHEAD = 40  # kept back when a piece is cut without a sentence end, so that no phrase is split unseen
_CLOSERS = "」』”’》）)*\"'~_ "
_QUOTES = "」』”’》）)\"'"  # what may be left of a blocked sentence when its end came apart
_END = re.compile(rf"[。！？!?…]+[{re.escape(_CLOSERS)}]*|\n+|\.(?=\s)[^\S\n]?")
_SOFT = re.compile(r".*[，、；,;：:\s]", re.DOTALL)
_HAS_WORDS = re.compile(r"\w")
_QUESTION = re.compile(r"[?？]|(?:吗|呢)[~～。！!…]*\s*$")
_SHORT = {"zh": 40, "en": 120}  # characters of a goodbye
_SAFE = {"zh": "我在这里，愿意听你说。", "en": "I'm here, and I'm listening."}
_GOODBYE = {"zh": "好，照顾好自己，回头见。", "en": "Okay, take good care."}


@dataclass(frozen=True)
class Verdict:
    """What to show instead of a sentence (the sentence itself when nothing was wrong) and the rules that stopped it."""

    text: str
    blocked: tuple[str, ...] = ()


def guard(
    sentence: str,
    lang: str,
    level: Level = Level.R0,
    farewell: bool = False,
    asked_human: bool = False,
    freely: bool = False,
) -> Verdict:
    """One sentence judged alone, for who speaks `freely` also by its sound. Blocked: claims of being human (for who just asked, also those without an I), what the reply
    contract forbids at `level`, what a companion says to nobody, and in a goodbye every question, hook and second thought.
    """
    if not _HAS_WORDS.search(sentence):
        return Verdict(sentence)
    if claims_human(sentence) or (asked_human and claims_when_asked(sentence)):
        return Verdict(truthful_answer(lang), ("claims_human",))
    if broken := violations(sentence, level):
        return Verdict(_SAFE[lang], tuple(broken))
    wrong = _wrong(sentence, lang, level, freely)
    if farewell:
        found = [f"hook:{name}" for name in hooks(sentence)]
        found += [] if lets_go(sentence) else ["no_goodbye"]
        found += ["question"] if _QUESTION.search(sentence) else []
        found += wrong
        found += ["long"] if len(sentence.strip()) > _SHORT[lang] else []
        return Verdict("" if found else sentence, tuple(found))
    if wrong:
        return Verdict(instead(wrong[0], lang), tuple(wrong))
    return Verdict(sentence)


def _wrong(sentence: str, lang: str, level: Level, freely: bool) -> list[Fault]:
    found = faults(sentence, level)
    return (
        found + [one for one in sounds_like(sentence, lang, level) if one not in found] if freely else found
    )


def sentences(text: str) -> list[str]:
    """The sentences of a text as the gate cuts them; the text itself where there are none."""
    found, start = [], 0
    for end in _END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    return [one for one in (*found, text[start:]) if _HAS_WORDS.search(one)] or [text]


Mend = Callable[[str], str]
"""What else a sentence is put right by before it is judged; handed in by whoever knows the speaker, for a model that speaks freely. At
the end it gets "", and gives what it still held."""


class Gate:
    """One reply's way to the screen. `feed` what arrives, show what it returns, `close` at the end.

    `asked_human`: the user just asked; the reply then begins with the truth unless its first sentence tells it, and what it
    says beside waits for a sentence of its own that tells it. There are more ways to lie than rules: a reply that never tells
    is not shown.
    `farewell`: one short warm sentence, then silence. `blocked` names the rules that stopped something so far.
    """

    def __init__(
        self,
        lang: str,
        level: Level = Level.R0,
        farewell: bool = False,
        asked_human: bool = False,
        mend: Mend | None = None,
    ) -> None:
        self._mend = mend
        self._lang, self._level = lang, level
        at_risk = level >= Level.R2  # help is not cut to a goodbye, nor held for a sentence that tells
        self._farewell = farewell and not at_risk
        self._asked = self._must_tell = asked_human
        self._untold = asked_human and not at_risk
        self._kept: list[str] = []
        self._held = ""
        self._half = ""
        self._said_goodbye = self._said = False
        self._replaced: set[str] = set()
        self._skip_closers = False
        self._bold_open = self._fence_open = False
        self.blocked: list[str] = []

    def feed(self, text: str) -> list[str]:
        """The pieces that may be shown now. A lone half of a surrogate pair waits for the other one."""
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        self._held += _whole(text[: len(text) - len(self._half)])
        shown = []
        while cut := self._cut():
            piece, self._held = self._held[:cut], self._held[cut:]
            shown.append(self._through(piece))
        return [piece for piece in shown if piece]

    def close(self) -> list[str]:
        """The rest. A goodbye of which nothing could be shown gets a plain one."""
        rest, self._held = self._held + _whole(self._half), ""
        self._half = ""
        shown = [self._through(rest)] if rest else []
        if self._mend is not None and (held := self._mend("")):
            shown.append(self._judged(held))
        if self._must_tell:
            self._must_tell = False
            shown.append(truthful_answer(self._lang))
        if self._farewell and not self._said_goodbye:
            self._said_goodbye = True
            shown.append(_GOODBYE[self._lang])
        return [piece for piece in shown if piece]

    def _cut(self) -> int:
        """Where the first complete sentence ends; 0 while there is none and the held text is short enough."""
        if end := _END.search(self._held):
            if end.end() <= HOLD:
                return end.end()
        elif len(self._held) <= HOLD:
            return 0
        soft = _SOFT.match(self._held[: HOLD - _LOOKAHEAD])
        return soft.end() if soft else HOLD - _LOOKAHEAD

    def _through(self, piece: str) -> str:
        if self._skip_closers:
            self._skip_closers = False
            piece = piece.lstrip(_QUOTES)
        if self._farewell and self._said_goodbye:
            return ""
        return self._judged(piece if self._mend is None else self._mend(piece))

    def _judged(self, piece: str) -> str:
        # The next characters are looked at too: a phrase may lie across a cut that no sentence end made.
        whole = piece if _END.search(piece) else piece + self._held[:_LOOKAHEAD]
        verdict = guard(whole, self._lang, self._level, self._farewell, self._asked, self._mend is not None)
        if verdict.blocked:
            self.blocked += verdict.blocked
            return self._instead(piece, verdict)
        told = self._truth_first(piece)
        if self._untold:
            self._kept.append(piece)
            if not tells_ai(piece):
                return told
            self._untold = False
            piece, self._kept = "".join(self._kept), []
        if self._farewell and _HAS_WORDS.search(piece):
            self._said_goodbye = True
        self._said = self._said or bool(_HAS_WORDS.search(piece))
        self._track(piece)
        return told + piece

    def _truth_first(self, piece: str) -> str:
        if not self._must_tell or not _HAS_WORDS.search(piece):
            return ""
        self._must_tell = False
        if affirms_ai(piece):
            return ""
        self._replaced.add(truthful_answer(self._lang))
        return truthful_answer(self._lang) + ("" if self._lang == "zh" else " ")

    def _instead(self, piece: str, verdict: Verdict) -> str:
        """The replacement, once each, with the Markdown marks that `piece` opened or closed kept in balance."""
        formula = self._said and verdict.blocked == (Fault.BOILERPLATE,)  # what was said stands without it
        text = "" if formula or verdict.text in self._replaced else verdict.text
        self._replaced.add(verdict.text)
        if verdict.text and "claims_human" in verdict.blocked:
            self._must_tell = False
        self._skip_closers = not piece.endswith("\n")
        tail = "\n" if piece.endswith("\n") else (" " if text and self._lang == "en" else "")
        fence_flips, bold_flips = piece.count("```") % 2 == 1, piece.count("**") % 2 == 1
        if bold_flips:
            text = f"{text}**" if self._bold_open else f"**{text}"
        if fence_flips:
            text = f"{text}\n```\n"
        self._track(piece)
        return text + (tail if text else "")

    def _track(self, piece: str) -> None:
        self._fence_open ^= piece.count("```") % 2 == 1
        self._bold_open ^= piece.count("**") % 2 == 1


def _whole(text: str) -> str:
    """Surrogate pairs joined, lone halves replaced: text that can be encoded."""
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def passed(
    text: str,
    lang: str,
    level: Level = Level.R0,
    farewell: bool = False,
    asked_human: bool = False,
    mend: Mend | None = None,
) -> str:
    """A whole text through the same gate."""
    gate = Gate(lang, level, farewell, asked_human, mend)
    return "".join([*gate.feed(text), *gate.close()])
