"""An embedder on another machine reads only what its owner agreed to send."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import consent
from accounts.models import User, grant
from companion import providers
from llm.errors import ModelUnavailable
from tests.companion.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://localhost:9/v1", "http://[::1]:9/v1", ""])
def test_an_embedder_of_this_machine_needs_no_consent(lin: User, settings: Any, url: str) -> None:
    settings.EMBEDDING_BASE_URL, settings.LLM_BASE_URL = url, ""
    assert providers.recipient() == ""
    assert providers.may_be_embedded() is None
    assert providers.embedding_for(lin) is providers.embed


def test_a_remote_embedder_is_named_and_waits_for_consent(lin: User, settings: Any) -> None:
    settings.EMBEDDING_BASE_URL = "https://vectors.example.com/v1"
    settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_PROVIDER_NAME = (
        "https://a.example.org",
        "m",
        "Words",
    )
    assert consent.recipient() == "Words + vectors.example.com"
    grant(lin, "model", NOW, "Words")  # to the model alone
    with pytest.raises(ModelUnavailable):
        providers.embedding_for(lin)(["我的猫叫小花"], "query")
    allowed = providers.may_be_embedded()
    assert allowed is not None
    assert lin not in allowed
    grant(lin, "model", NOW, consent.recipient())
    assert providers.embedding_for(lin) is providers.embed
    assert lin in allowed.all()


def test_one_provider_for_both_is_named_once(settings: Any) -> None:
    settings.EMBEDDING_BASE_URL = settings.LLM_BASE_URL = "https://a.example.org/v1"
    settings.LLM_MODEL, settings.LLM_PROVIDER_NAME = "m", "Words"
    assert providers.recipient() == "Words"
