"""Feeds of every form and encoding become plain items; hostile ones become nothing."""

from __future__ import annotations

import builtins
import re
import socket
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.topics.outside.conftest import NOW
from topics.outside import Item, Refusal, SourceRefused, read_feed
from topics.outside.items import plain

RSS = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>News</title><link>https://news.example/</link><description>All of it</description>
<atom:link href="https://news.example/rss" rel="self"/>
<image><title>Logo</title><url>https://news.example/logo.png</url></image>
<item><title>Older</title><link>https://news.example/1</link><guid>https://news.example/1</guid>
  <pubDate>Sat, 18 Jul 2026 08:00:00 GMT</pubDate><description>First &lt;b&gt;bold&lt;/b&gt; words</description>
  <media:content url="https://x.example/a.jpg"><media:title>Picture</media:title></media:content></item>
<item><title> 台风\n  来了 </title><link> https://news.example/2?a=1&amp;b=2 </link><guid isPermaLink="false">n-2</guid>
  <pubDate>Mon, 20 Jul 2026 08:00:00 +0800</pubDate><description><![CDATA[<p>One.</p><p>Two &amp; more</p>]]></description></item>
</channel></rss>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><id>urn:blog</id><updated>2026-07-20T00:00:00Z</updated>
<entry><title type="html">A &lt;em&gt;fine&lt;/em&gt; day</title><id>urn:1</id>
<link rel="enclosure" href="https://blog.example/a.mp3"/><link href="https://blog.example/1"/>
<published>2026-07-19T10:00:00+08:00</published><updated>2026-07-20T10:00:00Z</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Read</p><p>this</p><script>steal()</script></div></content>
</entry></feed>"""

RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://old.example/"><title>Old</title></channel>
<item rdf:about="https://old.example/1"><title>Still here</title><link>https://old.example/1</link>
<dc:date>2026-07-19T10:00:00Z</dc:date></item></rdf:RDF>"""


def rss(*items: str, head: str = "") -> bytes:
    inner = "".join(f"<item>{item}</item>" for item in items)
    return f"{head}<rss version='2.0'><channel><title>x</title>{inner}</channel></rss>".encode()


def one(inner: str) -> Item:
    (item,) = read_feed(rss(inner), NOW)
    return item


def titles(body: bytes) -> list[str]:
    return [item.title for item in read_feed(body, NOW)]


def refused(body: bytes) -> bool:
    with pytest.raises(SourceRefused) as caught:
        read_feed(body, NOW)
    return caught.value.reason is Refusal.MALFORMED


def read_any(body: bytes) -> list[Item]:
    """The items; none of what is malformed."""
    try:
        return read_feed(body, NOW)
    except SourceRefused as refusal:
        if refusal.reason is not Refusal.MALFORMED:
            raise
        return []


# Forms


def test_rss() -> None:
    first, second = read_feed(RSS.encode(), NOW)
    assert (first.title, first.summary) == ("台风 来了", "One. Two & more")
    assert first.link == "https://news.example/2?a=1&b=2"
    assert first.at == datetime(2026, 7, 20, tzinfo=UTC)
    assert first.texts == {"zh": "台风 来了", "en": "台风 来了"}
    assert (second.title, second.summary, second.link) == (
        "Older",
        "First bold words",
        "https://news.example/1",
    )


def test_atom() -> None:
    (item,) = read_feed(ATOM.encode(), NOW)
    assert (item.title, item.summary, item.link) == ("A fine day", "Read this", "https://blog.example/1")
    assert item.at == datetime(2026, 7, 19, 2, tzinfo=UTC)


def test_rss_1() -> None:
    (item,) = read_feed(RDF.encode(), NOW)
    assert (item.title, item.link, item.at) == (
        "Still here",
        "https://old.example/1",
        datetime(2026, 7, 19, 10, tzinfo=UTC),
    )


def test_a_feed_whose_names_all_have_a_prefix() -> None:
    body = ATOM.replace("<feed xmlns=", "<a:feed xmlns:a=").replace("</feed>", "</a:feed>")
    for name in ("title", "id", "updated", "entry", "link", "published", "content"):
        body = body.replace(f"<{name}", f"<a:{name}").replace(f"</{name}", f"</a:{name}")
    assert titles(body.encode()) == ["A fine day"]


