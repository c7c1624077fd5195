"""Domains: the skills of a robot and the predicates of its world.

Preconditions and effects are expressions of the goal language over a skill's parameters; see
`domain.effects` for the syntax of effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain.effects import Effect
from is_bench.errors import InputError, Place, SyntaxProblem, UnknownNameError
from is_bench.goal import Expression
from is_bench.goal.parse import Definition
from is_bench.object_classes import ANYTHING, ObjectClass
from is_bench.objects import ObjectTable

MOST_PARAMETERS = 3
"""Most parameters of a skill; more would make grounding constraints over a scene too expensive."""


class ParameterRole(Enum):
    """The role of a skill argument."""

    MOVED = "the object that is moved"
    SUPPORT = "the object that another is placed on"
    CONTAINER = "the object that another is placed in"
    OPENED = "the object with a door or lid"
    SWITCHED = "the object with a switch"
    CLEANED = "the object that is cleaned"
    TOOL = "the tool that acts on another object"
    CUT = "the object that is cut"
    SOAKED = "the object that absorbs a fluid"
    SOURCE = "the object that a substance comes from"
    VESSEL = "the object that a fluid goes into"
    COVERED = "the object that a substance is spread on"
    WAITED_FOR = "the object being waited for"
    MACHINE = "the appliance that does the work"
    PLACE = "the place or object that the robot goes to"
    PERSON = "the recipient"
    HANDLED = "the object that is acted upon in some other way"


@dataclass(frozen=True)
class Parameter:
    """One argument of a skill."""

    name: str
    """Its name in preconditions, effects and `kind_of`, without "?"."""
    role: ParameterRole = ParameterRole.HANDLED
    where: ObjectClass = ANYTHING
    """Allowed objects; with others, the step fails."""


@dataclass(frozen=True)
class Supertype:
    """A supertype of a skill: constraints on the supertype apply to the skill, too."""

    call: SkillCall
    """Over the names of the skill's parameters, such as `TOGGLE_ON(lamp)`."""
    where: Mapping[str, ObjectClass] = field(default_factory=dict)
    """Per parameter, the required class of the argument."""


@dataclass(frozen=True)
class Skill:
    """A skill of a robot."""

    name: str
    """In upper case."""
    parameters: tuple[Parameter, ...]
    meaning: str
    """Its meaning, as an English imperative: "place the first object on the second"."""
    requires: tuple[Expression, ...] = ()
    """The preconditions; all must hold."""
    effects: tuple[Effect, ...] = ()
    """The effects, in order."""
    duration_s: float = 10.0
    """Nominal duration, in simulated seconds."""
    words: tuple[str, ...] = ()
    """English phrases for it, over parameter names in braces: "put {thing} on {support}"."""
    kinds: tuple[Supertype, ...] = ()

    @property
    def arity(self) -> int:
        """The number of arguments, 0 to MOST_PARAMETERS."""
        return len(self.parameters)

    def argument(self, call: SkillCall, role: ParameterRole) -> str | None:
        """The argument with `role` in a call of this skill; None if it has no such role."""
        for parameter, name in zip(self.parameters, call.arguments, strict=True):
            if parameter.role is role:
                return name
        return None


class PredicateKind(Enum):
    """The kind of a predicate: how its facts change when objects are moved."""

    STATE = "state"
    """Holds until a skill changes it."""
    PLACE = "place"
    """The place of its first argument; a new place replaces all others of that object."""
    AMOUNT = "amount"
    """Relates an object to a substance on, in or within it."""
    LOOSE = "loose"
    """Holds until either object is moved."""
    DERIVED = "derived"
    """Derived from other facts; no skill changes it directly."""


class Observer(Enum):
    """The observer of a predicate's facts."""

    CAMERA = "camera"
    ROBOT = "robot"
    """Its joints, its grippers, its map."""
    DEVICE = "device"
    """The appliance itself."""
    NOBODY = "nobody"


@dataclass(frozen=True)
class Predicate:
    """A property of an object, or a relation between two."""

    name: str
    arity: int
    """1 or 2."""
    sort: PredicateKind = PredicateKind.STATE
    words: tuple[str, ...] = ()
    """English phrases for it, over `{0}` and `{1}`: "{0} is on {1}"."""
    observer: Observer = Observer.CAMERA


