"""Reading BDDL problem files: objects, initial facts and goal."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.errors import SyntaxProblem
from is_bench.facts import ARITY, Atom
from is_bench.goal.tokens import Group, Word, read_group


@dataclass(frozen=True)
class Problem:
    """A problem file, before its names are resolved."""

    name: str
    objects: tuple[tuple[str, str], ...]
    """(object name, synset) in declared order."""
    initially: tuple[Atom, ...]
    """The positive initial facts; negative ones say nothing, as the world is closed."""
    goal: Group


def read_problem(text: str, source: str) -> Problem:
    """The problem in `text`; raises SyntaxProblem with the place of the fault."""
    root = read_group(text, source)
    if root.head != "define":
        raise SyntaxProblem("a problem file is written (define (problem NAME) ...)", root.place)
    parts: dict[str, Group] = {}
    for item in root.items[1:]:
        if isinstance(item, Word):
            raise SyntaxProblem(f"expected a part in parentheses, found {item.text!r}", item.place)
        if item.head not in ("problem", ":domain", ":objects", ":init", ":goal", ":requirements"):
            raise SyntaxProblem(f"a problem file has no part {item.head!r}", item.place)
        if item.head in parts:
            raise SyntaxProblem(f"the part {item.head} is given twice", item.place)
        parts[item.head] = item
    for name in ("problem", ":objects", ":init", ":goal"):
        if name not in parts:
            raise SyntaxProblem(f"the part ({name} ...) is missing", root.place)
    objects = _objects(parts[":objects"])
    names = {name for name, _ in objects}
    facts = (_fact(item, names) for item in parts[":init"].items[1:])
    header = parts["problem"].items[-1]
    return Problem(
        header.text if isinstance(header, Word) else "",
        objects,
        tuple(fact for fact in facts if fact is not None),
        parts[":goal"],
    )


def _objects(group: Group) -> tuple[tuple[str, str], ...]:
    """`name ... - synset name ... - synset`."""
    found: dict[str, str] = {}
    waiting: list[Word] = []
    items = list(group.items[1:])
    while items:
        word = _word(items.pop(0))
        if word.text != "-":
            waiting.append(word)
            continue
        if not items or not waiting:
            raise SyntaxProblem("objects are declared as NAME ... - SYNSET", word.place)
        synset = _word(items.pop(0)).text
        for name in waiting:
            if found.get(name.text, synset) != synset:
                raise SyntaxProblem(
                    f"the object {name.text!r} is declared twice, as two things", name.place
                )
            found[name.text] = synset
        waiting = []
    if waiting:
        raise SyntaxProblem(f"the synset of {waiting[0].text!r} is missing", waiting[0].place)
    return tuple(found.items())


def _fact(item: Word | Group, names: set[str]) -> Atom | None:
    if isinstance(item, Word):
        raise SyntaxProblem(f"expected a fact in parentheses, found {item.text!r}", item.place)
    if item.head == "not":
        if len(item.items) != 2:
            raise SyntaxProblem("'not' takes one fact", item.place)
        _fact(item.items[1], names)
        return None
    predicate = item.head
    if predicate not in ARITY:
        raise SyntaxProblem(f"there is no predicate {predicate!r}", item.place)
    arguments = [_word(word) for word in item.items[1:]]
    if len(arguments) != ARITY[predicate]:
        raise SyntaxProblem(
            f"'{predicate}' takes {ARITY[predicate]} objects, not {len(arguments)}", item.place
        )
    checked = arguments[:1] if predicate == "inroom" else arguments
    for word in checked:
        if word.text.strip("?") not in names:
            raise SyntaxProblem(f"no object {word.text!r} is declared", word.place)
    return Atom(predicate, tuple(word.text.strip("?") for word in arguments))


def _word(item: Word | Group) -> Word:
    if isinstance(item, Group):
        raise SyntaxProblem("expected a name, found '('", item.place)
    return item
