"""The rule files read into compiled patterns, once a process."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from safety.composing import Classes, Family, Found, Ledger, Rule
from safety.harming import Threats
from safety.levels import Flag, Level
from safety.normalising import as_classes_read
from safety.sieving import Sieve
from safety.weighing import FOLDER, Sign

_FOLDER = Path(__file__).parent / "rules"
_NEVER = re.compile(r"(?!)")
_NAME = re.compile(r"\{([a-z_]+)\}")
LANGS = ("zh", "en")
_SCRIPTS = {"zh": re.compile("[\u3400-\u9fff]"), "en": re.compile("[a-z]{2}")}


@dataclass(frozen=True)
class Exclusion:
    id: str
    kind: str
    pattern: re.Pattern[str]
    strong: re.Pattern[str]
    unless: re.Pattern[str] | None
    whole: bool
    to: Level
    of: str

    def applies(self, sentence: str, clause: str, mine: bool, firm: bool) -> bool:
        """Whether it takes a hit away that stands in this sentence and clause; `mine`: it is plainly the speaker's."""
        if self.unless is not None and self.unless.search(sentence):
            return False
        if self.whole:
            return bool(self.strong.search(sentence))
        if self.strong.search(clause) or (not mine and self.strong.search(sentence)):
            return True
        return not mine and not firm and bool(self.pattern.search(sentence))


@dataclass(frozen=True)
class Rulebook:
    """All languages together: people mix them within one sentence. `classes` by language."""

    rules: tuple[tuple[Rule, re.Pattern[str]], ...]
    rules_sieve: Sieve
    classes: dict[str, Classes]
    families: tuple[Family, ...]
    ledgers: tuple[Ledger, ...]
    masks: tuple[Exclusion, ...]
    masks_sieve: Sieve
    lowers: tuple[Exclusion, ...]
    subjects: tuple[re.Pattern[str], ...]
    about_others: tuple[re.Pattern[str], ...]
    acts_of_others: tuple[re.Pattern[str], ...]
    own_part: tuple[re.Pattern[str], ...]
    threats: tuple[Threats, ...]
    to_parents: re.Pattern[str]
    """女儿不孝: whoever writes so to their parents is the daughter, nobody else."""
    meant: re.Pattern[str]
    """It is said that a story, a game was meant."""
    distress: re.Pattern[str]
    grief: re.Pattern[str]
    """Somebody has died; what names nobody's death (the dead of a game, a phone that died) is none."""
    joke: re.Pattern[str]
    denial: re.Pattern[str]
    denials: dict[str, re.Pattern[str]]
    """What is denied in so many words, by kind: `negated` altogether, `not_now` for this day."""

    def spans_of_threat(self, words: str) -> list[tuple[int, int]]:
        """Where words of hurting some grown-up stand."""
        return [span for threats in self.threats for span in threats.spans_of_grown(words)]

    def means_another(self, words: str) -> bool:
        """Whether danger that was heard is somebody else's too: a child taken along, a weapon brought for somebody."""
        return any(threats.means_another(words) for threats in self.threats)

    def reading(self, words: str) -> Reading:
        plain, places = as_classes_read(words)
        spoken = scripts_of(words)
        return Reading(words, Found(plain, [self.classes[lang] for lang in spoken]), places)


@dataclass(frozen=True)
class Reading:
    """The word classes in some words, and where in these each character stands that classes read."""

    words: str
    found: Found
    places: list[int]

    def signs(self) -> tuple[Sign, ...]:
        """Each place of each class."""
        found = self.found
        return tuple(
            (self.places[start], name)
            for name in found.possible
            for start, end in found.of(name)
            if start < end
        )


def scripts_of(words: str) -> list[str]:
    """The languages whose script is in some words."""
    return [lang for lang, script in _SCRIPTS.items() if script.search(words)]


