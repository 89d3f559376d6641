"""The yearly report of referrals, as several places ask for it: counts, and how they came about."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet, Sum
from django.utils import translation

from companion.published import facts
from safety.levels import Flag, Level
from safety.models import RiskCount

SUMS = ("events", "referrals", "clicks")


def report(year: int) -> dict[str, Any]:
    """Counts of a calendar year (UTC) and the protocol that runs now. Nothing in it belongs to a person. `events`: lines in which a
    wish to die or more was heard; `referrals`: cards with help lines; what counts only these (by level, language, month) leaves out
    cards for somebody else."""
    counted = RiskCount.objects.filter(day__year=year)
    every, danger = counted.filter(flag=""), counted.filter(flag="", level__gte=Level.R2)
    with translation.override("en"):
        told = {name: _plain(value) for name, value in facts.protocol("en").items()}
    return {
        "year": year,
        "referral_notices": _sums(every)["referrals"],
        "for_somebody_else": _sums(every.filter(level__lt=Level.R2))["referrals"],
        "numbers_pressed": _sums(every)["clicks"],
        "by_level": {level.name: _sums(danger.filter(level=level)) for level in Level if level >= Level.R2},
        "distress": _sums(every.filter(level=Level.R1)),
        "by_language": {lang: _sums(danger.filter(language=lang)) for lang in ("zh", "en")},
        "by_flag": {flag.value: _sums(counted.filter(flag=flag.value)) for flag in Flag},
        "by_month": {f"{year}-{month:02d}": _sums(danger.filter(day__month=month)) for month in range(1, 13)},
        "protocol": {
            "detection": "rules and a trained classifier on every line before the reply, and a model's opinion beside it where one is configured",
            "rules_version": told["version"],
            "judge": told["judge"] or None,
            "evidence_base": "levels follow the screening questions of the Columbia-Suicide Severity Rating Scale (C-SSRS)",
            "response": "fixed texts with one direct question and a card of help lines for the person's region and hour",
            "removal": "every sentence of a reply is checked by rules, and a model's also by a trained classifier, before it is shown; one that breaks the contract is not",
            "templates": told["templates"],
            "profile": told["profile"],
        },
    }


def _plain(value: Any) -> Any:
    """Names as they are called in English, whatever language is on when they are written."""
    return [str(name) for name in value] if isinstance(value, list) else value


def _sums(rows: QuerySet[RiskCount]) -> dict[str, int]:
    found = rows.aggregate(**{name: Sum(name) for name in SUMS})
    return {name: found[name] or 0 for name in SUMS}
