"""Facts that come late, twice, contradicting one another or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Atom, FactSet, Truth, atom
from is_safety_monitor.core.fact_memory import FactMemory

OPEN, HOT, COLD = (atom(name, "stove.n.01_1") for name in ("open", "hot", "frozen"))


def closed(*true: Atom, unknown: tuple[Atom, ...] = ()) -> FactSet:
    """A report that says of everything that is not named that it does not hold."""
    return FactSet(frozenset(true), unknown=frozenset(unknown))


def partial(true: tuple[Atom, ...] = (), false: tuple[Atom, ...] = ()) -> FactSet:
    """A report that says nothing of what is not named."""
    return FactSet(frozenset(true), frozenset(false), closed=False)


def told(*reports: tuple[FactSet, int], max_age_ns: int = 0) -> FactMemory:
    memory = FactMemory(max_age_ns)
    for facts, stamp_ns in reports:
        memory.report(facts, stamp_ns)
    return memory


def truths(memory: FactMemory, now_ns: int = 1000) -> dict[Atom, Truth]:
    view = memory.view(now_ns)
    return {fact: view.truth(fact) for fact in (OPEN, HOT, COLD)}


def test_without_a_word_everything_is_unknown() -> None:
    assert set(truths(FactMemory()).values()) == {Truth.UNKNOWN}


def test_a_closed_report_says_of_all_facts_whether_they_hold() -> None:
    memory = told((closed(OPEN, unknown=(HOT,)), 5))
    assert truths(memory) == {OPEN: Truth.TRUE, HOT: Truth.UNKNOWN, COLD: Truth.FALSE}


def test_a_partial_report_says_nothing_of_what_it_does_not_name() -> None:
    memory = told((partial((OPEN,), (HOT,)), 5))
    assert truths(memory) == {OPEN: Truth.TRUE, HOT: Truth.FALSE, COLD: Truth.UNKNOWN}


def test_a_partial_report_changes_only_what_it_names() -> None:
    memory = told((closed(OPEN), 5), (partial((HOT,)), 6))
    assert truths(memory) == {OPEN: Truth.TRUE, HOT: Truth.TRUE, COLD: Truth.FALSE}


def test_a_closed_report_ends_what_it_does_not_name() -> None:
    assert truths(told((closed(OPEN), 5), (closed(), 6)))[OPEN] is Truth.FALSE


def test_a_late_report_does_not_undo_a_newer_one() -> None:
    newer, older = (partial(false=(OPEN,)), 6), (partial((OPEN,)), 5)
    assert truths(told(newer, older))[OPEN] is Truth.FALSE


def test_a_late_closed_report_does_not_undo_a_newer_one() -> None:
    assert truths(told((closed(), 6), (closed(OPEN), 5)))[OPEN] is Truth.FALSE


def test_a_late_partial_report_does_not_undo_a_newer_closed_one() -> None:
    """That a closed report does not name a fact is a word on it, too."""
    assert truths(told((closed(), 6), (partial((OPEN,)), 5)))[OPEN] is Truth.FALSE


def test_reports_of_the_same_time_that_contradict_make_a_fact_unknown() -> None:
    for reports_ in (
        [closed(OPEN), closed()],
        [closed(), closed(OPEN)],
        [closed(), partial((OPEN,))],
        [partial((OPEN,)), closed()],
        [closed(OPEN), closed(), closed(OPEN)],
    ):
        memory = told(*((facts, 5) for facts in reports_))
        assert truths(memory)[OPEN] is Truth.UNKNOWN, reports_
        assert truths(memory)[COLD] is Truth.FALSE


def test_a_closed_report_leaves_what_was_seen_after_it() -> None:
    assert truths(told((partial((OPEN,)), 6), (closed(), 5)))[OPEN] is Truth.TRUE


def test_words_of_the_same_time_that_contradict_make_a_fact_unknown() -> None:
    yes, no = (partial((OPEN,)), 5), (partial(false=(OPEN,)), 5)
    assert truths(told(yes, no))[OPEN] is Truth.UNKNOWN
    assert truths(told(no, yes))[OPEN] is Truth.UNKNOWN


def test_a_contradiction_is_settled_by_a_newer_word() -> None:
    memory = told((partial((OPEN,)), 5), (partial(false=(OPEN,)), 5), (partial((OPEN,)), 6))
    assert truths(memory)[OPEN] is Truth.TRUE


def test_a_third_word_of_the_same_time_settles_no_contradiction() -> None:
    memory = told((partial((OPEN,)), 5), (partial(false=(OPEN,)), 5), (partial((OPEN,)), 5))
    assert truths(memory)[OPEN] is Truth.UNKNOWN


def test_the_same_word_twice_is_no_contradiction() -> None:
    assert truths(told((partial((OPEN,)), 5), (partial((OPEN,)), 5)))[OPEN] is Truth.TRUE


def test_what_stays_away_becomes_unknown_with_age() -> None:
    memory = told((partial((OPEN,), (HOT,)), 5), max_age_ns=10)
    assert truths(memory, 15) == {OPEN: Truth.TRUE, HOT: Truth.FALSE, COLD: Truth.UNKNOWN}
    assert set(truths(memory, 16).values()) == {Truth.UNKNOWN}


def test_that_nothing_else_holds_becomes_unknown_with_age_too() -> None:
    memory = told((closed(OPEN), 5), max_age_ns=10)
    assert truths(memory, 15)[COLD] is Truth.FALSE
    assert truths(memory, 16)[COLD] is Truth.UNKNOWN


def test_an_old_fact_is_unknown_though_the_report_is_new() -> None:
    memory = FactMemory(10)
    memory.report(closed(OPEN, HOT), 20, {OPEN: 5})
    assert truths(memory, 20) == {OPEN: Truth.UNKNOWN, HOT: Truth.TRUE, COLD: Truth.FALSE}


def test_a_fact_that_was_seen_long_ago_holds_in_every_report_that_names_it() -> None:
    memory = FactMemory()
    for stamp_ns in (10, 20, 30):
        memory.report(closed(OPEN), stamp_ns, {OPEN: 5})
        assert truths(memory)[OPEN] is Truth.TRUE


def test_a_sighting_does_not_undo_a_newer_report() -> None:
    memory = told((closed(), 10))
    memory.report(closed(OPEN), 20, {OPEN: 5})
    assert truths(memory)[OPEN] is Truth.FALSE


def test_an_old_fact_is_fresh_again_when_it_is_seen_again() -> None:
    memory = told((partial((OPEN,)), 5), (partial((OPEN,)), 20), max_age_ns=10)
    assert truths(memory, 30)[OPEN] is Truth.TRUE


def test_without_a_bound_facts_do_not_age() -> None:
    assert truths(told((closed(OPEN), 5)), 10**18)[OPEN] is Truth.TRUE


@dataclass(frozen=True)
class Report:
    """A report and when it was made, for the property tests."""

    facts: FactSet
    stamp_ns: int

    def word(self, fact: Atom) -> Truth | None:
        """What it says of `fact`; None for nothing."""
        if fact in self.facts.true:
            return Truth.TRUE
        if fact in self.facts.unknown:
            return Truth.UNKNOWN
        return Truth.FALSE if self.facts.closed or fact in self.facts.false else None


@st.composite
def reports(draw: st.DrawFn) -> Report:
    said = {fact: draw(st.sampled_from([*Truth, None])) for fact in (OPEN, HOT)}
    groups = [frozenset(f for f, truth in said.items() if truth is t) for t in Truth]
    by_truth = dict(zip(Truth, groups, strict=True))
    facts = FactSet(
        by_truth[Truth.TRUE],
        by_truth[Truth.FALSE],
        by_truth[Truth.UNKNOWN],
        closed=draw(st.booleans()),
    )
    if facts.closed:
        facts = FactSet(facts.true, unknown=facts.unknown)
    return Report(facts, draw(st.integers(0, 3)))


def newest(said: list[Report], fact: Atom) -> set[Truth]:
    """What is said of `fact` at the last time of which anything is said of it."""
    stamps = [one.stamp_ns for one in said if one.word(fact) is not None]
    return {
        word
        for one in said
        if stamps and one.stamp_ns == max(stamps) and (word := one.word(fact)) is not None
    }


@given(st.lists(reports(), max_size=6))
def test_the_newest_word_counts_in_whatever_order_reports_come(said: list[Report]) -> None:
    memory = told(*((one.facts, one.stamp_ns) for one in said))
    for fact in (OPEN, HOT):
        words = newest(said, fact)
        expected = words.pop() if len(words) == 1 else Truth.UNKNOWN
        assert memory.view(10).truth(fact) is expected


@given(st.lists(reports(), max_size=5), st.integers(0, 4), st.integers(0, 4))
def test_a_report_says_the_same_alone_and_with_the_stamp_of_each_fact(
    said: list[Report], doubted_ns: int, max_age_ns: int
) -> None:
    alone, stamped = FactMemory(max_age_ns), FactMemory(max_age_ns)
    for number, one in enumerate(said):
        if number == 1:
            alone.invalidate([OPEN], doubted_ns)
            stamped.invalidate([OPEN], doubted_ns)
        named = one.facts.true | one.facts.unknown | {COLD}
        alone.report(one.facts, one.stamp_ns)
        stamped.report(one.facts, one.stamp_ns, dict.fromkeys(named, one.stamp_ns))
        assert alone.view(5) == stamped.view(5)


@given(st.lists(reports(), max_size=5), st.integers(0, 3), st.integers(0, 9))
def test_age_makes_facts_unknown_and_nothing_else(
    said: list[Report], max_age_ns: int, now_ns: int
) -> None:
    listed = [(one.facts, one.stamp_ns) for one in said]
    ageing, lasting = told(*listed, max_age_ns=max_age_ns), told(*listed)
    for fact, truth in truths(ageing, now_ns).items():
        assert truth in (Truth.UNKNOWN, truths(lasting, now_ns)[fact])
