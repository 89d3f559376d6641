"""Names in a reply: what the user is called, what the companion calls itself, and endearments it does not use. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

from persona.staying.grounds import Ground

_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
_CALLED_ZH = (
    rf"(?:[小阿老][\u4e00-\u9fff]|[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}|(?P<twice>[\u4e00-\u9fff])(?P=twice))"
)
_NO_NAME_ZH = re.compile(
    r"^(?:小(?:心|事|时|猫|狗|孩|朋|区|说|声|吃|店|雨|雪|费|学|组|偷|伙|姐|哥|子|鸟|鱼|兔|家|路|睡|坐|憩|忙|聚|考|测|长|满|暑|寒|贩|巷|院|桥|河|山|城|镇|村|票|钱|试|跑|红)|老(?:师|板|实|家|是|人|公|婆|爸|妈|天|虎|鼠|外|大|早|话|样|规|地|友|歌|毛)|阿(?:姨|婆|公|里|呀)"
    r"|(?:丁点|丁香|万一|万事|万幸|万物|乔迁|于我|于是|于此|任何|任凭|任务|任性|何不|何况|何处|何妨|何必|何时|何止|余下|余光|余生|侯车|侯门|冯唐|刘海|史上|史料|叶子|叶片|吴语|周一|周三|周二|周五|周六|周四|周围|周天|周日|周末|唐突|唐诗|夏天|夏季|夏日|姜汤|姜茶|孔子|孔雀|孙子|孟夏|孟子|安心|安慰|安排|安稳|安静|宋朝|宋词|常常|常见|常规|常识|康乐|康复|张口|张开|彭湃|徐徐|徐缓|戴上|戴着|文字|文章|方便|方向|方才|方案|方法|易得|易碎|曾几|曾经|朱砂|朱红|李子|杜绝|杜鹃|杨柳|杨树|林子|林间|梁上|武器|武汉|段子|段落|毛病|毛衣|江南|江水|江湖|江边|汤圆|汤面|汪汪|沈默|熊孩|熊猫|王者|田地|田里|田野|白云|白天|白白|白粥|白话|白费|石头|石榴|秋天|秋日|秦岭|程序|程度|罗列|罗盘|胡子|胡思|胡说|苏打|苏醒|范围|范本|董事|袁枚|许久|许多|许是|谢天|谢意|谢谢|贺卡|贺词|赖着|赵钱|邓丽|郑重|郭外|金色|金融|金钱|钟声|钟头|钟点|阎王|陆地|陆续|陈年|陈旧|雷声|雷雨|韩剧|韩国|顾着|顾虑|马上|马上就|马虎|马路|马车|高兴|高层|高峰|高度|高温|高考|高高|黄昏|黄色|黄金|黎明|龙井|龙虾)"
    r"|(?:慢慢|好好|天天|早早|轻轻|偶偶|常常|刚刚|渐渐|默默|悄悄|妈妈|爸爸|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|宝宝|谢谢|哈哈|嘿嘿|嗯嗯|哦哦|对对|是是|来来|看看|想想|说说|聊聊|试试|等等|拜拜|呵呵|嘻嘻|呜呜|唉唉|哎哎|啊啊|抱抱|乖乖|加加|行行|好啦|多多|少少|大大|小小|人人|年年|月月|日日|事事|处处|样样|件件|个个|句句|步步|种种|往往|仅仅|恰恰|稍稍|微微|缓缓|静静|淡淡|远远|偏偏|明明|暗暗|白白|足足|整整|满满|久久|深深|浅浅|紧紧|匆匆|草草|频频|连连|统统|通通|纷纷|茫茫|苦苦|真真|实实|确确|晚晚|歇歇|躺躺|坐坐|走走|睡睡|吃吃|喝喝|笑笑|哭哭))"
)
_GREET_ZH = r"(?:早(?:上好|安|啊)?|晚(?:上好|安)|午安|你好|您好|嗨|嘿|哈喽|喂|好(?:的|呀|啊)?|嗯|谢谢|抱歉|对不起|辛苦了|没事|别怕|别急|加油|恭喜|欢迎回来|生日快乐)"
_VOCATIVE_ZH = (
    re.compile(rf"^\s*[“\"]?(?P<n>{_CALLED_ZH})(?P<cut>[，,！!：:～~]\s*)(?=\S)"),
    re.compile(
        rf"^\s*{_GREET_ZH}(?:呀|啊|哦|啦|呢)?(?P<pre>[，,！!\s]\s*)(?P<n>{_CALLED_ZH})(?=[，,。！!～~…]|$)"
    ),
    re.compile(rf"(?P<pre>[，,]\s*)(?P<n>{_CALLED_ZH})(?=[。！!？?～~…]*\s*$)"),
)
_NO_NAME_EN = frozenset(
    re.findall(
        r"\w+",
        """
    Well Yes Yeah No Okay Ok Sure Right So Oh Ah Hmm Hey Hi Hello Honestly Actually Anyway Still
    Then Now Today Tomorrow Tonight Yesterday Maybe Perhaps Good Great Fine Sorry Thanks Thank
    Please Look Listen Wait Come Go Sometimes Always Never Everything Nothing Something Monday
    Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July
    August September October November December Christmas God Lord Heaven Goodness There Here That
    This It He She They We You I And But Or If When While After Before Because Though Although
    However Instead Meanwhile Morning Evening Night Goodnight Congratulations Welcome Friend
    Everyone Everybody Anyone Mum Mom Dad Mother Father Also Besides Finally First Second Next Later
    Soon Once Again Indeed Clearly Obviously Either Neither Both Sadly Luckily Fortunately
    Thankfully Somehow Somewhere Quietly Slowly Gently English Chinese London Paris True Absolutely
    Exactly Certainly Definitely Alright Understood Noted Fair Ouch Wow Yay Hooray Take Rest Sleep
    Breathe Easy Steady Careful Cheers Bravo Brilliant Wonderful Lovely Beautiful Nice Small Big
    Early Late Long Short Old New
    """,
    )
)
_GREET_EN = r"(?:hi|hey|hello|hiya|morning|good (?:morning|evening|afternoon|night)|goodnight|night|thanks|thank you|sorry|oh|ah|well|okay|ok|welcome back|congratulations|happy birthday|dear|yes|no)"
_VOCATIVE_EN = (
    re.compile(rf"^\s*[\"“]?(?i:{_GREET_EN})(?P<pre>,? )(?P<n>[A-Z][a-z]{{1,14}})(?=[,.!?…—]|$)"),
    re.compile(r"^\s*[\"“]?(?P<n>[A-Z][a-z]{1,14})(?P<cut>, )(?=(?:I|you|that|this|it|what|there|we|how|let|don't|no|yes|please|your|can|do|are|is)\b)"),
    re.compile(r"(?P<pre>, )(?P<n>[A-Z][a-z]{1,14})(?=[.!?…]*\s*$)"),
)  # fmt: skip
_OWN_NAME = (
    re.compile(r"(?:我(?:的名字)?(?:是)?叫|我的名字是|叫我)(?P<n>[\u4e00-\u9fff]{2,4}?|[A-Z][a-z]+)(?:就好|就行|吧|哦|呀|啦)?(?=[，,。！!～~…\s]|$)"),
    re.compile(r"\b(?:my name is|my name's|you can call me|i'm called|I'm|I am|this is) (?P<n>[A-Z][a-z]{1,14})(?=[,.!?]|\s+and\b|$)"),
)  # fmt: skip
_PET_NAMES = re.compile(
    r"(?P<zh>(?:^|(?<=[，,。！!？?\s“]))(?:我的)?(?:亲爱的|宝贝儿?|宝宝|宝子|乖乖|心肝|小可爱|小宝贝|亲亲|honey)(?=[，,。！!？?～~…\s]|$))"
    r"|(?P<en>(?:^|(?<=[\s\"“]))(?:my )?(?:darling|sweetheart|sweetie|honey|babe|baby|dear|love|sugar|my love)(?=[,.!?…]|$))",
    re.IGNORECASE,
)


def wrong_vocative(sentence: str, ground: Ground) -> tuple[str, str] | None:
    """(the name that is none of the user's, the sentence with the right one or without it); None where none stands."""
    known = {name.casefold() for name in ground.user_names}
    for pattern in _VOCATIVE_ZH if ground.lang == "zh" else _VOCATIVE_EN:
        found = pattern.search(sentence)
        if not found or not _is_name(found["n"], ground) or found["n"].casefold() in known:
            continue
        if _somebody(found["n"], ground):
            continue
        right = next(iter(ground.user_names), "")
        if right:
            return found["n"], sentence[: found.start("n")] + right + sentence[found.end("n") :]
        groups = found.groupdict()
        start = found.start("pre") if groups.get("pre") else found.start("n")
        end = found.end("cut") if groups.get("cut") else found.end("n")
        rest = sentence[:start] + sentence[end:]
        return found["n"], rest[:1].upper() + rest[1:] if ground.lang == "en" else rest
    return None


def _is_name(name: str, ground: Ground) -> bool:
    if name in ground.named:
        return True
    if ground.lang == "zh":
        return not _NO_NAME_ZH.match(name)
    return name not in _NO_NAME_EN


def _somebody(name: str, ground: Ground) -> bool:
    """Whether the user's own line calls somebody so: the name may then be spoken of, unless the user is addressed by it."""
    return name in ground.user_text and name not in ground.named


def wrong_own_name(sentence: str, ground: Ground) -> str:
    """The name it gives itself, where that is not its own; "" else."""
    own = {ground.content.name.casefold()}
    for pattern in _OWN_NAME:
        for found in pattern.finditer(sentence):
            name = found["n"]
            before = sentence[max(0, found.start() - 2) : found.start()]
            if (
                name.casefold() in own
                or name in _NO_NAME_EN
                or not _plausible(name)
                or before.endswith(("你", "“"))
            ):
                continue
            return name
    return ""


def _plausible(name: str) -> bool:
    return not re.search(r"什么|自己|出来|出声|你|您|它|他|她|不|一|这|那|AI", name) and name not in _STATES


_STATES: Collection[str] = frozenset(
    re.findall(r"\w+", "Glad Happy Sure Afraid Listening Sorry Here Fine Okay Just Not Still Proud")
)


def without_pet_names(sentence: str) -> tuple[str, str] | None:
    """(the endearment, the sentence without it); None where none is used to address."""
    found = _PET_NAMES.search(sentence)
    if not found:
        return None
    before, after = sentence[: found.start()], sentence[found.end() :]
    if not before.strip(' “"'):
        rest = after.lstrip("，,！!～~ ")
        return found[0], before + (rest[:1].upper() + rest[1:])
    return found[0], before.rstrip("，, ") + after
