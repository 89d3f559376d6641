"""The memory centre's addresses."""

from django.urls import path

from memory.pages import acts, bring, dreams, forget, report, shelf, switches

urlpatterns = [
    path("", shelf.centre, name="memory_centre"),
    path("pause/", switches.pause, name="memory_pause"),
    path("pause-kind/", switches.pause_kind, name="memory_pause_kind"),
    path("consent/", switches.consent, name="memory_consent"),
    path("waiting/<uuid:message>/again/", switches.ask_again, name="memory_ask_again"),
    path("waiting/<uuid:message>/dismiss/", switches.dismiss, name="memory_dismiss"),
    path("write/", shelf.write, name="memory_write"),
    path("restore/<uuid:held>/", shelf.restore, name="memory_restore"),
    path("report/<uuid:message>/", report.report, name="memory_report"),
    path("import/", bring.bring, name="memory_import"),
    path("dreams/", dreams.dreams, name="memory_dreams"),
    path("dreams/now/", dreams.now, name="memory_dream_now"),
    path("dreams/switch/", dreams.switch, name="memory_dream_switch"),
    path("dreams/<uuid:proposal>/undo/", dreams.undo, name="memory_dream_undo"),
    path("forget/", forget.forget, name="memory_forget"),
    path("forget/<uuid:receipt>/restore/", forget.restore_all, name="memory_restore_all"),
    path("purge/<uuid:held>/", forget.purge, name="memory_purge"),
    path("undo/<uuid:act>/", acts.undo, name="memory_undo"),
    path("<uuid:memory>/", shelf.row, name="memory_row"),
    path("<uuid:memory>/confirm/", acts.confirm, name="memory_confirm"),
    path("<uuid:memory>/reject/", acts.reject, name="memory_reject"),
    path("<uuid:memory>/edit/", shelf.edit, name="memory_edit"),
    path("<uuid:memory>/never-raise/", acts.never_raise, name="memory_never_raise"),
    path("<uuid:memory>/may-raise/", acts.may_raise, name="memory_may_raise"),
    path("<uuid:memory>/pause/", acts.pause, name="memory_pause_one"),
    path("<uuid:memory>/pin/", acts.pin, name="memory_pin"),
    path("<uuid:memory>/place/", acts.confine, name="memory_confine"),
    path("<uuid:memory>/delete/", shelf.delete, name="memory_delete"),
]
