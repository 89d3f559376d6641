"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts import pages as account_pages
from companion import lines, pages
from companion.connections import pages as connection_pages
from companion.leaving import pages as leaving
from companion.published import pages as published
from companion.shelf import pages as shelf
from companion.shelf import shelving
from companion.speakers import pages as speakers
from companion.why import pages as why

urlpatterns = [
    path("", pages.home, name="home"),
    path("healthz", pages.healthz, name="healthz"),
    path("new/", shelving.new, name="new_conversation"),
    path("search/", shelf.search, name="search"),
    path("chats/", shelf.chats, name="chats"),
    path("chats/side/", shelf.side, name="chats_side"),
    path("archived/", shelf.archived, name="archived"),
    path("deleted/", shelf.deleted, name="deleted"),
    path("projects/", shelf.all_projects, name="projects"),
    path("projects/new/", shelving.create_project, name="create_project"),
    path("projects/<uuid:project>/", shelf.project, name="project"),
    path("projects/<uuid:project>/rename/", shelving.rename_project, name="rename_project"),
    path("projects/<uuid:project>/delete/", shelving.delete_project, name="delete_project"),
    path("c/<uuid:conversation>/", pages.conversation, name="conversation"),
    path("c/<uuid:conversation>/menu/", shelf.menu, name="chat_menu"),
    path("c/<uuid:conversation>/rename/", shelving.rename, name="rename"),
    path("c/<uuid:conversation>/pin/", shelving.pin, name="pin"),
    path("c/<uuid:conversation>/archive/", shelving.archive, name="archive"),
    path("c/<uuid:conversation>/move/", shelving.move, name="move"),
    path("c/<uuid:conversation>/export/", shelf.export, name="export"),
    path("c/<uuid:conversation>/delete/", shelving.delete, name="delete_chat"),
    path("c/<uuid:conversation>/restore/", shelving.restore, name="restore_chat"),
    path("c/<uuid:conversation>/purge/", shelving.purge, name="purge_chat"),
    path("c/<uuid:conversation>/version/", speakers.version, name="conversation_version"),
    path("c/<uuid:conversation>/draft/", lines.draft, name="draft"),
    path("c/<uuid:conversation>/lines/<uuid:message>/delete/", lines.delete, name="delete_line"),
    path("c/<uuid:conversation>/lines/<uuid:message>/restore/", lines.restore, name="restore_line"),
    path("why/<uuid:reply>/", why.why, name="why"),
    path("why/<uuid:reply>/again/", why.again, name="why_again"),
    path("why/<uuid:reply>/aside/<uuid:memory>/", why.set_aside, name="why_aside"),
    path("setup/<str:token>/", account_pages.first_operator, name="first_operator"),
    path("account/logout/", pages.SignOut.as_view(), name="account_logout"),
    path("account/delete/", leaving.leave, name="leave"),
    path("account/leaving/", leaving.leaving, name="leaving"),
    path("account/leaving/stay/", leaving.stay, name="stay"),
    path("account/leaving/now/", leaving.leave_now, name="leave_now"),
    path("account/downloads/", leaving.downloads, name="downloads"),
    path("account/downloads/begin/", leaving.download, name="download"),
    path("account/export/", shelf.export_account, name="account_export"),
    path("account/receipt/<str:secret>/", leaving.receipt, name="receipt"),
    path("account/receipt/<str:secret>/json/", leaving.receipt_file, name="receipt_file"),
    path("account/", include("accounts.urls")),
    path("memory/words/<uuid:held>/delete/", lines.delete_words, name="delete_words"),
    path("memory/export/", shelf.export_memories, name="memory_export"),
    path("memory/", include("memory.urls")),
    path("topics/", include("topics.urls")),
    path("", include("safety.urls")),
    path("safety/help/", published.help_lines, name="help"),
    path("safety/", published.index, name="safety"),
    path("safety/protocol/", published.protocol, name="safety_protocol"),
    path("safety/ai/", published.ai, name="safety_ai"),
    path("safety/privacy/", published.privacy, name="safety_privacy"),
    path("safety/recipients/", published.recipients, name="safety_recipients"),
    path("safety/deletion/", published.deletion, name="safety_deletion"),
    path("safety/counts/", published.counts, name="safety_counts"),
    path("c/<uuid:conversation>/lines/<uuid:message>/reached/", lines.reached, name="card_reached"),
    path("personas/preview/", speakers.preview, name="persona_preview"),
    path("personas/<uuid:persona>/talk/", speakers.talk, name="persona_talk"),
    path("personas/", include("persona.urls")),
    path("topics/<uuid:candidate>/talk/", pages.talk_topic, name="talk_topic"),
    path("language/", include("django.conf.urls.i18n")),
    path("operate/models/", connection_pages.page, name="models"),
    path("operate/models/find/", connection_pages.find, name="models_find"),
    path("operate/models/look-up/", connection_pages.look_up, name="models_look_up"),
    path("operate/models/test/", connection_pages.test, name="models_test"),
    path("operate/models/save/", connection_pages.save, name="models_save"),
    path("operate/models/remove/", connection_pages.remove, name="models_remove"),
    path("admin/", admin.site.urls),
]
