"""Times as people write them in English, with what they mean. One row a line: text | start | end | precision.

A start of - means that no time is named. A date stands for its whole day; a start and an end may carry a clock. Rows
follow the conventions of `memory.when`; a heading line sets the moment at which the rows below it are said.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

TABLE = """
@ 2026-07-01T20:00
see you today | 2026-07-01 | 2026-07-01 | day
the dentist is tomorrow | 2026-07-02 | 2026-07-02 | day
tmrw works for me | 2026-07-02 | 2026-07-02 | day
yesterday was rough | 2026-06-30 | 2026-06-30 | day
the day after tomorrow | 2026-07-03 | 2026-07-03 | day
we met the day before yesterday | 2026-06-29 | 2026-06-29 | day
tonight | 2026-07-01 18:00 | 2026-07-01 23:59 | part
couldn't sleep last night | 2026-06-30 18:00 | 2026-06-30 23:59 | part
tomorrow night | 2026-07-02 18:00 | 2026-07-02 23:59 | part
tomorrow night at 8 | 2026-07-02 20:00 | 2026-07-02 20:59 | hour
yesterday afternoon | 2026-06-30 12:00 | 2026-06-30 17:59 | part
this morning i ran 5k | 2026-07-01 06:00 | 2026-07-01 11:59 | part
friday night drinks | 2026-07-03 18:00 | 2026-07-03 23:59 | part
saturday morning | 2026-07-04 06:00 | 2026-07-04 11:59 | part
on monday evening | 2026-07-06 17:00 | 2026-07-06 21:59 | part
8pm tomorrow | 2026-07-02 20:00 | 2026-07-02 20:59 | hour
tomorrow at noon | 2026-07-02 12:00 | 2026-07-02 12:00 | minute
tomorrow at half past three | 2026-07-02 15:30 | 2026-07-02 15:30 | minute
friday at quarter to five | 2026-07-03 16:45 | 2026-07-03 16:45 | minute
a quarter past 9 on monday | 2026-07-06 09:15 | 2026-07-06 09:15 | minute
tomorrow at ten to six | 2026-07-02 17:50 | 2026-07-02 17:50 | minute
monday at 3 o'clock | 2026-07-06 15:00 | 2026-07-06 15:59 | hour
tomorrow at 10:15 | 2026-07-02 10:15 | 2026-07-02 10:15 | minute
saturday 5.30pm | 2026-07-04 17:30 | 2026-07-04 17:30 | minute
tuesday at 9am | 2026-07-07 09:00 | 2026-07-07 09:59 | hour
tonight at 9ish | 2026-07-01 21:00 | 2026-07-01 21:59 | hour
tonight around 7 | 2026-07-01 19:00 | 2026-07-01 19:59 | hour
my train leaves at 19:30 | 2026-07-01 19:30 | 2026-07-01 19:30 | minute
midnight tonight | 2026-07-02 00:00 | 2026-07-02 00:00 | minute
exam on friday | 2026-07-03 | 2026-07-03 | day
fri works | 2026-07-03 | 2026-07-03 | day
next friday | 2026-07-10 | 2026-07-10 | day
this friday | 2026-07-03 | 2026-07-03 | day
last friday | 2026-06-26 | 2026-06-26 | day
i saw him on friday | 2026-06-26 | 2026-06-26 | day
last wednesday | 2026-06-24 | 2026-06-24 | day
we fly on wednesday | 2026-07-01 | 2026-07-01 | day
friday week | 2026-07-10 | 2026-07-10 | day
a week on friday | 2026-07-10 | 2026-07-10 | day
a week from monday | 2026-07-13 | 2026-07-13 | day
this coming monday | 2026-07-06 | 2026-07-06 | day
at the weekend | 2026-07-04 | 2026-07-05 | day
this weekend | 2026-07-04 | 2026-07-05 | day
next weekend | 2026-07-11 | 2026-07-12 | day
last weekend was lovely | 2026-06-27 | 2026-06-28 | day
the weekend after next | 2026-07-18 | 2026-07-19 | day
sat 4 july | 2026-07-04 | 2026-07-04 | day
sunday the 5th | 2026-07-05 | 2026-07-05 | day
next week | 2026-07-06 | 2026-07-12 | week
last week | 2026-06-22 | 2026-06-28 | week
later this week | 2026-06-29 | 2026-07-05 | week
the week after next | 2026-07-13 | 2026-07-19 | week
the week before last | 2026-06-15 | 2026-06-21 | week
last month | 2026-06-01 | 2026-06-30 | month
the month after next | 2026-09-01 | 2026-09-30 | month
this year | 2026-01-01 | 2026-12-31 | year
next year | 2027-01-01 | 2027-12-31 | year
the year before last | 2024-01-01 | 2024-12-31 | year
in two weeks | 2026-07-15 | 2026-07-15 | day
in 2 wks | 2026-07-15 | 2026-07-15 | day
in a fortnight | 2026-07-15 | 2026-07-15 | day
a fortnight ago | 2026-06-17 | 2026-06-17 | day
in 3 days' time | 2026-07-04 | 2026-07-04 | day
in a couple of days | 2026-07-03 | 2026-07-03 | day
three days ago | 2026-06-28 | 2026-06-28 | day
a week ago | 2026-06-24 | 2026-06-24 | day
a week from today | 2026-07-08 | 2026-07-08 | day
two weeks from now | 2026-07-15 | 2026-07-15 | day
in half an hour | 2026-07-01 20:30 | 2026-07-01 20:30 | minute
in an hour and a half | 2026-07-01 21:30 | 2026-07-01 21:30 | minute
two and a half hours ago | 2026-07-01 17:30 | 2026-07-01 17:30 | minute
45 mins ago | 2026-07-01 19:15 | 2026-07-01 19:15 | minute
in six months | 2027-01-01 | 2027-01-31 | month
six months from now | 2027-01-01 | 2027-01-31 | month
a month ago | 2026-06-01 | 2026-06-30 | month
a year ago | 2025-01-01 | 2025-12-31 | year
ten years back | 2016-01-01 | 2016-12-31 | year
a year ago today | 2025-07-01 | 2025-07-01 | day
this time last year | 2025-07-01 | 2025-07-01 | day
May 3rd | 2027-05-03 | 2027-05-03 | day
my birthday is 3 May | 2027-05-03 | 2027-05-03 | day
the 3rd of may | 2027-05-03 | 2027-05-03 | day
july 20 | 2026-07-20 | 2026-07-20 | day
20 July 2027 | 2027-07-20 | 2027-07-20 | day
July 20th, 2027 | 2027-07-20 | 2027-07-20 | day
aug 5th at 3pm | 2026-08-05 15:00 | 2026-08-05 15:59 | hour
i was born on 21 jan 1995 | 1995-01-21 | 1995-01-21 | day
the 4th of july | 2026-07-04 | 2026-07-04 | day
moved in on march 9 | 2026-03-09 | 2026-03-09 | day
2026-05-03 | 2026-05-03 | 2026-05-03 | day
2026/05/03 | 2026-05-03 | 2026-05-03 | day
5/3/2026 | 2026-05-03 | 2026-05-03 | day
13/5/2026 | 2026-05-13 | 2026-05-13 | day
the wedding is on 9/12 | 2026-09-12 | 2026-09-12 | day
the 14th | 2026-07-14 | 2026-07-14 | day
rent is due on the 31st | 2026-07-31 | 2026-07-31 | day
in may | 2027-05-01 | 2027-05-31 | month
back in may | 2026-05-01 | 2026-05-31 | month
last may | 2026-05-01 | 2026-05-31 | month
next may | 2027-05-01 | 2027-05-31 | month
in march 2024 | 2024-03-01 | 2024-03-31 | month
sept 2025 | 2025-09-01 | 2025-09-30 | month
early may | 2027-05-01 | 2027-05-10 | week
mid-june | 2027-06-11 | 2027-06-20 | week
late august | 2026-08-21 | 2026-08-31 | week
the end of july | 2026-07-26 | 2026-07-31 | week
beginning of august | 2026-08-01 | 2026-08-05 | week
the end of the month | 2026-07-26 | 2026-07-31 | week
end of next month | 2026-08-26 | 2026-08-31 | week
the middle of october | 2026-10-11 | 2026-10-20 | week
by the end of the year | 2026-11-01 | 2026-12-31 | month
the start of next year | 2027-01-01 | 2027-02-28 | month
late 2024 | 2024-11-01 | 2024-12-31 | month
end of the week | 2026-07-03 | 2026-07-05 | week
early next week | 2026-07-06 | 2026-07-08 | week
in 2019 | 2019-01-01 | 2019-12-31 | year
since 2020 | 2020-01-01 | 2020-12-31 | year
in the 90s | 1990-01-01 | 1999-12-31 | year
the 1980s | 1980-01-01 | 1989-12-31 | year
last summer | 2025-06-01 | 2025-08-31 | season
this summer | 2026-06-01 | 2026-08-31 | season
next spring | 2027-03-01 | 2027-05-31 | season
in the spring | 2027-03-01 | 2027-05-31 | season
over the summer | 2026-06-01 | 2026-08-31 | season
last winter | 2025-12-01 | 2026-02-28 | season
this fall | 2026-09-01 | 2026-11-30 | season
summer 2024 | 2024-06-01 | 2024-08-31 | season
the summer of 2019 | 2019-06-01 | 2019-08-31 | season
by christmas | 2026-12-25 | 2026-12-25 | day
last christmas | 2025-12-25 | 2025-12-25 | day
christmas eve | 2026-12-24 | 2026-12-24 | day
Christmas 2024 | 2024-12-25 | 2024-12-25 | day
thanksgiving | 2026-11-26 | 2026-11-26 | day
black friday | 2026-11-27 | 2026-11-27 | day
easter | 2027-03-28 | 2027-03-28 | day
last easter | 2026-04-05 | 2026-04-05 | day
good friday | 2027-03-26 | 2027-03-26 | day
mother's day | 2027-05-09 | 2027-05-09 | day
labor day | 2026-09-07 | 2026-09-07 | day
memorial day | 2027-05-31 | 2027-05-31 | day
halloween | 2026-10-31 | 2026-10-31 | day
new year's eve | 2026-12-31 | 2026-12-31 | day
st patrick's day | 2027-03-17 | 2027-03-17 | day
bonfire night | 2026-11-05 | 2026-11-05 | day
lunar new year | 2027-02-06 | 2027-02-06 | day
the mid-autumn festival | 2026-09-25 | 2026-09-25 | day
from mon to wed | 2026-07-06 | 2026-07-08 | day
monday through thursday | 2026-07-06 | 2026-07-09 | day
between 3 and 5 pm | 2026-07-01 15:00 | 2026-07-01 17:00 | hour
9am-5pm tomorrow | 2026-07-02 09:00 | 2026-07-02 17:00 | hour
2-4pm on friday | 2026-07-03 14:00 | 2026-07-03 16:00 | hour
tomorrow from 2 to 4 | 2026-07-02 14:00 | 2026-07-02 16:00 | hour
May 3–5 | 2027-05-03 | 2027-05-05 | day
3-5 may | 2027-05-03 | 2027-05-05 | day
july 10 to 14 | 2026-07-10 | 2026-07-14 | day
from July 10 until August 2 | 2026-07-10 | 2026-08-02 | day
between may and july | 2026-05-01 | 2026-07-31 | month
from 2018 to 2021 | 2018-01-01 | 2021-12-31 | year
over the past two weeks | 2026-06-17 | 2026-07-01 | vague
in the next few days | 2026-07-01 | 2026-07-06 | vague
the last three days | 2026-06-28 | 2026-07-01 | vague
the other day | 2026-06-24 | 2026-06-29 | vague
the other night | 2026-06-24 | 2026-06-29 | vague
the other week | 2026-06-03 | 2026-06-24 | vague
recently | 2026-06-01 | 2026-07-01 | vague
i've been sleeping badly lately | 2026-06-01 | 2026-07-01 | vague
a while ago | 2026-01-02 | 2026-06-17 | vague
a while back | 2026-01-02 | 2026-06-17 | vague
ages ago | 2023-07-02 | 2026-05-02 | vague
not long ago | 2026-05-02 | 2026-06-28 | vague
a few days ago | 2026-06-26 | 2026-06-29 | vague
in a few weeks | 2026-07-15 | 2026-08-05 | vague
a few months ago | 2026-02-01 | 2026-05-02 | vague
years ago | 2016-07-03 | 2024-07-01 | vague
wait what's the plan for july | 2026-07-01 | 2026-07-31 | month
@ 2025-12-15T09:30
next tuesday | 2025-12-23 | 2025-12-23 | day
on the 3rd of january | 2026-01-03 | 2026-01-03 | day
in january | 2026-01-01 | 2026-01-31 | month
in november i was in rome | 2025-11-01 | 2025-11-30 | month
next month | 2026-01-01 | 2026-01-31 | month
in two months | 2026-02-01 | 2026-02-28 | month
new year's day | 2026-01-01 | 2026-01-01 | day
this winter | 2025-12-01 | 2026-02-28 | season
last spring | 2025-03-01 | 2025-05-31 | season
from dec 29 to jan 4 | 2025-12-29 | 2026-01-04 | day
the 9th | 2026-01-09 | 2026-01-09 | day
last thanksgiving | 2025-11-27 | 2025-11-27 | day
may day | 2026-05-01 | 2026-05-01 | day
i may come over | - | - | -
may i ask you something | - | - | -
we march on | - | - | -
the march was loud | - | - | -
i sat on the sofa | - | - | -
the sun is out | - | - | -
wait a second | - | - | -
the second time | - | - | -
i always fall asleep | - | - | -
spring onions | - | - | -
twice a week | - | - | -
three times a day | - | - | -
once a month | - | - | -
it took five minutes | - | - | -
we waited for two hours | - | - | -
she is two years old | - | - | -
they're open 24/7 | - | - | -
a 9 to 5 job | - | - | -
chapter 3, room 12 | - | - | -
10/10 would recommend | - | - | -
good morning | - | - | -
good night love | - | - | -
have a nice day | - | - | -
not a morning person | - | - | -
april said hi | - | - | -
june and i had lunch | - | - | -
next time, next door | - | - | -
that was the last straw | - | - | -
at 21 i moved out | - | - | -
the 3rd floor | - | - | -
she's in 2nd grade | - | - | -
sum it up in 2000 words | - | - | -
give me a minute | - | - | -
one day i'll learn | - | - | -
version 2.0.1 is out | - | - | -
we should wed in a church | - | - | -
i'll be ready in a sec | - | - | -
my christmas jumper | - | - | -
a second hand bike | - | - | -
it never ends well | - | - | -
"""


@dataclass(frozen=True)
class Row:
    base: datetime
    text: str
    start: str
    end: str
    precision: str


def rows() -> list[Row]:
    found: list[Row] = []
    base = datetime.min
    for line in TABLE.strip().splitlines():
        if line.startswith("@"):
            base = datetime.fromisoformat(line[2:])
        else:
            found.append(Row(base, *(part.strip() for part in line.split("|"))))
    return found
