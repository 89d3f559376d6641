"""The moment from which nothing of an account can be read."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from accounts import closing
from accounts.leaving import ledger
from accounts.models import Deletion, User, UserKey


def destroy(user_id: UUID, now: datetime) -> bool:
    """Destroy the key, end every session and write the ledger, in one transaction. False when that is done already, or
    its moment hasn't come."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=user_id).first()
        deletion = Deletion.objects.filter(user=user, destroyed_at=None).first() if user else None
        if user is None or deletion is None or user.leaving_at is None or user.leaving_at > now:
            return False
        keys, _by_table = UserKey.objects.filter(user=user).delete()
        user.set_unusable_password()  # sessions are bound to the password: whatever opens the account again opens none of them
        user.is_active = False
        user.save(update_fields=["password", "is_active"])
        deletion.destroyed_at, deletion.counts = now, {UserKey._meta.label_lower: keys}
        deletion.key_backups_until = now + timedelta(days=settings.KEY_BACKUP_DAYS)
        deletion.save(update_fields=["destroyed_at", "counts", "key_backups_until"])
        ledger.enter(user_id, now)
        closing.after_commit(user_id)
    return True
