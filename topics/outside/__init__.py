"""Sources outside, by URL: what a user lets the companion look at for something to talk about. Off unless chosen.

`check` tells whether a URL may be one (for a form), `fetch` gets it, and a reader of `READERS` makes items of the bytes.
All of them raise SourceRefused (won't do) or SourceAway (try again later).

Adding a reader:
1. `topics/outside/<form>.py`: a pure function of the bytes and of now, which returns items, newest or weightiest first,
   takes text through `items.plain`, and raises SourceRefused(Refusal.MALFORMED) for anything that isn't its form
2. its row in `READERS`, by the name that is stored
3. `fetching.py`: its media type, if it is neither XML, JSON nor plain text
4. `tests/topics/outside/`: a usual document, an empty one and hostile ones
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from topics.outside.errors import Absence, Refusal, SourceAway, SourceError, SourceRefused
from topics.outside.feeds import read_feed
from topics.outside.fetching import Fetched, check, fetch
from topics.outside.items import Item
from topics.outside.weather import read_weather

__all__ = [
    "READERS",
    "Absence",
    "Fetched",
    "Item",
    "Refusal",
    "SourceAway",
    "SourceError",
    "SourceRefused",
    "check",
    "fetch",
    "read_feed",
    "read_weather",
]

READERS: Mapping[str, Callable[[bytes, datetime], list[Item]]] = {"rss": read_feed, "weather": read_weather}
