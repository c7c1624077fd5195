"""Domain summaries and author warnings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from is_bench.domain.effects import Assign, assignments, conditions
from is_bench.domain.loading import BUNDLED, load_domain
from is_bench.domain.model import Domain, Predicate, Skill, Supertype
from is_bench.goal.substitution import facts_in
from is_bench.object_classes import ANYTHING
from is_bench.recognised import ObjectDescription, recognise_objects
from is_bench.recognition import suggestions


@dataclass(frozen=True)
class SkillSummary:
    """A skill as text."""

    call: str
    """`WATER(plant, can)`."""
    meaning: str
    requires: tuple[str, ...]
    effects: tuple[str, ...]
    kinds: tuple[str, ...]
    """The supertypes of the call, with their conditions."""
    is_own: bool
    """Whether the domain defines it itself, not a domain of the package."""


@dataclass(frozen=True)
class PredicateSummary:
    """A predicate as text."""

    name: str
    arity: int
    sort: str
    words: tuple[str, ...]
    is_own: bool


@dataclass(frozen=True)
class ObjectSummary:
    """The class recognized for an object name."""

    name: str
    synset: str
    """Empty if it was not recognized."""
    suggestions: tuple[str, ...]
    """Recognized names that are similar, if it was not recognized."""


@dataclass(frozen=True)
class DomainSummary:
    """The result of a domain check."""

    name: str
    title: str
    skills: tuple[SkillSummary, ...]
    predicates: tuple[PredicateSummary, ...]
    objects: tuple[ObjectSummary, ...]
    warnings: tuple[str, ...]


def domain_summary(domain: Domain, names: Iterable[str] = ()) -> DomainSummary:
    """The content of `domain`, the recognized classes of the names, and warnings."""
    objects = tuple(_object(name, domain) for name in names)
    return DomainSummary(
        name=domain.name,
        title=domain.title,
        skills=tuple(_skill(skill, domain) for skill in domain.skills.values()),
        predicates=tuple(_predicate(predicate) for predicate in domain.predicates.values()),
        objects=objects,
        warnings=(*warnings(domain), *_unrecognised(objects)),
    )


def warnings(domain: Domain) -> tuple[str, ...]:
    """Probable mistakes in a valid domain."""
    return (
        *_unused(domain),
        *_without_effects(domain),
        *_unreferenced(domain),
        *_ambiguous(domain),
    )


def _unused(domain: Domain) -> Iterator[str]:
    changed = {a.fact.predicate for skill in domain.skills.values() for a in _assigned(skill)}
    read = {name for skill in domain.skills.values() for name in _read(skill)}
    for predicate in domain.predicates.values():
        if _is_own_predicate(predicate):
            if predicate.name not in changed | read:
                yield f"predicate {predicate.name}: no skill changes or requires it"
            if not predicate.words:
                yield f"predicate {predicate.name}: it has no words, so no instruction can name it"


def _without_effects(domain: Domain) -> Iterator[str]:
    for skill in _own_skills(domain):
        if not skill.effects:
            yield f"skill {skill.name}: it has no effects, so laws cannot predict its results"
        if not skill.words:
            yield f"skill {skill.name}: it has no words, so no instruction can name it"


def _unreferenced(domain: Domain) -> Iterator[str]:
    shipped = load_domain("household").vocabulary
    for skill in _own_skills(domain):
        if not skill.kinds and skill.name not in shipped:
            yield (
                f"skill {skill.name}: it has no supertype (kind_of); of the shipped constraints, "
                "only those about facts apply to it"
            )


def _ambiguous(domain: Domain) -> Iterator[str]:
    said: dict[str, set[str]] = defaultdict(set)
    for skill in domain.skills.values():
        for text in skill.words:
            said[re.sub(r"\{\w*\}", "...", text).casefold()].add(skill.name)
    for text, names in said.items():
        if len(names) > 1:
            yield f"words {text!r}: {' and '.join(sorted(names))} share them"


def _unrecognised(objects: Iterable[ObjectSummary]) -> Iterator[str]:
    for thing in objects:
        if not thing.synset:
            offer = f"; similar: {', '.join(thing.suggestions)}" if thing.suggestions else ""
            yield f"object {thing.name}: it is not recognized{offer}; give it a label"


def _object(name: str, domain: Domain) -> ObjectSummary:
    (found,) = recognise_objects([ObjectDescription(name)], domain.labels)
    synset = found.recognition.synset
    return ObjectSummary(name, synset, () if synset else suggestions(name))


def _skill(skill: Skill, domain: Domain) -> SkillSummary:
    names = ", ".join(parameter.name for parameter in skill.parameters)
    return SkillSummary(
        call=f"{skill.name}({names})" if names else skill.name,
        meaning=skill.meaning,
        requires=(*_classes(skill), *map(str, skill.requires)),
        effects=tuple(map(str, skill.effects)),
        kinds=tuple(map(_kind, skill.kinds)),
        is_own=skill in _own_skills(domain),
    )


def _classes(skill: Skill) -> Iterator[str]:
    for parameter in skill.parameters:
        if parameter.where.text != ANYTHING.text:
            yield f"(is ?{parameter.name} {parameter.where.text})"


def _kind(kind: Supertype) -> str:
    where = ", ".join(f"{name} is {which.text}" for name, which in kind.where.items())
    return f"{kind.call} where {where}" if where else str(kind.call)


def _predicate(predicate: Predicate) -> PredicateSummary:
    return PredicateSummary(
        predicate.name,
        predicate.arity,
        predicate.sort.value,
        predicate.words,
        _is_own_predicate(predicate),
    )


def _own_skills(domain: Domain) -> list[Skill]:
    shipped = [load_domain(name).skills for name in BUNDLED]
    return [
        skill
        for name, skill in domain.skills.items()
        if all(known.get(name) is not skill for known in shipped) and skill.parameters
    ]


def _is_own_predicate(predicate: Predicate) -> bool:
    return all(load_domain(n).predicates.get(predicate.name) != predicate for n in BUNDLED)


def _assigned(skill: Skill) -> Iterator[Assign]:
    for effect in skill.effects:
        yield from assignments(effect)


def _read(skill: Skill) -> Iterator[str]:
    for requirement in skill.requires:
        yield from (fact.predicate for fact in facts_in(requirement))
    for effect in skill.effects:
        for condition in conditions(effect):
            yield from (fact.predicate for fact in facts_in(condition))
