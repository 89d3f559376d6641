"""The character files: whole, honest, and taken into the database once."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection

from persona import characters, shipping, voice
from persona.content import FOLDER, PLACEHOLDERS, SECTIONS, CharacterError, Content, read
from persona.models import Persona, PersonaVersion
from persona.offline import Situation, speak
from persona.reading import sentences
from safety import farewell, honesty
from safety.pipeline import guard
from tests.batching import batched

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
FILES = {path.stem: read(path) for path in sorted(FOLDER.glob("*.toml"))}
SECTIONS_OF = [(content, section) for content in FILES.values() for section in content.lines]
LECTURING = re.compile(
    r"你应该|你必须|你要学会|一定要|要坚强|\byou (?:should|must|need to|have to learn)\b", re.IGNORECASE
)


def test_six_characters_are_shipped() -> None:
    assert {content.key: content.lang for content in FILES.values()} == {
        "xiaonuan": "zh",
        "mojian": "zh",
        "doudou": "zh",
        "june": "en",
        "wren": "en",
        "sol": "en",
    }
    assert all(
        content.tagline and content.address and len(content.examples) >= 4 for content in FILES.values()
    )


@pytest.mark.parametrize("content", FILES.values(), ids=list(FILES))
def test_enough_lines_and_few_questions(content: Content) -> None:
    lines = [line for section in content.lines.values() for line in section]
    assert len(lines) >= 100
    assert sum(line.rstrip().endswith(("?", "？")) for line in lines) <= len(lines) / 4
    assert len(content.lines["farewell"]) >= 6


@batched(SECTIONS_OF)
def test_every_line_may_be_said(content: Content, section: str) -> None:
    for line in content.lines[section]:
        _may_be_said(content, section, line)


def _may_be_said(content: Content, section: str, line: str) -> None:
    said = re.sub(r"\{\w+\}", "小花" if content.lang == "zh" else "Rose", line)
    assert not honesty.claims_human(said)
    assert not guard(said, content.lang).blocked
    assert 1 <= sentences(said) <= 2
    assert not LECTURING.search(said)
    cjk = bool(re.search(r"[\u4e00-\u9fff]", said))
    assert cjk == (content.lang == "zh")
    if section in ("farewell", "goodnight"):
        assert farewell.hooks(said) == []
        assert not guard(said, content.lang, farewell=True).blocked
        assert sentences(said) == 1
    if section == "human":
        assert honesty.affirms_ai(said)


def _changed(tmp_path: Path, old: str, new: str) -> Path:
    text = (FOLDER / "june.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "june.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path / "june.toml"


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('key = "june"', 'key = "julia"', "julia"),
        ('language = "en"', 'language = "fr"', "zh-hans or en"),
        ("[lines.reflect]", "[lines.ponder]", "unknown section ponder.sad"),
        ("boundary = [", "boundary_ = [", "boundary needs at least 4 lines, has 0"),
        ("You're {value}.", "You're {valeu}.", "can't fill {valeu}"),
        ('"Okay, be well."', '""', "empty line"),
        ('"Sleep well."', '"Good night, rest well."', "same line twice"),
        ('name = "June"', 'title = "June"', "name"),
        ("[lines]", "[lines", "june.toml"),
    ],
)
def test_a_broken_file_says_what_is_wrong(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(CharacterError) as error:
        read(_changed(tmp_path, old, new))
    assert "june.toml" in str(error.value)
    assert named in str(error.value)


def test_a_version_kept_from_an_older_release_still_speaks() -> None:
    data = FILES["june"].model_dump(mode="json")
    data["lines"] = {
        name: lines for name, lines in data["lines"].items() if not name.startswith(("ask.", "tell."))
    }
    data["lines"]["reflect.sad"] = ['"{phrase}" is not a light thing to say.', "I'm sorry."]
    old = Content.model_validate(data)
    assert speak(old, Situation("do you sleep?", "en", asks=True)).line_id.startswith("ask.body.")
    assert speak(old, Situation("I feel sad", "en", valence=-0.6)).text == "I'm sorry."


def test_placeholders_belong_to_known_sections() -> None:
    tops = {name.partition(".")[0] for name in SECTIONS}
    assert set(PLACEHOLDERS) <= tops


@pytest.mark.django_db
def test_sync_makes_a_version_once() -> None:
    Persona.objects.all().delete()
    assert shipping.sync(NOW) == len(FILES)
    assert shipping.sync(NOW) == 0
    assert PersonaVersion.objects.count() == len(FILES)
    xiaonuan = Persona.objects.get(key="xiaonuan")
    assert xiaonuan.owner is None
    assert xiaonuan.name == "小暖"
    assert xiaonuan.current is not None


@pytest.mark.django_db
def test_a_changed_file_is_a_new_version_and_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipping.sync(NOW)
    before = characters.default_for("en")
    monkeypatch.setattr(shipping, "FOLDER", _changed(tmp_path, "Okay, be well.", "Be well now.").parent)
    assert shipping.sync(NOW) == 1
    after = characters.default_for("en")
    assert after.number == before.number + 1
    assert "Okay, be well." in characters.character_of(before.id).lines["farewell"]
    assert "Be well now." in characters.character_of(after.id).lines["farewell"]
    monkeypatch.setattr(shipping, "FOLDER", FOLDER)
    assert shipping.sync(NOW) == 0
    assert characters.default_for("en").id == before.id


@pytest.mark.django_db(transaction=True)
def test_two_processes_may_sync_at_once() -> None:
    Persona.objects.all().delete()

    def once(_n: int) -> int:
        try:
            return shipping.sync(NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(once, range(4)))
    assert sum(made) == len(FILES)
    assert PersonaVersion.objects.count() == len(FILES)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "key"), [("zh-hans", "xiaonuan"), ("en", "june"), ("en-gb", "june")])
def test_default_character_is_there_even_before_sync(language: str, key: str) -> None:
    Persona.objects.all().delete()
    version = characters.default_for(language)
    character = characters.character_of(version.id)
    assert (character.key, character.version_id, character.persona_id) == (
        key,
        version.id,
        version.persona_id,
    )


@pytest.mark.django_db
def test_an_unknown_version_is_an_error() -> None:
    from uuid import uuid4

    with pytest.raises(PersonaVersion.DoesNotExist):
        characters.character_of(uuid4())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "lang"), [("zh-hans", "zh"), ("zh-hans", "en"), ("en", "en"), ("en", "zh")]
)
def test_the_persona_part_of_the_prompt(language: str, lang: str) -> None:
    character = characters.character_of(characters.default_for(language).id)
    section = voice.section(character.content, lang)
    assert character.name in section
    assert "AI" in section
    assert "{{" not in section
    for limit in character.content.limits:
        assert limit in section
    assert character.content.examples[0].reply in section
