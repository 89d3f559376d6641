"""Public holidays by the American English names that the holidays library gives them: what they are called in Chinese,
which festival they are, and how much they are worth."""

from __future__ import annotations

import re
from dataclasses import dataclass

CHINESE_NAMES = {
    "ANZAC Day": "澳新军团日", "Additional holiday": "增加的假日", "All Saints' Day": "诸圣节", "All Souls' Day": "万灵节",
    "Anzac Day": "澳新军团日", "Armed Forces Day": "国军日", "Armistice Day": "停战纪念日", "Ascension Day": "耶稣升天节",
    "Ashura": "阿舒拉节", "Assumption Day": "圣母升天节", "Assumption Of Mary Day": "圣母升天节", "August Bank Holiday": "八月银行假日",
    "Australia Day": "澳大利亚国庆日", "Autumnal Equinox Day": "秋分日", "Birthday of HM Yang di-Pertuan Agong": "最高元首诞辰",
    "Boxing Day": "节礼日", "Buddha Purnima": "佛诞", "Buddha's Birthday": "佛诞", "Canada Day": "加拿大国庆日", "Carnival": "狂欢节",
    "Carnival Monday": "狂欢节星期一", "Carnival Tuesday": "狂欢节星期二", "Children's Day": "儿童节", "Chinese New Year": "春节",
    "Chinese New Year (Second Day)": "大年初二", "Chinese New Year (Spring Festival)": "春节", "Chinese New Year's Day": "春节",
    "Chinese New Year's Eve": "除夕", "Christmas": "圣诞节", "Christmas Day": "圣诞节", "Christmas Eve": "平安夜", "Chuseok": "韩国中秋节",
    "Columbus Day": "哥伦布日", "Coming of Age Day": "成人日", "Confucius' Birthday": "教师节", "Constitution Day": "宪法纪念日",
    "Corpus Christi": "基督圣体节", "Culture Day": "文化日", "Day after New Year's Day": "元旦翌日", "Day of Arafah": "阿拉法特日",
    "Day off": "调整放假", "Diwali": "排灯节", "Double Ninth Festival": "重阳节", "Dr. B. R. Ambedkar's Birthday": "安贝德卡诞辰",
    "Dragon Boat Festival": "端午节", "Dussehra": "十胜节", "Easter": "复活节", "Easter Monday": "复活节星期一", "Easter Sunday": "复活节",
    "Eid al-Adha": "宰牲节", "Eid al-Adha Holiday": "宰牲节假期", "Eid al-Fitr": "开斋节", "Eid al-Fitr (Second Day)": "开斋节第二天",
    "Eid al-Fitr Holiday": "开斋节假期", "Emperor's Birthday": "天皇诞辰", "Epiphany": "主显节", "Foundation Day": "建国纪念日",
    "Founding Day": "建国日", "Founding Day of the Republic of China": "元旦", "German Unity Day": "德国统一日",
    "Good Friday": "耶稣受难日", "Greenery Day": "绿之日", "Guru Nanak's Birthday": "古鲁那纳克诞辰", "Hangul Day": "韩文日",
    "Holi": "洒红节", "Holy Saturday": "圣周六", "Hong Kong S.A.R. Establishment Day": "香港特别行政区成立纪念日", "Immaculate Conception": "圣母无染原罪节",
    "Independence Day": "独立日", "Independence Movement Day": "三一节", "International Labor Day": "劳动节", "International Women's Day": "妇女节",
    "International Workers' Day": "劳动节", "Islamic New Year": "伊斯兰教新年", "Janmashtami (Vaishnava)": "黑天神诞辰", "June Bank Holiday": "六月银行假日",
    "Juneteenth National Independence Day": "六月节", "King's Birthday": "国王诞辰", "King's Day": "国王节", "Korean New Year": "韩国春节",
    "Labor Day": "劳动节", "Labor Thanksgiving Day": "勤劳感谢日", "Labour Day": "劳动节", "Late Summer Bank Holiday": "夏末银行假日",
    "Liberation Day": "解放纪念日", "Local Election Day": "地方选举日", "Lunar New Year": "春节", "Macao S.A.R. Establishment Day": "澳门特别行政区成立纪念日",
    "Maha Shivaratri": "湿婆神节", "Mahatma Gandhi's Birthday": "甘地诞辰", "Mahavira's Birthday": "大雄诞辰", "Malaysia Day": "马来西亚日",
    "Marine Day": "海之日", "Martin Luther King Jr. Day": "马丁·路德·金纪念日", "Matariki": "毛利新年", "Maundy Thursday": "濯足节",
    "May Bank Holiday": "五月银行假日", "May Day": "五月初银行假日", "Memorial Day": "阵亡将士纪念日", "Mid-Autumn Festival": "中秋节",
    "Midsummer Day": "仲夏节", "Midsummer Eve": "仲夏节前夕", "Mother's Day": "母亲节", "Mountain Day": "山之日", "National Assembly Election Day": "国会选举日",
    "National Day": "国庆日", "National Day of the People's Republic of China": "国庆日", "National Foundation Day": "开天节", "National Holiday": "国民休息日",
    "National Unity Day": "民族团结日", "New Year's Day": "元旦", "New Year's Eve": "跨年夜", "October Bank Holiday": "十月银行假日",
    "Orthodox Christmas Day": "东正教圣诞节", "Peace Memorial Day": "和平纪念日", "Pentecost": "五旬节", "Pentecost Monday": "五旬节星期一",
    "Polling Day": "投票日", "Presidential Election Day": "总统选举日", "Prophet Muhammad's Birthday": "圣纪节", "Prophet's Birthday": "圣纪节",
    "Ram Navami": "罗摩诞辰", "Remembrance Day": "阵亡将士纪念日", "Republic Day": "共和国日", "Respect for the Aged Day": "敬老日", "Revolution Day": "革命纪念日",
    "Saint Brigid's Day": "圣布里吉德节", "Saint Francis of Assisi, Patron Saint of Italy": "圣方济各节", "Saint Patrick's Day": "圣帕特里克节",
    "Saint Stephen's Day": "圣斯德望日", "Second Day of Christmas": "圣诞节次日", "Showa Day": "昭和日", "Sports Day": "体育日",
    "Spring Bank Holiday": "春季银行假日", "Substitute Holiday": "补假", "Taiwan Restoration and Guningtou Victory Memorial Day": "台湾光复节", "Nowruz": "诺鲁孜节", "Pesach": "逾越节",
    "Rosh Hashanah": "犹太新年", "Yom Kippur": "赎罪日", "Sukkot": "住棚节", "Shavuot": "七七节", "Songkran Festival": "宋干节",
    "Martyrs' Day": "烈士纪念日", "Emancipation Day": "奴隶解放日", "Isra' and Mi'raj": "登霄节", "Statehood Day": "建国日",
    "Family Day": "家庭日", "National Heroes Day": "民族英雄日", "National Heroes' Day": "民族英雄日", "First Day of Ramadan": "斋月首日",
    "Ash Wednesday": "圣灰星期三", "Freedom Day": "自由日", "Father's Day": "父亲节", "National Independence Day": "独立日",
    "Worker's Day": "劳动节", "International Worker's Day": "劳动节", "Army Day": "建军节", "President's Day": "总统日",
    "Africa Day": "非洲日", "National Youth Day": "青年节", "Public Holiday": "公休日", "Bridge Public Holiday": "连休日",
    "Non-working day": "公休日", "Losar": "藏历新年", "Nyepi": "静居日", "Orthodox Easter Sunday": "东正教复活节", "Vesak": "卫塞节", "Nowruz Holiday": "诺鲁孜节假期",
    "Temporary Public Holiday": "临时公休日", "Thanksgiving Day": "感恩节", "The Buddha's Birthday": "佛诞", "The Day following Mid-Autumn Festival": "中秋节翌日",
    "The day preceding Chuseok": "韩国中秋节前一天", "The day preceding Korean New Year": "韩国春节前一天", "The first weekday after Christmas Day": "圣诞节后首个平日",
    "The fourth day of Chinese New Year": "大年初四", "The second day of Chinese New Year": "大年初二", "The second day of Chuseok": "韩国中秋节次日",
    "The second day of Korean New Year": "韩国春节次日", "The third day of Chinese New Year": "大年初三", "Tomb-Sweeping Day": "清明节", "Unity Day": "团结日",
    "Vernal Equinox Day": "春分日", "Vesak Day": "卫塞节", "Veterans Day": "退伍军人节", "Victoria Day": "维多利亚日", "Victory Day": "胜利日",
    "Waitangi Day": "怀唐伊日", "Washington's Birthday": "总统日", "Whit Monday": "五旬节星期一", "Women's Day": "妇女节",
    "Workers' Day": "劳动节", "Youth Day": "青年节",
}  # fmt: skip
_IDS = {
    "ANZAC Day": "anzac_day", "Anzac Day": "anzac_day", "Autumnal Equinox Day": "autumn_equinox", "Buddha Purnima": "vesak_day",
    "Chinese New Year": "spring_festival", "Chinese New Year (Second Day)": "spring_festival_2", "Chinese New Year (Spring Festival)": "spring_festival",
    "Chinese New Year's Day": "spring_festival", "Chinese New Year's Eve": "lunar_new_years_eve", "Christmas": "christmas",
    "Christmas Day": "christmas", "Confucius' Birthday": "teachers_day", "Double Ninth Festival": "double_ninth", "Dragon Boat Festival": "dragon_boat",
    "Easter Sunday": "easter", "Founding Day of the Republic of China": "new_year", "International Women's Day": "womens_day",
    "Juneteenth National Independence Day": "juneteenth", "Labor Day": "labour_day", "Lunar New Year": "spring_festival", "Mid-Autumn Festival": "mid_autumn",
    "National Day of the People's Republic of China": "national_day", "New Year's Day": "new_year", "Saint Patrick's Day": "st_patricks",
    "Taiwan Restoration and Guningtou Victory Memorial Day": "taiwan_restoration_day",
    "Thanksgiving Day": "thanksgiving", "The second day of Chinese New Year": "spring_festival_2", "The third day of Chinese New Year": "spring_festival_3",
    "Tomb-Sweeping Day": "qingming", "Vernal Equinox Day": "spring_equinox", "Women's Day": "womens_day",
}  # fmt: skip
_ENGLISH = {
    "Founding Day of the Republic of China": "New Year's Day", "Juneteenth National Independence Day": "Juneteenth",
    "New Year's Day": "New Year's Day", "Taiwan Restoration and Guningtou Victory Memorial Day": "Taiwan Restoration Day",
    "Washington's Birthday": "Presidents' Day",
}  # fmt: skip
"""As people say, where the library has the official name."""
ORDINARY = 0.4
_WEIGHTS = {
    "Chinese New Year": 0.9, "Lunar New Year": 0.9, "Nowruz": 0.9, "Songkran Festival": 0.9, "Pesach": 0.8, "Rosh Hashanah": 0.8,
    "Yom Kippur": 0.7, "Christmas": 0.7, "Christmas Day": 0.8, "Easter Sunday": 0.6, "New Year's Day": 0.8,
    "Chuseok": 0.95, "Korean New Year": 0.95, "Diwali": 0.9, "Eid al-Fitr": 0.9, "Independence Day": 0.85, "Eid al-Adha": 0.8,
    "Canada Day": 0.75, "Holi": 0.75, "National Day": 0.7, "ANZAC Day": 0.6, "Anzac Day": 0.6, "Australia Day": 0.6,
    "German Unity Day": 0.6, "Memorial Day": 0.55, "Vesak Day": 0.5, "Boxing Day": 0.5, "Labor Day": 0.5, "Children's Day": 0.5,
    "Juneteenth National Independence Day": 0.45, "Columbus Day": 0.25, "The first weekday after Christmas Day": 0.25, "Day off": 0.3,
    "Substitute Holiday": 0.3, "National Holiday": 0.3,
}  # fmt: skip
_EVE_FROM = 0.8
_GRAVE = frozenset({
    "ANZAC Day", "Anzac Day", "All Saints' Day", "All Souls' Day", "Armistice Day", "Ashura", "Good Friday", "Martyrs' Day",
    "Memorial Day", "Peace Memorial Day", "Remembrance Day", "Tomb-Sweeping Day", "Yom Kippur",
})  # fmt: skip
_THE_BEFORE = ("Birthday of", "Day after", "Day following", "Day of", "Second Day of")
_THE_AFTER = (" Festival", " Holiday", "Emperor's Birthday", "King's Birthday")
"""What an English name starts or ends with that takes an article."""
_BARE = frozenset(
    {
        "Additional holiday",
        "Bridge Public Holiday",
        "Day off",
        "National Holiday",
        "Non-working day",
        "Public Holiday",
        "Substitute Holiday",
        "Temporary Public Holiday",
    }
)
"""No name of a day, only that it is free."""
_MARK = re.compile(
    r"\s*\(((?:observed|estimated|in lieu|substitute day|additional holiday|substituted from)[^)]*)\)$"
)
_INSTEAD = re.compile(r"^Alternative holiday for ")
_ZH_MARK = re.compile(r"\s*[（(](?:补假|補假|慶祝|推算|預計|预计)[^（()）]*[)）]$")


