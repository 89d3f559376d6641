"""The rules of the house, held by reading the code."""

from __future__ import annotations

import ast
import graphlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from tests.batching import batched

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("companion", "topics", "memory", "persona", "safety", "transcript", "accounts", "llm")
MAY_IMPORT = {
    "llm": set(),
    "accounts": {"llm"},
    "transcript": {"accounts", "llm"},
    "memory": {"transcript", "accounts", "llm"},
    "persona": {"transcript", "accounts", "llm"},
    "safety": {"transcript", "accounts", "llm"},
    "topics": {"memory", "transcript", "accounts", "llm"},
    "companion": {"topics", "memory", "persona", "safety", "transcript", "accounts", "llm"},
}
BANNED_NAMES = {"services.py", "utils.py", "helpers.py", "signals.py", "common.py", "misc.py"}
EDGES = re.compile(
    r"(/management/|/migrations/|consumers|/pages\.py|/pages/|/socket\.py|/generation\.py|/tasks\.py|/adapter\.py|/forms\.py"
    r"|/frames\.py|/context\.py|/admin\.py|operator_site|/lines\.py|/shelving\.py|/middleware\.py|/benches/|/checks\.py)"
)
"""Where the world's clock may be read: the code that a request, frame, task or command enters by."""


def files(room: str) -> Iterator[Path]:
    yield from (path for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts)


def everything() -> list[Path]:
    return [path for room in ROOMS for path in files(room)]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


@pytest.mark.parametrize("room", ROOMS)
def test_arrows_run_one_way(room: str) -> None:
    for path in files(room):
        for name in imports(path):
            top = name.partition(".")[0]
            if top in ROOMS and top != room:
                assert top in MAY_IMPORT[room], f"{path.relative_to(ROOT)} imports {name}"


def test_openai_is_imported_in_one_file() -> None:
    users = [
        path for path in everything() if any(name.partition(".")[0] == "openai" for name in imports(path))
    ]
    assert [str(path.relative_to(ROOT)) for path in users] == ["llm/client.py"]


def test_llm_knows_no_django() -> None:
    for path in files("llm"):
        assert not [
            name for name in imports(path) if name.partition(".")[0] in ("django", "celery", "channels")
        ]


def test_no_drawer_names() -> None:
    assert not [path for path in everything() if path.name in BANNED_NAMES]
    assert not [path for room in ROOMS for path in (ROOT / room).rglob("managers") if path.is_dir()]


def test_foreign_keys_point_down() -> None:
    for model in apps.get_models():
        room = model._meta.app_label
        if room not in ROOMS:
            continue
        for field in model._meta.get_fields():
            target = getattr(field, "related_model", None)
            if not getattr(field, "concrete", False) or target is None or isinstance(target, str):
                continue
            other = target._meta.app_label
            if other in ROOMS and other != room:
                assert other in MAY_IMPORT[room], f"{model.__name__}.{field.name} points at {other}"


def test_now_is_an_argument() -> None:
    """Below the edges nothing reads the clock, so that every rule can be tested at any moment."""
    wrong = []
    for path in everything():
        if EDGES.search(str(path)) or "/embedded/" in str(path):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                call = f"{getattr(node.func.value, 'id', '')}.{node.func.attr}"
                if call in (
                    "timezone.now",
                    "datetime.now",
                    "datetime.utcnow",
                    "date.today",
                    "timezone.localdate",
                ):
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} {call}")
    assert not wrong


def test_no_automatic_clocks_in_models() -> None:
    for path in everything():
        text = path.read_text(encoding="utf-8")
        assert "auto_now" not in text, path
        assert not re.search(r"from django\.db\.models\.functions import .*\bNow\b", text), path


def test_no_signals_of_models() -> None:
    for path in everything():
        assert not re.search(r"from django\.(db\.models|core|dispatch)[\w.]* import .*(post_save|pre_save|receiver)",
                             path.read_text(encoding="utf-8")), path  # fmt: skip


@batched(everything())
def test_sizes(path: Path) -> None:
    """Past these a module or function hides an idea that has no name yet."""
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 300, f"{path.name} has {text.count(chr(10))} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= 45, f"{node.name} has {length} lines"
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            named = [argument for argument in arguments if argument.arg not in ("self", "cls")]
            assert len(named) <= 6, f"{node.name} takes {len(named)} parameters"


def test_the_consumer_is_thin() -> None:
    assert (ROOT / "companion" / "consumers.py").read_text(encoding="utf-8").count("\n") <= 120


def test_every_periodic_task_has_a_name_in_the_schedule() -> None:
    import companion.tasks  # noqa: F401 (registers beat's table)
    from companion.celery import app
    from companion.schedule import BY_NAME

    assert app.conf.beat_schedule
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] == "companion.run"
        assert entry["args"][0] in BY_NAME


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def test_no_files_import_in_a_circle() -> None:
    """Late imports count: a circle is two files that can't be read one after the other."""
    known = {module_of(path): path for path in everything()}
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        wanted = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                wanted |= {part for part in whole if part in known} or {node.module}
        graph[name] = {target for target in wanted if target in known and target != name}
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle
