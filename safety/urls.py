"""The addresses of the room's own pages."""

from django.urls import path

from safety.pages import rest

urlpatterns = [
    path("rest/", rest.page, name="rest"),
    path("rest/interval/", rest.interval, name="rest_interval"),
    path("rest/begin/", rest.begin, name="rest_begin"),
    path("rest/end/", rest.end, name="rest_end"),
    path("rest/check/", rest.check, name="rest_check"),
]
