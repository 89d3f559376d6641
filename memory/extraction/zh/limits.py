"""What the user asks of the companion: boundaries, ways of talking, promises exchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.candidates import USER, Operation
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import Clause, Sentence
from memory.extraction.zh.table import trimmed
from memory.policy import Kind

_NEVER = r"(?:别|不要|不许|不准|少|甭|勿|禁止|千万别)"
_RAISE = r"(?:提起|提到|提|聊起|聊到|聊|谈起|谈|说起|讨论|过问|问起|问我|问|八卦)"
_BOUNDARIES = (
    re.compile(
        rf"(?P<v>(?:[\u4e00-\u9fff]{{0,6}}(?:时间|时候|后|前|点))?{_NEVER}(?:再|老|总|跟我|和我|对我|"
        rf"给我|一直|随便)*{_RAISE}(?P<x>[^，。,]{{1,16}}))"),
    re.compile(
        rf"(?P<v>(?:我)?(?:不想|不愿意?|不愿|不太想|不希望)(?:再|你|你再|跟你|跟人|和你|"
        rf"被人)*{_RAISE}(?P<x>[^，。,]{{1,16}}))"),
    re.compile(
        rf"(?P<v>(?:关于)?(?P<x>[^，。,\s]{{1,10}}?)(?:的事情?|这件?事|这个?话题)?(?:我)?(?:以后|"
        rf"你)?(?:也)?{_NEVER}(?:再|老|总|来)*{_RAISE})(?:了|我了|好吗|吧)*$"),
    re.compile(
        rf"(?P<v>(?P<x>[^，。,\s]{{1,10}}?)(?:的事情?|这件?事|这个?话题)?我(?:真的)?不(?:太)?(?:想|"
        rf"愿意)(?:再)?{_RAISE})(?:了)?$"),
    re.compile(
        rf"(?P<v>(?P<x>[\u4e00-\u9fff\d:：]{{0,12}}(?:时间|时候|以后|之后|之前|点后|点之后|点前|晚上|"
        rf"半夜|周末)){_NEVER}(?:再)?(?:给我|找我)(?:发消息|发信息|打扰|推送|发|消息)?)"),
    re.compile(rf"(?P<v>{_NEVER}(?:再)?(?:给我|跟我)?(?:推荐|安利|推送)(?P<x>[^，。,]{{1,12}}))"),
)  # fmt: skip
_LIFTED = re.compile(
    rf"(?:现在|以后|已经)?(?:可以|能)(?:再|跟我|和我|随便)*{_RAISE}(?P<v>[^，。,吗]{{1,12}}?)(?:的事)?了"
    rf"|(?P<w>[\u4e00-\u9fff]{{1,10}}?)(?:的事情?|这件?事)?(?:现在|以后)?可以(?:再)?{_RAISE}了"
)
_STYLES = (
    re.compile(
        r"(?P<v>(?:说话|回答|回复|回我|消息|话|讲话|语气)?(?:尽量)?(?:都)?(?:短|简短|简洁|精简|温柔|"
        r"直接|慢|正经|活泼|随意|口语化|详细|长|轻松|严肃)(?:一?点儿?|一些|些))(?:就好|吧|好吗|哦|呗|"
        r"啊)*$"),
    re.compile(
        r"(?P<v>(?:不要|别)(?:再)?(?:老|总|总是|老是|一直)?(?:用|发|叫|喊|给我|"
        r"跟我)?(?:给)?(?:我)?(?:建议|讲道理|说教|讲大道理|分析|灌鸡汤|鸡汤|感叹号|表情包?|emoji|"
        r"颜文字|全名|敬语|您|长篇大论|废话|客套|哄我|安慰我|催我|打断我?|教育我|评判我?|出主意|"
        r"亲爱的|宝宝|宝贝))(?:了|啦|吧|好吗)*$"),
    re.compile(
        r"(?P<v>(?:难过|伤心|生气|烦|焦虑|不开心|心情不好|崩溃|低落)的?时候(?:我)?(?:只|就)?(?:想|"
        r"希望|需要)[^，。]{2,14})"),
    re.compile(
        r"(?P<v>(?:我)?(?:不想|不需要|不喜欢|不爱)(?:再)?听(?:建议|道理|大道理|说教|鸡汤|分析|意见))"),
    re.compile(
        r"(?P<v>(?:以后|请)?(?:都|一律|全部)?(?:用|说)(?:中文|英文|英语|普通话|粤语|文言文|东北话|"
        r"敬语)(?:回我|回答|回复|跟我说话?|聊)?)(?:吧|就好|好吗)*$"),
    re.compile(
        r"(?P<v>(?:多|少)(?:用|发|说|讲|问)(?:点|一点|些)?(?:表情|emoji|笑话|段子|比喻|例子|废话|问题|"
        r"英文|成语))(?:吧|点|一点)*$"),
    re.compile(r"(?P<v>(?:只|就)(?:要|想)?(?:听我说|陪着我|听着|倾听|陪我)(?:就好|就行|就可以)?)$"),
)  # fmt: skip
_PARTICLE = re.compile(r"[了啦吧呢啊哦呀哈嘛~～！!\s]+$")
_POLITE = re.compile(r"了?[,，]?(?:好吗|行吗|可以吗|好不好|行不行|可以不|谢谢|拜托)+$")
_NOW = re.compile(r"今天|今晚|现在|这会儿|此刻|暂时|先|这次|这几天")
_AGREED = re.compile(r"^(?:说好了|一言为定|约好了|那说定了|拉钩)$")
_PROMISE = re.compile(
    r"(?:我)?(?:答应你?|保证|跟你保证|向你保证|发誓|承诺)(?:你)?(?!过|了|"
    r"[他她它我])(?:我)?(?P<v>[^，。]{0,24})$"
)
_OWN = re.compile(
    r"(?:我)(?:一定|肯定|答应你|保证)?(?:会|来)(?:记得|记着|提醒你|陪你|再?问你|等你|"
    r"帮你记)?(?P<v>[^，。！!]{2,30})|(?:我)?(?:答应你|保证|说好了)(?P<w>[^，。！!]{2,30})"
)
_COMMITS = re.compile(
    r"记得|记着|记住|提醒|明天|后天|下次|到时候?|以后|下周|一定|答应|保证|不再|不会再|每天|问你|"
    r"陪你"
)


def read(sentence: Sentence, clause: Clause, scene: Scene) -> Iterator[Fact]:
    """Boundaries, their lifting, and ways of talking that the clause sets."""
    text = clause.text
    if found := _LIFTED.search(text):
        group = "v" if found["v"] else "w"
        yield _fact(scene, clause, found.span(group), "boundary", Operation.LIFT)
        return
    for pattern in _STYLES:
        if found := pattern.search(text):
            now = bool(_NOW.search(text)) and not text.startswith("以后")
            yield _fact(scene, clause, found.span("v"), "style", Operation.STATE, now)
            return
    for pattern in _BOUNDARIES:
        if (found := pattern.search(text)) and not re.match(r"我(?:们)?(?:一起|俩)", text):
            now = bool(re.search(r"今天|今晚|现在|这会儿|暂时", text))
            yield _fact(scene, clause, found.span("v"), "boundary", Operation.STATE, now)
            return


def _fact(
    scene: Scene,
    clause: Clause,
    span: tuple[int, int],
    attribute: str,
    operation: Operation,
    now: bool = False,
) -> Fact:
    start, end = clause.start + span[0], clause.start + span[1]
    if particle := _PARTICLE.search(scene.line.text[start:end]):
        end = start + particle.start()
    if polite := _POLITE.search(scene.line.text[start:end]):
        end = start + polite.start()
    kind = Kind.STATE if now and attribute == "style" else None
    return Fact(
        USER, attribute, start, end, (clause.start, clause.end), operation=operation, kind=kind, sitting_only=now,
        confidence=0.95,
    )  # fmt: skip


def promises(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """What the user commits to; the words may stand in the clause after 我答应你."""
    clauses = sentence.clauses
    for i, clause in enumerate(clauses):
        found = _PROMISE.match(clause.text)
        following = clauses[i + 1] if i + 1 < len(clauses) else None
        if found and len(found["v"].strip()) >= 2:
            span = (clause.start + found.start("v"), clause.start + found.end("v"))
        elif following and (found or _AGREED.match(clause.text)):
            opening = re.match(r"(?:我)?(?:以后|一定|会)*", following.text)
            span = (following.start + (opening.end() if opening else 0), following.end)
        else:
            continue
        start, end = trimmed(scene.line.text, *span)
        if end - start >= 2:
            yield Fact(USER, "promise", start, end, (clause.start, max(end, clause.end)), confidence=0.95)


def companion(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """What the companion commits to."""
    for clause in sentence.clauses:
        found = _OWN.search(clause.text)
        if not found or not _COMMITS.search(clause.text):
            continue
        start = clause.start + max(found.start(), 0)
        start, end = trimmed(scene.line.text, start, clause.end)
        if scene.line.text.startswith("我", start):
            start += 1
        said = f"陪伴者答应：{scene.line.text[start:end]}"
        yield Fact(USER, "promise", start, end, (clause.start, clause.end), confidence=0.85, said=said)
