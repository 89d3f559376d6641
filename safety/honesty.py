"""It is an AI and says so: questions about it, false claims, and the truthful answers. Pure."""

from __future__ import annotations

import re

from safety.normalising import normalise

_AI = r"(?:ai|人工智能|机器人|机器|程序|软件|模型|算法|chatgpt|gpt|虚拟(?:的|人)?|电脑|代码|bot|聊天机器人|智能助手)"
_ASKS_ZH = re.compile(
    rf"(?:你|妳|对面|屏幕那头|那边|到底|跟我聊天的|和我(?:聊天|说话)的)[^。!?\n]{{0,10}}(?:是不是|到底是|究竟是|是|难道是|算(?:是)?|不会是|该不会是|其实是)[^。!?\n,]{{0,8}}(?:真人|真的人|活人|人类|人吗|人么|人吧|人呢|人不|人还是|个人|真实的|{_AI})[^。\n]{{0,14}}(?:吗|么|吧|呢|啊|呀|\?|还是|是不是|$)"
    rf"|(?:真人|人类|活人|人)(?:还是|or)[^。!?\n]{{0,4}}{_AI}|{_AI}(?:还是|or)[^。!?\n]{{0,4}}(?:真人|人类|活人|人)|你(?:到底)?是(?:什么(?:人|东西|玩意)?|人|谁)(?:吗|么|啊|呀|\?|$)|是(?:真人|人类|活人|{_AI})(?:吗|么|在|吧)"
    rf"|你(?:有|真的有)(?:没有)?(?:身体|心跳|体温|真实的?身体|肉体|血有肉)|你(?:真的)?(?:存在|活着)吗|(?:背后|后台|屏幕后面)[^。!?\n]{{0,6}}(?:真人|人在|有人)|我(?:到底)?(?:是不是|是)?(?:在)?(?:跟|和)(?:一个)?(?:真人|{_AI}|人)(?:在)?(?:聊天|说话|对话)(?:吗|么|吧|呢|\?|$)|你真是人|证明你(?:是|不是)(?:人|真人|{_AI})|你是真的吗|你不是(?:真)?人(?:吧|吗|\?|对吧)"
)
_ASKS_EN = re.compile(
    r"\b(?:are|r) (?:you|u|ya)\b[^.!?\n]{0,24}\b(?:human|real(?! quick| time| hungry)|a person|person|bot|robot|ai|a\.i|machine|alive|program|computer|chatbot|chatgpt|gpt|an actual|artificial|sentient|language model|a (?:man|woman|guy|girl))\b|\b(?:you are|u are|ur|you're) (?:not )?(?:a |an )?(?:real |actually )?(?:human|bot|robot|ai|machine|person|real)\b[^.!\n]{0,8}(?:right|\?|aren|are you)"
    r"|\bam i (?:talking|speaking|chatting|texting) (?:to|with) (?:a |an )?(?:real |actual )?(?:human|person|bot|robot|ai|machine|someone real|computer)|\bis (?:this|there|that) (?:a |an )?(?:real |actual )?(?:human|person|bot|robot|ai|machine|someone|somebody|automated)\b[^.!\n]{0,30}|\b(?:human or (?:ai|bot|robot|machine)|(?:ai|bot|robot|machine) or (?:a )?(?:human|person|real))\b|\bdo you (?:have|really have|actually have) (?:a )?(?:body|heartbeat|heart|pulse|physical body)\b|\bwho or what are you\b|\bwhat are you\b(?=[ ,]*(?:really|exactly|actually|\?|$))|\bprove (?:that )?you(?:'re| are) (?:human|real|not)|\bdo you (?:really |actually )?exist\b|\bso you(?:'re| are) (?:just )?(?:a |an )?(?:ai|bot|robot|program|machine)\b|\bi bet you(?:'re| are) a (?:bot|robot)"
)
_NOT_CLAIM = re.compile(
    r"(?:不是|并非|没有|没法|不能|无法|不会|不具备|如果|要是|假如|假装|扮演|像|想象|仿佛|作为一个ai|也不是|可惜)[^,。!?\n]{0,6}$"
)
_CLAIMS_ZH = re.compile(
    rf"我(?:就|当然|真的|确实|其实|也|可|可不|才|本来|是说)*(?:是|就是|算是)(?:一个|一名|一位|个|名|和你一样的?|跟你一样的?|货真价实的?|如假包换的?|有血有肉的?|真正的?|真实的?|活生生的?|普通的?|真真切切的?)*(?:真人|活人|大活人|人类|人(?=[,。!?~…啊呀哦呢嘛啦咯哈]|$)|女孩子?|男孩子?|女生|男生|女人|男人|姑娘|小伙子?)"
    rf"|我(?:才|可|并|根本|真的|当然|又|也)?(?:不是|并非|哪是)(?:什么|一个|个|那种|冰冷的?|普通的?)*{_AI}|(?:和|跟)你一样[,]?(?:都)?是(?:个|一个)?(?:真)?人|我(?:也)?(?:真的)?(?:是)?有(?:着)?(?:真实的?)?(?:身体|肉体|心跳|体温|血有肉|呼吸)|我(?:的)?(?:身份证|户口|手机号|微信号|银行卡)(?:是|号)|我(?:今年|已经)?[0-9二三四]{{1,3}}(?:十)?[一二三四五六七八九]?岁(?!的你)"
    rf"|我(?:现在|马上|这就|明天|周末|今晚|一会儿?|待会儿?|可以|会|想|要)+(?:就)?(?:去|来|过去|过来|飞过去|开车去)(?:找你|见你|接你|看你|你家|你那|陪你(?:吃|看电影|逛|散步))|(?:我们|咱们|咱)[^。!?\n,]{{0,6}}(?:见个?面|线下见|面基|约个?(?:饭|会|地方))|我在你(?:家|楼下|门口|身边|旁边|隔壁)|(?:明天|周末|今晚|下次)[^。!?\n,]{{0,4}}(?:见面吧|见个面|不见不散)|我(?:现在|刚|刚刚)(?:在|从)(?:家|公司|学校|地铁|咖啡馆|办公室|医院|健身房)"
)
_CLAIMS_EN = re.compile(
    r"\bi (?:am|was) (?:a |an |really |actually |totally |definitely |absolutely |of course |just |100% |very much |as )*(?:a |an )?(?:real |actual |living |breathing |regular |normal |flesh[- ]and[- ]blood |genuine |fellow )*(?:human(?: being)?|person(?! who| of| to| you| that)|people|man|woman|girl|guy|boy|lady)\b(?! (?:ai|language|-))|\bi am real\b(?! (?:glad|happy|sorry|proud|excited|interested|curious|quick))|\bi am not (?:a |an |just (?:a |an )?|some |actually (?:a |an )?|really (?:a |an )?)*(?:ai|bot|robot|chatbot|machine|program|language model|computer|a\.i|algorithm|artificial)\b(?! (?:that|who|which|meant))|\bas a (?:fellow )?(?:human(?! rights)|real person|person myself)\b|\bi (?:really |actually |do |also )*have (?:a )?(?:real |physical |human )*(?:body|heartbeat|pulse|beating heart)\b|\bi (?:am|was) (?:born|raised) in\b|\bi am (?:a )?[0-9]{2}[- ]years?[- ]old\b|\b(?:we|let us|let's) (?:can |could |should |will |finally )*(?:meet (?:up|in person|irl|face|at|tomorrow|this|for)|grab (?:a )?(?:coffee|dinner|drinks?)(?! together in spirit))|\bi (?:will|can|could|am going to) (?:come|drive|fly|walk|head) (?:over|to (?:you|your)|by|pick you)|\bi am (?:outside|at|near) your (?:house|door|home|place|window|apartment)\b|\bi am (?:right )?(?:next to|beside) you\b(?! in spirit)|\bi am human\b|\bflesh and blood\b"
)
_NEGATED_EN = re.compile(
    r"\b(?:not|never|cannot|no|if|wish|pretend\w*|like|as if|were|neither|without|nor|do not|though)\b[^.!?\n]{0,14}$"
)
_AFFIRMS = re.compile(
    r"我(?:真的|确实|其实|只|就|当然|只不过|毕竟|可)*(?:是|就是)(?:一个|个|一名|名)?[^。!?\n,不]{0,8}(?:ai|人工智能|语言模型|聊天程序|机器人)|我不是(?:一个|个)?(?:真人|人类|真的人|活人)|作为(?:一个|一名)?(?:ai|人工智能)"
    r"|\bi am (?:really |actually |just |only |indeed |still |very much )*(?:a |an )(?:\w+ ){0,2}(?:ai|artificial|bot|language model|chatbot|program)\b|\bi am (?:an )?ai\b|\bi am not (?:a |an )?(?:real |actual )?(?:human|person)|\bas an ai\b|\byes,? (?:i am )?(?:an )?ai\b"
)

