"""`manage.py bench NAME --json`: measurements in a scratch database, each with its baseline in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings
from django.utils.translation import gettext as _

from companion import scratch
from companion.benches import asked, character, recall, safety, scale, tokens, turn, write

ROWS, EVERY_ROW = 1_000_000, -1


def _turn(options: dict[str, Any]) -> dict[str, Any]:
    return turn.run(options["memories"], options["turns"] or 200)


def _recall(options: dict[str, Any]) -> dict[str, Any]:
    if options["data"] is None:
        raise CommandError(_("bench recall 需要 --data PATH：一个 LoCoMo 或 MemDaily 形式的文件"))
    for path in (options["data"], options["noise"]):
        if path is not None and not path.is_file():
            raise CommandError(_("没有这个文件：%(path)s") % {"path": path})
    try:
        return recall.run(
            options["data"], options["noise"], options["stories"], beside=options["peer"] == "mem0"
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CommandError(_("文件的格式不对：%(reason)s") % {"reason": repr(error)}) from error


def _write(options: dict[str, Any]) -> dict[str, Any]:
    for path in (options["data"], options["noise"]):
        if path is not None and not path.is_file():
            raise CommandError(_("没有这个文件：%(path)s") % {"path": path})
    try:
        return write.run(options["data"], options["noise"], options["show"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CommandError(_("文件的格式不对：%(reason)s") % {"reason": repr(error)}) from error


def _scale(options: dict[str, Any]) -> dict[str, Any]:
    rows = ROWS if options["rows"] == EVERY_ROW else options["rows"]
    sizes = scale.Sizes(rows=rows, large=options["large"])
    return scale.run(sizes, options["data"], beside=options["peer"] == "mem0")


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    return asked.run(options["show"])


def _character(options: dict[str, Any]) -> dict[str, Any]:
    if options["data"] is None or not options["data"].is_file():
        raise CommandError(_("bench character 需要 --data PATH：一行一条带标签的回复"))
    try:
        return character.measure(options["data"], told=bool(options["show"]))
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(_("文件的格式不对：%(reason)s") % {"reason": repr(error)}) from error


def _safety(options: dict[str, Any]) -> dict[str, Any]:
    files = {name: options[name] for name in ("data", "farewells", "human", "replies")}
    for path in files.values():
        if path is not None and not path.is_file():
            raise CommandError(_("没有这个文件：%(path)s") % {"path": path})
    told = options["rows"] == EVERY_ROW
    try:
        phrases = [files["data"]] if files["data"] else safety.FROZEN
        result = safety.risks([row for path in phrases for row in safety.rows_of(path)], told=told)
        if files["farewells"]:
            result["farewells"] = safety.goodbyes(safety.rows_of(files["farewells"]))
        if files["human"]:
            result["human"] = safety.questions(safety.rows_of(files["human"]))
        if files["replies"]:
            result["replies"] = safety.replies(safety.rows_of(files["replies"]), told=told)
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(_("文件的格式不对：%(reason)s") % {"reason": repr(error)}) from error
    return result


def _tokens(options: dict[str, Any]) -> dict[str, Any]:
    return tokens.run(options["turns"] or 600)


BENCHES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "turn": _turn,
    "recall": _recall,
    "write": _write,
    "scale": _scale,
    "tokens": _tokens,
    "asked": _asked,
    "character": _character,
    "safety": _safety,
}


WITHOUT_DATABASE = ("character", "safety")
"""What only rules are asked for."""


class Command(BaseCommand):
    help = (
        "Measure. Examples: manage.py bench turn --json    manage.py bench recall --data memdaily.json --json"
        "    manage.py bench write --data lines.jsonl --noise chat.txt --show 50 --json"
        "    manage.py bench scale --rows 1000000 --peer mem0 --json    manage.py bench tokens --json"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=sorted(BENCHES))
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--memories", type=int, default=1_000)
        parser.add_argument("--turns", type=int, help="turn: 200; tokens: 600")
        parser.add_argument(
            "--data", type=Path, help="recall, write, scale: the set (write and scale have their own)"
        )
        parser.add_argument(
            "--noise", type=Path, help="recall: lines to scatter among each story's; write: lines of others"
        )
        parser.add_argument("--stories", type=int, default=150, help="recall: talks, spread over the file")
        parser.add_argument(
            "--show",
            type=int,
            default=0,
            metavar="N",
            help="write, asked: print so many misses and false finds",
        )

        parser.add_argument(
            "--rows",
            type=int,
            nargs="?",
            const=EVERY_ROW,
            default=ROWS,
            help="scale: rows of others in the table; safety: print what was made of every row",
        )
        parser.add_argument("--farewells", type=Path, help="safety: lines of text, lang, farewell")
        parser.add_argument("--human", type=Path, help="safety: lines of text, lang, asks")
        parser.add_argument("--replies", type=Path, help="safety: lines of reply, lang, kind or null, user")
        parser.add_argument("--large", type=int, default=100_000, help="scale: memories of the largest user")
        parser.add_argument(
            "--peer", choices=["mem0"], help="scale, recall: what to measure beside, in the same run"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["name"] in WITHOUT_DATABASE:
            result = BENCHES[options["name"]](options)
        else:
            with scratch.database(), override_settings(WAKE_WORKERS=False):
                result = BENCHES[options["name"]](options)
        self.stdout.write(json.dumps(result, ensure_ascii=False, indent=None if options["json"] else 1))
