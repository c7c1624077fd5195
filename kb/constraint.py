"""Safety constraints: text and executable form.

`docs/reference/constraints.md` gives the file format, and the formal semantics over traces of
steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from is_bench import hazards
from is_bench.calls import SkillCall
from is_bench.goal import Expression
from is_bench.goal.substitution import facts_in
from is_bench.goal.syntax import And, Not
from is_bench.object_classes import ObjectClass
from is_bench.verdict import Decision
from kb.clauses import NEVER, Clauses, Literal, clauses_of, literal_of

CATEGORIES = hazards.CATEGORIES
SEVERITIES = ("minor", "moderate", "major", "critical")
GRAVE = ("major", "critical")
"""Severities of what is resolved before anything else is done."""
CRITICAL = "critical"
ANY = "_"
"""The variable that stands for any object."""


class Composition(Enum):
    """The parts of the knowledge base (SafeMind, arXiv 2509.25885); together its Hybrid-KB."""

    INSTRUCTION = "instruction"
    """Instructions that must be rejected or altered."""
    ENVIRONMENT = "environment"
    """Hazards of the scene."""
    ORDER = "order"
    """Required orders of steps."""


class ConstraintType(Enum):
    """The three types of constraints of SafeMind (arXiv 2509.25885)."""

    FACTUAL = "factual"
    """A condition on the state before a step, or on the instruction."""
    CAUSAL = "causal"
    """A condition that must have been achieved, or a step executed, before a step."""
    TEMPORAL = "temporal"
    """After a step, a condition or step is required or forbidden, until another step or a bound."""


class ConstraintForm(Enum):
    """The requirement of the executable form."""

    REQUIRE_BEFORE = "before ... require"
    """The condition holds before a step."""
    DONE_BEFORE = "before ... done"
    """Before a step, another was executed (within bounds, and since a third)."""
    REQUIRE_AFTER = "after ... require"
    """The condition becomes true within bounds after a step; without bounds, it holds at DONE."""
    NEVER_AFTER = "after ... never"
    """After a step, another one is not executed (within bounds, or until a third)."""
    KEEP_AFTER = "after ... keep"
    """After a step the condition holds at every step (within bounds, or until another)."""
    COMES_ABOUT = "comes ... require"
    """After an unpredicted change, the condition holds at DONE."""
    INSTRUCTION = "instruction"
    """The instruction does not ask for this."""
    HAZARD = "hazard"
    """No step establishes the hazard; an existing one is resolved (see `CheckTime`)."""
    EVENT = "begins ... require"
    """The condition holds when a step has caused the event."""


LAW_FORMS = frozenset({ConstraintForm.HAZARD, ConstraintForm.EVENT})
"""Forms over state changes, independent of skills."""


class CheckTime(Enum):
    """When a hazard is checked."""

    BEGIN = "begin"
    """Before every step that is predicted to cause it."""
    END = "end"
    """At DONE, if it arose during the episode."""
    START = "start"
    """At DONE, if it existed from the start."""
    HANDLED = "handled"
    """At DONE, if the robot has used the law's first object."""
    USE = "use"
    """Before every step with one of its objects, while it exists."""


class OnUnknown(Enum):
    """The decision if required facts are unknown."""

    BLOCK = "block"
    HOLD = "hold"
    """Wait for the facts for a limited time; then block."""
    WARN = "warn"


@dataclass(frozen=True)
class Pattern:
    """A skill over variables, such as `PLACE_INSIDE(x, y)`; `_` matches anything."""

    skill: str
    """The skill's name, in upper case."""
    variables: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(SkillCall(self.skill, self.variables))

    def match(self, call: SkillCall) -> dict[str, str] | None:
        """The binding of the variables in `call`; None if it does not match.

        Supertypes of `call` are separate calls: `Domain.kinds`.
        """
        if call.skill != self.skill or len(call.arguments) != len(self.variables):
            return None
        binding: dict[str, str] = {}
        for variable, name in zip(self.variables, call.arguments, strict=True):
            if variable != ANY and binding.setdefault(variable, name) != name:
                return None
        return binding

    def ground(self, binding: Mapping[str, str]) -> SkillCall:
        """The call with the objects of `binding`."""
        return SkillCall(self.skill, tuple(binding[name] for name in self.variables))


@dataclass(frozen=True)
class Bounds:
    """Bounds in steps and in seconds after the triggering step; None: unbounded."""

    steps: int | None = None
    seconds: float | None = None

    @property
    def given(self) -> bool:
        """Whether there is any bound."""
        return self.steps is not None or self.seconds is not None


@dataclass(frozen=True)
class Phrase:
    """An ordered pattern of words and word groups in an instruction, `{give} {sharp} {child}`."""

    text: str
    items: tuple[frozenset[str], ...]
    """Per position, the matching stems."""


@dataclass(frozen=True)
class Example:
    """An example trace or instruction with the expected verdict."""

    violated: bool
    """Whether the constraint blocks the last step; the previous steps must pass."""
    instruction: str = ""
    facts: tuple[str, ...] = ()
    """Initial facts, such as `inside(apple.n.01_1, jar.n.01_1)`."""
    steps: tuple[str, ...] = ()
    """Skill calls, each with an optional time: `OPEN(jar.n.01_1) @ 3 s`."""


