"""Lint of the property table: contradictions, gaps and statements without effect."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.errors import shorten
from is_bench.taxonomy import taxonomy
from kb.properties import PropertyTable, Statement


def problems(table: PropertyTable) -> list[str]:
    """The problems of `table`, with file and line."""
    checks = (_contradictions, _conflicts, _empty, _without_properties, _without_effect)
    return [problem for check in checks for problem in check(table)]


def scene_classes(table: PropertyTable) -> tuple[str, ...]:
    """Possible classes of objects: the taxonomy's leaves, without omitted ones."""
    inner = {above for one in taxonomy() for above in taxonomy().ancestors(one) if above != one}
    return tuple(one for one in taxonomy() if one not in inner and one not in table.omitted)


def _contradictions(table: PropertyTable) -> Iterator[str]:
    for synset in taxonomy():
        found = table.of(synset)
        for name in sorted(found):
            for other in sorted(table.definitions[name].excludes & found):
                place = table.findings(synset)[name].statement.place
                yield f"{place}: {synset} is {name} and {other}, which exclude each other"


def _conflicts(table: PropertyTable) -> Iterator[str]:
    for synset in taxonomy():
        for name, yes, no in table.conflicts(table.lineage(synset)):
            yield (
                f"{yes.statement.place}: {yes.at} gives {synset} the property {name}, {no.at} "
                f"denies it ({no.statement.place}); state it for {synset}"
            )


def _empty(table: PropertyTable) -> Iterator[str]:
    filled = {name for synset in taxonomy() for name in table.of(synset)}
    for name, definition in table.definitions.items():
        if definition.open is (name in filled):
            yield f"property {name}: {'has members but is open' if definition.open else 'is empty'}"


def _without_properties(table: PropertyTable) -> Iterator[str]:
    bare = [synset for synset in scene_classes(table) if not table.of(synset)]
    if bare:
        yield f"classes without properties, to be stated or omitted: {shorten(bare, 50)}"
    both = [synset for synset in table.omitted if table.of(synset)]
    if both:
        yield f"classes that are omitted but have properties: {shorten(both, 50)}"


def _without_effect(table: PropertyTable) -> Iterator[str]:
    for statement in table.statements:
        if statement.section != "statements":
            continue
        for synset in statement.subjects:
            for name in idle(table, statement, synset):
                yield f"{statement.place}: {name!r} says of {synset} nothing new"


def idle(table: PropertyTable, statement: Statement, synset: str) -> Iterator[str]:
    """The redundant properties in `statement` about `synset`."""
    before = {name for name, item in table.inherited(synset).items() if item.holds}
    for other in table.about(synset):
        if other is not statement:
            before |= table.implied(other.gives)
    before |= table.content(statement)
    contested = {name for name, _, _ in table.conflicts(table.lineage(synset) - {synset})}
    before -= contested
    for name in statement.gives:
        if name in before | table.implied(one for one in statement.gives if one != name):
            yield name
    given = before | table.implied(statement.gives) | contested
    yield from (name for name in statement.denies if name not in given)
