"""Festivals of the western year and of Japan, by the countries that keep them."""

from __future__ import annotations

from topics.almanac.rules import (
    CHINESE,
    MON,
    SUN,
    THU,
    Festival,
    advent,
    before_term,
    countries,
    easter,
    fixed,
    french_mothers_day,
    nth,
    victoria_day,
)  # fmt: skip

ANGLO = countries("US GB CA AU NZ IE")
LATIN = countries("MX BR AR CL CO PE UY PY BO EC VE CR PA GT HN SV NI DO CU PR")
WEST = (
    ANGLO
    | LATIN
    | countries("DE AT CH FR IT ES PT NL BE LU DK SE NO FI IS PL CZ SK HU SI HR EE LV LT MT ZA PH")
)
EAST = CHINESE | countries("JP KR")
KEPT_OFF = countries("HK MO SG MY KR")
"""Where Christmas is a public holiday, though no feast of most."""
NO_JANUARY = countries("AF ET IL IR NP SA")
"""Where the year turns on another day."""

YEAR = (
    Festival("new_years_eve", "跨年夜", "New Year's Eve", fixed(12, 31), NO_JANUARY, 0.8, world=True),
    Festival("new_year", "元旦", "New Year's Day", fixed(1, 1), NO_JANUARY, 0.85, world=True),
    Festival("valentines", "情人节", "Valentine's Day", fixed(2, 14), (WEST | EAST) - countries("BR CO"), 0.5, honours="lovers"),
    Festival("valentines", "情人节", "Valentine's Day (Dia dos Namorados)", fixed(6, 12), countries("BR"), 0.5, honours="lovers"),
    Festival("white_day", "白色情人节", "White Day", fixed(3, 14), countries("JP KR TW"), 0.25, honours="lovers"),
    Festival("st_patricks", "圣帕特里克节", "Saint Patrick's Day", fixed(3, 17), countries("US CA"), 0.3),
    Festival("st_patricks", "圣帕特里克节", "Saint Patrick's Day", fixed(3, 17), countries("IE"), 0.8, eve=True),
    Festival("shrove_tuesday", "薄饼日（忏悔星期二）", "Pancake Day", easter(-47), countries("GB IE"), 0.3),
    Festival("rose_monday", "狂欢节玫瑰星期一", "Rosenmontag", easter(-48), countries("DE"), 0.35),
    Festival("april_fools", "愚人节", "April Fools' Day", fixed(4, 1), ANGLO, 0.25),
    Festival("easter", "复活节", "Easter Sunday", easter(0), WEST, 0.8, eve=True),
    Festival("victoria_day", "维多利亚日", "Victoria Day", victoria_day, countries("CA"), 0.5),
    Festival("truth_and_reconciliation", "全国真相与和解日", "the National Day for Truth and Reconciliation", fixed(9, 30), countries("CA"), 0.35, grave=True),
    Festival("halloween", "万圣夜", "Halloween", fixed(10, 31), ANGLO, 0.6),
    Festival("halloween", "万圣夜", "Halloween", fixed(10, 31), countries("DE AT JP HK SG"), 0.25),
    Festival("bonfire_night", "篝火之夜", "Bonfire Night", fixed(11, 5), countries("GB"), 0.4),
    Festival("thanksgiving", "感恩节", "Thanksgiving", nth(11, THU, 4), countries("US"), 0.95, eve=True),
    Festival("thanksgiving", "感恩节", "Thanksgiving", nth(10, MON, 2), countries("CA"), 0.9, eve=True),
    Festival("remembrance_day", "阵亡将士纪念日", "Remembrance Day", fixed(11, 11), countries("GB CA AU"), 0.35, grave=True, honours="dead"),
    Festival("remembrance_sunday", "阵亡将士纪念主日", "Remembrance Sunday", nth(11, SUN, 2), countries("GB"), 0.35, grave=True, honours="dead"),
    Festival("st_martins", "圣马丁节", "Saint Martin's Day", fixed(11, 11), countries("DE"), 0.25),
    Festival("day_of_mourning", "全民哀悼日", "Volkstrauertag, the day of national mourning", advent(-14), countries("DE"), 0.25, grave=True, honours="dead"),
    Festival("sunday_of_the_dead", "亡者主日", "Totensonntag, the Sunday of the dead", advent(-7), countries("DE"), 0.3, grave=True, honours="dead"),
    Festival("advent", "将临期第一主日", "the first Sunday of Advent", advent(0), countries("DE AT CH"), 0.4),
    Festival("st_nicholas", "圣尼古拉节", "Saint Nicholas Day", fixed(12, 6), countries("DE AT CH"), 0.4),
    Festival("christmas_eve", "平安夜", "Christmas Eve", fixed(12, 24), WEST, 0.9),
    Festival("christmas_eve", "平安夜", "Christmas Eve", fixed(12, 24), EAST - KEPT_OFF, 0.4),
    Festival("christmas", "圣诞节", "Christmas Day", fixed(12, 25), WEST, 1.0),
    Festival("christmas", "圣诞节", "Christmas Day", fixed(12, 25), EAST - KEPT_OFF, 0.45),
    Festival("christmas_eve", "平安夜", "Christmas Eve", fixed(12, 24), KEPT_OFF, 0.6),
    Festival("christmas", "圣诞节", "Christmas Day", fixed(12, 25), KEPT_OFF, 0.75),
)  # fmt: skip
PARENTS = (
    Festival("mothers_day", "母亲节", "Mother's Day", nth(5, SUN, 2), countries("US CA AU NZ DE AT CH IT NL BE DK FI JP BR IN ZA PH CL PE"), 0.65, honours="mother"),
    Festival("mothers_day", "母亲节", "Mothering Sunday (Mother's Day)", easter(-21), countries("GB IE"), 0.65, honours="mother"),
    Festival("mothers_day", "母亲节", "Mother's Day", french_mothers_day, countries("FR"), 0.6, honours="mother"),
    Festival("mothers_day", "母亲节", "Mother's Day", nth(5, SUN, -1), countries("SE"), 0.6, honours="mother"),
    Festival("mothers_day", "母亲节", "Mother's Day", nth(5, SUN, 1), countries("ES PT HU"), 0.6, honours="mother"),
    Festival("mothers_day", "母亲节", "Mother's Day", fixed(5, 10), countries("MX GT SV"), 0.7, honours="mother"),
    Festival("mothers_day", "母亲节", "Mother's Day", fixed(5, 26), countries("PL"), 0.6, honours="mother"),
    Festival("mothers_day", "母亲节", "Mother's Day", nth(2, SUN, 2), countries("NO"), 0.6, honours="mother"),
    Festival("parents_day", "父母节", "Parents' Day", fixed(5, 8), countries("KR"), 0.6, honours="parents"),
    Festival("fathers_day", "父亲节", "Father's Day", nth(6, SUN, 3), countries("US CA GB IE FR NL JP IN MX ZA PH AR CL PE"), 0.6, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", nth(9, SUN, 1), countries("AU NZ"), 0.6, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", easter(39), countries("DE"), 0.5, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", nth(6, SUN, 2), countries("AT BE"), 0.55, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", nth(6, SUN, 1), countries("CH"), 0.55, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", nth(8, SUN, 2), countries("BR"), 0.6, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", nth(11, SUN, 2), countries("SE NO FI"), 0.55, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", fixed(3, 19), countries("ES IT PT"), 0.55, honours="father"),
    Festival("fathers_day", "父亲节", "Father's Day", fixed(6, 5), countries("DK"), 0.5, honours="father"),
)  # fmt: skip
JAPANESE = (
    Festival("setsubun", "节分", "Setsubun", before_term("立春"), countries("JP"), 0.35),
    Festival("hinamatsuri", "女儿节", "Hinamatsuri, the Girls' Day", fixed(3, 3), countries("JP"), 0.35, honours="children"),
    Festival("tanabata", "七夕祭", "Tanabata", fixed(7, 7), countries("JP"), 0.4),
    Festival("obon", "盂兰盆节", "Obon", fixed(8, 13), countries("JP"), 0.55, grave=True, honours="dead"),
    Festival("shichi_go_san", "七五三节", "Shichi-Go-San", fixed(11, 15), countries("JP"), 0.3, honours="children"),
)  # fmt: skip
