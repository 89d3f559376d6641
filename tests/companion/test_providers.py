"""Which model may read whose text, by purpose; and that the embedder on another machine waits for the same consent."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from accounts import consent
from accounts.models import User, grant
from companion import learning, providers
from companion.embedded import local_model
from companion.embedded.local_model import LocalModel
from companion.endpoints import PURPOSES
from companion.models import ModelConnection
from companion.providers import Voice
from llm.errors import ModelUnavailable
from llm.provider import Purpose
from tests.companion.conftest import NOW

pytestmark = pytest.mark.django_db
WORDS = "Words (a.example.org)"


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


# -- language models ------------------------------------------------------------------------------------------


def connected(purpose: str = "", **more: Any) -> ModelConnection:
    row = ModelConnection(
        purpose=purpose,
        updated_at=NOW,
        **{"name": "Words", "base_url": "https://a.example.org/v1", "model": "big", **more},
    )
    row.seal_key("sk-1" if row.base_url else "")
    row.save()
    return row


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> LocalModel:
    """The local model, running."""
    found = LocalModel("http://127.0.0.1:9/v1", "small")
    monkeypatch.setattr(local_model, "running", lambda: found)
    return found


def models(user: User) -> list[str]:
    return [found.model if (found := providers.for_user(user, each)) else "" for each in PURPOSES]


def test_nothing_configured(lin: User) -> None:
    assert models(lin) == ["", "", "", ""]
    assert (providers.recipient(), providers.voice(lin)) == ("", Voice.OFFLINE)


def test_a_saved_connection_waits_for_consent(lin: User) -> None:
    connected()
    assert providers.recipient() == WORDS
    assert models(lin) == ["", "", "", ""]
    assert providers.voice(lin) is Voice.UNASKED
    grant(lin, "model", NOW, consent.recipient())
    provider = providers.for_user(lin, Purpose.CHAT)
    assert provider is not None
    assert (provider.base_url, provider.model, provider.api_key) == (
        "https://a.example.org/v1",
        "big",
        "sk-1",
    )
    assert "sk-1" not in repr(provider)
    assert providers.voice(lin) is Voice.MODEL


def test_an_address_on_this_machine_waits_too(lin: User) -> None:
    """It may be a relay, and who listens there is the operator's choice, not ours."""
    connected(name="", base_url="http://127.0.0.1:11434/v1")
    assert providers.recipient() == "127.0.0.1:11434"
    assert providers.for_user(lin, Purpose.CHAT) is None


def test_the_environment_wins(lin: User, settings: Any, small: LocalModel) -> None:
    connected()
    connected("learn", model="tiny", base_url="")
    settings.LLM_BASE_URL, settings.LLM_MODEL = "https://env.example.org/v1", "from-env"
    assert providers.recipient() == "env.example.org"
    grant(lin, "model", NOW, "env.example.org")
    assert models(lin) == ["from-env"] * 4


def test_each_purpose_may_have_its_own(lin: User) -> None:
    connected()
    connected("learn", base_url="https://b.example.org/v1", name="Learner", model="reader")
    connected("title", base_url="", name="", model="tiny")
    assert providers.recipient() == f"{WORDS} + Learner (b.example.org)"
    grant(lin, "model", NOW, providers.recipient())
    assert models(lin) == ["big", "reader", "big", "tiny"]
    learner = providers.for_user(lin, Purpose.LEARN)
    assert learner is not None
    assert (
        learner.settings(Purpose.LEARN).timeout_s <= providers.LEARN_SECONDS < learning.LEASE.total_seconds()
    )


def test_a_provider_that_joins_or_leaves_asks_again(lin: User) -> None:
    connected()
    grant(lin, "model", NOW, providers.recipient())
    assert providers.voice(lin) is Voice.MODEL
    joined = connected("learn", base_url="https://b.example.org/v1", name="Learner")
    assert providers.voice(lin) is Voice.UNASKED
    assert providers.for_user(lin, Purpose.CHAT) is None
    joined.delete()
    assert providers.voice(lin) is Voice.MODEL


def test_an_address_changed_under_an_old_name_asks_again(lin: User) -> None:
    row = connected()
    grant(lin, "model", NOW, providers.recipient())
    row.base_url = "https://elsewhere.example.org/v1"
    row.save()
    assert providers.recipient() == "Words (elsewhere.example.org)"
    assert providers.for_user(lin, Purpose.CHAT) is None


def test_the_next_question_follows_a_change(lin: User) -> None:
    """Nothing is kept in the process: web and workers need no restart."""
    assert providers.endpoint(Purpose.CHAT) is None
    row = connected()
    grant(lin, "model", NOW, providers.recipient())
    assert models(lin)[0] == "big"
    ModelConnection.objects.filter(id=row.id).update(model="bigger")
    assert models(lin)[0] == "bigger"
    row.delete()
    assert (models(lin)[0], providers.voice(lin)) == ("", Voice.OFFLINE)


def test_the_local_model_needs_no_consent_and_neither_learns_nor_judges(lin: User, small: LocalModel) -> None:
    assert providers.recipient() == ""
    assert models(lin) == ["small", "", "", "small"]
    assert providers.voice(lin) is Voice.LOCAL


def test_a_saved_connection_comes_before_the_local_model(lin: User, small: LocalModel) -> None:
    connected()
    assert models(lin) == ["", "", "", ""]
    grant(lin, "model", NOW, WORDS)
    assert models(lin) == ["big"] * 4


def test_beside_the_local_model_another_waits_alone(lin: User, small: LocalModel) -> None:
    connected("learn", name="Learner", model="reader")
    assert providers.recipient() == "Learner (a.example.org)"
    assert models(lin) == ["small", "", "", "small"]
    grant(lin, "model", NOW, providers.recipient())
    assert models(lin) == ["small", "reader", "", "small"]


def test_stories_by_rules_alone_ask_nobody(lin: User, settings: Any, small: LocalModel) -> None:
    connected()
    settings.USE_LANGUAGE_MODELS = False
    assert models(lin) == ["", "", "", ""]
    assert providers.recipient() == ""


@pytest.mark.parametrize(
    ("voice", "agreed", "says", "stays"),
    [
        (Voice.OFFLINE, False, "没有连接语言模型", True),
        (Voice.LOCAL, False, "离线模型，能力有限", True),
        (Voice.LOCAL, True, "离线模型，能力有限", False),
        (Voice.UNASKED, False, "你没有同意发送文字", False),
    ],
)
def test_the_banner_says_who_speaks(voice: Voice, agreed: bool, says: str, stays: bool, lin: User) -> None:
    shown = render_to_string(
        "companion/_voice.html", {"voice": voice, "agreed": agreed, "recipient": WORDS, "user": lin}
    )
    assert says in shown
    assert ("不会离开这台服务器" in shown) == stays
    assert "/operate/" not in shown


def test_no_banner_over_a_model() -> None:
    assert not render_to_string("companion/_voice.html", {"voice": Voice.MODEL, "agreed": True}).strip()
