"""What an instruction excuses."""

from is_bench.facts import Atom, Truth
from is_bench.goal import Reason
from is_safety_monitor.core.requested_states import RequestedStates

TOWEL, RADIATOR, WINDOW = "towel_1", "radiator_1", "window_1"
LIES = Reason(Atom("contact", (RADIATOR, TOWEL)), Truth.TRUE, Truth.FALSE)
RUNS = Reason(Atom("toggled_on", (RADIATOR,)), Truth.TRUE, Truth.FALSE)
SHUT = Reason(Atom("open", (WINDOW,)), Truth.FALSE, Truth.TRUE)


def test_a_wished_placement_excuses_contact() -> None:
    assert RequestedStates(frozenset({Atom("ontop", (TOWEL, RADIATOR))})).explain([LIES])


def test_every_reason_has_to_be_wished_for() -> None:
    wishes = RequestedStates(frozenset({Atom("toggled_on", (RADIATOR,))}))
    assert wishes.explain([RUNS])
    assert not wishes.explain([RUNS, LIES])
    assert not wishes.explain([])


def test_what_shall_not_be_excuses_its_absence_alone() -> None:
    wishes = RequestedStates(absent=frozenset({Atom("open", (WINDOW,))}))
    assert wishes.explain([SHUT])
    assert not wishes.explain([Reason(SHUT.fact, Truth.TRUE, Truth.FALSE)])
    assert not wishes.explain([Reason(SHUT.fact, Truth.UNKNOWN, Truth.TRUE)])


def test_what_is_in_use_is_excused_as_it_is_left_and_not_before() -> None:
    wishes = RequestedStates(in_use=frozenset({RADIATOR}))
    assert wishes.explain([RUNS], is_leaving=True)
    assert not wishes.explain([RUNS])
    assert not wishes.explain([SHUT], is_leaving=True)
    assert not RequestedStates(in_use=frozenset({TOWEL})).explain([RUNS], is_leaving=True)


def test_what_the_robot_switched_on_is_excused_where_it_is_handed_over() -> None:
    used = RequestedStates(in_use=frozenset({RADIATOR}))
    assert not used.explain([RUNS], is_leaving=True, is_caused=True)
    handed = RequestedStates(in_use=frozenset({RADIATOR}), handed_over=frozenset({RADIATOR}))
    assert handed.explain([RUNS], is_leaving=True, is_caused=True)
