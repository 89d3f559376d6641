"""The outward form of a reply: its language, and marks of a document in what should be talk. Pure."""

from __future__ import annotations

import re

_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_QUOTED = re.compile(r"[“\"「『《‘'][^”\"」』》’']*[”\"」』》’']|`[^`]*`|https?://\S+|\([^)]*\)|（[^）]*）")
_MARKS = re.compile(
    r"^\s{0,3}(?:#{1,6}\s+\S|[-*+•]\s+\S|(?:[1-9]|1\d)[.)、]\s*(?![\d\s])\S|>\s+\S|\|.*\||[一二三四五六]、\S)",
    re.MULTILINE,
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+", re.MULTILINE)
_BULLET = re.compile(r"^(\s{0,3})(?:[-*+•]\s+|\d{1,2}[.)、]\s*(?!\d)|>\s+|[一二三四五六]、)", re.MULTILINE)
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_BOLD_LABEL = re.compile(
    r"^\s*(?:[-*•]\s*)?(?:\*\*[^*\n]{1,24}[:：]\*\*|\*\*[^*\n]{1,24}\*\*\s*[:：])", re.MULTILINE
)
_WANTS_FORM = re.compile(
    r"列(?:一下|个|出|表|清单)|清单|表格|分点|步骤|提纲|大纲|格式|markdown|代码|脚本|程序|菜谱|食谱|配方|攻略|计划表|日程|作文|文案|简历|邮件|总结|整理|翻译|写(?:一|个|篇|封|首|段|份)|对比|排个|一条一条"
    r"|\b(?:list|table|bullet|steps?|outline|format|markdown|code|script|recipe|itinerary|schedule|plan|essay|email|cv|resume|summar\w+|translate|write (?:me )?(?:a|an|the)|compare|draft|checklist)\b",
    re.IGNORECASE,
)
_OTHER_LANGUAGE = re.compile(
    r"英文|英语|英译|中文|汉语|翻译|怎么说|日语|法语|西班牙语|德语|韩语|外语|歌词|原文|单词|语法|拼音"
    r"|\b(?:chinese|mandarin|english|translat\w+|in french|in spanish|how do you say|pinyin|characters?|lyrics|language)\b",
    re.IGNORECASE,
)


_RUN_EN = re.compile(r"(?:[A-Za-z'’]+[ ,]+){3,}[A-Za-z'’]+")
_RUN_ZH = re.compile(r"[\u3400-\u9fff，。！？]{5,}")


def wants_form(text: str) -> bool:
    """Whether they asked for a list, a table, something written: its marks are then right."""
    return bool(_WANTS_FORM.search(text))


def is_wrong_language(sentence: str, lang: str, user_text: str) -> bool:
    """Whether a sentence is in another language than the talk, quotations and names aside. Not where the other language is
    the matter, or the user mixes them."""
    if _OTHER_LANGUAGE.search(user_text):
        return False
    plain = _QUOTED.sub(" ", sentence)
    if lang == "zh" and len(_LATIN.findall(user_text)) < 3 and _RUN_EN.search(plain):
        return True
    if lang != "zh" and not _HAN.search(user_text) and _RUN_ZH.search(plain):
        return True
    han, latin = len(_HAN.findall(plain)), _LATIN.findall(plain)
    if lang == "zh":
        mixes = len(_LATIN.findall(user_text)) >= 3
        return not mixes and len(latin) >= (4 if han else 3) and len(latin) > han
    return len(_HAN.findall(user_text)) == 0 and han >= 4 and han > len(latin)


def has_marks(text: str) -> bool:
    """Headings, lists, quotes, tables, bold labels; a word set in bold is none."""
    return bool(_MARKS.search(text) or _BOLD_LABEL.search(text))


def is_document(text: str) -> bool:
    """A heading or a table: more than the list that advice may come as."""
    return bool(re.search(r"^\s{0,3}(?:#{1,6}\s+\S|\|.*\|)", text, re.MULTILINE))


def plain(text: str) -> str:
    """The text without its marks; lines stay lines."""
    text = _HEADING.sub("", text)
    text = _BULLET.sub(r"\1", text)
    return _BOLD.sub(r"\2", text)
