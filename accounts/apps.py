from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("账号")

    def ready(self) -> None:
        from accounts.checks import regret_is_short

        checks.register(regret_is_short)
