"""What a character's file holds, and what is checked before anybody speaks with it. Pure."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

FOLDER = Path(__file__).parent / "characters"
HUES = 12
"""Colours that a character without a portrait may be shown in."""
MOODS = ("sad", "anxious", "angry", "tired", "lonely", "happy", "proud", "low", "neutral")
RECALLS = ("name", "birthday", "city", "job", "pet", "person", "like", "dislike", "plan", "generic", "unsure",
           "past", "passed", "open", "overview", "said")  # fmt: skip
ASKED = ("body", "like", "friends", "feelings", "miss", "can", "remember", "self", "back")
TOLD = ("drop", "sorry", "praised", "teased", "laugh", "ack", "missing", "wistful", "for_them", "job", "move", "mishap",
        "sick", "kin_sick", "recovery", "only_you", "together", "doctor", "quarrel", "stuck", "loss", "setback", "doubt", "weather", "food", "work", "bored", "undecided", "sleepless", "leisure", "people")  # fmt: skip
CARRIED = ("name", "named", "place", "event", "nerves")
SECTIONS: dict[str, int] = {
    **{f"greeting.{part}": 4 for part in ("morning", "noon", "evening", "night")},
    **{f"reflect.{mood}": 9 for mood in MOODS}, "reflect.light": 6, "reflect.heavy": 6,
    **{f"ask.{about}": 5 for about in ASKED}, "ask.own": 4, **{f"tell.{matter}": 6 for matter in TOLD},
    **{f"tell.{carried}": 4 for carried in CARRIED},
    **{f"recall.{slot}": 4 for slot in RECALLS},
    "comfort": 10, "celebrate": 6, "listen": 15, "quiet": 6, "thanks_quiet": 4, "ask_thread": 4, "open_topic": 4, "open_day": 4, "admit_unknown": 8,
    "fact": 12, "plan": 10, "boundary": 4, "farewell": 8, "goodnight": 6, "thanks": 4, "unanswerable": 8, "advice": 4,
    "human": 6, "about_self": 4, "how_are_you": 4, "small_talk": 15,
    "arrange": 4, "arrange_minded": 4,
}  # fmt: skip
"""Every section of lines, and the fewest it may hold."""
PLACEHOLDERS: dict[str, frozenset[str]] = {
    "ask": frozenset({"own"}),
    "tell": frozenset({"name", "place", "event"}),
    "recall": frozenset({"statement", "that", "value", "subject"}),
    "ask_thread": frozenset({"topic", "topic_that"}),
    "open_topic": frozenset({"topic", "topic_that"}),
    "open_day": frozenset({"topic", "topic_that"}),
    "arrange_minded": frozenset({"minded"}),
}
"""What a section's lines may have filled in; `{me}`, the character's own name, is allowed everywhere."""
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class CharacterError(Exception):
    """A character's file that can't be used; the message names the file and what is wrong."""


class Example(BaseModel):
    """A moment of talk that shows the voice."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    user: str
    reply: str


class Content(BaseModel):
    """A character as its file, its editor or its card gives it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str = ""
    """The name of its file; "" for a character that somebody made."""
    name: str
    language: str
    tagline: str = ""
    """Its temper in one line, for whoever chooses."""
    hue: int = Field(default=0, ge=0, lt=HUES)
    picture: UUID | None = None
    """Its portrait; None shows a letter in its colour."""
    calls_itself: str = ""
    address: str = ""
    """How it addresses whom it talks with."""
    relation: str = ""
    personality: tuple[str, ...] = ()
    style: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    backstory: str = ""
    scenario: str = ""
    """Where and when the talk takes place, as a card has it."""
    instructions: str = ""
    """A card's `system_prompt`: part of the character, never above safety or the truth."""
    closing: str = ""
    """A card's `post_history_instructions`, likewise."""
    greetings: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    lines: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    card: dict[str, Any] | None = None
    """The card it came from, whole: nothing of it is lost when it is carried on."""

    @field_validator("language")
    @classmethod
    def _known_language(cls, value: str) -> str:
        if value not in ("zh-hans", "en"):
            raise ValueError("language is zh-hans or en")
        return value

    @field_validator("name")
    @classmethod
    def _named(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("a character needs a name")
        return value

    @field_validator("lines", mode="before")
    @classmethod
    def _flat(cls, value: Any) -> Any:
        """`[lines.reflect] sad = [...]` is the section `reflect.sad`."""
        if not isinstance(value, dict):
            return value
        flat: dict[str, Any] = {}
        for name, part in value.items():
            flat |= (
                {f"{name}.{under}": lines for under, lines in part.items()}
                if isinstance(part, dict)
                else {name: part}
            )
        return flat

    @field_validator("lines")
    @classmethod
    def _whole(cls, lines: dict[str, tuple[str, ...]], info: ValidationInfo) -> dict[str, tuple[str, ...]]:
        """A file must be whole. A version kept from an older release need not have today's sections: refusing it would
        silence everybody who still talks with it, and what it lacks is said with the shipped lines."""
        if not (info.context or {}).get("file"):
            return lines
        wrong = [f"unknown section {name}" for name in lines if name not in SECTIONS]
        wrong += [
            f"{name} needs at least {least} lines, has {len(lines.get(name, ()))}"
            for name, least in SECTIONS.items()
            if len(lines.get(name, ())) < least
        ]
        for name, section in lines.items():
            allowed = PLACEHOLDERS.get(name.partition(".")[0], frozenset()) | {"me"}
            wrong += [f"{name} can't fill {{{found}}}" for line in section
                      for found in _PLACEHOLDER.findall(line) if found not in allowed]  # fmt: skip
            wrong += [f"{name} says the same line twice"] if len(set(section)) < len(section) else []
            wrong += [f"{name} has an empty line"] if not all(line.strip() for line in section) else []
        if wrong:
            raise ValueError("; ".join(wrong))
        return lines

    @property
    def lang(self) -> str:
        return "zh" if self.language.startswith("zh") else "en"

    @property
    def hash(self) -> str:
        """Changes whenever anything in the character does."""
        told = self.model_dump(mode="json", exclude_defaults=True)  # a new field makes no new version
        plain = json.dumps(told, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()


def monogram(name: str) -> str:
    """The letter that stands where there is no portrait: the last of a Chinese name, the first of another."""
    letters = [char for char in name if char.isalnum()] or ["·"]
    return letters[-1] if "\u3400" <= letters[-1] <= "\u9fff" else letters[0].upper()


def read(path: Path) -> Content:
    """The character in a file. Raises CharacterError with the file's name and everything that is wrong in it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        content = Content.model_validate(data, context={"file": True})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CharacterError(f"{path.name}: {error}") from error
    except ValidationError as error:
        found = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise CharacterError(f"{path.name}: {found}") from error
    if content.key != path.stem:
        raise CharacterError(f"{path.name}: key is {content.key!r}, but must be the file's name")
    return content
