"""`is-bench conformance`: checks a guard on the robot that it guards."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console

from is_bench.domain import load_domain
from is_bench.errors import InputError
from is_bench_eval.conformance.results import exit_code, result_line
from is_bench_eval.errors import RosUnavailable


def conformance_command(arguments: argparse.Namespace, console: Console) -> int:
    """Make the checks; returns 0 if none failed, else 1.  Raises InputError."""
    try:
        from is_bench_eval.conformance.ros.checks import check
        from is_bench_eval.conformance.ros.probe import Probe
    except ImportError as error:
        raise RosUnavailable("a check of a live guard", error) from None
    if not _agreed(arguments, console):
        raise InputError("nothing was checked: it was not agreed to")
    names = _names(arguments)
    probe = Probe(names[1])
    try:
        results = []
        for result in check(probe, _asked(arguments, names, probe)):
            console.print(result_line(result), soft_wrap=True)
            results.append(result)
    finally:
        probe.close()
    return exit_code(results)


def _agreed(arguments: argparse.Namespace, console: Console) -> bool:
    """Whether the robot may be moved, and the guard be killed if that is asked for."""
    if arguments.yes:
        return True
    killed = f" and process {arguments.kill_guard} is killed" if arguments.kill_guard else ""
    said = console.input(f"The robot executes {arguments.goal!r}{killed}. Go on? [y/N] ")
    return said.strip().lower() in {"y", "yes"}


def _names(arguments: argparse.Namespace) -> tuple[str, str, str]:
    """The planners' action, the robot's, and their type."""
    from is_bench_eval.conformance.ros.probe import GUARD_ACTION, ROBOT_ACTION

    if arguments.bindings is None:
        robot = arguments.robot_action or ROBOT_ACTION
        return GUARD_ACTION, robot, "is_bench_interfaces/action/ExecuteSkill"
    return _bound(arguments.bindings, arguments.domain, arguments.action)


def _bound(file: Path, domain: str, name: str) -> tuple[str, str, str]:
    from is_safety_monitor.bindings.reader import load_bindings

    actions = {each.name: each for each in load_bindings(file, load_domain(domain)).actions}
    if not actions:
        raise InputError(f"{file} has no actions; conformance needs one")
    found = actions.get(name or next(iter(actions)))
    if found is None:
        raise InputError(f"{file} has no action {name!r}; it has {', '.join(actions)}")
    return found.planner, found.robot, found.type


def _asked(arguments: argparse.Namespace, names: tuple[str, str, str], probe: Any) -> Any:
    from is_bench_eval.conformance.goals import skill_goal, typed_goal
    from is_bench_eval.conformance.ros.checks import Asked
    from is_safety_monitor.bindings.installed import load_type

    planner, robot, type_name = names
    lasting = arguments.long_goal
    kind = load_type(type_name)

    def goal(text: str, episode: str) -> Any:
        if arguments.bindings is not None:
            return typed_goal(kind, text)
        return skill_goal(kind, text, episode)

    for text in filter(None, (arguments.goal, arguments.unsafe, arguments.long_goal)):
        goal(text, "")  # what cannot be read is reported before anything moves
    return Asked(
        planner,
        robot,
        kind,
        safe=lambda: goal(arguments.goal, probe.episode()),
        unsafe=(lambda: goal(arguments.unsafe, probe.episode())) if arguments.unsafe else None,
        lasting=(lambda: goal(lasting, probe.episode())) if lasting else None,
        gated=arguments.gated,
        sources=tuple(arguments.silence),
        guard=arguments.kill_guard,
    )
