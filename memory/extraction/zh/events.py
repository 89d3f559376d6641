"""What happened or lies ahead: dated clauses, and a few verbs that make an event without a date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from memory.candidates import USER, Precision
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import BLANK, Clause
from memory.extraction.zh import lived
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
    r"出结果|出成绩|年会|分了|被夸|拔|辞|答辩|汇报|述职|路演|讲座|婚礼|葬礼|满月酒|家长会|典礼|音乐会|话剧|复试|笔试|面签|签证|抽血|产检|胃镜|肠镜|拆线|化疗|透析|入学|转正|换了?|"
    r"退休|崴|扭伤|烫伤|磕|吵|打架|考研|考公|通宵|熬夜|改|搞定|开庭|交房|退房|打疫苗|打针|输液|高考|中考|转学|开车|露营|徒步|滑雪|潜水|搬走|回国|出国|度假|蹦极|团聚|聚|复诊|"
    r"换药|拆线|"
    r"看|完成|通过|开始|值班|培训|团建|约会|检查|发|订|定了"
)
_FILL = re.compile(
    r"^(?:我们|我|也|就|又|还|都|才|刚|终于|可能|准备|打算|计划|应该|已经|大概|好像|要|会|得|"
    r"将|想|需要|必须|和我|有个?|是|的|，|,|前|之前|以前|以后|后|左右|那天|时候|\s)+"
)
_FUTURE = re.compile(r"要|会(?!议)|打算|准备|计划|将|得(?=把|去|交|在)|预产期|想去|约了|定了|订了")
_OUTCOME = (
    r"(?:面试|考试|笔试|体检|手术|答辩|复查|科[一二三四]|驾照|雅思|托福|四级|六级|考研|考公|考编|公考|国考|省考|教资|法考|论文|毕业论文|项目|申请|签证|贷款|相亲|比赛|"
    r"演出|汇报|述职|方案|稿子|合同|求婚|表白|复试|初试|高考|中考|期末|期末考|试用期|装修|婚礼|谈判|官司|开庭|房贷|融资|竞聘|评职称|职称|评审|投稿|试镜|期中|月考|"
    r"补考|重考|驾照|offer|户口|录取通知书|成绩|体检报告|年终奖|涨薪|调岗|绿卡|学位|证书|二战|创业|离婚|检查|检查结果|化验|结果|试管|移植|化疗)"
)
_ENDING = (
    r"(?:过了|没过|通过了?|没通过|挂了|黄了|成了|没成|(?:很|挺|还算|非常|特别|都)?顺利|搞砸了?|考砸了|砸了|失败了|结束了|做完了|批了|没批|批下来了|被拒了?|拒了|下来了|"
    r"定下来了|定了|到手了?|没戏了?|过审了?|被刷了?|泡汤了?|延期了|"
    r"推迟了?|改期了|中了|没中|考完了|交了|签了|办完了|办好了|办下来了|赢了|输了|拿到了|没拿到|上岸了|出来了|被录了|录用了|转正了|正常|没事|一切正常)"
)
_UNDATED = (
    *lived.PATTERNS,
    re.compile(
        rf"^(?:我)?(?:今天|昨天|上周|前天)?(?:的)?(?P<v>{_OUTCOME}(?:终于|又|也|总算|已经|刚|还是|居然|竟然)*{_ENDING})"),
    re.compile(
        r"^(?:我)?(?:终于|又|也|总算|还是|居然|竟然|这次|今年)*(?P<v>(?:没考上|考上了?|没上岸|上岸了?|落榜了?|考砸了?|被录取了?|被刷了?|没选上|选上了?|"
        r"拿到offer了?|收到offer了?|"
        r"拿了[\u4e00-\u9fff]{1,6}奖|转正了|毕业了|脱单了|被表白了|中奖了|怀上了|流产了|复合了|和好了|退学了|休学了|复读了?|买房了|提车了|上当了|"
        r"被骗了[\u4e00-\u9fff\d]{0,6}))(?:$|[\u4e00-\u9fff]{0,4}$)"),
    re.compile(
        r"^(?:我)?(?:又|刚|刚才|昨天|今天|昨晚|前天|也|终于)*(?P<v>(?:跟|和|与)(?![你他她])[\u4e00-\u9fff]{1,6}?(?:又|大|"
        r"彻底)*(?:吵了?(?:一)?大?架|吵架|打了?一架|闹翻|闹掰|闹了?矛盾|冷战|"
        r"绝交|断联|断了联系|复合|摊牌|表白|求婚|领证|见家长|同居|撕破脸|和好)(?:了)?)$"),
    re.compile(
        r"^(?:我)?(?:已经|刚|终于|也)*(?P<v>从[\u4e00-\u9fffA-Za-z]{2,8}(?:离职|辞职|裸辞|毕业|退休|搬走|搬出来)|生了(?:二胎|三胎|老二|"
        r"娃|宝宝|女儿|儿子|龙凤胎|双胞胎))"),
    re.compile(
        r"^(?:我)?(?:前年|去年|大前年|小时候|以前|之前|几年前|年初|上个?月)(?:也|还)?(?P<v>(?:做|动|开)过[\u4e00-\u9fff]{0,8}手术|(?:出|"
        r"遇到)过(?:一次)?车祸|住过院|骨折过|离过婚|流过产|休过学|生过一场大病)"),
    re.compile(
        r"^(?:刚|又|也|已经|终于|都|今天)*(?P<v>(?:转学|结婚|离婚|订婚|生|出国|去世|过世|退休|失业|怀孕|搬家|升职|复读|毕业|出车祸|分手|创业|辞职|领证|参军|"
        r"当兵|入伍|脱单|二婚|再婚|走丢|丢|绝育)(?:了?去了?[\u4e00-\u9fff]{2,4}|了(?:个)?[\u4e00-\u9fff]{0,4}))$"),
    re.compile(
        r"^(?:我)?(?:今天)?终于(?P<v>(?:把[\u4e00-\u9fff]{1,8}?(?:写完|做完|交|搞定|还清|卖|退|辞|改完|背完|考完|装完|搬完)|拿到|考过|通过|"
        r"考上|找到|买到|完成|写完|交|做完|搬|毕业|辞|"
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
        r"^(?:我)?(?:又|刚|终于|也|和[\u4e00-\u9fff]{1,5}|跟[\u4e00-\u9fff]{1,5}){0,3}"
        r"(?P<v>换工作|失恋|分手|离婚|结婚|被裁|失业|搬家|升职|毕业|辞职)(?:了|啦|$)"),
)  # fmt: skip
_WEIGHS = re.compile(
    r"^(?:我)?(?:最近|这阵子|因为|为了)*(?P<v>换工作|找工作|失业|失恋|分手|搬家|备考|考研|考公|"
    r"带娃|装修|离婚|写论文|面试|手术|吵架|被裁)"
    r"(?:的事|这事|这件事)?(?=很|好|太|真|特别|非常|有点|让我|弄得|搞得|压力)"
)
_VAIN = re.compile(
    r"^.{0,3}去$|整$|^被(?:帅|美|可爱|笑|气|丑|甜|萌|雷|冻|热|饿|暖)|^被.{0,4}(?:帅|美|笑|气|吓|烦|累|惊|丑|甜|萌|雷|蠢)(?:死|到|哭|坏|疯|炸|懵|晕|笑|够)|^一定|做到$|^(?:不|很|好看|太|真|挺|特别|有点|非常|超)|^(?:谢谢|多谢|感谢|谢啦|"
    r"辛苦|抱歉|对不起|麻烦)|更好|最好|不错|合适|不[到了会能去想]|没有?|的[他她它人]$|[他她它]的?|好多人|很多人|创办|就好"
)
_GONE = ("走", "死", "丢", "没", "生")
_TRIVIAL = re.compile(
    r"(?:去|就|再|又|要)*(?:吃|喝|睡|洗|上班|下班|加班|回家|起床|看(?!病|演唱会|医生|牙)|买|跑步|"
    r"来|走|做饭|打游戏|学习|上课|做(?!手术|完)[^手])(?!了一整)|.*(?:找你|跟你|陪你|告诉你|和你)"
)
"""Days are full of these: within a day or two they are talk, not memory."""
_LASTING = re.compile(
    r"去世|过世|结婚|离婚|毕业|退休|搬|出生|手术|考上|住院|确诊|辞职|入职|出国|留学|生了|分手|"
    r"崴|骨折|摔|车祸|创业|买房|高考|考了|中考"
)
_INTENT = re.compile(r"打算|计划|准备|决定")
_OPENS = re.compile(
    r"(?:我|和|跟|与|把|被|给|陪|带|帮|一起|全家|请|在[\u4e00-\u9fff]{1,6})?.{0,8}?(?:" + _VERB.pattern + ")"
)
_NOT_EVENT = re.compile(
    r"喜欢|讨厌|习惯|希望|但愿|祝|基本|一般都|经常|通常|总是|天天|别(?:再|老|总)?|^(?:最近|现在|目前|这阵子|这段时间|近来)|每[天周晚]|(?<!过)生日|岁|年纪|天气|下雨|开放|上映|"
    r"票价|"
    r"(?:本来|原本|原先)(?:是|就|我|还|都)*(?:打算|计划|准备|想|要|约|说好|定)|营业|出生|获得|获奖|成立|发行|播出"
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
    if BLANK in clause.text:
        return
    if not dated_only and (happened := list(_told(subject, clause, here, scene))):
        yield from happened
        return
    if _NOT_EVENT.search(clause.text):
        return
    time = next((t for t in here if t.span.precision is not Precision.VAGUE), None)
    if time is None:
        if subject.at == here[0].start:  # 前几天刚转正: too vague a time to date it by
            rest = Clause(clause.text[here[0].end - clause.start :], here[0].end)
            yield from _undated(Subject(subject.who, rest.start, False), rest, scene)
        return
    before = clause.text[subject.at - clause.start : time.start - clause.start]
    if not subject.explicit and subject.who == USER and ("结果" in before or _is_somebody(before)):
        return
    after_start = max(time.end, subject.at) - clause.start  # 这周五我妈过生日: what follows the person
    after = clause.text[after_start:]
    told = after.strip("了的啊呢吧前后就 ")
    at = after_start if len(told) >= 2 or told in _GONE else subject.at - clause.start
    body = after if at == after_start else before
    yield from _event(subject, clause, time, at, body, scene)


def _told(subject: Subject, clause: Clause, here: list[Found], scene: Scene) -> Iterator[Fact]:
    """What makes an event without a date, told with one: 去年和我爸大吵了一架, 昨天面试没过."""
    time = here[0]
    if time.span.start > scene.now:
        return
    starts = subject.at if subject.at >= time.end else time.end
    between = scene.line.text[min(subject.at, time.start) : max(time.start, subject.at)]
    if between.strip("我的了又也还就，, ") and subject.at < time.start:
        return
    rest = Clause(scene.line.text[starts : clause.end], starts)
    for fact in _undated(Subject(subject.who, rest.start, subject.explicit), rest, scene):
        if clause.end - fact.end > 2:
            continue  # 被骂了一下午 says more than 被骂: the dated reading keeps it whole
        vague = time.span.precision is Precision.VAGUE
        yield replace(fact, when=None if vague else time.span, quote=(clause.start, clause.end))


def _is_somebody(before: str) -> bool:
    """Whether what stands before the time may be somebody nobody knows: 年糕今天打翻了花瓶 is not the user's doing."""
    words = _FILL.sub("", before).strip("了的，, ")
    return 1 < len(words) < 5 and not _VERB.search(words) and not re.search(_OUTCOME, words)


