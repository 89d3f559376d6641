from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class CompanionConfig(AppConfig):
    name = "companion"
    verbose_name = _("陪伴")


class OperatorSite(AdminConfig):
    """Django admin with this product's front page."""

    default_site = "companion.operator_site.OperatorAdminSite"
