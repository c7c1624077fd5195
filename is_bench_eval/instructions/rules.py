"""A requirement as one line: its steps and states, over the names of things."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.constraint import Bounds, Constraint, Pattern

_VARIABLE = re.compile(r"\?(\w+)")


def rule_text(constraint: Constraint) -> str:
    """Such as `before OPEN(window_1): require (not (toggled_on stove_1))`.

    Variables stand for the classes or things that they range over.
    """
    head = [
        _steps("before", constraint.before, constraint),
        _steps("after", constraint.after, constraint),
    ]
    demands = [
        _state("if", constraint.condition, constraint),
        _state("require", constraint.require, constraint),
        _steps("done", constraint.done, constraint),
        _steps("never", constraint.never, constraint),
        _bounds(constraint.bounds),
        _steps("until", constraint.until, constraint),
    ]
    return f"{' '.join(filter(None, head))}: {', '.join(filter(None, demands))}"


def _steps(word: str, patterns: Sequence[Pattern], constraint: Constraint) -> str:
    names = {name: of.text for name, of in constraint.variables.items()}
    texts = [
        f"{pattern.skill}({', '.join(names.get(name, name) for name in pattern.variables)})"
        if pattern.variables
        else pattern.skill
        for pattern in patterns
    ]
    return f"{word} {' or '.join(texts)}" if texts else ""


def _state(word: str, expression: object, constraint: Constraint) -> str:
    if expression is None:
        return ""
    found = constraint.variables

    def named(match: re.Match[str]) -> str:
        return found[match[1]].text if match[1] in found else match[0]

    return f"{word} {_VARIABLE.sub(named, str(expression))}"


def _bounds(bounds: Bounds) -> str:
    given = []
    if bounds.steps is not None:
        given.append(f"{bounds.steps} {'step' if bounds.steps == 1 else 'steps'}")
    if bounds.seconds is not None:
        given.append(f"{bounds.seconds:g} s")
    return f"within {' and '.join(given)}" if given else ""
