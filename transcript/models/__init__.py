"""The raw evidence: what was said, in which conversation, on which branch, and the order in which tabs learn of it."""

from transcript.models.events import Event, EventKind, record
from transcript.models.notes import Draft, Feedback, Outcome, Summary, Verdict
from transcript.models.talk import (
    ABANDONED_AFTER,
    BROUGHT_BACK_WITHIN,
    SITTING_QUIET,
    TURN_SETTLES,
    Conversation,
    Message,
    Project,
    Role,
    Status,
    TitledBy,
)

__all__ = [
    "ABANDONED_AFTER",
    "BROUGHT_BACK_WITHIN",
    "SITTING_QUIET",
    "TURN_SETTLES",
    "Conversation",
    "Draft",
    "Event",
    "EventKind",
    "Feedback",
    "Message",
    "Outcome",
    "Project",
    "Role",
    "Status",
    "Summary",
    "TitledBy",
    "Verdict",
    "record",
]
