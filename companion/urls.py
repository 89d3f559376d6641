"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts import pages as account_pages
from companion import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("healthz", pages.healthz, name="healthz"),
    path("new/", pages.new_conversation, name="new_conversation"),
    path("c/<uuid:conversation>/", pages.conversation, name="conversation"),
    path("setup/<str:token>/", account_pages.first_operator, name="first_operator"),
    path("account/logout/", pages.SignOut.as_view(), name="account_logout"),
    path("account/", include("accounts.urls")),
    path("memory/", include("memory.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
