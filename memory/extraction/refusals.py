"""What states nothing about the speaker's life, however factual it looks.

Whole lines: text to work on, forwarded or pasted words, fiction, role-play, secrets. Sentences: questions,
hypotheticals, wishes, jokes, sarcasm, what others say.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memory.extraction.en import refusing
from memory.extraction.sentences import BLANK, Clause, Sentence, sentences
from memory.extraction.zh.script import simplified
from memory.policy import PASTED_OVER

_I = re.IGNORECASE
_LINE = {
    "work": re.compile(
        r"(?:帮我|请|麻烦|能不能)翻译|翻译(?:一下|成|下|[:：])|^翻译(?=一|这|下|成|以)|[翻译]成[\u4e00-\u9fff]{0,3}[文语]|翻成|译成|润色|改写|"
        r"帮我改|把(?:这|下面|以下|上面)[\u4e00-\u9fff]{0,6}(?:改|翻|译|写|换)|^(?:请|麻烦)?(?:帮我|把|给我|替我)[^，。\n]{0,18}[:：]|"
        r"编[个一]|讲个故事|(?:下面|以下)(?:这)?[段句]|(?:这|那)[段句](?:话|诗).{0,8}[:：]|什么意思[:：]|从前有|扩写|缩写|"
        r"写一[篇封首段个份]|写[篇封首个份]|帮我写|作文题|写作文|造句|仿写|总结一下|校对|帮我看看这[句段]|[英日韩法德]文怎么说|简历模板|文案[:：]"
        r"|\btranslat|\bproofread|\brewrite\b|\bfix the grammar|\bgrammar\b|\bsummari[sz]e\b|\bparaphrase"
        r"|(?<!to )(?<!i )(?<!we )\bwrite (?:a|an|me|my|the|some) |\bdraft (?:a|an|me) |\bpolish\b", _I),
    "pasted": re.compile(
        r"^\s*>|【(?:转发|转|通知|招聘|公告|广告|热搜|头条)】|^转发|^转[:：自载]|转自|^fwd?:|^re:|网上(?:看到|有人|说)|网友说|网友[:：]|帖子|热搜|"
        r"微博上|小红书上|知乎上|豆瓣上|抖音上|弹幕|诚招|诚聘|reddit|\bpost:|tweet|^\[?quote"
        r"|群里(?:有|都|说|看|转|发|的)|朋友圈(?:里|看|有|都|刷|转|文案)|公众号|\bforwarded\b|^原文|^示例|^例句|^复制|"
        r"^[^，。:：\n]{0,6}(?:小说|故事|文案|歌词|签名|标题|广告|网友|例子?|例句|台词|剧情|段子|笑话|新闻|报道|公告|通知|原文|片段|开头|参考|摘抄|语录|题目|作文|"
        r"博主|楼主|评论|热评)[^，。:：\n]{0,4}[:：]",
        _I | re.MULTILINE),
    "fiction": re.compile(
        r"歌词|小说里|小说的|写的小说|剧本里|剧本[:：]|书里|剧里|戏里|游戏里|电影里|电视里|电视剧里|动漫里|漫画里|动画里|台词|广告词|男主|女主|主角|"
        r"设定|剧情|番里|梦见|梦到|做了个梦|梦里|故事里|剧透|NPC"
        r"|\blyrics?\b|in (?:my|the|this|a) (?:novel|story|book|show|movie|film|game|script|dream)"
        r"|\bthe (?:main )?character|\bprotagonist|\bdreamt|\bdreamed that|\bhoroscope", _I),
    "role-play": re.compile(
        r"角色扮演|扮演|假装|我演|你演|人设|你来?(?:当|做|扮|演|饰)[\u4e00-\u9fff]{1,6}[，,]?.{0,4}我(?:来)?(?:是|当|做|演)|语c|跑团|"
        r"玩(?:个|一?局)?(?:角色|扮演|游戏吧|[\u4e00-\u9fff]{0,4}杀)|来玩个游戏|我们来玩|"
        r"你现在是|从现在起你|从现在开始你|本(?:宫|王|座|仙女|尊)|哀家|朕|"
        r"^\s*[（(【\[][^）)】\]]{1,40}[）)】\]]|\*[^*\n]{2,80}\*"
        r"|role-?play|\bpretend|\bimagine\b|\blet's play\b|\bact as\b|\bin character\b|^OOC", _I | re.MULTILINE),
    "secret": re.compile(
            r"密码|口令|验证码|身份证(?:号|.{0,6}\d)|银行卡(?:号|.{0,8}\d)|信用卡号|卡号|护照号|社保号|助记词|私钥|\bpassword|"
            r"\bpasscode|\bPIN\b|\bcvv\b|\bssn\b"
        r"|social security|\bcredit card|\bcard number|\bseed phrase|\bapi key|\bprivate key"
        r"|(?<!\d)\d{17}[\dXx](?!\w)|(?<!\d)(?:\d{4}[ -]?){3}\d{3,7}(?!\d)", re.NOFLAG),
}  # fmt: skip
_QUESTION = re.compile(
    r"(?:对|是|没错|不是|对不对)吧$|[吗么]$(?<!什么)(?<!那么)(?<!这么)|^.{0,3}(?:你|我|他|她|它|然后|后来|结果)呢$|^(?:那|可|但|所以)?[\u4e00-\u9fff]{1,2}呢$|是不是|"
    r"有没有|要不要|会不会|"
    r"能不能|可不可以|好不好|行不行|该不该|对不对|去不去|值不值|"
    r"(?<!没)(?<!没.)(?<!没..)什么(?!都|也|的|之类)|怎么(?!都|也|样都)(?<!不怎么)(?<!没怎么)|为什么|为啥|哪[里儿个些位年天种家](?!都|也)|"
    r"(?<!没)(?<!没.)(?<!没..)多少(?!次|年了|有点)|"
    r"几[点岁号](?!了)|谁(?!都|也)|如何|(?<!不)咋|还是.+呢?[?？]|好还是|还是.{1,10}[好呢]$|猜|"
    r"(?<!没)(?<!没.)(?<!没..)啥(?!都|也|的)|难道|何必|知不知道|知道.*吗|干嘛|干啥|多大(?:了)?$"
)
_OPEN_ENDED = re.compile(r"你(?:说|觉得|猜|知道|记得|认为|看看?)|^(?:还是|难道|何必|是不是|有没有)|还是")
"""Where one of these stands in an asking sentence, the question reaches over all its clauses."""
_NOT_REAL = re.compile(
    r"如果|要是(?!有事|说)|假如|假设|万一|倘若|若是|要不是|就算|哪怕|即使|的话|除非|本来(?:应该|可以)|早知道|等我(?:有|老|以后|将来|发)|"
    r"应该在|也许|或许|可能(?:会|要|是|得)|大概会|说不定|要不我|宁愿|宁可|真想有|好想有|"
    r"真希望|但愿|巴不得|恨不得|好想变成|下辈子|上辈子|来世|年后的我|像.+一样|好像|似乎|仿佛|搞不好"
)
"""From the clause that says so to the end of the sentence."""
_NEVER_REAL = re.compile(r"就好了|该多好|多好[啊呀]|还没(?:有)?定|没定下来|不一定|我要是你|换做是我|换成我")
"""Whatever the sentence said before."""
_CONSEQUENCE = re.compile(r"会|该|就(?!是|在|读|喜欢|爱)|肯定|一定|宁|想")
_JOKE = re.compile(
    r"[\[【](?:狗头|doge|滑稽|手动狗头)[\]】]|🐶$|狗头保命|开玩笑|逗你|骗你的|笑不活|开个玩笑|瞎说的|"
    r"^呵呵|^哈哈|^hhh|^笑死|秦始皇|奥特曼|外星人|孙悟空|皇帝|皇上|宇宙|火星|月球|玉皇|吸血鬼|机器人|全世界最|世界第一|天下第一|富二代|亿万富翁|首富|"
    r"成仙|升天|原地去世|散架|一头(?:牛|大象|猪)|(?:可真|真是?够?|太)(?:体贴|贴心|会挑时候|会做人|好心|仗义)[，,了啊呢！!]|"
    r"一百岁|[一两几]百岁|一千岁|一万年|一百年|三百年|三百斤|"
    r"可太爱|我可真是|真是大好人|真是谢谢|谢谢他全家|谢谢您嘞|浑身难受|是你爸|是你爹|是你妈|我是你(?!的粉)|工作过敏|上班过敏|"
    r"上学过敏|学习过敏|人类过敏|周一过敏|对(?:上班|工作|加班|开会|早起|老板|领导|学习|考试|周一|男人|女人|人类|钱|穷|帅哥|你)过敏|说它|"
    r"(?:最?喜欢|最?爱|热爱|享受)(?:了)?(?:周一|加班|早起|挤地铁|堵车|被骂|背锅|调休|开会|写周报|上早八)|(?:好|真|太|可)(?:开心|高兴|幸福|棒|好|爽)(?:了|哦|"
    r"噢|呢|啊)*[，,]?(?:又|还)(?:要|得|能|可以|让我)[^，。]{0,12}(?:加班|开会|会|上班|早起|出差|值班|写|背锅|考试|调休)|真棒呢|可不嘛|又双叒"
)
_LAUGHING = re.compile(r"哈哈|hhh|233|笑死|嘻嘻|嘿嘿|😂|🤣|xswl", _I)
PLAIN = frozenset(
    ["name", "nickname", "city", "hometown", "job", "employer", "school", "education", "major", "pet", "relation", "hobby", "like", "birthday", "boundary", "style", "event_what", "promise", "work_city"])  # fmt: skip
"""What is meant although one laughs; ages, feelings and ailments are said in jest too easily."""
_TOLD = re.compile(
    r"听(?:[\u4e00-\u9fff]{0,4})说(?!我说)|据说|据传|传说|(?:他|她|人家|有人|别人|网友|老师|医生|大夫|同学|朋友|同事|面试官|老板|领导|"
    r"[爸妈爷奶公婆哥姐弟妹娘爹]|男友|女友|室友|闺蜜|他们|她们|大家|邻居|专家|书上|算命的|客户|中介|房东|那个女的|那男的)"
    r"(?:们)?(?:总|老|一直|都|跟我|对我|和我|今天|昨天|还|又|就|最近|经常|天天|非|硬)*(?:说|讲|问|觉得|认为|以为|骂我|嫌我|夸我|吐槽)(?!话|我的名|得来)|"
    r"(?<!跟你)(?<!和你)(?<!对你)(?<!听)说我(?!们)|说自己|以为我|有个(?:人|朋友|男的|女的|网友|同事)|某个人|隔壁|别人家"
)
_ENDORSED = re.compile(
    r"我(?:也)?(?:觉得|承认)(?:我|自己)?(?:也|确实|就)?是|我(?:也)?承认|确实(?:是|如此)?|他们?说得对|她说得对|说的?没错|没说错|"
    r"我同意|我知道我"
)
_RHETORIC = re.compile(r"谁不|谁能不|哪个不|谁会不")


def line_refusal(text: str) -> str | None:
    """Why nothing at all may be learnt from this line, or None."""
    if len(text) > PASTED_OVER:
        return "pasted"
    plain = simplified(text)
    for reason, pattern in _LINE.items():
        if pattern.search(plain):
            return reason
    if text.count(BLANK):
        return "blank"
    return None


def sentence_refusal(sentence: Sentence, lang: str) -> str | None:
    """Why this sentence states nothing as true, or None where a clause of it at least stands."""
    refused = _refused(sentence, lang)
    return None if len(refused) < max(1, len(sentence.clauses)) else next(iter(refused.values()))


def standing(sentence: Sentence, lang: str) -> Sentence:
    """The sentence with only the clauses that state something: what asks, supposes or quotes is blanked."""
    refused = _refused(sentence, lang)
    if not refused:
        return sentence
    text = sentence.text
    for at in refused:
        clause = _clauses(sentence)[at]
        start = clause.start - sentence.start
        text = text[:start] + BLANK * len(clause.text) + text[start + len(clause.text) :]
    kept = tuple(clause for at, clause in enumerate(sentence.clauses) if at not in refused)
    return replace(sentence, text=text, clauses=kept)


def _clauses(sentence: Sentence) -> tuple[Clause, ...]:
    return sentence.clauses or (Clause(sentence.text, sentence.start),)


def _refused(sentence: Sentence, lang: str) -> dict[int, str]:
    """By clause, why it states nothing."""
    if lang != "zh":
        return refusing.refused(sentence)
    text, clauses = sentence.text.strip(), _clauses(sentence)
    everything = range(len(clauses))
    for reason, pattern in (("rhetoric", _RHETORIC), ("joke", _JOKE), ("hypothetical", _NEVER_REAL)):
        if pattern.search(text):
            return dict.fromkeys(everything, reason)
    if BLANK in text:
        return dict.fromkeys(everything, "quoted")
    refused = _asking(sentence)
    for reason, pattern in (("hypothetical", _NOT_REAL), ("told", _TOLD)):
        first = next((i for i in everything if pattern.search(clauses[i].text)), None)
        if first is None or (reason == "told" and _ENDORSED.search(text)):
            continue
        refused |= {i: refused.get(i, reason) for i in everything if i >= first}
        if reason == "hypothetical":
            loose = (
                i
                for i in range(first)
                if not _OWN.match(clauses[i].text) or _CONSEQUENCE.search(clauses[i].text)
            )
            refused |= {i: refused.get(i, reason) for i in loose}
    return refused


_OWN = re.compile(
    r"[，,\s]*(?:嗯|啊|对了|其实|说实话|那个|不过|但是?|因为|而且|最近|今天|现在)*(?:我|俺|咱|本人)"
)


def _asking(sentence: Sentence) -> dict[int, str]:
    """The clauses that ask, and those beside them that name nobody: 喜欢下雨天，正常吗."""
    clauses = _clauses(sentence)
    marked = "?" in sentence.ends or "？" in sentence.ends
    asks = [i for i, c in enumerate(clauses) if _QUESTION.search(c.text.rstrip("~～ 。.!！"))]
    if marked and not asks:
        asks = [len(clauses) - 1]
    if not asks:
        return {}
    if any(_OPEN_ENDED.search(c.text) for c in clauses[: asks[-1] + 1] if len(clauses) > 1 or marked):
        return dict.fromkeys(range(len(clauses)), "question")
    return {i: "question" for i, c in enumerate(clauses) if i in asks or not _OWN.match(c.text)}


def endorsed(sentence: Sentence, lang: str) -> bool:
    """Another's word about the speaker that the speaker takes as their own: 我妈说我倔，我觉得也是."""
    if sentence_refusal(sentence, lang):
        return False
    return bool((_ENDORSED if lang == "zh" else refusing.ENDORSED).search(sentence.text))


def jesting(text: str, lang: str) -> bool:
    """A joke anywhere colours the whole line."""
    return bool(_JOKE.search(simplified(text)) if lang == "zh" else refusing.JOKE.search(text))


def laughing(text: str, lang: str) -> bool:
    """Laughter beside a statement: only what is in `PLAIN` is taken at its word then."""
    return bool((_LAUGHING if lang == "zh" else refusing.LAUGHING).search(text))


def refusal_at(text: str, quote: str, lang: str) -> str | None:
    """Why the sentence that holds `quote` states nothing, or None: the same bar for rules and for a model."""
    if reason := line_refusal(text):
        return reason
    start = text.find(quote)
    end = start + len(quote)
    for sentence in sentences(text, lang):
        if sentence.start >= end or start >= sentence.end + len(sentence.ends):
            continue
        if reason := sentence_refusal(sentence, lang):
            return reason
        pieces = _clauses(sentence)
        for at, reason in _refused(sentence, lang).items():
            if pieces[at].start < end and start < pieces[at].end:
                return reason
    return "joke" if jesting(text, lang) else None
