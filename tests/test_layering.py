"""Imports go downward only, also inside packages; ROS stays at the rim, clocks out of the core."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.source_tree import PACKAGES, ROOT, dotted, imports, is_ros, modules, top_level

MAY_IMPORT = {
    "is_bench": set[str](),
    "kb": {"is_bench"},
    "is_safety_monitor": {"is_bench", "kb"},
    "is_planner_node": {"is_bench"},
    "sim_bridge": {"is_bench"},
    "is_bench_eval": set(PACKAGES),
}
EVAL = "is_bench_eval"
ROOMS = (
    "errors",
    "console",
    "statistics",
    "pages",
    "specs",
    "awareness",
    "episodes",
    "recording",
    "visualization",
    "engines",
    "workers",
    "reports",
    "replay",
    "judging",
    "knowledge",
    "robots",
    "instructions",
    "studies",
    "doctor",
    "conformance",
    "security",
    "watch",
    "cli",
    "__main__",
)
"""What is_bench_eval consists of; each imports of the others only those before it."""
DEFERRED = {("is_bench.domain.model", "is_bench.domain.loading")}
"""Imports inside a function that lead upward: a domain that is unpickled is read again."""
OURS = {*PACKAGES, "tests", "benchmarks", "tools"}

ROS_MODULES = {
    # Parts of the nodes beside them, which would be long otherwise.
    "sim_bridge/camera_publisher.py",
    "is_planner_node/camera_subscriber.py",
    "is_planner_node/conversation_publisher.py",
    "is_planner_node/parameters.py",
    "is_safety_monitor/emergency_stop/__main__.py",
    "sim_bridge/parameters.py",
}
"""Beside every `node.py`, and whatever lies in a folder `ros`."""
CLOCKS = {
    "time": {"time", "monotonic", "perf_counter", "process_time"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
}
MOST_LINES = 400
MOST_LINES_OF_TESTS = 500
MOST_LINES_OF_A_FUNCTION = 50

every_module = pytest.mark.parametrize("module", modules(), ids=str)


def knows_ros(module: Path) -> bool:
    return module.name == "node.py" or module.as_posix() in ROS_MODULES or "ros" in module.parts


@every_module
def test_imports_go_downward_only(module: Path) -> None:
    own = module.parts[0]
    used = {top_level(name) for name in imports(module)} & OURS
    assert used <= MAY_IMPORT[own] | {own}


def test_the_rooms_of_the_evaluation_are_all_in_the_order() -> None:
    there = {module.parts[1].removesuffix(".py") for module in modules() if module.parts[0] == EVAL}
    assert there - {"__init__"} == set(ROOMS)


@pytest.mark.parametrize(
    "module", [m for m in modules() if m.parts[0] == EVAL and len(m.parts) > 2], ids=str
)
def test_rooms_of_the_evaluation_import_only_those_before_them(module: Path) -> None:
    own = ROOMS.index(module.parts[1])
    used = {name.split(".")[1] for name in imports(module) if name.startswith(f"{EVAL}.")}
    assert {room for room in used if ROOMS.index(room) > own} == set()


@pytest.mark.parametrize("package", sorted(set(PACKAGES) - {EVAL}))
def test_no_two_rooms_of_a_package_import_each_other(package: str) -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for one, other in links():
        if one.parts[0] == other.parts[0] == package and room(one) != room(other):
            graph[room(one)].add(room(other))
    assert cycle(graph) == []


def test_no_two_modules_import_each_other() -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for one, other in links():
        if (dotted(one), dotted(other)) not in DEFERRED:
            graph[dotted(one)].add(dotted(other))
    assert cycle(graph) == []


def room(module: Path) -> str:
    """The part of a package that a module belongs to; what knows ROS is one part, the rim."""
    return "the rim" if knows_ros(module) else module.parts[1].removesuffix(".py")


def links() -> Iterator[tuple[Path, Path]]:
    """Every module with each other module of ours that it imports, wherever in it."""
    known = {dotted(module): module for module in modules()}
    for module in modules():
        for name in imports(module):
            found = known.get(name) or known.get(name.rpartition(".")[0])
            if found not in (None, module):
                yield module, found


def cycle(graph: Mapping[str, AbstractSet[str]]) -> list[str]:
    """Names that lead back to the first of them; empty if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize(
    ("graph", "found"),
    [({"a": {"b"}, "b": {"c"}}, 0), ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, 4), ({}, 0)],
)
def test_cycles_are_found(graph: dict[str, set[str]], found: int) -> None:
    assert len(cycle(graph)) == found


@every_module
def test_only_the_rim_knows_ros(module: Path) -> None:
    ros = {name for name in imports(module) if is_ros(name) or name.startswith("is_bench.ros")}
    assert knows_ros(module) or not ros


def test_everything_but_the_rim_imports_without_ros() -> None:
    names = [dotted(module) for module in modules() if not knows_ros(module)]
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_WITHOUT_ROS, *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


IMPORT_WITHOUT_ROS = """
import importlib, sys
from tests.source_tree import is_ros

class NoRos:
    def find_spec(self, name, path=None, target=None):
        if is_ros(name):
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

sys.meta_path.insert(0, NoRos())
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def test_no_module_is_long() -> None:
    assert longer_than(MOST_LINES, [*modules(), *scripts("launch")]) == set()


def test_no_test_module_is_long() -> None:
    assert longer_than(MOST_LINES_OF_TESTS, scripts("tests")) == set()


def longer_than(most: int, paths: Sequence[Path]) -> set[str]:
    lengths = {path: len((ROOT / path).read_text("utf-8").splitlines()) for path in paths}
    return {path.as_posix() for path, lines in lengths.items() if lines > most}


def test_no_function_is_long() -> None:
    lengths = {
        f"{module}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for module in modules()
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    long = {name for name, lines in lengths.items() if lines > MOST_LINES_OF_A_FUNCTION}
    assert long == set()


def scripts(folder: str) -> list[Path]:
    return [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.py")]


@pytest.mark.parametrize(
    "module",
    [
        module
        for module in modules()
        if (module.parts[0] in {"is_bench", "kb"} or "core" in module.parts)
        and not knows_ros(module)
    ],
    ids=str,
)
def test_the_core_reads_no_clock(module: Path) -> None:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    assert [text for node in ast.walk(tree) if (text := clock_read(node))] == []


def clock_read(node: ast.AST) -> str:
    """The clock that a node names, whether to call it or to hand it on; empty if none."""
    if isinstance(node, ast.ImportFrom) and node.module == "time":
        return next((alias.name for alias in node.names if is_clock("time", alias.name)), "")
    if isinstance(node, ast.Attribute):
        owner = node.value.attr if isinstance(node.value, ast.Attribute) else None
        owner = node.value.id if isinstance(node.value, ast.Name) else owner
        if owner and is_clock(owner, node.attr):
            return f"{owner}.{node.attr}"
    return ""


def is_clock(owner: str, name: str) -> bool:
    return name.removesuffix("_ns") in CLOCKS.get(owner, ())


@pytest.mark.parametrize(
    ("source", "clock"),
    [
        ("import time\ntime.monotonic_ns()", "time.monotonic_ns"),
        ("from time import time_ns", "time_ns"),
        ("import datetime\ndatetime.datetime.now()", "datetime.now"),
        ("def f(clock=time.time): ...", "time.time"),
        ("import time\ntime.sleep(1)", ""),
        ("state.time", ""),
    ],
)
def test_clocks_are_recognised(source: str, clock: str) -> None:
    found = [text for node in ast.walk(ast.parse(source)) if (text := clock_read(node))]
    assert found == ([clock] if clock else [])
