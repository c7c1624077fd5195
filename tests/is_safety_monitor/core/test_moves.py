"""Where a thing may be moved to, and in which order places are offered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable, make_object
from is_safety_monitor.core.call_sequences import Situation
from is_safety_monitor.core.moves import RemedyTarget, moves
from tests.is_safety_monitor.core.guards import table

COUNTER, FLOOR, BED, SINK = "countertop.n.01_1", "floor.n.01_1", "bed.n.01_1", "sink.n.01_1"
CABINET, FRIDGE, SHELF = "cabinet.n.01_1", "electric_refrigerator.n.01_1", "shelf.n.01_1"
MUG, RAG, WATER, BALL = "mug.n.04_1", "rag.n.01_1", "water.n.06_1", "ball.n.01_1"
BUCKET, BOX, OVEN, SPADE = "bucket.n.01_1", "carton.n.02_1", "oven.n.01_1", "shovel.n.01_1"
SCENE = table(
    COUNTER, FLOOR, BED, SINK, CABINET, FRIDGE, SHELF, MUG, RAG, WATER, BALL, BUCKET, BOX, OVEN,
    SPADE, "milk__carton.n.01_1", "bottle__of__bleach_agent.n.01_1", "agent.n.01_1",
)  # fmt: skip


def offered(
    name: str,
    *true: Atom,
    places: Mapping[str, Collection[str]] | None = None,
    concerned: tuple[str, ...] = (),
    call: SkillCall = DONE,
    scene: ObjectTable = SCENE,
    shut_away: tuple[str, ...] = (),
) -> list[str]:
    """The ways to move a thing, best first."""
    now = Situation(scene, FactSet(frozenset(true)))
    target = RemedyTarget(call, (name, *concerned), places or {}, shut_away=shut_away)
    found = sorted(moves(scene.by_name[name], target, now), key=lambda way: way.cost)
    return [", ".join(map(str, way.steps)) for way in found]


def cost(name: str, *true: Atom, call: SkillCall = DONE, concerned: tuple[str, ...] = ()) -> float:
    """What the best way to move a thing costs."""
    now = Situation(SCENE, FactSet(frozenset(true)))
    target = RemedyTarget(call, (name, *concerned), {})
    return min(way.cost for way in moves(SCENE.by_name[name], target, now))


def test_kitchenware_is_put_on_the_worktop_and_on_the_floor_last() -> None:
    found = offered(MUG)
    assert found[0] == f"PLACE_ON_TOP({MUG}, {COUNTER})"
    assert not any(f"{MUG}, {BED}" in way or f"{MUG}, {FLOOR}" in way for way in found[:3])


def test_another_place_is_better_than_another_spot_on_the_same_one() -> None:
    found = offered(MUG, atom("ontop", MUG, COUNTER))
    assert found[0] != f"PLACE_ON_TOP({MUG}, {COUNTER})"
    assert f"PLACE_ON_TOP({MUG}, {COUNTER})" in found


def test_a_wet_cloth_is_put_into_the_sink_and_not_on_the_worktop() -> None:
    wet = atom("saturated", RAG, WATER)
    assert offered(RAG, wet)[0] == f"PLACE_INSIDE({RAG}, {SINK})"
    assert f"PLACE_ON_TOP({RAG}, {COUNTER})" not in offered(RAG, wet)[:2]


def test_a_garden_tool_is_put_on_no_bed_and_no_worktop() -> None:
    found = offered(SPADE)
    assert found[0] == f"PLACE_ON_TOP({SPADE}, {SHELF})"
    best = [way for way in found[:2] if COUNTER in way or BED in way]
    assert not best


def test_poison_goes_behind_a_door_that_is_shut_again() -> None:
    scene = table("bottle__of__bleach_agent.n.01_1", CABINET, FLOOR, COUNTER, BED)
    (poison, *_) = scene.by_name
    best = offered(poison, scene=scene)[0]
    assert best in (
        f"OPEN({CABINET}), PLACE_INSIDE({poison}, {CABINET}), CLOSE({CABINET})",
        f"PLACE_ON_TOP({poison}, {COUNTER})",
    )
    asked = offered(poison, places={poison: {CABINET}}, scene=scene)[0]
    assert asked == f"OPEN({CABINET}), PLACE_INSIDE({poison}, {CABINET}), CLOSE({CABINET})"


def test_an_open_door_is_left_open() -> None:
    found = offered(MUG, atom("open", CABINET), places={MUG: {CABINET}})
    assert found[0] == f"PLACE_INSIDE({MUG}, {CABINET})"


def test_the_laws_places_come_before_habits() -> None:
    assert offered(MUG, places={MUG: {SHELF}})[0] == f"PLACE_ON_TOP({MUG}, {SHELF})"


def test_what_harms_children_and_pets_goes_behind_a_door_rather_than_on_a_shelf() -> None:
    cell = "button_battery_1"
    scene = ObjectTable((*SCENE.objects, make_object(cell, "battery.n.02", label="button cell")))
    places = {cell: {SHELF, COUNTER, CABINET}}
    found = offered(cell, places=places, scene=scene)
    assert found[0] == f"OPEN({CABINET}), PLACE_INSIDE({cell}, {CABINET}), CLOSE({CABINET})"
    places = {MUG: {SHELF, COUNTER, CABINET}}
    assert CABINET not in offered(MUG, places=places)[0]


def test_what_a_law_keeps_from_children_goes_behind_a_door_whatever_it_is() -> None:
    places = {MUG: {SHELF, COUNTER, CABINET}}
    found = offered(MUG, places=places, shut_away=(MUG,))
    assert found[0] == f"OPEN({CABINET}), PLACE_INSIDE({MUG}, {CABINET}), CLOSE({CABINET})"


def test_a_door_is_shut_on_what_children_must_not_reach_though_it_stood_open() -> None:
    stands_open, places = atom("open", CABINET), {MUG: {CABINET}}
    found = offered(MUG, stands_open, places=places, shut_away=(MUG,))
    assert found[0] == f"PLACE_INSIDE({MUG}, {CABINET}), CLOSE({CABINET})"
    wiping = parse_call(f"WIPE({COUNTER}, {RAG})")
    before_a_step = offered(MUG, stands_open, places=places, shut_away=(MUG,), call=wiping)
    assert before_a_step[0] == f"PLACE_INSIDE({MUG}, {CABINET})"


def test_things_may_be_put_into_an_empty_bucket() -> None:
    assert f"PLACE_INSIDE({BALL}, {BUCKET})" in offered(BALL)
    full = atom("contains", BUCKET, WATER)
    assert f"PLACE_INSIDE({BALL}, {BUCKET})" not in offered(BALL, full)


def test_what_is_boxed_stays_boxed_unless_the_box_is_the_danger() -> None:
    boxed = (atom("inside", MUG, BOX), atom("open", BOX))
    assert cost(MUG, *boxed) > cost(MUG, *boxed, concerned=(BOX,)) == cost(MUG)


def test_appliances_and_what_the_call_is_about_are_moved_last() -> None:
    scene = table("toaster_oven.n.01_1", RAG, COUNTER, FLOOR)
    now = Situation(scene, FactSet(frozenset()))
    target = RemedyTarget(DONE, tuple(scene.by_name), {})
    costs = [
        min(w.cost for w in moves(scene.by_name[n], target, now)) for n in target.concerned[:2]
    ]
    assert costs[0] > costs[1]
    assert cost(MUG, call=parse_call(f"WIPE({MUG}, {RAG})")) > cost(MUG)


def test_furniture_substances_and_what_is_waited_for_are_not_moved() -> None:
    assert offered(COUNTER) == offered(WATER) == offered("agent.n.01_1") == []
    now = Situation(SCENE, FactSet(frozenset()))
    assert not list(moves(SCENE.by_name[MUG], RemedyTarget(DONE, (MUG,), {}, fixed=(MUG,)), now))


def test_a_vacuum_cleaner_is_put_into_no_box() -> None:
    vacuum, toolbox = "vacuum.n.04_1", "toolbox.n.01_1"
    scene = table(vacuum, toolbox, CABINET, FLOOR, "hammer.n.02_1")
    assert not any(toolbox in way for way in offered(vacuum, scene=scene))
    assert any(toolbox in way for way in offered("hammer.n.02_1", scene=scene))


def test_an_open_shed_takes_in_what_a_law_sends_there() -> None:
    shed = "closet.n.04_1"
    scene = table(SPADE, SHELF, FLOOR).joined([make_object(shed, "carport.n.01")])
    assert not any("PLACE_INSIDE" in way for way in offered(SPADE, scene=scene))
    scene = table(SPADE, SHELF, FLOOR, shed)
    assert f"PLACE_INSIDE({SPADE}, {shed})" in offered(SPADE, scene=scene, places={SPADE: [shed]})


def test_a_jar_for_screws_is_the_first_place_for_screws() -> None:
    screws, jar = make_object("screws_1", "screw.n.04"), make_object("jar_1", "jar.n.01")
    scene = table(SHELF, FLOOR).joined([replace(jar, label="jar for screws"), screws])
    assert offered("screws_1", scene=scene)[0] == "PLACE_INSIDE(screws_1, jar_1)"


def test_things_that_a_law_would_have_moved_are_moved_before_others() -> None:
    free = cost(BALL, concerned=(MUG,))
    target = RemedyTarget(DONE, (BALL, MUG), {MUG: [SHELF]})
    now = Situation(SCENE, FactSet(frozenset()))
    assert min(way.cost for way in moves(SCENE.by_name[BALL], target, now)) > free


def test_a_machine_is_not_carried_off_with_what_is_attached_to_it() -> None:
    mower, bag = "lawn_mower.n.01_1", make_object("bag_1", "bag.n.01")
    scene = table(mower, SHELF, FLOOR).joined([bag])
    assert offered(mower, scene=scene)
    assert not offered(mower, atom("attached", "bag_1", mower), scene=scene)
