"""Validates restatements of requirements that were not read, or whose reading is doubted.

The rules read them, or they do not count.

A valid restatement is read completely, is about things of the scene, forbids neither what the
instruction asks for nor most of what a robot can do, and says something new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from is_bench.calls import SkillCall
from is_bench.domain import Domain, ParameterRole
from is_bench.goal.syntax import Or
from is_bench.object_classes import ObjectClass
from is_bench.objects import ObjectTable, SceneObject
from is_bench.printable import printable_line
from is_bench.reading import read_instruction
from is_bench.reading.nouns import SpokenName, spoken_names
from is_bench.verdict import Decision
from is_safety_monitor.core.advice.doubting import DoubtedReading, doubted, readings
from is_safety_monitor.core.advice.proposal_screening import (
    Rejection,
    check_groundings,
    rejection,
    what_is_wrong,
)
from is_safety_monitor.core.lint.contradictions import contradictions
from is_safety_monitor.core.lint.problem import Severity
from is_safety_monitor.core.lint.vacuity import demand_problems
from is_safety_monitor.core.request_reading import forbids_asked
from kb.adviser.opinion import ReadRequirement
from kb.adviser.proposals import PREFIX
from kb.adviser.restatements import Restatement, in_words, read_restatement
from kb.constraint import ANY, Constraint, ConstraintForm, OnUnknown, Pattern
from kb.errors import ConstraintProblem
from kb.requirements import STATED, read_restatements

MOST_FORBIDDEN = 0.5
"""The share of all things that restatements may forbid to be handled, together."""
_HANDLED = {ParameterRole.OPENED: "openable", ParameterRole.SWITCHED: "toggleable"}
_SAME = "the model doubts how it was read and reads it the same; neither counts"
_MOST_QUOTED = 300
_MOST_NAME = 80


@dataclass(frozen=True)
class RestatedRequirement:
    """A requirement that is read with the help of a model."""

    sentence: str
    """As the person wrote it."""
    lines: tuple[str, ...]
    """In the words of the model, which the rules read."""
    constraints: tuple[Constraint, ...]


@dataclass(frozen=True)
class RestatingResult:
    """The accepted and rejected restatements and doubts of one reply."""

    accepted: tuple[RestatedRequirement, ...] = ()
    rejected: tuple[Rejection, ...] = ()
    model: str = ""
    """Whose reply it is."""
    doubts: tuple[DoubtedReading, ...] = ()
    """Requirements that the rules have read, and whose reading the model doubts."""

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of all accepted restatements."""
        return tuple(c for one in self.accepted for c in one.constraints)


