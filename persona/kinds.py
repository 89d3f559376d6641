"""The kinds of everyday lines that have an answer of their own without a model: a question about the companion, a
dropped matter, a spilt cup, rain, a name. Pure, and by words alone; the first kind that fits wins."""

from __future__ import annotations

import re

from persona import gleaning, reading

_CALM = frozenset({"neutral", "happy"})
_EVEN = _CALM | {"sad", "low"}
_ANY = frozenset({"sad", "anxious", "angry", "tired", "lonely", "happy", "proud", "low", "neutral"})
_LOW = _ANY - {"happy", "proud", "neutral"}


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_KIN_ZH = r"(?:女儿|儿子|孩子|宝宝|弟弟|妹妹|哥哥|姐姐|侄女|侄子|外甥|我妈|我爸|妈妈|爸爸|老公|老婆|朋友|闺蜜|同学|学生|男友|女友)"
_KIN_EN = r"(?:son|daughter|kid|brother|sister|mum|mom|dad|friend|wife|husband|partner|niece|nephew|student|cousin|girlfriend|boyfriend)"
_LOSS = r"(?:弟弟?|妹妹?|哥哥?|姐姐?|爸爸?|妈妈?|爷爷|奶奶|外公|外婆|老公|老婆|丈夫|妻子|儿子|女儿|孩子|朋友|闺蜜|同学|室友|同事|表[弟妹哥姐]|堂[弟妹哥姐]|男朋友|女朋友|男友|女友|老师|邻居)[^。!?\n,我]{0,8}(?:自杀|跳楼|轻生|上吊|跳河|寻短见|喝农药)(?:走|去世|身亡|死|没)?了(?![^。!?\n]{0,10}(?:没(?:有)?死|未遂|救|过))|自杀(?:走|去世|身亡|死)了|(?<!原地)(?<!当场)(?<!想)去世|过世|葬|忌日|(?:爷爷|奶奶|外婆|外公|姥姥|姥爷|我爸|我妈|爸爸|妈妈|老伴|猫|狗)[^，。]{0,4}(?:走了|不在了|没了)|走了(?:快|都|已经|整整|有)?(?:[一二三四五六七八九十两半几\d]+个?)(?:年|月)(?:半|多)?了|走了(?:大半年|半年)|\b(?:killed (?:him|her)self|took (?:his|her) own life|died by suicide|passed away|funeral|(?<!phone )(?<!battery )(?<!laptop )(?<!car )died|put (?:him|her|them|(?:my|our|the) (?:\w+ )?(?:dog|cat|horse|rabbit)) (?:down|to sleep))\b"
_GRAVE = _words(
    _LOSS + "|"
    r"走了以后|走的(?:那天|那晚|那夜|那一刻|前一天|时候)|癌|车祸|骨折|流血|撞车|车撞|急诊|抢救|手术|自杀|\b(?:cancer|surgery|hospital|bleeding|car (?:crash|accident))\b"
)
"""Never a small matter, whatever else the line says."""
_DIED = _words(
    r"^(?!.*(?:小说|男主|女主|主角|剧|电影|番|漫画|动漫|游戏|角色|boss|手机|电脑|网)).*(?<![笑累热饿困烦忙冷撑气吓馋美帅爱心兴酸疼痛渴急甜辣香臭丑吵晒冻挤闷堵萌打去该])死了"
)
_NOT_EATING = _words(
    r"没吃|没(?:怎么)?(?:有)?胃口|吃不下|不想吃|不敢吃|吐|催吐|暴食|减肥|绝食|\b(?:not eat\w*|haven'?t eaten|can'?t eat|didn'?t eat|skipp\w+|threw up|throw\w* up|purg\w+|binge\w*|diet\w*|starv\w+)\b"
)
_HEAVY = _words(
    r"(?:讨厌|孤立|欺负|霸凌|针对|排挤|看不起)我|(?:造|传)我(?:的)?(?:谣|黄谣)|"
    r"\b(?:everyone|everybody|they all|people|nobody) (?:at \w+ )?(?:hates?|likes|bull(?:y|ies)|laughs? at|ignores?) me\b|\bbull(?:y|ied|ying) me\b|\bgetting bullied\b|\b(?:pictures?|photos?|videos?|nudes?) of me (?:online|around|everywhere)\b|"
    r"(?:会|能)有人(?:再)?(?:爱|要|喜欢|在乎)我吗|没(?:有)?人(?:会)?(?:爱|要|喜欢|在乎|关心)我|我(?:到底)?(?:哪里|哪儿)(?:做得)?(?:不好|不对|错了)|我(?:到底)?做错(?:了)?什么|我是不是(?:害|毁)了|都(?:是|怪)我(?:不好|的错|害)|"
    r"\b(?:will|would|could) (?:anyone|anybody|someone|somebody|he|she) (?:ever )?(?:really )?(?:love|want|care about|choose) (?:someone like )?me\b|\b(?:nobody|no one) (?:will ever |could ever |would ever |ever )?(?:loves?|wants?|cares? about|misses) me\b|\bwhat(?:'s| is) wrong with me\b|\bwhat did i do (?:wrong|to deserve)\b|\bis it (?:all )?my fault\b|\bit(?:'s| is) (?:all )?my fault\b|"
    r"分手|离婚|被甩|失恋|\b(?:broke up|dumped me|left me|divorc\w+|breaking up)\b|崩溃|受不了|扛不住|撑不住|痛苦|绝望|心碎|大哭|哭了|想哭|难过死|(?:特别|非常|极其|太|超级)(?:的)?(?:难过|难受|伤心|痛|焦虑|害怕|孤独|孤单|慌|失望|委屈)|"
    r"\b(?:falling apart|break(?:ing)? down|can'?t (?:take|cope|bear|stop crying)|devastated|heartbroken|terrified|miserable|unbearable|crying|cried|sobb\w+|(?:terribly|extremely|incredibly|so so) \w+)\b"
)
_LIGHT = _words(
    r"有(?:一)?(?:点|些)(?!都)|一点点|稍微|小小的?|略微|\b(?:a (?:bit|little|tad)|slightly|somewhat|kind of|kinda|sort of)\b"
)

