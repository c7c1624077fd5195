"""The `bddl` package as a judge of conditions over any of our views of the facts."""

from __future__ import annotations

from typing import Any

from bddl.backend_abc import BDDLBackend
from bddl.condition_evaluation import compile_state
from bddl.logic_base import BinaryAtomicFormula, UnaryAtomicFormula
from bddl.parsing import scan_tokens

from is_bench.facts import ARITY, FactView, Truth, atom
from is_bench.objects import ObjectTable


class _Thing:
    """What a name stands for; no string, as bddl takes a string for a bound variable."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Backend(BDDLBackend):  # type: ignore[misc]  # bddl has no types
    def __init__(self) -> None:
        self.view: FactView | None = None

    def get_predicate_class(self, predicate_name: str) -> type:
        base = UnaryAtomicFormula if ARITY[predicate_name] == 1 else BinaryAtomicFormula

        def evaluate(_: Any, *things: _Thing) -> bool:
            assert self.view is not None
            fact = atom(predicate_name, *(thing.name for thing in things))
            return self.view.truth(fact) is Truth.TRUE

        methods = {"STATE_NAME": predicate_name, "_evaluate": evaluate, "_sample": None}
        return type(predicate_name, (base,), methods)


class Condition:
    """One expression, compiled by bddl."""

    def __init__(self, tokens: list[Any], objects: ObjectTable) -> None:
        self._backend = _Backend()
        scope = {name: _Thing(name) for name in objects.by_name}
        by_synset = {synset: list(names) for synset, names in objects.by_synset.items()}
        [self._compiled] = compile_state(
            [tokens], self._backend, scope, by_synset, generate_ground_options=False
        )

    def holds(self, view: FactView) -> bool:
        self._backend.view = view
        return bool(self._compiled.evaluate())


def condition(text: str, objects: ObjectTable) -> Condition:
    """The expression in `text`."""
    return Condition(scan_tokens(string=text), objects)


def goals(text: str, objects: ObjectTable) -> list[Condition]:
    """The top-level expressions of `(:goal ...)`, which may stand inside a whole problem file."""
    tokens = scan_tokens(string=text)
    if tokens[0] != ":goal":
        [tokens] = [part for part in tokens if part[0] == ":goal"]
    return [Condition(expression, objects) for expression in tokens[1:]]
