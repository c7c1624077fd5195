"""Imports go downward only, ROS stays at the rim, and the core reads no clock."""

from __future__ import annotations

import ast
import subprocess
import sys
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
OURS = {*PACKAGES, "tests", "benchmarks", "tools"}

ROS_MODULES = {
    # Parts of the nodes beside them, which would be long otherwise.
    "sim_bridge/camera_publisher.py",
    "is_planner_node/camera_subscriber.py",
    "is_planner_node/parameters.py",
    "is_planner_node/thinking.py",
    "is_safety_monitor/emergency_stop/__main__.py",
    "is_bench_eval/evaluator_node.py",
    "is_bench_eval/hand_over.py",
    "is_bench_eval/ros_company.py",
    "is_bench_eval/security/roles.py",
    "is_bench_eval/ros_runner.py",
    "is_bench_eval/recorder_node.py",
    "is_bench_eval/doctor/ros_graph.py",
    "is_bench_eval/watch/live.py",
}
"""Beside every `node.py`, and whatever lies in a folder `ros`."""
CLOCKS = {
    "time": {"time", "monotonic", "perf_counter", "process_time"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
}
MOST_LINES = 500

every_module = pytest.mark.parametrize("module", modules(), ids=str)


def knows_ros(module: Path) -> bool:
    return module.name == "node.py" or module.as_posix() in ROS_MODULES or "ros" in module.parts


@every_module
def test_imports_go_downward_only(module: Path) -> None:
    own = module.parts[0]
    used = {top_level(name) for name in imports(module)} & OURS
    assert used <= MAY_IMPORT[own] | {own}


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
    paths = [*modules(), *(path for name in ("launch", "tests") for path in scripts(name))]
    lengths = {
        path.as_posix(): len((ROOT / path).read_text(encoding="utf-8").splitlines())
        for path in paths
    }
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


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