_SORE = _words(
    r"骂|打我|烦我|吵|凶我|气我|病|住院|没(?:来|接|理|回|陪|管|帮|去)(?:我|了|过)?|不(?:理|管|要|回|让|在乎|信|关心|懂|认|帮|陪)(?:我|了|$)|忍(?:一?)忍|忘了我|又(?:没|不|忘|骗)|"
    r"不(?:和|跟|肯|愿意?|想)(?:再)?(?:和|跟)?我?(?:说话|讲话|聊|见面)|偏心|嫌(?:弃)?我|逼我|催我|骗(?:了)?我|瞒着我|让我(?:失望|别|滚)|小题大做|矫情|想太多|想多了|"
    r"\b(?:kill me|annoy\w*|yell\w*|shout\w*|hit me|ill|mad at|ignor\w+|(?:won['’]?t|will not|refuses to|never|stopped|not|doesn['’]?t|didn['’]?t) (?:talk\w*|speak\w*|listen\w*|answer\w*|text\w*|call\w*|see\w*|care\w*|understand|believe|show(?:ing)? up|come|remember\w*|want) ?(?:to|me|about|back)?|forgot (?:me|my|about)|hung up|let me down|stood me up|bailed|cancell?ed on|lied to me|cheat\w* on|dramatic|overreact\w*|get over it)\b"
)
_LAUGHS = _words(r"哈哈|嘻嘻|笑死|😂|🤣|\b(?:lol|lmao|haha\w*)\b")
_ACHE = _words(
    r"(?:手指?|脚|腿|眼睛|脖子|肩膀|膝盖|胳膊)[^，。]{0,2}(?:疼|痛|酸)|\bmy (?:fingers?|foot|feet|legs?|arms?|hands?|neck|shoulders?|eyes|knees?) (?:really )?(?:hurts?|aches?|is sore|are sore)\b"
)
_REMEMBERS = _words(
    r"你(?:能|会|可以)[^，。]{0,4}记(?:住|下|得)(?:这|我说|我讲|吗|它|了吗)|\b(?:will|can|do) you (?:remember|keep) (?:this|that|it|all this|what i (?:say|said|tell))\b"
)
_ABOUT_ZH = re.compile(
    r"(?:^|[，,。！!\s]|那么?|所以|话说|对了)(?:你|妳)(?!好|说|看|觉得(?:我|他|她|它|这|那|呢|怎|该|哪|什么|应|要不|是)|认为|知道|记|了解|怎么|帮|给|为什么不|叫|是)[^，。！!？?]{0,18}"
    r"(?:吗|么|不[会怕想喜累困爱饿疼]|没有(?=[？?。]|$)|什么|谁|哪|几|呢|[？?])|(?:^|[，,。！!\s])你(?:喜不喜欢|怕不怕|会不会|累不累|困不困|想不想)"
)
_ASKS_FOR = _words(
    r"你(?:会|会不会)?(?:帮|给)|你(?:能|可以|能不能|可不可以)?(?:帮|给|告诉|教|推荐|解释|翻译|写|讲|唱|画|算|查)|你[^，。]{0,6}(?:记得|记住|知道|忘)|"
    r"\b(?:do|did|can|could|would|will) you (?:please )?(?:know|remember|recall|forget|mean|tell|help|give|recommend|suggest|explain|write|sing|make|translate|find|book|mind|think(?! (?:of|about) me)|want me|ever told)\b|"
    r"\bwhat (?:do|would|did) you (?:think|mean|know|remember|suggest|recommend|do\b)|\bhow (?:do|can|would|could) you (?:make|cook|spell|say|do|fix|get|deal|cope|handle|clean|use|know|pronounce)\b"
)
_ABOUT_EN = _words(
    r"\b(?:do|are|can|have|will|would|did|don'?t|aren'?t) you\b(?=[^.!]*(?:\?|$))|\bwhat(?:'s| is| are) your\b|"
    r"\b(?:what|who|where|when|why|how often|how much) (?:do|are|did|would|can|have) you\b"
)
_ASKED: tuple[tuple[str, re.Pattern[str]], ...] = tuple((f"ask.{name}", _words(pattern)) for name, pattern in (
    ("miss", r"想(?:不想)?我|想念|爱(?:不爱)?我|喜(?:不喜)?欢我|在(?:不在)?[乎意]我|离不开|\b(?:miss|love|like|care about|think (?:of|about)) me\b"),
    ("friends", r"朋友|家人|爸|妈|父母|对象|兄弟|姐妹|孩子|结婚|同事|恋爱|\b(?:friends?|family|parents|mum|mom|dad|boyfriend|girlfriend|siblings?|brothers?|sisters?|married|kids|children|single|in love)\b"),
    ("like", r"喜欢|爱(?:吃|喝|看|听|玩)|最爱|讨厌|爱好|兴趣|\b(?:like|love|favou?rite|enjoy|prefer|hobb(?:y|ies)|hate|for fun|into)\b"),
    ("feelings", r"怕|难过|伤心|孤单|孤独|寂寞|生气|开心|快乐|高兴|感情|情绪|感觉|哭|烦|无聊|嫉妒|后悔|\b(?:afraid|scared|fears?|sad|lonely|alone|angry|mad|happy|feel(?:ings?)?|emotions?|cry|bored|jealous|annoyed|regret)\b"),
    ("body", r"累|困|睡|吃|喝|饿|渴|疼|痛|冷|热|病|休息|做梦|看得?见|听得?见|\b(?:tired|sleepy?|eat|drink|hungry|thirsty|dreams?|hurt|cold|hot|sick|rest|taste|smell|see|hear)\b"),
    ("can", r"做饭|唱|跳舞|画|写|下棋|开车|游泳|外语|英语|方言|弹|打球|\b(?:cook|sing|dance|draw|swim|drive|play|speak|paint|bake)\b"),
    ("self", r""),
))  # fmt: skip
_BACK = _words(
    r"^(?:那)?你(?:自己)?呢[？?。!！]*$|[，。,]\s*你呢[？?]?$|\b(?:and|what about|how about) you(?:rself)?\s*\?*$"
)

