"""What came of a topic: taken up, deflected, refused or let lie; and what follows. A refusal is evidence for a limit, which the
user confirms; one deflection is not.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from memory import writing
from memory.candidates import Candidate as Claim
from memory.candidates import Exchange, Line, Speaker
from memory.judging import Judgement
from memory.judging import Verdict as Judged
from memory.keywords import words
from memory.policy import Kind
from memory.standing import lock
from topics.grounds import matter_words, stem_of
from topics.models import Candidate, Outcome, TopicChoice
from topics.refusing import refuse_matter
from transcript.models import Message, Role

WAITS = timedelta(hours=24)
"""An opener to which nothing was said by then was let lie."""
RESTS = {
    Outcome.TAKEN_UP: timedelta(days=3),
    Outcome.DEFLECTED: timedelta(days=7),
    Outcome.IGNORED: timedelta(days=3),
}
LONGEST = timedelta(days=60)
STILL_MEANT = timedelta(hours=1)
"""How long after something was raised a refusal is one of it."""
_REFUSED = re.compile(
    r"别(?:再)?(?:问|提|说|聊)(?!我没)|不要(?:再)?(?:问|提|说|聊)|不想(?:再)?(?:说|提|聊|谈|回答)(?:这|它|那)|能不能别(?:再)?(?:问|提)|少(?:问|管)|关你什么事|烦不烦|"
    r"以后(?:都)?别(?:再)?(?:问|提)"
    r"|\b(?:stop|quit) (?:asking|bringing)|\bdon'?t (?:ask|bring|mention|talk)\b|\bnone of your business\b|\bdrop it\b|\bnever (?:ask|mention)\b"
    r"|\bdo(?:n'?t| not) want to (?:talk|think) about (?:it|that|this)\b",
    re.IGNORECASE,
)
_DEFLECTED = re.compile(
    r"换个话题|聊(?:点|些)?别的|说点别的|先不(?:说|聊|谈|提)|(?:改天|下次|回头|以后|晚点)再(?:说|聊)|没什么好说|不(?:太)?想(?:说|聊|谈)|懒得说|再说吧|"
    r"\banother time\b|\bnot now\b|\blater\b|\bchange the subject\b|\bsomething else\b|\brather not\b|\bnot in the mood\b|\bnothing to (?:say|tell)\b",
    re.IGNORECASE,
)
_SHORT = re.compile(r"^(?:嗯+|哦+|噢|啊|额|呃|唔|哈+|呵+|hm+|mm+|meh|eh|uh|k)[。.!！~～…\s]*$", re.IGNORECASE)
_ANSWERS = re.compile(
    r"^(?:嗯|对|是|有|没有?|还|不|挺|很|太|好|差|过|成|黄|顺利|结束|取消|推迟|改|去|考|面|算|别提了|终于|终究|刚|已经|就|快|谢谢|记得|可不|哎|唉|嘿|哈)"
    r"|过了|没过|还行|不错|一般|顺利|泡汤|搞定|完成|搞砸|等(?:结果|消息|通知)"
    r"|^(?:yes|yeah|yep|no|nope|not yet|it (?:went|was|is)|went|good|great|fine|ok|bad|terrible|awful|i (?:passed|failed|got|did|didn'?t)|thanks|thank you|still|almost)\b",
    re.IGNORECASE,
)
_TURNS = re.compile(r"^(?:对了|话说|说起来|突然|顺便|by the way|btw|anyway|actually|so,? )", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:\d+年前的今天：|今天是|明天是|\d+月\d+日是|你(?:的目标是|打算|在|正在|上次话没说完：))|\d{4}年\d{1,2}月\d{1,2}日(?:\d{1,2}[:：]\d{2})?"
    r"|^(?:You (?:plan(?:ned)? to|are) )|\b(?:today|tomorrow) is\b",
    re.IGNORECASE,
)
LIMIT = {"zh": "别再提{matter}", "en": "don't bring up {matter}"}


def outcome_of(text: str, matter: Collection[str], move: str) -> Outcome:
    """What a line makes of what was raised just before it; `matter` are the words of that. Pure."""
    said = text.strip()
    if _REFUSED.search(said):
        return Outcome.REFUSED
    shared = not set(matter).isdisjoint(words(said))
    if _DEFLECTED.search(said) and not (shared and len(said) > 20):
        return Outcome.DEFLECTED
    if _SHORT.match(said):
        return Outcome.DEFLECTED
    if shared:
        return Outcome.TAKEN_UP
    if move == "open" and _ANSWERS.search(said) and not _TURNS.match(said):
        return Outcome.TAKEN_UP
    return Outcome.IGNORED


def turns_away(text: str) -> bool:
    """Whether a line doesn't want to be asked: nothing else is asked in that breath either."""
    return bool(_REFUSED.search(text) or _DEFLECTED.search(text))


