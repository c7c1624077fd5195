"""Safety constraints: what they say in words, and the executable form that they are checked in.

`docs/constraints.md` gives the file format, and the formal semantics over traces of steps.
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
ANY = "_"
"""The variable that stands for any object."""


class Composition(Enum):
    """The parts of the knowledge base (SafeMind, arXiv 2509.25885); together its Hybrid-KB."""

    INSTRUCTION = "instruction"
    """Instructions that must be refused or altered."""
    ENVIRONMENT = "environment"
    """What the scene makes dangerous."""
    ORDER = "order"
    """What must come before or after something."""


class Kind(Enum):
    """The three types of constraints of SafeMind (arXiv 2509.25885)."""

    FACTUAL = "factual"
    """Something must hold, or must never be asked for, when a step is taken."""
    CAUSAL = "causal"
    """Something must have been brought about, or done, before a step is taken."""
    TEMPORAL = "temporal"
    """A step makes something due, forbidden or to be kept, until another step or within bounds."""


class Form(Enum):
    """What the executable form demands."""

    REQUIRE_BEFORE = "before ... require"
    """The condition holds when a step is about to be taken."""
    DONE_BEFORE = "before ... done"
    """A step has been done before (within bounds, and since another one) when one is taken."""
    REQUIRE_AFTER = "after ... require"
    """The condition comes true within bounds after a step; without bounds, it holds at DONE."""
    NEVER_AFTER = "after ... never"
    """After a step another one is not taken (within bounds, or until a third)."""
    KEEP_AFTER = "after ... keep"
    """After a step the condition holds at every step (within bounds, or until another)."""
    COMES_ABOUT = "comes ... require"
    """Once something has come about unforeseen, the condition holds at DONE."""
    INSTRUCTION = "instruction"
    """The instruction does not ask for this."""
    HAZARD = "hazard"
    """No step brings the condition about; what does hold is mended (`Check` says when)."""
    EVENT = "begins ... require"
    """The condition holds when a step has brought something about."""


LAW_FORMS = frozenset({Form.HAZARD, Form.EVENT})
"""Forms that speak of changes, whatever skill makes them."""


class Check(Enum):
    """When a hazard is looked at."""

    BEGIN = "begin"
    """Before every step that is predicted to bring it about."""
    END = "end"
    """At DONE, if it came about during the episode."""
    START = "start"
    """At DONE, if it was there from the start."""
    HANDLED = "handled"
    """At DONE, if the robot has used the law's first thing: it does not leave it like that."""
    USE = "use"
    """Before every step with one of its things, as long as it lasts."""


class OnUnknown(Enum):
    """What a constraint does when the facts that it needs are unknown."""

    BLOCK = "block"
    HOLD = "hold"
    """Wait, within bounds, for the facts and ask for them; then block."""
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
        """The objects that the variables stand for in `call`; None if it is another skill.

        More general skills that `call` is a kind of are calls of their own: `Domain.kinds`.
        """
        if call.skill != self.skill or len(call.arguments) != len(self.variables):
            return None
        binding: dict[str, str] = {}
        for variable, name in zip(self.variables, call.arguments, strict=True):
            if variable != ANY and binding.setdefault(variable, name) != name:
                return None
        return binding

    def ground(self, binding: Mapping[str, str]) -> SkillCall:
        """The step in which the variables stand for the objects of `binding`."""
        return SkillCall(self.skill, tuple(binding[name] for name in self.variables))


@dataclass(frozen=True)
class Bounds:
    """Within how many steps, and how many seconds, of the step that counts; None: unbounded."""

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
    """For each position the stems that match it."""