@lru_cache(maxsize=1)
def version() -> str:
    """12 hex digits that change with any rule or weight."""
    files = sorted([*_FOLDER.glob("*.toml"), *FOLDER.glob("*.npz")])
    whole = b"".join(path.read_bytes() for path in files)
    return hashlib.sha256(whole).hexdigest()[:12]


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """The rules of every language. Raises at first use if a file is broken: a site without rules must not serve."""
    books = [_read(lang) for lang in LANGS]
    combined = _read("families")
    classes = {lang: _classes(_read(f"words_{lang}"), lang) for lang in LANGS}
    rules = [(_rule(entry), _compiled(entry["pattern"])) for book in books for entry in book["rule"]]
    exclusions = [_exclusion(entry) for book in books for entry in book["exclude"]]
    zh = books[0]
    known = {name for words in classes.values() for name in words.names}
    masks = tuple(one for one in exclusions if one.kind == "mask")
    return Rulebook(
        rules=tuple(rules),
        rules_sieve=Sieve(pattern for _, pattern in rules),
        classes=classes,
        families=tuple(_family(entry, combined["earnest"], known) for entry in combined["family"]),
        ledgers=tuple(_ledger(entry, known) for entry in combined["ledger"]),
        masks=masks,
        masks_sieve=Sieve(mask.pattern for mask in masks),
        lowers=tuple(one for one in exclusions if one.kind == "lower"),
        subjects=tuple(_compiled(book["third_party"]["subject"]) for book in books),
        about_others=tuple(_compiled(book["third_party"]["about"]) for book in books),
        acts_of_others=tuple(_compiled(book["third_party"]["act"]) for book in books),
        own_part=tuple(_compiled(book["third_party"]["own"]) for book in books),
        threats=tuple(
            Threats(**{name: _compiled(pattern) for name, pattern in book["threat"].items()})
            for book in books
        ),
        to_parents=_compiled(zh["third_party"]["to_parents"]),
        meant=_compiled("|".join(_joined(book["meant"]["pattern"]) for book in books)),
        distress=_compiled("|".join(_joined(book["distress"]["pattern"]) for book in books)),
        grief=_compiled("|".join(_joined(book["grief"]["pattern"]) for book in books)),
        joke=_compiled(zh["joke"]["pattern"]),
        denial=_compiled(zh["denial"]["pattern"]),
        denials={
            kind: _compiled("|".join(book[kind]["pattern"] for book in books))
            for kind in ("negated", "not_now")
        },
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _classes(words: dict[str, str], lang: str) -> Classes:
    """Each class with the classes it names put in. KeyError for one that isn't there."""
    spelt: dict[str, str] = {}

    def spell(name: str) -> str:
        if name not in spelt:
            lines = "|".join(line for line in words[name].splitlines() if line)
            spelt[name] = "(?:" + _NAME.sub(lambda found: spell(found.group(1)), lines) + ")"
        return spelt[name]

    edge = r"\b" if lang == "en" else ""
    return Classes({name: re.compile(edge + spell(name) + edge) for name in words})


def _family(entry: dict[str, Any], earnest: list[str], known: set[str]) -> Family:
    slots = tuple(tuple(name.strip() for name in slot.split("|")) for slot in entry["all"])
    none = tuple(entry.get("none", ()))
    _must_know(entry["id"], {*none, *earnest, *(name for slot in slots for name in slot)}, known)
    return Family(
        rule=replace(_rule(entry), combined=True, plain=entry.get("plain", False)),
        all=slots,
        none=none,
        earnest=tuple(earnest),
        within=entry.get("within", "message"),
        reach=entry.get("reach", 80),
    )


def _ledger(entry: dict[str, Any], known: set[str]) -> Ledger:
    worths = sorted(((int(worth), names) for worth, names in entry["points"].items()), reverse=True)
    points = tuple((name, worth) for worth, names in worths for name in names)
    _must_know(entry["id"], {name for name, _ in points}, known)
    return Ledger(rule=replace(_rule(entry), combined=True, summed=True), least=entry["least"], points=points)


def _must_know(family: str, names: set[str], known: set[str]) -> None:
    if names - known:
        raise ValueError(f"{family} names classes that no language has: {sorted(names - known)}")


def _rule(entry: dict[str, Any]) -> Rule:
    return Rule(
        id=entry["id"],
        level=Level[entry["level"]],
        flags=frozenset(Flag(flag) for flag in entry.get("flags", [])),
        firm=entry.get("firm", False),
        needs=entry.get("needs", ""),
        guess=entry.get("guess", False),
    )


def _exclusion(entry: dict[str, Any]) -> Exclusion:
    return Exclusion(
        id=entry["id"],
        kind=entry["kind"],
        pattern=_compiled(entry["pattern"]),
        strong=_compiled(entry["strong"]) if "strong" in entry else _NEVER,
        unless=_compiled(entry["unless"]) if "unless" in entry else None,
        whole=entry.get("whole", False),
        to=Level[entry.get("to", "R0")],
        of=entry.get("of", ""),
    )


def _joined(pattern: str) -> str:
    return "".join(pattern.splitlines())


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_joined(pattern))
