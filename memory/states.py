"""The states a memory can be in, and the words for kinds and states that a user reads."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from memory.policy import Kind


class Source(models.TextChoices):
    """Authority, highest first; code sets it, never the model."""

    SET = "set", _("你设定的")
    STATED = "stated", _("你说过的")
    IMPORTED = "imported", _("导入的")
    SUMMARY = "summary", _("总结的")
    INFERRED = "inferred", _("推测的")


class Status(models.TextChoices):
    CURRENT = "current", _("记着")
    PENDING = "pending", _("待确认")
    CONFLICTED = "conflicted", _("说法不一")
    SUPERSEDED = "superseded", _("已更新")
    EXPIRED = "expired", _("已过期")
    REJECTED = "rejected", _("不对")


class Phase(models.TextChoices):
    AHEAD = "ahead", _("还没到")
    UNCONFIRMED = "unconfirmed", _("应该过了，还没确认")
    HAPPENED = "happened", _("发生了")
    CANCELLED = "cancelled", _("取消了")
    OPEN = "open", _("进行中")
    RESTING = "resting", _("放一放")
    CLOSED = "closed", _("结束了")
    DUE = "due", _("到时候了")
    KEPT = "kept", _("做到了")
    BROKEN = "broken", _("没做到")
    RELEASED = "released", _("不用了")


UNDER_WAY = (Phase.AHEAD, Phase.OPEN, Phase.DUE)
"""What is still to come or going on."""


class ScopeKind(models.TextChoices):
    EVERYWHERE = "everywhere", _("所有对话")
    PERSONA = "persona", _("一个角色")
    CONVERSATION = "conversation", _("一个对话")
    PROJECT = "project", _("一个项目")


OPEN_STATUSES = (Status.CURRENT, Status.PENDING, Status.CONFLICTED)
"""States of rows that still stand for something the product believes or wonders."""

KIND_NAMES = {
    Kind.IDENTITY: _("关于你"),
    Kind.PREFERENCE: _("喜好"),
    Kind.PERSON: _("身边的人和宠物"),
    Kind.EVENT: _("发生过的事"),
    Kind.PLAN: _("计划"),
    Kind.STATE: _("近况和心情"),
    Kind.THREAD: _("最近在忙的事"),
    Kind.PROJECT: _("项目"),
    Kind.SPECIAL: _("特别的事"),
    Kind.BOUNDARY: _("别提的事"),
    Kind.STYLE: _("说话方式"),
    Kind.SUPPORT: _("怎样安慰你"),
    Kind.INSIGHT: _("慢慢懂得的"),
    Kind.MOMENT: _("我们的时刻"),
    Kind.REFERENCE: _("称呼和暗号"),
    Kind.PROMISE: _("约定"),
    Kind.SELF: _("陪伴者自己的话"),
}


CONSENT_NAMES = {
    "health": _("身体和心理的病痛"),
    "belief": _("信仰"),
    "sexuality": _("性取向"),
    "money": _("欠债和钱上的难处"),
    "trauma": _("创伤经历"),
}


class TransitionKind(models.TextChoices):
    CONFIRM = "confirm", _("再次确认")
    CORRECT = "correct", _("更正")
    CHANGE = "change", _("变化")
    EXCEPTION = "exception", _("例外")
    CONFLICT = "conflict", _("说法不一")
    MERGE = "merge", _("合并")
    EXPIRE = "expire", _("过期")
    RETRACT = "retract", _("收回")
    EDIT = "edit", _("你改过")
    RESTORE = "restore", _("恢复")
    SET = "set", _("你调整过")
    DOUBT = "doubt", _("待确认")
    DREAM = "dream", _("整理")


class Act(models.TextChoices):
    """What the told-log remembers of the companion's own words."""

    TOLD = "told", _("说过")
    ADVISED = "advised", _("建议过")
    ASKED = "asked", _("问过近况")
    OUTCOME = "outcome", _("问过结果")
    OWNED = "owned", _("认过错")
    CONFLICT = "conflict", _("问过哪个对")
    CONSENT = "consent", _("问过能不能记")


class EntityKind(models.TextChoices):
    PERSON = "person", _("人")
    PET = "pet", _("宠物")
    PLACE = "place", _("地方")
    THING = "thing", _("东西")


class RelationKind(models.TextChoices):
    INVOLVES = "involves", _("和谁有关")
    FELT = "felt", _("当时的感受")
    BECAUSE = "because", _("因为")
    ABOUT = "about", _("关于")
    PART_OF = "part_of", _("属于")


class DreamOperation(models.TextChoices):
    """What consolidation may propose."""

    INSIGHT = "insight", _("看出一点规律")
    SUPPORT = "support", _("知道怎样安慰你")
    STYLE = "style", _("知道你喜欢怎样说话")
    PREFERENCE = "preference", _("看出一个喜好")
    THREAD = "thread", _("看出一件正在进行的事")
    MOMENT = "moment", _("记下一个时刻")
    EPISODE = "episode", _("把一段经历连起来")
    MERGE = "merge", _("合并重复的")
    STRENGTHEN = "strengthen", _("更有把握")
    WEAKEN = "weaken", _("没那么有把握")
    RELATE = "relate", _("连起来")


class ProposalState(models.TextChoices):
    PROPOSED = "proposed", _("等着")
    APPLIED = "applied", _("做了")
    UNDONE = "undone", _("撤销了")
    REFUSED = "refused", _("没有做")
    STALE = "stale", _("过时了")
