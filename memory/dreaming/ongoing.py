"""What life is about for a while: an exam, a job hunt, a sick cat. Two mentions on two days make a thread; what is told of its
end closes it; a stretch of it becomes an episode, with the days written out. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from memory.candidates import USER
from memory.dreaming.ideas import Idea
from memory.dreaming.material import Material, Row
from memory.keywords import fold, matter
from memory.marks import subject_key
from memory.policy import PROOFS, Kind
from memory.states import DreamOperation, Phase

PARTS = (Kind.EVENT, Kind.PLAN, Kind.STATE, Kind.PERSON)
GAP = timedelta(days=30)
"""Mentions further apart than this are not of one stretch."""
EPISODE_PARTS = 3
EPISODE_SPAN = timedelta(days=5)
PARTS_MOST = 8
_I = re.IGNORECASE


@dataclass(frozen=True)
class Matter:
    """A kind of ongoing matter: what speaks of it, what ends it, and what it is called. `whose` when it is somebody's."""

    zh: str
    en: str
    speaks: re.Pattern[str]
    ends: re.Pattern[str]
    whose: bool = False


MATTERS = (
    Matter(
        "找工作", "looking for a job",
        re.compile(r"面试|简历|投递|笔试|猎头|找工作|换工作|求职|\binterview|\bcv\b|\bresume\b|\bjob (?:hunt|search|application)|\bapplied for\b|\brecruiter", _I),
        re.compile(r"拿到.{0,4}offer|入职|录用|找到工作|签了(?:合同|三方)|\bgot the job\b|\baccepted (?:the|an) offer\b|\bstarted (?:my|the|a) new job\b", _I),
    ),
    Matter(
        "准备考试", "preparing for an exam",
        re.compile(r"考研|考公|高考|中考|考试|复习|备考|模考|真题|考证|雅思|托福|四级|六级|司考|法考|驾照|科目[一二三四]|\bexam|\brevision\b|\brevising\b|\bmock\b|\bielts\b|\btoefl\b|\bdriving test\b|\bfinals\b", _I),
        re.compile(r"考完|考上|上岸|没考上|考过了|拿到(?:证|驾照)|出分|成绩出来|\bexams? (?:is|are) over\b|\bpassed (?:my|the) (?:exam|test|driving)|\bfailed (?:my|the) (?:exam|test)\b|\bgot (?:into|my results)\b", _I),
    ),
    Matter(
        "{who}生病", "{who} being ill",
        re.compile(r"生病|不舒服|发烧|咳嗽|呕吐|吐了|拉肚子|没精神|不吃东西|不肯吃|打针|输液|吃药|复查|住院|看病|医院|宠物医院|检查结果|手术|\bsick\b|\bill\b|\bfever\b|\bvomit|\bthrew up\b|\bvet\b|\bhospital\b|\bsurgery\b|\bmedicine\b|\bnot eating\b|\bcheck-?up\b", _I),
        re.compile(r"好了|痊愈|康复|出院|恢复了|没事了|去世|走了|\brecovered\b|\b(?:much|all) better\b|\bout of (?:the )?hospital\b|\bdischarged\b|\bpassed away\b|\bdied\b|\bback to normal\b", _I),
        whose=True,
    ),
    Matter(
        "搬家", "moving house",
        re.compile(r"搬家|找房|看房|租房|签合同|打包|装修|退租|\bmoving (?:house|out|in)\b|\bflat hunting\b|\bviewings?\b|\blandlord\b|\bpacking\b|\brenovat", _I),
        re.compile(r"搬完|搬进|住进|装修完|\bmoved in\b|\bfinished (?:moving|renovating)\b|\bsettled in\b", _I),
    ),
    Matter(
        "准备婚礼", "wedding plans",
        re.compile(r"婚礼|订婚|婚纱|彩礼|婚宴|喜糖|领证|\bwedding\b|\bengaged\b|\bbridesmaid\b|\bvenue\b", _I),
        re.compile(r"结完婚|办完婚礼|结婚了|\bgot married\b|\bafter the wedding\b", _I),
    ),
    Matter(
        "写论文", "writing a thesis",
        re.compile(r"论文|开题|答辩|投稿|审稿|盲审|\bthesis\b|\bdissertation\b|\bpaper\b|\bviva\b|\bdefen[cs]e\b|\bsubmission\b", _I),
        re.compile(r"答辩(?:过|通过|完)|论文(?:交|过|中)了|毕业了|\bsubmitted (?:my|the) (?:thesis|dissertation|paper)\b|\bpassed my viva\b|\bgraduated\b", _I),
    ),
    Matter(
        "备孕和怀孕", "expecting a baby",
        re.compile(r"怀孕|孕检|产检|预产期|备孕|孕吐|\bpregnan|\bdue date\b|\bultrasound\b|\bmidwife\b", _I),
        re.compile(r"生了|出生|顺产|剖腹产|\bgave birth\b|\bwas born\b", _I),
    ),
)  # fmt: skip
_CAT_DOG = re.compile(r"[猫狗兔鼠鸟龟]|\bcat\b|\bdog\b|\brabbit\b", _I)


