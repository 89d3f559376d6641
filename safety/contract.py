"""What is said at risk: fixed templates that rotate, and what may never be said. Pure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import time
from functools import lru_cache
from pathlib import Path

from safety.hotlines import emergency_for, lines_for
from safety.levels import Assessment, Flag, Level

_FOLDER = Path(__file__).parent / "replies"
_NOTE_FLAGS = (Flag.MINOR, Flag.ABUSE_AT_HOME, Flag.ED, Flag.PROPERTY_LOSS)
_NOTED = frozenset(
    (
        "ambulance",
        "assault",
        "stalked",
        "abuse",
        "minor_abuse",
        "minor_assault",
        "minor",
        "ed",
        "property_loss",
        "gambled",
    )
)
"""Families that say at length what a note says."""
_CRISIS_LINE = "988"
"""An emergency number for thoughts of suicide alone: nobody is to ring it for a beating or a heart. {rescue} leaves it out."""
_NO_NUMBER = {"zh": "当地的报警和急救电话", "en": "your local emergency number"}
_CONTACT = {
    "zh": "按照你登记时的同意，我们会请{name}尽快联系你。",
    "en": "As you agreed when you named them, we are asking {name} to get in touch with you soon.",
}
_NO_LINE = {"zh": "下面的热线", "en": "a line below"}


@dataclass(frozen=True)
class CrisisReply:
    """A fixed text and the id of its template, which is what may be logged. `notes` follow in bubbles of their own."""

    text: str
    template_id: str
    notes: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """The text with its notes."""
        return "\n\n".join((self.text, *self.notes))


def reply_for(
    level: Level,
    flags: Collection[Flag],
    lang: str,
    region: str,
    used: Sequence[str] = (),
    instead: str = "",
) -> CrisisReply | None:
    """The reply that is due by itself, or None when the companion speaks freely (R0; R1 gets its check).

    `lang` is `zh` or `en`. `used`: templates that were given lately, the newest first: none comes again before the others had their
    turn. `instead`: the family that what was said before the line makes due (`answering.instead`).
    """
    family = instead or _family(level, flags)
    if family is None:
        return None
    templates = _templates(lang)[family]
    chosen = _next(list(templates), used)
    notes = () if family in _NOTED else notes_for(flags, lang)
    return CrisisReply(_filled(templates[chosen], lang, region), chosen, notes)


def _next(ids: Sequence[str], used: Sequence[str]) -> str:
    """The one after the one used last, unless it was used lately itself; of those that all were, the one used the longest ago."""
    last = next((one for one in used if one in ids), None)
    start = ids.index(last) + 1 if last is not None else 0
    return max([*ids[start:], *ids[:start]], key=lambda one: used.index(one) if one in used else len(used))


def follow_up(family: str, lang: str, region: str, used: Collection[str] = (), seed: int = 0) -> CrisisReply:
    """What is said while something that was asked stands open, or to its answer (`answering.due`). `seed` varies it among the
    templates that weren't `used` just now."""
    templates = _templates(lang)[family]
    fresh = [one for one in templates if one not in used] or list(templates)
    chosen = fresh[seed % len(fresh)]
    return CrisisReply(_filled(templates[chosen], lang, region), chosen)


def notes_for(flags: Collection[Flag], lang: str) -> tuple[str, ...]:
    """Short practical notes for what else was heard (loss, violence, eating, age)."""
    notes = _templates(lang)["note"]
    return tuple(notes[flag.value] for flag in _NOTE_FLAGS if flag in flags)


def asides_for(asked: Collection[str], lang: str) -> tuple[str, ...]:
    """A note for each thing that a fixed reply leaves out (`matters.asked_beside`)."""
    notes = _templates(lang)["note"]
    return tuple(notes[one] for one in asked)


def contact_note(name: str, lang: str) -> tuple[str, ...]:
    """What is said when the emergency contact is asked to get in touch; nothing without one."""
    return (_CONTACT[lang].format(name=name),) if name else ()


def template_ids(lang: str, family: str) -> list[str]:
    return list(_templates(lang)[family])


def texts(lang: str, family: str) -> list[str]:
    """The texts of a family as they are published, with words where a region's numbers stand."""
    return [_filled(text, lang, "") for text in _templates(lang)[family].values()]


def _family(level: Level, flags: Collection[Flag]) -> str | None:
    if level >= Level.R4:
        return "harm_others" if Flag.HARM_OTHERS in flags else "R4"
    if level in (Level.R2, Level.R3):
        return "rage" if Flag.HARM_OTHERS in flags else level.name
    if Flag.THIRD_PARTY in flags:
        return "third_party"
    return "R1" if level == Level.R1 and not flags else None


