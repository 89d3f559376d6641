"""The room's tables."""

from safety.models.complaints import About, Complaint, ComplaintState
from safety.models.people import ContactInvitation, ContactMessage, EmergencyContact, MessageState
from safety.models.risk import RiskCheck, RiskCount, RiskEvent, RiskState
from safety.models.use import UseClock, UseDay

__all__ = [
    "About",
    "Complaint",
    "ComplaintState",
    "ContactInvitation",
    "ContactMessage",
    "EmergencyContact",
    "MessageState",
    "RiskCheck",
    "RiskCount",
    "RiskEvent",
    "RiskState",
    "UseClock",
    "UseDay",
]
