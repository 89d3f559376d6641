"""Who someone is and where: name, birthday, age, city, work, schooling."""

from __future__ import annotations

from memory.candidates import Operation
from memory.extraction.zh.table import Rule, rule
from memory.extraction.zh.words import (
    EMPLOYER_TAIL,
    EMPLOYERS,
    GRADE,
    JOB_TAIL,
    JOBS,
    NOT_PLACES,
    PLACES,
    SCHOOLING,
    any_of,
)

_ADV = r"(?:今年|现在|目前|其实|也|都|就|才|只|已经|一直|确实|真的|本来|是|刚|大概|差不多|应该|快|呢)*"
_GAZ = any_of(sorted(PLACES))
_PLACE = rf"(?P<v>(?:{_GAZ})(?:省|市)?(?:{_GAZ})?(?:[市县区]|[\u4e00-\u9fff]{{1,3}}[市县区镇])?)"
_NOT = "|".join(NOT_PLACES)
_ANY_PLACE = rf"(?!{_NOT})(?P<v>[\u4e00-\u9fff]{{2,5}}?)"
_N = r"(?:\d{1,3}|[一二两三四五六七八九十百]{1,4})"
_DATE = (
    r"(?P<v>(?:农历|阴历|阳历|公历)?(?:\d{2,4}年)?(?:\d{1,2}|正|冬|腊|[一二三四五六七八九十]{1,2})[月.\-/]"
    r"(?:初)?(?:\d{1,2}|[一二三四五六七八九十廿]{1,3})[日号]?)"
)
_HAN_NAME = (
    r"(?!什么|外卖|出租|车|你|我|他|她|它|了|个|不|滴|救护|别|啥)(?P<v>[\u4e00-\u9fff·]{1,4}|"
    r"[A-Z][A-Za-z .'-]{1,24})"
)
_COMPANY = (
    rf"(?P<v>(?:{EMPLOYERS})|(?:一?[家个间所]|某)?(?:[\u4e00-\u9fffA-Za-z0-9]{{0,14}}?)(?:{EMPLOYER_TAIL}))"
)

