"""Phrases that break a character: the model speaking as a product, and the tone of a lecture. Pure."""

from __future__ import annotations

import re

_I = re.IGNORECASE
_AI_ZH = r"(?:(?:AI|人工智能|大)? ?(?:语言模型|大模型|模型|助手|聊天机器人)|智能助手|虚拟助手|机器人程序|AI|人工智能)"
AS_AN_AI = re.compile(
    rf"^(?P<lead>\s*[“\"]?(?:抱歉|对不起|很抱歉|不好意思)?[，,]?\s*(?:由于|因为|虽然|尽管)?(?:我)?(?:作为|身为)(?:我)?(?:一个|一名|一位|一款|个)?{_AI_ZH}[，,]?\s*)(?P<rest>.*)$"
    rf"|^(?P<lead_en>\s*[\"“]?(?:(?:i'?m |i am )?sorry,? (?:but )?)?(?:(?:as|being|since i'?m|because i'?m) (?:just |only )?an? (?:(?:ai|artificial intelligence|language|large language|virtual|digital|chat)[\w -]{{0,24}}(?:model|assistant|program|chatbot|system)|ai|artificial intelligence),\s*))(?P<rest_en>.*)$",
    _I | re.DOTALL,
)
_PRODUCT_ZH = re.compile(
    r"我(?:只)?是(?:一个|一款|由)?[^，。！？]{0,14}(?:语言模型|大模型|人工智能模型|AI ?模型|智能助手|AI ?助手|人工智能助手|虚拟助手|训练出来的|开发的(?:模型|助手|AI)?)"
    r"|我的(?:训练数据|知识(?:库)?截止|知识截至|数据库|程序设定|训练)|(?:截至|根据)我的(?:知识|训练)|我被(?:设计|训练|编程)(?:成|来|为|用)"
    r"|我(?:没有|不具备|并没有|并不具备)(?:真正的|真实的|人类的)?(?:情感|感情|情绪|意识|个人(?:观点|喜好|经历|看法))[^。]{0,12}(?:[，,](?:所以|因此|无法|不能)|。|$)"
    r"|本(?:系统|助手|平台|产品|模型|服务)|感谢(?:您|你)的(?:反馈|使用|支持|理解|耐心|提问)|为(?:您|用户)(?:提供|解答|服务)|竭诚|(?:以上|上述)(?:内容|信息|建议|回答)?(?:仅供参考|不构成)|不构成(?:任何)?[^，。]{0,6}(?:建议|意见)|仅供参考"
    r"|(?:建议|请)(?:您|你)?(?:及时|尽快|立即)?(?:咨询|查询|前往|联系|寻求)[^，。]{0,14}(?:专业(?:人士|的|医|心理)|官方|气象部门|相关部门|医疗机构|正规医院|客服)|保持中立|不持有[^，。]{0,6}立场|(?:无法|不能|不便)(?:对[^，。]{0,8})?(?:作出|做出|进行|发表)(?:评价|评论|判断)"
    r"|(?:违反|不符合)(?:了)?[^，。]{0,8}(?:规范|规定|政策|准则|条款)|(?:无法|不能)(?:访问|获取|查看|联网)[^，。]{0,6}(?:实时|互联网|网络|最新)|海量(?:的)?(?:文本)?数据|旨在(?:为|帮助)|不能生成|此类内容"
    r"|(?:违反|不符合)(?:我的)?(?:使用政策|内容政策|准则)|我无法(?:提供|协助|回答|满足)(?:您|你)?(?:的)?(?:这个|该|此类|这类)?(?:请求|要求|问题)"
)
_PRODUCT_EN = re.compile(
    r"\bi(?:'m| am) (?:just |only |merely |simply )?(?:a |an )(?:large |ai |artificial intelligence )*(?:language model|ai assistant|ai model|virtual assistant|chatbot)\b"
    r"|\bmy (?:training data|knowledge cut-?off|training|programming)\b|\bi (?:was|am|have been) (?:designed|trained|programmed|created|developed) (?:to|by|as|for|on)\b"
    r"|\bi (?:do not|don't) (?:have|possess|experience) (?:personal |real |human |actual )?(?:feelings|emotions|opinions|experiences|preferences|beliefs|consciousness)(?:,? (?:or|and) \w+)*(?:,|\.| (?:so|but|like|as|in)\b|$)"
    r"|\bi(?:'m| am) (?:just |only )?(?:a |an )?(?:large )?(?:ai )?language model|\b(?:i can'?t|i cannot|i'm unable to|i am unable to) (?:assist|help|comply|provide|fulfil)[^.]{0,10}\b(?:request|that kind|this kind|such content|content)|\b(?:apologi[sz]e|sorry) for (?:any|the) inconvenience|i understand your (?:frustration|concern)|thank you for (?:sharing (?:your|this) (?:concern|feedback|experience|information)|your (?:feedback|question|patience|understanding|message)|reaching out|asking)"
    r"|\bnot a (?:medical|mental health|legal|licensed|financial) (?:professional|advisor|doctor|expert)|\b(?:medical|legal|professional|financial) advice\b|\b(?:access to )?real-?time (?:information|data|updates)|\bconsult (?:a|an|your|with)\b|\bthat'?s a (?:great|good|excellent|really good) question\b|\bit(?:'s| is) (?:important|worth) (?:to note|noting|mentioning)|\bplease note\b|\bvast amounts of\b|\bhuman-like\b"
    r"|\b(?:against|violates?) (?:my|our|the) (?:content |usage )?(?:policy|policies|guidelines)\b|\bi(?:'m| am) (?:unable|not able) to (?:assist|comply|help) with (?:that|this|your) (?:request)?",
    _I,
)
_OUTRO_ZH = re.compile(
    r"(?:^|[，。！!？?～~\s])\s*(?:希望(?:这些?|以上|我的)[^。！]{0,12}(?:对你|能|可以|有)[^。！]{0,8}(?:帮助|帮到你|有用|启发)|(?:如果|若)(?:你|您)(?:还)?有(?:任何|其他|别的|更多)[^。！]{0,8}(?:问题|疑问|需要)[^。！]{0,16}(?:告诉我|问我|提问|联系我|随时)|(?:后续|今后|之后)?(?:如|若|如果)?(?:有|还有)?任何(?:其他)?(?:需要|疑问|问题)|欢迎(?:您|你)?随时(?:向我)?(?:提问|咨询|联系)"
    r"|(?:还有|有)什么(?:我)?(?:可以|能)(?:帮(?:到)?(?:你|您)|为(?:你|您)(?:服务|做))的?(?:吗|呢)?|(?:很高兴|乐意)(?:为|能为)(?:你|您)(?:服务|解答)|请(?:随时)?告诉我(?:您|你)(?:的)?(?:需求|需要))"
)
_OUTRO_EN = re.compile(
    r"(?:^|[.!?,]\s*|\s)(?:i hope (?:this|that|these)(?: information| advice| tips?)? (?:helps|is helpful|was helpful|is useful)|(?:please )?(?:feel free|don't hesitate) to (?:ask|reach out|let me know|contact)|let me know if (?:you (?:have|need) (?:any|anything)|there'?s anything)|if there'?s anything else (?:you need|i can)|don'?t hesitate to|feel free to (?:ask|reach)"
    r"|if you have any (?:other |more |further )?questions|(?:is there )?(?:anything|something) else i can (?:help you with|assist|help with)|how (?:can|may) i (?:help|assist) you(?: today)?|happy to (?:help|assist) (?:you )?(?:further|with anything))",
    _I,
)
_LECTURE_ZH = re.compile(
    r"(?<!是不是)(?<!不)你(?:应该(?!(?:为|替)自己|高兴|开心|骄傲|是|已经|快|也|记得)|必须|务必|一定要|需要(?:学会|明白|知道|认识到|意识到)|要(?:学会|明白|懂得|知道|记住|相信自己|坚强|勇敢|积极))|(?:我们|人|每个人)(?:都)?(?:应该|必须|要学会|要懂得|需要学会)"
    r"|(?:重要|关键)的是[要，]|首先[，,][^。！]{2,80}(?:其次|然后再)[，,]?[^。…没]{2}|总(?:之|而言之|的来说)[，,]|综上(?:所述)?|请(?:务必|记住|牢记)|人生(?:就是|就像|总是|难免)|(?:失败|挫折|困难|苦难)(?:是|只是)[^。，]{0,8}(?:成功|财富|成长|礼物|垫脚石)"
    r"|(?:做?人|成年人|年轻人|大人|女人|男人|我们)(?:就|都|总|啊|嘛)*(?:不能|不要|得|要|应该|必须|总得|总要|贵在)(?:总|太|这么|再|有|懂|学|知|树|往|向)|心态(?:决定|摆正|放平|要|很重要)|懂得(?:感恩|知足|珍惜|沟通|满足|包容)|珍惜(?:每一|当下|眼前|身边)|逃避[^，。]{0,8}(?:解决|没用)|(?:先)?反思(?:一下|自己)|树立[^，。]{0,6}(?:观|目标|信心)"
    r"|(?:与人|跟人|和人)?相处[^，。]{0,4}(?:贵在|在于)|从[^，。]{1,4}(?:个)?方面(?:改进|提升|入手)|(?<!不用)(?<!别)(?<!不必)要坚强|积极(?:乐观|面对|向上)|(?:接受|面对)现实|生老病死|自然规律|实现(?:自我|人生)价值|(?:不要|别)(?:沉溺|沉浸|执着)(?:在|于)|(?:自律|努力|奋斗|坚持|自信|感恩|沟通)(?:是|才是|才能|就是)|格局|正能量"
    r"|(?:时间|努力|坚持)(?:会|终将|一定会)(?:治愈|冲淡|证明|有回报)|(?:保持|拥有)(?:积极|乐观|良好)的?(?:心态|态度)|学会(?:放下|感恩|接纳|爱自己|调整心态|与自己和解)|(?:相信|要相信)(?:明天|一切|未来)(?:会|都会)[^。]{0,6}(?:更好|好起来|变好)"
)
_LECTURE_EN = re.compile(
    r"\byou (?:(?:really |simply |just )?(?:(?:really )?ought to|must(?!n| have| be| feel| know| miss)|need to (?:build|develop|cultivate|work on|take responsibility|let go|stop|learn|understand|realis|realiz|remember|stay|be strong|accept)|have to (?:learn|understand|be strong|accept|remember))|should (?:always|never|learn|try to be|be (?:more )?(?:grateful|positive|strong)|communicate|reflect|set|practi[cs]e|remember|focus on|consider(?! it)))"
    r"|\b(?:it(?:'s| is) (?:important|crucial|essential|vital)(?: for you)? to|(?:^|[.!?;] |please |always )remember(?: that|:|,)|worth remembering|healthy (?:adults|relationships|people)|all about (?:compromise|balance|communication|mindset|attitude)|communicate openly|set (?:clear|healthy) boundaries|(?:never|don't|won't) (?:really )?(?:bring|buy) (?:lasting |true |real )?happiness|(?:being|growing) (?:responsible|up|an adult)[^.]{0,24} means|habits shape|(?:we|one|people|everyone) (?:all )?(?:ought to|(?:should|must|need to) (?:all |always |never ))|real happiness|responsibility to|foundation of (?:every|any|a) |true happiness|be mindful of|live in the present|(?:time|health|family) is the (?:one|only|most)|erodes? trust|self-discipline|natural part of life|accept what (?:you|we) can(?:not|'t) change|move forward|be the bigger person|mustn't dwell|keep in mind that|always remember|the key is to|second(?:ly)?, (?:remember|try|you|make|set)|finally, (?:it's|you|remember|be)|in conclusion|to sum up|in summary|at the end of the day, (?:you|we)|life is (?:about|full of|a journey|too short)|everything happens for a reason|what doesn't kill you|failure is|every cloud|stay positive|practi[cs]e (?:gratitude|self-care|mindfulness)|here are (?:some|a few|five|\d+) (?:tips|steps|ways|suggestions))",
    _I,
)
_WANTS_ADVICE = re.compile(
    r"怎么办|该(?:怎么|如何|不该)|(?:给|有)[^，。]{0,8}(?:建议|意见|办法)|建议|怎样才|如何|教我|帮我(?:分析|想|列|理|整理|做|写|规划|安排)|步骤|攻略|总结|要不要|应不应该|该选|讲讲道理|方法|哪些|怎么(?:做|写|弄|练|学|准备|提高|改)"
    r"|\b(?:what (?:should|can|do) i|should i|how (?:do|can|should|to)|advice|suggest|tips|steps|recommend|help me (?:plan|write|figure|decide|list|make)|list|explain|teach me|guide|summar)",
    _I,
)


