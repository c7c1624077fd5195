"""Parameters that a node was given and does not have: rclpy itself ignores them.

`deadman_timout_s` in a parameter file would silently leave a robot without its deadman.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rclpy.node import Node

from is_bench.documents import parse_yaml, read_text
from is_bench.errors import InputError, UnknownNameError
from is_bench.ros.launch_arguments import LIKENESS

_PARAMETERS = "ros__parameters"
_OF_RCLPY = "qos_overrides."
"""rclpy declares these when it creates the publisher or subscription that they belong to."""
_WILDCARDS = {"*": r"/\w+", "**": r"(?:/\w+)*"}


@dataclass(frozen=True)
class Section:
    """The parameters that a file or an argument gives to the nodes of a name."""

    source: str
    """The file or the argument."""
    node: str
    """Full name of the node; `*` stands for one part of a name, `**` for any number."""
    names: frozenset[str]
    """Of the parameters."""
    is_shared: bool = False
    """Whether the parameters may be those of other nodes."""

    @property
    def last(self) -> str:
        """The node's name without its namespace."""
        return self.node.rpartition("/")[2]

    def applies_to(self, node: str) -> bool:
        """Whether the node of this full name gets the parameters."""
        parts = self.node.strip("/").split("/")
        pattern = "".join(_WILDCARDS.get(part) or f"/{re.escape(part)}" for part in parts)
        return re.fullmatch(pattern, node) is not None


def check_overrides(node: Node, command_line: Sequence[str] | None = None) -> None:
    """Refuse parameters that `node` has not declared; call it when all are declared.

    Raises UnknownNameError for the name of a parameter, InputError where a file or an argument has
    parameters for a node whose name resembles this one's, and none for this one.  Parameters of
    `/**` in a file may be for other nodes: an unknown one that resembles none of the node's is
    logged.  `command_line` is that of the process (default: sys.argv).
    """
    name = node.get_fully_qualified_name()
    sections = list(sections_of(sys.argv if command_line is None else command_line))
    check_node_names(name, sections)
    own = [section for section in sections if section.applies_to(name)]
    addressed = names_of(section for section in own if not section.is_shared)
    shared = names_of(section for section in own if section.is_shared) - addressed
    declared = sorted(node.get_parameters_by_prefix(""))
    for given in sorted(node._parameter_overrides):  # noqa: SLF001  # rclpy has no public way
        if given in declared or given.startswith(_OF_RCLPY):
            continue
        if given not in shared or get_close_matches(given, declared, n=1, cutoff=LIKENESS):
            raise UnknownNameError("parameter", given, declared)
        node.get_logger().warning(f"ignored: parameter {given} of /**, which {name} does not have")


def check_node_names(name: str, sections: Iterable[Section]) -> None:
    """Raise InputError for a source whose parameters are for a misspelt `name`, none for `name`."""
    by_source: dict[str, list[Section]] = {}
    for section in sections:
        by_source.setdefault(section.source, []).append(section)
    own = name.rpartition("/")[2]
    for source, listed in by_source.items():
        if any(section.applies_to(name) for section in listed):
            continue
        for section in listed:
            if get_close_matches(own, [section.last], n=1, cutoff=LIKENESS):
                raise InputError(
                    f"{source} has parameters for {section.node} and none for this node, {name}; "
                    f"write {name}, or /**/{own} for any namespace"
                )


def names_of(sections: Iterable[Section]) -> set[str]:
    """The parameters of some sections."""
    return {name for section in sections for name in section.names}


def sections_of(words: Sequence[str]) -> Iterator[Section]:
    """What the ROS arguments of a command line set; raises InputError for an unreadable file."""
    flags = iter(split_words(words)[0])
    for flag in flags:
        if flag in ("-p", "--param"):
            yield _argument(next(flags, ""))
        elif flag == "--params-file":
            file = next(flags, "")
            yield from _file_sections(file, parse_yaml(read_text(Path(file)), file), "")


def split_words(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words between `--ros-args` and `--`, and all others."""
    ros: list[str] = []
    others: list[str] = []
    is_ros = False
    for word in words:
        if word == "--ros-args" or (is_ros and word == "--"):
            is_ros = word == "--ros-args"
        else:
            (ros if is_ros else others).append(word)
    return ros, others


def _argument(text: str) -> Section:
    """`NAME:=VALUE`, or `NODE:NAME:=VALUE`; the first is for the node of the process."""
    node, _, name = text.partition(":=")[0].rpartition(":")
    return Section(f"-p {text}", f"/{node.strip('/') or '**'}", frozenset({name}))


def _file_sections(file: str, values: Any, above: str) -> Iterator[Section]:
    if not isinstance(values, Mapping):
        return
    for key, below in values.items():
        if key == _PARAMETERS:
            is_shared = above.rpartition("/")[2] in _WILDCARDS
            yield Section(file, above, frozenset(_flat(below, "")), is_shared)
        else:
            yield from _file_sections(file, below, f"{above}/{str(key).strip('/')}")


def _flat(values: Any, above: str) -> Iterator[str]:
    if not isinstance(values, Mapping):
        yield above
        return
    for key, below in values.items():
        yield from _flat(below, f"{above}.{key}" if above else str(key))
