"""The operators' admin: states and counts, never what people said."""

from django.contrib.admin import AdminSite
from django.utils.translation import gettext_lazy as _


class OperatorAdminSite(AdminSite):
    site_header = _("Companion 运营")
    site_title = _("Companion 运营")
    index_title = _("运行情况")
