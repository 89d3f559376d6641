"""Markdown to safe HTML, on the server, for whole messages and for the open block of a running reply.

Raw HTML is off, the result goes through an allow-list, links show their host, nothing is fetched from elsewhere. Emphasis
follows CommonMark with one change: CJK punctuation does not stop it, so that `**「重点」**后文` is bold.
"""

from __future__ import annotations

import html as html_escape
import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlparse

import nh3
from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter, Scanned

TAGS = {
    "p", "br", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "h3", "h4",
    "table", "thead", "tbody", "tr", "th", "td", "a",
}  # fmt: skip
FENCE = re.compile(r"^\s{0,3}(```|~~~)")
HEADING = re.compile(r"^(#{1,6})(?=\s)", re.MULTILINE)
FOLDED_OVER, FOLDED_SHOWN = 4_000, 120
"""Characters of a user's message from which it is shown folded, and how many of them then stand open."""
_CJK = re.compile(
    r"[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u2018-\u201d\u2014\u2026]"
)


def html(text: str) -> str:
    """Sanitised HTML of a Markdown text."""
    return _clean(_markdown().render(_mend(text)).replace("<s>", "<del>").replace("</s>", "</del>"))


def plain(text: str) -> str:
    """A user's own words: paragraphs and line breaks, everything else as typed. A pasted text is folded behind its
    beginning."""
    if len(text) <= FOLDED_OVER:
        return _paragraphs(text)
    start = html_escape.escape(" ".join(text[:FOLDED_SHOWN].split()))
    return (
        f'<details><summary dir="auto">{start}… <small>{len(text):,}</small></summary>'
        f'<div class="pasted-whole">{_paragraphs(text)}</div></details>'
    )


def _paragraphs(text: str) -> str:
    parts = [part for part in re.split(r"\n{2,}", text.strip()) if part.strip()]
    return "".join(f'<p dir="auto">{html_escape.escape(part).replace(chr(10), "<br>")}</p>' for part in parts)


def blocks_from(text: str, start: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """(index, (begin, end)) of the blocks that hold anything from offset `start` on. Together the blocks are the text:
    the white space between two belongs to the first."""
    for index, (begin, end) in enumerate(_blocks(text)):
        if end > start:
            yield index, (begin, end)


def _blocks(text: str) -> list[tuple[int, int]]:
    """Split at blank lines outside code fences."""
    edges, fenced, blank, position = [0], False, False, 0
    for line in text.splitlines(keepends=True):
        if FENCE.match(line):
            fenced = not fenced
        if blank and line.strip() and position > edges[-1]:
            edges.append(position)
        blank = not line.strip() and not fenced
        position += len(line)
    return [(begin, end) for begin, end in zip(edges, [*edges[1:], len(text)], strict=True) if end > begin]


def _mend(text: str) -> str:
    """Close what a running or careless text leaves open, and keep headings below the page's own."""
    text = HEADING.sub(lambda found: "###" if len(found.group(1)) <= 3 else "####", text)
    if len(re.findall(r"^\s{0,3}```", text, re.MULTILINE)) % 2:
        return text + "\n```"
    last = text.rsplit("\n", 1)[-1]
    if last.count("`") % 2:
        return text + "`"
    bare = re.sub(r"`[^`]*`", "", last)
    if bare.endswith("*") and not bare.endswith("**") and bare.count("**") % 2:
        return text + "*"
    return text.rstrip() + "**" if bare.count("**") % 2 and not bare.endswith("**") else text


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": True})
    made.enable(["table", "strikethrough"]).disable(["image"])
    made.inline.ruler.at("emphasis", _emphasis)
    return made


def _emphasis(state: StateInline, silent: bool) -> bool:
    """The emphasis rule with our own reading of what stands beside a delimiter run."""
    if silent or state.src[state.pos] not in "_*":
        return False
    scanned = _scan(state, state.pos, state.src[state.pos] == "*")
    for _each in range(scanned.length):
        token = state.push("text", "", 0)
        token.content = state.src[state.pos]
        state.delimiters.append(
            Delimiter(
                marker=ord(state.src[state.pos]),
                length=scanned.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=scanned.can_open,
                close=scanned.can_close,
            )
        )
    state.pos += scanned.length
    return True


def _scan(state: StateInline, start: int, can_split: bool) -> Scanned:
    """CommonMark's flanking rules, where a CJK neighbour counts as a letter: without spaces between words, punctuation
    beside a delimiter says nothing about which side it belongs to."""
    marker, length = state.src[start], 0
    while start + length < state.posMax and state.src[start + length] == marker:
        length += 1
    before = state.src[start - 1] if start > 0 else " "
    after = state.src[start + length] if start + length < state.posMax else " "
    space_before, space_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
    cjk = bool(_CJK.match(before) or _CJK.match(after))
    mark_before, mark_after = not cjk and _punctuation(before), not cjk and _punctuation(after)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    if can_split:
        return Scanned(left, right, length)
    return Scanned(left and (not right or mark_before), right and (not left or mark_after), length)


def _punctuation(character: str) -> bool:
    return isMdAsciiPunct(ord(character)) or isPunctChar(character)


def _clean(markup: str) -> str:
    safe = nh3.clean(
        markup,
        tags=TAGS,
        attributes={"*": set(), "a": {"href"}, "ol": {"start"}, "td": {"align"}, "th": {"align"}},
        url_schemes={"https"},
        link_rel="noopener noreferrer nofollow",
    )
    safe = re.sub(r'<a href="([^"]*)"([^>]*)>(.*?)</a>', _with_host, safe, flags=re.DOTALL)
    return re.sub(r"<(p|li|h3|h4|blockquote)>", r'<\1 dir="auto">', safe)


def _with_host(found: re.Match[str]) -> str:
    """A link that says where it leads: a model's or a card's words must not dress up an address."""
    href, rest, words = found.groups()
    address = urlparse(html_escape.unescape(href))
    host = (address.hostname or "") if address.scheme == "https" else ""
    return (
        f'<a href="{href}"{rest} target="_blank">{words}</a> <small>({html_escape.escape(host)})</small>'
        if host
        else words
    )
