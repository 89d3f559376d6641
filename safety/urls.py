"""The addresses of the room's own pages."""

from django.urls import path

from safety.pages import complaint, contact, rest

urlpatterns = [
    path("rest/", rest.page, name="rest"),
    path("rest/interval/", rest.interval, name="rest_interval"),
    path("rest/begin/", rest.begin, name="rest_begin"),
    path("rest/end/", rest.end, name="rest_end"),
    path("rest/check/", rest.check, name="rest_check"),
    path("contacts/", contact.page, name="contacts"),
    path("contacts/add/", contact.add, name="contact_add"),
    path("contacts/<uuid:contact>/again/", contact.again, name="contact_again"),
    path("contacts/<uuid:contact>/remove/", contact.remove, name="contact_remove"),
    path("contacts/answer/<str:secret>/", contact.answer, name="contact_answer"),
    path("safety/complaint/", complaint.complaint, name="complaint"),
    path("safety/complaint/<str:secret>/", complaint.state, name="complaint_state"),
]
