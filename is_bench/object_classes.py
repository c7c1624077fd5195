"""Classes of objects that constraints quantify over: abilities, taxonomy classes, and named sets.

A class expression is written with names, `&`, `|`, `!` and parentheses, for instance
`heatSource & !electric_kettle.n.01`.  A name with a dot is a synset and means it and everything
below it in the BEHAVIOR taxonomy; one with a `*` means the synsets that it matches; a name of
`library/classes.yaml` or of a property means that set; any other name is an ability.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from is_bench.errors import Place, SyntaxProblem, UnknownNameError
from is_bench.objects import Matter, SceneObject
from is_bench.taxonomy import taxonomy

_TOKEN = re.compile(r"\s*(?:([A-Za-z_*][\w.*'-]*)|([&|!()]))")
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


ANYTHING = ObjectClass("anything", lambda _: True)


def parse_class(text: str, named: Mapping[str, ObjectClass], place: Place) -> ObjectClass:
    """The class that `text` describes; raises SyntaxProblem."""
    return _Parser(text, named, place).parse()


class _Parser:
    """Recursive descent: or < and < not."""

    def __init__(self, text: str, named: Mapping[str, ObjectClass], place: Place) -> None:
        self._text = text
        self._named = named
        self._place = place
        self._tokens = self._split()

    def parse(self) -> ObjectClass:
        test = self._either()
        if self._tokens:
            raise self._problem(f"unexpected {self._tokens[0]!r}")
        return ObjectClass(self._text, _remembering(test))

    def _split(self) -> list[str]:
        tokens, position = [], 0
        while position < len(self._text.rstrip()):
            match = _TOKEN.match(self._text, position)
            if match is None:
                raise self._problem(f"unexpected {self._text[position:].strip()[:1]!r}")
            tokens.append(match[1] or match[2])
            position = match.end()
        return tokens

    def _either(self) -> Test:
        tests = [self._both()]
        while self._tokens[:1] == ["|"]:
            self._tokens.pop(0)
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda thing: any(test(thing) for test in tests)

    def _both(self) -> Test:
        tests = [self._single()]
        while self._tokens[:1] == ["&"]:
            self._tokens.pop(0)
            tests.append(self._single())
        return tests[0] if len(tests) == 1 else lambda thing: all(test(thing) for test in tests)

    def _single(self) -> Test:
        if not self._tokens:
            raise self._problem("it ends too early")
        token = self._tokens.pop(0)
        if token == "!":
            inner = self._single()
            return lambda thing: not inner(thing)
        if token == "(":
            inner = self._either()
            if self._tokens[:1] != [")"]:
                raise self._problem("a ')' is missing")
            self._tokens.pop(0)
            return inner
        if token in "&|)":
            raise self._problem(f"unexpected {token!r}")
        return self._name(token)

    def _name(self, name: str) -> Test:
        if name in self._named:
            return self._named[name].contains
        if "*" in name:
            return lambda thing: fnmatchcase(thing.synset, name)
        if "." in name:
            if name not in taxonomy():
                raise self._problem(f"{name!r} is no synset of the BEHAVIOR taxonomy")
            return lambda thing: taxonomy().is_a(thing.synset, name)
        if name in _MATTERS:
            matter = _MATTERS[name]
            return lambda thing: thing.matter is matter
        if name in ABILITIES:
            return lambda thing: thing.can(name)
        known = [*self._named, *_MATTERS, *ABILITIES]
        raise self._problem(UnknownNameError("class or ability", name, known).message)

    def _problem(self, message: str) -> SyntaxProblem:
        return SyntaxProblem(f"class {self._text!r}: {message}", self._place)


def _remembering(test: Test) -> Test:
    """`test`, made once for each kind of object: nothing in an expression depends on its name."""
    known: dict[int, bool] = {}

    def remembered(thing: SceneObject) -> bool:
        found = known.get(thing.kind)
        if found is None:
            found = known[thing.kind] = test(thing)
        return found

    return remembered
