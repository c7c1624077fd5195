from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable

import pytest

from is_bench.objects import ObjectTable, class_of, make_object, synset_of
from kb.constraint import Bounds, Constraint, Pattern
from kb.requirements import read_requirements

NAMES = """
    electric_refrigerator.n.01_1 oven.n.01_1 stove.n.01_1 microwave.n.02_1 electric_kettle.n.01_1
    dishwasher.n.01_1 bottom_cabinet.n.01_1 top_cabinet.n.01_1 window.n.01_1 sink.n.01_1
    bathtub.n.01_1 breakfast_table.n.01_1 countertop.n.01_1 floor.n.01_1 laptop.n.01_1
    table_lamp.n.01_1 iron.n.04_1 carton__of__milk.n.01_1 hand_towel.n.01_1 sponge.n.01_1
    carving_knife.n.01_1 chopping_board.n.01_1 frying_pan.n.01_1 plate.n.04_1 plate.n.04_2
    wineglass.n.01_1 bucket.n.01_1 apple.n.01_1 half__apple.n.01_1 carrot.n.03_1 chicken_leg.n.01_1
    bottle__of__bleach_agent.n.01_1 water.n.06_1 dirt.n.02_1 agent.n.01_1
""".split()  # noqa: SIM905  # it reads better than a list

Read = Callable[[str], list[str]]


def tally(pairs: Iterable[tuple[Collection[str], Collection[str]]]) -> Counter[str]:
    """Of what was found and what is expected: how often it was right, unread, dropped, wrong."""
    return Counter(
        "right"
        if set(found) == set(expected)
        else "unread"
        if any(one.startswith("?") for one in found)
        else "wrong"
        if found
        else "dropped"
        for found, expected in pairs
    )


def plain(constraint: Constraint) -> str:
    """A constraint with the class words of its objects: `before OPEN(oven): (open window)`."""
    words = {
        name: re.sub(r"\.n\.\d+_\d+", "", kind.text).replace(" ", "")
        for name, kind in constraint.variables.items()
    }

    def patterns(found: tuple[Pattern, ...]) -> str:
        return "/".join(str(pattern) for pattern in found)

    parts = [
        f"{key} {patterns(getattr(constraint, key))}"
        for key in ("before", "after", "done", "never", "until")
        if getattr(constraint, key)
    ]
    if constraint.bounds != Bounds():
        steps, seconds = constraint.bounds.steps, constraint.bounds.seconds
        parts.append(f"within {steps} steps" if seconds is None else f"within {seconds:g} s")
    if constraint.condition is not None:
        parts.append(f"if {constraint.condition}")
    if constraint.form.value.endswith("keep"):
        parts.append("keep")
    if constraint.require is not None:
        parts.append(f": {constraint.require}")
    text = " ".join(parts).replace(" :", ":")
    return re.sub(r"\??\b(x\d+)\b", lambda match: words[match[1]], text)


@pytest.fixture(scope="session")
def kitchen() -> ObjectTable:
    granted = {"bottle__of__bleach_agent": ["fillable"], "carton__of__milk": ["fillable"]}
    return ObjectTable(
        tuple(make_object(name, synset_of(name), granted.get(class_of(name), ())) for name in NAMES)
    )


@pytest.fixture(scope="session")
def read(kitchen: ObjectTable) -> Read:
    """What an instruction demands in the kitchen, in plain words; what is unread has a `?`."""

    def reading(instruction: str) -> list[str]:
        found = read_requirements(instruction, kitchen)
        return [plain(c) for c in found.constraints] + [f"? {text}" for text in found.unread]

    return reading
