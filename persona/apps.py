from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PersonaConfig(AppConfig):
    name = "persona"
    verbose_name = _("角色")
