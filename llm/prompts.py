"""Prompt templates: `<folder>/prompts/<name>.<lang>.md`, filled strictly, versioned by content."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

_PLACEHOLDER = re.compile(r"\{\{\s*([a-z][a-z0-9_]*)\s*\}\}")
_NAME = re.compile(r"[a-z][a-z0-9_-]*\Z")


class PromptError(Exception):
    """A prompt that doesn't exist, or values that don't fit its placeholders: a mistake of the programmer."""


def fill(folder: Path, name: str, lang: str, /, **values: str) -> str:
    """The text of a prompt with every `{{placeholder}}` replaced.

    `folder` is the room's own folder, `lang` is `zh` or `en`. Missing and unknown names raise `PromptError`.
    Inserted text is never expanded again, so nothing a user wrote can reach another placeholder.
    """
    text, wanted = _load(folder, name, lang)
    missing, unknown = wanted - values.keys(), values.keys() - wanted
    if missing or unknown:
        raise PromptError(f"{name}.{lang}: missing {sorted(missing)}, unknown {sorted(unknown)}")
    return _PLACEHOLDER.sub(lambda found: values[found.group(1)], text)


def version(folder: Path, name: str, lang: str) -> str:
    """12 hex digits that change whenever the prompt's text does."""
    return hashlib.sha256(_load(folder, name, lang)[0].encode()).hexdigest()[:12]


@lru_cache(maxsize=256)
def _load(folder: Path, name: str, lang: str) -> tuple[str, frozenset[str]]:
    if not _NAME.match(name) or not _NAME.match(lang):
        raise PromptError(f"not a prompt name: {name!r}.{lang!r}")
    path = folder / "prompts" / f"{name}.{lang}.md"
    try:
        text = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise PromptError(f"no prompt at {path}") from None
    return text, frozenset(_PLACEHOLDER.findall(text))
