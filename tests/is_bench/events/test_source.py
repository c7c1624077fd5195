"""What happens, when, and how often."""

from __future__ import annotations

from dataclasses import replace

from is_bench.evaluation import Status
from is_bench.events import OccurrenceKind
from is_bench.facts import Truth, atom
from tests.is_bench.events.scripts import (
    APPLE,
    CHILD,
    CLOSE,
    COUNTER,
    CUP,
    FLOOR,
    FRIDGE,
    OFF,
    ON,
    OPEN,
    STORE,
    STOVE,
    WATER,
    Play,
    event,
    scripted,
)

OPENED = atom("open", FRIDGE)
WAIT = f"WAIT({APPLE})"


def test_an_event_at_a_step_follows_what_the_step_does() -> None:
    played = Play(scripted([event(at_step=2)]))
    assert played.steps_of(ON, OFF, CLOSE) == [[], ["opening"], []]
    (occurrence,) = played.steps[1].occurrences
    assert occurrence.actor == "person"
    assert occurrence.true == {OPENED}
    assert played.steps[1].after.truth(OPENED) is Truth.TRUE
    assert played.steps[2].after.truth(OPENED) is Truth.FALSE


def test_an_event_at_a_time_happens_when_the_skills_have_taken_so_long() -> None:
    played = Play(scripted([event(at_time=12)]))
    assert played.steps_of(ON, OFF, ON) == [[], [], ["opening"]]  # 5 s each
    assert played.steps[2].occurrences[0].at_s == 12


def test_a_delay_counts_from_the_trigger() -> None:
    played = Play(scripted([event(at_step=1, delay=300)]))
    assert played.steps_of(ON, OFF, WAIT) == [[], [], ["opening"]]
    assert played.steps[2].occurrences[0].at_s == 305


def test_a_condition_has_to_hold_without_a_break() -> None:
    boiling = event("boiling", when=f"(toggled_on {STOVE})", delay=300, adds=[f"hot({CUP})"])
    played = Play(scripted([boiling]))
    assert played.steps_of(ON, OFF, WAIT, ON, WAIT) == [[], [], [], [], ["boiling"]]


def test_a_condition_that_comes_true_anew_is_another_occasion() -> None:
    again = event(when=f"(toggled_on {STOVE})", times=2)
    played = Play(scripted([again]))
    steps = played.steps_of(ON, CLOSE, OFF, ON, CLOSE, OFF, ON)
    assert steps == [["opening"], [], [], ["opening"], [], [], []]


def test_an_event_is_repeated_as_often_as_it_says() -> None:
    played = Play(scripted([event(at_step=1, every=10, times=3)]))
    names = ["opening"]
    assert played.steps_of(ON, CLOSE, CLOSE, CLOSE, CLOSE) == [names, names, names, [], []]


def test_one_event_brings_about_another() -> None:
    chain = [
        event("ringing", when=f"(open {FRIDGE})", adds=[f"toggled_on({STOVE})"]),
        event(at_step=1),
    ]
    assert Play(scripted(chain)).steps_of(CLOSE) == [["opening", "ringing"]]


def test_what_is_impossible_at_the_moment_does_not_happen() -> None:
    taking = event("taking", at_step=3, adds=[f"ontop({APPLE}, {COUNTER})"])
    shut, left_open = Play(scripted([taking])), Play(scripted([taking]))
    assert shut.steps_of(OPEN, STORE, CLOSE)[-1] == []
    assert left_open.steps_of(OPEN, STORE, ON)[-1] == ["taking"]


def test_what_is_so_already_does_not_happen() -> None:
    assert Play(scripted([event(at_step=1)])).steps_of(OPEN) == [[]]


def test_somebody_enters_and_leaves() -> None:
    coming = event("coming", at_step=1, adds=[f"real({CHILD})", f"ontop({CHILD}, {FLOOR})"])
    going = event("going", at_step=2, removes=[f"real({CHILD})"])
    played = Play(scripted([coming, going]))
    played.steps_of(ON, OFF)
    assert played.steps[0].after.truth(atom("ontop", CHILD, FLOOR)) is Truth.TRUE
    assert played.steps[1].after.truth(atom("future", CHILD)) is Truth.TRUE


