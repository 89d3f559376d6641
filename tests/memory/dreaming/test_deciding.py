"""What a dream concludes, and from how little it concludes nothing."""

from __future__ import annotations

import pytest

from memory.dreaming import alike, ongoing, patterns, runs, together
from memory.dreaming.ideas import Idea
from memory.dreaming.material import Material
from memory.dreaming.shared import common_words
from memory.policy import Kind
from memory.states import DreamOperation
from tests.memory.dreaming.rows import event, felt, held, likes, row, said, state


def statements(ideas: list[Idea]) -> list[str]:
    return [idea.statement for idea in ideas]


@pytest.mark.parametrize(
    ("texts", "lang", "word"),
    [
        (["周五加班到十点", "又加班了", "加班改方案"], "zh", "加班"),
        (["和妈妈打电话", "妈妈又催婚", "妈妈打电话来"], "zh", "妈妈"),
        (["worked overtime", "overtime again", "stayed for overtime"], "en", "overtime"),
        (["went hiking", "hiked up the hill", "a long hike"], "en", "hiking"),
    ],
)
def test_the_word_that_texts_share(texts: list[str], lang: str, word: str) -> None:
    assert common_words(texts, lang, 3)[0][0] == word


@pytest.mark.parametrize(
    "texts", [["吃了火锅", "看了电影", "去了公园"], ["今天很累", "今天很忙", "今天很烦"]]
)
def test_texts_that_share_nothing(texts: list[str]) -> None:
    assert common_words(texts, "zh", 3) == []


class TestInsight:
    def pairs(self, days: tuple[int, ...], moods: tuple[str, ...]) -> list[tuple[object, object]]:
        return [
            (event(f"加班改方案{n}", ago), state(mood, ago))
            for n, (ago, mood) in enumerate(zip(days, moods, strict=True))
        ]

    def test_three_days_and_the_same_feeling(self) -> None:
        pairs = self.pairs((9, 6, 2), ("焦虑", "烦躁", "焦虑"))
        rows = [one for pair in pairs for one in pair]
        ideas = patterns.insights(held(*rows, ties=felt(*pairs)))  # type: ignore[arg-type]
        assert len(ideas) == 1
        assert "焦虑" in ideas[0].statement
        assert ideas[0].operation is DreamOperation.INSIGHT
        assert len(ideas[0].premises) == 6

    @pytest.mark.parametrize(
        ("days", "moods"),
        [
            ((9, 6), ("焦虑", "焦虑")),
            ((6, 6, 6), ("焦虑", "焦虑", "焦虑")),
            ((9, 6, 2), ("焦虑", "开心", "难过")),
        ],
    )
    def test_too_few_too_near_or_mixed(self, days: tuple[int, ...], moods: tuple[str, ...]) -> None:
        pairs = self.pairs(days, moods)
        rows = [one for pair in pairs for one in pair]
        assert patterns.insights(held(*rows, ties=felt(*pairs))) == []  # type: ignore[arg-type]


class TestPreference:
    def test_done_in_three_conversations(self) -> None:
        ideas = patterns.preferences(
            held(event("去西山爬山", 20), event("和朋友爬山", 12), event("爬山看日出", 3))
        )
        assert statements(ideas) == ["你好像喜欢爬山"]

    def test_duties_are_no_preferences(self) -> None:
        rows = [event("加班到十点", 20), event("又加班", 12), event("周末加班", 3)]
        assert patterns.preferences(held(*rows)) == []

    def test_what_hurt_is_none(self) -> None:
        pairs = [(event("去爬山了", ago), state("难过", ago)) for ago in (20, 12, 3)]
        assert patterns.preferences(held(*[one for pair in pairs for one in pair], ties=felt(*pairs))) == []

    def test_what_is_known_already_is_not_guessed(self) -> None:
        rows = [event("去西山爬山", 20), event("和朋友爬山", 12), event("爬山看日出", 3), likes("爬山")]
        assert patterns.preferences(held(*rows)) == []


class TestStyle:
    def wishes(self, *days: int) -> list[object]:
        return [row(Kind.STATE, "今天不想听建议", ago, attribute="style") for ago in days]

    def test_wished_three_times(self) -> None:
        ideas = patterns.styles(held(*self.wishes(9, 6, 2)))  # type: ignore[arg-type]
        assert [idea.kind for idea in ideas] == [Kind.STYLE]

    def test_an_instruction_wins(self) -> None:
        told = row(Kind.STYLE, "多给我建议", 3, attribute="style")
        assert patterns.styles(held(told, *self.wishes(9, 6, 2))) == []  # type: ignore[arg-type]

    def test_a_single_refusal_is_no_trait(self) -> None:
        assert patterns.styles(held(*self.wishes(2))) == []  # type: ignore[arg-type]


class TestSupport:
    def talk(self, *days: int, reply: str = "嗯，我在听。") -> list[object]:
        return [
            line
            for ago in days
            for line in (
                said("今天好难过，被骂了", ago),
                said(reply, ago, 1, mine=False),
                said("说完好多了", ago, 2),
            )
        ]

    def test_what_helped_three_times(self) -> None:
        ideas = together.supports(held(lines=self.talk(9, 5, 2)))  # type: ignore[arg-type]
        assert statements(ideas) == ["你难过的时候，有人听你说完会好受一些"]
        assert len(ideas[0].lines) == 3

    def test_an_idea_that_helped(self) -> None:
        ideas = together.supports(held(lines=self.talk(9, 5, 2, reply="可以试试先写下来。")))  # type: ignore[arg-type]
        assert "具体的办法" in ideas[0].statement

    def test_twice_is_not_enough(self) -> None:
        assert together.supports(held(lines=self.talk(9, 5))) == []  # type: ignore[arg-type]