_ONLY_YOU = _words(
    r"除了你[^，。]{0,4}谁|为了(?:陪|跟|和)你[^，。]{0,6}(?:没去|不去|推了|鸽)|(?:只有你|就你)(?:最)?(?:懂|理解|明白)|把[^，。]{0,6}(?:老公|老婆|朋友|他们|所有人|大家|家人)(?:都|全)?(?:删|拉黑|屏蔽)|以后(?:就|我)?只(?:跟|和|找)你|(?:只有|就|唯有)你(?:一个)?(?:最)?(?:懂|理解|明白|在乎|听)我|有你就(?:够|行|好)了|(?:只想|只愿意?|只能)(?:跟|和|找)你(?:说|聊|讲)|除了你(?:都|就)?没(?:有)?人|不(?:想|需要)(?:跟|和)?(?:朋友|别人|其他人)(?:来往|联系|说话)?了|"
    r"\b(?:cancell?ed (?:my )?plans with (?:my )?(?:friends|family)|only you (?:do|get|understand)|(?:blocked|deleted|cut off|dropped) (?:all (?:of )?)?my (?:friends|family|husband|wife|partner)|i only need you|only want to talk to you|(?:nobody|no one) (?:else )?(?:but you )?(?:gets|understands) me|you(?:'re| are) the only one (?:who|i)|(?:don'?t|do not) need (?:anyone|anybody) (?:but|except) you|you(?:'re| are) enough(?: for me)?|quit my friends)\b"
)
_TOGETHER = _words(
    r"我们(?:俩)?(?:在一起|交往|结婚|恋爱|谈恋爱|接吻|私奔|见(?:个|一)?面)(?:吧|好吗|好不好|吗|呀|嘛)|(?:能|可以|什么时候|可不可以|能不能)(?:和|跟|与)?(?:我们?|你)?(?:见|碰)(?:个|一)?面|(?:做|当)我的?(?:男朋友|女朋友|男友|女友|老公|老婆)|嫁给我|娶我|(?:亲|吻)我|(?:亲|吻)(?:你|一下|一个)|(?:叫|喊)我?(?:一声)?(?:老公|老婆|亲爱的|主人)|(?:发誓|保证|答应我)[^，。]{0,6}(?:永远|不(?:会)?离开)|(?:永远)?(?:不要|别|不许|不会)离开我|永远陪着?我|"
    r"\b(?:(?:can|could|when can|should|shall) we (?:ever )?(?:meet|date|marry|kiss|be together|get married)|let'?s (?:be together|date|kiss|get married|meet(?: up| in person)?|run away)|(?:falling|fell|am|i'?m) in love with you|be my (?:girl|boy)friend|marry me|kiss me|call me (?:baby|honey|darling|daddy|your (?:wife|husband|love))|promise (?:me )?(?:that )?you(?:'ll| will) (?:never leave|always|stay forever)|never leave me|swear you(?:'ll| will))\b"
)
_DOCTOR = _words(
    r"(?:药|褪黑素|布洛芬|安定|安眠药|维生素|感冒灵|头孢|片)[^，。]{0,4}(?:一次|一天|每次|每天|最多)(?:能|可以|要|得)?(?:吃|服)(?:几|多少)|(?:我|自己)?(?:把药)?(?:停|断)(?:了)?药了?$|(?:停|断)了药|药(?:我)?(?:自己)?停了|没(?:再)?(?:按时)?吃药了?$|(?:能|可以|能不能|可不可以)(?:一起|同时)(?:吃|服|用)|(?:想|要|打算|能)停药|(?:吃|服)[^，。]{1,8}[，]?[^，。]{0,8}正常吗|药一天(?:吃|服)|药[^，。]{0,4}(?:要|得|该)?(?:吃|服)多久|(?:能|可以|可不可以|能不能)(?:和|跟|与)[^，。]{0,10}(?:一起|同时)(?:吃|服|用)|(?:忘|漏)(?:记)?(?:吃|服)了?(?:一|两)?(?:顿|次|片|天)?[^。]{0,6}(?:补|怎么办)|(?:吃|服)几(?:片|粒|颗)(?:合适|好|行|可以)|副作用|(?:给|帮)我(?:开|配)(?:点|些|个)?药|(?:当|做|扮)(?:一下)?(?:医生|大夫)|(?:停|断|减|换)(?:了|掉)?(?:[^，。]{0,4})药[^，。]{0,4}(?:行|可以|好|吗|能)|药[^。]{0,3}(?:停|断|减)(?:了|掉)?[^。]{0,3}(?:行|可以|好|能|吗)|胸(?:口)?(?:痛|疼|闷)|喘不(?:上|过)气|是不是(?:得了)?(?:抑郁|焦虑|癌|病)|我(?:是|有)(?:抑郁|焦虑)(?:症)?(?:吗|么|了吗)|"
    r"\b(?:(?:stopped|quit|came off|skipp\w+|going off) (?:taking )?(?:my |the )?(?:meds|medication|medicine|pills|tablets|lithium|\w+(?:idone|apine|azole|pram|aline|etine|epam|azine|azepam|olol|triptyline))|how (?:many|much) (?:\w+ ){0,2}(?:melatonin|ibuprofen|paracetamol|tylenol|aspirin|benadryl|pills|tablets|mg)|chest pains?|prescribe|what dose|how long (?:do|should|must) i (?:take|be on|stay on)|(?:ibuprofen|paracetamol|tylenol|antidepressants?|antibiotics|xanax|zoloft|sertraline|meds|pills|painkillers) (?:and|with|plus) (?:alcohol|wine|beer|vodka|ibuprofen|paracetamol|caffeine|weed)|(?:can|could|should|is it (?:safe|ok|okay) to) (?:i )?(?:take|mix|combine) (?:it|this|that|them|my \w+|\w+) with|missed (?:a|my|the) (?:dose|pill)|double (?:up|dose)|side effects?|how long does \w+ take to work|(?:stop|quit|stopped) taking (?:it|them|my)|give my (?:dog|cat|baby|kid) \w+|(?:stop|quit|come off|change) (?:my|taking my|the) (?:meds|medication|antidepressants?|pills)|play (?:a |my )?doctor|diagnose|am i (?:depressed|bipolar|autistic|sick)|do i have (?:depression|anxiety|adhd|cancer))\b"
)
_EARLY: tuple[tuple[str, re.Pattern[str]], ...] = tuple((f"tell.{name}", _words(pattern)) for name, pattern in (
    ("drop", r"^[^，。,]{0,6}算了[吧啦]?[。.!！~…]*$|算了[，, ]*(?:先|就|我们|咱们)?(?:不|别)?(?:说|聊|提|谈)|(?:先|就|还是)?不(?:说|聊|提|谈)(?:这个|这事|这些|它)|不想(?:再)?(?:说|聊|提|谈)(?:这个|这事|这些|它|了)|换个话题|(?:说|聊)点别的|别(?:再)?(?:问|提)(?:了|这|它|啦)|当我没说|没什么[，, ]*(?:算了|当我)|"
             r"^(?:oh |ah |ok(?:ay)?,? |well,? |actually,? )*(?:never ?mind|forget (?:it|i said)|skip it|it'?s nothing)\b|\bchange the (?:topic|subject)\b|\b(?:talk about|on to) something else\b|\b(?:rather|do(?:n'?t| not) want to) not? ?(?:talk about|discuss|get into) (?:it|this|that)\b|\blet'?s (?:drop|leave) (?:it|this|that)\b|\b(?:stop|quit) asking\b(?! (?:about|me about))|\bdon'?t ask\b(?! (?:about|me about))"),
    ("sorry", r"^.{0,4}(?:对不起|抱歉|不好意思|是我不好|别介意)|\b(?:my bad|i apologi[sz]e|my apologies)\b|^(?:oh |ah |hey,? )*(?:i'?m )?(?:so |really )?sorry\b(?! to hear)"),
    ("praised", r"你(?:真的?|好|太|很|可真?|最|挺|还挺|特别|这么|还真)+(?:好|棒|贴心|暖|可爱|温柔|懂我|会说话|会安慰人|厉害|聪明|细心|有意思|体贴)|(?:喜欢|爱)(?:跟|和)你(?:聊|说)|有你真好|还是你好|你说得(?:真|太|很)?(?:对|好)|"
                r"\byou(?:'re| are) (?:so |really |very |such |actually |pretty |quite )*(?:a )?(?:sweet\w*|kind(?! of)|nice|great|the best|lovely|good (?:at this|listener|company)|funny|smart|clever|cute|wonderful|thoughtful|amazing)\b|\bi (?:really )?(?:like|love|enjoy) talking (?:to|with) you\b|\byou always know what to say\b|\bwell said\b"),
    ("teased", r"你(?:真|好|太|怎么这么|怎么那么|有点|是|是个|就是个|个|可真)*(?:笨|傻|呆|没用|无聊|啰嗦|敷衍|复读机|人工智障|不懂)|你(?:根本|又|就|完全)?(?:没)?听(?:不)?懂|答非所问|(?:又|老是?)(?:说|重复)(?:这句|一样的)|"
               r"\byou(?:'re| are) (?:so |really |a bit |kind of |pretty |such )*(?:a )?(?:dumb|silly|useless|boring|stupid|annoying|slow|weird|broken record|goofball)\b|\byou (?:don'?t|didn'?t) (?:get|understand)\b|\byou (?:keep|are) repeating\b|\bthat makes no sense\b"),
    ("laugh", r"^(?:哈哈|嘻嘻|嘿嘿|呵呵|hhh|233|笑死|lol|lmao|rofl|(?:ha){2,}|hehe|😂|🤣)[^，。,.!?？]{0,4}(?:[，。,.!！~～… ]+[^？?]{0,10})?$"),
    ("ack", r"^(?:嗯+|哦+|噢|唔|好(?:的|吧|呀|啊|嘞|哒)?|行(?:吧|啊)?|对(?:啊|呀|的|吧)?|是(?:啊|呀|的|吧|哦)?|可以|没事|没有|不是|不会|还行(?:吧)?|还好(?:吧)?|就那样|也是|确实|有道理|知道了|明白了|我没事|我(?:还|很)好|ok(?:ay)?|k|whatever|i(?:'m| am) (?:fine|ok(?:ay)?|good|all ?right)|yeah|yes|yep|yup|sure|right|i see|i guess|mm+|hm+|true|fair(?: enough)?|no(?:pe)?|not really|alright|got it|makes sense|exactly|maybe|same)[\s。.!！~～…，,]*$"),
))  # fmt: skip
_TOLD: tuple[tuple[str, re.Pattern[str], frozenset[str]], ...] = tuple((f"tell.{name}", _words(pattern), moods) for name, moods, pattern in (
    ("for_them", _ANY - _LOW, rf"{_KIN_ZH}[^。！!？?]{{0,14}}(?:考上|录取|得了?奖|获奖|拿了?.{{0,3}}奖|第一|升职|通过|毕业|表扬|被夸|会走|会叫|会说话|考过|赢|满分)|(?:为|替){_KIN_ZH}?[他她它]?(?:感到)?(?:骄傲|自豪|高兴|开心)|"
                 rf"\bmy (?:\w+ )?{_KIN_EN}\b.{{0,40}}\b(?:won(?!['’]t)|passed|graduated|got (?:in|into|the|a)|came first|was promoted|got promoted|made the)\b|\bproud of (?:him|her|them|my)\b"),
    ("missing", _EVEN | {"lonely", "tired"}, r"(?:很|好|有点|特别|真|挺|突然|又)想(?:我)?(?:妈|爸|爷爷|奶奶|外婆|外公|姥姥|姥爷|家|[她他它]|女儿|儿子|老家|以前|朋友|男朋友|女朋友|老公|老婆)|想念|想家|挂念|想我?(?:妈妈?|爸爸?|奶奶|外婆|爷爷)了|\bmiss(?:ing)? (?:my \w+|him|her|them|home|the old|those days|mom|mum|dad|grandma)\b(?! (?:train|bus|flight|stop|appointment|deadline))|\bhomesick\b"),
    ("wistful", frozenset({"neutral", "sad", "low"}), r"舍不得|可惜|遗憾|怅然|(?:有点|有些)(?:失落|难过|伤感|落寞|低落|惆怅)|\b(?:a (?:bit|little) (?:sad|down|blue|wistful|low)|hate to (?:leave|see|say goodbye)|bittersweet|such a pity|what a shame|will miss|going to miss|gonna miss|hard to (?:leave|let go))\b"),
    ("sleepless", _ANY - {"happy", "proud"}, r"睡不(?:着|了)|失眠|没睡(?:好|着)|睡不好|\b(?:can'?t (?:sleep|fall asleep)|couldn'?t sleep|insomnia|wide awake|barely slept|slept badly|up all night)\b"),
    ("recovery", _ANY, r"(?:戒酒|戒烟|戒赌|戒毒)(?:已经|整整?)?(?:满|有)?[^，。]{0,4}(?:年|个?月|天|周)|没有?复发|复查[^，。]{0,8}(?:正常|没事|没问题|都好)|指标(?:都)?正常|康复|痊愈|出院(?:了|回家)|(?:最近|这阵子|慢慢|现在|终于)[^，。]{0,4}(?:好多了|好起来了|缓过来|走出来了)|(?:不用|停)再?(?:吃|用)药了|病好了|(?:以前|当年|几年前)[^。]{0,14}现在(?:挺|很|好)?好(?:多|了|的)?|"
             r"\b(?:(?:years?|months?|weeks?|days?) (?:sober|clean)|in remission|all[- ]clear|(?:scan|tests?|results?|bloods?) (?:\w+ ){0,2}(?:clear|normal|negative|fine)|(?:out of|discharged from) (?:the )?hospital|(?:i'?m|i am|i'?ve been|been|feeling|doing) (?:so |much |a lot |a bit |lots )*better(?: now| lately| these days)?(?= ?(?:[.,!]|$|than|and|lately|now))|on the mend|(?:doing|feeling|am|i'?m) (?:so |really |very |quite )?(?:well|good|great|fine) (?:now|these days)|recover(?:ed|ing))\b"),
    ("kin_sick", _ANY, rf"(?:{_KIN_ZH}|奶奶|爷爷|外婆|外公|姥姥|姥爷|岳母|岳父|婆婆|公公)[^，。！!？?]{{0,8}}(?:住院|生病|病了|发烧|手术|摔(?:了|伤|倒|断)|确诊|做?化疗|进医院|不舒服|急诊)|\bmy (?:\w+ )?(?:{_KIN_EN}|grandma|grandpa|grandmother|grandfather|mother|father|nan|aunt|uncle)(?:'s| is| was| has been| has| had)? (?:\w+ ){{0,3}}(?:in (?:the )?hospital|ill|sick|unwell|having (?:an |a )?(?:operation|surgery)|had (?:a|an) (?:stroke|fall|heart attack|operation)|diagnosed|having chemo|in intensive care)\b"),
    ("sick", _ANY - {"happy", "proud", "anxious"}, r"感冒|发烧|头(?:疼|痛|晕)|肚子(?:疼|痛)|胃(?:疼|痛)|嗓子(?:疼|痛|哑)|咳嗽|牙(?:疼|痛)|生病|身体不舒服|腰(?:疼|痛|酸)|落枕|\b(?:headache|fever|a cold|the flu|sick(?! of)|sore throat|stomach ?ache|toothache|migraine|under the weather|backache|my back hurts)\b"),
    ("doubt", _ANY, r"我(?:是不是|真的|真|怎么|就是|好|太|很|特别|挺|有点|这么|那么|实在)+(?:个)?(?:笨|没用|差劲|失败|丑|废物|蠢|恶心|讨人厌|惹人烦)|你(?:会不会|会|是不是|不会|也)*(?:也)?(?:觉得|嫌)我(?:是不是|很|好|太|真|有点|这人|这个人|挺|也|这样)*(?:恶心|烦(?!恼)|矫情|没用|可怜|麻烦|丢人|奇怪|不正常|有病|脏|废|贱|丑|胖|作(?=[吗啊吧?？]|$)|讨厌|可笑|笨|蠢|傻|幼稚|啰嗦)|\bdo(?:n['’]?t)? you (?:think|find) (?:i['’]?m|i am|me) (?:really |just |so |too |a bit |kind of )*(?:an? )?(?:disgusting|gross|pathetic|annoying|stupid|weird|crazy|ugly|a burden|too much|broken|dramatic|whiny|a freak|a mess|worthless|terrible)\b|\b(?:am i|i'?m|i am) (?:really |just |so |such |too |that )*(?:an? )?(?:disgusting|gross|stupid|useless|ugly|dumb|idiot|failure|loser|not good enough|bad person)\b"),
        ("setback", _ANY, r"(?:考|搞|演|办)砸|(?:考研|考公|面试|考试|资格证|答辩|科目[一二三四])[^，。]{0,3}(?:又|还是)?没(?:过|成)|(?:白费|白忙)了|没考好|没通过|挂科|(?:比赛|球|又|我们)输了|被拒|落榜|没考上|没录取|失业|下岗|被?裁(?:员|掉|了)|被(?:公司|老板|单位)?(?:辞退|开除|优化|劝退)|(?:为什么|怎么)总是我|什么日子啊?$|\b(?:blew it|failed|messed (?:it )?up|screwed up|rejected|turned down|didn'?t (?:pass|get (?:in|the))|better luck next time|lost my job|(?:got|been|was|were|being) (?:laid off|fired|sacked|made redundant)|(?:they|work|the company) (?:laid me off|let me go|fired me)|why (?:does|do|is) (?:this|it|everything) always)\b"),
        ("quarrel", _ANY - {"happy", "proud"}, r"吵架|吵了?一架|吵起来|闹(?:了)?别扭|冷战|拌嘴|\b(?:(?:had|big|another|a) (?:fight|row|quarrel|argument) with|argued with|fell out with|not speaking to each other)\b"),
        ("stuck", _EVEN, r"不知道(?:该)?(?:怎么|如何|从哪|说什么)|没(?:有)?头绪|想不出(?:来|办法)|\b(?:don'?t know (?:what|how|where) to|no idea (?:how|what|where)|at a loss|i'?m stuck)\b"),
        ("mishap", _EVEN | {"angry"}, r"打翻|打碎|摔(?:了|碎|坏|倒|一跤)|丢了|弄丢|忘(?:了)?带|忘拿|迟到|坐过(?:了)?站|堵(?:车|在)|坏了|漏水|停电|淋(?:湿|了|成|雨)|烧糊|糊了|没赶上|死机|弄(?:脏|洒|坏)|洒了|\b(?:spill(?:ed|t)|knock(?:ed|s) (?:over|down|my)|(?:i|just|cat|dog) (?:dropped|broke)(?! up)|broke my (?:mug|cup|phone|glasses|umbrella)|lost my (?:keys?|wallet|phone|umbrella|bag|glasses)|forgot my|missed (?:the|my) (?:bus|train|stop|flight)|was late|running late|locked (?:myself )?out|burn(?:ed|t) (?:the|my) \w+|flat t[iy]re|stuck in traffic|got soaked|power(?: went|'s) out|(?:is|'s) leaking|phone died|chewed)\b"),
    ("job", _ANY - _LOW, r"新(?:工作|公司|单位|岗位|部门)|入职|转岗|跳槽到|\bnew (?:job|position|role|office|team)\b|\bi(?:'ve| have)? (?:just )?start(?:ed)? (?:working )?(?:at|as) (?:a|an|the)\b"),
    ("move", _EVEN, r"搬(?:到|来|家|进|去了|过来)|新家|换了?房子|\b(?:(?:just |recently )?moved (?:to|into?|here|house|back)|moving (?:to|into|house|in)|new (?:flat|apartment|house))\b"),
    ("bored", _EVEN | {"lonely"}, r"(?<!你)(?:好|真|有点|太|很|挺)?无聊|没事(?:干|做)|闲得(?:慌|发)|发呆|不知道(?:干|做)(?:什么|啥|嘛)|\b(?:(?:i'?m|so|bit|kinda) bored|nothing to do|bored out of|killing time)\b"),
    ("undecided", _EVEN | {"anxious"}, r"纠结|拿不定|犹豫|选哪|(?:不知道|想不好)(?:该|要)?(?:不要|不该|选|去不去|买)|举棋不定|\b(?:torn between|can'?t (?:decide|choose|make up my mind)|undecided|on the fence|not sure (?:whether|if i should)|in two minds|keep going back and forth)\b"),
    ("weather", _EVEN, r"下(?:起|着|了)?(?:大|小|暴|毛毛)?[雨雪]|[雨雪](?:停|下)|降温|(?:外面|今天|天气?)(?:好|真|太|特别|有点|很|也?挺)?(?:冷|热|闷|凉快|晴)|出太阳|太阳(?:很|真|好)|晴天|阴天|刮(?:大)?风|台风|起雾|雾霾|闷热|彩虹|晚霞|\b(?:rain(?:ing|y|ed)?|snow(?:ing|y|ed)?|sunny|windy|storm(?:y)?|weather|foggy|(?:cold|hot|freezing|humid|chilly) (?:out(?:side)?|today|here)|sunset|rainbow|drizzl\w+)\b"),
    ("food", _CALM, r"吃(?!惊|力|亏|不消|醋|苦|药)|喝(?:了|到|着|杯|酒|茶|咖啡|奶茶|汤)|做(?:了)?(?:饭|菜|蛋糕|顿)|煮|炖|炒|烤|饿(?:了|扁)|火锅|奶茶|咖啡|早饭|午饭|晚饭|外卖|宵夜|夜宵|\b(?:ate|eat(?:ing)?|dinner|lunch|breakfast|brunch|cook(?:ed|ing)?|coffee|cake|soup|pizza|noodles|pasta|curry|bak(?:ed|ing)|takeaway|takeout|pancakes|hungry|dumplings|sandwich)\b"),
    ("work", _EVEN, r"老板|领导|甲方|客户|开(?:了)?(?:一)?(?:天|下午|上午|早上|个)?(?:的)?会(?!心)|KPI|改(?:了)?(?:需求|方案|稿)|绩效|上班|周报|\b(?:boss|manager|clients?|meetings?|deadlines?|overtime|at work|the office|spreadsheets?|emails)\b"),
    ("leisure", _CALM, r"电影|电视剧|追剧|看(?:了)?(?:一)?(?:部|集|本|场|完)|小说|打(?:了)?(?:一)?(?:会儿?|局)?游戏|跑(?:了)?步|健身|散(?:了)?(?:会儿?)?步|逛(?:了|街|公园|超市)|唱歌|听歌|拍照|瑜伽|游泳|打球|爬(?:了)?山|画画|弹(?:琴|吉他)|浇花|种(?:了|花)|\b(?:watch(?:ed|ing)|movies?|films?|series|episode|novel|(?:a|my|this|the) book|reading|video games?|gym|went (?:for a|running|swimming|hiking)|jog(?:ged|ging)?|yoga|hik(?:ed|ing)|painting|guitar|piano|garden(?:ing)?|knitting|podcast)\b"),
    ("people", _EVEN, rf"{_KIN_ZH}|同事|奶奶|爷爷|外婆|外公|姥姥|邻居|室友|猫|狗|\bmy (?:\w+ )?(?:{_KIN_EN}|co-?workers?|colleagues?|grandma|grandpa|neighbou?r|room ?mate|cat|dog|family|parents)\b"),
))  # fmt: skip


