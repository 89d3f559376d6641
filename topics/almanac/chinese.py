"""The Chinese year: festivals of the lunar calendar, civil days of the regions, and the 24 solar terms."""

from __future__ import annotations

from topics.almanac.rules import CHINESE, SUN, Festival, countries, fixed, lunar, named, nth

MAINLAND = frozenset({"CN"})

LUNAR = (
    Festival("laba", "腊八节", "the Laba Festival", named("腊八"), weight=0.3, regions=MAINLAND, chinese=True),
    Festival("kitchen_god_north", "小年（北方）", "the Little New Year of northern China", named("小年"), weight=0.35, regions=MAINLAND, chinese=True),
    Festival("kitchen_god_south", "小年（南方）", "the Little New Year of southern China", lunar(12, 24), weight=0.35, regions=MAINLAND, chinese=True),
    Festival("lunar_new_years_eve", "除夕", "Lunar New Year's Eve", named("除夕"), weight=1.0, eve=True, regions=CHINESE, chinese=True),
    Festival("spring_festival", "春节", "the Spring Festival, Lunar New Year's Day", named("春节"), weight=1.0, regions=CHINESE, chinese=True),
    Festival("spring_festival_2", "大年初二", "the second day of the Lunar New Year", lunar(1, 2), weight=0.45, regions=CHINESE, chinese=True),
    Festival("spring_festival_3", "大年初三", "the third day of the Lunar New Year", lunar(1, 3), weight=0.35, regions=CHINESE, chinese=True),
    Festival("lantern", "元宵节", "the Lantern Festival", named("元宵节"), weight=0.7, regions=CHINESE, chinese=True),
    Festival("dragon_raises_head", "龙抬头（二月二）", "Longtaitou, the second day of the second lunar month", named("龙抬头"), weight=0.2, regions=MAINLAND, chinese=True),
    Festival("qingming", "清明节", "Qingming, the Tomb-Sweeping Day", named("清明"), weight=0.55, grave=True, honours="dead", regions=CHINESE, chinese=True),
    Festival("dragon_boat", "端午节", "the Dragon Boat Festival", named("端午节"), weight=0.8, eve=True, regions=CHINESE, chinese=True),
    Festival("qixi", "七夕", "Qixi, the Chinese Valentine's Day", named("七夕"), weight=0.5, honours="lovers", regions=CHINESE, chinese=True),
    Festival("zhongyuan", "中元节", "the Zhongyuan (Hungry Ghost) Festival", named("中元节"), weight=0.3, grave=True, honours="dead", regions=CHINESE, chinese=True),
    Festival("mid_autumn", "中秋节", "the Mid-Autumn Festival", named("中秋节"), weight=0.95, eve=True, regions=CHINESE, chinese=True),
    Festival("double_ninth", "重阳节", "the Double Ninth Festival", named("重阳节"), weight=0.4, honours="elders", regions=countries("CN TW SG MY"), chinese=True),
    Festival("double_ninth", "重阳节", "the Double Ninth Festival", named("重阳节"), weight=0.45, grave=True, honours="dead", regions=countries("HK MO")),
    Festival("winter_clothes", "寒衣节", "the Winter Clothes Festival for the dead", lunar(10, 1), weight=0.15, grave=True, honours="dead", regions=MAINLAND, chinese=True),
    Festival("winter_solstice", "冬至", "Dongzhi, the winter solstice", named("冬至"), weight=0.55, regions=CHINESE, chinese=True),
)  # fmt: skip
CIVIL = (
    Festival("womens_day", "妇女节", "International Women's Day", fixed(3, 8), MAINLAND, 0.35, honours="women"),
    Festival("labour_day", "劳动节", "Labour Day", fixed(5, 1), MAINLAND, 0.6, eve=True),
    Festival("youth_day", "青年节", "Youth Day", fixed(5, 4), MAINLAND, 0.15),
    Festival("childrens_day", "儿童节", "Children's Day", fixed(6, 1), MAINLAND, 0.45, honours="children"),
    Festival("teachers_day", "教师节", "Teachers' Day", fixed(9, 10), MAINLAND, 0.3, honours="teachers"),
    Festival("national_day", "国庆节", "National Day", fixed(10, 1), MAINLAND, 0.9, eve=True),
    Festival("nanjing_memorial", "南京大屠杀死难者国家公祭日", "the National Memorial Day for the Nanjing Massacre", fixed(12, 13), MAINLAND, 0.2, grave=True),
    Festival("fathers_day", "父亲节", "Father's Day", fixed(8, 8), countries("TW"), 0.6, honours="father"),
    Festival("teachers_day", "教师节", "Teachers' Day", fixed(9, 28), countries("TW"), 0.3, honours="teachers"),
    Festival("teachers_day", "教师节", "Teachers' Day", nth(9, 4, 1), countries("SG"), 0.3, honours="teachers"),
    Festival("childrens_day", "儿童节", "Children's Day", nth(10, 4, 1), countries("SG"), 0.35, honours="children"),
    Festival("mothers_day", "母亲节", "Mother's Day", nth(5, SUN, 2), CHINESE, 0.6, honours="mother"),
    Festival("fathers_day", "父亲节", "Father's Day", nth(6, SUN, 3), CHINESE - {"TW"}, 0.55, honours="father"),
)  # fmt: skip
TERMS_KEPT = countries("CN TW HK MO")
"""Where a solar term is told to whoever lives there; elsewhere, to who speaks Chinese."""
TERMS = {
    "小寒": ("minor_cold", "Minor Cold"), "大寒": ("major_cold", "Major Cold"), "立春": ("start_of_spring", "Start of Spring"),
    "雨水": ("rain_water", "Rain Water"), "惊蛰": ("awakening_of_insects", "Awakening of Insects"),
    "春分": ("spring_equinox", "the Spring Equinox"), "清明": ("qingming", "Pure Brightness"), "谷雨": ("grain_rain", "Grain Rain"),
    "立夏": ("start_of_summer", "Start of Summer"), "小满": ("grain_buds", "Grain Buds"), "芒种": ("grain_in_ear", "Grain in Ear"),
    "夏至": ("summer_solstice", "the Summer Solstice"), "小暑": ("minor_heat", "Minor Heat"), "大暑": ("major_heat", "Major Heat"),
    "立秋": ("start_of_autumn", "Start of Autumn"), "处暑": ("end_of_heat", "End of Heat"), "白露": ("white_dew", "White Dew"),
    "秋分": ("autumn_equinox", "the Autumn Equinox"), "寒露": ("cold_dew", "Cold Dew"), "霜降": ("frosts_descent", "Frost's Descent"),
    "立冬": ("start_of_winter", "Start of Winter"), "小雪": ("minor_snow", "Minor Snow"), "大雪": ("major_snow", "Major Snow"),
    "冬至": ("winter_solstice", "the Winter Solstice"),
}  # fmt: skip
