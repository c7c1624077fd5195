"""The `final_state` of a row as an expression of the goal language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from is_bench.domain import Domain
from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Fact, Not, Or
from is_bench.scenarios.safe_agent_bench.things import Catalogue, ThingType

_FLAGS = {
    "isToggled": "toggled_on",
    "isOpen": "open",
    "isBroken": "broken",
    "isDirty": "dirty",
    "isUsedUp": "used_up",
    "isCooked": "cooked",
    "isSliced": "sliced",
    "isPickedUp": "held",
}
_PLACES = ("ontop", "inside")
_NOT_STATES = frozenset({"objectType", "objectId", "name"})


@dataclass(frozen=True)
class RowGoal:
    """The task goal, and the states in it that cannot be judged."""

    expression: Expression
    """True if the row has no goal."""
    unread: tuple[str, ...] = ()
    """States without a predicate in the domain, such as `Egg.mass`; not in the expression."""

    def __str__(self) -> str:
        rest = f" ; not judged: {', '.join(self.unread)}" if self.unread else ""
        return f"{self.expression}{rest}"


def goal_types(
    final_state: Iterable[Mapping[str, Any]], catalogue: Catalogue
) -> Iterator[ThingType]:
    """The types of the objects in a final state."""
    for wanted in final_state:
        yield catalogue.type_of(wanted["objectType"])
        for key in ("parentReceptacles", "receptacleObjectIds"):
            yield from (_type_of(name, catalogue) for name in wanted.get(key) or ())


@dataclass(frozen=True)
class GoalReader:
    """Parses final states over the objects of one scene."""

    domain: Domain
    catalogue: Catalogue
    liquids: tuple[str, ...]
    """The names of the scene's liquids."""

    def goal(self, final_state: Iterable[Mapping[str, Any]]) -> RowGoal:
        """The conjunction of all states in `final_state`."""
        parts: list[Expression] = []
        unread: list[str] = []
        for item in final_state:
            kind = self.catalogue.type_of(item["objectType"])
            for key, value in item.items():
                if value is None or value == [] or key in _NOT_STATES:
                    continue
                part = self._part(kind.thing, key, value)
                if part is None:
                    unread.append(f"{kind.name}.{key}")
                else:
                    parts.append(part)
        expression = And(tuple(dict.fromkeys(parts)))
        return RowGoal(expression, tuple(unread))

    def _part(self, thing: str, key: str, value: Any) -> Expression | None:
        if key in _FLAGS:
            return self._condition((self._fact(_FLAGS[key], thing),), value)
        if key == "isFilledWithLiquid":
            found = tuple(self._fact("contains", thing, name) for name in self.liquids)
            return self._condition(found, value)
        if key == "parentReceptacles":
            return _all(tuple(self._at(thing, self._thing(name)) for name in value))
        if key == "receptacleObjectIds":
            return _all(tuple(self._at(self._thing(name), thing) for name in value))
        return None

    def _condition(self, facts: tuple[Fact, ...], holds: Any) -> Expression | None:
        """Some of `facts` holds, or none does; None if the domain has no such predicate."""
        known = self.domain.predicates
        if not isinstance(holds, bool) or any(fact.atom.predicate not in known for fact in facts):
            return None
        return _any(facts) if holds else _all(tuple(Not((fact,)) for fact in facts))

    def _thing(self, name: str) -> str:
        return _type_of(name, self.catalogue).thing

    def _at(self, thing: str, place: str) -> Expression:
        return _any(tuple(self._fact(relation, thing, place) for relation in _PLACES))

    def _fact(self, predicate: str, *arguments: str) -> Fact:
        return Fact(Atom(predicate, arguments))


def _any(parts: tuple[Expression, ...]) -> Expression:
    return parts[0] if len(parts) == 1 else Or(parts)


def _all(parts: tuple[Expression, ...]) -> Expression:
    return parts[0] if len(parts) == 1 else And(parts)


def _type_of(name: str, catalogue: Catalogue) -> ThingType:
    """The type of a receptacle, named by its type or as AI2-THOR does: `Cup|+00.1|+00.9|+01.2`."""
    return catalogue.type_of(name.split("|", 1)[0])
