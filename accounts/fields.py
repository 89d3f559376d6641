"""Model fields that are sealed at rest and plain in Python.

The row must have its primary key (a UUID made before saving) and `user_id` set before it is saved; a field can't
see its row while loading, so text is opened at first use.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import models

from accounts import vault


class Sealed(bytes):
    """Sealed bytes as they came from the database."""


class _Opened:
    """Descriptor: opens a sealed value at its first use and keeps the text on the instance."""

    def __init__(self, field: SealedText) -> None:
        self.field = field

    def __get__(self, instance: models.Model | None, owner: type | None = None) -> Any:
        if instance is None:
            return self
        name = self.field.attname
        if name not in instance.__dict__:
            instance.refresh_from_db(fields=[name])
        value = instance.__dict__[name]
        if isinstance(value, Sealed):
            value = self.field.unseal(instance, value)
            instance.__dict__[name] = value
        return value

    def __set__(self, instance: models.Model, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


class SealedText(models.BinaryField):  # type: ignore[type-arg]
    """Text encrypted with its user's key. `label` is frozen for ever: it is part of what the text is bound to."""

    def __init__(self, *args: Any, label: str, user_field: str = "user_id", **kwargs: Any) -> None:
        self.label = label
        self.user_field = user_field
        kwargs["editable"] = False
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("editable", None)
        kwargs["label"] = self.label
        if self.user_field != "user_id":
            kwargs["user_field"] = self.user_field
        return name, path, args, kwargs

    def contribute_to_class(self, cls: type[models.Model], name: str, private_only: bool = False) -> None:
        super().contribute_to_class(cls, name, private_only)
        setattr(cls, self.attname, _Opened(self))

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Sealed | None:
        return None if value is None else Sealed(bytes(value))

    def get_default(self) -> Any:
        return None if self.null else ""

    def unseal(self, instance: models.Model, sealed: bytes) -> str:
        return vault.unseal(self._user(instance), self.label, instance.pk, sealed)

    def _user(self, instance: models.Model) -> UUID:
        user_id: UUID | None = getattr(instance, self.user_field)
        if user_id is None or instance.pk is None:
            raise ValueError(f"{self.label}: a sealed field needs its row's id and user before it is saved")
        return user_id

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = model_instance.__dict__.get(self.attname)
        if value is None or isinstance(value, Sealed):
            return value
        return Sealed(vault.seal(self._user(model_instance), self.label, model_instance.pk, str(value)))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if value is not None and not isinstance(value, Sealed):
            # update(field="text") and filters would write or send the text in clear
            raise TypeError(f"{self.label} is sealed: assign it on the instance and save()")
        return super().get_db_prep_value(value, connection, prepared)