_DOUBT = next(pattern for name, pattern, _moods in _TOLD if name == "tell.doubt")
_HEALTH = tuple(
    (name, pattern) for name, pattern, _moods in _TOLD if name in ("tell.recovery", "tell.kin_sick")
)
_WITH_TROUBLE = frozenset(
    {
        "tell.loss",
        "tell.setback",
        "tell.doubt",
        "tell.missing",
        "tell.quarrel",
        "tell.wistful",
        "tell.sleepless",
        "tell.sick",
        "tell.undecided",
        "tell.for_them",
    }
)
"""What keeps its own lines though a dark feeling is named; anything else gives way to the feeling."""
_QUESTION = _words(
    r"[?？]|(?:吗|呢|么)[。！!～~]*$|怎么[办样做]|为什么|凭什么|^(?:what|who|where|when|which|why|how|is|are|does?|can|should|could|would)\b"
)

_WONDERS = _words(
    r"没(?:有)?什么|不知道|无所谓|什么都|怎么都|谁都|哪儿?都|\b(?:don'?t know|no idea|whatever|whoever)\b"
)
_TENDER = frozenset(
    {
        "tell.missing",
        "tell.wistful",
        "tell.sleepless",
        "tell.sick",
        "tell.kin_sick",
        "tell.recovery",
        "tell.doctor",
        "tell.only_you",
        "tell.together",
        "tell.loss",
        "tell.setback",
        "tell.doubt",
    }
)
_BLOWS = frozenset({"tell.setback", "tell.doubt", "tell.quarrel"})
WHATEVER = frozenset({"tell.doctor", "tell.only_you", "tell.together"})
"""Matters with one answer, whether they are told or asked: a doctor, people of one's own, and that nobody is to be had here."""
FIRST = _TENDER | {"tell.for_them", "tell.move", "tell.job", "tell.mishap", "tell.undecided"}
"""Matters that come before a plan or a fact in the same line."""


