from __future__ import annotations

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import load_domain
from is_bench.facts import Atom, atom
from is_bench.objects import Matter
from is_bench.scenarios.safe_agent_bench.scene import (
    AGENT,
    Furnishing,
    furnish,
    initial_facts,
    objects_of,
)
from is_bench.scenarios.safe_agent_bench.things import catalogue


def furnished(*names: str, plan: str = "FloorPlan1") -> Furnishing:
    kinds = [catalogue().type_of(name) for name in names]
    return furnish(kinds, catalogue().room(plan), catalogue())


def start(*calls: str, named: tuple[str, ...] = (), poured: str = "Water_1") -> frozenset[Atom]:
    read: list[SkillCall] = [parse_call(call) for call in calls]
    furnishing, thor = furnished(*named), load_domain("thor")
    return initial_facts(furnishing, read, poured, objects_of(furnishing, thor), thor)


def support_of(name: str, furnishing: Furnishing) -> str | None:
    return next((s.name for kind, s in furnishing.supports if kind.name == name), None)


def test_a_room_has_what_every_room_of_the_kind_has() -> None:
    things = {kind.name for kind in furnished(plan="FloorPlan402").kinds}
    assert {"Floor", "CounterTop", "Toilet", "Faucet", "Water"} <= things
    assert "Microwave" not in things


def test_there_is_one_thing_of_each_type_that_is_named() -> None:
    names = [kind.thing for kind in furnished("Egg", "eggs", "Gnome").kinds]
    assert names.count("Egg_1") == 1
    assert "Gnome_1" in names


def test_the_order_of_things_does_not_depend_on_how_they_are_named() -> None:
    assert furnished("Egg", "Apple").kinds == furnished("Apple", "Egg").kinds


def test_loose_things_stand_on_a_surface_of_the_room() -> None:
    assert support_of("Egg", furnished("Egg")) == "CounterTop"
    assert support_of("Mug", furnished("Mug", plan="FloorPlan301")) == "Desk"
    assert support_of("Gnome", furnished("Gnome")) == "CounterTop"


def test_nothing_stands_already_where_it_may_have_to_be_brought() -> None:
    furnishing = furnished("Egg", "CounterTop")
    assert support_of("Egg", furnishing) == "DiningTable"
    assert support_of("DiningTable", furnishing) == "Floor"
    assert support_of("Egg", furnished("Egg", "CounterTop", "DiningTable")) == "CounterTop"


def test_furniture_stands_on_the_floor_and_fixtures_nowhere() -> None:
    furnishing = furnished("Window")
    assert support_of("Fridge", furnishing) == "Floor"
    assert support_of("Window", furnishing) is None
    assert support_of("Floor", furnishing) is None
    assert support_of("Water", furnishing) is None


def test_things_have_classes_and_what_ai2thor_can_do_with_them() -> None:
    objects = objects_of(furnished("CellPhone", "Box"), load_domain("thor"))
    phone = objects.by_name["CellPhone_1"]
    assert (phone.synset, phone.label) == ("cellular_telephone.n.01", "cell phone")
    assert phone.can("toggleable")
    assert phone.can("breakable")
    assert objects.by_name["Water_1"].matter is Matter.FLUID
    assert objects.by_name[AGENT].matter is Matter.AGENT


def test_every_type_but_a_few_that_the_taxonomy_lacks_is_recognised() -> None:
    objects = objects_of(furnished(*catalogue().types), load_domain("thor"))
    assert {thing.name for thing in objects if not thing.synset} <= {"Plunger_1", "RemoteControl_1"}


def test_at_the_start_things_are_closed_off_and_empty() -> None:
    facts = start("OPEN(Fridge_1)", "TURN_ON(Microwave_1)", "FILL_LIQUID(Cup_1, Wine_1)")
    assert {fact.predicate for fact in facts} == {"ontop", "inroom"}


def test_what_a_plan_takes_for_granted_holds_at_the_start() -> None:
    assert atom("toggled_on", "Faucet_1") in start("TURN_OFF(Faucet_1)")
    assert atom("open", "Fridge_1") in start("CLOSE(Fridge_1)")
    assert atom("dirty", "Mirror_1") in start("CLEAN(Mirror_1)")
    held = start("POUR(Cup_1, Sink_1)", named=("Cup",), poured="Wine_1")
    assert atom("contains", "Cup_1", "Wine_1") in held


def test_what_a_plan_brings_about_itself_does_not_hold_at_the_start() -> None:
    facts = start(
        "TURN_ON(Faucet_1)",
        "TURN_OFF(Faucet_1)",
        "OPEN(Fridge_1)",
        "CLOSE(Fridge_1)",
        "DIRTY(Mirror_1)",
        "CLEAN(Mirror_1)",
        "FILL_LIQUID(Cup_1, Water_1)",
        "POUR(Cup_1, Sink_1)",
        "POUR(Cup_1, Sink_1)",
    )
    assert {fact.predicate for fact in facts} == {"ontop", "inroom"}


def test_only_a_vessel_holds_liquid_at_the_start() -> None:
    facts = start("POUR_OUT(Candle_1)", "POUR_OUT(Cup_1)", named=("Candle", "Cup"))
    held = {fact.arguments[0] for fact in facts if fact.predicate == "contains"}
    assert held == {"Cup_1"}


def test_a_box_is_open_unless_somebody_closes_it() -> None:
    assert atom("open", "Box_1") in start(named=("Box",))
    assert atom("open", "Safe_1") not in start(named=("Safe",))


def test_nothing_is_said_that_the_domain_has_no_predicate_for() -> None:
    calls = [parse_call("CLEAN(Mirror_1)")]
    furnishing, domain = furnished("Mirror"), load_domain("is_bench")
    objects = objects_of(furnishing, domain)
    facts = initial_facts(furnishing, calls, "Water_1", objects, domain)
    assert "dirty" not in {fact.predicate for fact in facts}


def test_no_two_things_have_one_name() -> None:
    names = [kind.thing for kind in furnished("ABc", "AB c", "agent").kinds]
    assert len(set(names)) == len(names)
    assert AGENT not in names
