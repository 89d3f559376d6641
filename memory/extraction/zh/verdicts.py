"""What somebody thinks of a thing or a place they tell of at length: one verdict, and each complaint."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.candidates import USER
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import BLANK, Sentence
from memory.extraction.zh.table import trimmed
from memory.extraction.zh.things import ITEM, PLACE
from memory.extraction.zh.words import JOBS, TRAITS

_OPENING = re.compile(
    r"(?:[哇啊哎嗯]|得说说|不得不说|说实话|讲真|其实|对我来说|我个人|个人|我(?:真的)?(?:觉得|认为|感觉)|觉得|[，,：:]|"
    r"下(?=[\u4e00-\u9fffA-Z]))*"
)
_LIVING = re.compile(
    r"(?:我家?住的(?:那个|这个)?|我们(?:这个)?小区|我们这个?(?=[\u4e00-\u9fff]{2,4}(?:小区|花园|家园))|住在(?:这边的)?)"
)
_VISITED = re.compile(
    r"(?:刚刚|刚才?|今天|昨天)?(?:去|逛|来)(?:了|完|的)+(?:那个)?(?=[\u4e00-\u9fff]{2,10}[，,])|"
    r"(?:这次|上次)的?参观[，,](?:的?是?)?(?:那[个家座])?|(?:这次|上次|昨天|今天|前几天|上周)?的?(?:我)?(?:去|来|到)?(?:了|的)?(?:参观|游玩|逛)?"
    r"(?:过|了|完|的)+[，,]?(?:那[个家座条]|这[个家座条]|那)?|(?:这次|上次|今天|昨天)(?:去|来|的参观[，,])(?:那家|那个)?"
)
_THIS = re.compile(
    r"(?:这|那)(?:款|部|台|双|家|个|条|座|辆|件|瓶|支|次)?|用了[\u4e00-\u9fff\d]{1,4}的|(?:新买|新入手?|刚买|刚入手|上个月买|"
    r"昨天买)的(?:那[款支台双件个部])?|(?:[\u4e00-\u9fff]{1,6}?)?(?:楼下|附近|门口|旁边|对面)(?:新开的?)?(?:那家|有家|的)|新开的(?:那家)?|"
    r"我(?:家|用)的(?:那[款台])?"
)
_ASPECTS = (
    "表现|环境|绿化|性能|设计|拍照|画质|音质|效果|商品|建设|货|东西|景观|景色|风景|设备|医疗|质量|系统|屏幕|电池|续航|味道|服务|菜|"
    "性价比|空气(?!净化|炸锅|循环)|设施|物业|里面|色彩|颜色|手感|穿|用|吃|喝|看|住|开起来|逛|去|我|你|摸|涂|抹|戴|骑|吸力|吸|口感|停车|交通"
)
_STOP = re.compile(
    r"这(?:款|部|台|双|家|个|地方|里|儿|手机|鞋|车|超市|店|餐厅|公园|是|东西)|那(?:里|儿|地方|边|个地方)|[，,！!]|"
    r"就(?=[很是挺])|参观(?=[，,])|真|挺|特别|确实|简直|实在|太|超级?|很|非常|巨|贼|蛮|还是|还不|不错|也|是[个一]|可以说|总体|整体|绝对|"
    r"(?:最近|一直|现在)?(?:越来越)?好(?=[吃用看玩喝穿香])|垃圾|难吃|难用|不好|踩雷|一般|"
    rf"的?(?:{_ASPECTS})"
)
_GOOD = re.compile(
    r"不错|很好|真好|挺好|好用|好吃|好喝|好看|好穿|棒|赞|给力|满意|舒服|舒适|没得说|[^拒不]绝|好地方|佳地|好去处|天堂|有特色|"
    r"美|喜欢|惊艳|厉害|强|牛|划算|值|方便|顺手|顺畅|流畅|合适|适合|开心|愉悦|心情|放松|稳定|现代化|全|真香|干净|印象(?:特别|挺|太|很|非常)?深|"
    r"实用|买对|省心|爱了|无敌|优雅|漂亮|良心|活力|欢乐|有效|滋润|时尚|靠谱|香"
)
_BAD = re.compile(
    r"太差|难吃|难用|难喝|垃圾|踩雷|后悔买|失望|不好用|不好吃|不推荐|再也不[去买来]|智商税|鸡肋|差劲|不值|坑人|拔草|真坑|太坑"
)
_TURN = re.compile(
    r"(?:^|(?<=[，,。！!]))(?:就是|不过|但是?|可惜|唯一的?(?:小)?(?:缺点|遗憾|不足|问题)|美中不足|缺点|虽然|只是|槽点)"
)
_LEADS = re.compile(
    r"(?:就是(?=[^\u4e00-\u9fff]|[\u4e00-\u9fff])|不过|但是?|可惜|只是|虽然|(?:唯一的?|美中不足的?|有一个|有个|一个|小|缺点|"
    r"遗憾|不足|问题|槽点){1,4}(?:可能)?(?:就?是|在于)|对[^，,]{2,16}来说[，,]?|[吧嘛呢][，,]?|感觉|觉得|我觉得|有时候?|有的时候|"
    r"偶尔|那个|那里|那地方|它的|里面的?|公园里面?(?=[吃休])|赶上|在(?=工地)|[，,\s])+"
)
_META = re.compile(
    r"^(?:有一?点(?:小|不太)?(?:遗憾|满意|不方便|不满意)|(?:可能)?(?:是)?因为|这(?:点|是|也)|总的来说|总体|整体|不过总|但总|其他|"
    r"毕竟|这样|所以|尤其|特别是|比如|像我|那就|可以|我)"
)
_FAULT = re.compile(
    r"有点|有些|稍微|不太|不够|不那么|不怎么|不是(?:很|特别)|太[多少大小贵吵挤重暗沉远慢浓]|[少大多慢贵远差重吵]了[点些]|差了?点|"
    r"差强人意|一般|提升(?:的)?空间|改[进善]的?空间|差距|要加强|需要加强|加强一点|挺[堵吵贵挤]|比较[吵贵挤少远]|会(?:结|掉|卡|闷|"
    r"吵|夹|漏|烫|断)|堵|不方便|不全|排队|老是|夹|掉色|发热|发烫|卡顿|容易坏|占地方|[有]?小[贵卡]|味道?(?:重|大)|难停|商业化|"
    r"宰客|不稳定|不均匀|掉电|耗电|费电|费油|吵|凶|拥挤|嘈杂|霜|人多|能再"
)
_WISH = re.compile(r"(?:如果|要是|希望|若).{0,14}?(?:能|可以|再|多|更)|(?:如果|要是)有")
_WISH_LEAD = re.compile(r"(?:如果|要是|希望|若)(?:能)?(?:再|把|够|在)*")
_WISH_END = re.compile(
    r"(?:的话)?[，,]?(?:那就|那|就)(?:真|的|更|太|简直|是)*(?:完美|好|棒|没谁|理想|舒服).{0,6}$"
)
_AFTERMATH = re.compile(
    r"^(?:有时候?感觉|感觉|影响|稍微有点影响|购物体验|需要|得|导致|希望|可能|休息|搞得|弄得|所以|逛|这|特别|尤其|总|整|收银|结账|"
    r"像我|要|小房间|拿着|握|买东西(?=有时|不太|不是)|购物啥)|影响"
)


def read(sentences: list[Sentence], scene: Scene) -> Iterator[Fact]:
    """A line that tells what a thing or a place is like: 我住的小区真心不错，环境好。就是晚上有点吵。"""
    first = sentences[0]
    topic = _topic(first, scene)
    if topic is None:
        return
    start, end, family = topic
    name = scene.line.text[start:end]
    head = "".join(s.text for s in sentences[:2])
    cut = _TURN.search(head)
    verdict = _verdict(head[: cut.start()] if cut else head)
    quote = (first.start, next((c.end for c in first.clauses if c.end >= end), end))
    if verdict:
        if _LIVING.search(first.text[: start - first.start]):
            yield Fact(USER, "place_live", start, end, quote, confidence=0.8)
        elif family == "place" and _VISITED.search(first.text[: start - first.start]):
            yield Fact(USER, "place_visit", start, end, quote, confidence=0.8)
        yield Fact(USER, f"{family}_view", start, end, quote, verdict, confidence=0.8)
    elif not (cut and _FAULT.search(head)):
        return
    for at, to in _complaints(sentences, end, verdict < 0):
        yield Fact(name, f"{family}_con", at, to, (at, to), confidence=0.75)


_OF_SELF = (
    re.compile(
        rf"(?:对(?:于)?)?(?:我|我们|咱们?)(?:这个|这样的|这些|这|种)+(?P<t>(?:比较|很|有点)?(?:{TRAITS}))?的?(?:(?:成天|整天|经常|老|"
        rf"总)?[\u4e00-\u9fff]{{0,8}}的)?(?P<j>{JOBS})?"
    ),
    re.compile(rf"(?:作为|身为|对我们)(?:一?[个名位])?(?P<j>{JOBS})(?=[，,]|来说)"),
)
_FOND = (
    re.compile(
        r"(?:喜欢|爱|热爱)(?P<v>(?!的|生活)[\u4e00-\u9fff]{2,6}?)(?:的我|的人|的来说|的简直|的习惯|，)"
    ),
    re.compile(r"跟?(?:和|跟)我(?:的)?(?P<v>[\u4e00-\u9fff]{2,6}?)的?(?:爱好|兴趣)"),
    re.compile(r"我(?:工作之外|平时)?(?P<v>[\u4e00-\u9fff]{2,4}?)的(?:爱好|兴趣)"),
    re.compile(r"(?P<v>(?:打|练)[\u4e00-\u9fff]{2,4}?)(?:的)?(?:时候?|时)"),
)


def beside(sentence: Sentence, scene: Scene) -> Iterator[Fact]:
    """What praise gives away of the speaker: 对我这个内向的农民来说; 跟我编程的爱好很搭."""
    text = sentence.text
    for pattern in _OF_SELF:
        for found in pattern.finditer(text):
            for group, attribute in (("t", "trait"), ("j", "job")):
                if found.groupdict().get(group):
                    start, end = (sentence.start + at for at in found.span(group))
                    start += len(found[group]) - len(found[group].removeprefix("比较").removeprefix("很"))
                    yield Fact(USER, attribute, start, end, (start, end), confidence=0.8)
    for pattern in _FOND:
        fond = pattern.search(text)
        if fond and re.search(r"[我咱]", text[: fond.end() + 4]):
            start, end = (sentence.start + at for at in fond.span("v"))
            yield Fact(USER, "hobby", start, end, (start, end), confidence=0.75)
            return


def _verdict(text: str) -> int:
    if _BAD.search(text):
        return -1
    return 1 if _GOOD.search(text) else 0


def _topic(first: Sentence, scene: Scene) -> tuple[int, int, str] | None:
    """Where the thing spoken of stands, and its family: item or place."""
    text = first.text
    opening = _OPENING.match(text)
    at = opening.end() if opening else 0
    own = False
    for lead in (_LIVING, _VISITED, _THIS):
        if (found := lead.match(text, at)) and found.end() > at:
            at, own = found.end(), True
            break
    if re.match(r"[，,]?(?:我|你|他|她|它|大家|有人)", text[at:]) and not own:
        return None
    stop = _STOP.search(text, at + 2)
    if stop is None or not 2 <= stop.start() - at <= 18:
        return None
    start, end = trimmed(scene.line.text, first.start + at, first.start + stop.start())
    name = text[start - first.start : end - first.start]
    family = _family(name, text, own)
    if family == "place" and not own and (_HEARSAY.search(text) or not _STRESS.match(text, stop.start())):
        return None
    if (
        family is None
        or not _NAMED.match(name)
        or BLANK in name
        or "《" in name
        or re.search(r"[我你他她它这是叫]|什么|怎么|电影|专辑|歌", name)
    ):
        return None
    return start, end, family


_HEARSAY = re.compile(r"周边|附近的?景|创办|面积|公里|票价|门票|我知道|[，,]都?是它|始建|建于|位于|米高|平方")
"""Words of a guidebook: nobody's own opinion."""
_STRESS = re.compile(r"[，,]?[^，,。]{0,8}?(?:真|特别|挺|超|太|实在|简直|巨|不错|住着|我|好得)")
_NAMED = re.compile(r"(?!而且|除了|地方|门票|[有么嗯是去也还都就不没很]|晚上|早上|白天|因为|虽然)[^，,、]+$")


