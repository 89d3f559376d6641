"""Which models are configured, as the values that llm takes."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from functools import lru_cache
from urllib.parse import urlparse

import numpy as np
from django.conf import settings
from django.db.models import QuerySet

from accounts import consent
from accounts.models import Consent, User
from companion.embedded.parts import EMBEDDER_RECIPE
from llm import gateway
from llm.errors import ModelUnavailable
from llm.provider import DEFAULTS, EmbeddingProvider, Provider, Purpose, Role, Settings

Embed = Callable[[Sequence[str], str], tuple[np.ndarray, str]]

EMBEDDED_MODEL = "me5-small-q4"
LEARN_SECONDS = 25.0
"""Less than a learning lease (companion/learning.py): a slow model must not outlive the claim it answers for."""


def chat_provider() -> Provider | None:
    """The configured language model, or None: then the offline voice speaks."""
    if not (settings.LLM_BASE_URL and settings.LLM_MODEL):
        return None
    learn = DEFAULTS[Purpose.LEARN]
    return Provider(
        name=provider_name(),
        base_url=settings.LLM_BASE_URL,
        api_key=settings.LLM_API_KEY or "none",
        model=settings.LLM_MODEL,
        purposes={
            Purpose.LEARN: Settings(
                temperature=learn.temperature, timeout_s=LEARN_SECONDS, max_tokens=learn.max_tokens
            )
        },
    )


def provider_name() -> str:
    """The name a user reads before agreeing that text goes there; "" when none is configured."""
    if not (settings.LLM_BASE_URL and settings.LLM_MODEL):
        return ""
    named = settings.LLM_PROVIDER_NAME or urlparse(settings.LLM_BASE_URL).hostname or settings.LLM_BASE_URL
    return str(named)


def recipient() -> str:
    """Everybody a user's text goes to once they agree: the language model and, where it is another's, the embedder."""
    names = dict.fromkeys((provider_name(), _remote_embedder()))
    return " + ".join(name for name in names if name)[:200]


def _remote_embedder() -> str:
    """The embedder's name where the text would leave for it; "" for one on this machine."""
    host = urlparse(settings.EMBEDDING_BASE_URL).hostname or ""
    if not host or host == "localhost":
        return ""
    try:
        here = ipaddress.ip_address(host).is_loopback
    except ValueError:
        here = False
    if here or host == urlparse(settings.LLM_BASE_URL).hostname:
        return "" if here else provider_name()
    return host


def may_be_embedded() -> QuerySet[User] | None:
    """Whose text the embedder may read: None for everybody's, when it is on this machine; else those who agreed."""
    if not _remote_embedder():
        return None
    agreed = Consent.objects.filter(purpose=Consent.Purpose.MODEL, recipient=recipient(), withdrawn_at=None)
    return User.objects.filter(id__in=agreed.values("user_id"))


def embedding_for(user: User) -> Embed:
    """`embed` for this user's questions; without their consent it stands for an embedder that is away."""
    return embed if not _remote_embedder() or consent.may_send(user) else _unasked


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
    return EmbeddingProvider(
        base_url=settings.EMBEDDING_BASE_URL,
        api_key=settings.EMBEDDING_API_KEY,
        model=EMBEDDED_MODEL,
        recipe=EMBEDDER_RECIPE,
        dims=384,
        query_model="e5-query",
        passage_model="e5-passage",
    )


def embed(texts: Sequence[str], role: str) -> tuple[np.ndarray, str]:
    """Vectors for texts and the recipe they were made by. Raises llm.errors.LLMError."""
    kind: Role = "query" if role == "query" else "passage"
    if kind == "query" and len(texts) == 1:
        return _question(texts[0])
    made = gateway.embed(embedding_provider(), texts, kind)
    return made.vectors, made.recipe


@lru_cache(maxsize=256)
def _question(text: str) -> tuple[np.ndarray, str]:
    """One question's vector, kept for the next crossing of the same turn: the embedder is asked before a database
    connection is taken, not while one is held."""
    made = gateway.embed(embedding_provider(), [text], "query")
    return made.vectors, made.recipe