def hear(user: User, message: Message, now: datetime) -> Outcome | None:
    """Judge the topic that the reply before this line raised; None where it raised none. Call in the transaction that stores the
    line; safe to run twice."""
    if message.role != Role.USER or message.parent_id is None:
        return None
    raised = (
        TopicChoice.objects.for_user(user)
        .exclude(move="follow")
        .select_related("candidate__memory", "memory")
    )
    if _REFUSED.search(message.text):  # a few lines later it is meant all the same
        lately = raised.filter(conversation=message.conversation_id, at__gt=now - STILL_MEANT, at__lte=now)
        choice = lately.order_by("-at").first()
    else:
        choice = raised.filter(reply=message.parent_id).first()
    if choice is None or choice.outcome == Outcome.REFUSED:
        return None
    outcome = outcome_of(message.text, matter_words(choice.told), choice.move)
    note(user, choice, outcome, now, message)
    return outcome


def note(
    user: User, choice: TopicChoice, outcome: Outcome, now: datetime, message: Message | None = None
) -> None:
    """Write down what came of a choice, and draw what follows: rest, or never again. `message` are the user's own words where
    they were said."""
    with transaction.atomic():
        lock(user)
        choice.outcome, choice.outcome_at = outcome, now
        choice.save(update_fields=["outcome", "outcome_at"])
        candidate = Candidate.objects.for_user(user).filter(id=choice.candidate_id).first()
        if candidate is not None:
            rest(candidate, outcome, now)
        if outcome is Outcome.REFUSED:
            refuse_matter(user, choice.told, now, memory=choice.memory_id, stem=_stem(candidate))
            if message is not None:
                suggest_limit(user, choice, message, now)


def rest(candidate: Candidate, outcome: Outcome, now: datetime) -> None:
    """Leave a candidate alone for a while: longer each time in a row that it was not taken up."""
    if outcome is Outcome.REFUSED:
        return
    candidate.let_lie = 0 if outcome is Outcome.TAKEN_UP else candidate.let_lie + 1
    twice = 2 ** max(0, candidate.let_lie - 1)
    candidate.rest_until = now + min(LONGEST, RESTS[outcome] * twice)
    candidate.save(update_fields=["let_lie", "rest_until"])


def suggest_limit(user: User, choice: TopicChoice, message: Message, now: datetime) -> None:
    """A refusal that was said may be a limit: it waits for the user's word among what is to be confirmed."""
    if message.learn_bar or not choice.told:
        return
    lang = "zh" if not message.text.isascii() else "en"
    matter = _LEAD.sub("", choice.told.rstrip("。.!！"))[:60]
    value = LIMIT[lang].format(matter=matter)
    quote = message.text.strip()[:200]
    speaker = Speaker.USER
    claim = Claim(
        Kind.BOUNDARY, "user", "limit", value, value, lang, message.id, quote, speaker=speaker, confidence=0.6
    )
    exchange = Exchange((Line(message.id, speaker, message.text, message.created_at),), user.zone)
    writing.write(user, exchange, claim, Judgement(Judged.PENDING, "refused_topic"), now)


def let_lie_waiting(now: datetime) -> int:
    """Openers that nobody answered: let lie. How many."""
    later = Message.objects.filter(
        conversation=OuterRef("conversation"), role=Role.USER, live=True, created_at__gt=OuterRef("at")
    )
    waiting = TopicChoice.objects.exclude(move="follow").filter(outcome="", at__lte=now - WAITS)
    rows = list(waiting.annotate(answered=Exists(later)).select_related("user")[:500])
    for row in rows:
        note(row.user, row, Outcome.IGNORED, now)
    return len(rows)


def _stem(candidate: Candidate | None) -> str:
    return stem_of(candidate.key) if candidate is not None else ""
