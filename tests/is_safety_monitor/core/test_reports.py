"""The things that tasks and states name."""

from __future__ import annotations

import pytest

from is_bench.errors import InputError
from is_bench.facts import FactSet
from is_bench.guard_log import TaskRequest
from is_bench.recognised import ObjectDescription
from is_safety_monitor.core.reports import Report, newcomers, things_of

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
