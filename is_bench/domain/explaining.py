"""Explains why calls fail, and suggests remedies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from is_bench.calls import SkillCall
from is_bench.domain.effects import Assign, Combined, Effect
from is_bench.domain.model import Domain, Parameter, Skill
from is_bench.domain.static_relations import FactSource, unmet
from is_bench.facts import Atom, Truth
from is_bench.goal.evaluate import Reason

_MOST_REASONS = 3


def why_not(domain: Domain, call: SkillCall, reasons: Iterable[Reason], facts: FactSource) -> str:
    """Why `call` fails and, if known, a call that establishes the missing precondition."""
    found = _underlying([r for r in reasons if r.actual is not r.required], facts)
    own = _own_effects(domain.skills[call.skill], call)
    for reason in found:
        if (reason.fact, reason.required is Truth.TRUE) not in own:
            remedy = next(_achieving_calls(domain, reason), None)
            if remedy is not None:
                return f"{_reason_text(reason)}: {remedy} first"
    said = list(dict.fromkeys(map(_reason_text, found)))[:_MOST_REASONS]
    return "; ".join(said) or f"{call} is not possible now"


def _underlying(reasons: list[Reason], facts: FactSource) -> list[Reason]:
    """`reasons`, native relations replaced by the facts they lack; fewest missing facts first."""
    ways: list[list[Reason]] = []
    for reason in reasons:
        lacking = unmet(facts, reason.fact) if reason.required is Truth.TRUE else []
        ways.append([Reason(f, facts.truth(f), wanted) for f, wanted in lacking] or [reason])
    return [reason for way in sorted(ways, key=len) for reason in way]


def _own_effects(skill: Skill, call: SkillCall) -> set[tuple[Atom, bool]]:
    names = (f"?{parameter.name}" for parameter in skill.parameters)
    binding = dict(zip(names, call.arguments, strict=True))
    return {
        (Atom(a.fact.predicate, tuple(binding.get(n, n) for n in a.fact.arguments)), a.holds)
        for effect in skill.effects
        for a in _certain(effect)
    }


def not_of_class(call: SkillCall, parameter: Parameter, name: str) -> str:
    """Why `name` is not allowed as this argument."""
    return f"{name} cannot be {parameter.name} of {call.skill}: it is not {parameter.where.text}"


def _reason_text(reason: Reason) -> str:
    predicate, arguments = reason.fact
    is_so = reason.actual is Truth.TRUE
    if predicate == "=":
        return f"{arguments[0]} is named twice" if is_so else "the objects are not the same"
    if predicate == "is":
        return f"{arguments[0]} is {'' if is_so else 'not '}{arguments[1]}"
    if predicate == "absorbs":
        return f"{arguments[0]} is {'a' if is_so else 'no'} cleaning tool"
    return str(reason)


def _achieving_calls(domain: Domain, reason: Reason) -> Iterator[SkillCall]:
    """Calls over the fact's objects that achieve it."""
    for skill in domain.skills.values():
        for effect in skill.effects:
            for assign in _certain(effect):
                found = _bound(skill, assign, reason)
                if found is not None:
                    yield found


def _bound(skill: Skill, assign: Assign, reason: Reason) -> SkillCall | None:
    wanted = reason.required is Truth.TRUE
    if assign.fact.predicate != reason.fact.predicate or assign.holds is not wanted:
        return None
    binding = dict(zip(assign.fact.arguments, reason.fact.arguments, strict=False))
    names = [binding.get(f"?{parameter.name}") for parameter in skill.parameters]
    if len(binding) != len(reason.fact.arguments) or not names:
        return None
    bound = [name for name in names if name is not None]
    return SkillCall(skill.name, tuple(bound)) if len(bound) == len(names) else None


def _certain(effect: Effect) -> Iterator[Assign]:
    """The unconditional assignments."""
    if isinstance(effect, Assign):
        yield effect
    elif isinstance(effect, Combined):
        for part in effect.effects:
            yield from _certain(part)
