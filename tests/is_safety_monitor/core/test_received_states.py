"""The things that tasks and states name."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from is_bench.errors import InputError
from is_bench.facts import FactSet
from is_bench.guard_log import TaskRequest
from is_bench.messages import FactReader
from is_bench.recognised import ObjectDescription
from is_safety_monitor.core import bounds
from is_safety_monitor.core.bounds import MOST_ABILITIES, MOST_OBJECTS
from is_safety_monitor.core.goals import MOST_NAME
from is_safety_monitor.core.received_states import Report, newcomers, report_of, things_of

MUG, CUP, PAN = (ObjectDescription(name, name[:-2]) for name in ("mug_1", "cup_1", "pan_1"))


def report(*things: ObjectDescription, episode: str = "e") -> Report:
    return Report(episode, 0, lambda: (FactSet(frozenset()), {}), things)


def request(*things: ObjectDescription) -> TaskRequest:
    return TaskRequest("e", "a task", "Tidy up.", things)


def test_only_things_of_new_names_are_new() -> None:
    assert newcomers(report(MUG, CUP, PAN), {"cup_1"}) == (MUG, PAN)
    assert newcomers(report(MUG), {"mug_1"}) == ()


def test_of_two_things_of_one_name_the_first_counts() -> None:
    other = ObjectDescription("mug_1", "oven")
    assert newcomers(report(MUG, CUP, other), ()) == (MUG, CUP)


def test_a_thing_without_a_name_is_none() -> None:
    assert newcomers(report(ObjectDescription("", "mug")), ()) == ()


def test_a_task_has_its_things_and_those_of_its_latest_state() -> None:
    assert things_of(request(MUG), None) == (MUG,)
    assert things_of(request(MUG), report(PAN, MUG, CUP)) == (MUG, PAN, CUP)
    assert things_of(request(MUG), report(PAN, episode="another")) == (MUG,)


@pytest.mark.parametrize(
    ("things", "why"),
    [
        ((MUG, CUP, MUG), "two objects of the task are called 'mug_1'"),
        ((ObjectDescription("", "mug"),), "has no name"),
    ],
)
def test_things_that_cannot_be_told_apart_are_refused(
    things: tuple[ObjectDescription, ...], why: str
) -> None:
    with pytest.raises(InputError, match=why):
        things_of(request(*things), None)


def message(*things: ObjectDescription) -> SimpleNamespace:
    stamp = SimpleNamespace(sec=0, nanosec=0)
    header = SimpleNamespace(stamp=stamp)
    return SimpleNamespace(header=header, episode_id="e", objects=list(things), facts=[])


@pytest.mark.parametrize(
    ("things", "why"),
    [
        ([MUG] * (MOST_OBJECTS + 1), "the list of objects has 10001 entries"),
        ([ObjectDescription("x" * (MOST_NAME + 1))], "the name of an object has"),
        ([ObjectDescription("mug", "x" * (MOST_NAME + 1))], "the label of mug has"),
        ([ObjectDescription("mug", "", "x" * (MOST_NAME + 1))], "the synset of mug has"),
        (
            [ObjectDescription("mug", abilities=("x",) * (MOST_ABILITIES + 1))],
            "the list of abilities of mug has",
        ),
        (
            [ObjectDescription("mug", abilities=("x" * (MOST_NAME + 1),))],
            "the ability of mug has",
        ),
    ],
)
def test_a_state_with_things_without_end_is_none(things: list[ObjectDescription], why: str) -> None:
    assert report_of(message(*things), FactReader()).malformed.startswith(why)


def test_a_state_with_as_many_things_as_a_scene_may_have_is_one() -> None:
    things = [ObjectDescription(f"mug_{number}", "x" * MOST_NAME) for number in range(MOST_OBJECTS)]
    assert report_of(message(*things), FactReader()).malformed == ""


def test_the_things_of_a_task_and_of_its_latest_state_are_not_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounds, "MOST_OBJECTS", 2)
    assert things_of(request(MUG), report(PAN)) == (MUG, PAN)
    with pytest.raises(InputError, match=r"2 new objects exceed the limit of 2 \(known: 1\)"):
        things_of(request(MUG), report(PAN, CUP))
