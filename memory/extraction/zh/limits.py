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
_RAISE = r"(?:提起|提到|提(?!有?多|了)|聊起|聊到|聊|谈起|谈|说起|讨论|过问|问起|问我|问|八卦)"
_TOPIC = r"(?:的事情?|这件?事|这个?话题|那些?事|的问题)"
_DISTURB = r"(?:给我|找我|跟我)?(?:发消息|发信息|发语音|打电话|打扰|推送|找我|叫我|吵我|催我|发)"
_BOUNDARIES = (
    re.compile(
        rf"(?P<v>(?:关于|跟)?(?P<x>[^，。,\s]{{1,12}}?){_TOPIC}?(?:我)?(?:以后|你|咱|就|先|也|请|麻烦|都)*{_NEVER}(?:再|老|总|"
        rf"来|跟我|和我|"
        rf"当我面)*{_RAISE})(?:了|我了|我)?$"
    ),
    re.compile(
        rf"(?P<v>(?P<x>[^，。,\s]{{1,12}}?){_TOPIC}?(?:我)(?:真的|现在|暂时|一个字都|半个字都|一点都|一点也|实在)*(?:不(?:太)?(?:想|愿意|"
        rf"愿)|没心情)(?:再|跟你|和你|多)*{_RAISE})"
        r"(?:了)?$"
    ),
    re.compile(
        rf"(?P<v>(?:[\u4e00-\u9fff]{{0,6}}(?:时间|时候|后|前|点))?{_NEVER}(?:再|老|总|总是|老是|跟我|和我|对我|当我面|"
        rf"给我|一直|随便|动不动)*{_RAISE}(?P<x>(?!了|吧|啦|好|我了)[^，。,]{{1,16}}))"
    ),
    re.compile(
        rf"(?P<v>(?:我)?(?:真的|现在|暂时|一点都)*(?:不想|不愿意?|不太想|不希望|没心情|懒得)(?:再|你|跟你|跟人|和你|"
        rf"被人|跟任何人)*{_RAISE}(?P<x>[^，。,]{{1,16}}))"
    ),
    re.compile(
        rf"(?P<v>(?P<x>[\u4e00-\u9fff\d:：]{{0,12}}(?:时间|时候|以后|之后|之前|点后|点之后|点前|晚上|"
        rf"半夜|周末|上课|上班|睡觉)){_NEVER}(?:再|老)*{_DISTURB}?)"
    ),
    re.compile(
        rf"(?P<v>{_NEVER}(?:再|老|总)*(?:在|一)?(?P<x>半夜|大半夜|大晚上|晚上|上班时间|上班的时候|睡觉时间|周末|早上|凌晨|工作时间|十点后){_DISTURB})"
    ),
    re.compile(rf"(?P<v>{_NEVER}(?:再|老|总)*(?:给我|跟我|向我)?(?:推荐|安利|推送)(?P<x>[^，。,]{{1,12}}))"),
    re.compile(rf"(?P<v>(?P<x>[^，。,\s]{{1,10}}?){_TOPIC}?(?:你|以后|我们|咱)*别(?:再|老|总)+说)$"),
    re.compile(
        rf"(?P<v>(?P<x>[^，。,\s]{{1,10}}?){_TOPIC}(?:以后|就|咱们?|我们)*(?:免谈|打住|不谈|不聊|到此为止|翻篇))$"
    ),
    re.compile(
        rf"(?P<v>(?P<x>[\u4e00-\u9fff\d]{{2,8}}){_NEVER}(?:再|老)*(?:打扰我?|吵我|烦我|找我|给我发消息|给我打电话))$"
    ),
    re.compile(rf"(?P<v>{_NEVER}(?:再|老|总)*(?:劝我|催我|拿我)(?P<x>[^，。,]{{2,12}}))"),
)
_LIFTED = re.compile(
    rf"(?:现在|以后|已经)?(?:可以|能)(?:再|跟我|和我|随便)*{_RAISE}(?P<v>[^，。,吗]{{1,12}}?)(?:的事)?了?$"
    rf"|(?P<w>[\u4e00-\u9fff]{{1,10}}?)(?:的事情?|这件?事)?(?:现在|以后)?可以(?:再)?{_RAISE}了?$"
)
_SHORT = r"短|简短|简洁|精简|简单|温柔|直接|慢|正经|活泼|随意|随和|口语化?|详细|长|轻松|严肃|客气|幽默|毒舌|俏皮|自然|热情|冷静|耐心|干脆|具体|认真|狠|甜|软|皮"
_STYLES = (
    re.compile(
        r"(?P<v>(?:我)?(?:难过|伤心|生气|烦|焦虑|不开心|心情不好|崩溃|低落|哭|难受|emo|发火|吐槽|累|紧张)的?时候(?:我|你)?(?:只|就|先|别|不要|最)*(?:想|"
        r"希望|需要|抱抱|陪|听|给|说|讲|用|劝|分析|安慰|问)[^，。]{0,14})"
    ),
    re.compile(
        r"(?P<v>(?:不要|别)(?:再)?(?:叫|喊|称呼)我(?!去|来|滚|回|吃|起|做|干|什么)[\u4e00-\u9fffA-Za-z]{1,6})$"
    ),
    re.compile(
        rf"(?P<v>(?:说话|回答|回复|回我|消息|讲话|语气|措辞|聊天)(?:请|尽量|可以|能|最好|都|要|希望|得|给我|稍微)+(?:再)?(?:{_SHORT}))(?:就好|就行|"
        rf"吧)*$"
    ),
    re.compile(
        rf"(?P<v>(?:跟我)?(?:说话|回答|回复|回我|回|消息|话|讲话|语气|聊天|安慰我|讲|跟我说话?|说)?(?:尽量|可以|能|稍微|的时候|"
        rf"再)*(?:都)?(?:{_SHORT})(?:一?点儿?|一些|些))(?:就好|就行|就成|吧|"
        r"好吗|哦|呗|啊)*$"
    ),
    re.compile(
        r"(?P<v>(?:回复|回答|消息|说话|句子|语气|话)?(?:别|不要|不用|不许|甭)(?:再)?(?:这么|那么|太|总是?|老是?|一直|动不动就?)+(?:官方|客气|正式|长|啰嗦|"
        r"严肃|敷衍|机械|书面|生硬|肉麻|夸张|端着|冷淡|文绉绉|像(?:客服|机器人|老师|念稿子)))(?:了)?$"
    ),
    re.compile(
        r"(?P<v>(?:跟我)?(?:说话|聊天|回复)?(?:不要|别|不用|不许|少|甭|不必)(?:再|跟我|给我|对我|每次都?|整那些|整|讲那些|来那套|一直|老是?|总是?|动不动就?|"
        r"一上来就|这么|那么)*(?:用|发|叫|喊|给我|讲|说|问|搞)?(?:给)?(?:我)?"
        r"(?:这么多|那么多|那些|什么|一大堆|一堆)?"
        r"(?:提?建议|讲?道理|说教|讲?大道理|分析|灌?鸡汤|感叹号|表情包?|emoji|颜文字|全名|敬语|您|长篇大论|废话|客套话?|哄我|安慰我|催我|打断我?|教育我|"
        r"评判我?|出主意|亲爱的|宝宝|宝贝|反问我?|追问我?|提?问题|敷衍我?|夸我|附和我?|复述我?(?:的话)?|重复我?(?:的话)?|书面语|专业术语|英文|网络用语|列点|分点|"
        r"列表|客气|说对不起|道歉|总结|复读|装可爱|卖萌|叹号|波浪号|句号|套话|官话|场面话|打官腔|阴阳怪气|爹味|端水|绕弯子|兜圈子|墨迹|磨叽|拐弯抹角|藏着掖着|画饼|打太极|煽情|"
        r"上价值|绕圈子|打哈哈))(?:了|啦|吧|好吗|那套)*$"
    ),
    re.compile(
        r"(?P<v>(?:我)?(?:难过|伤心|生气|烦|焦虑|不开心|心情不好|崩溃|低落|哭|难受|emo|发火|吐槽)的?时候(?:我|你)?(?:只|就|先|别|不要|最)?(?:想|"
        r"希望|需要|抱抱|陪|听|给|说|讲|用)[^，。]{1,14})"
    ),
    re.compile(
        r"(?P<v>(?:我)?(?:真的)?(?:不想|不需要|不喜欢|不爱|讨厌)(?:再)?(?:听|看到|要)(?:任何|什么|那些|别人的?)?(?:建议|道理|大道理|说教|鸡汤|分析|"
        r"意见|安慰))"
    ),
    re.compile(
        r"(?P<v>(?:请)?(?:都|一律|全部|尽量)?(?:用|说|讲)(?:中文|英文|英语|普通话|粤语|广东话|文言文|东北话|四川话|上海话|闽南语|繁体字?|简体字?|日语|敬语|"
        r"大白话|人话|口语)"
        r"(?:回我|回答|回复|跟我说话?|跟我聊天?|和我聊天?|聊天?)?)(?:吧|就好|就行|好吗)*$"
    ),
    re.compile(
        r"(?P<v>(?:多|少)(?:用|发|说|讲|问|夸|听|给|来)(?:我)?(?:点|一点|些|几句)?(?:表情|emoji|笑话|段子|比喻|例子|废话|问题|问我?|英文|成语|我说|"
        r"道理|大道理|建议|夸奖|鼓励|反问|"
        r"感叹号|细节|术语|我))(?:吧|点|一点)*$"
    ),
    re.compile(
        r"^(?:我|今天|今晚|现在|你|能不能)*(?P<v>(?:只|就|先|你)+(?:要|想|需要|让)?(?:有人|你)?(?:听我说(?:完|说)?|陪着我|听着|倾听|陪我|抱抱我|"
        r"站我这边|哄哄我|安静听))(?:就好|就行|就可以|就够了|好吗)*$"
    ),
    re.compile(
        r"(?:^|(?<=你))(?P<v>(?:直接|先|尽量|只|就|挑)*(?:说|给|讲|上)(?:结论|重点|答案|方案|步骤|结果|实话|干货))(?:吧|就行|就好)*$"
    ),
    re.compile(
        r"(?P<v>(?:像|跟)(?:个)?(?:朋友|闺蜜|哥们|姐姐|哥哥|老朋友|真人|正常人)(?:一样|那样|似的)(?:跟我|和我)?(?:聊天?|说话|相处|就好|回我)?)(?:吧|"
        r"就行|就好)*$"
    ),
    re.compile(
        r"(?P<v>(?:回复|回答|每次|消息|一次)?(?:都)?(?:不要|别|不许)超过[\u4e00-\u9fff\d]{1,4}(?:句话?|字|行|条))(?:就行|就好|吧)*$"
    ),
    re.compile(
        r"(?P<v>多给(?:我)?(?:一些|一点|点|些)?(?:具体|实用|有用)?的?(?:建议|例子|细节|步骤|鼓励|反馈|方案))$"
    ),
    re.compile(
        r"(?P<v>(?:每次|一次)(?:只|最多|就)?(?:回|说|问|发)(?:我)?(?:[一两二三几\d]+)(?:句话?|个问题|条|行))(?:就行|就好|吧)*$"
    ),
)
_PARTICLE = re.compile(r"[了啦吧呢啊哦呀哈嘛~～！!\s]+$")
_POLITE = re.compile(
    r"[了吧]?[,，]?(?:好吗|行吗|可以吗|好不好|行不行|可以不|谢谢|拜托|成吗|好嘛|求你了?|行么|好么|ok|OK)+$"
)
_NOW = re.compile(r"今天|今晚|现在|这会儿|此刻|暂时|先|这次|这几天")
_AGREED = re.compile(
    r"^(?:那)?(?:就|咱们?|我们)?(?:说好了?|说定了?|一言为定|约好了?|约定了?|拉钩|不骗你|骗你是小狗)$"
)
_PROMISE = re.compile(
    r"(?:行|好|嗯|放心)?(?:吧|的)?(?:我)?(?:答应你?|保证|跟你保证|向你保证|发誓|承诺)(?:你)?(?!过|了|"
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
    text = _POLITE.sub("", clause.text).rstrip("了啦吧呢啊哦呀哈嘛吗么~～！! ")
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


_TO_YOU = re.compile(
    r"^(?:我)?(?:明天|后天|下次|回头|到时候?|晚点|等会儿?|回来|周末|下周|有结果|第一时间|之后|以后|考|面|试|体检|看|忙|拿到|出|[去完好了就])*"
    r"(?:(?<=[完天次头候周之试])|(?<=[完果好到出]了)|(?<=完就)|(?<=一时间)|我?(?:一定|肯定|会))(?:我)?(?:一定|肯定|会|第一时间|第一个|再|就|来|"
    r"都)*(?:告诉你|跟你说|来找你|跟你讲|跟你汇报|汇报给你|给你看|讲给你听|跟你分享|发给你看|给你发照片)[^，。]{0,8}$"
)
"""A commitment to the companion itself, without a verb of promising."""


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
        elif (own := _TO_YOU.match(clause.text)) and "?" not in sentence.ends and "？" not in sentence.ends:
            span = (clause.start + (1 if own[0].startswith("我") else 0), clause.end)
        else:
            continue
        start, end = trimmed(scene.line.text, *span)
        if end - start >= 2:
            yield Fact(USER, "promise", start, end, (clause.start, max(end, clause.end)), confidence=0.95)


_GIVES_WORD = re.compile(
    r"^(?:好|嗯|行|放心)?(?:的|吧)?(?:我)?(?:答应你?|跟你保证|向你保证|保证|说好了?|说定了?|一言为定|约好了?)(?:了)?$"
)


def companion(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """What the companion commits to."""
    clauses = sentence.clauses
    for clause, following in zip(clauses, (*clauses[1:], None), strict=True):
        if following is not None and _GIVES_WORD.match(clause.text):  # 我答应你，周五早上提醒你带伞
            start, end = trimmed(scene.line.text, following.start, following.end)
            said = f"陪伴者答应：{scene.line.text[start:end]}"
            yield Fact(USER, "promise", start, end, (clause.start, following.end), confidence=0.9, said=said)
            return
        found = _OWN.search(clause.text)
        if not found or not _COMMITS.search(clause.text):
            continue
        start = clause.start + max(found.start(), 0)
        start, end = trimmed(scene.line.text, start, clause.end)
        if scene.line.text.startswith("我", start):
            start += 1
        said = f"陪伴者答应：{scene.line.text[start:end]}"
        yield Fact(USER, "promise", start, end, (clause.start, clause.end), confidence=0.85, said=said)
