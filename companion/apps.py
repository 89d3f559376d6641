from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class CompanionConfig(AppConfig):
    name = "companion"
    verbose_name = _("陪伴")

    def ready(self) -> None:
        """Tell accounts whom a user's text goes to; it asks each time, because the provider can change."""
        from accounts import consent
        from companion import providers

        consent.name_recipient_by(providers.recipient)


class OperatorSite(AdminConfig):
    """Django admin with this product's front page."""

    default_site = "companion.operator_site.OperatorAdminSite"