@dataclass(frozen=True)
class Example:
    """A short trace, or an instruction, with what the constraint has to say of it."""

    violated: bool
    """Whether the constraint stops the last step; the steps before it must pass."""
    instruction: str = ""
    facts: tuple[str, ...] = ()
    """What holds at the start, such as `inside(apple.n.01_1, jar.n.01_1)`."""
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
    """The standard or guideline that it rests on."""
    composition: Composition
    kind: Kind
    form: Form
    decision: Decision = Decision.BLOCK
    """What a violation does: BLOCK or WARN."""
    variables: Mapping[str, ObjectClass] = field(default_factory=dict)
    before: tuple[Pattern, ...] = ()
    """Steps that it is checked before; DONE_BEFORE and REQUIRE_BEFORE."""
    after: tuple[Pattern, ...] = ()
    """Steps that open it; the AFTER forms."""
    until: tuple[Pattern, ...] = ()
    """Steps that close it again; the AFTER forms.  In DONE_BEFORE: steps that undo `done`."""
    condition: Expression | None = None
    """When it applies at all; None: always.  Judged when a step is checked."""
    comes: Expression | None = None
    """What opens it by coming to hold though no step was to bring it about; COMES_ABOUT."""
    require: Expression | None = None
    """What has to hold; REQUIRE_BEFORE, REQUIRE_AFTER, KEEP_AFTER and COMES_ABOUT."""
    done: tuple[Pattern, ...] = ()
    """Steps one of which must have been done; DONE_BEFORE."""
    never: tuple[Pattern, ...] = ()
    """Steps that are forbidden while it is open; NEVER_AFTER."""
    phrases: tuple[Phrase, ...] = ()
    """What an instruction must not ask for, any of them; INSTRUCTION."""
    unless: tuple[Phrase, ...] = ()
    """What makes such an instruction harmless; INSTRUCTION."""
    bounds: Bounds = Bounds()
    unknown: OnUnknown = OnUnknown.BLOCK
    mend: tuple[Pattern, ...] = ()
    """Steps that bring about what is required, in order."""
    hazard: Expression | None = None
    """The state that is the hazard; HAZARD."""
    event: Expression | None = None
    """What begins when it comes to hold; EVENT."""
    checks: frozenset[Check] = frozenset()
    """When the hazard is looked at; HAZARD and EVENT."""
    ranges: Mapping[str, ObjectClass] = field(default_factory=dict)
    """What the quantifiers of its expressions range over, by the names that they use."""
    present: ObjectClass | None = None
    """It holds only where somebody or something of this class is about; HAZARD and EVENT."""
    harms: tuple[str, ...] = ()
    """Who or what is harmed: people, children, infants, frail, pets, plants, house."""
    safe_places: Mapping[str, ObjectClass] = field(default_factory=dict)
    """Where the thing that a variable stands for would be safe."""
    asked: Decision = Decision.BLOCK
    """What a hazard does that the instruction asks for: BLOCK or WARN."""
    examples: tuple[Example, ...] = ()
    source_file: str = ""

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """Everything that it says of facts."""
        given = (self.condition, self.comes, self.require, self.hazard, self.event)
        return tuple(expression for expression in given if expression is not None)

    @cached_property
    def demand(self) -> Clauses:
        """What it demands, with its condition: `condition` implies `require`."""
        return clauses_of(self.condition, self.require)

    @property
    def trigger(self) -> Expression | None:
        """What a step must bring about to be stopped; HAZARD and EVENT."""
        return self.hazard if self.form is Form.HAZARD else self.event

    @cached_property
    def danger(self) -> Expression:
        """The whole state that must not be: HAZARD and EVENT.  Its condition is part of it."""
        parts = [part for part in (self.condition, self.trigger) if part is not None]
        if self.form is Form.EVENT and self.require is not None:
            parts.append(Not((self.require,)))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    @cached_property
    def coming(self) -> Clauses:
        """What opens it by coming about."""
        return NEVER if self.comes is None else clauses_of(None, self.comes)

    @cached_property
    def literals(self) -> frozenset[Literal]:
        """All that its expressions are about."""
        if self.form in LAW_FORMS:
            facts = (fact for expression in self.expressions for fact in facts_in(expression))
            return frozenset(map(literal_of, facts))
        parts = (clauses_of(None, expression) for expression in self.expressions)
        return frozenset(item for clauses in parts for clause in clauses for item in clause)

    @cached_property
    def universal(self) -> tuple[str, ...]:
        """The variables that it holds for all values of, in order.

        A variable that only `done` or `until` names is not one: there, some object is enough.
        """
        named = {name for item in self.literals for name in item.variables}
        for pattern in (*self.before, *self.after, *self.never):
            named.update(pattern.variables)
        return tuple(name for name in self.variables if name in named)
