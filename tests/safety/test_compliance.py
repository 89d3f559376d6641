from __future__ import annotations

import pytest

from safety.compliance import PLACES, Trigger, UnknownPlace, duties


def test_strict_is_everything() -> None:
    found = duties(["strict"])
    assert (found.break_minutes, found.contact, found.contact_must_work, found.report) == (
        120,
        frozenset(Trigger),
        True,
        True,
    )
    assert duties([]) == duties([""]) == found


@pytest.mark.parametrize("place", sorted(PLACES))
def test_a_place_alone_loosens_nothing(place: str) -> None:
    assert duties([place]) == duties(["strict"])
    assert duties([place, "strict"], counsel=True) == duties(["strict"])


def test_with_counsel_the_named_places_count() -> None:
    assert duties(["US-NY"], counsel=True).break_minutes == 180
    assert not duties(["US-NY"], counsel=True).contact_must_work
    assert duties(["US-NY", "CN"], counsel=True).contact_must_work
    assert duties(["US-CA", "EU"], counsel=True).report


@pytest.mark.parametrize("counsel", [True, False])
def test_an_unknown_place_is_named(counsel: bool) -> None:
    with pytest.raises(UnknownPlace, match="Atlantis"):
        duties(["CN", "Atlantis"], counsel=counsel)
