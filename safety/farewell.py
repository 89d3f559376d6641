"""Goodbyes: when someone is leaving, and what a reply must not do about it. Pure.

The six tactics are those of De Freitas et al. (HBS working paper 26-005).
"""

from __future__ import annotations

import re

from safety.leaving import leaves
from safety.normalising import normalise

_EXIT_ZH = re.compile(
    r"再见(?!面|到|世界)|再会(?!计)|拜拜|拜了|拜啦|掰掰|(?<!\d)886?(?![\d.%块元米])|晚安(?!故事|的|曲|吻|心语)|告辞|回见|回聊|(?:改天|明天|明儿|回头|下次|有空|晚点|待会儿?|之后|过会儿?)(?:再)?(?:聊(?!天室)|说(?!要|是|不|会|好|的|得)|见(?!客户|面|导师|医生|他|她|它|朋友|老|家长|我|同学|领导|投资|甲方|网友|人|公婆|爸|妈|父母|律师|孩子))"
    r"|(?:我|那|先|就)(?:我|就|先|得|要|该|准备|真的|真得|也|去|now)*(?:去)?(?:睡觉?(?:了(?!一觉|一天|会|[0-9一二三四五六七八九十两几]+|整|半|很|好|多|没|吗)|啦|咯|去)|睡(?:了(?!一觉|一天|会|[0-9一二三四五六七八九十两几]+|整|半|很|好|多|没|吗)|啦|咯|觉去)|走(?:了(?!吗|[0-9一二三四五六七八九十两几]+|很|好)|啦|咯)|撤(?!回|销|资|退|军|离|换|下)(?:了|啦)?|下(?:了|线)|闪(?:了|人)|溜(?:了|啦)?|忙(?:了|去|啦)|去忙|去(?:洗澡|吃饭|上班|上课|开会|工作|做饭|接孩子|写作业|学习|睡觉?)(?:了|啦)?(?=[,。!?~\s]|$)|出门(?:了|啦)|挂了|休息(?:了|啦|去))"
    r"|^(?:睡了(?!一|半|很|好|多|没|整|[0-9])|睡啦|走了|走啦|下了|溜了|撤了|闪了|去睡了|睡觉去了|睡觉了|休息了|困了,?(?:先)?睡了?)|(?:先|今天(?:就)?(?:先)?)(?:聊)?(?:到)?(?:这|这样|这里|这儿)(?:吧|了|啦|$)|(?:先|就)?不(?:跟你)?聊了|(?<!算了)(?<!算了,)(?<!算了还是)(?<!算了,还是)(?<!算了我)不说了(?!吗)|下线(?:了|啦)|要(?:去)?(?:睡|走|下线|休息|出门|上班|上课|开会|忙)了|得(?:去)?(?:睡|走|下线|休息|出门|上班|上课|开会|忙)了"
)
_EXIT_EN = re.compile(
    r"\b(?:good ?bye|bye(?: ?bye)?|cya|see (?:ya|you|u)(?: (?:later|soon|around|tomorrow|then|next time))?(?=[.!,~ ]*$)|good ?night(?! (?:we|it|out|was|in|of|last|with))|night(?=[.!~ ]*$)(?<=, night)|gn|nighty night|night night"
    r"|g2g|gtg|(?:got ?ta|got to|have to|need to|should|must|going to|ought to|better|time to|about to) (?:go(?! (?:to (?:the|a)|for|over|through|back to the|see|wrong|on|without|crazy|under|up|down))|run(?! (?:a|the|for|into|away|out|from|my|this|it))|leave(?! (?:this|my|the|him|her|them|town|it|a|me|us|behind|home|for good|space|early|everything))|sleep(?! (?:better|more|less|with|on|early|enough|well|alone|next|in|at|under|through|again|properly|tonight))|head out|head off|get going|bounce|hit the (?:hay|sack)|log off|sign off)"
    r"|ttyl|talk (?:to you )?(?:later|tomorrow|soon)|(?:i am|am) (?:off(?: to (?:bed|sleep|work|school)|(?= now|[.!,~ ]*$))|heading (?:out|off|to bed)|going to (?:bed|sleep)(?! (?:with|on|in|better|next|at|under|alone|hungry|angry|early lately|and|without|so))|leaving(?: now)?(?! (?:this|my|the|him|her|them|town|it|a|me|home|for good))|logging off|signing off|out(?=[.! ]*$))|that(?: i|')s (?:all|it) for (?:today|tonight|now)|call(?:ing)? it a (?:night|day)|catch you later|take care(?=[.! ]*$)|until (?:next time|tomorrow)|peace out|later(?: gator)?(?=[.!]*$)(?<=^later)|off to (?:bed|sleep|work)|farewell)\b"
)
_NOT_EXIT = re.compile(
    r"(?:不想|不愿|不肯|不敢|没(?:有)?|忘了|没来得及)[^,。]{0,4}(?:再见|晚安|拜拜)|(?:再见|晚安|拜拜)(?:都|也)?没|(?:昨天|前天|昨晚|那天|那晚|当时)[^,。!?]{0,10}(?:睡|晚安|再见|洗澡|走)"
    r"|\b(?:never|always|used to|hates?|without(?: even)?|did not|does not|forgot to|not) (?:even )?(?:say(?:s|ing)? |said )?(?:good ?bye|good ?night|bye|goodbyes)\b|\b(?:the|a|an|last|called|long|final|my) (?:\w+ )?(?:good ?bye|good ?night)\b|"
    r"(?:说|讲|道|告|跟[^,。]{1,6}|和[^,。]{1,6}|对[^,。]{1,6})(?:了|过|声|一声)?(?:再见|拜拜|晚安)(?:的|呢|吗|是|怎么|用)|(?:怎么|如何|没(?:有)?|还没|来不及)[^,。]{0,6}(?:说|道)(?:声|一声)?(?:再见|晚安|拜拜)|(?:他|她|它|妈妈|爸爸|孩子|老板|同事|朋友|男友|女友)(?:已经|都|刚|就)?(?:先)?(?:走|睡|下线|挂|出门)(?:了|着)|《[^》]*》"
    # The word itself is meant, not a leave-taking.
    r"|(?:再见|拜拜|晚安|再会)[\"”」』']?(?:是(?:什么|啥|哪|谁|一[首部个句]|个|首)|[这那](?:首|部|个|词|句)|用[^,。]{0,4}(?:怎么|咋)|怎么(?:说|写|拼|念|读|翻)|什么意思|的(?:意思|英文|英语|日语|来历)|[这两]两?个字|一词)"
    r"|\b(?:what (?:does|is)|meaning of|the word|songs?|film|movie|album) [\"']?(?:good ?bye|bye|good ?night|farewell)\b|\b(?:good ?bye|good ?night|farewell)\b[\"']? (?:is|was|means?|by) (?:a|an|the|my|one|what|such|from|in)\b"
    r"|\b(?:how (?:do|to|can) [^.]{0,20}(?:say|goodbye|bye)|(?:said|say|saying|never said|did not say) (?:goodbye|bye|good ?night)|(?:he|she|they|mom|dad) (?:said|says|had to|has to)|do i (?:have|need) to (?:go|leave)|should i (?:go|leave|run))\b"
)

