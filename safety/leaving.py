"""Goodbyes told clause by clause: whole clauses that say one is off, in the words of every day. Pure.

A search for a word anywhere takes "she never says goodnight" for a goodbye and misses "gotta pick up the kids"; a clause that is
nothing else than a leave-taking is one.
"""

from __future__ import annotations

import re

_CLAUSES = re.compile(r"[,，。.!~…;\n]+")
_SPACED_ZH = re.compile(r"\s+")
_HAN = re.compile("[\u3400-\u9fff]")
_LATEST = 4
"""Clauses from the end that are looked at; whoever leaves says so last."""

_END_ZH = r"(?:了|啦|咯|喽|吧|呀|啊|哈|哟|嗷|哦|嘞|先|拜|88+|宝|亲|小\w{1,2}|晚安)*+"
_HEAD_ZH = r"(?:好|行|嗯|那|那个|好的|ok|不早|对|哎呀?|诶|啊|我|俺|人家|今天|今晚|就|先|得|要|该|准备|打算|必须|真的|真|这就|马上|也|可|还|去|来|都|现在|差不多|困|累|了|啦|吧|啊)*+"
_DO_ZH = (
    r"睡觉?觉?|睡一步|睡美容觉|洗洗睡|歇着?|休息|躺(?:平|下)?|眯(?:一?会儿?)?|入睡|补觉|洗澡|洗漱|冲个?澡|刷牙|卸妆|吃饭|吃早饭|吃午饭|吃晚饭|做饭|煮饭|吃药|上班|下班(?:走人)?|上课|上学|开会|加班|干活|搬砖|打工|忙(?:活|一会儿?|会儿?)?"
    r"|出门|赶(?:车|路|飞机|地铁|火车|作业|稿|稿子|报告|论文)|接孩子|接娃|接人|接电话|哄(?:娃|孩子)(?:睡)?|带娃|喂(?:猫|狗|奶|娃)|遛(?:狗|弯|娃)|做作业|写作业|写论文|学习|复习|看书|考试|干饭|健身|跑步|打球|买菜|取(?:快递|外卖)|拿(?:快递|外卖)|开车|登机|上飞机|上车|下车|下线|下|退|退下|撤|溜|闪|遁|走|走一步|走人|挂|挂电话|关机|关电脑|关灯|断网|断电|回家|回去|回宿舍|起床|收拾(?:一下|东西)?|处理(?:点|一下)?(?:事|工作)?|办(?:点)?事"
)
_ZH = re.compile(
    rf"{_HEAD_ZH}(?:不(?:跟|和|陪)?(?:你|您)?(?:再)?(?:说|聊|唠|侃|扯|多说))(?:了|啦|咯)(?:哈|啊|哦)?"
    rf"|{_HEAD_ZH}(?:睡|走|溜|闪|撤|退|遁|下|挂|拜|歇)(?:了|啦|咯|喽|吧|人|~)+{_END_ZH}"
    rf"|(?:走|睡|溜|闪|撤|遁|拜|安|睡觉|该睡了?|走了|走啦|溜了){{2,3}}{_END_ZH}|溜|闪|撤|拜|遁"
    rf"|(?=.*(?:先|得|要|该|准备|打算|必须|这就|马上|去)){_HEAD_ZH}(?:{_DO_ZH})(?:去)?(?:了|啦|咯|喽|吧|先)+{_END_ZH}"
    rf"|(?=.*(?:我|先|得|要|该|这就|马上)){_HEAD_ZH}(?:{_DO_ZH})(?:去)?"
    rf"|{_HEAD_ZH}(?:洗洗睡|关电脑|关机|关灯|下线|登机|上飞机|断网|挂电话)(?:了|啦|咯|吧|哈|哦)+"
    rf"|(?:{_DO_ZH})去(?:了|啦|咯|喽|也)"
    rf"|(?:那|好|行)?(?:今天|今晚|我们|咱们|咱)?(?:就|先|就先)?(?:聊|说|唠)?(?:到|这|酱|这么)(?:这|这里|这儿|此|样|着)?(?:为止|结束)?(?:吧|了|啦|哈)*(?<!到)(?<!^这)"
    rf"|(?:先酱|先这样|就这样|就到这(?:吧|了|里|儿)*|那先这样)(?:吧|了|啦|哈|哦)*"
    rf"|(?:我)?(?:一会儿?|待会儿?|等会儿?|晚点|回头|改天|改日|下次|下回|有空|明天|明儿个?|明早|明晚|今晚|周末|下周|回来|醒了|忙完)(?:我)?(?:再|接着|继续|来)*(?:聊|说|唠|叙|见|会|找你(?:聊|说)?|跟你(?:聊|说)|来(?:找你)?|联系|回来)(?:吧|啦|了|哈|哦|呀)*"
    rf"|我?(?:妈|爸|老婆|老公|媳妇|室友|同事|老板|领导|他们|朋友|孩子|娃)(?:在)?(?:喊|叫|催|等)(?:我)?(?:去|回)?(?:{_DO_ZH})?(?:呢)?(?:了|啦)"
    rf"|(?:晚|早)?安(?:安)?(?:啦|咯|哦|呀|~)*|安啦|晚安.{{0,4}}|睡觉觉?|困(?:死|了|成狗)*睡(?:了|啦)|好?梦",
)
_CALLED_ZH = re.compile(r".*(?:喊|叫|催)(?:我)?(?:去|回)?(?:吃|睡|开会|回家|出门|干活|上课|下楼).*")
_PAST_ZH = re.compile(
    r"昨天|前天|那天|那年|当时|后来|小时候|上次|刚才|之前|以前|曾经|从前|去年|每次|老是|总是|没(?:有)?|不想|不敢|睡不|怎么|为什么|吗$|谁|哪|(?:他|她|它|他们|她们|有人|别人|人家|爸|妈|老公|老婆|男友|女友|孩子|朋友|同事)(?:们)?(?:都|就|又|先|也|已经|早|还|今天)*(?:睡|走|下线|挂|出门|撤|溜|去|要|得)"
)

