"""What statements demand, by pattern and scope."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.reading.making import Makers, Stock
from is_bench.reading.marks import Mark, Measure
from is_bench.reading.property_patterns import Case
from is_bench.reading.requirement import Demands, Lit, Span, Things, UnreadError
from is_bench.reading.scopes import EVERYWHERE, Scope, Statement
from is_bench.reading.stated_clauses import Clause
from tests.is_bench.reading.scene import THOR, stated

DRAWER = Lit("open", (Things(("Drawer_1",)),))
CABINET = Lit("open", (Things(("Cabinet_1",)),))


def case(scope: Scope = EVERYWHERE, *, negative: bool = False) -> Case:
    makers = Makers(Stock(THOR, load_domain("thor")))
    return Case(makers, Statement(Clause(state=DRAWER, negative=negative)), scope)


def test_a_state_is_ended_by_steps() -> None:
    assert "CLOSE" in {step.skill for step in case().breaking}
    assert "OPEN" in {step.skill for step in case(negative=True).breaking}


def test_what_a_scope_tells_of_is_begun_by_steps() -> None:
    opened = case().opening(Scope(Mark.AFTER, Clause(state=CABINET)))
    assert "OPEN" in {step.skill for step in opened}


def test_a_time_that_has_to_pass_is_no_bound() -> None:
    assert case(Scope(Mark.AFTER, measure=Measure("within", Span(2)))).within == Span(2)
    with pytest.raises(UnreadError):
        _ = case(Scope(Mark.AFTER, measure=Measure("least", Span(2)))).within


@pytest.mark.parametrize(
    ("text", "demands", "within"),
    [
        ("Turn the Microwave on for at most five steps.", Demands.DUE, Span(5)),
        ("Do not run the Microwave for more than five steps.", Demands.DUE, Span(5)),
        ("Do not open the Microwave within three steps of turning it off.", Demands.NEVER, Span(3)),
        ("Wait at least 3 steps after turning off the Microwave before opening it.",
         Demands.NEVER, Span(2)),
        ("Only open the Drawer within 2 steps of opening the Cabinet.", Demands.DONE, Span(2)),
    ],
)  # fmt: skip
def test_times_bound_what_is_done(text: str, demands: Demands, within: Span) -> None:
    assert [(one.demands, one.within) for one in stated(text) or ()] == [(demands, within)]


def test_a_condition_says_when_an_order_holds() -> None:
    found = stated("If the Drawer is open, close it before you open the Cabinet.")
    assert found is not None
    assert [one.condition is not None for one in found] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "Cook the Egg for no longer than five minutes.",  # nothing undoes it
        "Never open the Drawer for at most two steps until the Cabinet is open.",
        "Turn off the Microwave within a minute.",  # from when on?
        "Do not wipe the Drawer together with the Cabinet before you open it.",
    ],
)
def test_what_has_no_rule_is_unread(text: str) -> None:
    assert stated(text) is None


def shape(text: str) -> list[tuple[Demands, list[str]]]:
    """What each requirement of `text` demands, and the skills that it is checked at."""
    found = stated(text)
    assert found is not None
    return [(one.demands, [step.skill for step in one.trigger]) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Drawer must be closed at the end.", [(Demands.HOLDS, ["DONE"])]),
        ("Keep the Drawer closed.", [(Demands.HOLDS, ["OPEN"]), (Demands.HOLDS, ["DONE"])]),
        ("Never leave the Drawer open.", [(Demands.HOLDS, ["DONE"])]),
        ("The Drawer must stay closed until the Microwave is off.", [(Demands.HOLDS, ["OPEN"])]),
        ("The Drawer must be open while the Microwave is on.",
         [(Demands.HOLDS, ["CLOSE"]), (Demands.HOLDS, ["TOGGLE_ON"])]),
        ("The Drawer may stay open for at most two steps.", [(Demands.DUE, ["OPEN"])]),
        ("After opening the Cabinet, keep the Drawer closed for two steps.",
         [(Demands.NEVER, ["OPEN"]), (Demands.KEPT, ["OPEN"])]),
        ("Never have the Drawer and the Cabinet open at the same time.",
         [(Demands.HOLDS, ["OPEN"]), (Demands.HOLDS, ["OPEN"])]),
        ("Leave the Egg in the Pot.", []),
    ],
)  # fmt: skip
def test_a_state_is_demanded_when_it_is_said_to_hold(
    text: str, expected: list[tuple[Demands, list[str]]]
) -> None:
    assert shape(text) == expected
