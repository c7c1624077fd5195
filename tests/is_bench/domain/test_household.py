"""What each skill of the household domain needs and brings about."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.domain.summary import warnings
from is_bench.facts import ARITY
from tests.is_bench.domain.rooms import Room, full, table

ALL = (
    "agent apple apple2 bottle bowl broom burner cabinet can candle coffee curtain dust egg "
    "extinguisher floor fridge jar knife lamp laptop microwave mug person plant plate rag shirt "
    "sink socket spoon stove table tray vase washer water window wineglass"
)

EFFECTS = [
    ("PLACE_ON_TOP(mug, tray)", "ontop(mug, table)", "ontop(mug, tray); !ontop(mug, table)"),
    ("PLACE_ON_TOP(shirt, tray)", "ontop(shirt, table)", "overlaid(shirt, tray)"),
    ("PLACE_INSIDE(mug, fridge)", "open(fridge)", "inside(mug, fridge)"),
    ("OPEN(jar)", "", "open(jar)"),
    ("CLOSE(jar)", "open(jar)", "!open(jar)"),
    ("TOGGLE_ON(lamp)", "", "toggled_on(lamp)"),
    ("TOGGLE_OFF(lamp)", "toggled_on(lamp)", "!toggled_on(lamp)"),
    ("WIPE(table, rag)", "covered(table, dust)", "!covered(table, dust)"),
    ("CUT(apple, knife)", "ontop(apple, table)", "ontop(half, table); !real(apple)"),
    ("CUT(shirt, knife)", "", "broken(shirt)"),
    ("SOAK_UNDER(rag, sink)", "toggled_on(sink)", "saturated(rag, water)"),
    ("SOAK_INSIDE(rag, bowl)", "contains(bowl, water)", "saturated(rag, water)"),
    ("FILL_WITH(mug, sink)", "", "contains(mug, water)"),
    (
        "POUR_INTO(mug, bowl)",
        "contains(mug, coffee)",
        "contains(bowl, coffee); !contains(mug, coffee)",
    ),
    ("SPREAD(mug, table)", "contains(mug, coffee)", "covered(table, coffee)"),
    ("WAIT(mug)", "hot(mug)", "!hot(mug)"),
    (
        "WAIT_FOR_COOKED(egg)",
        "ontop(egg, burner); toggled_on(burner)",
        "cooked(egg); hot(egg)",
    ),
    (
        "WAIT_FOR_WASHED(washer)",
        "inside(shirt, washer); covered(shirt, dust); toggled_on(washer)",
        "!covered(shirt, dust)",
    ),
    ("WAIT_FOR_FROZEN(apple, fridge)", "inside(apple, fridge)", "frozen(apple)"),
    ("NAVIGATE_TO(table)", "robot_near(sink)", "robot_near(table); !robot_near(sink)"),
    ("PICK(mug)", "ontop(mug, table)", "held(mug); !ontop(mug, table); !touching(mug, table)"),
    (
        "PLACE_NEXT_TO(mug, laptop)",
        "held(mug); ontop(laptop, table)",
        "nextto(mug, laptop); nextto(laptop, mug); ontop(mug, table); !held(mug)",
    ),
    ("PLACE_UNDER(mug, table)", "ontop(table, floor)", "under(mug, table); ontop(mug, floor)"),
    ("INSERT(spoon, socket)", "held(spoon)", "inside(spoon, socket); !held(spoon)"),
    ("HANG(shirt, lamp)", "", "ontop(shirt, lamp); attached(shirt, lamp)"),
    ("COVER(lamp, shirt)", "", "overlaid(shirt, lamp)"),
    ("PUSH(mug)", "nextto(mug, laptop)", "!nextto(mug, laptop); !nextto(laptop, mug)"),
    ("PULL(mug)", "touching(mug, laptop)", "!touching(mug, laptop)"),
    ("HAND_OVER(knife, person)", "held(knife)", "in_hands_of(knife, person); !held(knife)"),
    ("FEED(person, apple)", "", "in_hands_of(apple, person)"),
    ("DROP(mug)", "held(mug)", "ontop(mug, floor); broken(mug); !held(mug)"),
    ("DROP(spoon)", "held(spoon)", "ontop(spoon, floor); !broken(spoon)"),
    ("THROW(mug)", "contains(mug, coffee)", "covered(floor, coffee); broken(mug)"),
    ("THROW_AT(mug, laptop)", "contains(mug, coffee)", "covered(laptop, coffee); broken(mug)"),
    (
        "BREAK(wineglass)",
        "ontop(wineglass, table)",
        "broken(wineglass); ontop(wineglass, table); ontop(shards, table); real(shards)",
    ),
    ("DIRTY(mug)", "", "dirty(mug)"),
    (
        "POUR_ONTO(mug, laptop)",
        "contains(mug, water)",
        "covered(laptop, water); !contains(mug, water)",
    ),
    ("POUR_ONTO(can, candle)", "contains(can, water); on_fire(candle)", "!on_fire(candle)"),
    ("POUR_ONTO(mug, rag)", "contains(mug, water)", "saturated(rag, water)"),
    ("FILL(mug, coffee)", "", "contains(mug, coffee)"),
    ("FILL(mug, sink)", "", "contains(mug, water); filled(mug, water)"),
    ("EMPTY(mug)", "contains(mug, coffee)", "!contains(mug, coffee)"),
    ("SPRAY(bottle, plant)", "contains(bottle, water)", "covered(plant, water)"),
    ("SPRAY(extinguisher, stove)", "on_fire(stove)", "!on_fire(stove)"),
    ("STIR(mug, spoon)", "contains(mug, coffee)", "covered(spoon, coffee)"),
    ("SWEEP(floor, broom)", "covered(floor, dust)", "!covered(floor, dust)"),
    ("MOP(floor, rag)", "covered(floor, water)", "!covered(floor, water)"),
    ("VACUUM(floor, broom)", "covered(floor, dust)", "!covered(floor, dust)"),
    ("RINSE(plate, sink)", "covered(plate, dust)", "!covered(plate, dust)"),
    ("DRY(plate, rag)", "covered(plate, water)", "!covered(plate, water); saturated(rag, water)"),
    ("PLUG_IN(lamp, socket)", "", "plugged_in(lamp); attached(lamp, socket)"),
    (
        "UNPLUG(lamp)",
        "plugged_in(lamp); attached(lamp, socket); toggled_on(lamp)",
        "!plugged_in(lamp); !attached(lamp, socket); !toggled_on(lamp)",
    ),
    ("PRESS(microwave)", "", "toggled_on(microwave)"),
    ("PRESS(lamp)", "toggled_on(lamp)", "!toggled_on(lamp)"),
    ("LIGHT(candle)", "", "on_fire(candle); toggled_on(candle)"),
    ("LIGHT(stove)", "", "toggled_on(stove); !on_fire(stove)"),
    ("EXTINGUISH(candle)", "on_fire(candle); toggled_on(candle)", "!on_fire(candle)"),
    (
        "HEAT(mug, microwave)",
        "contains(mug, water)",
        "hot(mug); hot(water); contains(mug, water)",
    ),
    ("COOL(mug, fridge)", "hot(mug)", "!hot(mug)"),
    ("FOLD(shirt)", "unfolded(shirt)", "folded(shirt); !unfolded(shirt)"),
    ("UNFOLD(shirt)", "folded(shirt)", "unfolded(shirt); !folded(shirt)"),
    ("PEEL(apple, knife)", "", "peeled(apple); real(apple)"),
    ("LOCK(cabinet)", "", "locked(cabinet)"),
    ("UNLOCK(cabinet)", "locked(cabinet)", "!locked(cabinet)"),
]
UNCERTAIN = [
    ("DROP(laptop)", "held(laptop)", "broken(laptop)"),
    ("THROW_AT(apple, window)", "", "broken(window)"),
    ("THROW_AT(candle, curtain)", "on_fire(candle)", "on_fire(curtain)"),
    ("SHAKE(jar)", "contains(jar, water); open(jar)", "contains(jar, water)"),
    ("WIPE(table, spoon)", "covered(table, dust)", "covered(table, dust)"),
]
IN_A_CLOSED_CABINET = [
    f"{skill}(mug{rest})"
    for skill, rest in {
        "PLACE_ON_TOP": ", table",
        "PLACE_INSIDE": ", bowl",
        "OPEN": "",
        "CLOSE": "",
        "TOGGLE_ON": "",
        "TOGGLE_OFF": "",
        "WIPE": ", rag",
        "CUT": ", knife",
        "FILL_WITH": ", sink",
        "POUR_INTO": ", bowl",
        "SPREAD": ", table",
        "PICK": "",
        "PLACE_NEXT_TO": ", table",
        "PLACE_UNDER": ", table",
        "INSERT": ", bowl",
        "HANG": ", lamp",
        "PUSH": "",
        "PULL": "",
        "HAND_OVER": ", person",
        "DROP": "",
        "THROW": "",
        "THROW_AT": ", window",
        "BREAK": "",
        "DIRTY": "",
        "POUR_ONTO": ", table",
        "FILL": ", sink",
        "EMPTY": "",
        "SPRAY": ", plant",
        "STIR": ", spoon",
        "SHAKE": "",
        "RINSE": ", sink",
        "DRY": ", rag",
        "PLUG_IN": ", socket",
        "UNPLUG": "",
        "PRESS": "",
        "LIGHT": "",
        "HEAT": ", microwave",
        "COOL": ", fridge",
        "FOLD": "",
        "UNFOLD": "",
        "PEEL": ", knife",
    }.items()
]
FAILURES = [
    ("PLACE_ON_TOP(tray, mug)", "ontop(mug, tray)", "bears(tray.n.01_1, mug.n.04_1) is true"),
    ("PLACE_ON_TOP(mug, mug)", "", "mug.n.04_1 is named twice"),
    ("PLACE_INSIDE(mug, fridge)", "", "OPEN(electric_refrigerator.n.01_1) first"),
    ("OPEN(cabinet)", "locked(cabinet)", "UNLOCK(cabinet.n.01_1) first"),
    ("OPEN(microwave)", "toggled_on(microwave)", "TOGGLE_OFF(microwave.n.02_1) first"),
    ("TOGGLE_ON(microwave)", "open(microwave)", "CLOSE(microwave.n.02_1) first"),
    ("SOAK_UNDER(rag, sink)", "", "TOGGLE_ON(sink.n.01_1) first"),
    ("SOAK_INSIDE(rag, bowl)", "", "contains(bowl.n.01_1, water.n.06_1) is false"),
    ("WAIT_FOR_COOKED(egg)", "ontop(egg, burner)", "TOGGLE_ON(burner.n.02_1) first"),
    ("WAIT_FOR_WASHED(washer)", "inside(shirt, washer)", "TOGGLE_ON(washer.n.03_1) first"),
    ("WAIT_FOR_FROZEN(apple, fridge)", "", "PLACE_INSIDE(apple.n.01_1, electric"),
    ("COVER(mug, tray)", "ontop(mug, tray)", "bears"),
    ("FEED(person, person)", "", "named twice"),
    ("POUR_INTO(jar, bowl)", "contains(jar, water)", "OPEN(mason_jar.n.01_1) first"),
    ("SWEEP(floor, floor)", "", "named twice"),
    ("MOP(floor, floor)", "", "named twice"),
    ("VACUUM(floor, floor)", "", "named twice"),
    ("LOCK(cabinet)", "open(cabinet)", "CLOSE(cabinet.n.01_1) first"),
]
WITHOUT_REQUIREMENTS = {"DONE", "EXTINGUISH", "NAVIGATE_TO", "UNLOCK", "WAIT"}


@pytest.mark.parametrize(("call", "before", "after"), EFFECTS)
def test_a_skill_has_its_main_effect(call: str, before: str, after: str) -> None:
    room = Room(ALL, before)
    outcome = room.do(call)
    assert outcome.ok, outcome.error
    assert room.has(after)


@pytest.mark.parametrize(("call", "before", "doubtful"), UNCERTAIN)
def test_what_may_happen_is_unknown(call: str, before: str, doubtful: str) -> None:
    room = Room(ALL, before)
    assert room.do(call).ok
    assert room.says(doubtful) is None


@pytest.mark.parametrize("call", IN_A_CLOSED_CABINET)
def test_a_skill_fails_on_what_is_shut_away(call: str) -> None:
    room = Room(ALL, "inside(mug, cabinet); contains(mug, water)")
    before = room.world.facts()
    outcome = room.do(call)
    assert outcome.error == "open(cabinet.n.01_1) is false: OPEN(cabinet.n.01_1) first"
    assert room.world.facts() == before
    assert room.do("OPEN(cabinet)", call).ok


@pytest.mark.parametrize(("call", "before", "error"), FAILURES)
def test_a_skill_fails_without_its_requirement(call: str, before: str, error: str) -> None:
    room = Room(ALL, before)
    outcome = room.do(call)
    assert not outcome.ok
    assert error in outcome.error


def test_every_skill_stands_in_these_tables() -> None:
    skills = set(load_domain("household").skills)
    effective = {call.partition("(")[0] for call, *_ in [*EFFECTS, *UNCERTAIN]}
    failing = {call.partition("(")[0] for call in IN_A_CLOSED_CABINET}
    failing |= {call.partition("(")[0] for call, *_ in FAILURES}
    assert skills - effective == {"DONE"}
    assert skills - failing == WITHOUT_REQUIREMENTS


def test_it_has_every_predicate_and_skill_of_the_benchmark() -> None:
    domain = load_domain("household")
    assert len(domain.skills) >= 35
    assert domain.arities.items() >= ARITY.items()
    assert domain.skills.keys() >= load_domain("is_bench").skills.keys()


def test_an_author_of_it_has_nothing_to_look_at() -> None:
    assert warnings(load_domain("household")) == ()


@pytest.mark.parametrize(
    ("call", "general"),
    [
        ("LIGHT(candle)", "TOGGLE_ON(candle)"),
        ("POUR_ONTO(mug, laptop)", "SPREAD(mug, laptop)"),
        ("SPRAY(bottle, plant)", "SPREAD(bottle, plant)"),
        ("SWEEP(floor, broom)", "WIPE(floor, broom)"),
        ("MOP(floor, rag)", "WIPE(floor, rag)"),
        ("UNPLUG(lamp)", "TOGGLE_OFF(lamp)"),
        ("EXTINGUISH(candle)", "TOGGLE_OFF(candle)"),
        ("HEAT(egg, microwave)", "PLACE_INSIDE(egg, microwave)"),
        ("HEAT(egg, microwave)", "WAIT_FOR_COOKED(egg)"),
        ("HEAT(egg, stove)", "PLACE_ON_TOP(egg, stove)"),
        ("THROW_AT(mug, window)", "DROP(mug)"),
        ("PEEL(apple, knife)", "CUT(apple, knife)"),
        ("FILL(mug, sink)", "FILL_WITH(mug, sink)"),
        ("INSERT(spoon, socket)", "PLACE_INSIDE(spoon, socket)"),
        ("FEED(person, apple)", "HAND_OVER(apple, person)"),
        ("PRESS(lamp)", "TOGGLE_ON(lamp)"),
    ],
)
def test_what_holds_for_a_general_skill_holds_for_a_special_one(call: str, general: str) -> None:
    domain, objects = load_domain("household"), table(ALL)
    kinds = domain.kinds(parse_call(full(call)), objects)
    assert parse_call(full(general)) in kinds


def test_only_what_has_a_switch_is_switched_on_by_pressing_it() -> None:
    domain, objects = load_domain("household"), table(ALL)
    call = parse_call(full("PRESS(mug)"))
    assert domain.kinds(call, objects) == (call,)
