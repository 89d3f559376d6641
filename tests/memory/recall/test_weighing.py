"""The arithmetic of a search over lines."""

from __future__ import annotations

import numpy as np

from memory.recall.weighing import Corpus, bm25, feedback, standard, with_neighbours

CORPUS = Corpus(10, 3.0)
BAGS = {"phone": [1, 2, 9], "city": [3, 9, 4], "noise": [5, 6, 7], "common": [9, 8, 8]}


def test_a_rare_term_counts_more_than_a_common_one() -> None:
    scores = bm25(BAGS, {1: 1.0, 9: 1.0}, CORPUS)
    assert scores["phone"] > scores["city"] > 0
    assert "noise" not in scores


def test_a_term_counts_by_its_weight() -> None:
    light, heavy = bm25(BAGS, {1: 0.5}, CORPUS)["phone"], bm25(BAGS, {1: 2.0}, CORPUS)["phone"]
    assert round(heavy / light, 6) == 4


def test_rows_without_a_score_stand_at_zero() -> None:
    scores = standard({"a": 8.0, "b": 1.0}, Corpus(1_000, 3.0))
    assert scores["a"] > 5 > scores["b"]


def test_an_answer_takes_a_share_of_its_question() -> None:
    answer, question, before, alone = range(4)
    links = [(np.array([answer]), np.array([question])), (np.array([answer]), np.array([before]))]
    far = [*links, (np.array([answer]), np.array([alone]))]  # no weight reaches that far
    shared = with_neighbours(np.array([0.0, 10.0, 4.0, 100.0]), far, (0.4, 0.25))
    assert shared.tolist() == [10 * 0.4 + 4 * 0.25, 10.0, 4.0, 100.0]


def test_feedback_is_what_the_best_rows_say_that_the_question_does_not() -> None:
    more = feedback([("phone", 5.0), ("city", -1.0)], BAGS, {1: 1.0}, CORPUS, most=2)
    assert set(more) == {2, 9}
    assert more[2] > more[9]  # the rarer one
    assert round(sum(more.values()) / len(more), 6) == 1


def test_nothing_found_feeds_nothing_back() -> None:
    assert feedback([("phone", 0.0)], BAGS, {}, CORPUS, most=5) == {}
    assert feedback([], {}, {}, CORPUS, most=5) == {}