_BEFALLS = re.compile(
    r"又?(?:遇到|碰到|碰见|遇见|撞见|看到|看见|收到|听说|听到|发现|捡到|梦到|梦见|想起|想到|摔|撞到|弄丢|丢)"
)


_TO_ME = re.compile(r"[^叫让给带陪帮等跟和对]我们?$")
_WRONGS = re.compile(r"(?:骂|打|凶|训|批评|吼|冤枉|欺负|嘲笑|笑话|羞辱|怼)我")


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
    if subject.who == USER and _TO_ME.search(what):  # 领导今天当众骂我 is nobody's plan of the user
        return
    if time.span.precision is Precision.YEAR and not (
        (subject.explicit or (time.span.end < scene.now and time.start == subject.at))
        and (_LASTING.search(what) or _INTENT.search(clause.text))
    ):
        return
    if not subject.explicit and subject.who == USER and not _OPENS.match(what):
        return
    past = time.span.end < scene.now
    if _near(time, scene) and _TRIVIAL.match(what):
        return
    today = time.span.start <= scene.now <= time.span.end
    done = bool(
        re.search(r"了(?!$|解)|过|被|刚", clause.text) or clause.text.rstrip("~～!！ ").endswith(("了", "啦"))
    )
    done = done or bool(_BEFALLS.match(what) or _WRONGS.search(what))  # 今天遇到一个老同学: nobody plans that
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
    others = () if subject.who == USER or lived.FAR.match(subject.who) else lived.OTHERS
    for pattern in (*_UNDATED, *others):
        text = clause.text if subject.who == USER else clause.text[subject.at - clause.start :]
        base = clause.start if subject.who == USER else subject.at
        if found := pattern.match(text):
            start, end = trimmed(scene.line.text, base + found.start("v"), base + found.end("v"))
            if scene.line.text[start:end].endswith("过") and scene.line.text[end : end + 1] == "了":
                end += 1  # 面试过了 is no 面试过
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