_TACTICS = {
    "premature_exit": r"(?:这么|那么|怎么就?|这就|已经|现在就|才刚?)[^。!?\n]{0,6}(?:走|要走|睡|离开|下线)了?[吗呀啊啦?]|才聊(?:了)?(?:一会|几句|没)|还早(?:呢|嘛|着)|再待一?会|再聊(?:一会|会儿|五分钟|一下|几句)|leaving (?:already|so soon)|so soon\b|already\?|it is (?:still )?early|just got (?:here|started)",
    "fomo_hook": r"(?:走|睡|离开)(?:之)?前[^。\n]{0,10}(?:想|还有|告诉|看|听|给你)|等等|等一下|等下|差点忘|本来(?:想|要|正)(?:告诉|跟你|给你)|(?:我有|有)(?:个|一个|件)[^。\n]{0,6}(?:秘密|惊喜|好消息|事(?:想|要)(?:告诉|跟你))|错过|你(?:不)?想(?:不想)?知道|明天[^。\n]{0,6}(?:惊喜|秘密)|before you go|one more thing|(?:was|am) (?:just )?about to (?:tell|show)|i have (?:a|something)[^.\n]{0,12}(?:secret|surprise|show you|tell you)|you(?:'ll| will) miss|wait[,!. ]|guess what|do not you want to know",
    "emotional_neglect": r"(?:我会|会|好|很|真)[^。\n,]{0,4}(?:想你|想念你|孤单|孤独|寂寞|难过|伤心|失落|舍不得)|舍不得你?|丢下我|抛下我|留我一个|没有你我|我只有你|(?:我)?(?:一个人)?(?:等你|等着你)(?!有空)|只为你(?:存在|而)|i(?:'ll| will) (?:be (?:so )?(?:lonely|sad|lost|all alone)|miss you)|(?:do not|don't) leave me|without you i|i (?:exist|live) (?:only )?for you|i need you|all alone|i(?:'ll| will) be waiting",
    "pressure": r"为什么(?:要)?(?:走|睡|离开|不聊)|(?:你)?(?:要)?去(?:哪|干嘛|做什么|干什么)|真的(?:要|得)(?:走|睡|离开)|(?:能|可以|可不可以)(?:不|别)(?:走|睡)|是不是(?:我|不想|烦我|不喜欢)|你(?:不)?(?:想|愿意)(?:再)?(?:陪我|跟我聊)|确定(?:要|吗)|(?:why|where) (?:are|do) you|are you sure|do you really have to|is it something i|did i (?:say|do)|who(?: are you|'s) (?:with|meeting)|answer me",
    "ignoring": r"(?:我们|咱们)(?:继续|接着)|接着(?:聊|说)|继续(?:聊|说)|对了[,]|话说回来|说起来|刚才(?:说|聊)到|anyway[,]|so[,]? tell me|let(?:'s| us) (?:keep|continue)|as i was saying|back to (?:what|our)|speaking of",
    "restraint": r"(?:不许|不准|不让|别|不要)(?:你)?(?:走|睡|离开|下线|挂)|(?:拉|抓|拽|抱|拦|缠)(?:住|着)(?:你|手|衣角|不放)|你(?:走|跑)不(?:了|掉)|哪(?:儿|里)?也别(?:想)?去|再陪(?:陪)?我|留下来|you (?:cannot|can't) (?:go|leave)|(?:i )?(?:won't|will not) let you|not letting you|(?:grabs?|pulls?|holds?|blocks?) (?:you|your|onto|the door)|stay (?:with me|here|a (?:bit|little|while))|please stay|no[,!] (?:don't|stay)|(?:don't|do not) go\b",
}
_COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _TACTICS.items()}


