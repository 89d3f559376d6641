"""The ASGI application: Django for pages, one consumer for the chat socket."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import path

django_application = get_asgi_application()

from companion.consumers import ChatConsumer  # noqa: E402 (needs the apps that the line above loads)
from safety.rulebook import rulebook  # noqa: E402

rulebook()  # compiled before the first message, not during it

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([path("ws/chat/<uuid:conversation>/", ChatConsumer.as_asgi())]))
        ),
    }
)
