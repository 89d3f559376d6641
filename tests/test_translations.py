"""Every sentence has its English, with the same placeholders, and nothing is left of old ones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from babel.messages import Catalog
from django.utils import translation
from django.utils.translation import gettext, ngettext

from companion.management.commands.messages import catalogue_path, english, found, in_template

PLACE = re.compile(r"%\((\w+)\)[sd]")
HAN = re.compile(r"[\u3400-\u9fff]")


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    return english(catalogue_path())


@pytest.fixture(scope="module")
def used() -> Catalog:
    return found()


def words(string: Any) -> list[str]:
    return [string] if isinstance(string, str) else list(string)


def test_everything_said_is_in_the_catalogue(catalogue: Catalog, used: Catalog) -> None:
    ids = {message.id for message in used if message.id}
    assert len(ids) > 300
    assert ids == {message.id for message in catalogue if message.id}
    assert not catalogue.obsolete


def test_everything_has_english(catalogue: Catalog) -> None:
    assert not [m.id for m in catalogue if m.id and not all(words(m.string))]
    assert not [m.id for m in catalogue if m.fuzzy and m.id]
    chinese = [m.id for m in catalogue if m.id and HAN.search("".join(words(m.string)))]
    assert chinese == ["简体中文"]


def test_placeholders_are_kept(catalogue: Catalog) -> None:
    for message in catalogue:
        if message.id:
            said = {name for form in words(message.id) for name in PLACE.findall(form)}
            for form in words(message.string):
                assert set(PLACE.findall(form)) == said, message.id


def test_borrowed_sentences_are_whole() -> None:
    """What Django and allauth say in English or half of it is said in Chinese here."""
    with translation.override("zh-hans"):
        assert gettext("Enter a valid email address.") == "请输入有效的邮箱地址。"
        short = ngettext(
            "This password is too short. It must contain at least %d character.",
            "This password is too short. It must contain at least %d characters.",
            10,
        )
        assert short % 10 == "密码太短了，至少要有 10 个字符。"


def test_templates_are_read_as_django_reads_them() -> None:
    text = """{% load i18n %}{% translate "你好" %} {% blocktranslate with name=x.y %}{{ name }}来了{% endblocktranslate %}
    {{ title|default:_("没有") }} {% translate '单引号' as z %}"""
    assert list(in_template(text)) == ["你好", "%(name)s来了", "没有", "单引号"]
