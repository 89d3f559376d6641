"""The persona's part of the system prompt, within its share of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from llm import prompts, tokens
from persona.cards import lore
from persona.cards.macros import Names, filled
from persona.content import Content

FOLDER = Path(__file__).parent
PERSONA_MOST = 2_000
"""Tokens of the section. What is over is left out: examples first, the last of them first, then the ends of long texts."""
_SPEAKERS = {"zh": ("对方", "你"), "en": ("Them", "You")}
_SOMEBODY = {"zh": "对方", "en": "the user"}
_TOLD = {"zh": "你", "en": "you"}
_ITSELF = {"zh": "我", "en": "I"}
_HEADINGS = {
    "zh": {"backstory": "", "scenario": "场景", "personality": "性格", "style": "说话方式", "address": "怎么称呼对方",
           "values": "在意的事", "limits": "不做的事", "examples": "几个例子，学语气，不要照抄"},
    "en": {"backstory": "", "scenario": "Scene", "personality": "Character", "style": "How you speak",
           "address": "How you address them", "values": "What you care about", "limits": "What you don't do",
           "examples": "A few examples; take their tone, don't copy them"},
}  # fmt: skip
_CALLING = re.compile(r"[,，]?\s*(?:\{\{user\}\}|<USER>)\s*([!！.。~～?？…]|$)", re.IGNORECASE)
_ENDS = re.compile(r"(?<=[。！？!?…\n])|(?<=\. )")


@dataclass(frozen=True)
class Length:
    """How long a character is: tokens of its section as written, and how many of them are sent."""

    written: int
    sent: int
    examples_left_out: int


@dataclass
class _Section:
    """A section being fitted: its parts, its examples, and the language of its frame."""

    content: Content
    lang: str
    names: Names

    def text(self, examples: int, share: float = 1.0) -> str:
        """The section with so many examples, long texts cut to a share of theirs."""
        content, lang = self.content, self.lang
        headings = _HEADINGS[lang]
        parts = []
        for name in ("backstory", "scenario", "personality", "style", "address", "values", "limits"):
            value = getattr(content, name)
            told = _listed(value) if isinstance(value, tuple) else _cut(value, share)
            if told := self._said(told):
                parts.append(f"{headings[name]}\n{told}".strip())
        own = "\n".join(text for text in (content.instructions, content.closing) if text.strip())
        if own := self._said(_cut(own, share)):
            parts.append(prompts.fill(FOLDER, "carried", lang, text=_unfenced(own)))
        if rows := content.examples[:examples]:
            them, you = _SPEAKERS[lang]
            told = "\n\n".join(
                f"{them}: {self._said(row.user)}\n{you}: {self._said(row.reply)}"
                if row.user
                else f"{you}: {self._said(row.reply)}"
                for row in rows
            )
            parts.append(f"{headings['examples']}\n{told}")
        return prompts.fill(
            FOLDER,
            "persona",
            lang,
            name=_flat(content.name),
            calls_itself=_flat(content.calls_itself) or _ITSELF[lang],
            relation=self._said(content.relation),
            parts="\n\n".join(parts),
        )

    def _said(self, text: str) -> str:
        return filled(text, self.names).strip()


def section(content: Content, lang: str, user: str = "") -> str:
    """Who the model is to be, in the frame of the language that is spoken; the same from turn to turn. `user` is what the
    user is called, "" where nobody knows."""
    return _fitted(content, lang, user)[0]


def length(content: Content, lang: str) -> Length:
    """What the editor's meter shows."""
    text, examples = _fitted(content, lang, "")
    whole = _Section(content, lang, _names(content, lang, "")).text(len(content.examples))
    return Length(tokens.estimate(whole), tokens.estimate(text), len(content.examples) - examples)


def _fitted(content: Content, lang: str, user: str) -> tuple[str, int]:
    """The section within its tokens, and how many examples found room."""
    made = _Section(content, lang, _names(content, lang, user))
    count = len(content.examples)
    text = made.text(count)
    while count and tokens.estimate(text) > PERSONA_MOST:
        count -= 1
        text = made.text(count)
    share = 1.0
    while share > 0.02 and tokens.estimate(text) > PERSONA_MOST:
        share *= 0.8
        text = made.text(count, share)
    return text, count


def lore_note(content: Content, lang: str, lines: Sequence[str], user: str = "") -> str:
    """What the character's lorebook tells about what is spoken of in the last lines, fenced as data; "" for nothing."""
    if content.card is None:
        return ""
    names = _names(content, lang, user)
    called = lore.spoken_of(lore.book_of(content.card), lines)
    told = [_flat(filled(lore.plain(entry.content), names)) for entry in called]
    rows = "\n".join(f"- {row}" for row in told if row)
    return prompts.fill(FOLDER, "lore", lang, lines=rows) if rows else ""


def greeting(content: Content, number: int, user: str = "") -> str:
    """One of the character's own greetings as it is shown, its placeholders filled in."""
    text = content.greetings[number]
    if not user:  # "Hello, {{user}}." greets nobody as "Hello, you."
        text = _CALLING.sub(r"\1", text)
    told = user or _TOLD["zh" if re.search(r"[\u3400-\u9fff]", text) else "en"]
    return filled(text, Names(content.name, told, content.name)).strip()


def _names(content: Content, lang: str, user: str) -> Names:
    return Names(content.name, user or _SOMEBODY[lang], content.name)


def _cut(text: str, share: float) -> str:
    """The beginning of a long text, ended at a sentence."""
    if share >= 1.0 or len(text) < 200:
        return text
    kept = text[: int(len(text) * share)]
    ends = [found.end() for found in _ENDS.finditer(kept)]
    return kept[: ends[-1]] if ends and ends[-1] > len(kept) // 2 else kept


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _flat(text: str) -> str:
    """One line, and nothing that closes a fence: what an author wrote can't step out of its place."""
    return " ".join(text.split()).replace("<", "‹").replace(">", "›")


def _unfenced(text: str) -> str:
    return text.replace("<", "‹").replace(">", "›")
