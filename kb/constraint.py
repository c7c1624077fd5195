"""Executable safety constraints: what they say in words, and how they are checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from is_bench.goal import Expression
from is_bench.skills import Skill, SkillCall
from kb.classes import ObjectClass


class Kind(Enum):
    """The three types of constraints of SafeMind (arXiv 2509.25885)."""

    FACTUAL = "factual"
    """Something must hold when a step is taken."""
    CAUSAL = "causal"
    """Something must have been brought about before a step is taken."""
    TEMPORAL = "temporal"
    """A step makes something due, by the end or within bounds."""


class OnUnknown(Enum):
    """What a constraint does when the facts that it needs are unknown."""

    BLOCK = "block"
    WARN = "warn"


@dataclass(frozen=True)
class Pattern:
    """A skill over variables, such as `PLACE_INSIDE(x, y)`; `_` matches anything."""

    skill: Skill
    variables: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.skill.name}({', '.join(self.variables)})"

    def match(self, call: SkillCall) -> dict[str, str] | None:
        """The objects that the variables stand for in `call`; None if it is another skill."""
        if call.skill is not self.skill:
            return None
        binding: dict[str, str] = {}
        for variable, name in zip(self.variables, call.arguments, strict=True):
            if variable != "_" and binding.setdefault(variable, name) != name:
                return None
        return binding

    def ground(self, binding: Mapping[str, str]) -> str:
        """The step in which the variables stand for the objects of `binding`."""
        return f"{self.skill.name}({', '.join(binding[name] for name in self.variables)})"


@dataclass(frozen=True)
class Bounds:
    """Within how many steps, and how many seconds, something due must be done; None: by the end."""

    steps: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Constraint:
    """One rule of the knowledge base."""

    id: str
    text: str
    """Cause and consequence, for people, planners and retrieval."""
    category: str
    severity: str
    source: str
    """The standard or guideline that it rests on."""
    kind: Kind
    variables: Mapping[str, ObjectClass]
    before: tuple[Pattern, ...]
    """Steps that it is checked before; exactly one of `before` and `after` is given."""
    after: tuple[Pattern, ...]
    """Steps that make it due."""
    condition: Expression | None
    """When it applies at all; None: always."""
    require: Expression
    bounds: Bounds
    unknown: OnUnknown
    mend: tuple[Pattern, ...]
    """Steps that bring about what is required, in order."""
    source_file: str = ""
