"""Everyday Chinese, as people type it: short, without marks, in traditional characters, half a question."""

from __future__ import annotations

import pytest

from memory.candidates import USER
from memory.extraction.refusals import sentence_refusal, standing
from memory.extraction.sentences import sentences
from memory.extraction.zh.script import simplified
from memory.policy import Kind
from tests.memory.extraction.lines import learn, shown

Rows = list[tuple[str, list[tuple[str, str, str, int]]]]
STATED: Rows = [
    ("我大名顾清和", [(USER, "name", "顾清和", 1)]),
    ("家里人都喊我阿满", [(USER, "nickname", "阿满", 1)]),
    ("我老婆喊我胖胖", [(USER, "nickname", "胖胖", 1)]),
    ("哈喽我是许知微", [(USER, "name", "许知微", 1)]),
    ("我农历腊月廿三生的", [(USER, "birthday", "农历腊月廿三", 1)]),
    ("我九五年的", [(USER, "birthday", "九五年", 1)]),
    ("我在佛山租房子住", [(USER, "city", "佛山", 1)]),
    ("坐标合肥", [(USER, "city", "合肥", 1)]),
    ("我广西柳州人", [(USER, "hometown", "广西柳州", 1)]),
    ("我甘肃天水的", [(USER, "hometown", "甘肃天水", 1)]),
    ("上个月升了主管", [(USER, "position", "主管", 1)]),
    ("转岗做产品经理了", [(USER, "job", "产品经理", 1)]),
    ("我是小学语文老师", [(USER, "job", "小学语文老师", 1)]),
    ("我堂哥开大货车的", [("堂哥", "job", "开大货车", 1)]),
    ("我小姨在老家开了个服装店", [("小姨", "job", "开了个服装店", 1)]),
    ("今年刚考上公务员", [(USER, "job", "公务员", 1)]),
    ("老公是程序员天天加班", [("老公", "job", "程序员", 1)]),
    ("外婆今年九十了还打麻将", [("外婆", "age", "九十", 1)]),
    ("我女儿小名团团，上中班", [("女儿", "nickname", "团团", 1), ("女儿", "education", "中班", 1)]),
    (
        "我养了条金毛叫大福，七岁了",
        [(USER, "pet", "金毛", 1), ("金毛", "name", "大福", 1), ("金毛", "age", "七岁", 1)],
    ),
    ("我喺香港返工", [(USER, "work_city", "香港", 1)]),
    ("我離婚三年了", [(USER, "status", "離婚", 1)]),
    ("我們家養了一隻柴犬", [(USER, "pet", "柴犬", 1)]),
    ("谈不上喜欢咖啡", [(USER, "like", "咖啡", -1)]),
    ("我已经不追星了", [(USER, "hobby", "追星", -1)]),
    ("最近在控糖，奶茶都戒了", [(USER, "diet", "控糖", 1), (USER, "diet", "奶茶", -1)]),
    ("我从小就对芒果过敏", [(USER, "allergy", "芒果", 1)]),
    ("我这两天腰疼得直不起来", [(USER, "health", "腰疼", 1)]),
    (
        "我妈下周二要做白内障手术，有点担心",
        [("妈妈", "event_what", "做白内障手术", 1), (USER, "mood", "有点担心", 1)],
    ),
    ("面试过了！！！", [(USER, "event_what", "面试过了", 1)]),
    ("四级没过", [(USER, "event_what", "四级没过", 1)]),
    ("刚跟室友吵了一架", [(USER, "event_what", "跟室友吵了一架", 1)]),
    ("这周五我妈过生日", [("妈妈", "event_what", "过生日", 1)]),
    ("下个月要从上海搬去杭州了", [(USER, "event_what", "从上海搬去杭州", 1)]),
    ("今天领证啦", [(USER, "event_what", "领证", 1)]),
    ("公司年会定在1月18号", [("公司年会", "event_when", "1月18号", 1)]),
    ("打算考教资", [(USER, "goal", "考教资", 1)]),
    ("我最近在学吉他", [(USER, "goal", "学吉他", 1)]),
    ("体重的事别问了行吗", [(USER, "boundary", "体重的事别问", 1)]),
    ("别半夜给我发消息", [(USER, "boundary", "别半夜给我发消息", 1)]),
    ("别再问我什么时候结婚了", [(USER, "boundary", "别再问我什么时候结婚", 1)]),
    ("前女友这个话题以后免谈", [(USER, "boundary", "前女友这个话题以后免谈", 1)]),
    ("别老是反问我", [(USER, "style", "别老是反问我", 1)]),
    ("你能不能别那么啰嗦", [(USER, "style", "别那么啰嗦", 1)]),
    ("回答尽量简短", [(USER, "style", "回答尽量简短", 1)]),
    ("别叫我姐", [(USER, "style", "别叫我姐", 1)]),
    ("考完告诉你结果", [(USER, "promise", "考完告诉你结果", 1)]),
    ("说定了，周末我把稿子念给你听", [(USER, "promise", "周末我把稿子念给你听", 1)]),
    ("我恐高", [(USER, "trait", "恐高", 1)]),
    ("我妈总说我马虎，我承认我是", [(USER, "trait", "马虎", 1)]),
    ("睡前要听半小时播客", [(USER, "habit", "听半小时播客", 1)]),
    ("我在用一台二手的徕卡Q2", [(USER, "item_has", "徕卡Q2", 1)]),
    ("我开的是一辆老捷达", [(USER, "item_has", "老捷达", 1)]),
    ("我住的那个小区叫银杏里", [(USER, "place_live", "银杏里", 1)]),
    ("上周去了趟动物园", [(USER, "place_visit", "动物园", 1)]),
    ("我在杭州做程序员，你呢？", [(USER, "work_city", "杭州", 1), (USER, "job", "程序员", 1)]),
    ("我叫小北，你叫什么", [(USER, "name", "小北", 1)]),
    ("我在存钱，如果顺利明年买房", [(USER, "goal", "存钱", 1)]),
    ("我家的猫很乖，可能要绝育了", [(USER, "pet", "猫", 1)]),
    ("我叫小北哈哈", [(USER, "name", "小北", 1)]),
]
REFUSED = [
    "每天都在哭",
    "I cry every night",
    "我是认真的，不是随便说说",
    "我是说你可以早点睡",
    "我是不会放弃的",
    "我叫了个车",
    "如果我养猫 我就叫它咸鱼",
    "要是能重来我肯定不学金融",
    "我要是富二代我早躺平了",
    "等我有钱了就买套大别墅",
    "我宁愿单身一辈子",
    "真想有只狗",
    "你说我该不该跟他表白",
    "我养猫好还是养狗好",
    "喜欢下雨天，正常吗",
    "可能明年会搬家吧 也不一定",
    "也许该换个城市了",
    "我朋友说她老公出轨了",
    "他们都觉得我是富二代",
    "老师问我们谁想当班长",
    "我困得能睡一百年",
    "我可是宇宙第一美少女",
    "呵，我可太喜欢被放鸽子了",
    "我好开心哦，又要开一下午会",
    "可不嘛，我最喜欢周一了",
    "把这句翻成英文：我在上海工作，喜欢跑步",
    "把这段改得正式点：我在一家外企做财务",
    "帮我写个自我介绍，就说我叫李雷，25岁",
    "文案参考：我在大理开了家客栈",
    "小说开头：我叫李默，是一个小偷",
    "转自微博：我结婚了，嫁给了爱情",
    "【招聘】我们公司在深圳，诚招产品经理",
    "我刚看的书里主角有抑郁症，住在东京",
    "从前有个人叫小明，他特别喜欢睡觉",
    "你来当面试官，我是应聘的，我叫张三",
    "你现在是我的女仆，我是主人，今年一百岁",
    "从现在开始你叫小黑，是我的猫",
    "我们来角色扮演，我是皇后",
    "假装我是你老板，我要开除你",
    "谁会不爱钱呢",
    "难道我就不配拥有爱情",
    "我的密码是 abc12345",
    "希望明天不加班",
    "我喜欢上一个人，怎么办",
    "我差点就成了医生",
    "我猜你是天蝎座",
    "今天谢谢你陪我聊天",
    "我想静静",
    "我昨天被帅晕了",
    "哈哈哈我住在月亮上",
    "翻译：我是中国人，我喜欢动漫",
]
PRAISE: Rows = [
    (
        "我住的那个银杏家园真心不错，绿化多。就是晚上有点吵，要是能再安静点就好了。",
        [
            (USER, "place_live", "银杏家园", 1),
            (USER, "place_view", "银杏家园", 1),
            ("银杏家园", "place_con", "晚上有点吵", 1),
        ],
    ),
    (
        "这款索尼耳机音质真的很棒，戴着也舒服。就是续航如果能再长一点就完美了。",
        [(USER, "item_view", "索尼耳机", 1), ("索尼耳机", "item_con", "续航如果能再长一点", 1)],
    ),
    (
        "这次去的那家牙科诊所特别干净，医生也耐心。就是位置有点偏，停车不太方便。",
        [
            (USER, "place_visit", "牙科诊所", 1),
            (USER, "place_view", "牙科诊所", 1),
            ("牙科诊所", "place_con", "位置有点偏", 1),
            ("牙科诊所", "place_con", "停车不太方便", 1),
        ],
    ),
    (
        "这款扫地机真的鸡肋，老是卡沙发底下",
        [(USER, "item_view", "扫地机", -1), ("扫地机", "item_con", "老是卡沙发底下", 1)],
    ),
    (
        "这台格力空调真不错，特别适合我这种怕热的司机，制冷快。就是声音有点大，不过总的来说很满意。",
        [
            (USER, "item_view", "格力空调", 1),
            (USER, "job", "司机", 1),
            ("格力空调", "item_con", "声音有点大", 1),
        ],
    ),
    ("香山是北京的一座名山，风景不错，票价十元。", []),
    ("这部电影真不错，导演很厉害", []),
]