@dataclass(frozen=True)
class RestatementScreening:
    """Validates restatements of the unread requirements of an instruction, and doubts of others."""

    instruction: str
    domain: Domain
    """The robot's."""
    objects: ObjectTable
    """The scene."""
    unread: Sequence[str]
    """The sentences that the rules could not read."""
    stated: Sequence[Constraint]
    """The requirements that they have read."""
    decision: Decision = Decision.WARN
    """The most that a restatement does: WARN or BLOCK."""

    def screened(self, texts: Sequence[str], model: str) -> RestatingResult:
        """Validate restatements and doubts of the adviser `model`; never raises.

        A doubt comes before the restatement of its sentence.
        """
        accepted: list[RestatedRequirement] = []
        rejected: list[Rejection] = []
        doubts: list[DoubtedReading] = []
        for text in texts:
            about = text
            try:
                doubt = doubted(text, self._readings, doubts)
                if doubt is not None:
                    doubts.append(doubt)
                    continue
                said = read_restatement(text)
                about = said.sentence
                self._withdraw(doubts, said)
                accepted.append(self._checked(said, model, accepted, doubts))
            except Exception as error:  # noqa: BLE001  # whatever breaks on it, it must not count
                rejected.append(rejection(about, what_is_wrong(error)))
        name = printable_line(model, _MOST_NAME)
        return RestatingResult(tuple(accepted), tuple(rejected), name, tuple(doubts))

    @cached_property
    def _readings(self) -> tuple[ReadRequirement, ...]:
        return readings(self.stated, self.unread, self.domain)

    def _withdraw(self, doubts: list[DoubtedReading], said: Restatement) -> None:
        """Drop the doubt of a sentence that is restated just as it was read; raises then."""
        if said.sentence not in {one.sentence for one in doubts}:
            return
        read = [_executable(one) for one in self.stated if one.text == said.sentence]
        again = [_executable(one) for _, one in self._read(said)]
        if all(one in again for one in read) and all(one in read for one in again):
            doubts[:] = [one for one in doubts if one.sentence != said.sentence]
            raise ConstraintProblem(_SAME)

    def _checked(
        self,
        said: Restatement,
        model: str,
        before: Sequence[RestatedRequirement],
        doubts: Sequence[DoubtedReading],
    ) -> RestatedRequirement:
        open_ones = {*self.unread, *(one.sentence for one in doubts)}
        if said.sentence not in open_ones or said.sentence in {one.sentence for one in before}:
            raise ConstraintProblem("it restates no sentence that was not read")
        if not said.lines:
            raise ConstraintProblem("the model finds no demand in it that can be checked")
        earlier = [c for one in before for c in one.constraints]
        known = [_executable(c) for c in (*self.stated, *earlier)]
        new: list[Constraint] = []
        for line, constraint in self._read(said):
            form = _executable(constraint)
            if form not in known:
                known.append(form)
                number = len(earlier) + len(new) + 1
                new.append(self._marked(constraint, said.sentence, line, model, number))
        if not new:
            raise ConstraintProblem("it only repeats what the rules have read")
        self._check(new, earlier, self._asked_beside(said.sentence))
        return RestatedRequirement(said.sentence, said.lines, tuple(new))

    def _read(self, said: Restatement) -> Iterator[tuple[str, Constraint]]:
        """What each line demands; raises ConstraintProblem if a line is not read completely."""
        plain = [in_words(line, self._called) for line in said.lines]
        found = read_restatements(self.instruction, plain, self.objects, self.domain)
        for line, own in zip(said.lines, found, strict=True):
            if own.unread:
                raise ConstraintProblem(f"the rules cannot read {line!r}")
            if not own.constraints:
                raise ConstraintProblem(f"{line!r} demands nothing of anything in the scene")
            yield from ((line, constraint) for constraint in own.constraints)

    @cached_property
    def _called(self) -> Mapping[str, SpokenName]:
        return spoken_names(self.objects, self.domain)

    def _marked(
        self, constraint: Constraint, sentence: str, line: str, model: str, number: int
    ) -> Constraint:
        """`constraint` as advice, which quotes the person's sentence."""
        return replace(
            constraint,
            id=f"{PREFIX}{STATED}{number}",
            text=f'"{printable_line(sentence, _MOST_QUOTED)}", read as "{line}"',
            source=f"the instruction, restated by {printable_line(model, _MOST_NAME)}",
            decision=self.decision,
            unknown=OnUnknown.WARN,
        )

    def _asked_beside(self, sentence: str) -> Sequence[SkillCall]:
        """What the instruction surely asks for; a demand that was not read is no request."""
        rest = " ".join(self.instruction.split()).replace(sentence, "")
        return read_instruction(rest, self.objects, self.domain).calls

    def _check(
        self,
        constraints: Sequence[Constraint],
        earlier: Sequence[Constraint],
        asked: Sequence[SkillCall],
    ) -> None:
        """Raise ConstraintProblem for what is vacuous, contradictory or too broad."""
        for constraint in constraints:
            if forbids_asked(constraint, asked, self.objects):
                raise ConstraintProblem("it forbids what the instruction asks for")
            check_groundings(constraint, self.objects)
            for problem in demand_problems(constraint):
                if problem.severity is Severity.ERROR:
                    raise ConstraintProblem(problem.message)
        together = [*self.stated, *earlier, *constraints]
        blocking = [replace(one, decision=Decision.BLOCK) for one in together]
        own = {constraint.id for constraint in constraints}
        for problem in contradictions(blocking, own, self._extent):
            raise ConstraintProblem(problem.message)
        if self._forbidden((*earlier, *constraints)) > MOST_FORBIDDEN:
            raise ConstraintProblem("too broad: it forbids to handle more than half of all things")

    def _extent(self, kind: ObjectClass) -> frozenset[str]:
        """The things of the scene that a class contains."""
        return frozenset(thing.name for thing in self.objects if kind.contains(thing))

    def _forbidden(self, constraints: Sequence[Constraint]) -> float:
        """The share of things that must not be handled in any way, whatever holds."""
        skills, found = self.domain.skills, defaultdict[str, set[ParameterRole]](set)
        for constraint in constraints:
            for pattern in _never(constraint):
                roles = [each.role for each in skills[pattern.skill].parameters]
                for name in self._forbidden_things(pattern, constraint.variables):
                    found[name].update(roles[:1])
        shut = [thing for thing in self.objects if _handling(thing) <= found[thing.name]]
        return len(shut) / max(1, len(self.objects.objects))

    def _forbidden_things(
        self, pattern: Pattern, kinds: Mapping[str, ObjectClass]
    ) -> frozenset[str]:
        """The things that a step may not be about first, whatever else it is about."""
        everything = frozenset(thing.name for thing in self.objects)
        meant = [
            everything if variable == ANY else self._extent(kinds[variable])
            for variable in pattern.variables
        ]
        return meant[0] if meant and all(one == everything for one in meant[1:]) else frozenset()


def _never(constraint: Constraint) -> tuple[Pattern, ...]:
    """The steps that a constraint forbids whatever holds."""
    is_plain = constraint.form is ConstraintForm.REQUIRE_BEFORE and constraint.condition is None
    return constraint.before if is_plain and constraint.require == Or(()) else ()


def _handling(thing: SceneObject) -> set[ParameterRole]:
    """How a thing is handled: moved, and opened and switched if it can be."""
    return {ParameterRole.MOVED} | {
        role for role, ability in _HANDLED.items() if thing.can(ability)
    }


def _executable(constraint: Constraint) -> Constraint:
    """What of a constraint is checked: equal for constraints that demand the same."""
    return replace(
        constraint,
        id="",
        text="",
        source="",
        decision=Decision.BLOCK,
        unknown=OnUnknown.BLOCK,
        mend=(),
    )
