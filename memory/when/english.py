"""English time words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory.candidates import Precision
from memory.when import english_counts as counts
from memory.when import english_dates as dates
from memory.when.festivals import NAMES
from memory.when.grammar import Atom, Grammar, Reader
from memory.when.numerals import ENGLISH, ORDINALS


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True)).replace(r"\ ", " ")


def _after(*words: str) -> str:
    """Right after one of these words."""
    return "(?:" + "|".join(rf"(?<=\b{re.escape(word)} )" for word in words) + ")"


_P = Precision
_M, _N, _S = _any(dates.MONTHS), _any(ENGLISH) + r"|\d{1,4}(?!\d)", _any(dates.SEASONS)
_PLAIN_MONTH = _any(m for m in dates.MONTHS if m not in (
    "may", "march", "april", "june", "august", "mar", "dec", "jun", "jan", "sep", "oct", "nov", "apr", "aug"))  # fmt: skip
_FULL_DAY = _any(d for d in dates.DAYS if d not in ("mon", "wed", "sat", "sun"))
_D, _PART, _OUGHT = _any(dates.DAYS), _any(dates.PARTS), r"(?:st|nd|rd|th)"
_UNIT = r"(?:min(?:ute)?s?|hrs?|hours?|days?|wks?|weeks?|months?|mths?|yrs?|years?)"
_FEASTS = _any(n for n in NAMES if n.isascii())
_THINGS = (
    r"(?:jumpers?|sweaters?|trees?|cards?|presents?|gifts?|shopping|lights|songs?|carols?|movies?|films?|music|cookies|"
    r"eggs?|costumes?|candy|decorations?|pudding|market|stocking|spirit|cake|bunny|roast)"
)
_IN = _after("in", "by", "until", "till", "since", "during", "of", "early", "mid", "late", "from", "to", "between",
             "and", "before", "after", "for", "around", "through", "back in")  # fmt: skip
_TO = r"\s?(?:-|–|—|to|and|until|till)\s?"
_CLOCK_END = r"(?![\d.,%:]|\s*(?:years?|percent|dollars|people|pounds|quid|bucks|kids|times|of|or|and a|hours?|minutes?|mins)\b)"
_EVERY = (
    r"\b(?:(?:every|each)(?: single)?(?P<gap> other| second| 2nd| two| three| four| six| \d{1,2})? "
    r"(?:(?P<days>(?:" + _D + r")(?:(?:,? and |, ?| or )(?:every )?(?:" + _D + r")){0,6})\b"
    r"|(?P<kind>weekday|weekend|weeknight)s?|(?:month on the )?(?P<dom>\d{1,2})"
    + _OUGHT
    + r"|(?P<month>"
    + _M
    + r")\b|(?P<season>"
    + _S
    + r")\b"
    r"|(?P<feast>"
    + _FEASTS
    + r")\b|(?P<part>morning|afternoon|evening|night)|(?P<unit>day|week|month|year)s?)\b"
    r"|(?:on )?(?P<plural>(?:mon|tues|wednes|thurs|fri|satur|sun)days(?:(?:,? and |, ?| or )(?:mon|tues|wednes|thurs|fri|satur|sun)days){0,6})\b(?! ago)"
    r"|the (?P<of>\d{1,2})"
    + _OUGHT
    + r" of (?:every|each) month\b|(?P<kinds>week(?:ends|nights|days))\b|(?P<word>"
    + _any(counts._WORDS)
    + r")\b)"
)
_ATOMS: tuple[tuple[Precision, str, Reader], ...] = (
    (_P.DAY, r"(?<![\d/.-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d/])", dates.iso),
    (_P.DAY, r"(?<![\d/.$-])(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})(?![\d/])", dates.slashed),
    (_P.DAY, _after("on", "by", "until", "before", "since", "from") + r"(\d{1,2})/(\d{1,2})()(?![\d/])", dates.slashed),
    (_P.DAY, r"(?<![\d/.$-])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d{2})(?![\d/])", dates.dotted),
    (_P.VAGUE, r"\b(" + _any(counts.VAGUE) + r")\b", counts.vague),
    (_P.DAY, r"\b(?:(" + _N + r") (year|month|week)s? ago today|this time (last|next) (year|month|week))\b", dates.anniversary),
    (_P.DAY, r"\b(?:(" + _N + r") weeks? (?:on|from) (" + _D + r"|today|tomorrow)|(" + _D + r"|today|tomorrow) week)\b",
     dates.week_later),
    (_P.MINUTE, r"(?:\b(?P<n>half an?|" + _N + r"|\d{1,3}\.5)(?P<half> and a half)? |\b(?P<few>(?:a )?few |several |some ))"
        r"(?P<unit>" + _UNIT + r"|fortnights?)(?P<later> and a half)? (?:(?P<ago>ago|back)|from (?:now|today)|later(?= today))\b",
        counts.counted),
    (_P.DAY, r"\bin (?:about |like |roughly )?(?!an? (?:min|minute)\b)(?:(?P<n>half an?|" + _N + r"|\d{1,3}\.5)(?P<half> and a half)? "
        r"|(?P<few>(?:a )?few |several ))(?P<unit>" + _UNIT + r"|fortnights?)(?P<later> and a half)?(?:['’]?s?['’]? time)?"
        r"(?P<ago>(?!))?\b", counts.counted),
    (_P.VAGUE, r"\b(?:the )?(last|past|next|coming) (" + _N + r"|few|several|couple(?: of)?) (" + _UNIT + r")\b", counts.lasting),
    (_P.PART, r"\b(tonight|last night)\b", dates.relative_day),
    (_P.PART, r"\bthis (morning|afternoon|evening)\b", dates.this_part),
    (_P.DAY, r"\b(" + _any(w for w in dates.RELATIVE if "night" not in w) + r")\b", dates.relative_day),
    (_P.DAY, r"\b(?:(this coming|this past|last|past|this|next|coming|upcoming) )?(" + _FEASTS + r")\b(?: (?:of )?((?:19|20)\d\d))?(?! "
        + _THINGS + r"\b)", dates.feast),
    (_P.WEEK, r"\b(early|mid|late|(?:beginning|start|middle|end) of)[ -](?:the |(this|next|last) )?week\b", dates.edge_of_week),
    (_P.WEEK, r"\b((?:the )?(?:beginning|start|middle|end) of|early|mid|late)[ -](?=the (?:month|year)\b|(?:this |next |last )?(?:"
        + _M + "|month|year|" + _S + r")\b|(?:19|20)\d\d)", dates.edge_of),
    (_P.MONTH, r"(?<= of )the (month|year)\b", dates.the_period),
    (_P.DAY, r"(?:" + _after("at", "over", "on", "for", "during", "by") + r"|\b)(the) (weekend)\b(?! (?:after|before|of)\b)", dates.period),
    (_P.DAY, r"\b(last|past|this past|this coming|this|next|coming) (weekend)\b", dates.period),
    (_P.WEEK, r"\b(last|past|this past|later this|earlier this|this coming|this|next|coming) (week|wk)\b", dates.period),
    (_P.MONTH, r"\b(last|past|this past|later this|earlier this|this|next|coming) (month)\b", dates.period),
    (_P.SEASON, r"\b(last|past|this past|later this|earlier this|this coming|this|next|coming) (" + _S + r")\b", dates.period),
    (_P.YEAR, r"\b(last|past|this past|later this|earlier this|this|next|coming) (year)\b", dates.period),
    (_P.WEEK, r"\bthe (week|month|year|weekend) (after next|before last)\b", dates.far_period),
    (_P.DAY, r"\b(?:the )?(" + _any(ORDINALS) + r") (" + _D + r")(?= (?:of|in)\b)", dates.nth_day),
    (_P.WEEK, r"\b(?:the )?(" + _any(ORDINALS) + r") (week|day)(?= (?:of|in) (?:the month|next month|(?:" + _M + r")\b))",
     dates.nth_part),
    (_P.DAY, r"\b(?:(this coming|this past|last|past|this|next|coming|upcoming) )(" + _D + r")\b(?!['’]s)", dates.week_day),
    (_P.DAY, r"\b()(" + _FULL_DAY + r")\b", dates.week_day),
    (_P.DAY, r"(?:" + _after("on", "to", "until", "till", "by", "from", "or", "since", "through")
        + r"|(?<=\d[-–])|\b(?=(?:mon|wed|sat|sun)(?: (?:night|morning|evening|afternoon|\d|the \d)|\s?[-–/&]\s?(?:" + _D
        + r")|,? (?:to|and|or) (?:" + _D + r"))\b))(?<!the )()(mon|wed|sat|sun)\b(?!['’]s)", dates.week_day),
    (_P.DAY, r"(?<=[a-z][-–/&])()(" + _D + r")\b", dates.week_day),
    (_P.DAY, r"\b(" + _M + r")\.? (?:the )?(\d{1,2})" + _OUGHT + r"?(?:\s?(?:-|–|—|to|until|till|through)\s?(?:the )?(\d{1,2})"
        + _OUGHT + r"?(?![\d:]|\s?[ap]m|\s(?:" + _M + r")\b))?(?:,? ((?:19|20)\d{2}))?\b(?![:\d]|\s?[ap]m)", dates.month_day),
    (_P.DAY, r"\b(?:the )?(\d{1,2})" + _OUGHT + r"?(?: of)? (" + _M + r")\b(?! (?:help|be|have|not|also|just|well|contain|take)\b)(?:,? ((?:19|20)\d{2}))?", dates.day_month),
    (_P.DAY, r"\b(\d{1,2})" + _OUGHT + r"?(?=\s?(?:-|–|—|to)\s?\d{1,2}" + _OUGHT + r"? (?:of )?(" + _M + r")\b(?:,? ((?:19|20)\d{2}))?)",
     dates.day_month),
    (_P.MONTH, r"\b(last|this|next|coming) (" + _M + r")\b", dates.step_month),
    (_P.MONTH, r"(?:" + _IN + r"|(?<=\bmid-)|\b(?=(?:" + _M + r") (?:next|last|this) year\b))(" + _M + r")(?:,? ((?:19|20)\d{2}))?\b(?!['’]s)", dates.month),
    (_P.MONTH, r"\b(" + _M + r"),? ((?:19|20)\d{2})\b", dates.month),
    (_P.MONTH, r"\b(" + _PLAIN_MONTH + r")()\b(?!['’]s)", dates.month),
    (_P.MONTH, r"\b(may|march|april|june|august)()(?=\s?(?:-|–|to|until|through) (?:" + _M + r")\b)", dates.month),
    (_P.SEASON, r"\b(" + _S + r")(?: of)? (?:((?:19|20)\d{2})|['’](\d{2}))\b", dates.season),
    (_P.SEASON, _after("in the", "over the", "during the", "by the", "this", "until the", "early", "mid", "late", "of the", "the whole")
        + r"(" + _S + r")()()\b", dates.season),
    (_P.DAY, r"\bthe (\d{1,2})" + _OUGHT + r"\b(?! (?:grade|floor|time|centur|street|birthday|year|place|day|week|row|hour|month|chapter|"
        r"anniversary|person|one|avenue|edition|season|episode|round|half|quarter|of them|attempt|wave|gen))", dates.day_of_month),
    (_P.YEAR, r"(?:" + _IN + r")((?:19|20)\d{2})\b(?! (?:words|people|steps|miles|km|dollars|pounds|euros|characters|calories|years|days|"
        r"hours|minutes|pieces|lines|points|others)\b|[-/.:]\d|%)", dates.year),
    (_P.YEAR, r"\bthe ((?:19|20)\d0|[5-9]0)['’]?s\b", dates.decade),
    (_P.SEASON, r"\bQ([1-4])\b", dates.quarter),
    (_P.HOUR, r"\b(noon|midday|midnight)\b(?! (?:blue|snack))", counts.noon),
    (_P.PART, r"\b(morning|afternoon|evening|night)\b", dates.part),
    (_P.HOUR, r"(?:" + _after("at", "by", "around", "about", "until", "till", "from", "for", "to", "before") + r"|\b(?=a quarter|quarter|half))"
        r"(?:(?P<m>a quarter|quarter|half|five|ten|twenty|twenty[- ]five|\d{1,2}(?= past)) (?P<dir>past|to|til|till)|half) "
        r"(?P<h>" + _any(w for w in ENGLISH if ENGLISH[w] and ENGLISH[w] <= 12 and not w.startswith("a") and w != "couple")
        + r"|1[0-2]|[1-9])\b ?(?P<ap>am|pm)?" + _CLOCK_END, counts.spoken_clock),
    (_P.HOUR, r"\b(\d{1,2})(?:[:.]([0-5]\d))? ?(am|pm|a\.m\.?|p\.m\.?)(?!\w)", counts.clock),
    (_P.HOUR, r"\b(\d{1,2})(?:[:.]([0-5]\d))?(?=" + _TO + r"(\d{1,2})(?:[:.]\d\d)? ?(am|pm)\b)", counts.range_clock),
    (_P.HOUR, r"\b(1[0-2]|[1-9])(?::([0-5]\d))? ?o['’]?clock\b()", counts.clock),
    (_P.HOUR, _after("at") + r"(1[0-2]|[1-9])(?::([0-5]\d))?(?:ish)?\b()" + _CLOCK_END, counts.clock),
    (_P.HOUR, _after("around", "about", "by", "before", "from", "until", "till", "to") + r"(1[0-2]|[1-9])()(?:ish)?\b()" + _CLOCK_END,
     counts.loose_clock),
    (_P.HOUR, r"(?<=\d-)(1[0-2]|[1-9])()()\b" + _CLOCK_END, counts.loose_clock),
    (_P.HOUR, r"\b([01]?\d|2[0-3]):([0-5]\d)()\b", counts.clock),
)  # fmt: skip

GRAMMAR = Grammar(
    atoms=(
        Atom(Precision.DAY, _EVERY, counts.repeated, repeats=counts.recurrence),
        *(Atom(precision, pattern, read, weekday=read is dates.week_day) for precision, pattern, read in _ATOMS),
    ),
    gap=re.compile(r"(?:\s*,)?\s*(?:on|at|in|of|around|about|from|by|for)?\s*(?:the)?\s*", re.I),
    range_=re.compile(r"\s*(?:to|until|till|through|thru|[-–—])\s*(?:the )?", re.I),
    pair=re.compile(r"\s*and\s*", re.I),
    between=re.compile(r"\bbetween\b", re.I),
    until=re.compile(r"\b(?:by|until|till|before|no later than)(?: the)? □", re.I),
    since=re.compile(r"\b(?:since|ever since)(?: the)? □|□ onwards", re.I),
    past=re.compile(
        r"\b(?:since|was|were|did|had|went|(?<!ve )(?<!s )got|came|saw|met|won|gave|found|ate|drank|slept|wrote|spent|sent|sold|taught|brought|built|caught|kept|ran|sang|sat|stood|swam|wore|woke|flew|forgot|grew|rode|chose|drove|began|became|hurt|hung|ago|last|yesterday|used to|lost|left|moved|started|quit|made|"
        r"took|broke|felt|said|told|bought|died|passed|happened|back in|didn't|wasn't|\w{3,}ed)\b", re.I),
    future=re.compile(
        r"\b(?:will|gonna|going to|won't|plan|planning|(?:am|are|is)\s\w+ing|\w+'(?:m|re|s)\s\w+ing|"
        r"shall|next|tomorrow|\w+'ll|need|have to|booked|scheduled|supposed to)\b", re.I),
    begin=r"\b(?<!\d[ -]\d[ -])(?=\w)",
    folded={ord("’"): "'"},
    flags=re.IGNORECASE,
)  # fmt: skip
