"""Interface types by name, as far as they are installed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from is_bench.errors import InputError, UnknownNameError

_PARTS = {
    "goal": "Goal",
    "result": "Result",
    "feedback": "Feedback",
    "request": "Request",
    "response": "Response",
}


def load_type(name: str) -> Any:
    """The class of an interface such as "nav2_msgs/action/NavigateToPose".

    Raises InputError where it is not installed, with what would help.
    """
    package, kind, own = name.split("/")
    try:
        module = import_module(f"{package}.{kind}")
    except ModuleNotFoundError:
        raise InputError(
            f"{name} is not installed: Python finds no {package}.{kind}; source the workspace that "
            f"has it, or install ros-jazzy-{package.replace('_', '-')}"
        ) from None
    except ImportError as error:
        raise InputError(f"{name} cannot be loaded: {error}") from None
    if not hasattr(module, own):
        known = [other for other in vars(module) if other[:1].isupper()]
        raise InputError(f"{package}: {UnknownNameError(kind, own, known).message}")
    return getattr(module, own)


class InstalledTypes:
    """The fields of interface types, from their Python classes."""

    def fields(self, name: str) -> Mapping[str, str]:
        """The fields of a message, or of a part of an action or service ("x/action/Y.goal")."""
        whole, _, part = name.partition(".")
        found = load_type(whole)
        if part:
            found = getattr(found, _PARTS[part])
        described: Mapping[str, str] = found.get_fields_and_field_types()
        return described