def test_a_feed_with_nothing_in_it() -> None:
    assert read_feed(b"<rss version='2.0'><channel><title>x</title></channel></rss>", NOW) == []
    assert read_feed(b"<feed xmlns='http://www.w3.org/2005/Atom'/>", NOW) == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"   ",
        b"<rss",
        b"<rss><channel></rss>",
        b"<rss/><rss/>",
        b"<html><body><item><title>x</title></item></body></html>",
        b"<!DOCTYPE html><html></html>",
        b"<opml version='2.0'/>",
        b'{"version": "https://jsonfeed.org/version/1.1", "items": []}',
        b"/etc/passwd",
        b"https://example.com/feed",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"\x00" * 500,
        b"\xff\xfe",
        b"<?xml version='1.0' encoding='utf-16'?><rss",
        b"%PDF-1.7",
    ],
)
def test_what_is_no_feed(body: bytes) -> None:
    assert refused(body)


def test_reading_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: Any, **named: Any) -> Any:
        raise AssertionError(args)

    monkeypatch.setattr(builtins, "open", never)
    monkeypatch.setattr(socket, "socket", never)
    monkeypatch.setattr(socket, "getaddrinfo", never)
    external = '<!DOCTYPE rss SYSTEM "http://127.0.0.1/evil.dtd">'
    assert titles(rss("<title>a &evil; b</title>", head=external)) == ["a &evil; b"]
    assert refused(b"/etc/passwd")


# Entities


