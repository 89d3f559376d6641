"""Whether each part works, with what to do when it doesn't: for `doctor` and the operators' page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import sealing
from accounts.models import UserKey
from companion import providers
from companion.embedded import checking
from companion.embedded.checking import Room
from companion.endpoints import Endpoint, Source
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
    if settings.DATABASE_URL:
        return Part(True, f"PostgreSQL {version}")
    free = shutil.disk_usage(settings.VAR_DIR).free
    detail = _("PostgreSQL %(version)s，磁盘还剩 %(free)d MB") % {
        "version": version, "free": checking.megabytes(free)
    }  # fmt: skip
    if checking.room(free) is Room.NONE:
        return Part(False, detail, _("磁盘满了，新的内容存不下：请腾出空间。"))
    return Part(True, detail)


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
    """Every endpoint that any purpose uses, each asked once."""
    used = [found for found in providers.endpoints().values() if found]
    if not used:
        return Part(
            True,
            _("没有连接语言模型，用离线应答"),
            _("要连接模型，打开 %(page)s，或设置 LLM_BASE_URL、LLM_MODEL 再重新启动，或运行 make model。")
            % {"page": reverse("models")},
        )
    silent: dict[str, str] = {}
    for found in {found.base_url: found for found in used}.values():
        if found.source is Source.LOCAL:
            continue  # it was just seen to listen, and would answer only after the reply it is writing
        try:
            client.list_models(found.base_url, found.key() or "none")
        except LLMError as error:
            silent[found.base_url] = type(error).__name__ if error.status is None else f"HTTP {error.status}"
    detail = "; ".join(dict.fromkeys(named(found, silent.get(found.base_url, "")) for found in used))
    return Part(not silent, detail, _what_to_do(used, silent) if silent else "")


def named(found: Endpoint, trouble: str = "") -> str:
    """A connection in a line: its name, its model, where it comes from."""
    source = {
        Source.ENVIRONMENT: _("来自环境变量"),
        Source.SAVED: _("在运营页面里保存"),
        Source.LOCAL: _("make model，能力有限"),
    }[found.source]
    name = found.name if found.leaves else _("离线模型")
    return f"{name} · {found.model} ({source})" + (f": {trouble}" if trouble else "")


def _what_to_do(used: Sequence[Endpoint], silent: Collection[str]) -> str:
    source = next(found.source for found in used if found.base_url in silent)
    if source is Source.ENVIRONMENT:
        return _("检查 LLM_BASE_URL、LLM_API_KEY、LLM_MODEL。")
    if source is Source.LOCAL:
        return _("查看 var/log 里的日志。")
    return _("打开 %(page)s，用「试一下」看看是哪里不对。") % {"page": reverse("models")}


def _embedder() -> Part:
    vectors, recipe = providers.embed([_("今天天气不错")], "passage")
    return Part(True, f"{recipe} · {vectors.shape[1]}")


def _vault_key() -> Part:
    sealing.key_encryption_key()
    if not _opens_what_is_there():
        return Part(
            False,
            _("这把钥匙打不开已有的内容。"),
            _("放回当初的钥匙：var/keys/kek、COMPANION_KEK 或 COMPANION_KEK_FILE。"),
        )
    if settings.COMPANION_KEK and settings.COMPANION_KEK == settings.SECRET_KEY:
        return Part(False, _("和 SECRET_KEY 相同。"), _("换一把单独的密钥。"))
    return Part(True, _("可用"))


def _opens_what_is_there() -> bool:
    """Whether the key opens a user's. Without a database that is not known, and another part's finding."""
    try:
        held = UserKey.objects.first()
        if held is not None:
            sealing.unwrap(held.user_id, bytes(held.wrapped))
    except sealing.VaultError:
        return False
    except Exception:  # whatever a driver raises
        return True
    return True


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
