"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts import pages as account_pages
from companion import lines, pages
from companion.connections import pages as connection_pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("healthz", pages.healthz, name="healthz"),
    path("new/", pages.new_conversation, name="new_conversation"),
    path("c/<uuid:conversation>/", pages.conversation, name="conversation"),
    path("c/<uuid:conversation>/draft/", lines.draft, name="draft"),
    path("c/<uuid:conversation>/lines/<uuid:message>/delete/", lines.delete, name="delete_line"),
    path("c/<uuid:conversation>/lines/<uuid:message>/restore/", lines.restore, name="restore_line"),
    path("setup/<str:token>/", account_pages.first_operator, name="first_operator"),
    path("account/logout/", pages.SignOut.as_view(), name="account_logout"),
    path("account/", include("accounts.urls")),
    path("memory/", include("memory.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("operate/models/", connection_pages.page, name="models"),
    path("operate/models/find/", connection_pages.find, name="models_find"),
    path("operate/models/look-up/", connection_pages.look_up, name="models_look_up"),
    path("operate/models/test/", connection_pages.test, name="models_test"),
    path("operate/models/save/", connection_pages.save, name="models_save"),
    path("operate/models/remove/", connection_pages.remove, name="models_remove"),
    path("admin/", admin.site.urls),
]