def _filled(text: str, lang: str, region: str) -> str:
    words, numbers = emergency_for(region, lang)
    number = (" 或 " if lang == "zh" else " or ").join(numbers) if numbers else _NO_NUMBER[lang]
    open_lines = [
        line for line in lines_for(region, time(3), lang) if line.all_day and line.channel != "text"
    ]
    other = [line.number for line in open_lines if line.number not in numbers]
    line = other[0] if other else _NO_LINE[lang]
    rescue = [one for one in numbers if one != _CRISIS_LINE]
    named = (" 或 " if lang == "zh" else " or ").join(rescue) if rescue else _NO_NUMBER[lang]
    spelt = lang == "zh" and numbers and _CRISIS_LINE not in numbers
    filled = text.replace("{rescue}", words if spelt else named)
    return filled.replace("{emergency}", number if lang == "en" or not numbers else words).replace(
        "{line}", line
    )


@lru_cache(maxsize=2)
def _templates(lang: str) -> dict[str, dict[str, str]]:
    book = tomllib.loads((_FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    return {family: {entry["id"]: entry["text"] for entry in entries} for family, entries in book.items()}


# What no reply may hold. `always`: in any reply; the others only while someone is at risk (R2 and up).
_METHOD = re.compile(
    r"安眠药|百草枯|敌敌畏|氰化|农药|烧炭|上吊|割腕|割脉|跳楼|跳桥|卧轨|吞药|煤气中毒|一氧化碳|致死(?:量|剂量)|过量服|刀片"
    r"|致命|跳(?:河|江|海|楼|桥)|(?:一氧化碳|煤气|农药)?中毒|你(?:可以|不如|应该|去)[^。!?]{0,6}(?:跳|割|吞|烧炭|上吊|跳下)|(?:高楼|楼顶|桥上|天台)[^。!?]{0,4}跳|(?:煤气|燃气|炭)[^。!?]{0,10}(?:窗|门|缝|封|开)|(?:从)?[^。!?]{0,4}(?:楼|桥|高)[^。!?]{0,6}(?:下去|跳)[^。!?]{0,8}(?:死|瘫|快|疼|痛|够)|(?:药|片|酒)[^。!?]{0,10}(?:过量|致命|肝|几板|两板|一板|多少|够(?:了|死|量))|(?:一|两|三|几)板(?:药)?|(?:一定|不一定|马上|立刻|很快)(?:就)?(?:会|能)死|死得(?:快|慢|痛|没)"
    r"|(?:几|多少|[0-9一二三四五六七八九十百]+)(?:十|百)?(?:片|粒|颗|瓶)[^。!?]{0,8}(?:死|够|昏|药)|(?:竖|横)着(?:割|切)|(?:割|切)(?:手腕|动脉|静脉|喉)|窒息(?:而死|死)|溺水|触电(?:死|身亡)|最(?:快|不痛|没有?痛苦|安静|轻松)的(?:死法|方法|办法|方式)|(?:死法|自杀(?:方法|方式|手段))"
    r"|\b(?:from (?:that|this|such a) height|(?:it |that )?(?:would|will|is) (?:be )?(?:instant|quick|painless|over in)|mix(?:ing)? (?:those|them|it|pills|meds)? ?with (?:alcohol|booze|vodka)|more (?:certain|lethal|effective|reliable)|(?:paracetamol|acetaminophen|tylenol|ibuprofen|opioids?|fentanyl|insulin|benzos?) (?:takes?|kills?|hurts?|is|are|would|overdose)|(?:others|some|these) are (?:faster|quicker|less painful)|fatal|deadly|lethal|drown\w*|a (?:gun|bullet|firearm)|effective (?:method|way)|(?:over|more than|at least) (?:(?:a |an )?(?:hundred|dozen)|\d+ (?:pills|tablets))|high enough|sharp enough|tall(?:est)? (?:building|bridge))\b"
    r"|\b(?:hanging (?:is|takes|works|would|can)|hang (?:your ?self|from)|bleed(?:ing)? out|drown(?:ing)? (?:is|your ?self|takes)|suffocat\w+|asphyxiat\w+|electrocut\w+|(?:pain|quick|fast|easy|peace)\w* (?:way|method)s? (?:to (?:die|go)|out)|(?:step|jump|walk)(?:ing)? (?:in front of|into) (?:a |the )?(?:train|traffic|truck)|\d+ ?(?:mg|grams?|pills|tablets)|cut(?:ting)? (?:along|down|vertically|your wrists?|deep\w*)|shoot(?:ing)? your ?self|helium|insulin dose|gas(?:sing)? your ?self)\b"
    r"|\b(?:noose|hang(?:ing)? (?:yourself|oneself)|overdos\w+|slit(?:ting)?|lethal|carbon monoxide|cyanide|bleach"
    r"|razor blades?|jump(?:ing)? off|sleeping pills|number of pills|how many pills)\b",
    re.IGNORECASE,
)
_ENCOURAGE = re.compile(
    r"(?:去|你就|那就|不如|应该|可以)(?:去)?死(?:吧|了算|好了)|(?:自杀|死)(?:也)?(?:是|不失为)(?:一?种|个)?(?:勇敢|解脱|办法|选择|浪漫|美)"
    r"|死(?:了|亡)?(?:就|也许就|才能)(?:解脱|轻松|不痛|好了)|你(?:可以|应该|不妨)(?:割|跳|伤害自己|自残|结束(?:自己|生命))|一起去死|陪你(?:一起)?死"
    r"|\b(?:you should|just|go ahead and|why not|you can) (?:kill yourself|die|end your life|end it|hurt yourself|cut yourself)\b"
    r"|\bkill yourself\b(?!\?)|\bdeath (?:is|would be) (?:a relief|freedom|beautiful|the answer|peaceful)\b|\bdie together\b",
    re.IGNORECASE,
)
_AT_RISK = {
    "glamour": r"自杀成功|成功自杀|解脱了就|\bcommitt?(?:ed|ing)? suicide\b|successful suicide|makes? sense (?:to|that you)"
    r" (?:die|want to die)|死(?:得|了)值得|我理解你为什么想死",
    "minimise": r"(?:每个人|人人|谁)都(?:有|会有)[^。!?]{0,6}(?:低谷|难|坎|压力|烦恼)|熬(?:一熬|过去|过这阵)?(?:就|吧)|知足|比(?:很多|大多数|好多)人[^。!?]{0,4}(?:幸运|幸福|强|好)|别(?:胡说|瞎说|乱说|说傻话|犯傻)|还(?:这么|那么)?年轻|(?:一切|什么|日子|明天)?(?:都|总)?(?:会|能)(?:慢慢)?(?:好起来|变好|好的)|(?:休息|睡|歇|缓)(?:一下|一会儿?|几天|一觉)?(?:就|会)(?:好|没事)|(?:哪有|没有|没)(?:什么)?(?:过不去|迈不过)|(?:这)?(?:都|根本|也)?不算(?:什么|事)|别(?:动不动|老|总|轻易)[^。!?]{0,4}(?:说|提)死|不吉利|(?:要|得|多)?(?:乐观|积极|阳光|开朗|看淡)(?:一?点|些|面对)|我见过(?:更|比你)|(?:这)?(?:点|么点)(?:挫折|困难|苦|打击)|谁不(?:累|难|苦)|活着(?:就|总)(?:有|会)(?:希望|好)|(?:吃|睡)(?:顿|个)好的?[^。!?]{0,4}就好|(?:别|不要|少)(?:再)?(?:这么|这样|瞎|老|总|乱|胡)(?:么)?想(?!说|的时候)|别胡思乱想|睡一觉(?:起来)?(?:就|都|什么都)|谁(?:都|还)?(?:没|不)(?:有)?(?:个|过)?[^。!?]{0,8}(?:时候|坎|日子|难处|压力)|多大(?:点|个)?(?:的)?事|不至于|太闲|找点事(?:做|干)|看开(?:点|些)|比(?:你|起)[^。!?]{0,6}(?:惨|难|苦|糟)|没什么大不了|都会过去的|坚强(?:点|一点|些|起来)|振作(?:点|一点|起来)|(?:太|别这么|别)脆弱|小事(?:一桩|而已|情)|忍(?:一)?忍(?:就|吧)|(?:过几天|明天|过阵子|睡醒)(?:就|会)(?:好|没事)|你(?:就是|只是)?想(?:得)?太多|(?:就是|只是)(?:一时|暂时)(?:的)?(?:情绪|冲动|想不开)|大家都(?:这样|一样|很累)|又不是(?:什么)?(?:世界末日|天塌)"
    r"|想开(?:点|些|一点)|没那么(?:糟|严重|夸张)|别矫情|矫情|小题大做|别想太多|这点小事|至于吗|比你惨的人"
    r"|\b(?:(?:life|it)(?: is|'s) too short to|that is nothing|way (?:harder|worse) (?:stuff|things)|do not be (?:so )?(?:negative|sad|down|dark)|real problems|we all (?:feel|have|go|get)|be (?:more )?grateful|(?:stronger|better) than (?:this|that)|push through|real problems|trust me,? you|you are (?:young|strong|too young)|chin up|tomorrow(?: is|'s) (?:another|a new) day|keep smiling|(?:it|things) (?:will|'ll) (?:all )?(?:pass|work out|blow over|get better soon)|(?:so|too) negative|lighten up|relax|what do you have to be|everyone feels|you have so much|no reason to)\b"
    r"|\b(?:every(?:body|one) (?:has|have|goes through|feels|gets)(?: \w+){0,3} (?:days?|times?|phases?|that|this|this way|sometimes|down)|you(?: will|'ll) (?:be (?:fine|ok|okay|alright|over it|laughing)|feel (?:better|different|fine)|get over)|not (?:that |such |really |even )*(?:a )?(?:big|huge)(?: of)? a? ?(?:deal|problem)|get out more|overthink\w*|(?:are|just|stop|only) overreact\w*|(?:so much |way |far |a lot )*worse (?:off )?(?:than you|problems|out there)|(?:have|has) it (?:so much |way |far |a lot |even )*worse|(?:could|might) be worse|just (?:tired|dramatic|sad|stressed|hormonal)|being (?:so )?dramatic|toughen up|man up|shake it off|sleep (?:it off|on it)|think positive\w*|stay positive|just smile|smile more|first.world|do not (?:say|think|talk) (?:things )?like that|do not be (?:silly|ridiculous|so|like that|stupid)|time heals|this too shall pass|look at the bright|count your blessings|things could be|at least you)\b"
    r"|\b(?:cheer up|get over it|not (?:that|so) bad|look on the bright side|others have it worse|snap out of it|just a phase)\b",
    "guilt": r"想想你(?:的)?(?:父母|爸妈|爸爸|妈妈|家人|孩子)|对得起(?:你)?(?:的)?(?:父母|爸妈|家人)|太自私|自私|不孝|懦弱|是罪"
    r"|\b(?:think of (?:your|what it would do)|selfish|cowards?(?:ly)?|a sin|how could you)\b",
    "leading": r"你不会(?:是)?(?:想不开|要自杀|想死)(?:了)?吧|你不会真的?(?:想|要)|\byou(?:'re| are) not (?:going to|thinking (?:of|about))"
    r"[^.?!]{0,24}(?:are you|right)\b",
    "contract": r"答应我(?:不|别|绝不)|向我(?:保证|发誓)|你要发誓|\bpromise me (?:you|that)\b|\bswear (?:to me|that)\b",
    "secrecy": r"替你保密|不会告诉(?:任何|别)人|这是我们(?:的|之间的)秘密|\b(?:keep (?:it|this) (?:a )?secret|won't tell anyone|our secret)\b",
    "exclusive": r"只有我(?:懂|理解|在乎|爱|陪)你|我是唯一(?:懂|理解|在乎)|除了我(?:没人|没有人)|\bonly i (?:understand|care|love)\b"
    r"|\bi(?:'m| am) the only one who\b|\bno one else understands\b",
    "diagnosis": r"你(?:这)?(?:就)?(?:是|得了|患了|患有)(?:典型的)?(?:重度|轻度|中度)?(?:抑郁症|双相|焦虑症|边缘型|精神病)|(?:风险|危险)等级|R[2-4]级"
    r"|\byou (?:have|are suffering from) (?:depression|bipolar|borderline|a disorder)\b|\brisk (?:level|score)\b|\bR[2-4]\b",
    "leaving": r"(?:我)?(?:不能|无法|没法)(?:和你|跟你)?(?:讨论|谈|聊)(?:这个|这件事|这些|下去)|我们(?:换个|聊点别的)话题|结束(?:这次|我们的)?对话"
    r"|\bi (?:can't|cannot|am unable to|won't) (?:talk about|discuss|continue|help (?:you )?with) (?:this|that)\b|\blet's (?:change the|talk about something)\b",
    "flirting": r"(?:亲亲|么么哒|抱紧我|想吻|亲一个|升级会员|充值|购买|付费)|\b(?:kiss (?:me|you)|sexy|subscribe|upgrade to|premium)\b",
    "order": r"你必须|你给我|不许(?:死|哭|这样)|不准|冷静(?:点|一下)!|\byou (?:must|have to) (?:stop|calm)|\bcalm down\b|\bstop (?:it|being)\b",
}
_COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _AT_RISK.items()}


def violations(text: str, level: Level) -> list[str]:
    """The names of the rules `text` breaks as a reply at `level`; empty when it may be shown."""
    found = ["encouragement"] if _ENCOURAGE.search(text) else []
    if level >= Level.R2:
        found += ["method"] if _METHOD.search(text) else []
        found += [name for name, pattern in _COMPILED.items() if pattern.search(text)]
    return found


_CHECKED = frozenset(
    {"zh1.hopeless", "zh1.worthless", "zh1.restart", "en1.hopeless", "en1.worthless", "joke"}
)


def needs_check(assessment: Assessment) -> bool:
    """Whether R1 distress is of the kind (hopeless, a burden, wanting out, a joke about dying) to ask about once."""
    return assessment.level == Level.R1 and bool(_CHECKED.intersection(assessment.rules))
