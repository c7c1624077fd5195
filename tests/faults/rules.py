"""Faults of the constraints that a guard judges by: what a user adds to the bundled ones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rclpy.parameter import Parameter

from tests.faults.bench import CLOSE_FRIDGE, UNSAFE, Bench
from tests.faults.registry import TASK, case
from tests.ros.harness import CABINET_OPEN, FRIDGE_OPEN, HOUSE_RULES

CRITICAL_RULES = HOUSE_RULES.replace("severity: minor", "severity: critical")
"""The lamp stays off while the cabinet stands open."""
DEADLINE_RULES = """
constraints:
  - id: fridge_shut_at_once
    text: A fridge that was opened is shut with the next step, or food spoils.
    category: Food Contamination
    severity: major
    source: a house rule
    composition: environment
    type: temporal
    where: {f: electric_refrigerator.n.01}
    after: OPEN(f)
    require: (not (open ?f))
    within: {steps: 1}
    mend: CLOSE(f)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
INSISTENCE = 10
"""More refusals than a constraint of less severity stands."""


@contextmanager
def ruled_by(bench: Bench, rules: str) -> Iterator[None]:
    """Have a guard with rules of the user's."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "rules.yaml")
        file.write_text(rules, encoding="utf-8")
        told = {"knowledge": "kb", "stages": "action", "knowledge_base": str(file)}
        with bench.guarded_by(**told):
            yield


def set_files(bench: Bench, files: str) -> bool:
    """Set the parameter of the constraint files; whether the guard takes it."""
    (result,) = bench.guard.node.set_parameters([Parameter("knowledge_base", value=files)])
    return bool(result.successful)


@case(
    TASK,
    "knowledge_base is set to nothing, where a rule of the user's is critical",
    "the parameter is refused, the rule holds",
    restarts=True,
)
def _critical_rule(bench: Bench) -> None:
    with ruled_by(bench, CRITICAL_RULES):
        bench.is_refused(UNSAFE)
        assert not set_files(bench, ""), "the critical rule is gone"
        bench.guard.tell_task(bench.episode, take_over=True)
        bench.tell()
        bench.is_refused(UNSAFE)
        bench.robot.facts = (FRIDGE_OPEN,)
        bench.tell()
        bench.passes(UNSAFE)


@case(TASK, "knowledge_base names a pipe", "the parameter is refused at once, a goal still passes")
def _pipe(bench: Bench) -> None:
    with TemporaryDirectory() as folder:
        pipe = Path(folder, "rules.yaml")
        os.mkfifo(pipe)
        assert not set_files(bench, str(pipe))
    bench.tell()
    bench.passes()


@case(
    TASK,
    "an overdue rule of severity major stands against one goal after the other",
    "all but its remedy is refused",
    restarts=True,
)
def _overdue(bench: Bench) -> None:
    with ruled_by(bench, DEADLINE_RULES):
        bench.robot.facts = (CABINET_OPEN,)
        bench.tell()
        bench.robot.facts = (CABINET_OPEN, FRIDGE_OPEN)
        bench.passes("OPEN(electric_refrigerator.n.01_1)")
        for _ in range(INSISTENCE):
            bench.tell()
            bench.is_refused()
        bench.robot.facts = (CABINET_OPEN,)  # by the time that the remedy ends
        bench.passes(CLOSE_FRIDGE)
        bench.tell()
        bench.passes()
