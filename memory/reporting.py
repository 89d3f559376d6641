"""The Report, kept for the user: what became of each claim in a line, and why, in plain words on request.

What may not be kept is not kept here either: for a special kind without consent, a secret, or what was deleted, the line
says that there was such a thing, without its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.models import User
from memory.candidates import Candidate
from memory.extraction.refusals import line_refusal, sentence_refusal
from memory.extraction.sentences import language, sentences
from memory.models import Verdict
from memory.report import ReportItem
from transcript.models import Message

WORDLESS = ("secret", "forgotten")
"""Reasons for which the claim's own words are not written down again."""
SAID_BEFORE = "already_learnt"
SHOWN = 20

VERDICTS = {
    "add": lazy("记住了"),
    "confirm": lazy("又确认了一次"),
    "correct": lazy("更正了"),
    "change": lazy("更新了"),
    "exception": lazy("只算这一次"),
    "conflict": lazy("和以前说的不一样，两个都留着，等你定"),
    "end": lazy("记下：不再是这样了"),
    "happened": lazy("从计划变成了发生过的事"),
    "doubt": lazy("因为别的事变了，这一条待你确认"),
    "drop": lazy("没有记"),
    "kept": lazy("做到了"),
    "broken": lazy("没做到"),
    "released": lazy("不用了"),
}
REASONS = {
    "question": lazy("这是在问，不是在说"),
    "hypothetical": lazy("这是假设"),
    "joke": lazy("听起来是玩笑"),
    "told": lazy("这是别人说的话"),
    "quoted": lazy("这是引用的话"),
    "rhetoric": lazy("这是反问"),
    "fiction": lazy("这是故事里的事"),
    "role-play": lazy("这是角色扮演"),
    "play": lazy("这是角色扮演"),
    "work": lazy("这是要处理的文字"),
    "pasted": lazy("这是粘贴的长文，除非你要求，不从里面记"),
    "secret": lazy("密码、证件号、卡号这类，从来不记"),
    "forgotten": lazy("你让我忘掉过"),
    "paused": lazy("当时记忆是暂停的"),
    "too_uncertain": lazy("没听准"),
    "set_since": lazy("你后来亲手写过，以那个为准"),
    "denies_unknown": lazy("我这里本来就没有这一条"),
    "needs_proof": lazy("只说过一次，还不能下结论"),
    "no_project": lazy("不在项目里"),
    "just_for_now": lazy("只管这一会儿"),
    "ended": lazy("那件事结束了"),
    "unsure": lazy("不太有把握，先放进待确认"),
    "said_again_after_deletion": lazy("你删过它又提起，先放进待确认"),
    "not_said_by_user": lazy("不是你说的"),
    "speaker": lazy("不是你说的"),
    "quote": lazy("原话里没有"),
    "value": lazy("原话里没有"),
}
CONSENTS = {
    "health": lazy("健康方面的事，要你同意才记"),
    "belief": lazy("信仰方面的事，要你同意才记"),
    "sexuality": lazy("性取向方面的事，要你同意才记"),
    "money": lazy("钱和债务方面的事，要你同意才记"),
    "trauma": lazy("创伤经历，要你同意才记"),
}
BARS = {
    "paused": lazy("那时记忆是暂停的，暂停时说的话之后也不会补记。"),
    "temporary": lazy("这是临时对话，什么都不会记。"),
    "risk": lazy("那时你正难受，我没有记，只想先陪着你。"),
    "minor": lazy("那时不确定你是否满 18 岁，我没有记。"),
    "dismissed": lazy("你让我别从那句话里记东西。"),
    "request": lazy("那句话是让我忘掉一件事，我不从里面记。"),
}


@dataclass(frozen=True)
class Line:
    """One claim of a message, as the user reads it. `memory` is the row it became, None where nothing stands."""

    text: str
    outcome: str
    why: str
    memory: UUID | None


def keep(user: User, settled: Sequence[tuple[Candidate, ReportItem]], now: datetime) -> None:
    """Write down what became of each claim, once per line and claim. Call under the user's lock."""
    lines = {candidate.line for candidate, _item in settled}
    held = {
        (row.message_id, row.text, row.verdict)
        for row in Verdict.objects.for_user(user).filter(message__in=lines)
    }
    there = set(Message.objects.for_user(user).filter(id__in=lines).values_list("id", flat=True))
    for candidate, item in settled:
        text = "" if _wordless(item.reason) else item.text
        key = (candidate.line, text, item.verdict)
        if item.reason == SAID_BEFORE or key in held or candidate.line not in there:
            continue
        held.add(key)
        Verdict.objects.create(
            user=user, message_id=candidate.line, memory_id=item.memory, text=text, verdict=item.verdict,
            reason=item.reason[:40], kind=item.kind, at=now,
        )  # fmt: skip


def _wordless(reason: str) -> bool:
    return reason in WORDLESS or reason.startswith("no_consent_")


def about(user: User, message: UUID) -> list[Line]:
    """What became of the claims in one of the user's lines, in order."""
    rows = Verdict.objects.for_user(user).filter(message=message).order_by("at", "id")[:SHOWN]
    return [Line(row.text or _("一件没有写下来的事"), str(VERDICTS.get(row.verdict, row.verdict)), why(row.reason), row.memory_id) for row in rows]  # fmt: skip


def why(reason: str) -> str:
    """A reason code in plain words; "" where the outcome says it all."""
    if reason.startswith("no_consent_"):
        return str(CONSENTS.get(reason.removeprefix("no_consent_"), ""))
    return str(REASONS.get(reason, ""))


def explain(user: User, line: Message) -> str:
    """What became of a line, in a few sentences."""
    if told := about(user, line.id):
        return "\n".join(_sentence(one) for one in told)
    if line.learn_bar:
        return str(BARS.get(line.learn_bar, ""))
    if (reason := refusal(line.text)) and (words := why(reason)):
        return _("没有记，因为%(why)s。") % {"why": words}
    if line.learnt_at is None:
        return _("上一句我还没来得及记，再过一会儿会在记忆中心看到。")
    return _("上一句里，我没有听出关于你的、值得长久记住的事。")


def _sentence(one: Line) -> str:
    said = f"{one.text}：{one.outcome}"
    return f"- {said}" + (_("（%(why)s）") % {"why": one.why} if one.why else "")


def refusal(text: str) -> str | None:
    """Why nothing can be learnt from a text as a whole, or None."""
    if reason := line_refusal(text):
        return reason
    lang = language(text)
    reasons = [sentence_refusal(sentence, lang) for sentence in sentences(text, lang)]
    return reasons[0] if reasons and all(reasons) else None
