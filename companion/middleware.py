"""Headers every page of a signed-in person carries."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class NoStore:
    """Nothing personal stays in a browser's or proxy's cache: the back button after signing out shows no chat."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Cache-Control" not in response:
            response["Cache-Control"] = "no-store"
        return response
