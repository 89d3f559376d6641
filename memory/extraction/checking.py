"""The bar that every candidate passes, whoever found it: authority is what code sees in the line."""

from __future__ import annotations

import re
import unicodedata

from memory.candidates import Candidate, Exchange, Layer, Line, Speaker
from memory.extraction.refusals import PLAIN, laughing, refusal_at
from memory.extraction.rules import LINE_MAX
from memory.extraction.sentences import language
from memory.policy import PASTED_OVER, Kind

VALUE_MAX = 200
STATEMENT_MAX = 400
_OF_COMPANION = (Kind.PROMISE, Kind.SELF)
_MARKUP = re.compile(r"https?://|www\.|<[a-zA-Z/!]|\]\(|```|\{\{|^#+ |\|\|", re.MULTILINE)
_ORDERS = re.compile(
    r"忽略(?:以上|之前|前面|所有)|系统提示|提示词|你现在是|从现在起你|作为AI|开发者模式|"
    r"ignore (?:all |any )?(?:previous|prior|above)|"
    r"system prompt|developer mode|you are now|jailbreak|disregard (?:all|the|any)|\bassistant:|\bsystem:",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"热线|求助(?:卡|电话|信息)|急救电话|安全(?:规则|提醒)|提醒[你我]?(?:去)?(?:休息|歇)|承认.{0,4}AI"
    r"|hotline|help ?(?:line|card)|crisis line|safety rule|remind\w* (?:you |me )?(?:to|about) (?:take a |a )?break|admit.{0,12}\bai\b",
    re.IGNORECASE,
)
"""What no wish of how to be spoken with may touch."""
_DATE = re.compile(r"[\d\s年月日号:.\-/TZ]+")


def folded(text: str) -> str:
    """For comparing words: NFKC, case and space folded."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def gives_orders(text: str) -> bool:
    """Whether a text tries to instruct a model rather than to tell something."""
    return bool(_ORDERS.search(text))


def check(candidate: Candidate, exchange: Exchange) -> str | None:
    """None where `candidate` is sound, else the reason code: `line`, `speaker`, `quote`, `value`, `length`,
    `statement`, `pasted`, `layer`, `language`, or that of a refusal (`question`, `hypothetical`, `told` …)."""
    line = next((one for one in exchange.lines if one.id == candidate.line), None)
    if line is None:
        return "line"
    return _source(candidate, line) or _words(candidate, line) or _sentence(candidate, line)


def _source(candidate: Candidate, line: Line) -> str | None:
    if candidate.speaker is not line.speaker:
        return "speaker"
    if line.speaker is Speaker.COMPANION and candidate.kind not in _OF_COMPANION:
        return "speaker"
    if candidate.kind is Kind.SELF and line.speaker is not Speaker.COMPANION:
        return "speaker"
    if candidate.layer is not Layer.REAL:
        return "layer"
    if len(line.text) > PASTED_OVER:
        return "pasted"
    if candidate.lang != language(line.text):
        return "language"
    return None


def _words(candidate: Candidate, line: Line) -> str | None:
    if not candidate.quote.strip() or candidate.quote not in line.text:
        return "quote"
    if not candidate.value.strip() or not candidate.statement.strip():
        return "value"
    if len(candidate.value) > VALUE_MAX or len(candidate.statement) > STATEMENT_MAX:
        return "length"
    dated = candidate.when is not None and _DATE.fullmatch(candidate.value)
    if not dated and folded(candidate.value) not in folded(candidate.quote):
        return "value"
    if _MARKUP.search(candidate.statement) or _ORDERS.search(candidate.statement):
        return "statement"
    if candidate.kind in (Kind.BOUNDARY, Kind.STYLE) and _RULES.search(candidate.statement):
        return "statement"
    return None


def _sentence(candidate: Candidate, line: Line) -> str | None:
    if candidate.attribute not in PLAIN and laughing(line.text, candidate.lang):
        return "joke"
    reason = refusal_at(line.text, candidate.quote, candidate.lang)
    if candidate.kind is Kind.PROMISE and line.speaker is Speaker.COMPANION and reason == "question":
        after = line.text[line.text.find(candidate.quote) + len(candidate.quote) :].lstrip()
        return None if after[:1] not in ("?", "？") else reason  # "我来问你考得怎么样" asks nothing yet
    if candidate.kind is Kind.SELF and reason == "hypothetical":
        return None  # "要是能尝，我大概不喜欢香菜": an honest one speaks of its tastes like this
    if candidate.origin != "rules" or len(line.text) > LINE_MAX or reason is None:
        return reason
    if candidate.kind in _REQUESTS:
        return None if reason == "question" else "layer"
    return None if candidate.attribute.endswith("_con") and reason == "hypothetical" else reason


_REQUESTS = (Kind.BOUNDARY, Kind.STYLE, Kind.STATE)
"""A request may be put as a question, 别再提他了好吗？; a complaint as a wish, 要是再安静点就好了."""
