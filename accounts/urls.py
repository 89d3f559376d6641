"""Account pages: ours first, then allauth's."""

from django.urls import include, path

from accounts import pages

urlpatterns = [
    path("settings/", pages.settings_page, name="settings"),
    path("settings/profile/", pages.save_profile, name="save_profile"),
    path("settings/consents/", pages.save_consents, name="save_consents"),
    path("birth-date/", pages.birth_date, name="birth_date"),
    path("mfa/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
