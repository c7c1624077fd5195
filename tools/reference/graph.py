"""Topics of the nodes, found in their source text: no node is started."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GRAPH = ROOT / "is_bench" / "ros" / "graph.py"
FOLDERS = ("is_safety_monitor", "is_planner_node", "sim_bridge", "is_bench_eval")
NODES = {
    "is_safety_monitor/gate": "driver_gate",
    "is_safety_monitor/emergency_stop": "emergency_stop",
    "is_safety_monitor": "is_safety_monitor",
    "is_planner_node": "is_planner_node",
    "sim_bridge": "sim_bridge",
    "is_bench_eval/recording": "bag_recorder",
    "is_bench_eval": "is_bench_evaluator",
}
"""The node that a source file belongs to, by the beginning of its path; the first one counts."""
QUALITIES = {
    "LATEST": "reliable, latched, 1",
    "EVENTS": "reliable, latched, 100",
    "LOG": "reliable, latched, 1000",
    "BEAT": "reliable, 1",
    "SIGNAL": "best effort, 1",
    "HISTORY": "reliable",
}


@dataclass(frozen=True)
class Topic:
    """A topic that a node publishes."""

    name: str
    type: str
    publisher: str
    qos: str


def topics() -> list[Topic]:
    """The topics of the graph with a constant name, by name."""
    names = _constants()
    found = set()
    for path, call in _calls("create_publisher"):
        if len(call.args) < 3:
            continue
        key = ast.unparse(call.args[1]).removeprefix("graph.")
        if key in names:
            quality = ast.unparse(call.args[2]).removeprefix("graph.").removeprefix("_")
            qos = QUALITIES.get(quality.upper(), "reliable")
            found.add(Topic(names[key], ast.unparse(call.args[0]), _node_of(path), qos))
    return sorted(found, key=lambda topic: (topic.name, topic.publisher))


def _node_of(path: Path) -> str:
    name = path.relative_to(ROOT).as_posix()
    return next(node for beginning, node in NODES.items() if name.startswith(beginning))


def _calls(function: str) -> Iterator[tuple[Path, ast.Call]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            nodes = ast.walk(ast.parse(text)) if f"{function}(" in text else ()
            for node in nodes:
                if isinstance(node, ast.Call) and _name(node.func) == function:
                    yield path, node


def _name(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def _constants() -> dict[str, str]:
    """The names of graph.py: `VERDICTS` is "is_bench/verdicts"."""
    found: dict[str, str] = {}
    for node in ast.parse(GRAPH.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found[node.targets[0].id] = value.value
            elif isinstance(value, ast.JoinedStr):
                found[node.targets[0].id] = "".join(_piece(piece, found) for piece in value.values)
    return found


def _piece(node: ast.expr, known: dict[str, str]) -> str:
    if isinstance(node, ast.FormattedValue):
        return known[ast.unparse(node.value)]
    return str(ast.literal_eval(node))