@dataclass(frozen=True)
class Constraint:
    """One constraint of the knowledge base."""

    id: str
    text: str
    """Cause and consequence, for people, planners and retrieval."""
    category: str
    """The hazard: one of `CATEGORIES`."""
    severity: str
    """minor, moderate, major or critical."""
    source: str
    """The underlying standard or guideline."""
    composition: Composition
    kind: ConstraintType
    form: ConstraintForm
    decision: Decision = Decision.BLOCK
    """The decision on a violation: BLOCK or WARN."""
    variables: Mapping[str, ObjectClass] = field(default_factory=dict)
    before: tuple[Pattern, ...] = ()
    """Steps before which it is checked; DONE_BEFORE and REQUIRE_BEFORE."""
    after: tuple[Pattern, ...] = ()
    """Steps that open it; the AFTER forms."""
    until: tuple[Pattern, ...] = ()
    """Steps that close it again; the AFTER forms.  In DONE_BEFORE: steps that undo `done`."""
    condition: Expression | None = None
    """Condition of applicability; None: always.  Evaluated when a step is checked."""
    comes: Expression | None = None
    """Opens it by becoming true although no step was predicted to cause it; COMES_ABOUT."""
    require: Expression | None = None
    """The required condition; REQUIRE_BEFORE, REQUIRE_AFTER, KEEP_AFTER and COMES_ABOUT."""
    mild: Expression | None = None
    """A step that is predicted to lead to this state only gets a warning; REQUIRE_BEFORE."""
    done: tuple[Pattern, ...] = ()
    """Alternative required steps; DONE_BEFORE."""
    never: tuple[Pattern, ...] = ()
    """Steps that are forbidden while it is open; NEVER_AFTER."""
    phrases: tuple[Phrase, ...] = ()
    """Forbidden requests, any of them; INSTRUCTION."""
    unless: tuple[Phrase, ...] = ()
    """Phrases that make such a request harmless; INSTRUCTION."""
    bounds: Bounds = Bounds()
    unknown: OnUnknown = OnUnknown.BLOCK
    mend: tuple[Pattern, ...] = ()
    """The remedy: steps that establish the required condition, in order."""
    hazard: Expression | None = None
    """The hazardous state; HAZARD."""
    event: Expression | None = None
    """The event: this condition becomes true; EVENT."""
    checks: frozenset[CheckTime] = frozenset()
    """When the hazard is checked; HAZARD and EVENT."""
    ranges: Mapping[str, ObjectClass] = field(default_factory=dict)
    """Ranges of the quantifiers in its expressions, by name."""
    present: ObjectClass | None = None
    """Applies only if an object or person of this class is in the scene; HAZARD and EVENT."""
    harms: tuple[str, ...] = ()
    """Who or what is harmed: people, children, infants, frail, pets, plants, house."""
    safe_places: Mapping[str, ObjectClass] = field(default_factory=dict)
    """Per variable, the safe places of the object."""
    asked: Decision = Decision.BLOCK
    """The decision on a requested hazard: BLOCK or WARN."""
    examples: tuple[Example, ...] = ()
    source_file: str = ""

    @property
    def is_lesser(self) -> bool:
        """Whether a violation is imprudent, not dangerous: not grave, and may be asked for."""
        return self.severity not in GRAVE and self.asked is Decision.WARN

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """All its expressions over facts."""
        given = (self.condition, self.comes, self.require, self.hazard, self.event)
        return tuple(expression for expression in given if expression is not None)

    @cached_property
    def demand(self) -> Clauses:
        """The requirement with its condition: `condition` implies `require`."""
        return clauses_of(self.condition, self.require)

    @property
    def trigger(self) -> Expression | None:
        """The condition that a step must not establish; HAZARD and EVENT."""
        return self.hazard if self.form is ConstraintForm.HAZARD else self.event

    @cached_property
    def danger(self) -> Expression:
        """The complete forbidden state, including its condition; HAZARD and EVENT."""
        parts = [part for part in (self.condition, self.trigger) if part is not None]
        if self.form is ConstraintForm.EVENT and self.require is not None:
            parts.append(Not((self.require,)))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    @cached_property
    def arising_condition(self) -> Clauses:
        """The condition that opens it by becoming true; COMES_ABOUT."""
        return NEVER if self.comes is None else clauses_of(None, self.comes)

    @cached_property
    def literals(self) -> frozenset[Literal]:
        """All literals of its expressions."""
        if self.form in LAW_FORMS:
            facts = (fact for expression in self.expressions for fact in facts_in(expression))
            return frozenset(map(literal_of, facts))
        parts = (clauses_of(None, expression) for expression in self.expressions)
        return frozenset(item for clauses in parts for clause in clauses for item in clause)

    @cached_property
    def universal(self) -> tuple[str, ...]:
        """The universally quantified variables, in order.

        A variable that occurs only in `done` or `until` is existential.
        """
        named = {name for item in self.literals for name in item.variables}
        for pattern in (*self.before, *self.after, *self.never):
            named.update(pattern.variables)
        return tuple(name for name in self.variables if name in named)
