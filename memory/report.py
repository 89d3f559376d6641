"""What came of an exchange, in plain values: the Report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True)
class ReportItem:
    """One claim: its text, what was decided (keep, confirm, change, conflict, drop …) and why."""

    text: str
    verdict: str
    reason: str
    kind: str = ""
    memory: UUID | None = None
    status: str = ""


@dataclass(frozen=True)
class Report:
    items: tuple[ReportItem, ...] = ()
    model_failed: bool = False
    """True when a model was asked and its answer was no use: rules alone were kept, the lines are asked about again."""
    lost: bool = False
    """True when the job was not ours any more, or memory was paused meanwhile: nothing was written."""

    moods: dict[UUID, tuple[float, float]] = field(default_factory=dict)
    """The model's (valence, arousal) of user lines, where it had an opinion."""

    drawn: Mapping[tuple[UUID, UUID], bool] = field(default_factory=dict)
    """The model's opinion, by (reply, memory), of whether the reply draws on a memory that it was shown."""

    @property
    def written(self) -> tuple[ReportItem, ...]:
        """Claims that changed what is known, for the `learned` event."""
        return tuple(item for item in self.items if item.memory is not None and item.verdict != "confirm")
