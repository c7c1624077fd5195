"""`is-bench binding check FILE` and `is-bench binding init`."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from is_bench.domain import load_domain
from is_bench.durations import NS_PER_S
from is_bench.errors import InputError, Place
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import counted, one_line
from is_bench_eval.errors import RosUnavailable
from is_safety_monitor.bindings.checking import BindingCheck, check_bindings, check_graph
from is_safety_monitor.bindings.drafting import draft, is_empty, unguarded_count
from is_safety_monitor.bindings.graph_names import (
    ROOT,
    Graph,
    below,
    common_namespace,
    read_namespace,
)
from is_safety_monitor.bindings.model import Assumption, Bindings
from is_safety_monitor.bindings.reader import load_bindings

OK, FOUND = 0, 1
"""Exit codes: no error; the check found one."""


def check_command(
    file: Path, domain: str, seconds: float | None, console: Console, namespace: str = ROOT
) -> int:
    """Print the errors and warnings of a binding file, then how each field is understood.

    With `seconds`, compare the file with the ROS graph, observed for that long, as a guard in
    `namespace` would see it.  Returns 1 if there is an error.  Raises InputError for a file that
    cannot be read.
    """
    from is_safety_monitor.bindings.installed import InstalledTypes

    place = read_namespace(namespace)
    bindings = load_bindings(file, load_domain(domain))
    found = check_bindings(bindings, InstalledTypes())
    errors = [str(fault) for fault in found.faults]
    if seconds is not None:
        errors += check_graph(bindings, _look(seconds), place)
    _print(console, f"{bindings.robot}: {_counts(bindings)}", style="bold")
    for error in errors:
        _print(console, f"error: {error}", style="red")
    for warning in found.warnings:
        _print(console, f"warning: {warning}", style="yellow")
    _understood(console, bindings, found)
    sources = "file, message types and graph" if seconds is not None else "file and message types"
    ending = f"{counted(len(errors), 'error')}, {counted(len(found.warnings), 'warning')}"
    _print(console, f"checked {sources}: {ending}")
    return FOUND if errors else OK


def init_command(
    out: Path | None, robot: str, seconds: float, console: Console, namespace: str = ROOT
) -> int:
    """Draft a binding file from the live graph; write it to `out`, or print it.

    It is of the robot in `namespace`, with names relative to it.  Raises InputError for a file that
    exists, for a graph without a robot, and without ROS.
    """
    from is_safety_monitor.bindings.installed import InstalledTypes

    place = read_namespace(namespace)
    if out is not None and out.exists():
        raise InputError("is there already; name another file", Place(str(out)))
    whole = _look(seconds)
    seen = below(whole, place)
    if is_empty(seen):
        raise InputError(_nothing(whole, place, seconds))
    text = draft(robot, seen, InstalledTypes())
    if out is None:
        console.print(Text(text), end="", soft_wrap=True)
        return OK
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Place(str(out))) from None
    _print(console, f"wrote {out}; {counted(unguarded_count(text), 'interface')} not drafted")
    shared = common_namespace(seen) if place == ROOT else ROOT
    if shared != ROOT:
        _print(
            console,
            f"every name begins with {shared}, so that the file fits a guard in / alone; with "
            f"--namespace {shared} it fits a robot and its guard in any namespace",
        )
    _print(console, f"decide what is marked TODO, then is-bench binding check {out}")
    return OK


def _nothing(whole: Graph, namespace: str, seconds: float) -> str:
    """Why there is nothing to draft."""
    if namespace != ROOT and not is_empty(whole):
        return (
            f"the ROS graph shows no action, service or topic in {namespace} within {seconds:g} s, "
            "but others; compare --namespace with `ros2 node list`"
        )
    return (
        f"the ROS graph shows no action, service or topic of a robot within {seconds:g} s; "
        "start the robot's nodes, compare ROS_DOMAIN_ID, or look longer with --seconds"
    )


def _look(seconds: float) -> Graph:
    try:
        from is_safety_monitor.bindings.ros.graph_snapshot import look
    except ImportError as error:
        raise RosUnavailable("looking at the live graph", error) from None
    return look(seconds)


def _understood(console: Console, bindings: Bindings, found: BindingCheck) -> None:
    sections = (
        ("actions", bindings.actions),
        ("services", bindings.services),
        ("velocities", bindings.velocities),
    )
    for section, items in sections:
        for item in items:
            _print(console, f"{item.name}: {item.planner} -> {item.robot} ({item.type})")
            _fields(console, found, section, item.name)
    for source in bindings.facts:
        how = "required" if source.required else "not required"
        watchdog = (
            f"watchdog {source.watchdog_ns / NS_PER_S:g} s, age {source.max_age_ns / NS_PER_S:g} s"
        )
        _print(console, f"{source.name}: {source.topic} ({source.type}), {how}, {watchdog}")
        _fields(console, found, "facts", source.name)
    for entry in bindings.assumptions:
        _print(console, f"assumed: {_assumed(entry)}")


def _assumed(entry: Assumption) -> str:
    """The pattern as written, with its number of facts where it stands for several."""
    facts = f" ({counted(len(entry.facts), 'fact')})" if "*" in entry.pattern else ""
    return f"{entry.pattern}{facts}"


def _fields(console: Console, found: BindingCheck, section: str, name: str) -> None:
    table = plain_table("field", "type", "is understood as")
    for row in found.understood:
        if (row.section, row.interface) == (section, name):
            table.add_row(Text(one_line(row.field)), row.type, Text(one_line(row.meaning)))
    if table.row_count:
        console.print(table)


def _counts(bindings: Bindings) -> str:
    counted = (
        (len(bindings.actions), "action", "actions"),
        (len(bindings.services), "service", "services"),
        (len(bindings.velocities), "velocity topic", "velocity topics"),
        (len(bindings.facts), "source of facts", "sources of facts"),
        (len(bindings.map.regions), "region", "regions"),
    )
    return ", ".join(f"{number} {one if number == 1 else many}" for number, one, many in counted)


def _print(console: Console, text: str, style: str = "") -> None:
    console.print(Text(one_line(text), style=style), soft_wrap=True)
