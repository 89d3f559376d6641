from __future__ import annotations

from pathlib import Path

import pytest

from llm.prompts import PromptError, fill, version


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "greet.zh.md").write_text("你好，{{name}}。{{ mood }}\n", encoding="utf-8")
    (prompts / "greet.en.md").write_text("Hello {{name}}, {{mood}} {not} {{Not}}", encoding="utf-8")
    return tmp_path


def test_fills_by_language(folder: Path) -> None:
    assert fill(folder, "greet", "zh", name="阿明", mood="开心") == "你好，阿明。开心"
    assert fill(folder, "greet", "en", name="a", mood="b") == "Hello a, b {not} {{Not}}"


def test_inserted_text_is_never_expanded_again(folder: Path) -> None:
    assert fill(folder, "greet", "zh", name="{{mood}}", mood="\\1{{name}}") == "你好，{{mood}}。\\1{{name}}"


@pytest.mark.parametrize("values", [{"name": "a"}, {"name": "a", "mood": "b", "more": "c"}, {}])
def test_missing_and_unknown_names_raise(folder: Path, values: dict[str, str]) -> None:
    with pytest.raises(PromptError):
        fill(folder, "greet", "zh", **values)


@pytest.mark.parametrize(("name", "lang"), [("gone", "zh"), ("greet", "fr"), ("../greet", "zh")])
def test_prompts_that_do_not_exist_raise(folder: Path, name: str, lang: str) -> None:
    with pytest.raises(PromptError):
        fill(folder, name, lang)


def test_version_is_of_the_content(folder: Path, tmp_path: Path) -> None:
    assert len(version(folder, "greet", "zh")) == 12
    assert version(folder, "greet", "zh") != version(folder, "greet", "en")
