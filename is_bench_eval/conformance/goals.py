"""Goals of any action, from what a user writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from is_bench.calls import parse_call
from is_bench.documents import parse_yaml
from is_bench.errors import InputError, Place
from is_safety_monitor.bindings.paths import field_names

SOURCE = Place("goal")


def skill_goal(kind: Any, text: str, episode: str) -> Any:
    """A goal of ExecuteSkill that asks for the call in `text`; raises SyntaxProblem."""
    call = parse_call(text, SOURCE)
    return kind.Goal(
        request_id="conformance",
        episode_id=episode,
        action=text,
        skill=call.skill,
        arguments=list(call.arguments),
    )


def typed_goal(kind: Any, text: str) -> Any:
    """A goal with the fields that `text`, a YAML mapping, gives; raises InputError."""
    goal = kind.Goal()
    _fill(goal, parse_yaml(text, SOURCE.source), "")
    return goal


def _fill(message: Any, values: Any, above: str) -> None:
    if not isinstance(values, Mapping):
        raise InputError(f"{above or 'the goal'} is no mapping of fields: {values!r}", SOURCE)
    known = list(field_names(message))
    for name, value in values.items():
        path = f"{above}.{name}" if above else str(name)
        if name not in known:
            raise InputError(f"there is no field {path}; known: {', '.join(known)}", SOURCE)
        old = getattr(message, name)
        if list(field_names(old)):
            _fill(old, value, path)
        else:
            _set(message, name, value, path)


def _set(message: Any, name: str, value: Any, path: str) -> None:
    old = getattr(message, name)
    if isinstance(old, float) and type(value) is int:
        value = float(value)
    if isinstance(old, bool | int | float | str) and type(value) is not type(old):
        raise InputError(f"{path} cannot be {value!r}; it is a {type(old).__name__}", SOURCE)
    try:
        setattr(message, name, value)
    except (AssertionError, TypeError, ValueError) as error:
        raise InputError(f"{path} cannot be {value!r}: {error}", SOURCE) from None