@dataclass(frozen=True)
class Stretch:
    """The parts of one ongoing matter, of one person or pet, in the order of their days."""

    matter: Matter
    subject: str
    lang: str
    parts: tuple[Row, ...]

    @property
    def name(self) -> str:
        who = who_of(self.subject, self.lang)
        return (self.matter.zh if self.lang == "zh" else self.matter.en).format(who=who)

    @property
    def over(self) -> bool:
        """Whether its last part tells how it ended."""
        return bool(self.matter.ends.search(self.parts[-1].statement))


def who_of(subject: str, lang: str) -> str:
    if subject == USER:
        return "自己" if lang == "zh" else "you"
    return subject if lang == "zh" or subject[:1].isupper() else f"your {subject}"


def stretches(material: Material) -> list[Stretch]:
    """The ongoing matters the memories speak of, each as its latest unbroken stretch of at least two days."""
    groups: dict[tuple[int, str, str], list[Row]] = {}
    calls = _calls(material)
    for row in material.rows:
        if row.kind not in PARTS or row.day is None or not row.days or row.source == "summary":
            continue
        told = f"{row.value} {row.statement}"
        for number, one in enumerate(MATTERS):
            if one.speaks.search(told) or one.ends.search(told):
                subject = _whose(row, calls) if one.whose else USER
                groups.setdefault((number, subject, row.lang), []).append(row)
                break
    found = []
    for (number, subject, lang), rows in groups.items():
        parts = _latest(sorted(rows, key=lambda row: (row.day or row.recorded_at.date(), row.recorded_at)))
        speaks = [row for row in parts if MATTERS[number].speaks.search(f"{row.value} {row.statement}")]
        if len(parts) >= PROOFS[Kind.THREAD] and len({row.day for row in parts}) >= 2 and speaks:
            found.append(Stretch(MATTERS[number], subject, lang, tuple(parts)))
    return found


def _calls(material: Material) -> dict[str, str]:
    """By folded name or word: the word for somebody whose name is known, so that 小花 and 猫 are one."""
    calls = {}
    for row in material.open(Kind.PERSON):
        if row.attribute == "name" and row.polarity > 0:
            calls[fold(row.value)] = row.subject
    return calls


def _whose(row: Row, calls: dict[str, str]) -> str:
    """Whom an illness is of: the subject, or the known name or pet that the words begin with."""
    if row.subject != USER:
        return calls.get(fold(row.subject), row.subject)
    for name, subject in calls.items():
        if name and name in fold(row.statement):
            return subject
    found = _CAT_DOG.search(row.value)
    return found[0] if found else USER


def _latest(rows: Sequence[Row]) -> list[Row]:
    kept: list[Row] = []
    for row in rows:
        if kept and row.day and kept[-1].day and row.day - kept[-1].day > GAP:
            kept = []
        kept.append(row)
    return kept


def ongoing(material: Material) -> list[Idea]:
    """Threads that begin and end, and the episodes they leave; the stretches are looked for once."""
    among = stretches(material)
    told = episodes(material, among)
    return [*threads(material, among), *told, *closings(material, among, told)]


