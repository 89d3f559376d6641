"""Whether each part works, with what to do when it doesn't: for `doctor` and the operators' page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils.translation import gettext as _

from accounts import sealing
from companion import providers
from llm import client
from llm.errors import LLMError


@dataclass(frozen=True)
class Part:
    """One part's state: `detail` says what is so, `do` what to do about it ("" when nothing)."""

    ok: bool
    detail: str
    do: str = ""


def check() -> dict[str, Part]:
    """Every part, in the order in which they depend on each other. A part that fails never hides the next."""
    return {name: _guarded(look) for name, look in CHECKS.items()}


def as_json(parts: dict[str, Part]) -> dict[str, Any]:
    return {
        "ok": all(part.ok for part in parts.values()),
        "parts": {name: asdict(part) for name, part in parts.items()},
    }


def _guarded(look: Callable[[], Part]) -> Part:
    try:
        return look()
    except Exception as error:  # whatever a driver raises is the finding
        return Part(False, f"{type(error).__name__}: {str(error)[:200]}", _("查看 var/log 里的日志。"))


def _database() -> Part:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = cursor.fetchone()[0]
    return Part(True, f"PostgreSQL {version}")


def _vector() -> Part:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        row = cursor.fetchone()
    if row is None:
        return Part(
            False,
            _("没有安装 pgvector 扩展。"),
            _("以超级用户执行 CREATE EXTENSION vector，再运行 migrate。"),
        )
    return Part(True, f"pgvector {row[0]}")


def _broker() -> Part:
    cache.set("companion-doctor", "1", 10)
    if cache.get("companion-doctor") != "1":
        return Part(False, _("写入后读不到。"), _("检查 REDIS_URL。"))
    return Part(True, settings.REDIS_URL.partition("://")[0])


def _sign_of_life(key: str, name: str) -> Part:
    if cache.get(key):
        return Part(True, _("在运行"))
    return Part(False, _("没有在运行"), _("用 make up 启动，或运行 %(name)s。") % {"name": name})


def _worker() -> Part:
    from companion.celery import app

    answers = app.control.ping(timeout=1.5)
    if answers:
        return Part(True, _("%(count)d 个在运行") % {"count": len(answers)})
    return Part(
        False,
        _("没有在运行"),
        _("用 make up 启动，或运行 %(name)s。") % {"name": "celery -A companion worker"},
    )


def _scheduler() -> Part:
    return _sign_of_life("companion-scheduler-alive", "celery -A companion beat")


def _language_model() -> Part:
    provider = providers.chat_provider()
    if provider is None:
        return Part(
            True,
            _("没有连接语言模型，由离线语音应答"),
            _("要连接模型，设置 LLM_BASE_URL、LLM_API_KEY、LLM_MODEL。"),
        )
    try:
        client.list_models(provider.base_url, provider.api_key)
    except LLMError as error:
        return Part(False, f"{provider.name}: {type(error).__name__}", _("检查地址、密钥和模型名。"))
    return Part(True, f"{provider.name} · {provider.model}")


def _embedder() -> Part:
    vectors, recipe = providers.embed([_("今天天气不错")], "passage")
    return Part(True, f"{recipe} · {vectors.shape[1]}")


def _vault_key() -> Part:
    sealing.key_encryption_key()
    if settings.COMPANION_KEK and settings.COMPANION_KEK == settings.SECRET_KEY:
        return Part(False, _("和 SECRET_KEY 相同。"), _("换一把单独的密钥。"))
    return Part(True, _("可用"))


CHECKS: dict[str, Callable[[], Part]] = {
    "database": _database,
    "vector_extension": _vector,
    "broker": _broker,
    "worker": _worker,
    "scheduler": _scheduler,
    "language_model": _language_model,
    "embedder": _embedder,
    "vault_key": _vault_key,
}
