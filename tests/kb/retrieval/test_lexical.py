from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from kb.retrieval.lexical import LexicalRanking
from kb.retrieval.ranking import first


def test_rare_words_count_more_than_common_ones() -> None:
    texts = ["wipe the table", "wipe the stove", "wipe the sink", "wipe the stove, the table"]
    (ranked,) = LexicalRanking(texts).nearest(["wipe a stove"], 4)
    assert [row for row, _ in first(ranked, 4)] == [1, 3, 0, 2]


def test_plurals_and_verb_endings_do_not_matter() -> None:
    ranking = LexicalRanking(["Closing the doors", "wash apples"])
    assert [len(ranked) for ranked in ranking.nearest(["close that door", "bread"], 1)] == [1, 0]


def test_the_score_is_that_of_the_formula() -> None:
    (ranked,) = LexicalRanking(["fire fire wall", "door"]).nearest(["fire"], 1)
    rarity = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    norm = 0.25 + 0.75 * 3 / 2
    assert ranked == [(0, rarity * 2 * 2.2 / (2 + 1.2 * norm))]


def test_the_method_tells_why() -> None:
    assert LexicalRanking([], "no faiss").method == "BM25 over words (no faiss)"


@given(st.lists(st.text()), st.text())
def test_any_texts_can_be_ranked(texts: list[str], query: str) -> None:
    (ranked,) = LexicalRanking(texts).nearest([query], 3)
    assert all(score > 0 and 0 <= row < len(texts) for row, score in ranked)
