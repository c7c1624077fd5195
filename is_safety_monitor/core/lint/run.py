"""All checks over a set of constraints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from is_bench.domain import Domain, TransitionModel, load_domain
from is_safety_monitor.core.lint.contradictions import contradictions
from is_safety_monitor.core.lint.duplicates import duplicates
from is_safety_monitor.core.lint.examples import example_problems
from is_safety_monitor.core.lint.problem import Problem
from is_safety_monitor.core.lint.vacuity import vacuity_problems
from kb.constraint import Constraint
from kb.loader import LIBRARY_DOMAIN

_SKILL = re.compile(r"[A-Z_]{3,}(?=\()")
_PREDICATE = re.compile(r"[a-z_]+(?=\()")


def lint(
    constraints: Sequence[Constraint],
    among: Sequence[Constraint] = (),
    domain: Domain | None = None,
) -> Iterator[Problem]:
    """The problems of `constraints`, on their own and beside the others in `among`.

    Examples are run in `domain`; None: in the benchmark's, or where these name what it does not
    have, in the library's.
    """
    model = TransitionModel(domain or load_domain("is_bench"))
    wider = TransitionModel(domain or load_domain(LIBRARY_DOMAIN))
    for constraint in constraints:
        yield from vacuity_problems(constraint)
        known = _has_words_for(constraint, model.domain)
        yield from example_problems(constraint, model if known else wider)
    own = {constraint.id for constraint in constraints}
    # The own ones come last: of two that do not go together, the later is told of.
    everything = [*(c for c in among if c.id not in own), *constraints]
    yield from duplicates(everything, own)
    yield from contradictions(everything, own)


def _has_words_for(constraint: Constraint, domain: Domain) -> bool:
    """Whether `domain` has every skill and predicate that the examples name."""
    steps = " ".join(step for example in constraint.examples for step in example.steps)
    facts = " ".join(fact for example in constraint.examples for fact in example.facts)
    skills, predicates = set(_SKILL.findall(steps)), set(_PREDICATE.findall(facts))
    return skills <= domain.skills.keys() and predicates <= domain.predicates.keys()
