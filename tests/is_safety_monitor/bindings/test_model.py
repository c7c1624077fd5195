from __future__ import annotations

import pytest

from is_bench.errors import InputError
from is_bench.guard_log import TaskRequest
from is_bench.recognised import ObjectDescription
from tests.is_safety_monitor.bindings.samples import read

BOUND = read()
MUG = next(thing for thing in BOUND.things if thing.name == "mug_1")


def task(*objects: ObjectDescription) -> TaskRequest:
    return TaskRequest("e/0", "tidy", "Tidy up.", objects)


def test_a_task_gets_the_things_of_the_file() -> None:
    spoon = ObjectDescription("spoon_1", "spoon")
    assert BOUND.completed(task(spoon)).objects == (spoon, *BOUND.things)


@pytest.mark.parametrize("told", [MUG, ObjectDescription("mug_1")])
def test_a_task_may_name_a_thing_of_the_file(told: ObjectDescription) -> None:
    objects = BOUND.completed(task(told)).objects
    assert [thing for thing in objects if thing.name == "mug_1"] == [MUG]


@pytest.mark.parametrize(
    "told",
    [
        ObjectDescription("mug_1", label="steel block"),
        ObjectDescription("mug_1", synset="block.n.01"),
        ObjectDescription("mug_1", MUG.label, MUG.synset, ("fireproof",)),
    ],
)
def test_a_task_cannot_say_that_a_thing_of_the_file_is_something_else(
    told: ObjectDescription,
) -> None:
    with pytest.raises(InputError, match=r"the task describes 'mug_1' as .*, and the binding file"):
        BOUND.completed(task(told))