@dataclass(frozen=True)
class Holiday:
    """A public holiday: `off` where the day is free for a holiday that is on another one, `expected` where the moon
    decides, `bare` where it has no name, `where` the part of the country that has it, Chinese and English."""

    id: str
    zh: str
    en: str
    weight: float = ORDINARY
    off: bool = False
    expected: bool = False
    bare: bool = False
    grave: bool = False
    where: tuple[str, str] = ("", "")

    @property
    def eve(self) -> bool:
        return self.weight >= _EVE_FROM and not (self.off or self.bare)


def holiday(raw: str, told: tuple[str, str] = ("", "")) -> Holiday:
    """The holiday that the library calls `raw` in American English; `told` is what it calls it in Chinese and in the
    region's own English, where it does."""
    marked = _MARK.search(raw)
    mark = marked[1] if marked else ""
    base, instead = _INSTEAD.subn("", _MARK.sub("", raw))
    zh, en = _ZH_MARK.sub("", told[0]), _MARK.sub("", told[1])
    slug = re.sub(r"\W+", "_", base.replace("'", "").lower()).strip("_")
    return Holiday(
        id=_IDS.get(base, slug),
        zh=CHINESE_NAMES.get(base) or zh or base,
        en=within(_ENGLISH.get(base) or en or base),
        weight=_WEIGHTS.get(base, ORDINARY),
        off=bool(instead) or mark.startswith(("observed", "in lieu", "substitute day", "additional")),
        expected="estimated" in mark,
        bare=base in _BARE,
        grave=base in _GRAVE,
    )


def within(name: str) -> str:
    """An English name as it stands within a sentence."""
    if name.startswith("The "):
        return "the " + name[4:]
    return "the " + name if name.startswith(_THE_BEFORE) or name.endswith(_THE_AFTER) else name
