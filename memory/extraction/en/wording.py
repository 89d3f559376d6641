"""Case, articles and verbs of English sentences about people."""

from __future__ import annotations

import re

from memory.candidates import USER

_I = re.IGNORECASE
_PROPER = re.compile(
    r"\b(?:january|february|march(?= \d)|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|"
    r"may(?= \d)|(?<=of )may|(?<=\d )may|monday|tuesday|wednesday|thursday|friday|saturday|sunday|english|welsh|spanish|french|german|italian|"
    r"japanese|chinese|mandarin|korean|polish|portuguese|irish|arabic|hindi|russian|dutch|turkish|greek|christmas|easter|adhd|ocd|ptsd|mri|mot|"
    r"ct|gp|phd|mba|nhs|ibs|pcos|bpd)s?\b", _I)  # fmt: skip
_CAPITALS = frozenset({"adhd", "ocd", "ptsd", "mri", "mot", "ct", "gp", "mba", "nhs", "ibs", "pcos", "bpd"})
_PLURAL = re.compile(
    r"(?:parents|kids|children|sons|daughters|grandparents|grandkids|in-laws|friends|cats|dogs)$", _I
)


def capital(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        word = found[0]
        if word.lower() == "phd":
            return "PhD"
        return word.upper() if word.lower() in _CAPITALS else word[0].upper() + word[1:]

    return _PROPER.sub(one, text)


def second(text: str) -> str:
    """The user's words, said to them."""
    for old, new in (
        ("my", "your"),
        ("myself", "yourself"),
        ("mine", "yours"),
        ("our", "your"),
        ("me", "you"),
        ("i'm", "you're"),
        ("i", "you"),
    ):
        text = re.sub(rf"\b{old}\b", new, text, flags=_I)
    return text


def titled(text: str) -> str:
    return re.sub(r"(?<![\w'])[a-z]", lambda m: m[0].upper(), text) if text.islower() else text


def cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def article(words: str) -> str:
    return "an " if re.match(r"[aeiou](?!ni|ne)|hour|mri\b|mot\b|[fmnx]-", words, _I) else "a "


class Who:
    """How the subject is named, and the verbs that go with it."""

    def __init__(self, subject: str) -> None:
        self.user = subject == USER
        self.name = "you" if self.user else subject if subject[:1].isupper() else f"your {subject}"
        self.many = self.user or bool(_PLURAL.search(subject))

    @property
    def owner(self) -> str:
        return "your" if self.user else f"{self.name}'" if self.name.endswith("s") else f"{self.name}'s"

    def verb(self, plural: str, single: str) -> str:
        return f"{self.name} {plural if self.many else single}"

    @property
    def be(self) -> str:
        return self.verb("are", "is")

    def do(self, verb: str) -> str:
        single = (
            "has" if verb == "have" else verb + ("es" if verb.endswith(("s", "sh", "ch", "o", "x")) else "s")
        )
        return self.verb(verb, re.sub(r"([^aeiou])ys$", r"\1ies", single))

    def does_not(self, verb: str) -> str:
        return f"{self.verb('don' + chr(39) + 't', 'doesn' + chr(39) + 't')} {verb}"

    def no_longer(self, verb: str) -> str:
        return f"{self.name} no longer {verb if self.many else self.do(verb).removeprefix(self.name).strip()}"
