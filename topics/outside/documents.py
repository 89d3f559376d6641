"""Bytes of a feed to one well-formed text: its encoding found, and the slips mended that feeds are known for."""

from __future__ import annotations

import codecs
import html.entities
import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNMARKED = ((b"<\x00?\x00", "utf-16-le"), (b"\x00<\x00?", "utf-16-be"))
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_DECLARATION = re.compile(r"<\?xml\s[^>]*\?>")
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
}
"""What is declared, and what is meant and written: a superset of it."""
_CODECS = frozenset(
    {
        "utf-8",
        "gb18030",
        "big5",
        "big5hkscs",
        "cp950",
        "cp932",
        "euc_jp",
        "euc_kr",
        "cp949",
        "koi8-r",
        "koi8-u",
    }
    | {f"iso8859-{part}" for part in range(2, 17) if part != 12}
    | {f"cp{page}" for page in (874, *range(1250, 1259))}
)
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_AMPERSAND = re.compile(r"&(?:#([0-9]{1,7});|#[xX]([0-9A-Fa-f]{1,6});|([A-Za-z][A-Za-z0-9]{1,31});)?")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OWN = frozenset({"amp", "lt", "gt", "quot", "apos"})


def text_of(body: bytes) -> str:
    """The text of an XML document without its declaration, mended as far as that can be done letter by letter.

    It may still be malformed, and a DOCTYPE it has is still there: who parses it must refuse entities.
    """
    text = _NO_XML.sub("", _decoded(body)).lstrip("\ufeff \t\r\n")
    if declaration := _DECLARATION.match(text):
        text = text[declaration.end() :]
    return "".join(_pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """The text with its references mended, but for CDATA, which is meant as it stands."""
    # A regular expression for this reads on to the end from each start that has none: a minute for a hostile megabyte.
    at = 0
    while (start := text.find(_CDATA, at)) >= 0 and (end := text.find(_CDATA_END, start)) >= 0:
        yield _AMPERSAND.sub(_mended, text[at:start])
        at = end + len(_CDATA_END)
        yield text[start:at]
    yield _AMPERSAND.sub(_mended, text[at:])


def _decoded(body: bytes) -> str:
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    for start, encoding in _UNMARKED:
        if body.startswith(start):
            return body.decode(encoding, "replace")
    declared = _DECLARED.match(body[:400])
    encoding = _known(declared[1].decode("ascii")) if declared else "gb18030"
    # UTF-8 can be told by its form, whatever is declared; GBK can't, but is what Chinese feeds are that declare nothing.
    for candidate in ("utf-8", encoding):
        try:
            return body.decode(candidate)
        except UnicodeError:
            continue
    return body.decode(encoding if declared else "utf-8", "replace")


def _known(declared: str) -> str:
    """The codec for a declared encoding; UTF-8 for one that no feed has a use for."""
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        return "utf-8"
    name = _WIDER.get(name, name)
    # Python also "decodes" punycode, escapes and UTF-7: slow, or a way to write what nobody expects.
    return name if name in _CODECS else "utf-8"


def _mended(found: re.Match[str]) -> str:
    """A reference that XML knows, in place of an HTML one, of an impossible one or of a bare ampersand."""
    decimal, hexadecimal, name = found.groups()
    if name:
        if name in _OWN:
            return found[0]
        letters = html.entities.html5.get(f"{name};")
        return escape(letters) if letters else "&amp;" + found[0][1:]
    if decimal or hexadecimal:
        number = int(decimal) if decimal else int(hexadecimal, 16)
        return found[0] if number <= 0x10FFFF and not _NO_XML.match(chr(number)) else ""
    return "&amp;"
