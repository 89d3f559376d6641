from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class CompanionConfig(AppConfig):
    name = "companion"
    verbose_name = _("陪伴")

    def ready(self) -> None:
        """Tell accounts whom a user's text goes to; it asks each time, because the provider can change. A deletion in
        memory takes along what this room made of the words, and an account that closes what this room holds open."""
        from accounts import closing, consent
        from companion import checks, providers  # noqa: F401 (registers what is checked)
        from companion.leaving import shutting
        from companion.recap import working
        from companion.shelf import naming
        from companion.speakers import steadying
        from memory import forgetting, places
        from persona import characters

        consent.name_recipient_by(providers.recipient)
        closing.shut_by(shutting.shut)
        places.name_personas_by(characters.named, characters.called)
        forgetting.register("titles", naming.forget_titles)
        forgetting.register("summaries", working.forget_words)
        forgetting.register("slips", steadying.forget_details)


class OperatorSite(AdminConfig):
    """Django admin with this product's front page."""

    default_site = "companion.operator_site.OperatorAdminSite"
