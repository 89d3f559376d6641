"""Whose talks a user keeps apart: what is learnt with one character is for it alone, and it may know nothing of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from accounts.models import User
from persona.models import Apart, Chosen, Persona
from transcript.models import Conversation


class NotThere(Exception):
    """No such character for this user."""


@dataclass(frozen=True)
class Standing:
    """`own`: what is learnt with it stays with it; `blind`: it knows nothing of what was learnt elsewhere."""

    own: bool = False
    blind: bool = False


def standing(user: User, persona: UUID) -> Standing:
    row = Apart.objects.for_user(user).filter(persona=persona).first()
    return Standing(row.own, row.blind) if row else Standing()


def blind(user: User) -> list[UUID]:
    """The characters that know nothing of what was learnt elsewhere."""
    return list(Apart.objects.for_user(user).filter(blind=True).values_list("persona", flat=True))


def arrange(user: User, persona: UUID, wanted: Standing) -> None:
    """Keep a character apart, or no longer: its conversations follow, what was learnt before stays where it is meant for.
    Raises NotThere."""
    with transaction.atomic():
        there = Persona.objects.for_user(user).filter(id=persona).first()
        if there is None:
            raise NotThere
        Apart.objects.update_or_create(
            user=user, persona=there, defaults={"own": wanted.own, "blind": wanted.blind}
        )
        Conversation.objects.for_user(user).filter(persona=persona).update(apart=wanted.own)


def choose(user: User, persona: UUID) -> Persona:
    """Whom the user talks with from now on. Raises NotThere."""
    there = Persona.objects.for_user(user).kept().select_related("current").filter(id=persona).first()
    if there is None:
        raise NotThere
    Chosen.objects.update_or_create(user=user, defaults={"persona": there})
    return there