def threads(material: Material, among: Sequence[Stretch]) -> list[Idea]:
    """A thread for each stretch that is not over and that no thread tells of yet."""
    known = [row for row in material.rows if row.kind is Kind.THREAD]
    found = []
    for stretch in among:
        fresh = material.now.date() - (stretch.parts[-1].day or material.now.date()) <= GAP
        if stretch.over or not fresh or any(_same(stretch, row) for row in known):
            continue
        said = f"你最近在忙：{stretch.name}" if stretch.lang == "zh" else f"Under way for you: {stretch.name}"
        found.append(
            Idea(
                DreamOperation.THREAD, "spoken_of_again", _ids(stretch), Kind.THREAD, stretch.subject, "goal",
                stretch.name, said, lang=stretch.lang, confidence=0.75, weight=2.5,
            )
        )  # fmt: skip
    return found


def _same(stretch: Stretch, thread: Row) -> bool:
    if subject_key(thread.subject) != subject_key(stretch.subject):
        return False
    told = f"{thread.value} {thread.statement}"
    return bool(
        stretch.matter.speaks.search(told)
        or matter(thread.value) & matter(stretch.name)
        or fold(thread.value) == fold(stretch.name)
    )


def episodes(material: Material, among: Sequence[Stretch]) -> list[Idea]:
    """One dated account of a stretch that is over; the thread of it closes."""
    told = {row.value for row in material.rows if row.source == "summary" and row.kind is Kind.EVENT}
    found = []
    for stretch in among:
        days = [row.day for row in stretch.parts if row.day]
        if not stretch.over or len(stretch.parts) < EPISODE_PARTS or days[-1] - days[0] < EPISODE_SPAN:
            continue
        value = f"{stretch.name} {days[0].isoformat()}"
        if value in told:
            continue
        thread = next((row for row in material.open(Kind.THREAD) if _same(stretch, row)), None)
        found.append(
            Idea(
                DreamOperation.EPISODE, "came_to_an_end", _ids(stretch), Kind.EVENT, stretch.subject, "episode", value,
                account(stretch), lang=stretch.lang, confidence=0.8, weight=2.2,
                closes=thread.id if thread and not thread.exempt else None,
            )
        )  # fmt: skip
    return found


def account(stretch: Stretch) -> str:
    """The stretch in one sentence, every day written out: relative words would be wrong tomorrow."""
    parts = list(stretch.parts)
    if len(parts) > PARTS_MOST:
        parts = [*parts[: PARTS_MOST // 2], *parts[-PARTS_MOST // 2 :]]
    zh = stretch.lang == "zh"
    told = []
    for row in parts:
        day = row.day
        if day is None:
            continue
        what = row.statement.rstrip("。.")
        dated = str(day.year) in what
        if zh:
            told.append(what if dated else f"{day.year}年{day.month}月{day.day}日，{what}")
        else:
            told.append(what if dated else f"on {day:%B} {day.day}, {day.year}: {what}")
    return (
        f"{stretch.name}：{'；'.join(told)}"
        if zh
        else f"{stretch.name[:1].upper()}{stretch.name[1:]}: {'; '.join(told)}"
    )


def closings(material: Material, among: Sequence[Stretch], told: Sequence[Idea]) -> list[Idea]:
    """A thread whose outcome was told closes, where no episode of those `told` closes it."""
    closed = {idea.closes for idea in told}
    found = []
    for stretch in among:
        if not stretch.over:
            continue
        for row in material.open(Kind.THREAD):
            if (
                row.phase in (Phase.OPEN, Phase.RESTING)
                and not row.exempt
                and _same(stretch, row)
                and row.id not in closed
            ):
                found.append(
                    Idea(
                        DreamOperation.WEAKEN,
                        "came_to_an_end",
                        (stretch.parts[-1].id, row.id),
                        closes=row.id,
                        lang=row.lang,
                        weight=2.1,
                    )
                )
    return found


def _ids(stretch: Stretch) -> tuple[UUID, ...]:
    return tuple(row.id for row in stretch.parts)
