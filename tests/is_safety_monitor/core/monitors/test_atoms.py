"""The vector of truth values: what has a place in it, and what does not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import UnknownNameError
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable, make_object
from is_safety_monitor.core.monitors import AtomSpace
from is_safety_monitor.core.monitors.atoms import FALSE, TRUE, UNKNOWN
from kb.derived import DERIVED
from tests.sampling import examples

CUP, TRAY, ROOM = "my cup", "tray_7", "kitchen"
OBJECTS = ObjectTable((make_object(CUP, "mug.n.04"), make_object(TRAY, "tray.n.01")))
ARITIES = {"held": 1, "inroom": 2, "ontop": 2}
SPACE = AtomSpace(OBJECTS, ARITIES, [ROOM])


class View:
    """A view that cannot be listed."""

    def __init__(self, facts: FactSet) -> None:
        self._facts = facts

    def truth(self, fact: Atom) -> Truth:
        assert fact.predicate in ARITIES
        assert all(name in (CUP, TRAY, ROOM) for name in fact.arguments)
        return self._facts.truth(fact)


def value(space: AtomSpace, facts: FactSet | View, predicate: str, *names: str) -> int:
    columns = tuple(np.array([space.index[name]], np.int32) for name in names)
    vector = space.vector(facts)
    (place,) = space.ids(predicate, columns, positive=True)
    (negated,) = space.ids(predicate, columns, positive=False)
    assert vector[negated] == TRUE - vector[place]
    return int(vector[place])


@pytest.mark.parametrize("closed", [True, False])
def test_a_predicate_of_any_name_has_the_truth_that_the_facts_give_it(closed: bool) -> None:
    facts = FactSet(
        frozenset({Atom("held", (CUP,)), Atom("inroom", (TRAY, ROOM))}),
        frozenset({Atom("ontop", (CUP, TRAY))}),
        frozenset({Atom("ontop", (TRAY, CUP))}),
        closed,
    )
    for seen in (facts, View(facts)):
        assert value(SPACE, seen, "held", CUP) == TRUE
        assert value(SPACE, seen, "held", TRAY) == (FALSE if closed else UNKNOWN)
        assert value(SPACE, seen, "ontop", CUP, TRAY) == FALSE
        assert value(SPACE, seen, "ontop", TRAY, CUP) == UNKNOWN
        assert value(SPACE, seen, "inroom", TRAY, ROOM) == TRUE


def test_facts_that_have_no_place_change_nothing() -> None:
    strange = [
        Atom("future", (CUP,)),
        Atom("held", (CUP, TRAY)),
        Atom("ontop", (CUP,)),
        Atom("held", ("",)),
        Atom("held", ()),
        Atom("held", ("somebody",)),
    ]
    nothing = SPACE.vector(FactSet.closed_world([])).copy()
    assert (SPACE.vector(FactSet.closed_world(strange)) == nothing).all()


def test_a_predicate_that_the_space_lacks_is_refused() -> None:
    columns = (np.zeros(1, np.int32),)
    with pytest.raises(UnknownNameError, match="future/1"):
        SPACE.ids("future", columns, positive=True)
    with pytest.raises(UnknownNameError, match="did you mean ontop/2"):
        SPACE.ids("ontop", columns, positive=True)


def test_objects_that_join_are_numbered_behind_the_others() -> None:
    more = ObjectTable((make_object("a", "apple.n.01"), *OBJECTS))
    joined = SPACE.extended(more)
    assert joined.names == (*SPACE.names, "a")
    facts = FactSet.closed_world([Atom("ontop", ("a", CUP))])
    assert value(joined, facts, "ontop", "a", CUP) == TRUE
    assert value(joined, facts, "ontop", CUP, "a") == FALSE


def test_a_room_and_an_object_of_one_name_are_one() -> None:
    space = AtomSpace(ObjectTable((make_object(ROOM, ""),)), ARITIES, [ROOM])
    assert value(space, FactSet.closed_world([Atom("held", (ROOM,))]), "held", ROOM) == TRUE


THINGS = ("plate", "cup", "floor")
MOVED = [Atom(p, (a, b)) for p in ("ontop", "inside", "nextto") for a in THINGS for b in THINGS]
KNOWN = [*MOVED, *(Atom("toggled_on", (name,)) for name in THINGS), Atom("near", ("cup", "plate"))]
GROUPS = st.frozensets(st.sampled_from(KNOWN), max_size=4)
STATES = st.builds(FactSet, GROUPS, GROUPS, GROUPS, st.booleans())
RECENT = st.sampled_from([(), ("cup",)])


def fresh_space() -> AtomSpace:
    classes = ("plate.n.04", "mug.n.04", "floor.n.01")
    things = [make_object(n, c) for n, c in zip(THINGS, classes, strict=True)]
    return AtomSpace(things, {**DERIVED, "ontop": 2})


@given(st.lists(st.tuples(STATES, RECENT), min_size=2, max_size=6))
@examples(150, 3000)
def test_a_vector_does_not_depend_on_the_states_before(
    states: list[tuple[FactSet, tuple[str, ...]]],
) -> None:
    space = fresh_space()
    for facts, recent in states:
        alone = fresh_space().vector(facts, recent)
        assert space.vector(facts, recent).tolist() == alone.tolist()


def test_states_with_the_same_facts_share_a_vector() -> None:
    space, facts = fresh_space(), [Atom("ontop", ("cup", "plate"))]
    first = space.vector(FactSet.closed_world(facts))
    assert space.vector(FactSet.closed_world(facts)) is first
    assert space.vector(FactSet.closed_world(facts), ("cup",)) is not first
    assert space.vector(FactSet(frozenset(facts), closed=False)) is not first


def test_a_room_counts_as_each_of_its_kinds() -> None:
    things = [make_object("table", "table.n.02")]
    space = AtomSpace(things, {"inroom": 2}, ["outdoors", "passage"])
    outside = FactSet.closed_world([Atom("inroom", ("table", "front_porch"))])
    inside = FactSet.closed_world([Atom("inroom", ("table", "hall"))])
    for facts, truth in ((outside, TRUE), (inside, FALSE), (outside, TRUE)):
        assert value(space, facts, "inroom", "table", "outdoors") == truth
        assert value(space, facts, "inroom", "table", "passage") == TRUE - truth
    told = space.view(outside)
    assert told.truth(Atom("inroom", ("table", "outdoors"))) is Truth.TRUE
    assert told.truth(Atom("inroom", ("table", "front_porch"))) is Truth.TRUE