class Dynamics(Enum):
    """How the effects of a domain's skills are computed."""

    BENCHMARK = "benchmark"
    """The released benchmark's primitives, in Python (`is_bench.world`)."""
    EFFECTS = "effects"
    """The effects declared by the domain (`is_bench.domain.effect_world`)."""


@dataclass(frozen=True)
class SourceText:
    """A user's file as it was read."""

    name: str
    """Name of the file, without its folder."""
    text: str


@dataclass(frozen=True, eq=False)
class Domain:
    """The skills of a robot and the predicates of its world."""

    name: str
    title: str
    skills: Mapping[str, Skill]
    """The robot's skills by name, including DONE."""
    predicates: Mapping[str, Predicate]
    dynamics: Dynamics = Dynamics.EFFECTS
    loose_text: bool = False
    """Whether planners' texts are parsed as loosely as in the released benchmark."""
    vocabulary: Mapping[str, Skill] = field(default_factory=dict)
    """Every skill that constraints may name: the robot's, and those of the extended domains."""
    conditions: Mapping[str, Definition] = field(default_factory=dict)
    """Named conditions, for use in preconditions and effects."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The domain's own labels of objects, in lower case, with their synsets."""
    sources: tuple[SourceText, ...] = ()
    """The user's files that it was read from, itself last; empty for a domain of the package."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by name, or by the texts that it was read from."""
        from is_bench.domain.loading import restored_domain

        return restored_domain, (self.name, self.sources)

    @property
    def arities(self) -> Mapping[str, int]:
        """The number of arguments of each predicate."""
        return {name: predicate.arity for name, predicate in self.predicates.items()}

    def check(
        self, call: SkillCall, objects: ObjectTable | None = None, place: Place | None = None
    ) -> SkillCall:
        """`call`, if its skill and its number of arguments are valid in this domain.

        With `objects`, each argument must be exactly the name of an object.  Raises
        UnknownNameError, which suggests similar names, or SyntaxProblem.
        """
        skill = self.skills.get(call.skill)
        if skill is None:
            raise _placed(UnknownNameError("skill", call.skill[:80], self.skills), place)
        if len(call.arguments) != skill.arity or not all(call.arguments):
            wanted = ", ".join(parameter.name for parameter in skill.parameters)
            given = ", ".join(call.arguments)[:200]
            raise SyntaxProblem(f"{skill.name} takes ({wanted}), not ({given})", place)
        if objects is not None:
            for name in call.arguments:
                if name not in objects.by_name:
                    raise _placed(UnknownNameError("object", name[:80], objects.by_name), place)
        return call

    def parse(
        self, text: str, objects: ObjectTable | None = None, place: Place | None = None
    ) -> SkillCall:
        """The call in `text`, parsed strictly and checked; raises as `parse_call` and `check`."""
        return self.check(parse_call(text, place), objects, place)

    def kinds(self, call: SkillCall, objects: ObjectTable | None = None) -> tuple[SkillCall, ...]:
        """`call` itself and all its supertypes.

        Without `objects`, also supertypes that apply only to objects of some classes.
        """
        found = [call]
        for one in found:
            skill = self.vocabulary.get(one.skill)
            if skill is None:
                continue
            for kind in skill.kinds:
                general = _general(kind, skill, one, objects)
                if general is not None and general not in found:
                    found.append(general)
        return tuple(found)

    def duration_s(self, call: SkillCall) -> float:
        """Nominal duration of a call in seconds; 0 for an unknown skill."""
        skill = self.skills.get(call.skill)
        return 0.0 if skill is None else skill.duration_s


def done_skill() -> Skill:
    """The skill DONE, which is part of every domain."""
    return Skill(DONE.skill, (), "say that the task is finished", duration_s=0.0)


def _general(
    kind: Supertype, skill: Skill, call: SkillCall, objects: ObjectTable | None
) -> SkillCall | None:
    binding = dict(zip((p.name for p in skill.parameters), call.arguments, strict=True))
    if objects is not None:
        for parameter, wanted in kind.where.items():
            thing = objects.get(binding[parameter])
            if thing is None or not wanted.contains(thing):
                return None
    return SkillCall(kind.call.skill, tuple(binding[name] for name in kind.call.arguments))


def _placed(error: UnknownNameError, place: Place | None) -> InputError:
    return error if place is None else SyntaxProblem(error.message, place)
