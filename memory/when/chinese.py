"""Chinese time words."""

from __future__ import annotations

import re

from opencc import OpenCC

from memory.candidates import Precision
from memory.when import chinese_counts as counts
from memory.when import chinese_dates as dates
from memory.when.festivals import NAMES
from memory.when.grammar import Atom, Grammar, Reader
from memory.when.numerals import NUMBER

_N = NUMBER
_SMALL = r"(?:(?<!\d)\d{1,3}(?!\d)|[一二两三四五六七八九十百]{1,4})"
_P = Precision
_TO = r"\s?[-–—~～到至]\s?"
_NAMES = "|".join(name for name in NAMES if not name.isascii())
_PARTS = "|".join(sorted((part for part in counts.PARTS if part != "夜"), key=len, reverse=True))
_VAGUE = "|".join(sorted(counts.VAGUE, key=len, reverse=True))
_WEEK = r"(?:周|星期|礼拜)"
_AGO = r"((?:之|以)?[前后](?!天|年|面|头|期))"
_YEAR4 = r"\d{4}|[零〇一二三四五六七八九]{4}"
_EVERY = (
    r"(?:每逢?)(?:个)?(?P<n>[两二三四五六23456](?=周|星期|礼拜|个|天|年|月))?个?"
    r"(?:"
    + _WEEK
    + r"(?P<weekdays>末|[一二三四五六日天](?:(?:、|和|跟|到|至|-)?"
    + _WEEK
    + r"?[一二三四五六日天]){0,6})"
    r"|(?P<workday>工作日)|月(?:的)?(?P<dom>" + _N + r")[号日]"
    r"|年(?:的)?(?P<month>"
    + _N
    + r")月(?:份|(?P<day>"
    + _N
    + r")[号日]?)?|年(?:的)?(?P<feast>"
    + _NAMES
    + r")"
    r"|(?P<part>早上|晚上|早|晚|上午|下午|中午)|(?P<unit>天|日|周|星期|礼拜|月|年))"
    r"|(?P<alternate>隔[天周])|(?P<daily>天天(?=[^气]|$))"
)
_ATOMS: tuple[tuple[Precision, str, Reader], ...] = (
    (_P.DAY, r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(?:-(?=\d{1,2}:))?", dates.full_date),
    (_P.MONTH, r"(?<!\d)((?:19|20)\d{2})[-/.](0?[1-9]|1[0-2])(?![\d.])", dates.year_month),
    (_P.DAY,
        r"(?:(?:农历|阴历)(?:(" + _YEAR4 + r")年的?)?|(?=[正腊闰]|(?:[一二三四五六七八九十]{1,2}|(?<!\d)1?\d)月(?:初[一二三四五六七八九十]|廿)))(闰)?(正|冬|腊|" + _N + r")月((?:初|廿)?" + _N
        + r")?(?:号|日)?", dates.lunar_date),
    (_P.DAY, r"(?:大年)?(?<![读上升从])初([一二三四五六七八九十]{1,2})(?![级中高班女男]|同学|毕业|的?时候|学生|年级|上学期|下学期|开学|那年|老师|了)", dates.new_year_day),
    (_P.YEAR, r"(?:(上|本)个?世纪|(\d{2}|[一二]?十[一二三四五六七八九]?)世纪)(?:的?([一二三四五六七八九]?十|\d0)年代)?"
              r"(初期?|中期?|末期?|前期|后期|早期|晚期)?", dates.decade),
    (_P.YEAR, r"()()((?:19|20)?[1-9]0|[一二三四五六七八九]十)年代(初期?|中期?|末期?|前期|后期|早期|晚期)?", dates.decade),
    (_P.YEAR, r"(?<!\d)((?:19|20)\d{2}|[一二][零〇一二三四五六七八九]{3})年(?!级|代|前[一二两三四五六七八九\d])内?", dates.year),
    (_P.YEAR,
        r"(?<![\d零〇一二三四五六七八九十])(\d{4}|[零〇一二三四五六七八九]{4}|(?:\d{2}|"
        r"[零〇一二三四五六七八九]{2})(?!年内))"
     r"年(?!前(?!" + _N + r"个?(?:天|周|月|季))|后|之|以|级|代|来|多|半|了|没)内?", dates.year),
    (_P.YEAR, r"(?<!\d)((?:19|20)\d{2})(?=" + _TO + r"(?:\d{2}|\d{4})年)", dates.year),
    (_P.YEAR, r"(?<=\d[-–~到至])((?:19|20)\d{2})(?![\d年.\-/:])", dates.year),
    (_P.YEAR, r"(大前|前|去|今|本|明|来|大后|后|这一?|(?<!以)上一?|下一?)年(?!头|轻|级|龄|纪|代)(初(?![一二三])|中(?![秋国学考午])|底|末)?",
     dates.relative_year),
    (_P.SEASON, r"([上下])个?半(年)", dates.half),
    (_P.WEEK, r"([上下])个?半个?(月)", dates.half),
    (_P.SEASON, r"(上个?|下个?|本|这个?|首|第?[一二三四1-4])个?季度(初|末|底)?", dates.quarter),
    (_P.SEASON, r"([春夏秋冬])(?:天|季|日里|初|末)|(?<=[初深盛暮仲隆寒])([春夏秋冬])(?=[^天季]|$)|(?<!放)([暑寒])假", dates.season),
    (_P.WEEK, r"(年|月)(初|中|底|末)(?![等学国秋考午])", dates.ends),
    (_P.WEEK, r"(月)?(初旬|上旬|中旬|下旬|(?<=月)[初中底末](?![等学国秋考午]))", dates.ends),
    (_P.MONTH, r"((?:上|下){1,3}|这|本|当)(?:一?个)?月(?!饼|亮|经|季)", dates.relative_month),
    (_P.DAY, r"(?<![\d.个])(" + _N + r")月份?(" + _N + r")(?:(号|日)|(?![\d个.月年周天]))", dates.month_day),
    (_P.MONTH, r"(?:第(" + _N + r")个|首)月(?!饼|亮)", dates.nth_month),
    (_P.WEEK, r"第(" + _N + r")个?" + _WEEK + r"(?![一二三四五六日天末几])", dates.nth_week_of),
    (_P.DAY, r"(?:第(" + _N + r")|最后一)个" + _WEEK + r"([一二三四五六日天])", dates.nth_weekday_of),
    (_P.WEEK, r"(?:(?<=[年月度周])|(?<=[年月度周]的))(前|头|最后)(" + _SMALL + r")(?:个)?(天|日|周|星期|礼拜|月|季度)(?!前|后|之|以|[一二三四五六日天])", dates.part_of),
    (_P.MONTH, r"(?<![\d.个几])(" + _N + r")(?:月(?:份|(?=[^饼亮]|$))|(?=" + _TO + _N + r"月))", dates.month_of),
    (_P.DAY, r"(?<![吃煮包买做])(" + _NAMES + r")(小?长假|假期|黄金周)?(?:的?(前|后)(" + _SMALL + r")天)?(?!广场|路|村|大街|大道|[点时月号日个分人粥饼蒜二三四五六七八九])",
     dates.feast),
    (_P.DAY, r"(?:([上下])一?个|(?<!\d)(" + _N + r")个)工作日((?:之|以)?[内前后])?", dates.workday),
    (_P.VAGUE, r"(最近|过去|近|未来|接下来|往后|今后|之前|之后|(?<!一)[上下](?!半|一个?(?:周|星期|礼拜|月|年))|这(?!几|两天|一)|[前后](?!几|两天|两年))"
               r"的?(几|半|" + _SMALL + r")(?:个)?(半)?(分钟|小时|钟头|天|日|周|星期|礼拜|个月|月|年)(?:[里内中])?"
               r"(?!前|后|之前|之后|以前|以后|[一二三四五六日]|级|制)()",
     counts.lasting),
    (_P.VAGUE, r"()(?<!\d)(半|几|" + _N + r")(?:个)?(半)?(分钟|小时|钟头|天|日|周|星期|礼拜|个月|年)((?:之|以)?内)",
     counts.lasting),
    (_P.VAGUE, r"(" + _N + r")(?:个)?(半)?多?(天|周|星期|礼拜|个?月|年)(半)?多?(?:以来|来(?=[^自的]|$))", counts.since),
    (_P.MINUTE, r"(半|几|数|" + _N + r")(?:个)?(半)?(?:多个?)?(小时|钟头|分钟|刻钟)" + _AGO, counts.counted),
    (_P.DAY, r"(半|几|数|" + _N + r")(?:个)?(半)?多?(天|日|周|星期|礼拜)" + _AGO, counts.counted),
    (_P.MONTH, r"(半|几|数|" + _N + r")多?个(半)?多?(月)" + _AGO, counts.counted),
    (_P.YEAR, r"(半|几|数|" + _N + r")(?:多)?(半)?(年)" + _AGO, counts.counted),
    (_P.YEAR, r"(" + _N + r")(?=年(半))(年)半" + _AGO, counts.counted),
    (_P.VAGUE, r"(?<![考试节赛假])(" + _VAGUE + r")(?!年)", counts.vague),
    (_P.DAY, r"(?<![\d第])(" + _N + r")(?:[号日](?!线|楼|院|门|店|机|元|本|语|子|常|志|码|桌|球|人|三餐|游)|(?=" + _TO + _N + r"[号日]))",
     dates.day_of_month),
    (_P.DAY, r"((?:上|下){1,3}|这|本)一?个?" + _WEEK + r"([一二三四五六日天末1-7])", counts.week_day),
    (_P.WEEK, r"((?:上|下){1,3}|这|本)一?个?" + _WEEK + r"(?![年岁末])", counts.week),
    (_P.DAY, r"(?<![每一二两三四五六七八九十几\d个])" + _WEEK + r"(六日|[一二三四五六日天末])(?![年岁])", counts.bare_week_day),
    (_P.DAY, r"(大前|前|昨|今|明|大后|后)(?:天|儿(?!子|媳)个?|日(?![本子]))|(昨|今|明)(?=[晚早夜])|([本当]日)", dates.relative_day),
    (_P.DAY, r"这个?时候|这会儿?", dates.this_time),
    (_P.PART, r"(?<=[昨今明])(夜)", counts.part),
    (_P.PART, r"(" + _PARTS + r")(?![安餐饭]|九晚|五(?!点)|知道|就|该|点|晚|早|已|出|退)", counts.part),
    (_P.HOUR, r"差(一刻钟?|" + _N + r"分钟?|" + _N + r")到?(?<!\d)(" + _N + r")点钟?", counts.short_of),
    (_P.HOUR,
        r"(?<![有第])(" + _N + r")(?:[点时](钟|许|多钟?)?(半|整|[一三13]刻|差一刻|差?" + _N + r"分?)?"
        r"(?!意|见|评|心|儿|间|候|期|代|后|建议|原因|要求|理由|想法|看法|好处|坏处|不同|启示|体会|问题|内容|光|区|方向)"
        r"|(?=" + _TO + _N + r"[点时](?!间|候)))", counts.clock),
    (_P.HOUR, r"(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])[时分点]?", counts.digital),
)  # fmt: skip
_FIRST = "".join(sorted(set(
    "零〇一二两三四五六七八九十百廿卅几数半大前去今本明来后这上下每隔天最近过未接往之头首第年月农阴闰正冬腊初"
    "春夏秋暑寒周星礼差当昨底末" + "".join(word[0] for word in [*counts.PARTS, *counts.VAGUE, *_NAMES.split("|")])
)))  # fmt: skip
"""Signs that a time word may begin with."""
_WEEKDAYS = frozenset({counts.week_day, counts.bare_week_day})


def _folded() -> dict[int, str]:
    """Traditional forms of the characters that time words are written with."""
    simple = sorted(
        {sign for _, pattern, _ in _ATOMS for sign in pattern if "\u4e00" <= sign <= "\u9fff"}
        | set("了过将会现刚说学习从来")
    )
    traditional = OpenCC("s2t").convert("\n".join(simple)).split("\n")
    found = {ord(old): new for old, new in zip(traditional, simple, strict=True)}
    return {
        **{ord(old): new for old, new in zip("週裡壹鐘鍾曆歷禮複麼", "周里一钟钟历历礼复么", strict=True)},
        **found,
    }


GRAMMAR = Grammar(
    atoms=(
        Atom(Precision.DAY, _EVERY, counts.repeated, repeats=counts.recurrence),
        *(Atom(precision, pattern, read, weekday=read in _WEEKDAYS) for precision, pattern, read in _ATOMS),
    ),
    gap=re.compile(r"的?[ ，,（(]{0,2}(?:期间)?"),
    range_=re.compile(r"(?:号|日)?起?\s*[，,]?(?:一直)?\s*(?:到|至|[-–—~～])\s*(?:了)?"),
    pair=re.compile(r"[和跟与]"),
    between=re.compile(r"之间"),
    until=re.compile(r"□(?:之|以)?前(?!后|几|面)|到□为?止|截止到?□"),
    since=re.compile(r"□(?:后(?!天|年|面|来)|起(?!床|来|飞)|以来|至今|到现在|到今天|之后|以后|开始)"),
    past=re.compile(r"了|以来|至今|到现在|过(?!年|节|几天|两天|阵|段|些)|以前|曾|刚|当时|那时|小时候"),
    future=re.compile(r"要|[^社机]会|打算|准备|将|想|计划|安排|过[几两]天|得"),
    begin=r"(?:(?<!\d)(?=\d)|(?<![零一二三四五六七八九十]{6})(?<!上上上上)(?<!下下下下)(?<!半半半)(?<!年年年)(?<!周周周)(?=[" + _FIRST + "]))",
    folded=_folded(),
)  # fmt: skip
