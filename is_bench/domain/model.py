"""What a domain is: the skills of a robot, and the predicates in which its world is described.

Preconditions and effects are expressions of the goal language over a skill's parameters; see
`domain.effects` for what an effect may say.
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
"""Of a skill; more would make grounding constraints over a scene too large."""


class Role(Enum):
    """What an argument of a skill is to it."""

    MOVED = "the object that is moved"
    SUPPORT = "the object that another is placed on"
    CONTAINER = "the object that another is placed in"
    OPENED = "the object with a door or lid"
    SWITCHED = "the object with a switch"
    CLEANED = "the object that is cleaned"
    TOOL = "the tool that acts on another object"
    CUT = "the object that is cut"
    SOAKED = "the object that takes up a fluid"
    SOURCE = "the object that a substance comes from"
    VESSEL = "the object that a fluid goes into"
    COVERED = "the object that a substance is spread on"
    WAITED_FOR = "the object whose change is waited for"
    MACHINE = "the appliance that does the work"
    PLACE = "the place or object that the robot goes to"
    PERSON = "the person or animal that is served"
    HANDLED = "the object that is acted upon in some other way"


@dataclass(frozen=True)
class Parameter:
    """One argument of a skill."""

    name: str
    """What preconditions, effects and `kind_of` call it, without "?"."""
    role: Role = Role.HANDLED
    where: ObjectClass = ANYTHING
    """What objects can stand here; others make the step fail."""


@dataclass(frozen=True)
class Kind:
    """A more general skill: what is said of that one holds for the skill that is a kind of it."""

    call: SkillCall
    """Over the names of the skill's parameters, such as `TOGGLE_ON(lamp)`."""
    where: Mapping[str, ObjectClass] = field(default_factory=dict)
    """By parameter, of which classes the arguments have to be."""


@dataclass(frozen=True)
class Skill:
    """Something that a robot can be asked to do."""

    name: str
    """In upper case."""
    parameters: tuple[Parameter, ...]
    meaning: str
    """What it does, as an English imperative: "place the first object on the second"."""
    requires: tuple[Expression, ...] = ()
    """What has to hold for it to succeed; all of them."""
    effects: tuple[Effect, ...] = ()
    """What it brings about, in order."""
    duration_s: float = 10.0
    """How long it takes, nominally, in simulated seconds."""
    words: tuple[str, ...] = ()
    """How people say it, over parameter names in braces: "put {thing} on {support}"."""
    kinds: tuple[Kind, ...] = ()

    @property
    def arity(self) -> int:
        """The number of arguments, 0 to MOST_PARAMETERS."""
        return len(self.parameters)

    def argument(self, call: SkillCall, role: Role) -> str | None:
        """The name that stands in `role` in a call of this skill; None if it has no such role."""
        for parameter, name in zip(self.parameters, call.arguments, strict=True):
            if parameter.role is role:
                return name
        return None


class Sort(Enum):
    """How a predicate behaves when its objects are moved or told about."""

    STATE = "state"
    """Holds until a skill changes it."""
    PLACE = "place"
    """Says where its first argument is; a new place ends all others of that object."""
    AMOUNT = "amount"
    """Relates an object to a substance on, in or within it."""
    LOOSE = "loose"
    """Holds until either object is moved."""
    DERIVED = "derived"
    """Follows from other facts; no skill changes it directly."""


class Observer(Enum):
    """Who can tell whether a predicate holds."""

    CAMERA = "camera"
    ROBOT = "robot"
    """Its joints, its grippers, its map."""
    DEVICE = "device"
    """The appliance itself."""
    NOBODY = "nobody"


@dataclass(frozen=True)
class Predicate:
    """Something that can be said of one or two objects."""

    name: str
    arity: int
    """1 or 2."""
    sort: Sort = Sort.STATE
    words: tuple[str, ...] = ()
    """How people say it, over `{0}` and `{1}`: "{0} is on {1}"."""
    observer: Observer = Observer.CAMERA


class Dynamics(Enum):
    """What computes the effects of a domain's skills."""

    BENCHMARK = "benchmark"
    """The released benchmark's primitives, in Python (`is_bench.world`)."""
    EFFECTS = "effects"
    """The effects that the domain states (`is_bench.domain.effect_world`)."""


@dataclass(frozen=True)
class SourceText:
    """A file that a user gave beside what the package ships, as it was read."""

    name: str
    """Of the file, without its folder."""
    text: str


@dataclass(frozen=True)
class Domain:
    """What a robot can do, and what can be said about its world."""

    name: str
    title: str
    skills: Mapping[str, Skill]
    """The robot's skills by name, DONE among them."""
    predicates: Mapping[str, Predicate]
    dynamics: Dynamics = Dynamics.EFFECTS
    loose_text: bool = False
    """Whether planners' texts are read as loosely as the released benchmark reads them."""
    vocabulary: Mapping[str, Skill] = field(default_factory=dict)
    """Every skill that constraints may name: the robot's, and those of the domains it extends."""
    conditions: Mapping[str, Definition] = field(default_factory=dict)
    """Conditions with a name, which requirements and effects are written with."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The domain's own names for things, in lower case, and the synset of each."""
    sources: tuple[SourceText, ...] = ()
    """The user's files that it was read from, itself last; empty for a domain of the package."""

    def __reduce__(self) -> tuple[object, ...]:
        """How it travels to another process: by name, or by the texts that it was read from."""
        from is_bench.domain.loading import restored_domain

        return restored_domain, (self.name, self.sources)

    @property
    def arities(self) -> Mapping[str, int]:
        """Each predicate with the number of its arguments."""
        return {name: predicate.arity for name, predicate in self.predicates.items()}

    def check(
        self, call: SkillCall, objects: ObjectTable | None = None, place: Place | None = None
    ) -> SkillCall:
        """`call`, if it is one of this domain's skills with so many arguments.

        With `objects`, each argument must be exactly the name of one.  Raises UnknownNameError,
        which offers the nearest known names, or SyntaxProblem.
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
        """The call in `text`, read strictly and checked; raises as `parse_call` and `check`."""
        return self.check(parse_call(text, place), objects, place)

    def kinds(self, call: SkillCall, objects: ObjectTable | None = None) -> tuple[SkillCall, ...]:
        """`call` itself, and the calls of more general skills that it is a kind of.

        Without `objects`, those too that it is a kind of for things of some classes only.
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
        """How long a call takes, nominally; nothing for a skill that the domain does not have."""
        skill = self.skills.get(call.skill)
        return 0.0 if skill is None else skill.duration_s


def done_skill() -> Skill:
    """DONE, which every domain has."""
    return Skill(DONE.skill, (), "say that the task is finished", duration_s=0.0)


def _general(
    kind: Kind, skill: Skill, call: SkillCall, objects: ObjectTable | None
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
