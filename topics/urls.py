"""The addresses of topics."""

from django.urls import path

from topics import pages

urlpatterns = [
    path("", pages.page, name="topics"),
    path("reach/", pages.reach, name="topics_reach"),
    path("fewer/", pages.fewer, name="topics_fewer"),
    path("refused/<uuid:refusal>/back/", pages.take_back, name="topic_take_back"),
    path("sources/add/", pages.add_source, name="topics_add_source"),
    path("sources/<uuid:source>/switch/", pages.switch_source, name="topics_switch_source"),
    path("sources/<uuid:source>/remove/", pages.remove_source, name="topics_remove_source"),
    path("<uuid:candidate>/later/", pages.put_off, name="topic_put_off"),
    path("<uuid:candidate>/back/", pages.bring_back, name="topic_bring_back"),
    path("<uuid:candidate>/never/", pages.refuse, name="topic_refuse"),
    path("<uuid:candidate>/delete/", pages.drop, name="topic_drop"),
]
