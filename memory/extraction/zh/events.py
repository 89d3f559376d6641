"""What happened or lies ahead: dated clauses, and a few verbs that make an event without a date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from memory.candidates import USER, Precision
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import BLANK, Clause, Sentence
from memory.extraction.zh.subjects import Subject
from memory.extraction.zh.table import trimmed
from memory.policy import Kind
from memory.when import Found

_VERB = re.compile(
    r"去|来|回|到|飞|考|面试|开会|出差|旅游|旅行|搬|结婚|离婚|订婚|手术|住院|出院|体检|复查|看病|"
    r"看演唱会|演唱会|聚会|聚餐|吃饭|吃|约|见|参加|办|交|答辩|"
    r"毕业|入职|离职|辞职|被|开学|放假|生日|过生日|比赛|表演|上班|加班|报到|签|买|卖|拿|领|分手|"
    r"吵架|吵了|生了|走了|去世|过世|死了|丢|摔|撞|跑|爬|做|当|打|学|拔牙|"
    r"接|送|陪|请|预产期|上课|演出|发布|出发|起飞|相亲|求婚|搬家|装修|升职|裁|骂|哭|失恋|逛|逛街|"
    r"看|完成|通过|开始|值班|培训|团建|约会|检查|发|订|定了"
)
_FILL = re.compile(
    r"^(?:我们|我|也|就|又|还|都|才|刚刚?|终于|可能|准备|打算|计划|应该|已经|大概|好像|要|会|得|"
    r"将要|将|想|需要|必须|和我|有个?|是|的|，|,|前|之前|以前|以后|后|左右|那天|的时候|时候|\s)+"
)
_FUTURE = re.compile(r"要|会(?!议)|打算|准备|计划|将|得(?=把|去|交|在)|预产期|想去|约了|定了|订了")
_UNDATED = (
    re.compile(
        r"^(?:我)?(?:今天)?终于(?P<v>(?:拿到|考过|通过|考上|找到|买到|完成|写完|交|做完|搬|毕业|辞|"
        r"分手|学会|见到)[^，。]{0,14}?)了?(?:[！!]|$)"),
    re.compile(r"^(?:我)?(?:将要|即将|要去?|准备)参加(?:的)?(?P<v>[\u4e00-\u9fffA-Za-z·]{2,20}?)$"),
    re.compile(
        r"^(?:我)?(?:今天|昨天|刚才?|刚刚)?(?P<v>被(?:[\u4e00-\u9fff]{0,6})?(?:骂|裁|开除|分手|甩|"
        r"拒绝?|放鸽子|骗|录取|表扬|辞退)(?:了)?)"),
    re.compile(r"^(?:我)?(?P<v>生了[个一对][^，。]{0,6}|怀孕了|小时候被[^，。]{1,8})$"),
    re.compile(
        r"^我(?:要|得|准备|打算|即将)(?P<v>当伴[娘郎]|搬家|结婚|出差|面试|做手术|动手术|"
        r"考[\u4e00-\u9fffA-Z]{1,8}|去[\u4e00-\u9fff]{1,8}(?:出差|旅游|留学|面试|工作|实习|"
        r"读书))(?:了)?$"),
    re.compile(
        r"^(?:我)?(?:又|刚刚?|终于|也|和[\u4e00-\u9fff]{1,5}|跟[\u4e00-\u9fff]{1,5})*"
        r"(?P<v>换工作|失恋|分手|离婚|结婚|被裁|失业|搬家|升职|毕业|辞职)(?:了|啦|$)"),
)  # fmt: skip
_WEIGHS = re.compile(
    r"^(?:我)?(?:最近|这阵子|因为|为了)*(?P<v>换工作|找工作|失业|失恋|分手|搬家|备考|考研|考公|"
    r"带娃|装修|离婚|写论文|面试|手术|吵架|被裁)"
    r"(?:的事|这事|这件事)?(?=很|好|太|真|特别|非常|有点|让我|弄得|搞得|压力)"
)
_THING = re.compile(
    r"^(?:我将要参加的)?(?P<e>[\u4e00-\u9fffA-Za-z0-9·]{2,20}(?:会|节|赛|展|营|班|论坛|盛典|盛宴|"
    r"行动|之旅|活动|典礼|汇|训练|沙龙|周|季|计划|聚|享|趴|派对|夜|宴|赏))[，,]?(?:它)?的"
    r"(?P<k>时间|地点|持续时间|规模|主要内容)是(?P<v>.+)$"
)
_KEYS = {"时间": "event_when", "地点": "event_where", "持续时间": "event_length", "规模": "event_scale",
         "主要内容": "event_main"}  # fmt: skip
_VAIN = re.compile(
    r"^(?:谢谢|多谢|感谢|谢啦|辛苦|抱歉|对不起|麻烦)|更好|最好|不错|合适|不[到了会能去想]|没有?|的[他她它人]$|[他她它]的?|好多人|很多人|创办|就好"
)
_GONE = ("走", "死", "丢", "没")
_TRIVIAL = re.compile(
    r"(?:去|就|再|又|要)*(?:吃|喝|睡|洗|上班|下班|加班|回家|起床|看(?!病|演唱会|医生|牙)|买|跑步|"
    r"来|走|做饭|打游戏|学习|上课|做(?!手术|完)[^手])(?!了一整)|.*(?:找你|跟你|陪你|告诉你|和你)"
)
"""Days are full of these: within a day or two they are talk, not memory."""
_LASTING = re.compile(
    r"去世|过世|结婚|离婚|毕业|退休|搬|出生|手术|考上|住院|确诊|辞职|入职|出国|留学|生了|分手|"
    r"创业|买房"
)
_INTENT = re.compile(r"打算|计划|准备|决定")
_OPENS = re.compile(
    r"(?:我|和|跟|与|把|被|给|陪|带|帮|一起|全家|请|在[\u4e00-\u9fff]{1,6})?.{0,8}?(?:" + _VERB.pattern + ")"
)
_JOINING = re.compile(r"^我(?:将要|即将|准备|要)参加的?(?P<v>[\u4e00-\u9fffA-Za-z0-9·]{2,24}?)(?=[，,。]|$)")
_NOT_EVENT = re.compile(
    r"^(?:最近|现在|目前|这阵子|这段时间|近来)|每[天周晚]|生日|岁|年纪|天气|下雨|开放|上映|票价|"
    r"营业|出生|获得|获奖|成立|发行|播出"
)


def about_things(sentence: Sentence, times: list[Found], scene: Scene) -> Iterator[Fact]:
    """Facts on an event named by its title: 年会的时间是下周三."""
    if joined := _JOINING.match(sentence.text):
        start, end = (sentence.start + o for o in joined.span("v"))
        yield Fact(USER, "event_what", start, end, (sentence.start, sentence.end), kind=Kind.PLAN)
    found = _THING.match(sentence.text)
    if not found or BLANK in sentence.text:
        return
    start, end = trimmed(scene.line.text, *(sentence.start + o for o in found.span("v")))
    if 0 < end - start <= 200:
        name = found["e"].removeprefix("我将要参加的")
        when = next((t.span for t in times if start <= t.start < end), None) if found["k"] == "时间" else None
        yield Fact(
            name, _KEYS[found["k"]], start, end, (sentence.start, sentence.end), kind=Kind.EVENT, when=when
        )


def read(
    subject: Subject, clause: Clause, times: list[Found], scene: Scene, dated_only: bool = False
) -> Iterator[Fact]:
    """The event of a clause: what is left of it without its time."""
    here = [t for t in times if clause.start <= t.start and t.end <= clause.end]
    if not here and dated_only:
        return
    if not here:
        yield from _undated(subject, clause, scene)
        return
    if _NOT_EVENT.search(clause.text) or BLANK in clause.text:
        return
    time = next((t for t in here if t.span.precision is not Precision.VAGUE), None)
    if time is None:
        return
    before = clause.text[subject.at - clause.start : time.start - clause.start]
    after_start = time.end - clause.start
    after = clause.text[after_start:]
    told = after.strip("了的啊呢吧前后 ")
    at = after_start if len(told) >= 2 or told in _GONE else subject.at - clause.start
    body = after if at == after_start else before
    yield from _event(subject, clause, time, at, body, scene)


def _event(subject: Subject, clause: Clause, time: Found, at: int, body: str, scene: Scene) -> Iterator[Fact]:
    fill = _FILL.match(body)
    offset = fill.end() if fill else 0
    body = re.sub(r"(?:是|在|就)$", "", body)
    start = clause.start + at + offset
    start, end = trimmed(scene.line.text, start, clause.start + at + len(body))
    what = scene.line.text[start:end]
    if what in _GONE and scene.line.text[end : end + 1] == "了":
        end += 1
        what += "了"
    if not 2 <= len(what) <= 20:
        return
    if not _VERB.search(what) or _VAIN.search(what):
        return
    if time.span.precision is Precision.YEAR and not (
        subject.explicit and (_LASTING.search(what) or _INTENT.search(clause.text))
    ):
        return
    if not subject.explicit and subject.who == USER and not _OPENS.match(what):
        return
    past = time.span.end < scene.now
    if _near(time, scene) and _TRIVIAL.match(what):
        return
    today = time.span.start <= scene.now <= time.span.end
    done = bool(re.search(r"了(?!$|解)|过|被|刚", clause.text) or clause.text.endswith("了"))
    ahead = not past and (not today or bool(_FUTURE.search(clause.text)) or not done)
    kind = Kind.PLAN if ahead else Kind.EVENT
    yield Fact(
        subject.who, "event_what", start, end, (clause.start, clause.end), kind=kind, when=time.span,
        confidence=0.85,
    )  # fmt: skip


def _near(time: Found, scene: Scene) -> bool:
    return abs(time.span.start - scene.now) < timedelta(days=2)


def circumstance(subject: Subject, clause: Clause) -> Iterator[Fact]:
    """What a feeling is about: 换工作很焦虑."""
    if subject.who == USER and (found := _WEIGHS.match(clause.text)):
        span = (clause.start + found.start("v"), clause.start + found.end("v"))
        said = f"你正在经历：{found['v']}"
        yield Fact(
            USER, "event_what", *span, (clause.start, clause.end), kind=Kind.EVENT, confidence=0.8, said=said
        )


def _undated(subject: Subject, clause: Clause, scene: Scene) -> Iterator[Fact]:
    for pattern in _UNDATED:
        text = clause.text if subject.who == USER else clause.text[subject.at - clause.start :]
        base = clause.start if subject.who == USER else subject.at
        if found := pattern.match(text):
            start, end = trimmed(scene.line.text, base + found.start("v"), base + found.end("v"))
            if end > start:
                kind = Kind.PLAN if "参加" in found[0] else Kind.EVENT
                yield Fact(
                    subject.who,
                    "event_what",
                    start,
                    end,
                    (clause.start, clause.end),
                    kind=kind,
                    confidence=0.8,
                )
            return