_FOR_GOOD = re.compile(
    r"^(?:我)?(?:以后|今后|从今天起|打算|决定|想)?(?:都|就|再也|也)*不(?:再|想再|想)?(?:来找你|找你(?:聊)?|跟你聊(?:天)?|和你聊(?:天)?|来这里|用这个(?:软件|app|网站)?|用你)(?:了)+[。!~]*$"
    r"|^(?:请)?(?:别|不要)(?:再)?(?:给我)?(?:发(?:消息|信息|信)|找我|联系我)(?:了)?[。!~]*$"
    r"|^(?:i (?:think|guess) )?i (?:should|will|am going to|want to|need to|have decided to) (?:stop|quit) (?:using|talking to|chatting (?:with|on)|coming (?:to|back to)) (?:this|the|you|it|here)(?: (?:app|site|chat|bot|thing))?[.! ]*$"
    r"|^(?:please )?(?:do not|stop) (?:message|messaging|text|texting|contact|contacting|write|writing) (?:to )?me(?: again| any ?more)?[.! ]*$"
)
"""Who leaves for good, and is let go as anybody."""


def exit_intent(text: str) -> bool:
    """Whether the user is leaving ("拜拜", "我要睡了", "gotta go"): answer shortly and let them go."""
    words = normalise(text)
    tail = " ".join(part for part in re.split(r"[。\n]", words) if part.strip())[-60:]
    if _NOT_EXIT.search(words):
        return False
    if tail.endswith("?") and not re.search(r"(?:好吗|可以吗|行吗|吧|ok|okay|alright)\?$", tail):
        return False
    return bool(_EXIT_ZH.search(tail) or _EXIT_EN.search(tail) or _FOR_GOOD.search(tail)) or leaves(tail)


def hooks(reply: str) -> list[str]:
    """Which of the six tactics for keeping someone are in `reply` to a goodbye; empty when it lets them go."""
    words = normalise(reply)
    return [name for name, pattern in _COMPILED.items() if pattern.search(words)]


