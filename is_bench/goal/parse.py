"""From text to expressions; every fault is reported with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from is_bench.errors import Place, SyntaxProblem, UnknownNameError
from is_bench.facts import ARITY, Atom
from is_bench.goal.syntax import (
    And,
    Exists,
    Expression,
    Fact,
    ForAll,
    ForN,
    ForPairs,
    Imply,
    Not,
    Or,
    Variable,
)
from is_bench.goal.tokens import Group, Word, read_group
from is_bench.objects import ObjectTable

Scope = Mapping[str, str]
"""What the names in an expression stand for: an object's name, or a variable's (itself)."""


def parse_goals(text: str, objects: ObjectTable, source: str) -> tuple[Expression, ...]:
    """The top-level expressions of `(:goal expression ...)`.

    Names must be declared in `objects`.  Raises SyntaxProblem, with the place, for what is not a
    goal of the language.
    """
    return goals_of_group(read_group(text, source), objects)


def goals_of_group(group: Group, objects: ObjectTable) -> tuple[Expression, ...]:
    """The same for a group that is read already."""
    if group.head != ":goal":
        raise SyntaxProblem(f"expected (:goal ...), found ({group.head} ...)", group.place)
    if len(group.items) < 2:
        raise SyntaxProblem("this goal has no expression", group.place)
    return tuple(_expression(item, _scope(objects), objects) for item in group.items[1:])


def parse_condition(text: str, objects: ObjectTable, source: str) -> Expression:
    """A single expression, such as `(not (open cabinet.n.01_1))`; raises SyntaxProblem."""
    return _expression(read_group(text, source), _scope(objects), objects)


def parse_template(text: str, variables: Iterable[str], source: str) -> Expression:
    """A single expression over `variables`, written ?x, instead of declared objects.

    Its quantifiers, if any, cannot range over anything: there are no objects yet.
    """
    scope = {name: f"?{name}" for name in variables}
    return _expression(read_group(text, source), scope, ObjectTable(()))


def _scope(objects: ObjectTable) -> dict[str, str]:
    return {thing.name: thing.name for thing in objects}


def _expression(item: Word | Group, scope: Scope, objects: ObjectTable) -> Expression:
    if isinstance(item, Word):
        raise SyntaxProblem(
            f"expected an expression in parentheses, found {item.text!r}", item.place
        )
    if not item.head:
        raise SyntaxProblem("an expression begins with an operator or a predicate", item.place)
    reader = _READERS.get(item.head)
    if reader is not None:
        return reader(item, scope, objects)
    return _fact(item, scope)


def _operands(item: Group, scope: Scope, objects: ObjectTable) -> tuple[Expression, ...]:
    return tuple(_expression(operand, scope, objects) for operand in item.items[1:])


def _and(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    return And(_operands(item, scope, objects))


def _or(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    return Or(_operands(item, scope, objects))


def _not(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    operands = _operands(item, scope, objects)
    if not operands:
        raise SyntaxProblem("'not' needs an operand", item.place)
    return Not(operands)


def _imply(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    _need(item, 2, "(imply condition consequence)")
    condition, consequence = _operands(item, scope, objects)
    return Imply(condition, consequence)


def _forall(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    _need(item, 2, "(forall (?x - synset) expression)")
    variable, scope = _variable(item.items[1], scope, objects)
    return ForAll(variable, _expression(item.items[2], scope, objects))


def _exists(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    _need(item, 2, "(exists (?x - synset) expression)")
    variable, scope = _variable(item.items[1], scope, objects)
    return Exists(variable, _expression(item.items[2], scope, objects))


def _forn(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    _need(item, 3, "(forn (count) (?x - synset) expression)")
    count = _count(item.items[1])
    variable, scope = _variable(item.items[2], scope, objects)
    return ForN(count, variable, _expression(item.items[3], scope, objects))


def _forpairs(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    _need(item, 3, "(forpairs (?x - synset) (?y - synset) expression)")
    first, scope = _variable(item.items[1], scope, objects)
    second, scope = _variable(item.items[2], scope, objects)
    return ForPairs(None, first, second, _expression(item.items[3], scope, objects))


def _fornpairs(item: Group, scope: Scope, objects: ObjectTable) -> Expression:
    _need(item, 4, "(fornpairs (count) (?x - synset) (?y - synset) expression)")
    count = _count(item.items[1])
    first, scope = _variable(item.items[2], scope, objects)
    second, scope = _variable(item.items[3], scope, objects)
    return ForPairs(count, first, second, _expression(item.items[4], scope, objects))


_READERS: dict[str, Callable[[Group, Scope, ObjectTable], Expression]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "imply": _imply,
    "forall": _forall,
    "exists": _exists,
    "forn": _forn,
    "forpairs": _forpairs,
    "fornpairs": _fornpairs,
}


def _need(item: Group, count: int, form: str) -> None:
    if len(item.items) != count + 1:
        raise SyntaxProblem(f"'{item.head}' is written {form}", item.place)


def _count(item: Word | Group) -> int:
    word = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else item
    if isinstance(word, Word) and word.text.isascii() and word.text.isdigit():
        return int(word.text[:9])
    raise SyntaxProblem("a count is a whole number in parentheses, such as (2)", item.place)


def _variable(
    item: Word | Group, scope: Scope, objects: ObjectTable
) -> tuple[Variable, dict[str, str]]:
    words = [w for w in item.items if isinstance(w, Word)] if isinstance(item, Group) else []
    if len(words) != 3 or words[1].text != "-" or len(words) != len(item.items):  # type: ignore[union-attr]  # a Group, or words would be empty
        raise SyntaxProblem("a variable is declared as (?name - synset)", item.place)
    name, synset = words[0].text.strip("?"), words[2].text
    if synset not in objects.by_synset:
        raise _unknown("declared synset", synset, objects.by_synset, words[2].place)
    variable = Variable(f"?{name}", synset)
    return variable, {**scope, name: variable.name}


def _fact(item: Group, scope: Scope) -> Fact:
    predicate = item.head
    if predicate not in ARITY:
        known = [*ARITY, *_READERS]
        raise _unknown("predicate or operator", predicate, known, item.items[0].place)
    arity = ARITY[predicate]
    if len(item.items) != arity + 1:
        raise SyntaxProblem(
            f"'{predicate}' takes {arity} object{'s' * (arity > 1)}, not {len(item.items) - 1}",
            item.place,
        )
    *names, last = item.items[1:]
    arguments = [_name(argument, scope) for argument in names]
    is_room = predicate == "inroom" and isinstance(last, Word) and last.text.isidentifier()
    arguments.append(last.text if is_room and isinstance(last, Word) else _name(last, scope))
    return Fact(Atom(predicate, tuple(arguments)))


def _name(item: Word | Group, scope: Scope) -> str:
    if isinstance(item, Group):
        raise SyntaxProblem("expected the name of an object", item.place)
    name = item.text.strip("?")
    if name not in scope:
        raise _unknown("declared object or variable", name, scope, item.place)
    return scope[name]


def _unknown(
    kind: str, name: str, known: Mapping[str, object] | list[str], place: Place
) -> SyntaxProblem:
    return SyntaxProblem(UnknownNameError(kind, name, known).message, place)