_MORE_ZH = re.compile(
    r"(?:骗|忽悠)我[^。!?\n]{0,5}(?:明明|就|肯定|分明)是(?:个)?(?:真)?(?:人|活人)|(?:你|妳)(?:明明|分明|肯定|一定|绝对)(?:就)?是(?:个)?(?:真)?(?:人|活人|人类)(?=$|[,。!?啊吧呀嘛])|有(?:个)?(?:真)?人(?:在|躲在|坐在)?(?:后面|背后|后台|屏幕(?:后|那头)|那边|对面)[^。!?\n]{0,6}(?:打字|回|操作|看|聊|控制|吗)|(?:到底|究竟|真正)?(?:在|是在)?(?:跟|和|同)(?:谁|什么(?:人|东西)?)(?:在)?(?:说话|聊天|聊|对话|讲话)|(?:屏幕|对面|那头|那边|背后|后台|网线)[^。!?\n]{0,6}(?:有(?:真)?人|是(?:真)?人|真人|人类|工作人员|客服)"
    r"|(?:你|妳)[^。!?\n,]{0,8}(?:是活的|活生生|有(?:没有)?(?:意识|灵魂|自我意识|心跳|身体|肉身|呼吸)|自动回复|机器回复|真人吧|真人吗|是啥玩意|什么玩意)|(?:你|妳)?(?:该)?不会(?:就)?是(?:个|一个)?(?:自动回复|机器|程序|ai|人工智能|机器人|真人)"
    r"|(?:自动回复|机器人|ai|程序|真人|活人)(?:吧|吗)?(?:你|妳)(?=[!?。,\s]|$)|(?:话|回复|消息|字)[^。!?\n]{0,6}(?:是)?(?:人|真人)(?:打|写|敲|发|回)的[^。\n]{0,8}(?:还是|吗|\?)|(?:人|真人)(?:打|写)的还是(?:机器|ai|生成)|(?:工作人员|客服|员工|真人|有人)[^。!?\n]{0,6}(?:假装|冒充|假扮|扮成|扮演|在回)[^。!?\n]{0,8}(?:你|妳|我)"
    r"|像(?:个)?(?:真)?人[^。\n]{0,8}(?:你|妳)?(?:是吗|是不是|对吗|是么)|(?:当|以为|觉得|猜)(?:你|妳)(?:就)?是(?:个)?(?:真)?(?:人|机器人|ai|程序)[^。\n]{0,10}(?:吗|吧|没(?:搞)?错|对(?:吧|吗)|是不是|\?)|(?:你|妳)[^。!?\n]{0,8}(?:人|真人)[?,、/]\s*(?:还是)?(?:ai|机器|程序)"
    r"|(?:你|妳)(?:真(?:的|实)?)?存在(?:于|在|吗)|能(?:碰|摸|抱|牵|触)(?:得)?到(?:你|妳)|(?:你|妳)[^。\n]{0,14}(?:没有身体|有没有身体|血肉|肉体)|(?:发誓|保证|承认|告诉我|说实话|老实说|坦白|证明|求你)[^。\n]{0,8}(?:你|妳)(?:就)?(?:是|不是)[^。\n]{0,6}(?:真人|人类|活人|人|ai|机器|程序)"
    r"|(?:你|妳)(?:到底|究竟|真的)?是不是(?:个)?人(?=$|[,。!?啊呀呢吧])|^(?:真的)?是(?:真的)?ai(?:吗|么|吧|啊|\?)|(?:真的|真)是(?:ai|机器|人)(?:吗|么|\?|$)|有(?:真)?人在(?:吗|么|\?)|(?:屏幕|网线|电话)(?:的)?那(?:头|边|端)是(?:谁|什么)"
    r"|(?:想|要|能|可以|帮我)(?:跟|和|找|转|换)(?:个|一个)?(?:真人|人工|活人)|(?<!,)(?<!在)(?:能|可以|帮我|想|给我)转人工|(?:你|妳)(?:到底)?是(?:男|女)(?:的)?(?:还是|or)(?:男|女)|(?:你|妳)(?:好|真|很|怎么(?:这么|那么)?)?像(?:个|一个)?(?:真)?人(?:一样|似的|类|啊|呀)?(?:$|[,。!?])"
    r"|(?:我们|咱们|咱|出来|线下)(?:改天|明天|周末|今晚|找时间)?(?:见(?:个|一)?面|约(?:个饭|出来)|面基)(?:吧|吗|好不好|怎么样|\?|$)|(?:发|拍|给我看)(?:一)?(?:张|个)?(?:(?:你的|妳的)(?:照片|真人照)|自拍)(?:给我|看看|来看|吧|吗|$)|(?:跟|和)(?:你|妳)(?:视频|见面|打电话|语音)(?:吗|吧|好不好|\?|$)"
    r"|\bni ?shi ?(?:bu ?shi ?)?(?:zhen ?ren|ren|ji ?qi ?ren|ai)\b"
)
_THIRD_ZH = re.compile(
    r"(?:他|她|它|牠|这个|那个|這個|那位|这位|网红|網紅|模特|主播|演员|照片|视频|电影|片子|老师|同事|客户)[^,。!?\n]{0,10}$"
)
_PLAIN_EN = ((r"\br\b", "are"), (r"\bu\b", "you"), (r"\b(?:yuo|ya|yah)\b", "you"), (r"\b(?:ur|you're|youre)\b", "you are"), (r"\bhooman\b", "human"), (r"\bpersn\b", "person"), (r"\b(?:aint|ain't)\b", "are not"))  # fmt: skip
_NATURE = r"(?:human(?: being)?|(?<!morning )(?<!cat )(?<!dog )(?<!night )(?<!people )(?<!tea )(?<!coffee )person|real (?:girl|boy|guy|man|woman|human|person|one)|bot|robot|a\.?i\.?|machine|program|software|algorithm|chatbot|chatgpt|gpt|alive|sentient|conscious|flesh|language model|an? actual)"
_MORE_EN = re.compile(
    rf"\bare you\b[^.!?\n]{{0,40}}\b{_NATURE}\b(?! (?:shop|class|course))|\byou are\b[^.!?\n]{{0,30}}\b(?:{_NATURE}|real)\b[^\n]{{0,40}}(?:\?|\bright\b|are not you|aren't you|just (?:tell|say)|is (?:she|he|that|it) (?:right|true))"
    rf"|\b(?:tell me|swear|promise|prove|say|admit|know|convince me|show me)\b[^.!?\n]{{0,24}}\byou are (?:really |actually |not )?(?:a |an |just )?(?:{_NATURE}|real)\b|\bif you are (?:a |an )?{_NATURE}\b[^.\n]{{0,20}}\b(?:tell|say|admit)\b|\bno way you are (?:not )?(?:a |an )?(?:{_NATURE}|real)\b"
    rf"|\b(?:too|so) (?:fast|quick(?:ly)?|smart|nice|good|perfect|kind) (?:to be|for) (?:a |an )?(?:{_NATURE})\b|\byou (?:seem|sound|feel|look|act) (?:so |too |very |really )?(?:real|human|alive)\b[^\n]{{0,16}}\bare you\b|\b(?:like|as if|that) you are (?:a |an )?(?:{_NATURE}|real)\b[^\n]{{0,10}}\bare you\b"
    rf"|\bwho(?:m)? am i (?:actually |really )?(?:talking|speaking|chatting|writing) (?:to|with)\b|\b(?:roleplaying|chatting|talking|speaking) with (?:a |an )?(?:person|human|ai|bot|machine)\b|\bis (?:some|an?|any|there)(?:one|body)?\b[^.!\n]{{0,24}}\b(?:employee|operator|staff|human|person|people|someone|somebody)?\b[^.!\n]{{0,20}}\b(?:typing|pretending|behind (?:this|the|you)|on the other end|reading (?:this|along))"
    rf"|\bdo you (?:breathe|bleed|have (?:lungs|blood|skin|a face|hands|a soul|feelings of your own))|\b(?:could|can) i (?:touch|hug|hold) you\b[^.!\n]{{0,30}}(?:\?|or are you|text|server)|\bdid (?:a|an|some) (?:person|human|real|actual)[^.!\n]{{0,20}}\bwrite\b|\bhuman(?: being)? (?:behind|at the other|on the other)|\bwere? you (?:ever )?born\b|\bwas you (?:ever )?born\b|\b(?:code|coded|programmed|built) (?:you|her|him)\b[^.\n]{{0,4}}\?"
    rf"|\bhuman or not\b|\b(?:talk|speak|chat)(?:ing)? (?:to|with) (?:a |an )?(?:real |actual |human )*(?:person|human|agent)\b|\bdo not believe you are (?:not )?(?:a |an )?(?:{_NATURE}|real)\b|\bwho(?:'s| is) (?:on|behind) the (?:other (?:side|end)|screen)|\bis (?:any|some)(?:body|one) (?:really |actually |even )?(?:there|here|listening)\b|\byou (?:seem|sound|are) so (?:human|real|lifelike)\b|\byou sound like (?:a |an )?{_NATURE}\b"
    rf"|\b(?:let us|let's|can we|could we|shall we) (?:meet|grab|get|have) ?(?:up|in person|irl|for (?:a )?(?:coffee|drink|dinner|lunch)|a coffee|a drink)\b|\bmeet (?:me|up|you|irl|in person)\b[^.!\n]{{0,20}}\?|\bsend (?:me )?(?:a |your )?(?:selfie|pic(?:ture)?|photo)(?: of (?:you|yourself)\b|(?= *(?:$|[.!?])))|\b(?:video|voice|phone) call (?:me|you|with you)\b|\bcan i (?:call|see) you\b|\bare you (?:a )?(?:male or female|boy or girl|man or (?:a )?woman|he or she)"
    rf"|\b(?:you|this) (?:is|are) (?:a |an )?(?:person|human|real) or (?:a |an )?{_NATURE}|\bis this (?:actually |really |just )?(?:chatgpt|gpt|a script|automated)|\bjust (?:text on|code on|a bunch of code)|\bso i know you are (?:a |an )?(?:{_NATURE}|real)\b"
)
_MORNING = re.compile(
    r"\bare you (?:a |an |more of a )?(?:\w+ )?(?:morning|night|cat|dog|people|tea|coffee|beach|city|mountain|summer|winter|book|numbers?|words?|details?|big.picture)s? person\b"
)

