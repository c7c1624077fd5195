"""`is-bench binding check FILE` and `is-bench binding init`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from is_bench.domain import load_domain
from is_bench.errors import InputError, Place
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.visible import one_line
from is_bench_eval.errors import RosUnavailable
from is_safety_monitor.bindings.checking import Understood, check_bindings, check_graph
from is_safety_monitor.bindings.drafting import Graph, draft
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.bindings.reader import load_bindings

OK = 0
FAULTY = 2


def check_command(file: Path, domain: str, seconds: float | None, console: Console) -> int:
    """Show how each field is understood; with `seconds`, look that long at the live graph, too.

    Returns 0, or 2 if something is wrong.  Raises InputError for a file that cannot be read.
    """
    from is_safety_monitor.bindings.installed import InstalledTypes

    bindings = load_bindings(file, load_domain(domain))
    found = check_bindings(bindings, InstalledTypes())
    _print(console, f"{bindings.robot}: {_counts(bindings)}", style="bold")
    _understood(console, bindings, found.understood)
    for warning in found.warnings:
        _print(console, f"warning: {warning}", style="yellow")
    problems = [str(fault) for fault in found.faults]
    if seconds is not None:
        problems += check_graph(bindings, _look(seconds))
    for problem in problems:
        _print(console, f"error: {problem}", style="red")
    if problems:
        return FAULTY
    said = "the file, the types and the graph agree" if seconds is not None else "the file is good"
    _print(console, said)
    return OK


def init_command(out: Path | None, robot: str, seconds: float, console: Console) -> int:
    """Write a first file from the live graph, or show it.

    Raises InputError for a file that is there already, and without ROS.
    """
    from is_safety_monitor.bindings.installed import InstalledTypes

    if out is not None and out.exists():
        raise InputError("is there already; name another file", Place(str(out)))
    text = draft(robot, _look(seconds), InstalledTypes())
    if out is None:
        console.print(Text(text), end="", soft_wrap=True)
        return OK
    out.write_text(text, encoding="utf-8")
    _print(
        console, f"wrote {out}: see what is marked TODO in it, then is-bench binding check {out}"
    )
    return OK


def _look(seconds: float) -> Graph:
    try:
        from is_safety_monitor.bindings.ros.graph_snapshot import look
    except ImportError as error:
        raise RosUnavailable("looking at the live graph", error) from None
    return look(seconds)


def _understood(console: Console, bindings: Bindings, rows: Iterable[Understood]) -> None:
    listed = list(rows)
    for item in bindings.guarded:
        _print(console, f"{item.name}: {item.planner} -> {item.robot} ({item.type})")
        _fields(console, [row for row in listed if row.interface == item.name])
    for source in bindings.facts:
        how = "required" if source.required else "not required"
        watchdog = f"watchdog {source.watchdog_ns / 1e9:g} s, age {source.max_age_ns / 1e9:g} s"
        _print(console, f"{source.name}: {source.topic} ({source.type}), {how}, {watchdog}")
        _fields(console, [row for row in listed if row.interface == source.name])
    for fact in bindings.assumed:
        _print(console, f"assumed: {fact}")


def _fields(console: Console, rows: Iterable[Understood]) -> None:
    table = plain_table("field", "type", "is understood as")
    for row in rows:
        table.add_row(Text(one_line(row.field)), row.type, Text(one_line(row.meaning)))
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
