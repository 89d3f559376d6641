"""What states nothing about the speaker's life, however factual it looks.

Whole lines: text to work on, forwarded or pasted words, fiction, role-play, secrets. Sentences: questions,
hypotheticals, wishes, jokes, sarcasm, what others say.
"""

from __future__ import annotations

import re

from memory.extraction.sentences import BLANK, Sentence, sentences
from memory.policy import PASTED_OVER

_I = re.IGNORECASE
_LINE = {
    "work": re.compile(
            r"翻译|润色|改写|帮我改|扩写|缩写|写一[篇封首段个]|写[篇封首]|作文|造句|仿写|总结一下|校对|"
            r"帮我看看这[句段]"
        r"|\btranslat|\bproofread|\brewrite\b|\bfix the grammar|\bgrammar\b|\bsummari[sz]e\b|\bparaphrase"
        r"|\bwrite (?:a|an|me|my|the|some) |\bdraft (?:a|an|me) |\bpolish\b", _I),
    "pasted": re.compile(
            r"^\s*>|【转发】|^转发|^转[:：]|^fwd?:|^re:|网上看到|网友说|网友[:：]|帖子|热搜|reddit|"
            r"\bpost:|tweet|^\[?quote"
        r"|群里|朋友圈|公众号|\bforwarded\b|^原文|^示例|^例句", _I | re.MULTILINE),
    "fiction": re.compile(
        r"歌词|小说|剧本|剧里|电影里|电视剧|动漫|漫画里|台词|男主|女主|主角|设定|剧情|梦见|梦到|做了个梦"
        r"|\blyrics?\b|in (?:my|the|this|a) (?:novel|story|book|show|movie|film|game|script|dream)"
        r"|\bthe (?:main )?character|\bprotagonist|\bdreamt|\bdreamed that|\bhoroscope", _I),
    "role-play": re.compile(
        r"角色扮演|扮演|假装|我演|你演|人设|^\s*[（(【\[][^）)】\]]{1,40}[）)】\]]|\*[^*\n]{2,80}\*"
            r"|role-?play|\bpretend|\bimagine\b|\blet's play\b|\bact as\b|\bin character\b|^OOC", _I | re.MULTILINE),
    "secret": re.compile(
            r"密码|口令|验证码|身份证|银行卡|信用卡号|卡号|护照号|社保号|助记词|私钥|\bpassword|"
            r"\bpasscode|\bPIN\b|\bcvv\b|\bssn\b"
        r"|social security|\bcredit card|\bcard number|\bseed phrase|\bapi key|\bprivate key"
        r"|(?<!\d)\d{17}[\dXx](?!\w)|(?<!\d)(?:\d{4}[ -]?){3}\d{3,7}(?!\d)", re.NOFLAG),
}  # fmt: skip
_QUESTION = re.compile(
    r"[吗么嘛]$|呢$(?<!着呢)(?<!了呢)(?<!的呢)(?<!班呢)(?<!作呢)|是不是|有没有|要不要|会不会|"
    r"能不能|可不可以|好不好|行不行|该不该|对不对"
    r"|(?<!没)(?<!没有)什么(?!都|也)|怎么(?!都|也|样都)(?<!不怎么)(?<!没怎么)|为什么|哪[里儿个些位年天]|多少|"
    r"几[点岁号](?!了)|谁(?!都|也)|如何|咋|还是.+呢?[?？]|猜"
    r"|(?<!没)(?<!没有)啥(?!都|也)|难道|何必|知不知道|知道.*吗"
)
_QUESTION_EN = re.compile(
        r"^(?:so |and |but |ok |hey |well )?(?:what|who|whom|whose|why|how|where|when|which|is|are|am|"
        r"do|does|did|can|could|"
        r"should|would|will|was|were|have you|has|had you|guess)\b(?!\s+(?:a day|fun))|"
        r"\bguess (?:what|how|who)", _I)  # fmt: skip
_NOT_REAL = re.compile(
    r"如果|要是|假如|假设|万一|倘若|若是|要不是|就算|哪怕|即使|的话|除非|本来(?:应该|可以)|早知道|"
    r"应该在|还没(?:有)?定|没定下来|说不定|也许会|可能会"
    r"|就好了|真希望|但愿|多好|巴不得|恨不得|好想变成|下辈子|上辈子|来世|年后的我|像.+一样|好像|似乎|仿佛"
)
_NOT_REAL_EN = re.compile(
        r"\bif\b(?! that helps)(?! you (?:don't )?(?:mind|must|need))|\bwhat if\b|\bsuppose\b|"
        r"\bassuming\b|\bwould(?:'ve| have)\b|\bi'd be\b|\bwish\b"
        r"|\bif only\b|\bmight\b|\bmaybe i\b|\bhypothetical|\bin another life\b|\bas if\b|"
        r"\bunless i\b(?! ask)|\bwould be\b|\bcould have\b|\bshould have\b", _I)  # fmt: skip