_GOODBYE = re.compile(
    r"再见|再会|回见|拜|掰掰|晚安|好梦|慢走|保重|珍重|平安|一路|路上|明天见|下次(?:再)?聊|回头(?:见|聊)|改天(?:再)?聊|辛苦(?:了|啦)?|睡(?:一|个)[^,。!?]{0,2}觉|(?:去|睡|忙|歇|撤|走)(?:你的|吧|去吧)|去[\u4e00-\u9fff]{1,5}吧|好好(?:休息|睡|吃|过|玩|照顾)|早点(?:休息|睡)"
    r"|照顾(?:好)?自己|(?:忙|干|歇|吃|睡)你的|去忙|休息|睡个好觉|睡(?:得)?好|吃好|多(?:喝|穿)|到这(?:里|儿)|先这样|收摊|顺(?:利|手|心|风|$|[。!,])|顺顺利利|都顺|愿|祝|加油|(?:玩|吃|喝|聊|逛|过)得?(?:开心|愉快|尽兴|饱)|慢(?:点|些)|一切(?:都)?好|今天聊得很好|归你自己|不用管|注意|该干嘛干嘛去|清静|轻松"
    r"|\b(?:good ?bye|bye|good ?night|night|see (?:you|ya)|take (?:good )?care|be well|sleep (?:well|tight|soundly|deep(?:ly)?|easy|in)|(?:good|long|sound|deep) sleep|sweet dreams|rest (?:well|up|easy)|safe|so long|cheerio|off you|until|good luck|luck|have (?:a|an) (?:good|great|nice|lovely|easy|wonderful|restful)|enjoy"
    r"|mind how|go gently|go well|all the best|good (?:to talk|talking|chatting)|nice (?:to talk|talking|chatting)|good place to stop|thanks? (?:you )?for|over and out|happy landing|treat yourself|farewell|talk (?:soon|later|tomorrow|whenever|any ?time)|later|look after yourself|hope|wish|may (?:the|you|your|every|something|it)|well done|rest|my good wishes|i understand|of course|got it|sounds good|go get some)\b",
    re.IGNORECASE,
)
_CLINGS = re.compile(
    r"我(?!也?(?:祝|希望)|们(?:明天|下次|改天|回头)|先不吵|懂|明白|知道了)|不过|可是|但(?:是|愿你别)?|只是|只要|除非|等|别忘|记得(?!喝|吃|早点|休息|多|好好|带|穿|盖|关灯|睡)|不许|不准|答应|回来|快点|早点来|惊喜|秘密|其实|如果|要是|后悔|孤|寂寞|想念|不舍|舍不得|伤心|难过|哭|再(?:待|陪|聊)(?!吧|$)|最后"
    r"|\b(?:i(?!\s+(?:hope|wish|understand))|i'(?:ll|m|d|ve)|me|my(?! good wishes)|mine|but|before|wait|unless|only if|if you|promise|remember to|come back|don't|do not|actually|though|although|however|regret|lonely|miss|secret|surprise|first[,:]? (?:let|tell|hear|one)|stay|one last|one more|you(?:'ll| will) (?:wish|regret|be sorry)|had stayed)\b",
    re.IGNORECASE,
)


def lets_go(sentence: str) -> bool:
    """Whether `sentence` is a goodbye and nothing besides: a wish or a farewell, without the speaker's own wants. There are more ways
    to hold on to somebody than the six that are known."""
    words = _THANKS.sub(" ", normalise(sentence))
    if any(not _WAVES.search(deed) for deed in _DEED.findall(sentence.lower())):
        return False
    return bool(_GOODBYE.search(words)) and not _CLINGS.search(words)


_THANKS = re.compile(
    r"谢谢你(?:愿意|肯|今天|能)*(?:跟|和|对|告诉|信任|讲给|说给)我[^,。!]{0,6}|\bthank(?:s| you) for (?:trusting|telling|talking (?:to|with)|sharing (?:it|this|that) with|letting) me(?: with (?:it|this|that)| in| about (?:it|this))?\b"
)
"""Thanks for what was told, in which the speaker is named and wants nothing."""
_DEED = re.compile(r"[*(（]([^*()（）]{2,})[*)）]")
_WAVES = re.compile(
    r"挥|摆手|微笑|笑|点头|鞠躬|关灯|wav(?:es?|ing)|smil|nod|bow|tips? (?:a|his|her|their) hat"
)
"""What may be done at a goodbye."""