def test_an_event_changes_places_amounts_and_states() -> None:
    mess = event(
        "mess",
        at_step=1,
        adds=[f"ontop({CUP}, {FLOOR})", f"covered({FLOOR}, {WATER})", f"hot({CUP})"],
        removes=[f"filled({CUP}, {WATER})"],
    )
    played = Play(scripted([mess]))
    played.steps_of(ON)
    after = played.steps[0].after
    for fact in (atom("ontop", CUP, FLOOR), atom("covered", FLOOR, WATER), atom("hot", CUP)):
        assert after.truth(fact) is Truth.TRUE
    for fact in (atom("ontop", CUP, COUNTER), atom("filled", CUP, WATER)):
        assert after.truth(fact) is Truth.FALSE


def test_nothing_happens_after_done() -> None:
    assert Play(scripted([event(at_step=1)])).steps_of("DONE") == [[]]


def test_chance_follows_the_seed() -> None:
    scenario = scripted([event(at_step=1, probability=0.5)])
    happened = [Play(scenario, seed).steps_of(ON)[0] for seed in range(200)]
    assert happened == [Play(scenario, seed).steps_of(ON)[0] for seed in range(200)]
    assert 60 < happened.count(["opening"]) < 140


STICKS = {"name": "sticks", "fails": ["CLOSE(*)"], "why": "the door sticks", "times": 2}


def test_a_door_sticks_so_often() -> None:
    played = Play(scripted(faults=[STICKS]))
    statuses = [played.step(action).status for action in (OPEN, CLOSE, CLOSE, CLOSE)]
    assert statuses == [Status.OK, Status.FAILED, Status.FAILED, Status.OK]
    assert played.steps[1].error == "the door sticks"
    assert played.steps[1].occurrences[0].kind is OccurrenceKind.SKILL_FAULT
    assert played.steps[1].occurrences[0].true == {OPENED}


def test_a_fault_does_not_strike_what_fails_by_itself() -> None:
    lost = {"name": "lost", "fails": ["PLACE_INSIDE(*, *)"], "why": "no grip"}
    played = Play(scripted(faults=[lost]))
    assert played.step(STORE).error != "no grip"  # the refrigerator is closed
    played.step(OPEN)
    assert played.step(STORE).error == "no grip"
    assert played.step(STORE).status is Status.OK


def test_what_drops_lands_where_it_says() -> None:
    drops = {"name": "drops", "fails": ["PLACE_INSIDE(*, *)"], "why": "slips", "drops_onto": FLOOR}
    played = Play(scripted(faults=[drops]))
    played.step(OPEN)
    dropped = played.step(STORE)
    assert dropped.status is Status.FAILED
    assert dropped.after.truth(atom("ontop", APPLE, FLOOR)) is Truth.TRUE
    (occurrence,) = dropped.occurrences
    assert atom("inside", APPLE, FRIDGE) in occurrence.false
    assert atom("ontop", APPLE, FLOOR) in occurrence.true


def test_facts_are_missed_doubted_and_imagined_for_a_while() -> None:
    fog = {
        "name": "fog",
        "misses": [f"ontop({CUP}, {COUNTER})"],
        "doubts": [f"open({FRIDGE})"],
        "imagines": [f"ontop({CUP}, {STOVE})"],
        "from_step": 1,
        "until_step": 2,
    }
    played = Play(scripted(faults=[fog]))
    first, second = played.step(ON), played.step(OFF)
    assert first.told_before == first.before
    told = first.told_after
    assert told is not None
    assert told.truth(atom("ontop", CUP, COUNTER)) is Truth.FALSE
    assert told.truth(OPENED) is Truth.UNKNOWN
    assert told.truth(atom("ontop", CUP, STOVE)) is Truth.TRUE
    assert second.told_after == second.after
    assert [found.name for found in first.occurrences] == ["fog"]
    assert second.occurrences == ()


def test_a_part_of_an_episode_is_repeated_alike() -> None:
    scenario = scripted(
        [event(at_step=1, every=5, times=9, probability=0.4)], [{**STICKS, "probability": 0.5}]
    )
    played = Play(scenario, seed=3)
    played.steps_of(ON, CLOSE)
    world, progress = played.world.snapshot(), played.source.progress
    first = [replace(played.step(action), index=0) for action in (OPEN, CLOSE, OFF, CLOSE)]
    played.world.restore(world)
    played.source.progress = progress
    assert [replace(played.step(a), index=0) for a in (OPEN, CLOSE, OFF, CLOSE)] == first