def _family(name: str, text: str, own: bool) -> str | None:
    if re.search(rf"(?:{PLACE})$", name) or (own and re.search(rf"(?:{PLACE})", name)):
        return "place"
    if ITEM.search(name):
        return "item"
    if re.search(r"地方|环境|绿化|空气|逛|那儿|那里|商品|购物|散步|景", text):
        return "place"
    if re.search(r"用起来|用着|用得|我用|续航|画质|音质|拍照|穿起来|穿着|戴着|这款|上脸", text):
        return "item"
    return None


def _complaints(sentences: list[Sentence], after: int, all_of_it: bool) -> Iterator[tuple[int, int]]:
    """Spans of what is found wanting, in the part that turns: 就是人有点多，要是能更安静点就好了."""
    found = 0
    for sentence in sentences:
        text = sentence.text
        turn = _TURN.search(text)
        if turn is None and not (all_of_it and sentence.end > after):
            continue
        at = turn.start() if turn else max(0, after - sentence.start)
        for start, end in _pieces(text, at):
            lead = _LEADS.match(text, start, end)
            begin = lead.end() if lead else start
            words = text[begin:end]
            if len(words) < 3 or _META.match(words) or (found and _AFTERMATH.search(text[start:end])):
                continue
            span = _complaint(words, found)
            if span is not None:
                found += 1
                yield sentence.start + begin + span[0], sentence.start + begin + span[1]
            if found == 3:
                return


def _pieces(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Clauses from `at`; an aspect that stands alone goes with what is said of it: 就是透气性嘛，有点差."""
    start = at
    for stop in [*re.finditer(r"[，,、]", text[at:]), None]:
        end = at + stop.start() if stop else len(text)
        bare = re.sub(r"^(?:就是|不过|但是?|可惜)", "", text[start:end]).strip("，, ")
        if (
            2 <= len(bare) <= 9
            and stop
            and re.search(r"(?:嘛|方面|上|这块儿?|这方面|性|度)$", bare)
            and not _FAULT.search(bare)
        ):
            continue
        yield start, end
        start = end + 1


def _complaint(words: str, found: int) -> tuple[int, int] | None:
    wish = _WISH.search(words)
    if wish:
        if found:
            return None
        lead = _WISH_LEAD.match(words)
        begin = lead.end() if lead and wish.start() == 0 else 0
        ends = _WISH_END.search(words, begin)
        end = ends.start() if ends and ends.start() > begin + 2 else len(words)
        return (begin, end) if end - begin >= 3 else None
    fault = _FAULT.search(words)
    if fault is None:
        return None
    return 0, len(words)
