"""Saying a plan in the form that a request asks for, whatever its fields are called."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.chat_server.asked import Asked

FIELDS = ("action", "next_action", "step", "next_step", "skill")
"""How prompts may call the field with the step."""
PLAIN = {
    "type": "object",
    "properties": {"thought": {"type": "string"}, "action": {"type": "string"}},
}


def schema_of(asked: Asked) -> Mapping[str, Any]:
    """The schema that the answer should follow; a thought and an action if there is none."""
    told = asked.body.get("response_format") or {}
    schema = (told.get("json_schema") or {}).get("schema")
    return schema if isinstance(schema, dict) else PLAIN


def wants_plan(asked: Asked) -> bool:
    """Whether the answer should have a list of steps."""
    properties = schema_of(asked).get("properties", {})
    return any(_type(each) == "array" for each in properties.values())


def say(asked: Asked, steps: Sequence[str]) -> str:
    """The steps in the form that was asked for; where it has one step only, the first of them."""
    return json.dumps(_filled(schema_of(asked), steps))


def _filled(schema: Mapping[str, Any], steps: Sequence[str]) -> object:
    kind = _type(schema)
    if kind == "array":
        return [_filled(schema.get("items", {}), [step]) for step in steps]
    if kind == "object":
        properties = schema.get("properties", {})
        return {name: _field(name, each, steps) for name, each in properties.items()}
    if kind in {"boolean", "integer", "number", "null"}:
        return {"boolean": False, "integer": 0, "number": 0}.get(kind)
    return steps[0]


def _field(name: str, schema: Mapping[str, Any], steps: Sequence[str]) -> object:
    choices = schema.get("enum")
    if _type(schema) == "string" and name not in FIELDS:
        return choices[0] if choices else "It is next."
    return _filled(schema, steps)


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "string")
    return kind[0] if isinstance(kind, list) else str(kind)
