"""What the tests of packaging and layering need to know of the source tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INTERFACES = ROOT / "ros2_ws" / "src" / "is_bench_interfaces"
PACKAGES = ("is_bench", "kb", "is_safety_monitor", "is_planner_node", "sim_bridge", "is_bench_eval")


def modules() -> list[Path]:
    """Every module of the source packages, relative to the root."""
    return [
        path.relative_to(ROOT) for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))
    ]


def dotted(module: Path) -> str:
    """The import name of a module: "kb/__init__.py" is "kb"."""
    parts = module.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(module: Path) -> tuple[str, ...]:
    """Every name that a module imports anywhere in it: "json", "is_bench.facts.Atom"."""
    return tuple(_imports(module))


def _imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = module.parts[: -node.level] if node.level else ()
            origin = ".".join([*parents, *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def top_level(name: str) -> str:
    """The package that an imported name belongs to."""
    return name.partition(".")[0]


def is_ros(name: str) -> bool:
    """Whether an imported name belongs to ROS rather than to Python or PyPI."""
    package = top_level(name)
    return package in _ROS_PACKAGES or package.endswith(("_msgs", "_srvs", "_interfaces"))


_ROS_PACKAGES = {
    "ament_index_python",
    "launch",
    "launch_ros",
    "rclpy",
    "ros2launch",
    "rosidl_runtime_py",
}
