from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.core import checks
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("账号")

    def ready(self) -> None:
        from accounts.checks import regret_is_short
        from accounts.middleware import signed_in

        user_logged_in.connect(signed_in, dispatch_uid="accounts.signed_in_at")
        checks.register(regret_is_short)
