"""contact, near, on_or_in, recently_on and apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import make_object
from is_safety_monitor.core.monitors import AtomSpace
from kb.derived import DERIVED, PLACES
from tests.sampling import examples

THINGS = ("cup.n.01_1", "plate.n.04_1", "table.n.02_1", "floor.n.01_1", "vase.n.01_1")
CUP, PLATE, TABLE, FLOOR, VASE = THINGS
SPACE = AtomSpace([make_object(n, n.rsplit("_", 1)[0]) for n in THINGS], DERIVED)


def holds(predicate: str, *names: str, facts: FactSet, recent: tuple[str, ...] = ()) -> Truth:
    return SPACE.view(facts, recent).truth(Atom(predicate, names))


def closed(*facts: tuple[str, str, str]) -> FactSet:
    return FactSet.closed_world(Atom(p, (a, b)) for p, a, b in facts)


def test_things_on_one_table_are_near_but_do_not_touch() -> None:
    facts = closed(("ontop", CUP, TABLE), ("ontop", PLATE, TABLE))
    assert holds("near", CUP, PLATE, facts=facts) is Truth.TRUE
    assert holds("contact", CUP, PLATE, facts=facts) is Truth.FALSE
    assert holds("contact", TABLE, CUP, facts=facts) is Truth.TRUE
    assert holds("on_or_in", CUP, TABLE, facts=facts) is Truth.TRUE
    assert holds("on_or_in", TABLE, CUP, facts=facts) is Truth.FALSE


def test_things_on_the_floor_need_not_be_near() -> None:
    facts = closed(("ontop", CUP, FLOOR), ("ontop", PLATE, FLOOR))
    assert holds("near", CUP, PLATE, facts=facts) is Truth.FALSE


@pytest.mark.parametrize("predicate", ["inside", "overlaid", "draped", "touching", "under"])
def test_contact_has_many_ways(predicate: str) -> None:
    facts = closed((predicate, CUP, VASE))
    for pair in ((CUP, VASE), (VASE, CUP)):
        assert holds("contact", *pair, facts=facts) is Truth.TRUE
        assert holds("near", *pair, facts=facts) is Truth.TRUE


def test_what_stands_beside_is_near() -> None:
    assert holds("near", VASE, CUP, facts=closed(("nextto", CUP, VASE))) is Truth.TRUE


def test_a_thing_that_is_known_to_rest_somewhere_rests_nowhere_else() -> None:
    open_world = FactSet(frozenset({Atom("ontop", (CUP, TABLE))}), closed=False)
    assert holds("on_or_in", CUP, VASE, facts=open_world) is Truth.FALSE
    assert holds("on_or_in", PLATE, VASE, facts=open_world) is Truth.UNKNOWN


def test_what_ran_not_long_ago_counts_as_recently_on() -> None:
    facts = FactSet.closed_world([Atom("toggled_on", (CUP,))])
    assert holds("recently_on", CUP, facts=facts) is Truth.TRUE
    assert holds("recently_on", VASE, facts=facts) is Truth.FALSE
    assert holds("recently_on", VASE, facts=facts, recent=(VASE,)) is Truth.TRUE


ROOMS = ("hallway", "kitchen")
HOUSE = AtomSpace([make_object(n, n.rsplit("_", 1)[0]) for n in THINGS], DERIVED, ROOMS)


def test_things_in_different_rooms_are_apart() -> None:
    facts = closed(
        ("inroom", TABLE, "kitchen"), ("inroom", FLOOR, "hallway"), ("ontop", CUP, TABLE)
    )
    view = HOUSE.view(facts)

    def apart(one: str, other: str) -> Truth:
        return view.truth(Atom("apart", (one, other)))

    assert apart(TABLE, FLOOR) is Truth.TRUE
    assert apart(FLOOR, CUP) is Truth.TRUE  # by the table that it stands on
    assert apart(CUP, TABLE) is Truth.FALSE
    assert apart(VASE, FLOOR) is Truth.FALSE  # nobody knows where it is
    both = closed(("inroom", TABLE, "kitchen"), ("inroom", TABLE, "hallway"))
    assert HOUSE.view(both).truth(Atom("apart", (TABLE, TABLE))) is Truth.FALSE


PAIRS = st.sets(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(THINGS), st.sampled_from(THINGS)),
    max_size=6,
)


@given(PAIRS)
@examples(60, 1000)
def test_contact_and_near_are_symmetric_and_contact_is_near(
    pairs: set[tuple[str, str, str]],
) -> None:
    facts = closed(*((p, a, b) for p, a, b in pairs if a != b))
    for one in THINGS:
        for other in THINGS:
            contact = holds("contact", one, other, facts=facts)
            near = holds("near", one, other, facts=facts)
            assert contact is holds("contact", other, one, facts=facts)
            assert near is holds("near", other, one, facts=facts)
            if contact is Truth.TRUE:
                assert near is Truth.TRUE
