"""Times in running text: what words like 下周三 or "in two weeks" mean for the person who wrote them.

Weeks start on Monday; 下周三 and "next Wednesday" are the Wednesday of the next calendar week; a bare weekday is the next
one, today included, and "last Friday" the latest one gone by. Dates without a year take the nearest one that fits the
tense of the sentence: past after 了 or "was", else upcoming. 5/3/2026 is 3 May only where it can't be May 3. Feasts that
countries keep on different days are China's in Chinese, America's in English. 三个月前 and "three months ago" are that
month, 三年前 that year.
"""

from __future__ import annotations

from memory.when.finding import FOUND_MAX, Bound, Found, find
from memory.when.recurrence import Every, Recurrence

__all__ = ["FOUND_MAX", "Bound", "Every", "Found", "Recurrence", "find"]
