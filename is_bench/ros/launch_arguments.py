"""Launch arguments that a launch file does not declare: launch itself ignores them.

`planer:=vlm` would silently run another planner.  Nothing here needs launch to be installed.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Protocol

from is_bench.errors import UnknownNameError

LIKENESS = 0.8
"""How much a name of an including launch file resembles one of ours before it is a misspelling."""
_OF_ROS2_LAUNCH = {"launch-prefix", "launch-prefix-filter"}


class GivenArguments(Protocol):
    """The part of launch.LaunchContext that is looked at."""

    @property
    def argv(self) -> Iterable[str]:
        """`NAME:=VALUE` of the command line."""
        ...

    @property
    def launch_configurations(self) -> Mapping[str, str]:
        """Every argument and configuration in force, of including launch files, too."""
        ...


def check_launch_arguments(
    file: str,
    declared: Collection[str],
    context: GivenArguments,
    command_line: Iterable[str] | None = None,
) -> None:
    """Raise UnknownNameError for an argument that the launch file `file` does not declare.

    Where another launch file includes it, only names that resemble a declared one are refused: the
    others are the other file's own.  `command_line` is that of the process (default: sys.argv).
    """
    words = sys.argv if command_line is None else command_line
    is_run = Path(file).name in {Path(word).name for word in words}
    given = _named(context.argv) if is_run else context.launch_configurations
    for name in given:
        if name in declared or name in _OF_ROS2_LAUNCH:
            continue
        if is_run or get_close_matches(name, declared, n=1, cutoff=LIKENESS):
            raise UnknownNameError("launch argument", name, declared)


def _named(words: Iterable[str]) -> Iterator[str]:
    return (word.partition(":=")[0] for word in words if ":=" in word)
