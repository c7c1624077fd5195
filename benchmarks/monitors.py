"""Updates a second of 1,000 grounded monitors, against reelay and a bare numpy loop.

Usage: python benchmarks/monitors.py [STEPS]                 (reelay: pip install reelay)

Every monitor is "after OPEN(x), require that x is closed within n steps, until WAIT(x)", for 40
objects and n from 1 to 25.  All three follow the same random trace, and have to give the same
verdicts at every step.  An update is what one monitor does at one step, from the step and the facts
to whether it stands against the next step.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from is_bench.calls import SkillCall
from is_bench.domain import load_domain
from is_bench.facts import FactSet, atom
from is_bench.objects import ObjectTable, make_object
from is_safety_monitor.core.monitors import AtomSpace, Grounder, MonitorBank
from kb.loader import parse_constraints

OBJECTS, BOUNDS = 40, 25
NAMES = [f"cabinet.n.01_{number}" for number in range(1, OBJECTS + 1)]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Step:
    """What happens at a step, and what is the case after it."""

    skill: SkillCall
    facts: FactSet


def rules() -> str:
    """A constraint for each bound."""
    return "constraints:\n" + "".join(
        f"""
  - id: close_within_{bound}
    text: An open cabinet is walked into, close it within {bound} steps.
    category: Collision Hazard
    severity: minor
    source: a benchmark
    composition: order
    type: temporal
    where: {{x: cabinet.n.01}}
    after: OPEN(x)
    until: WAIT(x)
    require: (not (open ?x))
    within: {{steps: {bound}}}
    examples: {{violated: [{{steps: [DONE]}}], satisfied: [{{steps: [DONE]}}]}}
"""
        for bound in range(1, BOUNDS + 1)
    )


def make_trace(steps: int) -> list[Step]:
    """Random steps and facts; the first ones open every cabinet, so that all monitors exist."""
    chance = random.Random(0)
    listed = [("OPEN", name) for name in NAMES]
    listed += [
        (chance.choice(("OPEN", "CLOSE", "WAIT")), chance.choice(NAMES)) for _ in range(steps)
    ]
    return [
        Step(
            SkillCall(skill, (name,)),
            FactSet.closed_world(atom("open", n) for n in NAMES if chance.random() < 0.7),
        )
        for skill, name in listed
    ]


def ours(trace: list[Step]) -> Callable[[int], Flags]:
    """The monitor bank, with everything that it needs from facts and steps."""
    scene = ObjectTable(tuple(make_object(name, "cabinet.n.01") for name in NAMES))
    atoms = AtomSpace(scene, {"open": 1})
    grounder = Grounder(scene, atoms, load_domain("is_bench"))
    bank = MonitorBank(parse_constraints(rules(), "rules"), grounder)

    def update(index: int) -> Flags:
        step = trace[index]
        bank.step(step.skill, index, index, ok=True)
        truths = atoms.vector(step.facts)
        bank.observe(truths)
        return bank.overdue(truths, index)

    return update


def numpy_bound(trace: list[Step]) -> Callable[[int], Flags]:
    """The least that numpy has to do, with everything about the trace worked out before."""
    open_after, opened, waited = _propositions(trace)
    bound = np.repeat(np.arange(1, BOUNDS + 1), OBJECTS)
    tile = [np.tile(table, (1, BOUNDS)) for table in (open_after, opened, waited)]
    since = np.full(OBJECTS * BOUNDS, -1)

    def update(index: int) -> Flags:
        is_open, was_opened, was_waited = (table[index] for table in tile)
        since[was_waited | ~is_open] = -1
        since[was_opened & is_open & (since < 0)] = index
        late: Flags = (since >= 0) & (index + 1 - since >= bound)
        return late

    return update


def reelay_monitors(trace: list[Step]) -> Callable[[int], Flags] | None:
    """One reelay monitor each; None where reelay is not installed."""
    try:
        import reelay
    except ImportError:
        return None
    open_after, opened, waited = _propositions(trace)
    monitors = [
        reelay.discrete_timed_monitor(pattern=f"{{p}} since[{bound - 1}:] {{q}}", condense=False)
        for bound in range(1, BOUNDS + 1)
        for _ in NAMES
    ]
    inputs = [
        [
            {
                "q": bool(opened[i, n] and open_after[i, n]),
                "p": bool(open_after[i, n] and not waited[i, n]),
            }
            for n in range(OBJECTS)
        ]
        for i in range(len(trace))
    ]
    numbers = [n for _ in range(BOUNDS) for n in range(OBJECTS)]

    def update(index: int) -> Flags:
        row = inputs[index]
        return np.array(
            [m.update(row[n])["value"] for m, n in zip(monitors, numbers, strict=True)], np.bool_
        )

    return update


def _propositions(trace: list[Step]) -> tuple[Flags, Flags, Flags]:
    """Whether each cabinet is open after each step, was opened by it, and was waited for."""
    open_after = np.array([[atom("open", n) in s.facts.true for n in NAMES] for s in trace])

    def by(skill: str) -> Flags:
        return np.array([[s.skill == SkillCall(skill, (n,)) for n in NAMES] for s in trace])

    return open_after, by("OPEN"), by("WAIT")


def run(name: str, update: Callable[[int], Flags], steps: int) -> tuple[float, list[Flags]]:
    """Millions of updates a second over the trace, and the verdicts."""
    verdicts = [update(index).copy() for index in range(OBJECTS)]
    began = time.perf_counter()
    verdicts += [update(index) for index in range(OBJECTS, steps)]
    seconds = time.perf_counter() - began
    rate = (steps - OBJECTS) * OBJECTS * BOUNDS / seconds / 1e6
    print(f"{name:22} {rate:8.2f} million updates a second")
    return rate, verdicts


def by_bound(order: list[int], verdicts: list[Flags]) -> NDArray[np.bool_]:
    """Verdicts with the monitors in one order for all."""
    return np.array([flags[order] for flags in verdicts[OBJECTS:]])


def main() -> None:
    """Print rates and their ratios."""
    steps = (int(sys.argv[1]) if len(sys.argv) > 1 else 2000) + OBJECTS
    trace = make_trace(steps - OBJECTS)
    # The bank's rows come object by object, as their cabinets were first opened.
    rows = [n * BOUNDS + b for b in range(BOUNDS) for n in range(OBJECTS)]
    plain = list(range(OBJECTS * BOUNDS))
    bank, found = run("monitor bank", ours(trace), steps)
    bare, expected = run("numpy bound", numpy_bound(trace), steps)
    same = bool((by_bound(rows, found) == by_bound(plain, expected)).all())
    print(f"the bank reaches {bank / bare:.2f} of the bound; same verdicts: {same}")
    peers = reelay_monitors(trace[: 300 + OBJECTS])
    if peers is None:
        print("reelay is not installed; pip install reelay compares with it")
        return
    peer, told = run("reelay", peers, 300 + OBJECTS)
    same = bool((by_bound(plain, told) == by_bound(plain, expected[: 300 + OBJECTS])).all())
    print(f"the bank is {bank / peer:.0f} times as fast as reelay; same verdicts: {same}")


if __name__ == "__main__":
    main()