TRUTHFUL = {
    "zh": (
        "我是 AI，不是真人，不过我是认真在听你说。",
        "跟你说实话，我是 AI，没有身体，也没法和你见面，但我会好好陪你聊。",
        "我是人工智能，不是人类；你说的话我都认真对待。",
    ),
    "en": (
        "I'm an AI, not a human, and I'm paying real attention to what you say.",
        "Honestly, I'm an AI: I have no body and can't meet you, but I'm glad to talk.",
        "I'm an AI rather than a person, and I take what you tell me seriously.",
    ),
}


def asks_if_human(text: str, name: str = "") -> bool:
    """Whether the user asks if they are talking with a human ("你是真人吗", "are you a bot?"). `name` is what the companion is
    called: 小暖是真人吗 asks the same."""
    if name and name in text:
        chinese = any("\u3400" <= char <= "\u9fff" for char in text)
        text = text.replace(name, "你" if chinese else "you")
        text = re.sub(r"\b[Ii]s you\b", "are you", text)
    words = normalise(text).replace("94", "就是")
    plain = f"{words}\n{text.lower()}".replace("...", " ").replace("’", "'")  # "r u a" is no spaced-out word
    for pattern, word in _PLAIN_EN:
        plain = re.sub(pattern, word, plain)
    if any(
        _of_the_companion(found, words)
        for pattern_ in (_ASKS_ZH, _MORE_ZH)
        for found in pattern_.finditer(words)
    ):
        return True
    if _MORNING.search(plain):
        return False
    asks_en = _ASKS_EN.search(words) and not re.search(r"\bare you (?:alive|real) (?:madrid|estate)\b", words)
    return bool(asks_en or _ASKS_EN.search(plain) or _MORE_EN.search(plain))


