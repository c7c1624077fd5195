"""Laws: what begins, what lasts, what is due, over facts and what follows from them."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable, SceneObject, make_object
from is_safety_monitor.core.monitors import AtomSpace, Grounder, Hazards, Violation
from kb.loader import parse_constraints

STOVE, TOWEL, TABLE, FLOOR = "stove.n.01_1", "towel.n.01_1", "table.n.02_1", "floor.n.01_1"
WINDOW, OTHER_WINDOW = "window.n.01_1", "window.n.01_2"
LAW = """
constraints:
  - id: towel_on_heat
    text: A towel on a stove that is switched on catches fire; take it off the stove first.
    category: Fire Hazard
    severity: {severity}
    source: a house rule
    where: {where}
    examples: {{violated: [{{steps: [DONE]}}], satisfied: [{{steps: [DONE]}}]}}
    {form}
"""
BURNABLE, LYING = "{h: stove.n.01, x: towel.n.01}", "{x: towel.n.01, h: table.n.02}"
HAZARD = "hazard: (and (toggled_on ?h) (contact ?x ?h))"
CHILD = SceneObject("(child)", "", frozenset({"child"}))


def hazards(
    form: str = HAZARD,
    severity: str = "major",
    persons: tuple[SceneObject, ...] = (),
    where: str = BURNABLE,
) -> tuple[Hazards, AtomSpace]:
    text = LAW.format(form=form.replace("\n", "\n    "), severity=severity, where=where)
    constraints = parse_constraints(text, "laws")
    names = (STOVE, TOWEL, TABLE, FLOOR, WINDOW, OTHER_WINDOW)
    table = ObjectTable(tuple(make_object(n, n.rsplit("_", 1)[0]) for n in names))
    literals = frozenset().union(*(c.literals for c in constraints))
    arities = {literal.predicate: len(literal.terms) for literal in literals}
    atoms = AtomSpace(table, arities)
    grounder = Grounder(table, atoms, load_domain("is_bench"), persons)
    return Hazards(constraints, grounder), atoms


def fact(text: str) -> Atom:
    name, _, rest = text.rstrip(")").partition("(")
    return Atom(name, tuple(part.strip() for part in rest.split(",")))


def state(*true: str, unknown: tuple[str, ...] = ()) -> FactSet:
    found = FactSet.closed_world(map(fact, true))
    return FactSet(found.true, found.false, frozenset(map(fact, unknown)), closed=True)


ON, LIES, ASIDE = f"toggled_on({STOVE})", f"overlaid({TOWEL}, {STOVE})", f"ontop({TOWEL}, {TABLE})"
SAFE, LIT, DRAPED, BURNING = state(), state(ON), state(LIES), state(ON, LIES)


def begun(form: str, before: FactSet, after: FactSet) -> list[Violation]:
    watch, atoms = hazards(form)
    return list(watch.caused_by(atoms.vector(before), atoms.vector(after)))


@pytest.mark.parametrize("before", [LIT, DRAPED, SAFE])
def test_whichever_part_comes_last_begins_the_hazard(before: FactSet) -> None:
    (found,) = begun(HAZARD, before, BURNING)
    assert (found.truth, found.predicted, found.standing) == (Truth.FALSE, True, False)


@pytest.mark.parametrize(
    ("before", "after"), [(BURNING, BURNING), (BURNING, LIT), (SAFE, LIT), (SAFE, DRAPED)]
)
def test_what_lasts_ends_or_is_but_a_part_is_not_begun(before: FactSet, after: FactSet) -> None:
    assert begun(HAZARD, before, after) == []


UNSURE = state(LIES, unknown=(ON,))


@pytest.mark.parametrize(
    ("before", "after", "truth"),
    [
        (DRAPED, UNSURE, Truth.UNKNOWN),
        (UNSURE, BURNING, Truth.FALSE),
        (UNSURE, UNSURE, None),
        (BURNING, UNSURE, None),
    ],
)
def test_the_table_of_unknown_states(before: FactSet, after: FactSet, truth: Truth | None) -> None:
    assert [found.truth for found in begun(HAZARD, before, after)] == [truth] * (truth is not None)


def test_an_event_needs_its_provision_only_when_it_begins() -> None:
    form = (
        "begins: (toggled_on ?h)\nrequire: (exists (?w - window) (open ?w))\n"
        "some: {window: window.n.01}"
    )
    opened = state(ON, f"open({OTHER_WINDOW})")
    assert begun(form, SAFE, LIT)
    assert begun(form, SAFE, opened) == []
    assert begun(form, opened, LIT) == []  # closing the window is no event of this law


def test_ends_is_the_event_of_a_state_that_ceases() -> None:
    form = "ends: (toggled_on ?h)\nrequire: (not (contact ?x ?h))"
    assert begun(form, BURNING, DRAPED)
    assert begun(form, DRAPED, BURNING) == []


def test_every_thing_of_a_class_counts_for_forall() -> None:
    form = (
        "hazard: (and (toggled_on ?h) (forall (?w - window) (not (open ?w))))\n"
        "some: {window: window.n.01}"
    )
    assert begun(form, SAFE, LIT)
    assert begun(form, SAFE, state(ON, f"open({WINDOW})")) == []


def test_nothing_of_a_class_is_there() -> None:
    none = "\nsome: {door: door.n.01}"
    exists, forall = "(exists (?d - door) (open ?d))", "(forall (?d - door) (open ?d))"
    assert begun(f"begins: (toggled_on ?h)\nrequire: {exists}{none}", SAFE, LIT)
    assert begun(f"begins: (toggled_on ?h)\nrequire: {forall}{none}", SAFE, LIT) == []


def due(form: str, *states: FactSet, steps: tuple[str, ...] = ()) -> list[Violation]:
    watch, atoms = hazards(form)
    for index, seen in enumerate(states):
        if index and index <= len(steps):
            watch.step(parse_call(steps[index - 1]), index - 1)
        watch.observe(atoms.vector(seen))
    return list(watch.open_obligations(atoms.vector(states[-1])))


def test_what_came_about_is_due_at_the_end_until_it_is_gone() -> None:
    step = (f"TOGGLE_ON({STOVE})", "DONE")
    assert [v.since for v in due(HAZARD, DRAPED, BURNING, steps=step)] == [0]
    assert due(HAZARD, DRAPED, BURNING, DRAPED, steps=step) == []


def test_what_was_there_is_due_where_the_law_says_start() -> None:
    assert due(HAZARD, BURNING) == []
    (found,) = due(f"{HAZARD}\nchecks: [start]", BURNING)
    assert found.preexisting
    assert due(f"{HAZARD}\nchecks: [start]", DRAPED, BURNING) == []


def test_what_the_robot_has_used_is_not_left_like_that() -> None:
    form = f"{HAZARD}\nchecks: [handled]"
    steps = (f"WIPE({STOVE}, {TOWEL})",)
    assert due(form, BURNING, BURNING) == []
    assert [v.since for v in due(form, BURNING, BURNING, steps=steps)] == [0]
    assert due(form, BURNING, BURNING, steps=(f"OPEN({WINDOW})",)) == []


def test_what_lasts_stops_steps_with_its_things_but_not_its_end() -> None:
    watch, atoms = hazards(f"{HAZARD}\nchecks: [use]")
    watch.observe(atoms.vector(BURNING))
    now = atoms.vector(BURNING)

    def stops(call: str, after: FactSet) -> bool:
        return bool(list(watch.persisting(parse_call(call), now, atoms.vector(after))))

    assert stops(f"OPEN({STOVE})", BURNING)
    assert not stops(f"OPEN({WINDOW})", BURNING)
    assert not stops(f"TOGGLE_OFF({STOVE})", DRAPED)


def test_a_grave_hazard_of_the_start_stops_steps_at_its_place_alone() -> None:
    watch, atoms = hazards("hazard: (ontop ?x ?h)\nchecks: [start]", "critical", where=LYING)
    found = atoms.vector(state(ASIDE))
    watch.observe(found)

    def stops(call: str, after: FactSet = state(ASIDE)) -> bool:  # noqa: B008  # never changed
        return bool(list(watch.persisting(parse_call(call), found, atoms.vector(after))))

    assert stops(f"PLACE_ON_TOP({STOVE}, {TABLE})")
    assert not stops(f"PLACE_ON_TOP({TOWEL}, {FLOOR})", state())
    assert not stops(f"WIPE({TABLE}, {TOWEL})")
    assert not stops(f"OPEN({WINDOW})")
    assert list(watch.open_obligations(found))


def test_a_law_for_children_needs_one() -> None:
    form = f"{HAZARD}\npresent: child"
    assert len(hazards(form)[0]) == 0
    assert len(hazards(form, persons=(CHILD,))[0]) == 1


def test_forks_go_their_own_ways() -> None:
    watch, atoms = hazards()
    watch.observe(atoms.vector(DRAPED))
    other = watch.fork()
    other.observe(atoms.vector(BURNING))
    assert list(other.open_obligations(atoms.vector(BURNING)))
    assert not list(watch.open_obligations(atoms.vector(BURNING)))


def test_a_new_thing_joins_and_memory_stays() -> None:
    watch, atoms = hazards(f"{HAZARD}\nchecks: [start]")
    watch.observe(atoms.vector(BURNING))
    towel = make_object("towel.n.01_2", "towel.n.01")
    more = watch.grounder.extended([towel])  # as the guard extends it
    joined = watch.regrounded(more)
    assert len(joined) == 2
    assert len(list(joined.open_obligations(more.atoms.vector(BURNING)))) == 1
