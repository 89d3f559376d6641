"""What a try at a model showed, and the sentence that says so. Deciding is pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from llm.errors import BadAnswer, LLMError

LISTED_MAX = 500


class Outcome(StrEnum):
    ANSWERED = "answered"
    LISTED = "listed"
    BARE = "bare"
    EMPTY = "empty"
    UNREACHABLE = "unreachable"
    SLOW = "slow"
    CUT = "cut"
    WRONG_KEY = "wrong_key"
    NO_MODEL = "no_model"
    NOT_OPENAI = "not_openai"
    BUSY = "busy"
    FAILING = "failing"
    REFUSED = "refused"
    SEALED = "sealed"


GOOD = frozenset({Outcome.ANSWERED, Outcome.LISTED})


@dataclass(frozen=True)
class Finding:
    """`ms` is how long it took, `models` what the endpoint offers where it was asked, `status` the HTTP status of a
    failure."""

    outcome: Outcome
    ms: int = 0
    models: tuple[str, ...] = ()
    status: int | None = None

    @property
    def good(self) -> bool:
        return self.outcome in GOOD


def judged(error: LLMError, in_time: bool, model: str, offered: Sequence[str] | LLMError | None) -> Outcome:
    """Why a chat failed. `offered` is the endpoint's list of models, or why there is none; `in_time` is False when the
    whole time allowed was used up."""
    listed = offered is not None and not isinstance(offered, LLMError)
    if isinstance(error, BadAnswer):
        return Outcome.NOT_OPENAI
    if error.status in (401, 403):
        return Outcome.WRONG_KEY
    if error.status in (400, 404, 422):
        if not isinstance(offered, LLMError) and offered and model not in offered:
            return Outcome.NO_MODEL
        if error.status == 404:
            return Outcome.NO_MODEL if listed else Outcome.NOT_OPENAI
        return Outcome.REFUSED
    if error.status == 429:
        return Outcome.BUSY
    if error.status is not None:
        return Outcome.FAILING if error.status >= 500 else Outcome.NOT_OPENAI
    if not in_time:
        return Outcome.SLOW
    return Outcome.CUT if listed else Outcome.UNREACHABLE


def sentence(finding: Finding, model: str = "") -> str:
    """One sentence in the active language: what is so, and what to do about it."""
    seconds = f"{finding.ms / 1000:.1f}"
    facts = {"seconds": seconds, "status": finding.status or "", "model": model, "count": len(finding.models)}
    return _SENTENCES[finding.outcome]() % facts


_SENTENCES = {
    Outcome.ANSWERED: lambda: _("通了：%(seconds)s 秒后收到了回答。"),
    Outcome.LISTED: lambda: _("那里有 %(count)s 个模型，点一个就填进去："),
    Outcome.BARE: lambda: _("连上了（%(seconds)s 秒），但那里还没有模型。"),
    Outcome.EMPTY: lambda: _("连上了（%(seconds)s 秒），但回答是空的。换一个模型试试。"),
    Outcome.UNREACHABLE: lambda: _("连不上（%(seconds)s 秒）。看看地址和端口对不对，那边的程序开着没有。"),
    Outcome.SLOW: lambda: _("等了 %(seconds)s 秒还没有回答。模型可能还在载入，过一会儿再试。"),
    Outcome.CUT: lambda: _("连上了，但 %(seconds)s 秒后中断，没有收到回答。看看那边的日志。"),
    Outcome.WRONG_KEY: lambda: _("对方不认这把密钥，或它没有权限（HTTP %(status)s，%(seconds)s 秒）。"),
    Outcome.NO_MODEL: lambda: _(
        "连上了（%(seconds)s 秒），但那里没有叫“%(model)s”的模型。看看有哪些模型，再选一个。"
    ),
    Outcome.NOT_OPENAI: lambda: _("有回应（%(seconds)s 秒），但不是兼容 OpenAI 的接口。看看地址有没有写全。"),
    Outcome.BUSY: lambda: _("连上了，但对方说请求太多，或额度用完了（HTTP %(status)s，%(seconds)s 秒）。"),
    Outcome.FAILING: lambda: _("连上了，但对方出错了（HTTP %(status)s，%(seconds)s 秒）。过一会儿再试。"),
    Outcome.REFUSED: lambda: _(
        "连上了，但对方拒绝了这个请求（HTTP %(status)s，%(seconds)s 秒）。这个模型也许不能聊天。"
    ),
    Outcome.SEALED: lambda: _("保存的密钥打不开，也许主密钥换过。请重新填一次密钥。"),
}
