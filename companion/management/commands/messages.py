"""Collect what users read, from code and templates, into the catalogues. No gettext tools are needed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

ROOMS = ("companion", "topics", "memory", "persona", "safety", "transcript", "accounts")
KEYWORDS = {"gettext": None, "gettext_lazy": None, "ngettext": (1, 2), "_": None, "lazy": None}
_LITERAL = r"""u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_CALL = re.compile(rf"\b(ngettext|gettext|_)\(\s*{_LITERAL}(?:\s*,\s*{_LITERAL})?")

Msgid = str | tuple[str, str]


class Command(BaseCommand):
    help = "Update locale/en from the code and templates, keeping translations. Example: manage.py messages"

    def handle(self, *args: Any, **options: Any) -> None:
        path = catalogue_path()
        catalogue = english(path)
        catalogue.update(found(), no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        catalogue.fuzzy = False
        catalogue.header_comment = (
            "# English for Companion; the Chinese is written first, in code and templates."
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=110, include_lineno=False, sort_by_file=True)
        missing = [message.id for message in catalogue if message.id and not _translated(message.string)]
        self.stdout.write(f"{len(catalogue)} messages, {len(missing)} without English")
        for msgid in missing:
            self.stdout.write(f"  {msgid}")


def catalogue_path() -> Path:
    return Path(settings.BASE_DIR) / "locale" / "en" / "LC_MESSAGES" / "django.po"


def english(path: Path) -> Catalog:
    """The catalogue as it stands, an empty one when there is none."""
    if not path.exists():
        return Catalog(locale="en", project="Companion", domain="django", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale="en", domain="django")


def found() -> Catalog:
    """Every message in code and templates, with the files that hold it."""
    catalogue = Catalog(locale="en", domain="django", fuzzy=False)
    root = Path(settings.BASE_DIR)
    for path, msgid in _everything(root):
        catalogue.add(msgid, locations=[(path.relative_to(root).as_posix(), 0)])
    return catalogue


def _everything(root: Path) -> Iterator[tuple[Path, Msgid]]:
    for path in sorted(path for room in ROOMS for path in (root / room).rglob("*.py")):
        if "migrations" not in path.parts:
            yield from ((path, msgid) for msgid in in_python(path))
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix in (".html", ".txt"):
            yield from ((path, msgid) for msgid in in_template(path.read_text(encoding="utf-8")))


def in_python(path: Path) -> Iterator[Msgid]:
    with path.open("rb") as file:
        for _line, msgid, _comments, _context in extract("python", file, keywords=KEYWORDS):
            if msgid and msgid != "":
                yield msgid if isinstance(msgid, str) else (msgid[0], msgid[1])


def in_template(text: str) -> Iterator[Msgid]:
    """The messages of a Django template, by Django's own reading of it."""
    for call in _CALL.finditer(templatize(text)):
        name, first, second = call.groups()
        one = str(ast.literal_eval(first))
        if one.strip():
            yield (one, str(ast.literal_eval(second))) if name == "ngettext" else one


def _translated(string: Any) -> bool:
    return bool(string) and (isinstance(string, str) or all(string))
