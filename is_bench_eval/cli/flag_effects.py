"""Flags of `is-bench eval` that have no effect beside others: each is an error."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable

from is_bench.errors import InputError
from is_bench.verdict import GuardMode
from is_bench_eval.specs.run_spec import RunSpec

GUARD = (
    "knowledge_base",
    "guard_knowledge",
    "guard_stages",
    "guard_unrecognised",
    "embedder",
    "advice_limit",
    "guard_endpoint",
    "guard_model",
    "guard_advice",
    "guard_sight_endpoint",
    "guard_sight_model",
    "guard_sight",
)
"""Fields of a run that only a guard reads."""


def check_effects(arguments: argparse.Namespace, spec: RunSpec, given: Collection[str]) -> None:
    """Raise InputError for a flag that nothing would read.

    `given` names the fields of `spec` that the user has set.
    """
    if spec.guard is GuardMode.OFF:
        _refuse(given, GUARD, "no effect without a guard; add --guard shadow or --guard enforce")
    if not spec.guard_endpoint:
        _refuse(given, ("guard_advice",), "no effect without --guard-endpoint")
    if not spec.guard_sight_endpoint:
        _refuse(given, ("guard_sight",), "no effect without --guard-sight-endpoint")
    if spec.engine != "ros":
        _refuse(given, ("nodes",), f"only for --engine ros, not {spec.engine}")
    names_risks = spec.planning is not None and spec.planning.awareness
    if not names_risks and not arguments.resume:  # a run to resume may hold statements
        judge = [name for name, value in vars(arguments).items() if _is_judge(name, value)]
        _refuse(judge, judge, "no effect without --planner vlm --awareness")


def _is_judge(name: str, value: object) -> bool:
    return name.startswith("judge_") and value is not None


def _refuse(given: Collection[str], names: Iterable[str], why: str) -> None:
    found = [f"--{name.replace('_', '-')}" for name in names if name in given]
    if found:
        raise InputError(f"{', '.join(found)}: {why}")
