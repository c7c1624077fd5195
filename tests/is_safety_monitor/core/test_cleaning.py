"""How things are cleaned: with which tool, and what is done to the tool before."""

from __future__ import annotations

from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable
from is_bench.world.removers import Removers, WashRule
from is_safety_monitor.core.call_sequences import Situation
from is_safety_monitor.core.cleaning import Cleaning
from tests.is_safety_monitor.core.guards import table

BOWL, MUD, SINK, RAG, WATER = (
    "bowl.n.01_1",
    "mud.n.03_1",
    "sink.n.01_1",
    "rag.n.01_1",
    "water.n.06_1",
)
PILLOW, TUB = "pillow.n.01_1", "bucket.n.01_1"
SCENE = table(BOWL, MUD, SINK, RAG, WATER)
MUDDY = atom("covered", BOWL, MUD)
WET_RAG = WashRule("rag", "mud", (("saturated", "water"),))


def ways(
    *true: Atom,
    scene: ObjectTable = SCENE,
    rules: tuple[WashRule, ...] = (WET_RAG,),
    spared: tuple[str, ...] = (),
) -> list[str]:
    now = Situation(scene, FactSet(frozenset(true)))
    found = Cleaning(Removers(rules), spared).ways(scene.by_name[BOWL], now)
    return [", ".join(map(str, way.steps)) for way in found]


def test_a_rag_is_wetted_at_the_tap_which_is_turned_off_again() -> None:
    wetted = (
        f"TOGGLE_ON({SINK}), SOAK_UNDER({RAG}, {SINK}), TOGGLE_OFF({SINK}), WIPE({BOWL}, {RAG})"
    )
    assert wetted in ways(MUDDY)


def test_a_tap_that_runs_is_used_as_it_is() -> None:
    found = ways(MUDDY, atom("toggled_on", SINK))
    assert f"SOAK_UNDER({RAG}, {SINK}), WIPE({BOWL}, {RAG})" in found


def test_a_wet_rag_is_not_wetted_again() -> None:
    assert ways(MUDDY, atom("saturated", RAG, WATER)) == [f"WIPE({BOWL}, {RAG})"]


def test_a_rag_is_wetted_in_a_vessel_with_what_it_needs() -> None:
    scene = table(BOWL, MUD, RAG, WATER, TUB)
    found = ways(MUDDY, atom("contains", TUB, WATER), scene=scene)
    assert f"SOAK_INSIDE({RAG}, {TUB}), WIPE({BOWL}, {RAG})" in found
    assert not any("SOAK" in way for way in ways(MUDDY, scene=scene))


def test_nothing_is_cleaned_that_is_clean() -> None:
    assert ways() == []


def test_cushions_and_what_is_wanted_are_no_cleaning_tools() -> None:
    scene = table(BOWL, WATER, PILLOW, RAG)
    wet = atom("covered", BOWL, WATER)
    assert ways(wet, scene=scene, rules=()) == [f"WIPE({BOWL}, {RAG})"]
    assert ways(wet, scene=scene, rules=(), spared=(RAG,)) == []


def test_a_tool_that_takes_nothing_up_of_it_is_not_offered() -> None:
    assert ways(MUDDY, rules=(WashRule("sponge", "mud"),), scene=table(BOWL, MUD)) == []


def test_grit_is_spread_on_ice_and_left_there() -> None:
    ice, sand = "ice.n.01_1", "sand.n.04_1"
    scene = table(BOWL, ice, sand, TUB)
    now = Situation(
        scene, FactSet(frozenset([atom("covered", BOWL, ice), atom("contains", TUB, sand)]))
    )
    (way,) = Cleaning(Removers(())).ways(scene.by_name[BOWL], now)
    assert [str(step) for step in way.steps] == [f"SPREAD({TUB}, {BOWL})"]
    assert way.leaves == {atom("covered", BOWL, sand)}
    assert not ways(MUDDY, atom("contains", TUB, sand), scene=table(BOWL, MUD, sand, TUB))
