"""What the calendar says about a user's day. Pure: a date and a region in, facts out."""

from topics.almanac.hours import is_weekend, part_of_day, works
from topics.almanac.occasions import Kind, Occasion, occasions
from topics.almanac.regions import region_of
from topics.almanac.seasons import season

__all__ = ["Kind", "Occasion", "is_weekend", "occasions", "part_of_day", "region_of", "season", "works"]
