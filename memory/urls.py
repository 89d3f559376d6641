"""The memory centre's addresses."""

from django.urls import path

from memory import pages

urlpatterns = [
    path("", pages.centre, name="memory_centre"),
    path("pause/", pages.pause, name="memory_pause"),
    path("write/", pages.write, name="memory_write"),
    path("restore/<uuid:held>/", pages.restore, name="memory_restore"),
    path("<uuid:memory>/", pages.row, name="memory_row"),
    path("<uuid:memory>/confirm/", pages.confirm, name="memory_confirm"),
    path("<uuid:memory>/reject/", pages.reject, name="memory_reject"),
    path("<uuid:memory>/edit/", pages.edit, name="memory_edit"),
    path("<uuid:memory>/never-raise/", pages.never_raise, name="memory_never_raise"),
    path("<uuid:memory>/delete/", pages.delete, name="memory_delete"),
]
