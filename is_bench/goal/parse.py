"""Parses expressions; every problem is reported with its place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from is_bench.errors import Place, SyntaxProblem, UnknownNameError
from is_bench.facts import ARITY, Atom
from is_bench.goal.substitution import substituted
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
from is_bench.goal.tokens import Group, Word, need_operands, read_group
from is_bench.objects import ObjectTable

Scope = Mapping[str, str]
"""The meaning of names in an expression: an object's name, or a variable (itself)."""


@dataclass(frozen=True)
class Definition:
    """A named condition with parameters; `meaning` is its expansion."""

    parameters: tuple[str, ...]
    """Written ?x."""
    meaning: Expression


@dataclass(frozen=True)
class Language:
    """The vocabulary of expressions."""

    arities: Mapping[str, int] = field(default_factory=lambda: ARITY)
    """The predicates, with the number of their arguments."""
    synsets: Collection[str] = ()
    """Allowed ranges of variables."""
    classes: Callable[[str, Place], str] | None = None
    """If given, variables range over class expressions instead, and `(is ?x CLASS)` is known.

    It returns a class expression as it is to be written; raises SyntaxProblem.
    """
    constants: Callable[[str], bool] = field(default=lambda _: False)
    """Whether a name that is neither declared nor bound may stand for itself."""
    definitions: Mapping[str, Definition] = field(default_factory=dict)


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
    language = Language(synsets=objects.by_synset)
    return tuple(expression(item, _scope(objects), language) for item in group.items[1:])


def parse_condition(
    text: str, objects: ObjectTable, source: str, arities: Mapping[str, int] = ARITY
) -> Expression:
    """A single expression, such as `(not (open cabinet.n.01_1))`; raises SyntaxProblem."""
    language = Language(arities, objects.by_synset)
    return expression(read_group(text, source), _scope(objects), language)


def parse_template(
    text: str,
    variables: Iterable[str],
    source: str,
    arities: Mapping[str, int] | Language = ARITY,
) -> Expression:
    """A single expression over `variables`, written ?x, instead of declared objects.

    Its quantifiers, if any, cannot range over anything: there are no objects yet.  With a
    `Language` of classes they can.
    """
    language = arities if isinstance(arities, Language) else Language(arities)
    return expression(read_group(text, source), template_scope(variables), language)


def template_scope(variables: Iterable[str]) -> dict[str, str]:
    """The scope in which `variables` stand for themselves, written ?x."""
    return {name: f"?{name}" for name in variables}


def _scope(objects: ObjectTable) -> dict[str, str]:
    return {thing.name: thing.name for thing in objects}


def expression(item: Word | Group, scope: Scope, language: Language) -> Expression:
    """The expression that `item` is; raises SyntaxProblem."""
    if isinstance(item, Word):
        raise SyntaxProblem(
            f"expected an expression in parentheses, found {item.text!r}", item.place
        )
    if not item.head:
        raise SyntaxProblem("an expression begins with an operator or a predicate", item.place)
    reader = _READERS.get(item.head)
    if reader is not None:
        return reader(item, scope, language)
    if item.head == "is" and language.classes is not None:
        return _is(item, scope, language)
    if item.head in language.definitions:
        return _defined(item, scope, language)
    return fact_of(item, scope, language)


def _operands(item: Group, scope: Scope, language: Language) -> tuple[Expression, ...]:
    return tuple(expression(operand, scope, language) for operand in item.items[1:])


def _and(item: Group, scope: Scope, language: Language) -> Expression:
    return And(_operands(item, scope, language))


def _or(item: Group, scope: Scope, language: Language) -> Expression:
    return Or(_operands(item, scope, language))


def _not(item: Group, scope: Scope, language: Language) -> Expression:
    operands = _operands(item, scope, language)
    if not operands:
        raise SyntaxProblem("'not' needs an operand", item.place)
    return Not(operands)


def _imply(item: Group, scope: Scope, language: Language) -> Expression:
    need_operands(item, 2, "(imply condition consequence)")
    condition, consequence = _operands(item, scope, language)
    return Imply(condition, consequence)


def _forall(item: Group, scope: Scope, language: Language) -> Expression:
    need_operands(item, 2, "(forall (?x - synset) expression)")
    variable, scope = variable_of(item.items[1], scope, language)
    return ForAll(variable, expression(item.items[2], scope, language))


def _exists(item: Group, scope: Scope, language: Language) -> Expression:
    need_operands(item, 2, "(exists (?x - synset) expression)")
    variable, scope = variable_of(item.items[1], scope, language)
    return Exists(variable, expression(item.items[2], scope, language))


def _forn(item: Group, scope: Scope, language: Language) -> Expression:
    need_operands(item, 3, "(forn (count) (?x - synset) expression)")
    count = _count(item.items[1])
    variable, scope = variable_of(item.items[2], scope, language)
    return ForN(count, variable, expression(item.items[3], scope, language))


