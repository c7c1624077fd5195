"""Classes of objects that constraints quantify over: abilities, taxonomy classes, and named sets.

A class expression is written with names, `&`, `|`, `!` and parentheses, for instance
`heatSource & !electric_kettle.n.01`.  A name with a dot is a synset and means it and everything
below it in the BEHAVIOR taxonomy; one with a `*` means the synsets that it matches; a name of
`library/classes.yaml` or of a property means that set; any other name is an ability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from is_bench.class_syntax import (
    ClassSyntax,
    Complement,
    Intersection,
    Name,
    Union,
    class_problem,
    names_in,
    read_class,
)
from is_bench.errors import Place, UnknownNameError
from is_bench.objects import Matter, SceneObject, remembering
from is_bench.taxonomy import taxonomy

_MATTERS = {matter.value: matter for matter in Matter}
ABILITIES = frozenset(
    {
        "attachable",
        "breakable",
        "coldSource",
        "cookable",
        "diceable",
        "fillable",
        "flammable",
        "freezable",
        "heatSource",
        "heatable",
        "meltable",
        "openable",
        "particleRemover",
        "particleSource",
        "sceneObject",
        "sliceable",
        "slicer",
        "toggleable",
    }
)

Test = Callable[[SceneObject], bool]


@dataclass(frozen=True)
class ObjectClass:
    """A set of objects, described by an expression."""

    text: str
    contains: Test
    names: frozenset[str] = frozenset()
    """The names in the expression, and in those of the named classes that it uses."""


ANYTHING = ObjectClass("anything", lambda _: True)


def parse_class(text: str, named: Mapping[str, ObjectClass], place: Place) -> ObjectClass:
    """The class that `text` describes; raises SyntaxProblem."""

    def test_of(syntax: ClassSyntax) -> Test:
        match syntax:
            case Name(name):
                return _named_test(name, text, named, place)
            case Complement(inner):
                test = test_of(inner)
                return lambda thing: not test(thing)
            case Union(parts):
                tests = [test_of(part) for part in parts]
                return lambda thing: any(test(thing) for test in tests)
            case Intersection(parts):
                tests = [test_of(part) for part in parts]
                return lambda thing: all(test(thing) for test in tests)

    syntax = read_class(text, place)
    names = names_in(syntax)
    inner = [named[name].names for name in names if name in named]
    return ObjectClass(text, remembering(test_of(syntax)), names.union(*inner))


def _named_test(name: str, text: str, named: Mapping[str, ObjectClass], place: Place) -> Test:
    if name in named:
        return named[name].contains
    if "*" in name:
        return lambda thing: fnmatchcase(thing.synset, name)
    if "." in name:
        if name not in taxonomy():
            message = f"{name!r} is no synset of the BEHAVIOR taxonomy"
            raise class_problem(text, message, place)
        return lambda thing: taxonomy().is_a(thing.synset, name)
    if name in _MATTERS:
        matter = _MATTERS[name]
        return lambda thing: thing.matter is matter
    if name in ABILITIES:
        return lambda thing: thing.can(name)
    known = [*named, *_MATTERS, *ABILITIES]
    raise class_problem(text, UnknownNameError("class or ability", name, known).message, place)
