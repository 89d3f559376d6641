"""Users, what they consented to, who was refused for their age, and accounts that are deleted."""

from accounts.models.ages import AgeRefusal, BirthDateChange
from accounts.models.consents import Consent, grant, withdraw
from accounts.models.deletions import Deletion, LedgerEntry
from accounts.models.users import User, UserKey

__all__ = [
    "AgeRefusal",
    "BirthDateChange",
    "Consent",
    "Deletion",
    "LedgerEntry",
    "User",
    "UserKey",
    "grant",
    "withdraw",
]