def _forpairs(item: Group, scope: Scope, language: Language) -> Expression:
    need_operands(item, 3, "(forpairs (?x - synset) (?y - synset) expression)")
    first, scope = variable_of(item.items[1], scope, language)
    second, scope = variable_of(item.items[2], scope, language)
    return ForPairs(None, first, second, expression(item.items[3], scope, language))


def _fornpairs(item: Group, scope: Scope, language: Language) -> Expression:
    need_operands(item, 4, "(fornpairs (count) (?x - synset) (?y - synset) expression)")
    count = _count(item.items[1])
    first, scope = variable_of(item.items[2], scope, language)
    second, scope = variable_of(item.items[3], scope, language)
    return ForPairs(count, first, second, expression(item.items[4], scope, language))


_READERS: dict[str, Callable[[Group, Scope, Language], Expression]] = {
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


OPERATORS = frozenset(_READERS)
"""Words that are no names of predicates."""


def _count(item: Word | Group) -> int:
    word = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else item
    if isinstance(word, Word) and word.text.isascii() and word.text.isdigit():
        return int(word.text[:9])
    raise SyntaxProblem("a count is a whole number in parentheses, such as (2)", item.place)


def variable_of(
    item: Word | Group, scope: Scope, language: Language
) -> tuple[Variable, dict[str, str]]:
    """The variable that `(?name - synset)` declares, and the scope within it."""
    words = item.items if isinstance(item, Group) else ()
    first = words[0] if words else None
    if (
        len(words) < 3
        or not isinstance(first, Word)
        or not isinstance(words[1], Word)
        or words[1].text != "-"
        or (language.classes is None and (len(words) > 3 or not isinstance(words[2], Word)))
    ):
        kind = "synset" if language.classes is None else "class"
        raise SyntaxProblem(f"a variable is declared as (?name - {kind})", item.place)
    name = first.text.strip("?")
    variable = Variable(f"?{name}", _range(words[2:], language))
    return variable, {**scope, name: variable.name}


def _range(words: tuple[Word | Group, ...], language: Language) -> str:
    text, place = _text(words), words[0].place
    if language.classes is not None:
        return language.classes(text, place)
    if text not in language.synsets:
        raise _unknown("declared synset", text, language.synsets, place)
    return text


def _text(words: Iterable[Word | Group]) -> str:
    return " ".join(w.text if isinstance(w, Word) else f"({_text(w.items)})" for w in words)


def _is(item: Group, scope: Scope, language: Language) -> Fact:
    if len(item.items) < 3 or language.classes is None:
        raise SyntaxProblem("'is' is written (is ?x CLASS)", item.place)
    kind = language.classes(_text(item.items[2:]), item.items[2].place)
    return Fact(Atom("is", (_name(item.items[1], scope, language), kind)))


def _defined(item: Group, scope: Scope, language: Language) -> Expression:
    definition = language.definitions[item.head]
    _need_arguments(item, len(definition.parameters))
    arguments = [_name(argument, scope, language) for argument in item.items[1:]]
    return substituted(definition.meaning, dict(zip(definition.parameters, arguments, strict=True)))


def fact_of(item: Group, scope: Scope, language: Language) -> Fact:
    """The fact that `item` is; raises SyntaxProblem."""
    head = item.head
    if head not in language.arities:
        known = [*language.arities, *language.definitions, *_READERS]
        raise _unknown("predicate or operator", head, known, item.items[0].place)
    _need_arguments(item, language.arities[head])
    *names, last = item.items[1:]
    arguments = [_name(argument, scope, language) for argument in names]
    is_room = head == "inroom" and isinstance(last, Word) and last.text.isidentifier()
    arguments.append(
        last.text if is_room and isinstance(last, Word) else _name(last, scope, language)
    )
    return Fact(Atom(head, tuple(arguments)))


def _need_arguments(item: Group, arity: int) -> None:
    if len(item.items) != arity + 1:
        raise SyntaxProblem(
            f"'{item.head}' takes {arity} object{'s' * (arity > 1)}, not {len(item.items) - 1}",
            item.place,
        )


def _name(item: Word | Group, scope: Scope, language: Language) -> str:
    if isinstance(item, Group):
        raise SyntaxProblem("expected the name of an object", item.place)
    name = item.text.strip("?")
    if name in scope:
        return scope[name]
    if item.text == name and language.constants(name):
        return name
    raise _unknown("declared object or variable", name, scope, item.place)


def _unknown(kind: str, name: str, known: Iterable[str], place: Place) -> SyntaxProblem:
    return SyntaxProblem(UnknownNameError(kind, name, known).message, place)
