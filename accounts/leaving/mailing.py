"""The receipt by mail, to an address that is nowhere else any more."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import translation

from accounts.leaving import receipts
from accounts.models import Deletion

log = logging.getLogger(__name__)


def send_receipt(deletion: Deletion, email: str, language: str) -> bool:
    """Mail the receipt, where mail is set up; False when it didn't go. Nothing depends on it: the receipt's address was given
    right away. After a restored backup nobody is told again."""
    if not (settings.MAIL_CONFIGURED and email) or deletion.by == Deletion.By.REPLAY:
        return False
    with translation.override(language):
        known = {
            "address": receipts.address(deletion),
            "rows": sum(deletion.counts.values()),
            "deletion": deletion,
        }
        subject = render_to_string("accounts/email/receipt_subject.txt", known).strip()
        body = render_to_string("accounts/email/receipt_message.txt", known)
    try:
        return bool(send_mail(subject, body, None, [email]))
    except Exception as error:  # whatever a mail backend raises
        log.warning("a receipt was not mailed: %s", type(error).__name__)
        return False