RULES: tuple[Rule, ...] = (
    rule("nickname", r"(?:的)?(?:小名|外号|昵称|绰号|乳名)(?:是|叫|就叫)" + _HAN_NAME + "$", bare=True),
    rule("nickname",
        r"(?:以后|你|您|请|都|可以|就)*(?:叫|喊|"
        r"称呼)我(?!的名)(?P<v>[\u4e00-\u9fffA-Za-z]{1,8}?)(?:就行|就好|就可以|吧|好了|即可|哦|呀)*$",
         who="user", bare=True),
    rule("nickname", r".*(?:都|会|喜欢|爱|总)(?:叫|喊)我(?P<v>[\u4e00-\u9fffA-Za-z]{1,8})$", search=True, who="user", bare=True),
    rule("name", r"(?:的)?(?:名字|大名|全名|本名|真名|姓名)(?:是|叫|就叫|就是)" + _HAN_NAME + "$", bare=True),
    rule("name", r"(?:的)?(?:名字|大名|全名|本名|真名|姓名)?(?:就|是)?(?:名?叫(?:做)?)" + _HAN_NAME + "$"),
    rule("name", r"名?叫(?P<v>[\u4e00-\u9fff]{2,3})$", who="other", bare=True),
    rule("name", r"不叫(?P<v>[\u4e00-\u9fff]{2,4}?)(?:啦|了)?$", polarity=-1),
    rule("birthday", r"(?:的|过)?(?:出生|生日)(?:日期)?(?:就|是|:|在)*" + _DATE, bare=True),
    rule("birthday", _ADV + _DATE + r"(?:是)?(?:我|本人)?(?:的|过)?生日", bare=True, search=True, who="user"),
    rule("birthday", _ADV + r"(?P<v>(?:19|20)?\d{2}年)(?:\d{1,2}月)?(?:出生|生)?的?$"),
    rule("age", rf"(?:的)?年龄(?:是|为)(?P<v>{_N}岁?)", longest=6),
    rule("age", _ADV + rf"(?P<v>{_N}岁)(?:半|多)?(?:了|的|啦)*", longest=6),
    rule("age", rf"(?:今年|已经|都|快)+(?:满)?(?P<v>{_N})(?:了)?$", longest=6),
    rule("age", _ADV + rf"(?P<v>{_N}岁)(?:的[\u4e00-\u9fff]{{1,4}})?(?:了)?$", bare=True, who="other", longest=6),
    rule("height",
        r"(?:的)?(?:身高|个子|个头)(?:大概|有|是|就|差不多|才|得)*(?P<v>(?:\d{3}|1\.\d{1,2}|"
        r"一米[\u4e00-\u9fff\d]{1,3})(?:cm|CM|厘米|公分|米)?)"),
    rule("gender", r"(?:的)?性别(?:是|为)?(?P<v>[男女]性?)"),
    rule("contact",
        r"(?:的)?(?:联系电话|联系方式|电话号码?|电话|手机号码?|手机|邮箱地址|邮箱|微信号?|QQ号?|"
        r"微博)(?:是|叫|:|：)+\s*(?P<v>[A-Za-z0-9@._+-]{5,40})",
         longest=60),
    rule("status", _ADV +
        r"(?P<v>单身|未婚|已婚|离婚|离异|丧偶|订婚|怀孕(?:\d+|[一二三四五六七八九十两]+)?(?:个月|"
        r"周)?)(?:了|的|[一二三四五六七八九十几\d]+年了?)*$",
         bare=True),
    rule("city",
        r"(?:\S{0,4}?从[\u4e00-\u9fff]{2,5})?(?:已经|刚刚?|才|又|上个?月|去年|今年|昨天|上周|终于|"
        r"正式)*(?:从[\u4e00-\u9fff]{2,5})?(?:搬家?到|搬来|搬去|搬回|定居到?)了?" + _PLACE,
         bare=True, operation=Operation.CHANGE),
    rule("city", r"(?:.{0,4})从" + _PLACE + r"(?:搬到|搬来|搬去)", polarity=-1, bare=True, operation=Operation.CHANGE),
    rule("city", _ADV + r"(?:人在|定居在?|常住在?|坐标|现在住在?)" + _PLACE + r"(?!出差|旅游|旅行|玩|开会|转机|度假)", bare=True),
    rule("city", _ADV + r"(?:住(?!院|校|店)在?|生活在|待在)" + _ANY_PLACE +
        r"(?:市|县)?(?:了|的|呢|这边|那边|这里|[一二三四五六七八九十几\d]+年.*)*$"),
    rule("city", r"(?:.{0,4})在" + _PLACE + r"(?:待|呆|住|生活)(?:了|着|过)?", bare=True),
    rule("city", r"(?:现在|目前|今年)?在" + _PLACE + r"(?:上|读|念)(?:大|研|高|学|书|博|中)", bare=True),
    rule("work_city", r"(?:的)?(?:工作地点?|上班的地方|工作地址)(?:是|在|就在)+" + _PLACE),
    rule("work_city", _ADV + r"在" + _PLACE +
        r"(?:那边|这边)?(?:上班|工作|打工|就职|做[\u4e00-\u9fff]|当[\u4e00-\u9fff])"),
    rule("hometown", r"(?:的)?(?:老家|家乡|祖籍|籍贯)(?:就|是|在)*" + _PLACE),
    rule("hometown", r"(?:们|他们|她们)?家(?:就)?是" + _PLACE + r"的"),
    rule("hometown", r"(?:老家|家乡)(?:就|是|在)*" + _PLACE, bare=True),
    rule("hometown", r"(?:可|就|也|都)?是" + _PLACE + r"的$"),
    rule("hometown", _ADV + r"(?:来自|是土生土长的)" + _PLACE),
    rule("hometown", r"(?:可|就|也)?是(?:地道的?|土生土长的?)?" + _PLACE + r"的?人(?![员才士物])"),
    rule("hometown", r"(?:其实|并|可|也)?不是" + _PLACE + r"的?人(?![员才士物])", polarity=-1),
    rule("employer",
        r"(?:的)?(?:单位|公司|学校|就职于)(?:的名字)?(?:叫|是|"
        r"就是)(?P<v>[\u4e00-\u9fffA-Za-z0-9]{2,24})$"),
    rule("employer", _ADV + r"在" + _COMPANY + r"(?:里|那边)?(?:上班|工作|做|当|干|实习|任职)", bare=True),
    rule("employer", rf"(?:现在)?在(?P<v>{EMPLOYERS})(?:了)?$", bare=True),
    rule("employer", r"(?:.{0,5})(?:入职|跳槽到|跳槽去|加入)了?" + _COMPANY + r"$", bare=True, operation=Operation.CHANGE),
    rule("employer", r"(?:.{0,5})从" + _COMPANY + r"(?:离职|辞职|裸辞|毕业)", polarity=-1, bare=True, operation=Operation.END),
    rule("job", r"(?:的)?(?:工作|职业|本职)(?:就|是|做|干)+(?:个|一名|一个)?(?P<v>[\u4e00-\u9fff]{2,10})$"),
    rule("job", _ADV +
        rf"(?:个|一名|一位|一个|名|位)?(?:做|当|干)?(?P<v>(?:高级|资深|初级|小学|初中|高中|中学|大学|"
        rf"幼儿园|外科|内科|儿科|前端|后端|软件|硬件)?(?:{JOBS}))(?:的)?$"),
    rule("job", r"(?:是|在)?(?:个|一名|一位|一个|名)(?P<v>[\u4e00-\u9fff]{0,8}" + JOB_TAIL + r")$"),
    rule("job", _ADV +
            r"(?:在[\u4e00-\u9fffA-Za-z0-9]{1,14})?(?:当|担任)(?:个|一名|一个|了)?(?P<v>[\u4e00-\u9fff]{0,6}" + JOB_TAIL + r")(?:了)?(?:[一二三四五六七八九十几两\d]+年)?(?:了|的)*$",
         bare=True),
    rule("job", _ADV + r"(?:做|干)(?P<v>[\u4e00-\u9fffA-Za-z]{1,8})(?:这行|这一行|工作|行业)?的$"),
    rule("job", _ADV + r"在(?:" + _GAZ + rf")(?:做|当|干|是)(?:一名|一个|个)?(?P<v>{JOBS})(?:的)?$", bare=True, who="other"),
    rule("job", _ADV + r"在(?:" + _GAZ + rf")(?:做|当|干|是)(?:一名|一个|个)?(?P<v>{JOBS})(?:的)?$"),
    rule("job", _ADV +
        rf"(?:在[\u4e00-\u9fffA-Za-z0-9]{{2,14}})?(?:做|当|干)(?:了)?(?P<v>{JOBS})(?:快|"
        rf"已经)?(?:[一二三四五六七八九十几两\d]+年)?(?:了|的)*$"),
    rule("job", rf"(?:其实|早就|已经|并)?不是(?:一名|个|一个)?(?P<v>{JOBS})(?:了)?$", polarity=-1, who="user"),
    rule("job",
        r"(?:自己)?(?:现在)?(?:自己)?(?P<v>开(?:花店|咖啡店|奶茶店|小店|网店|淘宝店|餐馆|饭店|工作室|"
        r"公司|出租车?|网约车|民宿|书店))(?:了)?$", bare=True),
    rule("job",
            r"(?:早就|已经|再也)?不(?:再)?(?:当|做|干)(?P<v>[\u4e00-\u9fff]{2,8}?)了$", polarity=-1, who="user", bare=True, operation=Operation.END),
    rule("position", r"(?:的)?(?:职位|职务|岗位|头衔)(?:是|为)(?P<v>[\u4e00-\u9fffA-Z]{2,12})$"),
    rule("position", r"是(?P<v>[\u4e00-\u9fff]{2,10}的(?:组长|班长|主任|经理|总监|负责人|主管|领班))"),
    rule("position",
        r"(?:.{0,6})升(?:职)?(?:为|了|成|到|任|当)*(?P<v>[\u4e00-\u9fff]{0,8}(?:组长|主任|经理|总监|"
        r"负责人|主管|副总|院长|校长|店长))", bare=True, operation=Operation.CHANGE),
    rule("education",
        rf"(?:的)?(?:学历|教育背景|文化程度|最高学历)(?:只|就|也|才)?(?:是|为)?(?P<v>{SCHOOLING})"),
    rule("education", rf"(?:就|只|才)?(?:念|读|上)(?:书)?(?:念|读)?(?:到|完)(?:了)?(?P<v>{SCHOOLING})"),
    rule("education", rf"(?:是)?(?P<v>{SCHOOLING})(?:学历|毕业)"),
    rule("education",
        rf"(?:今年|现在|刚|在|正在|[\u4e00-\u9fff]{{2,4}}(?=[上读念]))*(?:在[\u4e00-\u9fff]{{2,8}}?)?(?"
        rf":上|读|念|是|升)(?:了)?(?P<v>{GRADE})(?![\u4e00-\u9fff]{{0,4}}(?:老师|教师|班主任|校长|辅导员|门口|附近|旁))"),
    rule("education",
            rf"(?:今年|现在|刚|在|正在)*(?:在[\u4e00-\u9fff]{{2,8}}?)?(?:上|读|念)(?P<v>{GRADE})", bare=True, who="other"),
    rule("education",
        r"(?:可)?是(?:个|一名|一位|一个)?(?P<v>博士|硕士|研究生|本科生|大学生|高中生|初中生|"
        r"小学生)(?:在读)?$"),
    rule("education", r"(?P<v>大[一二三四]|研[一二三]|高[一二三]|初[一二三])(?:了|学生|狗|在读)?$"),
    rule("school",
        r"(?:.{0,5})(?:考上|考进|录取到|保研到|被)了?(?P<v>[\u4e00-\u9fff]{1,8}(?:大学|学院|中学|"
        r"大))(?:录取)?(?:了)?$", bare=True),
    rule("school",
        r"(?:就读于|毕业于|在|是)(?P<v>[\u4e00-\u9fff]{2,8}(?:大学|学院))(?:上学|读书|念书|读|念|毕业|"
        r"的学生|学)"),
    rule("school",
        r"(?:是)?(?:毕业于|就读于)(?P<v>[\u4e00-\u9fff]{1,8}(?:大学|学院|中学|"
        r"大))(?:[\u4e00-\u9fff]{0,8}专业)?$"),
    rule("major",
            r"(?:大学|本科|研究生)?(?:时)?(?:学|读|念)的是(?P<v>[\u4e00-\u9fffA-Za-z]{2,10})(?:专业)?$", who="user"),
    rule("major", r"(?:的)?专业(?:就)?是(?P<v>[\u4e00-\u9fffA-Za-z]{2,10})$", bare=True),
    rule("major",
            r"(?:大学|本科|研究生)?(?:是)?(?:学|读|念)(?:的是)?(?P<v>[\u4e00-\u9fff]{2,8})(?:专业)?的$", bare=True, who="user"),
    rule("major", r"(?:读|学|念)?(?:的是)?(?P<v>[\u4e00-\u9fff]{2,8})专业(?:的)?$", bare=True, who="user"),
    rule("trait", r"(?:的)?(?:性格|个性|脾气)(?:是|很|比较|挺|特别|有点)+(?P<v>[\u4e00-\u9fff]{1,6})$"),
    rule("place_live",
        r"(?:现在)?住(?:的(?:那个|这个)?|在)(?!一)(?P<v>[\u4e00-\u9fff]{2,8}(?:花园|小区|公寓|家园|苑|新村|"
        r"嘉园|国际|城))"),
)  # fmt: skip