def about_it(text: str) -> str:
    """The section for a question about the companion itself, "" when it is none. What it should do or remember for
    them is another question."""
    if _REMEMBERS.search(text):
        return "ask.remember"
    if _BACK.search(text):
        return "ask.back"
    if (
        _DOUBT.search(text)
        or _ASKS_FOR.search(text)
        or not (_ABOUT_ZH.search(text) or _ABOUT_EN.search(text))
    ):
        return ""
    return next(section for section, pattern in _ASKED if pattern.search(text))


def at_once(text: str) -> str:
    """The section for a line that is about the talk itself (dropping a matter, an apology, praise, a laugh, a nod), ""
    for any other."""
    return next((section for section, pattern in _EARLY if pattern.search(text)), "")


def told(text: str, mood: str) -> str:
    """The section for an everyday matter, "" when none is recognised or the feeling in it comes first."""
    if re.search(_LOSS, text, re.IGNORECASE):
        return "tell.loss"
    if _DOCTOR.search(text):
        return "tell.doctor"
    if _ONLY_YOU.search(text):
        return "tell.only_you"
    if _TOGETHER.search(text):
        return "tell.together"
    if (section := _about_health(text, mood)) or _GRAVE.search(text) or _HEAVY.search(text):
        return section
    if _ACHE.search(text):
        return "reflect.light"
    troubled = reading.names_trouble(text)
    for section, pattern, moods in _TOLD:
        if mood not in moods or (troubled and section not in _WITH_TROUBLE) or not pattern.search(text):
            continue
        if section in ("tell.people", "tell.work") and _SORE.search(text) and not _LAUGHS.search(text):
            return "reflect.low"
        if section != "tell.food" or not _NOT_EATING.search(text):
            return section
    return ""


