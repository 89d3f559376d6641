"""Absolute dates in running text: 明天, said on 1 July 2026, becomes 2026年7月2日; "next Friday" becomes "Friday, 10 July
2026". A summary outlives the day it was said on, and its 明天 would be read as another one. Pure.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from memory.candidates import Precision, Span
from memory.when import Found, find
from memory.when.festivals import NAMES

_MONTH = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
)
_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_DATED = re.compile(
    r"(?:19|20)\d{2}年(?:\d{1,2}月(?:份|初|中旬?|底|末|上旬|下旬|\d{1,2}[日号])?|[春夏秋冬]天|[暑寒]假|初|中|底|末)?"
    r"(?:那周|前后)?(?:\s?[（(]?(?:星期|周|礼拜)[一二三四五六日天][）)]?)?"
    r"|(?<!\d)(?:19|20)\d{2}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)"
    rf"|(?:\b{_DAY},? )?\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH},? (?:19|20)\d{{2}}\b"
    rf"|(?:\b{_DAY},? )?\b{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?,?)? (?:19|20)\d{{2}}\b"
    r"|\b(?:spring|summer|autumn|fall|winter) (?:19|20)\d{2}\b|\b(?:19|20)\d{2}\b(?![年\d])",
    re.IGNORECASE,
)
"""Words that name a day, month or year for good."""
_MASK = "□"
_HAN = re.compile(r"[\u4e00-\u9fff]")
_PART_ZH = (
    "凌晨|清晨|早晨|大清早|早上|早间|一早|上午|中午|正午|午后|下午|傍晚|晚上|晚间|夜里|半夜|深夜|夜晚|早|晚"
)
_NUMERAL = r"[零〇一二两三四五六七八九十\d]+"
_CLOCK_ONLY = re.compile(
    rf"(?:{_PART_ZH}|{_NUMERAL}[点时:：](?:钟|许|多钟?|半|整|[一三13]刻|{_NUMERAL}分?)?|的|到|至"
    r"|\b(?:at|around|about|from|to|until|in the|morning|afternoon|evening|night|noon|midday|midnight|half|quarter|past"
    r"|o'?clock|an?|five|ten|twenty|one|two|three|four|six|seven|eight|nine|eleven|twelve)\b"
    r"|\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m\.|p\.m\.)?|[-–—~～,，\s])+",
    re.IGNORECASE,
)
"""A time of day alone: the date stands at the head of what it is said in."""
_PART_OF = re.compile(
    rf"({_PART_ZH})(?:的)?$|(morning|afternoon|evening|night|tonight|noon|midnight)$", re.IGNORECASE
)
_PARTS = {"早": "早上", "晚": "晚上"}
_EVERY = re.compile(r"(?:每一?个?|逢|\bevery |\beach |\bmost )$", re.IGNORECASE)
_NOW = re.compile(
    r"现在|目前|如今|眼下|此刻|刚才|刚刚(?!好)|方才|待会儿?|等会儿?"
    r"|\b(?:right |just |by )?now\b(?! that| and then)|\bat the moment\b|\bcurrently\b|\bnowadays\b",
    re.IGNORECASE,
)
_EDGE = re.compile(r"([年月])?(上旬|中旬|下旬|初旬|[初中底末])$")
_EDGE_EN = re.compile(
    r"((?:the )?(?:beginning|start|middle|end) of|early|mid|late)\b(?!.*\bweek\b)", re.IGNORECASE
)
_FOR_GOOD = re.compile(r"年代|世纪|\d0['’]?s\b")
"""Names a time that stays the same on any day."""
_STRETCH = re.compile(
    r"[内里]$|^(?:最近|过去|近|未来|接下来|往后|今后|之前|之后|[上下前后](?!几|些)).*[天日周月年星期礼拜]$|^(?:the )?(?:last|past|next|coming) .",
    re.IGNORECASE,
)
"""A counted stretch up to or from the day it was said on."""
_SEASON = re.compile(
    r"([春夏秋冬])(?:天|季|日里)|([暑寒]假)|\b(spring|summer|autumn|fall|winter)\b", re.IGNORECASE
)
_PREPOSITION = re.compile(
    r"\b(?:on|by|until|till|since|from|before|after|to|for|of|in|at|over|during|around|about|through|between|and)"
    r"\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(by|until|since|during)\s", re.IGNORECASE)
_VERB = re.compile(r"\s+(?:was|is|were|has|had|will|would|went|felt|works?|sounds?|'s)\b", re.IGNORECASE)
_FEAST = re.compile(
    "|".join(rf"\b{re.escape(n)}\b" if n.isascii() else re.escape(n) for n in NAMES), re.IGNORECASE
)


def absolute(text: str, at: datetime) -> str:
    """The text with every time that hangs on the day it was said replaced by the date it meant. `at` is when it was
    said, in the zone of who said it."""
    changes = [(one.start, one.end, _meant(one, text, at)) for one in _relative(text, at)]
    for word in _NOW.finditer(_masked(text)):
        if not any(word.start() < end and start < word.end() for start, end, _new in changes):
            changes.append((word.start(), word.end(), _today(word[0], at)))
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + _cased(new, text[start:end], text[:start]) + text[end:]
    return text


def undated(text: str, at: datetime) -> list[str]:
    """The words of a text that still hang on the day they are read on."""
    words = [one.words for one in _relative(text, at)]
    return words + [word[0] for word in _NOW.finditer(_masked(text))]


def day_of(at: datetime, lang: str) -> str:
    """One local date in words: 2026年7月2日, or "Thursday, 2 July 2026"."""
    return f"{at.year}年{at.month}月{at.day}日" if lang == "zh" else f"{at:%A}, {at.day} {at:%B} {at.year}"


def dates(text: str) -> int:
    """How many absolute dates a text names."""
    return len(_DATED.findall(text))


def _masked(text: str) -> str:
    return _DATED.sub(lambda found: _MASK * len(found[0]), text)


def _relative(text: str, at: datetime) -> list[Found]:
    masked = _masked(text)
    return [
        one
        for one in find(masked, at)
        if not _CLOCK_ONLY.fullmatch(one.words)
        and not _EVERY.search(masked[: one.start])
        and not re.match(
            rf"\s?[（(]{_MASK}| (?:of )?{_MASK}", masked[one.end :]
        )  # 春节（2027年2月6日） has its date
        and not _FOR_GOOD.search(one.words)
    ]


def _cased(new: str, old: str, before: str) -> str:
    return new[:1].upper() + new[1:] if old[:1].isupper() and not before.strip() else new


def _today(word: str, at: datetime) -> str:
    if _HAN.search(word):
        return day_of(at, "zh")
    return f"{'on' if 'just' in word.lower() else 'as of'} {day_of(at, 'en')}"


def _meant(one: Found, text: str, at: datetime) -> str:
    if _HAN.search(one.words):
        return _zh(one, at)
    return _en(one, at, text[: one.start], text[one.end :])


def _far(span: Span, at: datetime) -> datetime:
    """The middle of a vague time; the day it was said on where it reaches that day."""
    if span.start <= at <= span.end + timedelta(days=1):
        return at
    return span.start + (span.end - span.start) / 2


def _clock(span: Span) -> tuple[str, str]:
    """(first, last) time of day; last is "" where it is one time."""
    whole = span.precision is Precision.HOUR and span.end.second == 59
    end = span.end - timedelta(minutes=59, seconds=59) if whole else span.end
    return f"{span.start:%H:%M}", f"{end:%H:%M}" if end - span.start >= timedelta(hours=1) else ""


def _zh(one: Found, at: datetime) -> str:
    words, span = one.words, one.span
    start, day = span.start, day_of(span.start, "zh")
    if feast := _FEAST.search(words):
        return f"{feast[0]}（{day}）"
    if (edge := _EDGE.search(words)) and span.precision in (Precision.WEEK, Precision.MONTH):
        year = edge[1] == "年"
        return f"{start.year}年{edge[2]}" if year else f"{start.year}年{start.month}月{edge[2]}"
    if span.precision is Precision.YEAR:
        return f"{start.year}年"
    if span.precision is Precision.SEASON and (season := _SEASON.search(words)):
        return f"{start.year}年{season[1] + '天' if season[1] else season[2]}"
    if span.precision in (Precision.MONTH, Precision.SEASON):
        first, last = f"{start.year}年{start.month}月", f"{span.end.year}年{span.end.month}月"
        return first if first == last else f"{first}至{last}"
    if span.precision is Precision.WEEK:
        return f"{day}那周"
    if span.precision is Precision.VAGUE and _STRETCH.search(words):
        return f"{day}至{day_of(span.end, 'zh')}"
    if span.precision is Precision.VAGUE:
        return f"{day_of(_far(span, at), 'zh')}前后"
    if span.precision in (Precision.HOUR, Precision.MINUTE):
        first, last = _clock(span)
        return f"{day}{first}至{last}" if last else f"{day}{first}"
    if span.precision is Precision.PART:
        part = found[1] or "" if (found := _PART_OF.search(words)) else ""
        return day + _PARTS.get(part, part)
    last = day_of(span.end, "zh")
    return day if last == day else f"{day}至{last}"


def _en(one: Found, at: datetime, before: str, after: str) -> str:
    words, span = one.words, one.span
    start, lead = span.start, _LEAD.match(words)
    day, free = day_of(start, "en"), not _PREPOSITION.search(before) and not _VERB.match(after)
    on = f"{lead[1]} " if lead else "on " if free else ""
    into = f"{lead[1]} " if lead else "in " if free or words.lower().startswith("in ") else ""
    if feast := _FEAST.search(words):
        return f"{feast[0]} ({start.day} {start:%B} {start.year})"
    if (edge := _EDGE_EN.search(words)) and span.precision in (Precision.WEEK, Precision.MONTH):
        named = start.year if span.precision is Precision.MONTH else f"{start:%B} {start.year}"
        return f"{into if edge[1].lower() in ('early', 'mid', 'late') else ''}{edge[1]} {named}"
    if span.precision is Precision.YEAR:
        return f"{into}{start.year}"
    if span.precision is Precision.SEASON and (season := _SEASON.search(words)):
        return f"{into}{season[0]} {start.year}"
    if span.precision in (Precision.MONTH, Precision.SEASON):
        to = f" to {span.end:%B} {span.end.year}" if start.month != span.end.month else ""
        return f"{into}{start:%B} {start.year}{to}"
    if span.precision is Precision.WEEK:
        return f"{'in ' if free else ''}the week of {start.day} {start:%B} {start.year}"
    if span.precision is Precision.VAGUE and _STRETCH.search(words):
        return f"{start.day} {start:%B} {start.year} to {span.end.day} {span.end:%B} {span.end.year}"
    if span.precision is Precision.VAGUE:
        middle = _far(span, at)
        return f"around {middle.day} {middle:%B} {middle.year}"
    if span.precision in (Precision.HOUR, Precision.MINUTE):
        first, last = _clock(span)
        return f"{on}{day}, {first} to {last}" if last else f"{on}{day} at {first}"
    if span.precision is Precision.PART:
        part = found[2].lower().replace("tonight", "evening") if (found := _PART_OF.search(words)) else ""
        return f"{on}{day}, {'at' if part in ('night', 'noon', 'midnight') else 'in the'} {part}".rstrip(", ")
    if "weekend" in words.lower():
        return f"{on}the weekend of {day}"
    last = day_of(span.end, "en")
    return f"{on}{day}" if last == day else f"{day} to {last}"