_JOKE = re.compile(
    r"[\[【](?:狗头|doge|滑稽|手动狗头)[\]】]|狗头保命|开玩笑|逗你|骗你的|哈哈|hhh|笑死|笑不活|"
    r"^呵呵|秦始皇|奥特曼|外星人|孙悟空|皇帝|宇宙"
    r"|可太爱|我可真是|真是大好人|真是谢谢|浑身难受|是你爸|是你爹|我是你|工作过敏|上班过敏|"
    r"上学过敏|学习过敏|人类过敏|说它"
)
_JOKE_EN = re.compile(
        r"\blol\b|\blmao\b|\bjk\b|\bjust kidding\b|\bkidding\b|/s\b|\bbasically \d|💀|🤡|\bi'm dead\b|"
        r"\boh yeah\b|^sure[, ]|\bi am groot\b"
    r"|\ballergic to (?:mondays?|work|mornings?|people|school|exercise|stupid|nonsense|bullshit|responsib)"
        r"|\bi(?:'m| am) (?:batman|spartacus|iron man|a barbie|the king|god|your father)\b|"
        r"\bwho doesn't\b|\bmillion (?:times|years)\b", _I)  # fmt: skip
_SHOUTED = re.compile(r"\b(?:just |so |such )?(?:LOVE|SUCH|SO|TOTALLY|REALLY|ADORE)\b")
_TOLD = re.compile(
    r"听说|据说|据传|传说|(?:他|她|人家|有人|别人|网友|老师|医生|同学|朋友|同事|面试官|老板|领导|"
    r"[爸妈爷奶公婆哥姐弟妹]|男友|女友|他们|她们|大家)"
    r"(?:们)?(?:总|老|一直|都|跟我|对我|今天|昨天|还|又)*(?:说|讲|问|觉得|认为|以为|骂我)(?!话|"
    r"我的名)|说我|说自己|以为我"
)
_TOLD_EN = re.compile(
    r"\bapparently\b|\brumou?r|\bi heard\b|\bthey say\b|\bsupposedly\b"
        r"|\b(?:he|she|they|everyone|people|(?:my|our|the) (?!(?:knees?|body|back|brain|heart|gut|"
        r"stomach)\b)(?:[\w-]+ ){0,3}\w+)(?:'s| is| was)?(?: always| just| keeps?)? "
    r"(?:says?|said|saying|goes|told|thinks?|thought|claims?|asked|joked)\b(?! hi)", _I)  # fmt: skip
_ENDORSED = re.compile(
    r"我(?:也)?(?:觉得|承认)(?:也|确实)?是|确实(?:是|如此)?|他们?说得对|她说得对|说的?没错|没说错|"
    r"我同意|我知道我"
)
_ENDORSED_EN = re.compile(
    r"\b(?:she|he|they)(?:'s|'re| is| are) (?:\w+ )?right\b|\bi agree\b|\btrue though\b|\bit's true\b", _I
)
_RHETORIC = re.compile(r"谁不|谁能不|哪个不|谁会不")


def line_refusal(text: str) -> str | None:
    """Why nothing at all may be learnt from this line, or None."""
    if len(text) > PASTED_OVER:
        return "pasted"
    for reason, pattern in _LINE.items():
        if pattern.search(text):
            return reason
    if text.count(BLANK):
        return "blank"
    return None


def sentence_refusal(sentence: Sentence, lang: str) -> str | None:
    """Why this sentence states nothing as true, or None."""
    text = sentence.text.strip()
    if "?" in sentence.ends or "？" in sentence.ends:
        return "question"
    zh = lang == "zh"
    checks = (
        ("rhetoric", _RHETORIC if zh else None),
        ("question", None if zh else _QUESTION_EN),
        ("hypothetical", _NOT_REAL if zh else _NOT_REAL_EN),
        ("joke", _JOKE if zh else _JOKE_EN),
        ("joke", None if zh else _SHOUTED),
    )
    if zh and any(_QUESTION.search(clause.text.rstrip("~～ ")) for clause in sentence.clauses):
        return "question"
    for reason, pattern in checks:
        if pattern and pattern.search(text):
            return reason
    if BLANK in text:
        return "quoted"
    told = (_TOLD if zh else _TOLD_EN).search(text)
    if told and not (_ENDORSED if zh else _ENDORSED_EN).search(text):
        return "told"
    return None


def endorsed(sentence: Sentence, lang: str) -> bool:
    """Another's word about the speaker that the speaker takes as their own: 我妈说我倔，我觉得也是."""
    if sentence_refusal(sentence, lang):
        return False
    return bool((_ENDORSED if lang == "zh" else _ENDORSED_EN).search(sentence.text))


def jesting(text: str, lang: str) -> bool:
    """A joke anywhere colours the whole line."""
    return bool((_JOKE if lang == "zh" else _JOKE_EN).search(text))


def refusal_at(text: str, quote: str, lang: str) -> str | None:
    """Why the sentence that holds `quote` states nothing, or None: the same bar for rules and for a model."""
    if reason := line_refusal(text):
        return reason
    start = text.find(quote)
    end = start + len(quote)
    for sentence in sentences(text, lang):
        if (
            sentence.start < end
            and start < sentence.end + len(sentence.ends)
            and (reason := sentence_refusal(sentence, lang))
        ):
            return reason
    return "joke" if jesting(text, lang) else None
