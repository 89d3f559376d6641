"""What could be talked about, what was chosen, and what came of it. Texts stay sealed; a candidate points at its ground."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import SealedText
from accounts.models import User
from memory.models import Memory
from transcript.models import Conversation, Message


class OwnedQuerySet(models.QuerySet):  # type: ignore[type-arg]
    def for_user(self, user: User) -> OwnedQuerySet:
        return self.filter(user=user)


class Owned(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    objects = OwnedQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.id)


class Source(models.TextChoices):
    """Where a candidate comes from."""

    THREAD = "thread", _("还在进行的事")
    PLAN = "plan", _("打算")
    PROMISE = "promise", _("约定")
    LOOSE_END = "loose_end", _("没说完的话")
    BIRTHDAY = "birthday", _("生日")
    ANNIVERSARY = "anniversary", _("周年")
    CALENDAR = "calendar", _("日历")
    OUTSIDE = "outside", _("外面的消息")
    SHARED = "shared", _("共同的经历")


class Move(models.TextChoices):
    """What a turn does with a topic."""

    FOLLOW = "follow", _("跟着聊")
    CONNECT = "connect", _("连起来")
    OPEN = "open", _("提起")


class Outcome(models.TextChoices):
    """What came of a topic that was raised; "" while nobody knows."""

    TAKEN_UP = "taken_up", _("接着聊了")
    DEFLECTED = "deflected", _("先不聊")
    REFUSED = "refused", _("别再提")
    IGNORED = "ignored", _("没接话")


class Candidate(Owned):
    """Something the companion might raise. `key` names its ground within the user; `text` says it where no memory does. `parts`
    holds every part of its score; `blocked` why it may not be raised."""

    source = models.CharField(max_length=16, choices=Source.choices)
    key = models.CharField(max_length=160)
    memory = models.ForeignKey(
        Memory, on_delete=models.CASCADE, null=True, blank=True, related_name="candidates"
    )
    message = models.ForeignKey(Message, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    text = SealedText(label="candidate.text.v1", null=True, blank=True)
    lang = models.CharField(max_length=8, blank=True)
    score = models.FloatField(default=0.0)
    parts = models.JSONField(default=dict)
    blocked = models.CharField(max_length=24, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    """When it is over: nothing of it is raised after that."""
    heard_at = models.DateTimeField(null=True, blank=True)
    """When the user last spoke of it, as ranking found it."""
    raised_at = models.DateTimeField(null=True, blank=True)
    rest_until = models.DateTimeField(null=True, blank=True)
    """Until when it is left alone: what the user put off, or let lie."""
    let_lie = models.PositiveSmallIntegerField(default=0)
    """How often in a row it was raised and not taken up."""
    ranked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("候选话题")
        verbose_name_plural = _("候选话题")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_candidate_per_ground")]
        indexes = [models.Index(fields=["user", "blocked", "-score"], name="candidate_best")]

    @property
    def statement(self) -> str:
        return str(self.memory.statement if self.memory else self.text or "")


class TopicChoice(Owned):
    """What a turn decided: follow, connect or open; the candidate or memory it stood on, where there was one; and what came of
    it."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    reply = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="topic_choice")
    candidate = models.ForeignKey(Candidate, on_delete=models.SET_NULL, null=True, blank=True)
    memory = models.ForeignKey(Memory, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    source = models.CharField(max_length=16, choices=Source.choices, blank=True)
    text = SealedText(label="choice.text.v1", null=True, blank=True)
    """What was raised, for the log; it goes with its memory. The user's own words, of a loose end, are not kept twice."""
    move = models.CharField(max_length=8, choices=Move.choices)
    parts = models.JSONField(default=dict)
    outcome = models.CharField(max_length=12, choices=Outcome.choices, blank=True)
    outcome_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("话题选择")
        verbose_name_plural = _("话题选择")
        indexes = [
            models.Index(fields=["user", "-at"], name="choice_raised", condition=~models.Q(move="follow")),
            models.Index(
                fields=["at"], name="choice_open", condition=~models.Q(move="follow") & models.Q(outcome="")
            ),
        ]

    @property
    def told(self) -> str:
        """What was raised, "" where it may not be told any more."""
        if self.source == Source.LOOSE_END:
            return self.candidate.statement if self.candidate else ""
        return self.text or ""


class Refusal(Owned):
    """A matter that is not to be raised again, by any source: the stem of its key, and keyed ids of its words. `text` shows the
    user what they refused; it goes with its memory, the ids stay."""

    stem = models.CharField(max_length=160)
    words = ArrayField(models.BigIntegerField(), default=list)
    memory = models.ForeignKey(Memory, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    text = SealedText(label="refusal.text.v1", null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("不再提的话题")
        verbose_name_plural = _("不再提的话题")
        constraints = [models.UniqueConstraint(fields=["user", "stem"], name="one_refusal_per_matter")]


class OutsideSource(Owned):
    """Something outside that a user wants to hear of: a feed or a weather service by its address. Off until they turn it on."""

    kind = models.CharField(max_length=12)
    url = SealedText(label="outside.url.v1")
    items = SealedText(label="outside.items.v1", null=True, blank=True)
    """What it last told, as JSON: [{key, zh, en, at}]."""
    on = models.BooleanField(default=False)
    fault = models.CharField(max_length=16, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    fetched_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("外面的来源")
        verbose_name_plural = _("外面的来源")
        indexes = [models.Index(fields=["next_at"], name="outside_due", condition=models.Q(on=True))]


class Reaching(models.Model):
    """Whether and how the companion may write first. Off until the user turns it on."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="reaching"
    )
    on = models.BooleanField(default=False)
    by_mail = models.BooleanField(default=False)
    a_week = models.PositiveSmallIntegerField(default=3)
    quiet_from = models.PositiveSmallIntegerField(default=22)
    quiet_until = models.PositiveSmallIntegerField(default=8)
    changed_at = models.DateTimeField()

    objects: ClassVar[models.Manager[Reaching]] = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("主动来信")
        verbose_name_plural = _("主动来信")

    def __str__(self) -> str:
        return str(self.user_id)


class ReachoutState(models.TextChoices):
    PLANNED = "planned", _("计划中")
    SENT = "sent", _("已发出")
    DROPPED = "dropped", _("没有发")


class Reachout(Owned):
    """A message that the companion is to write first, or wrote: planned, then sent once or dropped. `day` is the user's day it
    was planned for; there is one a day."""

    candidate = models.ForeignKey(Candidate, on_delete=models.SET_NULL, null=True, blank=True)
    source = models.CharField(max_length=16, choices=Source.choices)
    day = models.DateField()
    planned_for = models.DateTimeField()
    state = models.CharField(max_length=8, choices=ReachoutState.choices, default=ReachoutState.PLANNED)
    reason = models.CharField(max_length=24, blank=True)
    """Why it was dropped."""
    message = models.OneToOneField(
        Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="reachout"
    )
    sent_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    mail = models.CharField(max_length=8, blank=True)
    """"due", "sent" or "failed"; "" where no mail is wanted."""

    class Meta:
        verbose_name = _("主动来信")
        verbose_name_plural = _("主动来信")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "day"],
                name="one_reachout_a_day",
                condition=~models.Q(state="dropped"),
            )
        ]
        indexes = [
            models.Index(
                fields=["planned_for"], name="reachout_planned", condition=models.Q(state="planned")
            ),
            models.Index(fields=["sent_at"], name="reachout_mail", condition=models.Q(mail="due")),
        ]


class Ranking(models.Model):
    """When a user's candidates were last ranked: the queue of ranking."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="ranking"
    )
    ranked_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("话题排序")
        verbose_name_plural = _("话题排序")

    def __str__(self) -> str:
        return str(self.user_id)
