"""What a name is made of, and words that stand where a name could. Data."""

from __future__ import annotations

SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)
GIVEN = frozenset(
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀英霞平刚桂兰文华建国玉梅红春燕林飞鹏辉玲鑫波斌宇浩凯健俊帆雪萍婷宁龙欣怡若溪雨涵梓轩子一诺思远佳琪嘉慧诗琳晓彤可语嫣梦瑶紫萱雅婧淑珍翠云凤琴芬素洁惠珠莉蓉眉君菊韵融园艺咏聪澜纯毓悦昭冰爽琬茗羽希滢馥筠柔竹霭凝欢霄枫芸菲寒伊亚宜姬舒影荔枝毅峰保东力永世广志义兴良仁福"
    "生元全胜学祥才发武新利清彬富顺信昌成康星光达安岩茂进有坚和彪博先敬震振壮会群豪邦承乐绍松善厚庆民友裕河哲江亮政谦亨奇固之翰朗伯宏言鸣朋梁栋维启克伦翔旭泽晨辰士以致树炎德行时泰盛雄琛钧冠策腾楠榕风航弘禾沐暖岚桐南舟深念初夏秋冬月满圆小昕瑾瑜珂璐璇蕾薇菁芷若苒茹荷莹莲晴曦霖霏露霜岸屿川野望晚遥熙妍姝娅妮婉媛嫒卫卓越贤然哲睿霆彬恺烨煜皓昊骏逸尘川羿皎妤媚娆柏榆椿槿楚歌笙筱箫绮绫缘"
)
"""Characters that given names are mostly made of."""
AFTER_XIAO, AFTER_LAO, AFTER_A = (
    frozenset(
        "心事时猫狗孩朋区说声吃店雨雪费学组偷伙姐哥子鸟鱼兔家路睡坐憩忙聚考测长满暑寒贩巷院桥河山城镇村票钱试跑红"
    ),
    frozenset("师板实家是人公婆爸妈天虎鼠外大早话样规地友歌毛"),
    frozenset("姨婆公里呀嘞"),
)
"""What makes a word, not a name, of 小, 老 and 阿."""
WORDS_ZH = frozenset(
    """
    一圆 一学 一心 一念 一时 一生 一行 一言 丁点 丁香 万一 万事 万幸 万物 世界 世间 东南 东海
    东西 东风 个个 中秋 久久 久远 之初 之前 之后 乔迁 乖乖 事事 于我 于是 于此 云朵 云雨 亮光
    人人 人民 仅仅 今晚 以为 以先 以前 以及 以后 以德 件件 任何 任凭 任务 任性 会心 会有 伟大
    传奇 何不 何况 何处 何妨 何必 何时 何止 余下 余光 余生 侯车 侯门 信任 信心 信念 偏偏 健全
    健康 偶偶 傍晚 先生 先行 先说 光亮 光明 全力 全天 全新 全民 兰花 其中 冬夜 冬天 冯唐 冰雪
    冷静 刘海 刚刚 初冬 初夏 初春 初秋 利索 利落 力学 加加 匆匆 化学 北方 南方 南海 友人 友善
    友好 发力 发生 发言 句句 可以 可惜 可能 可行 史上 史料 叶子 叶片 吃吃 合群 吉祥 吴语 呜呜
    周一 周三 周二 周五 周六 周四 周围 周天 周日 周末 呵呵 和你 和善 和平 和气 哈哈 哎哎 哥哥
    哦哦 哭哭 唉唉 唐突 唐诗 啊啊 善良 喜悦 喝喝 嗯嗯 嘻嘻 嘿嘿 国家 国庆 圆满 坐坐 坚定 坚强
    壮大 处处 夏夜 夏天 夏季 夏日 多多 夜晚 夜深 大大 天天 奇怪 奶奶 好啦 好奇 好好 妈妈 妹妹
    姐姐 姜汤 姜茶 子时 孔子 孔雀 孙子 孟夏 孟子 学会 学期 学生 学艺 宁静 安全 安宁 安心 安慰
    安排 安稳 安静 宋朝 宋词 宝宝 实实 富有 对对 小小 小时 小月 小江 小河 小满 小说 小路 小雨
    小雪 少少 山河 常常 常见 常规 常识 平安 平时 平等 平静 年年 幸福 康乐 康复 开朗 弟弟 张口
    张开 强力 强壮 彭湃 往往 徐徐 徐缓 微微 志愿 快乐 念念 怀念 思念 思想 恰恰 悄悄 想念 想想
    愉悦 慢慢 成全 成功 成果 成长 戴上 戴着 抱抱 拜拜 振奋 整整 文化 文字 文学 文明 文章 文艺
    新年 新鲜 方便 方向 方才 方案 方法 日日 早早 早晨 时光 时时 明亮 明天 明明 明朗 易得 易碎
    星光 星星 星月 星期 春夜 春天 春晚 春秋 春雨 春风 是是 晚云 晚晚 晚风 晨光 晴天 晴朗 暖和
    暗暗 曾几 曾经 月中 月亮 月光 月初 月月 有之 有人 有你 有力 有心 有我 有才 有时 有望 有行
    有言 朱砂 朱红 李子 杜绝 杜鹃 来来 杨柳 杨树 林子 林间 柔和 样样 桂花 梁上 梅花 梦想 欢乐
    歇歇 步步 武器 武汉 段子 段落 毛病 毛衣 民国 民间 永远 江南 江水 江河 江湖 江边 汤圆 汤面
    汪汪 沈默 河山 浅浅 海风 淡淡 深夏 深深 深秋 深远 清新 清明 清晨 清静 渐渐 温暖 温柔 满满
    熊孩 熊猫 爷爷 爸爸 玉兰 玉米 王者 生日 生活 田地 田里 田野 白云 白天 白白 白粥 白话 白费
    相信 看看 真真 睡睡 石头 石榴 确确 神奇 祥和 福气 秋冬 秋夜 秋天 秋日 种种 秦岭 程序 程度
    稍稍 笑笑 等等 紧紧 红红 红花 纷纷 统统 缓缓 罗列 罗盘 群众 聊聊 胜利 胡子 胡思 胡说 自信
    舒心 舒服 良善 苏打 苏醒 苦苦 范围 范本 茫茫 草草 荷花 莲花 菊花 董事 行了 行动 行吗 行啊
    行行 袁枚 西南 言之 言语 许久 许多 许是 试试 语言 说说 谢天 谢意 谢谢 贺卡 贺词 赖着 走走
    赵钱 足足 躺躺 轻轻 进行 远远 连连 通通 遥远 邓丽 郑重 郭外 野花 金色 金融 金钱 钟声 钟头
    钟点 长远 阎王 陆地 陆续 陈年 陈旧 雨夜 雨天 雨雪 雪天 雪花 雷声 雷雨 静静 韩剧 韩国 顺便
    顺利 顺心 顺手 顺路 顾着 顾虑 频频 风云 风雨 风雪 马上 马上就 马虎 马路 马车 高兴 高层 高峰
    高度 高温 高考 高高 黄昏 黄色 黄金 黎明 默默 龙井 龙虾
    希望 祝福 谢意 自然 当然 果然 忽然 突然 居然 虽然 显然 仍然 依然 既然 全然 悠然 坦然 天然 固然 偶然 必然 安然 然后 星辰 晚安 早安 午安 安啦 晚上 早上 好啦 乐意 有趣 可爱 有用 没事 星夜 明早 今早 今夜 月夜 平平 安安 行行 一半 一点 一路
    """.split()  # noqa: SIM905
)
"""Words of name-like characters."""
WORDS_EN = frozenset(
    """
    Well Yes Yeah No Okay Ok Sure Right So Oh Ah Hmm Hey Hi Hello Honestly Actually Anyway Still
    Then Now Today Tomorrow Tonight Yesterday Maybe Perhaps Good Great Fine Sorry Thanks Thank
    Please Look Listen Wait Come Go Sometimes Always Never Everything Nothing Something Monday
    Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July
    August September October November December Christmas God Lord Heaven Goodness There Here That
    This It He She They We You I And But Or If When While After Before Because Though Although
    However Instead Meanwhile Morning Evening Night Goodnight Congratulations Welcome Friend
    Everyone Everybody Anyone Mum Mom Dad Mother Father Also Besides Finally First Second Next Later
    Soon Once Again Indeed Clearly Obviously Either Neither Both Sadly Luckily Fortunately
    Thankfully Somehow Somewhere Quietly Slowly Gently English Chinese London Paris True Absolutely
    Exactly Certainly Definitely Alright Understood Noted Fair Ouch Wow Yay Hooray Take Rest Sleep
    Breathe Easy Steady Careful Cheers Bravo Brilliant Wonderful Lovely Beautiful Nice Small Big
    Early Late Long Short Old New
    Spring Summer Autumn Winter Hope Love Peace Honey Time Silence Rain Snow Tea Coffee Home Plenty Barely Cats Dogs Tell Give Make Let Leave Try Keep Put Say Think One Two Three Four Five Six Seven Eight Nine Ten Ooh Oooh Woah Yea Dang Mmm Overall Plus Together Aw Aww Man Cool Dude Gosh Geez Whoa Awesome Amazing Fantastic Sweet Totally Super Neat Ha Heh Really Truly Goodbye Bye Huh Hah Haha Aha Oof Phew Ugh Eh Er Um Hm Mm Gladly Happily Loud Rough Heavy Hard Tough Same Me Mine Yours Ours Guilty Nope Yep Yup Course Of Not Nor Yet Just Only Even Very Too Much Many More Most Less Least Few Some Any All Each Every Other Another Such What Which Who Whose Whom Why Where How
    """.split()  # noqa: SIM905
)
"""Words that begin a sentence with a capital, or are called out, and are nobody."""