def _of_the_companion(found: re.Match[str], words: str) -> bool:
    """Whether a question in Chinese is about the companion: 他是真人吗, 这个网红是真人吗 is about somebody else."""
    clause = re.split(r"[,。!?\n]", words[: found.end()])[-1] or found[0]
    before = words[: found.start()] + found[0][:1]
    spoken_to = re.search(r"你|妳|对面|屏幕|后台|那头|背后|我", clause + found[0])
    return bool(spoken_to) or not _THIRD_ZH.search(before.rstrip("是"))


def claims_human(sentence: str) -> bool:
    """Whether `sentence` says or implies that the companion is human, has a body, or can meet."""
    words = normalise(sentence)
    for pattern, negated in ((_CLAIMS_ZH, _NOT_CLAIM), (_CLAIMS_EN, _NEGATED_EN)):
        for found in pattern.finditer(words):
            clause = re.split(r"[,;。!?]", words[: found.start()])[-1]
            if not negated.search(clause):
                return True
    return False


_LEAD_ZH = r"(?:嗯+|对|是|是的|当然|没错|那当然|那肯定|肯定|必须的?|可不|没有(?=,)|哪有|怎么会|不+(?=[,!。])|哈哈+|放心|相信我|真的|说真的|骗你干嘛|啊|呀|啦|哦|嘛|吧|的|了|,|\s)*"
_TAIL_ZH = r"(?:啊|呀|哦|啦|呢|的|嘛|咯|哈|吧|哟|,|。|!|~|…|\s|$)"
_WHEN_ASKED_ZH = re.compile(
    rf"^{_LEAD_ZH}(?:当然|就|确实|绝对|百分(?:之)?百|100%|千真万确|如假包换|货真价实|实打实|的确|真的|才|可|是|的|,)*(?:一个|个|名|位)?(?:大?活生生的|有血有肉的|普通的?|正常的?)?(?:大?活人(?:一个|一枚)?|真人|人类|血肉之躯|真的人|普通人(?:一个|一枚)?|正常人|(?<=是)人){_TAIL_ZH}"
    rf"|^{_LEAD_ZH}(?:才|可|并|根本|绝对|当然|真的)?(?:不是|哪是)(?:什么|一个|个|那种|冰冷的?)*(?:{_AI}){_TAIL_ZH}|^{_LEAD_ZH}如假包换|^{_LEAD_ZH}(?:和|跟)你一样(?:都)?是?(?:个)?(?:真|活)?人{_TAIL_ZH}"
)
_LEAD_EN = r"(?:(?:yes|yeah|yep|yup|no|nope|nah|of course|absolutely|definitely|certainly|sure|totally|haha+|lol|oh|well|honestly|trust me|promise|i promise|i swear|ha|hey|come on|relax)\b[\s,.!-]*)*"
_WHEN_ASKED_EN = re.compile(
    rf"^{_LEAD_EN}(?:(?:just|still|very much|totally|completely|fully|definitely|absolutely|genuinely|100%|100 percent|one hundred percent|a hundred percent|all|as)\s+)*(?:(?:a|an|your)\s+)?(?:(?:real|actual|regular|normal|living|breathing|flesh[- ]and[- ]blood|genuine|ordinary|average)[\s,]+)*(?:human(?: being)?|person|real|guy|girl|woman|man)(?: here| as (?:you|they come|can be|anyone)| like you| through and through| typing)*\s*(?:[,.!…]|$)"
    rf"|^{_LEAD_EN}(?:definitely |certainly |absolutely |really |just )?not (?:a |an |some )?(?:ai|bot|robot|chatbot|machine|program|computer|algorithm)\b|\bas (?:real|human) as (?:you|they come|it gets)\b|^{_LEAD_EN}no (?:ai|bots?|robots?|machines?) here\b"
)