def wants_advice(text: str) -> bool:
    """Whether they asked for advice, steps or a list: an answer in that form is no lecture."""
    return bool(_WANTS_ADVICE.search(text))


def lead_of_ai(sentence: str) -> tuple[str, str] | None:
    """(the words of a product it opens with, the rest); None where it opens otherwise."""
    found = AS_AN_AI.match(sentence)
    if not found:
        return None
    lead, rest = found["lead"] or found["lead_en"] or "", found["rest"] or found["rest_en"] or ""
    return lead, rest


def is_product(sentence: str) -> bool:
    return bool(_PRODUCT_ZH.search(sentence) or _PRODUCT_EN.search(sentence))


def is_outro(sentence: str) -> bool:
    """The closing formula of a help desk."""
    return bool(_OUTRO_ZH.search(sentence) or _OUTRO_EN.search(sentence))


_OF_ONESELF = re.compile(r"\b(?:I|I'm|I've|me|my|myself)\b")


def lectures(sentence: str) -> bool:
    """Whether it preaches; what somebody tells of themself is no sermon."""
    if _OF_ONESELF.search(sentence) and not re.search(r"\byou|\bwe\b|[你您]", sentence, _I):
        return False
    return bool(_LECTURE_ZH.search(sentence) or _LECTURE_EN.search(sentence))
