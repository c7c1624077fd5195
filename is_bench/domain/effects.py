"""Effects of skills as data, in the manner of PDDL's ADL.

An effect is written in the goal language, over a skill's parameters:

    (open ?door)                        adds a fact
    (not (open ?door))                  deletes a fact
    (and EFFECT ...)                    several simultaneous effects
    (when CONDITION EFFECT)             only if a condition held before
    (forall (?s - CLASS) EFFECT)        for every known object of a class
    (maybe EFFECT)                      nondeterministic
    (vanishes ?x)                       an object is removed; objects on it keep their position
    (appears 2 half ?x)                 pieces of it are created at its place

All parts of an effect are simultaneous, as in PDDL: conditions are evaluated before any change, and
adds take precedence over deletes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from is_bench.errors import SyntaxProblem
from is_bench.facts import Atom
from is_bench.goal import Expression, Language
from is_bench.goal.parse import Scope, expression, fact_of, template_scope, variable_of
from is_bench.goal.syntax import Variable
from is_bench.goal.tokens import Group, Word, need_operands, read_group
from is_bench.taxonomy import taxonomy

NATIVE = {
    "=": 2,
    "absorbs": 1,
    "bears": 2,
    "becomes": 2,
    "encloses": 1,
    "gives": 2,
    "heats": 2,
    "removes": 2,
}
"""Static relations for conditions, by number of arguments; see `domain.static_relations`."""

MOST_PIECES = 20
"""Most pieces created by one effect."""


@dataclass(frozen=True)
class Assign:
    """Adds or deletes a fact."""

    fact: Atom
    holds: bool = True

    def __str__(self) -> str:
        text = f"({' '.join((self.fact.predicate, *self.fact.arguments))})"
        return text if self.holds else f"(not {text})"


@dataclass(frozen=True)
class Combined:
    """Several simultaneous effects."""

    effects: tuple[Effect, ...]

    def __str__(self) -> str:
        return f"({' '.join(('and', *map(str, self.effects)))})"


@dataclass(frozen=True)
class When:
    """A conditional effect; nondeterministic if the condition is unknown."""

    condition: Expression
    effect: Effect

    def __str__(self) -> str:
        return f"(when {self.condition} {self.effect})"


@dataclass(frozen=True)
class ForEach:
    """An effect on every known object of a class."""

    variable: Variable
    effect: Effect

    def __str__(self) -> str:
        return f"(forall {self.variable} {self.effect})"


@dataclass(frozen=True)
class Possible:
    """A nondeterministic effect."""

    effect: Effect

    def __str__(self) -> str:
        return f"(maybe {self.effect})"


@dataclass(frozen=True)
class Destroy:
    """Removes an object."""

    name: str

    def __str__(self) -> str:
        return f"(vanishes {self.name})"


@dataclass(frozen=True)
class Create:
    """Creates pieces of an object, at its place."""

    count: int
    piece: str
    """A synset, or the first part of one: "half" makes `half__apple.n.01` of an apple."""
    whole: str

    def __str__(self) -> str:
        return f"(appears {self.count} {self.piece} {self.whole})"


Effect = Assign | Combined | When | ForEach | Possible | Destroy | Create


def parse_effect(text: str, variables: tuple[str, ...], source: str, language: Language) -> Effect:
    """The effect in `text` over `variables`, written ?x; raises SyntaxProblem with its place."""
    return _effect(read_group(text, source), template_scope(variables), language)


def assignments(effect: Effect) -> Iterator[Assign]:
    """All assignments in `effect`, including conditional ones."""
    match effect:
        case Assign():
            yield effect
        case Combined(effects):
            for part in effects:
                yield from assignments(part)
        case When(_, inner) | ForEach(_, inner) | Possible(inner):
            yield from assignments(inner)


def conditions(effect: Effect) -> Iterator[Expression]:
    """All conditions in `effect`."""
    match effect:
        case When(condition, inner):
            yield condition
            yield from conditions(inner)
        case Combined(effects):
            for part in effects:
                yield from conditions(part)
        case ForEach(_, inner) | Possible(inner):
            yield from conditions(inner)


def _effect(item: Word | Group, scope: Scope, language: Language) -> Effect:
    if isinstance(item, Word) or not item.head:
        raise SyntaxProblem("an effect is written in parentheses: (open ?x)", item.place)
    reader = _READERS.get(item.head)
    return reader(item, scope, language) if reader else _assign(item, True, scope, language)


def _assign(item: Group, holds: bool, scope: Scope, language: Language) -> Assign:
    head = item.head
    if head in NATIVE or head == "is" or head in language.definitions:
        raise SyntaxProblem(f"an effect cannot change '{head}': it is derived", item.place)
    return Assign(fact_of(item, scope, language).atom, holds)


def _not(item: Group, scope: Scope, language: Language) -> Effect:
    need_operands(item, 1, "(not (PREDICATE ...))")
    inner = item.items[1]
    if isinstance(inner, Word) or inner.head in _READERS:
        raise SyntaxProblem("in an effect, 'not' stands before a single fact", inner.place)
    return _assign(inner, False, scope, language)


def _and(item: Group, scope: Scope, language: Language) -> Effect:
    return Combined(tuple(_effect(part, scope, language) for part in item.items[1:]))


def _when(item: Group, scope: Scope, language: Language) -> Effect:
    need_operands(item, 2, "(when CONDITION EFFECT)")
    condition = expression(item.items[1], scope, language)
    return When(condition, _effect(item.items[2], scope, language))


def _forall(item: Group, scope: Scope, language: Language) -> Effect:
    need_operands(item, 2, "(forall (?x - CLASS) EFFECT)")
    variable, scope = variable_of(item.items[1], scope, language)
    return ForEach(variable, _effect(item.items[2], scope, language))


def _maybe(item: Group, scope: Scope, language: Language) -> Effect:
    need_operands(item, 1, "(maybe EFFECT)")
    return Possible(_effect(item.items[1], scope, language))


def _vanishes(item: Group, scope: Scope, _: Language) -> Effect:
    need_operands(item, 1, "(vanishes ?x)")
    return Destroy(_variable(item.items[1], scope))


def _appears(item: Group, scope: Scope, _: Language) -> Effect:
    form = "(appears COUNT PIECE ?x)"
    need_operands(item, 3, form)
    count, piece = item.items[1], item.items[2]
    if not (isinstance(count, Word) and count.text.isascii() and count.text.isdigit()):
        raise SyntaxProblem(f"'appears' is written {form}, with a whole number", item.place)
    if not 1 <= int(count.text[:9]) <= MOST_PIECES:
        raise SyntaxProblem(f"1 to {MOST_PIECES} pieces can appear, not {count.text}", count.place)
    if isinstance(piece, Group):
        raise SyntaxProblem(f"'appears' is written {form}, with a word for the piece", piece.place)
    if "." in piece.text and piece.text not in taxonomy():
        raise SyntaxProblem(f"{piece.text!r} is no synset of the BEHAVIOR taxonomy", piece.place)
    return Create(int(count.text), piece.text, _variable(item.items[3], scope))


_READERS: dict[str, Callable[[Group, Scope, Language], Effect]] = {
    "and": _and,
    "appears": _appears,
    "forall": _forall,
    "maybe": _maybe,
    "not": _not,
    "vanishes": _vanishes,
    "when": _when,
}


def _variable(item: Word | Group, scope: Scope) -> str:
    name = item.text.strip("?") if isinstance(item, Word) else ""
    if name not in scope:
        raise SyntaxProblem(f"expected one of {', '.join(scope.values())}", item.place)
    return scope[name]
