"""Times in running text: what words like 下周三 or "in two weeks" mean for the person who wrote them.

Weeks start on Monday; 下周三 and "next Wednesday" are the Wednesday of the next calendar week. Dates without
a year take the nearest one that fits the tense of the sentence: past after 了 or "was", else upcoming.
"""

from __future__ import annotations

from memory.when.finding import FOUND_MAX, Found, find

__all__ = ["FOUND_MAX", "Found", "find"]