BOMBS = {
    "billion laughs": "<!DOCTYPE rss [<!ENTITY a '" + "ha" * 9 + "'>"
    + "".join(f"<!ENTITY {after} '{f'&{before};' * 10}'>" for before, after in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>",
    "one long one": "<!DOCTYPE rss [<!ENTITY i '" + "x" * 100_000 + "'>]>",
    "a file": '<!DOCTYPE rss [<!ENTITY i SYSTEM "file:///etc/passwd">]>',
    "an address": '<!DOCTYPE rss [<!ENTITY i SYSTEM "http://169.254.169.254/">]>',
    "a parameter": '<!DOCTYPE rss [<!ENTITY % i SYSTEM "http://127.0.0.1/x.dtd"> %i;]>',
    "harmless": "<!DOCTYPE rss [<!ENTITY i '&#160;'>]>",
    "attributes": "<!DOCTYPE rss [<!ATTLIST item i CDATA '" + "x" * 100_000 + "'>]>",
    "behind a comment": "<!-- <rss> --><!DOCTYPE rss [<!ENTITY i 'x'>]>",
    "behind CDATA in a comment": "<!-- <![CDATA[ --><!DOCTYPE rss [<!ENTITY i 'x'>]><!-- ]]> -->",
    "behind an instruction": "<?x <rss> ?>\n<!DOCTYPE\n rss\tPUBLIC 'a' 'b' [ <!ENTITY i 'x'> ]>",
}  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("head", BOMBS.values(), ids=BOMBS)
def test_a_document_that_declares_entities_is_refused(head: str, encoding: str) -> None:
    text = f"<?xml version='1.0'?>{head}" + rss("<title>&i;&i;</title>" * 100).decode()
    assert refused(text.encode(encoding))


@pytest.mark.parametrize(
    "name", ["utf-7", "utf_16", "punycode", "unicode_escape", "rot13", "hex", "zip", "idna", "x" * 30]
)
def test_an_encoding_of_no_use_hides_nothing(name: str) -> None:
    head = f"<?xml version='1.0' encoding='{name}'?>"
    assert titles(rss("<title>plain</title>", head=head)) == ["plain"]
    assert refused(rss("<title>&i;</title>", head=head + BOMBS["harmless"]))
    hidden = head.encode() + "<!DOCTYPE rss [<!ENTITY i 'x'>]>".encode("utf-7") + rss("<title>&i;</title>")
    assert refused(hidden)


def test_a_doctype_that_declares_nothing_is_harmless() -> None:
    head = "<!DOCTYPE rss PUBLIC '-//Netscape Communications//DTD RSS 0.91//EN' 'http://my.netscape.com/rss-0.91.dtd'>"
    assert titles(rss("<title>a&nbsp;b</title>", head=head)) == ["a b"]


# Encodings and slips


@pytest.mark.parametrize(
    ("declared", "used"),
    [
        ("GBK", "gbk"),
        ("gb2312", "gb2312"),
        ("gb2312", "gb18030"),
        ("GB18030", "gb18030"),
        ("Big5", "big5"),
        ("utf-8", "utf-8-sig"),
        ("UTF-8", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16", "utf-16-le"),
        ("utf-16", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("gbk", "utf-8"),
        ("gbk", "utf-16"),
        ("iso-8859-1", "utf-8"),
        ("", "utf-8"),
        ("", "gbk"),
    ],
)
def test_chinese_in_every_encoding(declared: str, used: str) -> None:
    head = f"<?xml version='1.0' encoding='{declared}'?>" if declared else "<?xml version='1.0'?>"
    body = rss("<title>台風來了，注意安全</title><description>“天氣”</description>", head=head).decode()
    if used == "gb2312":
        body = body.replace("風來", "风来").replace("氣", "气")
    (item,) = read_feed(body.encode(used), NOW)
    assert item.title == ("台风来了，注意安全" if used == "gb2312" else "台風來了，注意安全")


@pytest.mark.parametrize(
    ("declared", "used", "text"),
    [
        ("Shift_JIS", "cp932", "台風①号"),
        ("EUC-JP", "euc_jp", "台風が来る"),
        ("EUC-KR", "euc_kr", "태풍"),
        ("windows-1251", "cp1251", "Погода"),
        ("koi8-r", "koi8-r", "Погода"),
        ("iso-8859-1", "cp1252", "Wetter: “schön”"),
        ("iso-8859-2", "iso8859-2", "Počasí"),
    ],
)
def test_other_encodings(declared: str, used: str, text: str) -> None:
    head = f"<?xml version='1.0' encoding='{declared}'?>"
    assert titles(rss(f"<title>{text}</title>", head=head).decode().encode(used)) == [text]


def test_one_broken_letter_spoils_one_letter() -> None:
    body = rss("<title>台风来了</title>", head="<?xml version='1.0' encoding='utf-8'?>")
    assert titles(body.replace("来".encode(), "来".encode()[:2])) == ["台风\ufffd了"]


@pytest.mark.parametrize(
    ("inner", "title"),
    [
        ("<title>Tom & Jerry</title>", "Tom & Jerry"),
        ("<title>a&nbsp;b &eacute; &unknown; &amp;</title>", "a b é &unknown; &"),
        ("<title>a&#0;b&#x1F;c&#xD800;d&#x110000;e</title>", "abcde"),
        ("<title>a\x00b\x0bc\x1bd\ufffe</title>", "abcd"),
        ("<title><![CDATA[R&D &nbsp; <b>x</b>]]></title>", "R&D x"),
        ("<title>&LT;b&GT;x</title>", "x"),
        ("<title><b>nested</b> words</title>", "nested words"),
        ("<undeclared:x/><title>prefix</title>", "prefix"),
        ("<title></title><title>second</title>", "second"),
        ("<title/><description>Only &lt;i&gt;this&lt;/i&gt;</description>", "Only this"),
    ],
)
def test_slips_that_feeds_make(inner: str, title: str) -> None:
    assert one(inner).title == title


def test_space_before_the_declaration() -> None:
    assert titles(b"\r\n\xef\xbb\xbf" + RSS.encode()) == ["台风 来了", "Older"]


# Hostile text


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("<script>alert(1)</script>Weather", "Weather"),
        ("<img src=x onerror=alert(1)>Weather", "Weather"),
        ("<a href='javascript:x'>Weather</a>", "Weather"),
        ("<svg/onload=alert(1)>Weather", "Weather"),
        ("Wea<!-- hidden -->ther", "Weather"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;Weather", "alert(1) Weather"),
        ("<<b>script>Weather", "Weather"),
        ("&lt;&lt;b&gt;script&gt;Weather", "< script>Weather"),
        ("&lt;a&lt;b&gt;x&gt;Weather", "a x Weather"),
        ("<\u200bscript>alert(1)</\u200bscript>Weather", "alert(1)Weather"),
        ("&lt;\u200bscript&gt;Weather", "Weather"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("{{7*7}} {% load %}", "{{7*7}} {% load %}"),
        ("\u202egnp.exe\u202c \u2066x\u2069\u200f\u061c", "gnp.exe x"),
        ("zero\u200bwidth\ufeff\u00ad\u2060", "zerowidth"),
        ("tags\U000e0041\U000e0042\U000e0101", "tags"),
        ("a\u2028b\u2029c\u0085d\u3000e\u00a0f", "a b c d e f"),
        ("private\ue000use", "privateuse"),
        ("a \u202e b", "a b"),
    ],
)
def test_titles_are_plain(title: str, shown: str) -> None:
    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert one(f"<title>{escaped}</title>").title == shown
    assert one(f"<title><![CDATA[{title}]]></title>").title == shown


def test_a_title_of_nothing_visible_is_none() -> None:
    assert (
        read_feed(
            rss("<title>\u200b\u202e</title>", "<title>&lt;script&gt;x&lt;/script&gt;</title>", ""), NOW
        )
        == []
    )


def test_a_title_of_100_kb_is_cut() -> None:
    item = one(f"<title>{'长' * 100_000}</title><description>{'word ' * 20_000}</description>")
    assert (len(item.title), item.title[-1]) == (120, "…")
    assert len(item.summary) <= 300
    assert one(f"<title>{'长' * 120}</title>").title == "长" * 120


MEGABYTE = 1_000_000
HEAVY = {
    "categories": "<category>x</category>" * 40_000,
    "deep": "<a>" * 140_000 + "</a>" * 140_000,
    "open CDATA": "<![CDATA[" * 100_000,
    "CDATA": "<![CDATA[]]>" * 80_000,
    "ampersands": "<title>" + "&" * 190_000 + "</title>",
    "brackets": "<title><![CDATA[" + "<" * MEGABYTE + "]]></title>",
    "spaces": "<title><![CDATA[<" + " " * MEGABYTE + "]]></title>",
    "open tags": "<title><![CDATA[" + "<b><i>" * 160_000 + "]]></title>",
    "comments": "<title><![CDATA[" + "<!--" * 240_000 + "]]></title>",
    "declarations": "<?xml " * 160_000,
    "titles": "<title>x</title>" * 60_000,
    "fields in xhtml": "<content>" + "<p>x</p>" * 120_000 + "</content>",
    "attributes": "<a " + " ".join(f"a{number}='x'" for number in range(60_000)) + "/>",
    "a date": "<pubDate>" + "1" * MEGABYTE + "</pubDate>",
    "combining": "<title>a" + "\u0301" * 400_000 + "</title>",
    "entries": "</item><item>" * 70_000,
}


@pytest.mark.parametrize("inner", HEAVY.values(), ids=HEAVY)
def test_a_megabyte_made_to_be_slow(inner: str) -> None:
    """Ends, with few short items or none: there is a minute for all of them, and a quadratic step takes that for one."""
    items = read_any(rss(inner, "<title>Last</title>"))
    assert len(items) <= 20
    assert all(len(item.title) <= 120 and len(item.summary) <= 300 for item in items)


# Links, keys, dates


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "/relative",
        "//example.com/",
        "ftp://example.com/",
        "https://bank.example@evil.example/",
        "https://exa mple.com/",
        "https://example.com/\u202e",
        "https://example.com/&quot;onclick=",
        "http://[::1",
        "http://",
        "https:\\\\example.com",
        "https://example.com/" + "a" * 2000,
    ],
)
def test_links_nobody_should_follow(link: str) -> None:
    assert one(f"<title>x</title><link>{link}</link>").link == ""
    assert one(f"<title>x</title><link href='{link}'/>").link == ""


def test_a_guid_is_a_link_unless_it_says_not() -> None:
    assert one("<title>x</title><guid>https://a.example/1</guid>").link == "https://a.example/1"
    assert one("<title>x</title><guid isPermaLink='false'>https://a.example/1</guid>").link == ""


def test_keys_are_stable_and_come_from_guid_link_or_title() -> None:
    guid = one("<title>x</title><link>https://a.example/</link><guid>1</guid>").key
    assert guid == one("<title>changed</title><guid>1</guid>").key
    link = one("<title>x</title><link>https://a.example/</link>").key
    assert link == one("<title>changed</title><link>https://a.example/</link>").key
    title = one("<title>x</title>").key
    assert title == one("<title> x </title><description>more</description>").key
    assert len({guid, link, title, one("<title>1</title>").key}) == 4
    assert guid == "b7fe48acf1769095342dfda9e3fa9869"  # kept: items would be told twice if it changed


def test_the_same_thing_comes_once_and_the_newest_of_it() -> None:
    body = rss(
        "<title>First</title><guid>1</guid><pubDate>Sat, 18 Jul 2026 08:00:00 GMT</pubDate>",
        "<title>First, corrected</title><guid>1</guid><pubDate>Sun, 19 Jul 2026 08:00:00 GMT</pubDate>",
        "<title>Second</title><guid>2</guid>",
        "<title>SECOND</title><guid>3</guid>",
    )
    assert titles(body) == ["First, corrected", "Second"]


def item_at(name: str, at: datetime) -> str:
    return f"<title>{name}</title><pubDate>{at:%a, %d %b %Y %H:%M:%S} GMT</pubDate>"


def test_a_week_back_and_a_day_ahead() -> None:
    second = timedelta(seconds=1)
    body = rss(
        item_at("too old", NOW - timedelta(days=7) - second),
        item_at("a week", NOW - timedelta(days=7)),
        "<title>undated</title>",
        item_at("now", NOW),
        "<title>unreadable</title><pubDate>yesterday</pubDate>",
        item_at("tomorrow", NOW + timedelta(days=1)),
        item_at("too new", NOW + timedelta(days=1) + second),
    )
    assert titles(body) == ["tomorrow", "now", "a week", "undated", "unreadable"]


def test_twenty_at_most_the_newest() -> None:
    body = rss(*[item_at(f"n{number}", NOW - timedelta(minutes=number)) for number in reversed(range(50))])
    assert titles(body) == [f"n{number}" for number in range(20)]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Sun, 19 Jul 2026 10:00:00 GMT", (19, 10)),
        ("Sun, 19 Jul 2026 10:00:00 +0800", (19, 2)),
        ("19 Jul 26 10:00 EST", (19, 15)),
        ("2026-07-19T10:00:00Z", (19, 10)),
        ("2026-07-19T10:00:00.123+08:00", (19, 2)),
        ("2026-07-19 10:00:00", (19, 10)),
        ("2026-07-19 10:00:00 +0800", (19, 2)),
        ("2026-07-19 10:00:00 UTC", (19, 10)),
        ("2026-07-19", (19, 0)),
        ("", None),
        ("昨天", None),
        ("Sun, 99 Jul 2026 10:00:00 GMT", None),
        ("2026-13-45T10:00:00Z", None),
        ("Sun, 19 Jul 99999999999 10:00:00 GMT", None),
        ("9" * 60, None),
    ],
)
def test_dates(text: str, at: tuple[int, int] | None) -> None:
    found = one(f"<title>x</title><pubDate>{text}</pubDate>").at
    whole = found.replace(minute=0, second=0, microsecond=0) if found else None
    assert whole == (datetime(2026, 7, *at, tzinfo=UTC) if at else None)


@given(st.text(st.characters(exclude_categories=["C"]), max_size=70))
def test_any_date_is_read_or_not(text: str) -> None:
    clean = text.replace("]]>", "")
    assert one(f"<title>x</title><pubDate><![CDATA[{clean}]]></pubDate>").title == "x"


@given(st.binary(max_size=200), st.integers(0, 400))
def test_any_bytes_are_a_feed_or_malformed(noise: bytes, at: int) -> None:
    for body in (noise, RSS.encode()[:at] + noise + RSS.encode()[at:], noise + ATOM.encode()):
        for item in read_any(body):
            assert not any(
                unicodedata.category(letter) in ("Cc", "Cf", "Cs") for letter in item.title + item.summary
            )


@given(st.text(st.sampled_from("<>/!ab&;lt gmp#\u200b\"'"), max_size=80))
def test_no_text_is_a_tag(text: str) -> None:
    shown = plain(text, 300)
    assert not re.search(r"</?[A-Za-z!?][^<>]*>", shown)
    assert shown == " ".join(shown.split())
