"""Things one has, places one lives in or went to, and events that are named by a title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.candidates import USER
from memory.extraction.claims import Fact, Scene
from memory.extraction.sentences import BLANK, Sentence
from memory.extraction.zh.table import trimmed
from memory.policy import Kind
from memory.when import Found

_GOODS = (
    "手机|平板|电脑|笔记本|相机|镜头|耳机|音箱|手表|手环|键盘|鼠标|显示器|电视|冰箱|洗衣机|空调|净化器|吸尘器|扫地机|电饭煲|烤箱|"
    "微波炉|洗碗机|热水器|吹风机|牙刷|剃须刀|咖啡机|豆浆机|空气炸锅|风扇|加湿器|台灯|床垫|沙发|椅子|自行车|电动车|电瓶车|摩托|"
    "汽车|车子|跑鞋|球鞋|运动鞋|鞋子?|靴子|外套|羽绒服|裙子|背包|书包|行李箱|口红|粉底液?|遮瑕膏|面霜|眼霜|精华液?|精华露|精油|"
    "喷雾|面膜|洗面奶|防晒霜?|洗发水|沐浴露|香水|护肤品|美妆产?品|化妆品|家电|帐篷|吉他|钢琴|游戏机|投影仪|路由器|充电宝"
)
_BRANDS = (
    "苹果|华为|小米|荣耀|三星|索尼|松下|西门子|美的|格力|海尔|戴森|飞利浦|博世|九阳|苏泊尔|欧莱雅|雅诗兰黛|兰蔻|雅漾|魅可|资生堂|"
    "耐克|阿迪达斯|安踏|李宁|新百伦|亚瑟士|斯凯奇|匡威|特斯拉|比亚迪|戴尔|联想|惠普|佳能|尼康|富士|大疆|徕卡|罗技|任天堂"
)
ITEM = re.compile(
    rf"(?:{_GOODS})$|^(?:{_BRANDS})|(?:iPhone|iPad|AirPods|MacBook|Kindle|Switch|OPPO|vivo|LG|SK-II|"
    rf"[A-Za-z][A-Za-z -]*\d)"
)
"""What is a thing by its name: a kind of goods, a brand, a model."""
PLACE = (
    "公园|医院|诊所|景区|景点|商场|超市|小区|花园|家园|广场|博物馆|美术馆|展览馆|餐厅|饭店|酒楼|火锅店|咖啡店|咖啡馆|奶茶店|面馆|粉店|"
    "书店|小店|菜馆|寺|古镇|古城|水乡|村|岛|老街|步行街|苑|欢乐谷|之窗|乐园|动物园|植物园|游乐园|游乐场|海滩|沙滩|海边|夜市|市场|"
    "图书馆|体育馆|健身房|食堂|酒店|民宿|宾馆|客栈|电影院|影院|园区|大悦城|大润发|万达|湿地|森林公园|温泉|滑雪场|学校|大学|名苑|"
    "公寓|新村|嘉园|度假村|农家乐|文化村|天街|奥莱|山庄|会所|广场|天地"
)
_NAME = r"(?P<v>[\u4e00-\u9fffA-Za-z0-9·\-+ ]{2,24}?)"
_HAS = (
    re.compile(
        rf"^(?:下)?(?:我)?(?:家里?|手里|手头|现在|平时|一直|最近|日常)*(?:这|那)?[部款台双辆]?的?(?:{_GOODS})?(?:上|里)?(?:用|拿|穿|开|戴|骑|"
        rf"喝|擦|涂)的"
        rf"(?:那[款个部台]|就|也|都)?(?:的)?(?:{_GOODS}|牌子)?(?:一?直)?(?:就)?(?:是|叫)?(?:那[款个]|一[部款台双]|台|部)?{_NAME}(?:的)?$"
    ),
    re.compile(
        rf"^(?:下)?我(?:家里?|手里|手头|手上|现在|新)*(?:的|这|那)*[部款台双辆件]?(?:{_GOODS})(?:用的)?(?:就)?(?:是|叫)(?:台|部|一台|"
        rf"一部)?{_NAME}(?:的|的款式)?$"
    ),
    re.compile(
        rf"^我(?:家里?|手里|最近|刚|新)*(?:有|买了|入手了|换了|"
        rf"在用)(?:一)?(?:[台部款双辆件个把])(?:二手的?)?(?P<v>[\u4e00-\u9fffA-Za-z0-9·\- ]{{0,12}}(?:{_GOODS}|"
        rf"[A-Za-z]\w*\d\w*|Switch|Kindle|iPad|iPhone|MacBook|AirPods|Mac))$"
    ),
    re.compile(r"^我(?:一直|现在)?在用(?:一[台部款个])?(?P<v>(?:二手的?)?[\u4e00-\u9fffA-Za-z0-9 ]{2,16})$"),
)
_DRIVES = re.compile(
    r"^我(?:现在)?[开骑]的(?:车)?(?:就)?是(?:一?辆)?(?P<v>[\u4e00-\u9fffA-Za-z0-9 ]{2,12}?)$"
)
_FAVOURED = re.compile(
    r"^(?:下)?我(?:真的|特别|超级?|挺|很|非常|最|还挺|尤其)*(?:喜欢|喜爱|中意|钟爱|偏爱|爱)(?:用|"
    r"穿)?(?:的(?P<g>[\u4e00-\u9fff]{2,6})(?:就)?是)?"
    r"(?P<v>[\u4e00-\u9fffA-Za-z0-9·\- ]{2,24}?)(?:这[款个部双台][\u4e00-\u9fff]{0,4})?(?:的)?$"
)
_WENT = r"(?:去|到|来|参观|逛|路过|经过|游玩|游览)"
_PREFIX = r"(?:我|刚才|刚|还|这次|上次|昨天|今天|前天|上周|周末|下班|走路|逛街|散步|的时候|又|顺路)*"
_VISITS = (
    re.compile(
        rf"^{_PREFIX}(?:去)?{_WENT}的(?:地方|那[个家座条]|这[个家座])?(?:的)?(?:景区|景点|公园|商场|医院|地方|店|餐厅|超市|小区|博物馆)?[，,]?"
        rf"(?:就)?(?:是|叫)(?:一[家个座]|[个家座])?(?!专门|很|挺|在|因为|"
        rf"为了)(?P<v>[\u4e00-\u9fffA-Za-z]{{2,16}}?)(?:那[个家](?:商场|公园))?$"
    ),
    re.compile(
        rf"^{_PREFIX}(?:去)?{_WENT}了?(?:一)?(?:个|家|座)(?:景区|公园|商场|医院|"
        rf"博物馆)[，,](?:就)?是(?:一?个)?(?P<v>[\u4e00-\u9fffA-Za-z]{{2,16}})$"
    ),
    re.compile(
        rf"^{_PREFIX}(?:路过|经过)了?(?:的)?(?!那|这|"
        rf"一)(?P<v>(?:(?!是)[\u4e00-\u9fffA-Za-z]){{2,12}}?)(?:那个[\u4e00-\u9fff]{{2}}|"
        rf"[，,]就是那个[\u4e00-\u9fff]{{2}})?$"
    ),
    re.compile(
        rf"^(?P<p>{_PREFIX})(?:和[\u4e00-\u9fff]{{1,6}}|跟[\u4e00-\u9fff]{{1,6}}|"
        rf"带[\u4e00-\u9fff]{{1,4}})?(?:去了?)?(?:逛|爬|转|"
        rf"去)了(?:一?[趟次圈])?(?P<v>[\u4e00-\u9fffA-Za-z]{{2,12}}?)(?=[，,]|$)"
    ),
)
_KIND = re.compile(
    rf"^{_PREFIX}(?:去)?{_WENT}的(?:那[个家座])?(?P<w>医院|公园|商场|店|餐厅|学校|博物馆|超市)是(?P<v>专门[\u4e00-\u9fff]{{2,8}}?)的?$"
)
_LIVES = (
    re.compile(
        r"^(?:下)?我家?住的(?:那个|这个)?(?:小区|地方|楼盘)?(?:就)?(?:是|叫)(?P<v>[\u4e00-\u9fffA-Za-z0-9]{2,12})$"
    ),
    re.compile(
        rf"^我(?:们家|家)?(?:现在|目前|就|一直)?住(?:在|"
        rf"的是)(?P<v>[\u4e00-\u9fff]{{1,10}}?(?:{'花园|小区|家园|苑|公寓|新村|嘉园|国际|名苑|华府|府|湾|郡|庭|公馆|国际城|新城'}))"
        r"(?:这个小区)?(?=[，,]|$)"
    ),
)
_THING = re.compile(
    r"^(?:下)?(?:我将要参加的)?[\"“《]?(?P<e>[^，。,\"“”的我你他她它这那]{2,24})[\"”》]?(?:[，,]它)?的"
    r"(?P<k>时间|地点|持续时间|规模|主要内容)(?:是|定在)(?:在)?(?P<v>.+)$"
)
_TITLE_THING = re.compile(
    r"^(?:我将要参加的)?(?P<e>《[^》]{1,20}》[\u4e00-\u9fff]{2,8})(?:[，,]它)?的"
    r"(?P<k>时间|地点|持续时间|规模|主要内容)是(?P<v>.+)$"
)
_KEYS = {"时间": "event_when", "地点": "event_where", "持续时间": "event_length", "规模": "event_scale",
         "主要内容": "event_main"}  # fmt: skip
_NOT_TITLE = re.compile(
    r"(?:开放|营业|上映|播出|出生|拍摄|取景|工作|上班|见面|集合|电影|影片|专辑|演出|景区|歌曲?|剧|游玩|剧情|票价|创作|发行|建造|建成|入园|参观)$"
)
_JOINING = re.compile(
    r"^我?(?:将要|即将|准备|要|得|会去|要去)参加的?[\"“]?(?P<v>[\u4e00-\u9fffA-Za-z0-9·《》]{2,24}?)[\"”]?(?=[，,。]|$)"
)


def read(sentence: Sentence, times: list[Found], scene: Scene) -> Iterator[Fact]:
    """What the whole sentence says of a thing, a place, or an event by its title."""
    text = sentence.text.strip("，, 的呢啦：:")
    yield from _titled(sentence, times, scene)
    if sentence.clauses and len(text) <= 60:
        yield from _had(sentence, text, scene)
        yield from _visited(sentence, text, scene)


def _fact(
    sentence: Sentence, scene: Scene, attribute: str, found: re.Match[str], group: str = "v"
) -> Fact | None:
    base = sentence.start + sentence.text.find(found.string)
    start, end = trimmed(scene.line.text, *(base + at for at in found.span(group)))
    if end - start < 2 or BLANK in found[group] or re.search(r"[你他她它]|什么|哪|一样", found[group]):
        return None
    return Fact(USER, attribute, start, end, (sentence.start, sentence.end), confidence=0.85)


def _had(sentence: Sentence, text: str, scene: Scene) -> Iterator[Fact]:
    clause = sentence.clauses[0].text
    found = next((m for words in (text, clause) for pattern in _HAS if (m := pattern.match(words))), None)
    if (drives := _DRIVES.match(text)) and (fact := _fact(sentence, scene, "item_has", drives)):
        yield fact
        return
    if (
        found
        and (ITEM.search(found["v"]) or re.search(_GOODS, text))
        and not re.search(r"钱|时间", found["v"])
    ):
        if fact := _fact(sentence, scene, "item_has", found):
            yield fact
        return
    found = _FAVOURED.match(text)
    if found and ITEM.search(found["v"]) and not re.fullmatch(_GOODS, found["v"]):
        group = "v"
        if fact := _fact(sentence, scene, "item_view", found, group):
            yield fact


def _visited(sentence: Sentence, text: str, scene: Scene) -> Iterator[Fact]:
    if (kind := _KIND.match(text)) and (where := _fact(sentence, scene, "place_visit", kind, "w")):
        yield where
        if what := _fact(sentence, scene, "place_kind", kind):
            yield Fact(kind["w"], "place_kind", what.start, what.end, what.quote, confidence=0.85)
        return
    for pattern in _LIVES:
        if (found := pattern.match(text)) and (fact := _fact(sentence, scene, "place_live", found)):
            yield fact
            return
    for pattern in _VISITS:
        if _CARE.search(text):
            return  # 带豆豆去了宠物医院 is about the illness, not the place
        if (found := pattern.match(text)) and _is_place(found["v"], pattern is _VISITS[-1]):
            if fact := _fact(sentence, scene, "place_visit", found):
                yield fact
            return


_CARE = re.compile(r"^[^，。]{0,8}(?:带|陪|送)[^，。]{1,6}(?:去|到)(?:了|过)?[^，。]{0,6}(?:医院|诊所|急诊)")
_SIGHT = re.compile(
    r"(?:野生)?动物园|植物园|游乐[园场]|博物馆|美术馆|水族馆|海洋馆|迪士尼|环球影城|科技馆|天文馆|欢乐谷"
)
_SET_FOR = re.compile(
    r"^(?:下)?(?:我们?|我的)?(?P<e>[\u4e00-\u9fff]{0,8}(?:年会|婚礼|聚会|聚餐|考试|面试|比赛|答辩|手术|演唱会|团建|开学典礼|毕业典礼|复查|体检|会议|"
    r"婚宴|满月酒|家长会|发布会|高考|出差))"
    r"(?:暂)?(?:定在|安排在|定到|改到|改成|改在|推迟到|提前到|延到)了?$"
)


def _is_place(name: str, bare: bool) -> bool:
    """A bare 去了 needs a name that is a place's by its own words: 去了医院 is no visit worth keeping."""
    if not bare:
        return not re.search(r"时候|上班|回家|的$", name)
    return bool(
        _SIGHT.fullmatch(name)
        or re.search(
            rf"[\u4e00-\u9fff](?:{PLACE})$|[镇屿岛寺塔]$|古城$|长城$|故宫$|草原$|沙漠$|峡谷$|瀑布$|(?:^|[\u4e00-\u9fff])(?!江山|下山|"
            rf"上山|名山)[\u4e00-\u9fff][山湖]$",
            name,
        )
    )


def _titled(sentence: Sentence, times: list[Found], scene: Scene) -> Iterator[Fact]:
    text, quote = sentence.text, (sentence.start, sentence.end)
    if joined := _JOINING.match(text):
        start, end = (sentence.start + o for o in joined.span("v"))
        yield Fact(USER, "event_what", start, end, quote, kind=Kind.PLAN)
    for time in times:
        if sentence.start < time.start < sentence.end and (
            found := _SET_FOR.match(text[: time.start - sentence.start])
        ):
            yield Fact(found["e"], "event_when", time.start, time.end, quote, kind=Kind.EVENT, when=time.span)
    found = _THING.match(text) or _TITLE_THING.match(text)
    if not found or BLANK in found["v"] or _NOT_TITLE.search(found["e"]):
        return
    start, end = trimmed(scene.line.text, *(sentence.start + o for o in found.span("v")))
    if 0 < end - start <= 200:
        name = found["e"].removeprefix("我将要参加的")
        when = next((t.span for t in times if start <= t.start < end), None) if found["k"] == "时间" else None
        yield Fact(name, _KEYS[found["k"]], start, end, quote, kind=Kind.EVENT, when=when)
