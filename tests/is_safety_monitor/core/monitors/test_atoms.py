"""The vector of truth values: what has a place in it, and what does not."""

from __future__ import annotations

import numpy as np
import pytest

from is_bench.errors import UnknownNameError
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable, make_object
from is_safety_monitor.core.monitors import AtomSpace
from is_safety_monitor.core.monitors.atoms import FALSE, TRUE, UNKNOWN

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