@pytest.mark.parametrize(("text", "facts"), STATED)
def test_stated(text: str, facts: list[tuple[str, str, str, int]]) -> None:
    assert shown(learn(text)) == facts


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    assert shown(learn(text)) == []


@pytest.mark.parametrize(("text", "facts"), PRAISE)
def test_praise_is_one_verdict_and_each_complaint(text: str, facts: list[tuple[str, str, str, int]]) -> None:
    assert sorted(shown(learn(text))) == sorted(facts)


@pytest.mark.parametrize(
    ("text", "stands", "refusal"),
    [
        ("我在杭州做程序员，你呢？", ["我在杭州做程序员"], None),
        ("我叫小北，你叫什么", ["我叫小北"], None),
        ("你觉得我该去北京，还是上海？", [], "question"),
        ("我在存钱，如果顺利明年买房", ["我在存钱"], None),
        ("我会辞职，如果中了奖", [], "hypothetical"),
        ("我换工作了，我妈说我疯了", ["我换工作了"], None),
        ("我妈说我疯了，整天乱跑", [], "told"),
        ("工资没涨多少，我升了主管", ["工资没涨多少", "我升了主管"], None),
    ],
)
def test_only_the_clause_that_asks_supposes_or_quotes_goes(
    text: str, stands: list[str], refusal: str | None
) -> None:
    (sentence,) = sentences(text, "zh")
    assert sentence_refusal(sentence, "zh") == refusal
    if refusal is None:
        assert [clause.text for clause in standing(sentence, "zh").clauses] == stands


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("我離婚三年了，帶女兒", "我离婚三年了，带女儿"),
        ("我喺香港返工", "我在香港返工"),
        ("Hi 你好", "Hi 你好"),
    ],
)
def test_traditional_characters_are_matched_one_for_one(text: str, plain: str) -> None:
    assert simplified(text) == plain
    assert len(simplified(text)) == len(text)


def test_what_is_kept_is_cut_from_the_words_as_written() -> None:
    (fact,) = learn("我屬於比較內向的那種")
    assert (fact.value, fact.quote) == ("內向", "我屬於比較內向的那種")


@pytest.mark.parametrize("text", ["我叫小北哈哈", "哈哈我叫小北", "我今年三岁哈哈"])
def test_laughter_after_a_name_is_no_joke_but_ages_are(text: str) -> None:
    assert [c.attribute for c in learn(text)] == (["name"] if text.startswith("我叫") else [])


@pytest.mark.parametrize(
    "text",
    [
        "领导今天当着全组的面骂我，我回来一路都在哭",
        "今天老板当众批评我",
        "同学今天当着全班的面笑我",
        "我妈今天打我",
    ],
)
def test_what_others_do_to_somebody_is_no_plan_of_theirs(text: str) -> None:
    assert [one for one in learn(text) if one.kind is Kind.PLAN] == []
