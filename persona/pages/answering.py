"""What the pages of characters share."""

from __future__ import annotations

from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest

from accounts.models import User
from persona.cards import png
from persona.cards.faults import CardError, Fault
from persona.content import Content
from persona.models import Persona


def found(user: User, persona: UUID | str) -> Persona:
    """A character that the user may see. Raises Http404."""
    try:
        key = persona if isinstance(persona, UUID) else UUID(persona)
    except ValueError:
        raise Http404 from None
    row = Persona.objects.for_user(user).kept().select_related("current").filter(id=key).first()
    if row is None:
        raise Http404
    return row


def own(user: User, persona: UUID) -> Persona:
    """One that is theirs to change. Raises Http404."""
    row = found(user, persona)
    if row.owner_id != user.pk:
        raise Http404
    return row


def content_of(row: Persona) -> Content:
    if row.current is None:
        raise Http404
    return Content.model_validate(row.current.told)


def uploaded(request: HttpRequest, name: str) -> bytes:
    """The bytes of an uploaded file. Raises CardError where there is none, or it is over the limit."""
    file = request.FILES.get(name)
    if not isinstance(file, UploadedFile):
        too_big = int(request.META.get("CONTENT_LENGTH") or 0) > png.FILE_MOST
        raise CardError(Fault.TOO_BIG if too_big else Fault.EMPTY)
    if file.size is None or file.size > png.FILE_MOST:
        raise CardError(Fault.TOO_BIG)
    return bytes(file.read())