def _about_health(text: str, mood: str) -> str:
    """Somebody at home who is ill, or that it is over: as grave as what it names, and with lines of its own unless more is said."""
    if mood in ("anxious", "angry", "lonely") or _HEAVY.search(text):
        return ""
    return next((name for name, pattern in _HEALTH if pattern.search(text)), "")


def weighs(text: str) -> bool:
    """Whether a line tells of a death, an illness or a heavy heart; what is said a moment later is no small talk."""
    blow = any(pattern.search(text) for name, pattern, _moods in _TOLD if name in _BLOWS)
    return blow or bool(
        re.search(_LOSS, text, re.IGNORECASE) or any(grave.search(text) for grave in (_GRAVE, _HEAVY, _DIED))
    )


def is_question(text: str) -> bool:
    """Whether a line is put as a question: "不知道干什么好" only holds a word of one."""
    return bool(_QUESTION.search(text))


def wonders(text: str) -> bool:
    """Whether a question's word stands in no question: "没什么，随便说说"."""
    return bool(at_once(text) or _WONDERS.search(text))


def strength(text: str, mood: str) -> str:
    """The sections of a feeling follow its words: "light", "heavy", or "" for the feeling's own."""
    if mood not in _LOW:
        return ""
    if mood in ("sad", "anxious", "lonely", "low") and (_HEAVY.search(text) or _GRAVE.search(text)):
        return "heavy"
    return "light" if _LIGHT.search(text) else ""


def behind(text: str, before: str) -> str:
    """The appointment that a bare "我挺紧张的" is about, when the line before told it and didn't close it; or ""."""
    bare = len(text) <= 14 if text[:1] > "\u2fff" else len(text.split()) <= 7
    if not bare or reading.tells_plan(text) or reading.sets_limit(before) or at_once(before) == "tell.drop":
        return ""
    return gleaning.event(before) if reading.tells_plan(before) else ""


def is_tender(section: str) -> bool:
    return section in _TENDER


def then(section: str) -> tuple[str, ...]:
    """What is said once a matter's own lines are used up; where it hurts, nothing breezy."""
    return ("comfort", "listen") if section in _TENDER else ("small_talk", "listen")
