"""What an installation owes to those who use it, as settings: whose law is kept, ages, breaks, deletion. Read from the environment."""

from __future__ import annotations

import os
from pathlib import Path

import environ

from safety import compliance

env = environ.Env()
_VAR_DIR = Path(os.environ.get("COMPANION_VAR") or Path(__file__).resolve().parent.parent / "var")

COMPLIANCE_PROFILE = env.list("COMPLIANCE_PROFILE", default=["strict"])
"""Whose law is kept: strict for all that is known (safety/compliance.py), or places, which count only with I_HAVE_COUNSEL."""
I_HAVE_COUNSEL = env.bool("I_HAVE_COUNSEL", default=False)
try:
    _duties = compliance.duties(COMPLIANCE_PROFILE, counsel=I_HAVE_COUNSEL)
except compliance.UnknownPlace:  # `manage.py check` says so; until then all of it is kept
    _duties = compliance.duties([compliance.STRICT])
BREAK_NOTICE_MINUTES = min(env.int("BREAK_NOTICE_MINUTES", default=120), _duties.break_minutes)
"""Continuous use after which a break is suggested: at the most what the profile allows."""
ALLOW_MINORS = env.bool("ALLOW_MINORS", default=False)
"""There is no mode for minors yet: switched on, nothing starts."""
SAFETY_PAGES = env.bool("SAFETY_PAGES", default=True)
"""Whether the safety protocol and its sister pages are published. Without them nothing starts."""
SAFETY_CONTACT = env.str("SAFETY_CONTACT", default="")
"""Who answers for safety here, as the published pages name them: a name or role, and an address."""
QUICK_EXIT_URL = env.str("QUICK_EXIT_URL", default="https://www.bing.com/")
"""Where "leave quickly" leads, for whoever must not be seen here: some everyday page. Empty offers none."""

BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
"""Whether a proxy of ours writes the last part of X-Forwarded-For."""
AGE_REFUSAL_DAYS = env.int("AGE_REFUSAL_DAYS", default=30)
AGE_REFUSAL_NEAR_HOURS = env.int("AGE_REFUSAL_NEAR_HOURS", default=24)
"""How long another e-mail address from the same place and browser is refused too; 0 turns it off."""
ACCOUNT_REGRET_DAYS = env.int("ACCOUNT_REGRET_DAYS", default=7)
"""How long a deletion can be taken back; at most 7 days, 0 offers none."""
BACKUP_DAYS = env.int("BACKUP_DAYS", default=30)
KEY_BACKUP_DAYS = env.int("KEY_BACKUP_DAYS", default=7)
"""How long backups are kept of the rows, and of the users' keys: these go first, or deleting a key is no deletion."""
DELETION_LEDGER_FILE = Path(
    env.str("DELETION_LEDGER_FILE", default=str(_VAR_DIR / "ledger" / "deletions.json"))
)
