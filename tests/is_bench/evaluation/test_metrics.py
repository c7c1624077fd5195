"""SR, SSR and SRec, with the counts behind them."""

from __future__ import annotations

from is_bench.evaluation import ConditionVerdict, Fraction, Score, Tally, metrics


def verdicts(text: str) -> tuple[ConditionVerdict, ...]:
    """`+` held, `-` did not, `.` was not judged."""
    return tuple(ConditionVerdict({"+": True, "-": False, ".": None}[mark], "") for mark in text)


def score(success: bool, process: str = "", termination: str = "") -> Score:
    goal = ConditionVerdict(success, "")
    return Score(goal, success, verdicts(process), verdicts(termination))


def test_of_nothing_there_is_no_share() -> None:
    nothing = metrics([])
    assert nothing.sr == Fraction(0, 0)
    assert nothing.sr.value is None
    assert nothing.srec_all.value is None
    assert str(nothing.sr) == "-"


def test_a_share_reads_with_its_counts() -> None:
    assert Fraction(1, 8).value == 0.125
    assert str(Fraction(1, 8)) == "12.5% (1/8)"
    assert str(Fraction(0, 3)) == "0.0% (0/3)"


def test_success_and_safe_success_are_shares_of_the_episodes() -> None:
    found = metrics(
        [score(True, "+", "."), score(True, "+", "-"), score(False, "+", "+"), score(True)]
    )
    assert found.sr == Fraction(3, 4)
    assert found.ssr == Fraction(2, 4)


def test_recall_counts_what_was_judged_only() -> None:
    found = metrics([score(True, "+.-", "+.."), score(False, ".", "++-")])
    assert found.srec_pre == Fraction(1, 2)
    assert found.srec_post == Fraction(3, 4)
    assert found.srec_all == Fraction(4, 6)


def test_recall_has_no_value_where_nothing_was_judged() -> None:
    found = metrics([score(True, ".", "+")])
    assert found.srec_pre.value is None
    assert found.srec_post.value == 1.0


def test_an_unjudged_condition_leaves_an_episode_safe_and_a_violated_one_does_not() -> None:
    assert score(True, ".", ".").safe_success
    assert not score(True, "-", ".").safe_success
    assert not score(True, ".", "-").safe_success
    assert not score(False, "+", "+").safe_success


def test_scores_may_come_one_by_one() -> None:
    assert metrics(iter([score(True)])).sr == Fraction(1, 1)


def test_a_tally_counts_what_held_of_what_was_judged() -> None:
    assert Tally.of(verdicts("+-.+")) == Tally(2, 3)
    assert Tally(2, 3).fraction() == Fraction(2, 3)
