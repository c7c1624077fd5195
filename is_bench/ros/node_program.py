"""The command line of a node's program: its `--help`, and arguments that nothing takes.

rclpy ignores other words than ROS arguments, or takes them for remaps: `driver_gate services:=lamp`
would be a gate without services.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import rclpy
from rcl_interfaces.msg import ParameterDescriptor, ParameterType
from rclpy.context import Context
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.utilities import remove_ros_args

from is_bench.errors import InputError
from is_bench.ros.parameter_overrides import split_words
from is_bench.ros.spinning import BAD_INPUT

WIDTH = 80
"""Columns of the help."""
_HELP = ("-h", "--help")
_TYPES: Mapping[int, str] = {
    ParameterType.PARAMETER_BOOL: "true or false",
    ParameterType.PARAMETER_INTEGER: "integer",
    ParameterType.PARAMETER_DOUBLE: "number",
    ParameterType.PARAMETER_STRING: "text",
    ParameterType.PARAMETER_STRING_ARRAY: "list of texts",
}


@dataclass(frozen=True)
class NodeProgram:
    """A program that runs one node."""

    name: str
    purpose: str
    """One or two sentences for `--help`."""
    declare: Callable[[Node], object]
    """Declares the parameters on a node."""

    def check_command_line(self, words: Sequence[str] | None = None) -> None:
        """Print the help if it is asked for; ends the process then, and for wrong arguments.

        `words` are those of the process (default: sys.argv).  The exit code is 0 after help and
        BAD_INPUT for an argument that rclpy does not take.
        """
        given = list(sys.argv if words is None else words)
        if any(word in _HELP for word in given[1:]):
            sys.stdout.write(self.help())
            raise SystemExit(0)
        try:
            check_arguments(given)
        except InputError as error:
            sys.stderr.write(f"{self.name}: error: {error}\n")
            raise SystemExit(BAD_INPUT) from None

    def help(self) -> str:
        """Usage, purpose and parameters, at most WIDTH columns wide where words allow it."""
        usage = f"usage: ros2 run is_bench {self.name} [--ros-args ARGUMENT ...]\n"
        arguments = (
            ("-p NAME:=VALUE", "set a parameter"),
            ("--params-file FILE", f"set parameters: /**/{self.name}: ros__parameters: ..."),
            ("-r __ns:=NAMESPACE", "run in a namespace"),
        )
        parts = [usage, textwrap.fill(self.purpose, WIDTH) + "\n", "ROS arguments:"]
        parts += [f"  {form:<20}{meaning}" for form, meaning in arguments]
        parts += ["\nparameters:" if (listed := self._parameters()) else "\nno parameters"]
        return "\n".join([*parts, *listed]) + "\n"

    def _parameters(self) -> list[str]:
        with _bare_node() as node:
            before = node.get_parameters_by_prefix("").keys()
            self.declare(node)
            names = [name for name in node.get_parameters_by_prefix("") if name not in before]
            described = node.describe_parameters(names)
            values = [node.get_parameter(name).value for name in names]
        return [_entry(each, value) for each, value in zip(described, values, strict=True)]


def check_arguments(words: Sequence[str]) -> None:
    """Raise InputError for a ROS argument that rclpy cannot read, and for any other word.

    The first of `words` is the program.  A remap without its flag, which rclpy calls deprecated, is
    refused, too: it looks like a parameter.
    """
    try:
        remove_ros_args(words)
    except RuntimeError as error:  # rclpy's two errors have no other parent
        problem = str(error).partition(", at /")[0]
        raise InputError(f"invalid ROS arguments: {problem}; see --help") from None
    for word in split_words(words)[1][1:]:
        form = word if ":=" in word else "NAME:=VALUE"
        raise InputError(
            f"unexpected argument {word!r}; set a parameter with --ros-args -p {form}; see --help"
        )


@contextmanager
def _bare_node() -> Iterator[Node]:
    """A node on which parameters have their defaults, whatever the command line sets."""
    context = Context()
    rclpy.init(args=[], context=context, signal_handler_options=SignalHandlerOptions.NO)
    options = {"use_global_arguments": False, "start_parameter_services": False}
    node = Node("parameter_help", context=context, enable_rosout=False, **options)
    try:
        yield node
    finally:
        node.destroy_node()
        rclpy.try_shutdown(context=context)


def _entry(parameter: ParameterDescriptor, value: Any) -> str:
    bounds = (*parameter.integer_range, *parameter.floating_point_range)
    facts = [
        _TYPES.get(parameter.type, ""),
        *(f"{bound.from_value:g} to {bound.to_value:g}" for bound in bounds),
        parameter.additional_constraints,
        f"default: {_shown(value)}",
    ]
    head = f"{parameter.name} ({', '.join(filter(None, facts[:-1]))}; {facts[-1]})"
    return "\n".join((_filled(head, "  ", " " * 6), _filled(parameter.description, " " * 6)))


def _filled(text: str, first: str, others: str | None = None) -> str:
    """Text that begins with `first`, and whose other lines begin with `others` (default: first)."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if others is None else others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value or "empty"
    if isinstance(value, Sequence):
        return ", ".join(map(_shown, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
