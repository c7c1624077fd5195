"""Reading what a language model answers: a step or a plan, in the form asked for or nearly so.

A step is taken only where it stands by itself: in the field that was asked for, or on a line of its
own.  One that is only mentioned ("do not OPEN(...) yet") is not taken.  A step that names no skill
of the domain, or no object of the scene, makes the answer invalid.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from is_bench.chat.json_replies import strip_reasoning
from is_bench.domain import Domain
from is_bench.domain.text import read_step
from is_bench.errors import IsBenchError
from is_bench.objects import ObjectTable

MOST_CHARACTERS = 20_000
"""Of an answer; what is longer is cut."""
MOST_STEPS = 100
"""Of a plan."""
MOST_STEP_CHARACTERS = 300
_MOST_NESTED = 40
_SAID = 120
"""Characters of an unusable answer that a complaint quotes."""


class Form(Enum):
    """How well an answer could be read."""

    OK = "ok"
    REPAIRED = "repaired"
    INVALID = "invalid"


@dataclass(frozen=True)
class Reading:
    """What was made of an answer."""

    form: Form
    steps: tuple[str, ...] = ()
    """One or more calls of the domain over objects of the scene, unless it is invalid."""
    why: str = ""
    """What is wrong with an invalid answer."""


def read_action(text: str, domain: Domain, objects: ObjectTable) -> Reading:
    """The one step that an answer says; of several, the first."""
    found = _read(text, "action", domain, objects)
    return Reading(found.form, found.steps[:1], found.why)


def read_plan(text: str, domain: Domain, objects: ObjectTable) -> Reading:
    """All steps that an answer says, up to the first DONE."""
    return _read(text, "plan", domain, objects)


def _read(text: str, field: str, domain: Domain, objects: ObjectTable) -> Reading:
    text = text[:MOST_CHARACTERS]
    exact = _json(text)
    if isinstance(exact, dict) and set(exact) >= {field}:
        steps = _listed(exact[field])
        if steps is not None and (field == "plan") == isinstance(exact[field], list):
            return _checked(steps, Form.OK, domain, objects)
    if not text.strip():
        return Reading(Form.INVALID, why="the answer is empty")
    for candidate in _candidates(strip_reasoning(text), domain.skills):
        if candidate:
            return _checked(candidate, Form.REPAIRED, domain, objects)
    return Reading(Form.INVALID, why=f"no step can be made out in {_quoted(text)}")


def _checked(steps: list[str], form: Form, domain: Domain, objects: ObjectTable) -> Reading:
    """The steps as they are normally written, or what is wrong with the first that is no step."""
    if not steps:
        return Reading(Form.INVALID, why="there is no step in the answer")
    if len(steps) > MOST_STEPS:
        return Reading(Form.INVALID, why=f"the plan has {len(steps)} steps, more than {MOST_STEPS}")
    calls = []
    for step in steps:
        if len(step) > MOST_STEP_CHARACTERS:
            return Reading(Form.INVALID, why=f"the step {_quoted(step)} is too long")
        try:
            call = domain.parse(step, objects)
            read_step(str(call), domain, objects)
        except IsBenchError as error:
            return Reading(Form.INVALID, why=_quoted(str(error), 300))
        calls.append(str(call))
        if call.is_done:
            break
    return Reading(form, tuple(calls))


def _candidates(text: str, skills: Container[str]) -> Iterator[list[str]]:
    """What may be meant, the likeliest first."""
    for value in _values(text):
        yield _steps_in(value, skills)
    yield _lines(text, skills)


def _steps_in(value: Any, skills: Container[str]) -> list[str]:
    """The steps of a value that is not quite what was asked for."""
    if isinstance(value, dict):
        for key in ("action", "plan", "step", "next_action", "next_step", "actions", "steps"):
            steps = _listed(value.get(key))
            if steps:
                return steps
        return []
    return [step for step in _listed(value) or [] if _is_call(step, skills)]


def _listed(value: Any) -> list[str] | None:
    """The texts of a text, a list of texts, or a list of objects that each hold an action."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        return None
    steps = []
    for item in value:
        inner = item.get("action") if isinstance(item, dict) else item
        if not isinstance(inner, str):
            return None
        steps.append(inner)
    return steps


_FENCE = re.compile(r"```[a-zA-Z]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_OPENING = re.compile(r"[{[]")
_BRACKET = re.compile(r"[][{}]")
_COMMA = re.compile(r",\s*([}\]])")
_PREFIX = re.compile(
    r"^[\s>*\-+#]*(?:\d{1,3}[.):]\s*)?(?:[Ss]tep\s*(?:\d{1,3}\s*)?[:.)]\s*)?"
    r"(?:(?:[Nn]ext\s+)?(?:[Aa]ction|[Ss]tep)\s*[:=]\s*)?"
)
_WRAPPING = " \t`*\"'.,;"


def _values(text: str) -> Iterator[Any]:
    """Objects and lists that stand somewhere in the text, in fences first, mended if need be."""
    for block in [*_FENCE.findall(text), *_balanced(text)]:
        value = _json(block)
        if value is None:
            value = _json(_COMMA.sub(r"\1", block))
        if value is None:
            value = _literal(block)
        if value is not None:
            yield value


def _balanced(text: str) -> Iterator[str]:
    """The outermost pieces in braces or brackets."""
    position = 0
    while found := _OPENING.search(text, position):
        position = _end(text, found.start())
        if not position:
            return
        yield text[found.start() : position]


def _end(text: str, start: int) -> int:
    """Where a piece ends, 0 if nowhere; brackets within strings count only where it is no JSON."""
    try:
        return json.JSONDecoder().raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        depth = 0
    for found in _BRACKET.finditer(text, start):
        depth += 1 if found.group() in "{[" else -1
        if not depth:
            return found.end()
    return 0


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _literal(text: str) -> Any:
    """A value in Python's form, with single quotes."""
    if sum(text.count(character) for character in "{[(") > _MOST_NESTED:
        return None
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _lines(text: str, skills: Container[str]) -> list[str]:
    """The lines that are a skill call and nothing else, but for a number or a label."""
    steps = []
    for line in text.splitlines():
        bare = _PREFIX.sub("", line.strip(), count=1).strip(_WRAPPING)
        if _is_call(bare, skills):
            steps.append(bare)
    return steps


def _is_call(text: str, skills: Container[str]) -> bool:
    """Whether a text is a skill's name with arguments, or DONE, whatever its arguments are."""
    head, paren, _ = text.partition("(")
    name = head.strip().upper()
    if name == "DONE":
        return not paren or text.strip().endswith(")")
    return name in skills and bool(paren) and text.strip().endswith(")")


def _quoted(text: str, most: int = _SAID) -> str:
    """The beginning of a text in which nothing can break out of the line."""
    shown = json.dumps(text[:most], ensure_ascii=True)
    return shown if len(text) <= most else shown[:-1] + '..."'
