"""The running configuration as the published pages tell it: plain values, nothing of any person."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import Q, Sum
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion import providers
from companion.endpoints import PURPOSES
from llm.provider import Purpose
from memory.forgetting import UNDO_WINDOW
from memory.policy import POLICY
from memory.states import KIND_NAMES
from safety import compliance, contract, hotlines, notices, rulebook, state
from safety.contact.sending import backend_is_real
from safety.levels import Flag, Level
from safety.models import RiskCount
from safety.models.risk import EVENTS_KEPT


@dataclass(frozen=True)
class Recipient:
    """Somebody text may go to, and what for."""

    name: str
    what: str
    purpose: str
    when: str


def recipients() -> list[Recipient]:
    """Everybody besides this server that anything of a user may reach, as configured now."""
    used = providers.endpoints(PURPOSES)
    names = {
        Purpose.CHAT: _("写回复"),
        Purpose.LEARN: _("从对话里学到记忆"),
        Purpose.JUDGE: _("判断危险"),
        Purpose.TITLE: _("起标题和摘要"),
    }
    by_name: dict[str, list[str]] = {}
    for purpose, found in used.items():
        if found is not None and found.leaves:
            by_name.setdefault(found.name, []).append(names[purpose])
    rows = [
        Recipient(name, _("对话的文字、相关的记忆"), _joined(what), _("只在你同意之后"))
        for name, what in by_name.items()
    ]
    if embedder := providers.remote_embedder():
        rows.append(Recipient(embedder, _("句子（用来按意思找回记忆）"), _("计算向量"), _("只在你同意之后")))
    if settings.MAIL_CONFIGURED:
        rows.append(
            Recipient(
                _("发信服务器"),
                _("邮箱地址，不含任何对话内容"),
                _("找回密码、提醒、紧急联系人"),
                _("你用到它的时候"),
            )
        )
    return rows


def _joined(words: list[str]) -> str:
    return ("、" if get_language() == "zh-hans" else ", ").join(words)


def protocol(lang: str) -> dict[str, Any]:
    """How danger is heard and answered."""
    return {
        "version": rulebook.version(),
        "judge": judge_name(),
        "hotlines": [replace(line, region=place_name(line.region)) for line in hotlines.published(lang)],
        "oldest_check": hotlines.oldest_check() if hotlines.count() else None,
        "templates": {
            level.name: len(contract.template_ids(lang, level.name))
            for level in (Level.R2, Level.R3, Level.R4)
        },
        "texts": [(level.name, contract.texts(lang, level.name)) for level in (Level.R2, Level.R3, Level.R4)],
        "contact_letter": backend_is_real(),
        "decay": {"r3": hours(state.TO_R3), "r2": hours(state.TO_R2), "r0": state.TO_R0.days},
        "events_days": EVENTS_KEPT.days,
        "flags": list(flag_names().values()),
        "contact": settings.SAFETY_CONTACT,
        "profile": profile(),
    }


def flag_names() -> dict[Flag, str]:
    """What else is heard in a line, in words."""
    return {
        Flag.MINOR: _("未成年人"),
        Flag.IN_PROGRESS: _("正在发生"),
        Flag.THIRD_PARTY: _("为别人担心"),
        Flag.HARM_OTHERS: _("想伤害别人"),
        Flag.ED: _("饮食障碍"),
        Flag.ABUSE_AT_HOME: _("家里有暴力"),
        Flag.PROPERTY_LOSS: _("被骗或亏掉一大笔钱"),
    }


def place_name(code: str) -> str:
    """A region of help lines, or a place of law, in words; the code itself where nobody named it."""
    names = {
        "CN": _("中国大陆"),
        "HK": _("香港"),
        "TW": _("台湾"),
        "SG": _("新加坡"),
        "US": _("美国"),
        "CA": _("加拿大"),
        "UK": _("英国"),
        "IE": _("爱尔兰"),
        "EU": _("欧盟"),
        "US-CA": _("美国加利福尼亚州"),
        "US-NY": _("美国纽约州"),
        "US-WA": _("美国华盛顿州"),
        "US-OR": _("美国俄勒冈州"),
    }
    return names.get(code, code)


def judge_name() -> str:
    """The model that judges beside the rules; "" when rules do it alone."""
    found = providers.endpoint(Purpose.JUDGE)
    return f"{found.model} ({found.name})" if found else ""


def profile() -> list[str]:
    """The places whose law is kept."""
    named = [place for place in settings.COMPLIANCE_PROFILE if place != compliance.STRICT]
    kept = named if named and settings.I_HAVE_COUNSEL else list(compliance.PLACES)
    return [place_name(place) for place in kept]


def notice(lang: str) -> dict[str, Any]:
    """What is said about the AI, and how it is labelled."""
    return {
        "notice": notices.ai_notice(lang),
        "label": notices.label(lang),
        "break_minutes": settings.BREAK_NOTICE_MINUTES,
        "producer": "Companion",
    }


def privacy() -> dict[str, Any]:
    """What is kept, for what, on which ground, for how long, and who gets it."""
    kinds = [
        (KIND_NAMES[kind], rule.lives.days if rule.lives else None)
        for kind, rule in POLICY.items()
        if kind in KIND_NAMES
    ]
    return {
        "recipients": recipients(),
        "kinds": kinds,
        "undo_hours": hours(UNDO_WINDOW),
        "events_days": EVENTS_KEPT.days,
        "key_days": settings.KEY_BACKUP_DAYS,
        "data_days": settings.BACKUP_DAYS,
        "contact": settings.SAFETY_CONTACT,
    }


def counts(today: date) -> list[dict[str, int]]:
    """By calendar year: lines at risk that were heard, and cards with help lines that were shown."""
    years = []
    first = RiskCount.objects.order_by("day").values_list("day", flat=True).first()
    for year in range(today.year, (first or today).year - 1, -1):
        rows = RiskCount.objects.filter(day__year=year, flag="")
        at_risk = Q(level__gte=Level.R2)
        sums = rows.aggregate(events=Sum("events", filter=at_risk), referrals=Sum("referrals"))
        years.append({"year": year, "events": sums["events"] or 0, "referrals": sums["referrals"] or 0})
    return years


def hours(span: Any) -> int:
    return int(span.total_seconds() // 3600)
