"""Whether a claim is worth keeping: the policy table and five questions, as one pure decision with its reason.

Will it change a later reply? Is it stable or passing? Is the evidence enough? Is it too sensitive, or unconsented?
Would forgetting it hurt?
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from memory.candidates import Candidate, Layer, Speaker
from memory.policy import Kind


class Verdict(StrEnum):
    KEEP = "keep"
    PENDING = "pending"
    SITTING = "sitting"
    DROP = "drop"


@dataclass(frozen=True)
class Judgement:
    """A verdict with the reason the Report shows."""

    verdict: Verdict
    reason: str


@dataclass(frozen=True)
class Standing:
    """What holds for this user at this moment: consents given and kinds switched off."""

    consents: frozenset[str] = frozenset()
    paused_kinds: frozenset[str] = frozenset()
    in_project: bool = False
    """Whether the conversation has joined a project."""


NEEDS_PROOF = frozenset({Kind.SUPPORT, Kind.INSIGHT, Kind.MOMENT})
"""Kinds that one exchange can't found: they come from consolidation."""
COMPANION_MAY_STATE = frozenset({Kind.PROMISE, Kind.SELF, Kind.REFERENCE})
SURE, UNSURE = 0.65, 0.4
SECRETS = re.compile(
    r"(密码|口令|验证码|password|passcode|\bpin\b|cvv)|\d{15,19}|\b\d{17}[\dXx]\b", re.IGNORECASE
)
IMPORTANT = re.compile(
    r"住院|手术|去世|过世|离世|出生|怀孕|结婚|婚礼|离婚|分手|失业|被裁|裁员|考试|高考|考研|确诊|车祸|毕业|"
    r"hospital|surgery|passed away|died|death|born|pregnan|wedding|married|divorce|broke up|break-?up|laid off|"
    r"lost my job|exam|diagnos|accident|graduat",
    re.IGNORECASE,
)


def judge(candidate: Candidate, standing: Standing) -> Judgement:
    """Decide what becomes of a sound candidate (checks of quote, speaker and layer came before)."""
    if refusal := _refusal(candidate, standing):
        return Judgement(Verdict.DROP, refusal)
    if candidate.sitting_only:
        return Judgement(Verdict.SITTING, "just_for_now")
    if candidate.kind in (Kind.BOUNDARY, Kind.STYLE):
        return Judgement(Verdict.KEEP, "instruction")
    if candidate.confidence < UNSURE:
        return Judgement(Verdict.DROP, "too_uncertain")
    if candidate.confidence < SURE:
        return Judgement(Verdict.PENDING, "unsure")
    return Judgement(Verdict.KEEP, "stated")


def _refusal(candidate: Candidate, standing: Standing) -> str | None:
    if candidate.layer is not Layer.REAL:
        return f"not_real_{candidate.layer}"
    if candidate.speaker is Speaker.COMPANION and candidate.kind not in COMPANION_MAY_STATE:
        return "not_said_by_user"
    if SECRETS.search(candidate.quote) or SECRETS.search(candidate.value):
        return "secret"
    if candidate.kind in NEEDS_PROOF:
        return "needs_proof"
    if candidate.kind is Kind.PROJECT and not standing.in_project:
        return "no_project"
    if candidate.kind in standing.paused_kinds:
        return "paused"
    if candidate.consent and candidate.consent not in standing.consents:
        return f"no_consent_{candidate.consent}"
    if candidate.kind is Kind.SPECIAL and not candidate.consent:
        return "no_consent_health"
    return None


def importance(candidate: Candidate, floor: float) -> float:
    """Set by kind, raised by weighty words and the model's opinion; never below the kind's floor."""
    raised = max(floor, candidate.importance or 0.0)
    if IMPORTANT.search(candidate.quote):
        raised = max(raised, min(1.0, floor + 0.3))
    return raised
