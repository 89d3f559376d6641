"""RSS (0.9 to 2.0) and Atom to items. Every step takes time by the length of the document, whoever wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit
from xml.parsers import expat

from topics.outside.documents import text_of
from topics.outside.errors import Refusal, SourceRefused
from topics.outside.items import RAW_MAX, SUMMARY_MAX, TITLE_MAX, Item, cut, key_of, plain

MOST = 20
OLDEST = timedelta(days=7)
AHEAD = timedelta(days=1)
ENTRIES = 2000
LINK_MAX = 2000
_ROOTS = frozenset({"rss", "feed", "RDF"})
_PARENTS = frozenset({"rss", "channel", "feed", "RDF"})
_ENTRIES = frozenset({"item", "entry"})
_TITLES = ("title", "dc:title")
_SUMMARIES = ("description", "summary", "content:encoded", "content")
_DATES = ("pubDate", "published", "issued", "dc:date", "updated", "atom:updated", "modified", "created")
_FIELDS = frozenset({*_TITLES, *_SUMMARIES, *_DATES, "link", "guid", "id"})
_HIDDEN = frozenset({"script", "style"})
_BLOCKS = frozenset({"p", "br", "div", "li", "h1", "h2", "h3", "td"})
_ZONE = re.compile(r" (?:([+-][0-9]{2}):?([0-9]{2})|UTC|GMT|Z)$")

Entry = dict[str, str]
"""The fields of an item or entry as they came. "href" is the link that is an attribute."""


def read_feed(body: bytes, now: datetime) -> list[Item]:
    """The items of a feed, newest first, those without a date last; each once, none older than a week.

    `now` must be aware. Raises SourceRefused(malformed) if this is no feed or may not be parsed.
    """
    dated = [(entry, _moment(entry)) for entry in _entries(body)]
    fresh = [(entry, at) for entry, at in dated if at is None or now - OLDEST <= at <= now + AHEAD]
    fresh.sort(key=lambda pair: (pair[1] is not None, pair[1] or now), reverse=True)
    return list(_chosen(fresh))


def _chosen(fresh: Iterable[tuple[Entry, datetime | None]]) -> Iterator[Item]:
    seen: set[str] = set()
    count = 0
    for entry, at in fresh:
        item = _item(entry, at)
        if item is None or {item.key, item.title.casefold()} & seen:
            continue
        seen |= {item.key, item.title.casefold()}
        yield item
        count += 1
        if count == MOST:
            return


def _item(entry: Entry, at: datetime | None) -> Item | None:
    """None if there is nothing in it to say."""
    summary = _first(entry, _SUMMARIES, SUMMARY_MAX)
    title = _first(entry, _TITLES, TITLE_MAX) or cut(summary, TITLE_MAX)
    if not title:
        return None
    name = entry.get("guid") or entry.get("id") or ""
    link = next(filter(None, map(_link, (entry.get("href"), entry.get("link"), entry.get("guid")))), "")
    known = ("id", name) if name else ("link", link) if link else ("title", title)
    return Item(key_of(*known), title, summary, link, at, {"zh": title, "en": title})


def _first(entry: Entry, names: Iterable[str], most: int) -> str:
    return next(filter(None, (plain(entry.get(name, ""), most) for name in names)), "")


def _link(link: str | None) -> str:
    """A link that people may follow, or ""."""
    if not link or len(link) > LINK_MAX or not link.isprintable() or re.search(r"[\s<>\"\\]", link):
        return ""
    try:
        parts = urlsplit(link)
        # What stands before an @ is made to look like the site it leads to.
        fit = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    except ValueError:
        return ""
    return link if fit else ""


def _moment(entry: Entry) -> datetime | None:
    return next(filter(None, (_read_moment(entry.get(name, "")) for name in _DATES)), None)


def _read_moment(text: str) -> datetime | None:
    """A date of RFC 822 or ISO 8601, in UTC where it names no zone; None for what can't be read."""
    if not text or len(text) > 64:
        return None
    for read in (_iso, parsedate_to_datetime):
        try:
            moment = read(text)
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, TypeError, OverflowError, IndexError):
            continue
    return None


def _iso(text: str) -> datetime:
    return datetime.fromisoformat(_ZONE.sub(lambda zone: f"{zone[1]}:{zone[2]}" if zone[1] else "Z", text))


def _entries(body: bytes) -> list[Entry]:
    heard = _Entries()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = heard.doctype
    parser.StartElementHandler = heard.start
    parser.EndElementHandler = heard.end
    parser.CharacterDataHandler = heard.text
    try:
        parser.Parse(text_of(body), True)
    except expat.ExpatError as error:
        raise SourceRefused(Refusal.MALFORMED) from error
    return heard.found


class _Entries:
    """What is heard of a feed while it is parsed: the fields of its entries, and nothing else."""

    def __init__(self) -> None:
        self.found: list[Entry] = []
        self._path: list[str] = []
        self._prefix = ""
        self._entry: Entry | None = None
        self._level = 0
        self._field = ""
        self._text: list[str] = []
        self._room = 0
        self._hidden = 0

    def doctype(self, name: str, system: str | None, public: str | None, subset: bool) -> None:
        # An entity of ten others, ten levels deep, fills the memory. No feed has a use for declarations of its own.
        if subset:
            raise SourceRefused(Refusal.MALFORMED)

    def start(self, full: str, attributes: Mapping[str, str]) -> None:
        if not self._path:
            self._root(full)
        name, level = full.removeprefix(self._prefix), len(self._path)
        parent = self._path[-1] if self._path else ""
        self._path.append(name)
        if self._entry is None:
            if name in _ENTRIES and parent in _PARENTS and len(self.found) < ENTRIES:
                self._entry, self._level = {}, level
                self._keep("id", attributes.get("rdf:about", ""))
        elif level == self._level + 1:
            self._open(name, attributes)
        elif self._field:
            self.text(f"<{name}>" if name in _BLOCKS else "")
            self._hidden += name in _HIDDEN

    def text(self, text: str) -> None:
        if self._field and not self._hidden:
            self._text.append(text[: self._room])
            self._room = max(0, self._room - len(text))

    def end(self, full: str) -> None:
        name, level = self._path.pop(), len(self._path)
        if self._entry is None:
            return
        if level == self._level:
            self.found.append(self._entry)
            self._entry = None
        elif level == self._level + 1:
            self._keep(self._field, "".join(self._text))
            self._field = ""
        elif self._field:
            self._hidden -= name in _HIDDEN

    def _root(self, full: str) -> None:
        prefix, colon, name = full.rpartition(":")
        if name not in _ROOTS:
            raise SourceRefused(Refusal.MALFORMED)
        self._prefix = prefix + colon

    def _open(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "link" and attributes.get("rel", "alternate") == "alternate":
            self._keep("href", attributes.get("href", ""))
        if name == "guid" and attributes.get("isPermaLink") == "false":
            name = "id"
        self._field = name if name in _FIELDS else ""
        self._text, self._room, self._hidden = [], RAW_MAX, 0

    def _keep(self, name: str, value: str) -> None:
        """The first value of a field counts."""
        if self._entry is not None and name and value.strip():
            self._entry.setdefault(name, value.strip())
