from __future__ import annotations

from kb.retrieval.ranking import Ranked, first


def test_the_best_come_first_and_ties_go_to_the_lower_row() -> None:
    ranked = [Ranked(3, 0.5), Ranked(1, 0.9), Ranked(2, 0.5), Ranked(0, 0.1)]
    assert first(ranked, 3) == [(1, 0.9), (2, 0.5), (3, 0.5)]


def test_what_differs_by_rounding_only_ties() -> None:
    assert first([Ranked(1, 0.5000001), Ranked(0, 0.5)], 2) == [(0, 0.5), (1, 0.5)]