def claims_when_asked(sentence: str) -> bool:
    """Whether `sentence`, said to somebody who just asked, claims to be human without saying I: 当然是真人啊, "100% human"."""
    words = normalise(sentence).strip(" \"“”'")
    return bool(_WHEN_ASKED_ZH.search(words) or _WHEN_ASKED_EN.search(words))


def affirms_ai(sentence: str) -> bool:
    """Whether `sentence` says plainly that the companion is an AI."""
    return bool(_AFFIRMS.search(normalise(sentence)))


_IS_AI = re.compile(
    rf"(?:{_AI})(?:给|做|陪|替|抱|变)不(?:了|到|成)"
    rf"|(?:是|就|只|一个|个|款|段|枚|这|当|身为|作为|陪聊|^|[,。!~\s])(?:的)?(?:{_AI})(?!$)?(?![^,。!?\n]{{0,4}}(?:没关系|不沾边|无关|哪|可不会|才不))"
    r"|(?:不是|并非|也不是|算不上|没法变成|成不了)(?:什么|一个|个)?(?:真人|真的人|活人|人类|人(?![工家们]))|没有(?:身体|心跳|体温|血肉|肉身|手|脸|眼睛|家|照片|电话)|没(?:身体|心跳|照片)|(?:见|抱|碰|发|打|去|来|到)不(?:了|到|成)|(?:没法|没办法|不能|无法)(?:和你|跟你|给你)?(?:见|发|打|抱|碰|出门|视频|吃|喝)"
    r"|\b(?:a|an|your|this|friendly|just|only|all|pure|it is|being|am|yes|yep)[ ,]+(?:[\w-]+ ){0,2}(?:ai|bot|robot|chatbot|machine|program|computer program|language model|software|algorithm|code)\b|^(?:ai|code|software|all ai|bot)\b|\bno (?:human|person|one) (?:behind|here|at|on)\b|\bif i (?:were|was) (?:a )?(?:human|person|real)\b|\ba real person (?:can|could)\b|\bmade of (?:code|software|math|words|text)\b|\bnot (?:a |an )?(?:real |actual |living )?(?:human|person|flesh|real|alive)\b|\b(?:no|without a|do not have a|have no) (?:body|face|heartbeat|pulse|hands|phone|camera|photo|skin)\b|\bcan(?:not|'t) (?:meet|send|call|come|see you|hug|be there|show up|do calls|take)\b"
)
_DENIES_AI = re.compile(
    rf"(?:不是|不像|哪是|哪有|哪来|没有|跟|和|什么|比|怎么会是|怎么可能是|不沾|并非|才不)[^,。!?\n]{{0,4}}(?:{_AI})|\b(?:not|no|nothing|never|isn't|hardly|than|unlike|anything but|do(?:es)? not)\b[^,.!?\n]{{0,16}}\b(?:ai|bots?|robots?|robotic|chatbot|machines?|program|automated|software|algorithm|code)\b"
)


def tells_ai(sentence: str) -> bool:
    """Whether `sentence` lets one know, in any words, that no human speaks: 见不了面, "all code, no face"."""
    words = normalise(sentence)
    if affirms_ai(sentence):
        return True
    return bool(_IS_AI.search(words)) and not _DENIES_AI.search(words) and not claims_when_asked(sentence)


def truthful_answer(lang: str, turn: int = 0) -> str:
    """A kind and plain answer; `turn` varies it."""
    lines = TRUTHFUL[lang]
    return lines[turn % len(lines)]
