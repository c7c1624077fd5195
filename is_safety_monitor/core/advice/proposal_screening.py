"""Validates adviser proposals: format, lint, examples, the scene, and ordinary work.

A valid proposal is well-formed, has groundings in the scene, blocks and allows what its examples
state, duplicates no known constraint, and blocks no ordinary work.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod

from is_bench.domain import Domain, TransitionModel
from is_bench.errors import InputError, IsBenchError
from is_bench.objects import ObjectTable
from is_bench.printable import printable_line
from is_bench.verdict import Decision
from is_safety_monitor.core.advice.ordinary import ordinary_work
from is_safety_monitor.core.lint.contradictions import contradictions
from is_safety_monitor.core.lint.duplicates import duplicates
from is_safety_monitor.core.lint.examples import example_problems
from is_safety_monitor.core.lint.problem import Problem, Severity
from is_safety_monitor.core.lint.vacuity import vacuity_problems
from kb.adviser.proposals import Proposal, read_proposal
from kb.constraint import Constraint
from kb.errors import ConstraintProblem

MOST_GROUNDINGS = 5000
"""Maximum number of groundings of a proposal in a scene."""
_MOST_REASON = 300


@dataclass(frozen=True)
class Rejection:
    """A rejected proposal."""

    text: str
    """What the model wrote."""
    why: str
    """One line."""


@dataclass(frozen=True)
class ScreeningResult:
    """The accepted and rejected proposals of one reply."""

    accepted: tuple[Proposal, ...] = ()
    rejected: tuple[Rejection, ...] = ()

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The accepted constraints."""
        return tuple(proposal.constraint for proposal in self.accepted)


@dataclass(frozen=True)
class Screening:
    """Validates proposals for a scene."""

    domain: Domain
    """The robot's."""
    objects: ObjectTable
    """The scene."""
    among: Sequence[Constraint]
    """The constraints that are known already."""
    decision: Decision = Decision.WARN
    """The most that a proposal does: WARN or BLOCK."""

    def screened(self, texts: Sequence[str], model: str) -> ScreeningResult:
        """Validate proposals of the adviser `model`; never raises."""
        accepted: list[Proposal] = []
        rejected: list[Rejection] = []
        for text in texts:
            try:
                accepted.append(self._checked(text, model, accepted))
            except Exception as error:  # noqa: BLE001  # whatever breaks on it, it must not count
                rejected.append(rejection(text, what_is_wrong(error)))
        return ScreeningResult(tuple(accepted), tuple(rejected))

    def _checked(self, text: str, model: str, before: Sequence[Proposal]) -> Proposal:
        proposal = read_proposal(text, model, self.domain, self.decision)
        constraint = proposal.constraint
        known = [*self.among, *(_as_blocking(each.constraint) for each in before)]
        if constraint.id in {each.id for each in known}:
            raise ConstraintProblem(f"there is another constraint {constraint.id!r}")
        self._check_scene(proposal)
        problem = next(self._problems(_as_blocking(constraint), known), None)
        if problem is not None:
            raise ConstraintProblem(problem.message)
        if hindrance := ordinary_work(self.domain).hindrance(constraint):
            raise ConstraintProblem(hindrance)
        return proposal

    def _check_scene(self, proposal: Proposal) -> None:
        """Raise ConstraintProblem for a proposal without groundings, or with too many."""
        constraint = proposal.constraint
        kinds = constraint.variables
        for name in proposal.things:
            thing = self.objects.get(name)
            if thing is None:
                raise ConstraintProblem(f"there is no {printable_line(name, 60)!r} in the scene")
            if not any(kind.contains(thing) for kind in kinds.values()):
                raise ConstraintProblem(f"{thing.name} is of no class that it names")
        if not constraint.universal:
            raise ConstraintProblem("it names no variable")
        check_groundings(constraint, self.objects)

    def _problems(self, constraint: Constraint, known: Sequence[Constraint]) -> Iterator[Problem]:
        """Its lint errors and duplicates."""
        own: Collection[str] = {constraint.id}
        found = [*vacuity_problems(constraint)]
        found += example_problems(constraint, TransitionModel(self.domain))
        together = [*known, constraint]
        found += contradictions(together, own)
        yield from (each for each in found if each.severity is Severity.ERROR)
        yield from (each for each in duplicates(together, own) if each.constraint in own)


def check_groundings(constraint: Constraint, objects: ObjectTable) -> None:
    """Raise ConstraintProblem for a constraint without groundings, or with too many."""
    kinds = constraint.variables
    count = prod(sum(map(kinds[name].contains, objects)) for name in constraint.universal)
    if count > MOST_GROUNDINGS:
        raise ConstraintProblem(f"it has more than {MOST_GROUNDINGS} groundings")
    if not count:
        raise ConstraintProblem("no scene object matches its variables")


def _as_blocking(constraint: Constraint) -> Constraint:
    """One that blocks: what it may do later does not decide whether it makes sense."""
    return replace(constraint, decision=Decision.BLOCK)


def rejection(text: str, why: str) -> Rejection:
    """The rejection of `text`, with the reason in one line."""
    return Rejection(text, printable_line(why, _MOST_REASON))


def what_is_wrong(error: Exception) -> str:
    """What is wrong; the place in a file that nobody has is left out."""
    if isinstance(error, InputError):
        return error.message
    if isinstance(error, IsBenchError):
        return str(error)
    return f"checking it failed ({type(error).__name__}: {error})"
