"""Type checks of the fields that a binding file uses."""

from __future__ import annotations

from is_safety_monitor.bindings.arguments import Argument, FromField, FromPose
from is_safety_monitor.bindings.conditions import Condition
from is_safety_monitor.bindings.shapes import FieldType, TypeTable, field_type


def incomparable(condition: Condition, found: FieldType) -> str:
    """Why a field of this type is never as the condition says; empty if it may be."""
    bounds = (condition.above, condition.below, condition.at_least, condition.at_most)
    if any(bound is not None for bound in bounds) and not found.is_number:
        return "above, below, at_least and at_most are for numbers"
    if condition.pattern is not None and not found.is_string:
        return "patterns apply to strings only"
    for value in condition.one_of:
        fits = (
            found.is_bool
            if isinstance(value, bool)
            else found.is_string
            if isinstance(value, str)
            else found.is_number
        )
        if not fits:
            return f"value {value!r} is outside the field's type"
    return ""


def unfit(argument: Argument, found: FieldType, types: TypeTable) -> str:
    """Why an argument cannot be read from a field of this type; empty if it can."""
    if isinstance(argument, FromPose):
        return _no_pose(argument, found, types)
    if not isinstance(argument, FromField):
        return ""
    if not (found.is_string or found.is_integer):
        return f"a {found} cannot identify an object; use a string or integer field"
    if found.is_integer and not argument.names:
        return "an integer cannot identify an object by itself; give `names`"
    return ""


def _no_pose(argument: FromPose, found: FieldType, types: TypeTable) -> str:
    has_header, inner = False, found
    while inner.is_message:
        fields = types.fields(inner.name)
        has_header = has_header or "header" in fields
        if {"x", "y", "z"} <= fields.keys():
            if has_header or argument.frame:
                return ""
            return f"a {found} does not say its frame; give `frame`"
        name = next((name for name in ("pose", "position", "point") if name in fields), "")
        if not name:
            break
        inner = field_type(fields[name])
    return f"a {found} is no pose or point"