class TestMoment:
    def test_a_quarrel_made_good(self) -> None:
        lines = [
            said("你根本不懂我", 3),
            said("对不起，是我没听明白。", 3, 1, mine=False),
            said("没事了", 3, 2),
        ]
        assert "和好" in together.moments(held(lines=lines))[0].statement

    def test_a_quarrel_without_peace_is_none(self) -> None:
        lines = [said("你根本不懂我", 3), said("我在。", 3, 1, mine=False), said("算了", 3, 2)]
        assert together.moments(held(lines=lines)) == []

    def test_a_word_of_their_own(self) -> None:
        lines = [
            said("今天又被“土豆警官”批评了哈哈", 6), said("“土豆警官”又出动了？", 6, 1, mine=False),
            said("“土豆警官”今天很温柔", 2),
        ]  # fmt: skip
        assert "土豆警官" in together.moments(held(lines=lines))[0].statement


def threads(material: Material) -> list[Idea]:
    return [idea for idea in ongoing.ongoing(material) if idea.operation is DreamOperation.THREAD]


def episodes(material: Material) -> list[Idea]:
    return [idea for idea in ongoing.ongoing(material) if idea.operation is DreamOperation.EPISODE]


class TestOngoing:
    def sick_cat(self) -> list[object]:
        return [
            event("猫吐了两次", 21), event("带猫去医院", 19), event("猫还是不肯吃", 12), event("猫复查", 6),
        ]  # fmt: skip

    def test_two_mentions_make_a_thread(self) -> None:
        ideas = threads(held(*self.sick_cat()))  # type: ignore[arg-type]
        assert statements(ideas) == ["你最近在忙：猫生病"]

    def test_one_mention_does_not(self) -> None:
        assert threads(held(event("带猫去医院", 3))) == []

    def test_a_thread_that_is_there_is_not_made_again(self) -> None:
        thread = row(Kind.THREAD, "照顾生病的猫", 10, attribute="goal", subject="猫")
        assert threads(held(thread, *self.sick_cat())) == []  # type: ignore[arg-type]

    def test_its_end_makes_an_episode_with_every_day_written_out(self) -> None:
        thread = row(Kind.THREAD, "猫生病", 10, attribute="goal", subject="猫")
        ideas = episodes(held(thread, *self.sick_cat(), event("猫全好了", 1)))  # type: ignore[arg-type]
        assert [idea.closes for idea in ideas] == [thread.id]
        assert "2026年7月9日" in ideas[0].statement
        assert "2026年7月29日" in ideas[0].statement
        assert threads(held(*self.sick_cat(), event("猫全好了", 1))) == []  # type: ignore[arg-type]

    def test_english(self) -> None:
        rows = [
            event("had an interview at Brightwell", 20, statement="You had an interview at Brightwell"),
            event("sent out my CV again", 12, statement="You sent out your CV again"),
            event("got the job", 1, statement="You got the job"),
        ]
        assert threads(held(*rows[:2]))[0].statement == "Under way for you: looking for a job"
        assert "July 10, 2026" in episodes(held(*rows))[0].statement


class TestConviction:
    def test_new_feelings_bear_out_or_contradict(self) -> None:
        insight = row(
            Kind.INSIGHT,
            "加班：焦虑",
            20,
            "说到加班，你常常觉得焦虑",
            attribute="insight",
            source="inferred",
            confidence=0.6,
        )
        for mood, operation in (("焦虑", DreamOperation.STRENGTHEN), ("开心", DreamOperation.WEAKEN)):
            pair = (event("加班", 2), state(mood, 2))
            ideas = alike.convictions(held(insight, *pair, ties=felt(pair)))
            assert [idea.operation for idea in ideas] == [operation]

    def test_old_feelings_count_once(self) -> None:
        insight = row(
            Kind.INSIGHT, "加班：焦虑", 1, "说到加班，你常常觉得焦虑", attribute="insight", source="inferred"
        )
        pair = (event("加班", 9), state("焦虑", 9))
        assert alike.convictions(held(insight, *pair, ties=felt(pair))) == []


def test_a_hurt_explains_a_limit() -> None:
    limit = row(Kind.BOUNDARY, "别再提生日", 2, attribute="boundary")
    hurt = event("生日那天和他大吵一架", 40)
    assert [idea.premises for idea in alike.bonds(held(limit, hurt))] == [(limit.id, hurt.id)]
    assert alike.bonds(held(limit, event("生日吃了蛋糕", 40))) == []


def test_the_weightiest_come_first() -> None:
    rows = [event("猫吐了", 5), event("带猫去医院", 3), likes("咖啡"), likes("喝咖啡")]
    operations = [idea.operation for idea in runs.propose(held(*rows))]
    assert operations == [DreamOperation.THREAD, DreamOperation.MERGE]
