"""Which models are configured, as the values that llm takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit

import numpy as np
from django.conf import settings
from django.db.models import QuerySet

from accounts import consent
from accounts.models import Consent, User
from companion.embedded import engines, local_model
from companion.endpoints import PURPOSES, Endpoint, Row, Source, chosen, is_loopback, joined
from companion.models import ModelConnection
from llm import gateway
from llm.errors import ModelUnavailable
from llm.provider import DEFAULTS, EmbeddingProvider, Provider, Purpose, Role

Embed = Callable[[Sequence[str], str], tuple[np.ndarray, str]]

LEARN_SECONDS = 25.0
"""Less than a learning lease (companion/learning.py): a slow model must not outlive the claim it answers for."""


LOCAL_SECONDS = 120.0
"""For the first word of the local model: on a busy laptop it reads a whole prompt for half a minute."""


class Voice(StrEnum):
    """Who speaks to a user, and why: the banner over the chat."""

    MODEL = "model"
    LOCAL = "local"
    UNASKED = "unasked"
    OFFLINE = "offline"


def for_user(user: User, purpose: Purpose) -> Provider | None:
    """The model that may read this user's text for a purpose, or None: then rules and the offline voice must do. What
    leaves this server waits for their consent; the local model needs none. Asked anew each time, so that web and workers
    follow what operators change."""
    found = endpoint(purpose)
    if found is None or (found.leaves and not consent.may_send(user)):
        return None
    return provider_of(found, purpose)


def voice(user: User) -> Voice:
    found = endpoint(Purpose.CHAT)
    if found is None:
        return Voice.OFFLINE
    if not found.leaves:
        return Voice.LOCAL
    return Voice.MODEL if consent.may_send(user) else Voice.UNASKED


def endpoint(purpose: Purpose) -> Endpoint | None:
    """What is configured for a purpose, whoever asks."""
    return endpoints((purpose,))[purpose]


def endpoints(purposes: Iterable[Purpose] = PURPOSES) -> dict[Purpose, Endpoint | None]:
    """What is configured, by purpose; one query."""
    if not settings.USE_LANGUAGE_MODELS:
        return dict.fromkeys(purposes)
    environment = from_environment()
    saved = {} if environment else _saved()
    return {purpose: chosen(purpose, environment, saved, local_endpoint) for purpose in purposes}


def from_environment() -> Endpoint | None:
    """The connection that LLM_BASE_URL and LLM_MODEL name; it wins over everything saved."""
    url, model = settings.LLM_BASE_URL, settings.LLM_MODEL
    if not (url and model):
        return None
    name = settings.LLM_PROVIDER_NAME or urlsplit(url).hostname or url
    return Endpoint(Source.ENVIRONMENT, name, url, model, lambda: str(settings.LLM_API_KEY))


def _saved() -> dict[str, Row]:
    return {
        row.purpose: Row(row.base_url, row.model, row.name, row.open_key)
        for row in ModelConnection.objects.all()
    }


def local_endpoint() -> Endpoint | None:
    """The local model of `make model`, while it runs."""
    found = local_model.running()
    return Endpoint(Source.LOCAL, "", found.base_url, found.model) if found else None


def provider_of(found: Endpoint, purpose: Purpose) -> Provider:
    """The value that llm takes. Raises VaultError when the saved key doesn't open."""
    usual = DEFAULTS[purpose]
    longest = min(usual.timeout_s, LEARN_SECONDS) if purpose is Purpose.LEARN else usual.timeout_s
    if found.source is Source.LOCAL:
        longest = max(longest, LOCAL_SECONDS)
    return Provider(
        name=found.name,
        base_url=found.base_url,
        api_key=found.key() or "none",
        model=found.model,
        purposes={purpose: replace(usual, timeout_s=longest)},
    )


def recipient() -> str:
    """Everybody a user's text goes to once they agree: each language model's provider and, where it is another's, the
    embedder. "" when no text leaves."""
    used = _leaving()
    return joined([*(found.name for found in used), _remote_embedder(used)])


def _leaving() -> list[Endpoint]:
    return [found for found in endpoints().values() if found is not None and found.leaves]


def remote_embedder() -> str:
    """The embedder's name where it is another's; "" for one on this machine."""
    return _remote_embedder(_leaving())


def _remote_embedder(used: Sequence[Endpoint]) -> str:
    """The embedder's name where the text would leave for it; "" for one on this machine."""
    host = urlsplit(settings.EMBEDDING_BASE_URL).hostname or ""
    if not host or is_loopback(host):
        return ""
    return next((found.name for found in used if urlsplit(found.base_url).hostname == host), host)


def may_be_embedded() -> QuerySet[User] | None:
    """Whose text the embedder may read: None for everybody's, when it is on this machine; else those who agreed."""
    if not _remote_embedder(()):
        return None
    agreed = Consent.objects.filter(purpose=Consent.Purpose.MODEL, recipient=recipient(), withdrawn_at=None)
    return User.objects.filter(id__in=agreed.values("user_id"))


def embedding_for(user: User) -> Embed:
    """`embed` for this user's questions; without their consent it stands for an embedder that is away."""
    return embed if not _remote_embedder(()) or consent.may_send(user) else _unasked


def _unasked(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
    raise ModelUnavailable("no consent to send text to the embedder")


def embedding_provider() -> EmbeddingProvider:
    if settings.EMBEDDING_MODEL:
        return EmbeddingProvider(
            base_url=settings.EMBEDDING_BASE_URL,
            api_key=settings.EMBEDDING_API_KEY,
            model=settings.EMBEDDING_MODEL,
            recipe=f"{settings.EMBEDDING_MODEL}.v1"[:64],
            dims=settings.EMBEDDING_DIMS,
        )
    engine = engines.by_recipe(settings.EMBEDDED_RECIPE)
    return EmbeddingProvider(
        base_url=settings.EMBEDDING_BASE_URL,
        api_key=settings.EMBEDDING_API_KEY,
        model=engine.passage_model,
        recipe=engine.recipe,
        dims=engine.dims,
        query_model=engine.query_model,
        passage_model=engine.passage_model,
    )


def embed(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
    """Vectors for texts and the recipe they were made by. Raises llm.errors.LLMError."""
    kind: Role = "query" if role == "query" else "passage"
    if kind == "query" and len(texts) == 1:
        return _question(texts[0], embedding_provider().recipe)
    made = gateway.embed(embedding_provider(), texts, kind)
    return made.vectors, made.recipe


@lru_cache(maxsize=256)
def _question(text: str, recipe: str) -> tuple[np.ndarray, str]:
    """One question's vector, kept for the next crossing of the same turn: the embedder is asked before a database
    connection is taken, not while one is held. The recipe is part of what is kept: vectors of two are never mixed."""
    made = gateway.embed(embedding_provider(), [text], "query")
    return made.vectors, made.recipe


def forget_questions() -> None:
    """Hold no question of anybody's in this process."""
    _question.cache_clear()