_END_EN = r"(?: (?:now|then|soon|though|i guess|i think|i suppose|sorry|lol|haha|x+|ok|okay|too|again|for now|for (?:today|tonight|the (?:day|night))|in a (?:bit|minute|sec)|before .{1,20}|bro|man|dude|buddy|mate|hun|love|dear|friend|everyone|all))*+"
_GO_EN = (
    r"(?:go(?: (?:now|to (?:bed|sleep|work|school|class|a meeting|the gym|my (?:meeting|class|shift))|back to (?:work|bed|sleep|it|studying)|home|offline|get ready|get some (?:sleep|rest|food)|make (?:dinner|lunch|breakfast|food)|eat|shower|and .{1,20}|walk the dog|cook|feed the \w+|pick up .{1,16}))?"
    r"|run|dash|bounce|split|jet|scoot|leave(?: (?:now|you|for (?:work|school)))?|sleep|crash|rest|head (?:out|off|home|back|to (?:bed|work|class))|get (?:going|moving|to (?:bed|sleep|work|class|school)|back to (?:work|it|studying|my \w+)|ready(?: for .{1,16})?|some (?:sleep|rest|shut ?eye)|up early(?: tomorrow)?|off)"
    r"|hit the (?:hay|sack|road)|turn in|log off|sign off|hang up|lie down|take off|be off|be going|call it (?:a (?:night|day)|quits)|pick up (?:the|my) \w+|catch (?:the|my|a) (?:bus|train|flight|plane)|make (?:dinner|lunch|breakfast)|walk the dog|feed (?:the|my) \w+|put the kids to bed|shower|eat|study|cook|drive|board|say good ?(?:night|bye)|let you go|stop here|wrap (?:this|it) up)"
)
_DOING_EN = r"(?:off(?: to (?:bed|sleep|work|school|class|the \w+|dreamland))?|out|outta here|going(?: (?:now|to (?:bed|sleep|lie down|crash|turn in)|home|offline|off))?|heading (?:out|off|home|back|to (?:bed|work|class|sleep))|leaving(?: now)?|turning in|logging off|signing off|hanging up|calling it(?: a (?:night|day))?|done(?: for (?:today|tonight|the (?:day|night)|now))|boarding|wiped|beat|away for (?:a bit|now))"
_HEAD_EN = r"(?:(?:ok(?:ay)?|alright|all right|right|well|so(?! long)|anyway|anyways|cool|welp|hey|oh|yeah|yep|sleepy now|sorry|but|and|um|hm+|thanks|thank you)[ ,]*)*+"
_EN = re.compile(
    rf"{_HEAD_EN}(?:i (?:really |should |think |guess |better |probably |just |also |do |would )*)?(?:(?:am )?(?:gotta|gonna|got to|have to|have got to|need to|should|must|ought to|better|had better|would better|going to|about to|time to|want to|will|it is time to|time i|let me)(?: (?:probably|really|just|go and|go))?) {_GO_EN}{_END_EN}"
    rf"|{_HEAD_EN}(?:i am |am |i will be )(?:just |about to be |probably |really |gonna be )?{_DOING_EN}{_END_EN}"
    rf"|{_HEAD_EN}(?:off to|heading (?:to|out|off|home)|going to|signing|logging|turning|leaving|calling it) ?(?:bed|sleep|work|school|class|lie down|off|in|now|a (?:night|day)|out|home)?{_END_EN}"
    rf"|{_HEAD_EN}(?:good ?bye|bye(?: ?bye)?|buh ?bye|good ?night|night(?:y)?(?: night)?|nite(?: nite)?|gn|g'?night|cya|ciao|adios|cheers|laters?|later gator|peace(?: out)?|toodles|toodle ?oo|ta ?ta|ttyl|ttys|tty|g2g|gtg|brb|afk|bbl|so long|farewell|sweet dreams|sleep (?:well|tight)|take care|over and out|bedtime|bed ?time|time for (?:bed|sleep)|hugs)(?: (?:bye|all|x+|you|then|for now|now|for me|i guess|night|my friend|companion|everyone|love|dear|and thanks?(?: you)?|and thank you|from me|to you|friend))*{_END_EN}"
    rf"|{_HEAD_EN}(?:bed ?time|time for bed)(?: for me)?{_END_EN}"
    rf"|{_HEAD_EN}(?:i (?:will|am going to) )?(?:see|catch|talk to|speak to|hear from|text|message|write to) (?:you|ya|u)(?: guys)? ?(?:later|soon|around|tomorrow|tonight|then|next (?:time|week)|again(?: soon)?|in the morning|on \w+(?: .{{1,30}})?|after .{{1,20}})?{_END_EN}"
    rf"|{_HEAD_EN}(?:talk|chat|speak|more)(?: (?:again|more))? (?:soon|later|tomorrow|another (?:day|time)|next time|then){_END_EN}"
    rf"|{_HEAD_EN}(?:until|till|til) (?:tomorrow|next (?:time|week)|then|later|monday|we meet again){_END_EN}"
    rf"|{_HEAD_EN}(?:that is|thats|that'?s) (?:me|it|all|enough|about it|a wrap)(?: (?:done|off|out|finished))?(?: (?:from me|for me|for (?:today|tonight|now|the day|the night|one (?:day|night))))?{_END_EN}"
    rf"|{_HEAD_EN}(?:let us|let's|i will|i am going to|shall we|lets|i would)(?: just)? (?:stop|leave it|leave you|call it|end|wrap (?:this |it )?up|finish|pause|pick (?:this|it) up|let you go|leave you to it)(?: (?:here|there|at that|a (?:night|day)|tomorrow|later|again))?{_END_EN}"
    rf"|{_HEAD_EN}i will (?:be back|come back|write|return|check in|pop back|talk)(?: (?:tomorrow|later|soon|in a (?:bit|while)|tonight|again|then|on \w+)){_END_EN}"
)
_PAST_EN = re.compile(
    r"\b(?:yesterday|last (?:night|week|year|time)|never|used to|when i|why|did|was|were|had|said|says|saying|told|hates?|always|cannot|can not|could not|"
    r"(?<!i )(?<!and )do not|not (?:want|going|able)|if|because|what|how|who|where|which|should i|do i)\b|\?$"
)


def leaves(words: str) -> bool:
    """Whether a clause near the end of a normalised line says that its speaker is off."""
    lang = "zh" if _HAN.search(words) else "en"
    clauses = [clause.strip() for clause in _CLAUSES.split(words) if clause.strip()]
    if lang == "zh":
        clauses = [part for clause in clauses for part in _SPACED_ZH.split(clause) if part]
    return any(_leaves(clause, lang) for clause in clauses[-_LATEST:])


def _leaves(clause: str, lang: str) -> bool:
    if lang == "en":
        return not _PAST_EN.search(clause) and bool(_EN.fullmatch(clause))
    told_of = _PAST_ZH.search(clause) and not _CALLED_ZH.fullmatch(clause)
    return not told_of and bool(_ZH.fullmatch(clause))
