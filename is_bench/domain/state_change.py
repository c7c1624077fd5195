"""Grounds effects in a state: the resulting changes with their certainty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from is_bench.domain.effects import (
    Assign,
    Combined,
    Create,
    Destroy,
    Effect,
    ForEach,
    Possible,
    When,
)
from is_bench.domain.relations import Relations
from is_bench.facts import Atom, Truth
from is_bench.goal import truth_of
from is_bench.goal.evaluate import Binding

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
K = TypeVar("K")


@dataclass
class StateChange:
    """Simultaneous changes; each TRUE if it is certain, UNKNOWN if it is possible."""

    adds: dict[Atom, Truth] = field(default_factory=dict)
    removes: dict[Atom, Truth] = field(default_factory=dict)
    vanishing: dict[str, Truth] = field(default_factory=dict)
    appearing: dict[tuple[int, str, str], Truth] = field(default_factory=dict)
    """By number of pieces, kind of piece and whole object."""


def state_change(
    effect: Effect, relations: Relations, binding: Binding, certainty: Truth = TRUE
) -> StateChange:
    """The changes of `effect` in the state of `relations`."""
    found = StateChange()
    for part, bound, truth in _parts(effect, relations, binding, certainty):
        match part:
            case Assign(fact, holds):
                target = found.adds if holds else found.removes
                _note(target, _ground(fact, relations, bound), truth)
            case Destroy(name):
                _note(found.vanishing, bound.get(name, name), truth)
            case Create(count, piece, whole):
                _note(found.appearing, (count, piece, bound.get(whole, whole)), truth)
    return found


def _parts(
    effect: Effect, relations: Relations, binding: Binding, certainty: Truth
) -> Iterator[tuple[Effect, Binding, Truth]]:
    match effect:
        case Combined(effects):
            for part in effects:
                yield from _parts(part, relations, binding, certainty)
        case When(condition, inner):
            truth = truth_of(condition, relations, relations.universe, binding)
            if truth is not FALSE:
                yield from _parts(
                    inner, relations, binding, certainty if truth is TRUE else UNKNOWN
                )
        case ForEach(variable, inner):
            for name in relations.universe.by_synset[variable.synset]:
                yield from _parts(inner, relations, {**binding, variable.name: name}, certainty)
        case Possible(inner):
            yield from _parts(inner, relations, binding, UNKNOWN)
        case _:
            yield effect, binding, certainty


def of_facts(adds: Iterable[Atom], removes: Iterable[Atom], relations: Relations) -> StateChange:
    """The certain change that adds and removes the given facts."""
    return StateChange(
        {_canonical(fact, relations): TRUE for fact in adds},
        {_canonical(fact, relations): TRUE for fact in removes},
    )


def _note(target: dict[K, Truth], key: K, truth: Truth) -> None:
    if target.get(key) is not TRUE:
        target[key] = truth


def _ground(fact: Atom, relations: Relations, binding: Binding) -> Atom:
    arguments = tuple(binding.get(name, name) for name in fact.arguments)
    return _canonical(Atom(fact.predicate, arguments), relations)


def _canonical(fact: Atom, relations: Relations) -> Atom:
    """`fact` in stored form: about a substance, not about one of its instances."""
    predicate, arguments = fact
    predicate = "contains" if predicate == "filled" else predicate
    if predicate in relations.setting.amounts and len(arguments) == 2:
        return Atom(predicate, (arguments[0], relations.universe.substance(arguments[1])))
    return fact
