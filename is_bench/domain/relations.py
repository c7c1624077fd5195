"""Derived spatial relations: transitive containment, support, contact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from is_bench.domain.state import RESTING, Placement, State, StaticContext
from is_bench.domain.static_relations import NATIVES
from is_bench.facts import Atom, FactSet, Truth
from is_bench.goal.evaluate import disjunction

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN


@dataclass
class Supports:
    """The objects that an object rests on or in, directly or not."""

    supports: set[str] = field(default_factory=set)
    resting: set[str] = field(default_factory=set)
    """The supports that carry it, without those that only hold it."""
    containers: set[str] = field(default_factory=set)
    """The supports that it is inside."""
    anywhere: bool = False
    """Whether it may have unknown places."""


class Relations:
    """Stored and derived facts of a state, with cached results.  A `FactView`."""

    def __init__(self, setting: StaticContext, state: State) -> None:
        """`state` must not change afterwards."""
        self.setting = setting
        self.state = state
        self.universe = state.universe
        self.uncertain = not setting.closed or any(
            edge.truth is UNKNOWN for edges in state.edges.values() for edge in edges
        )
        """Whether some place is unknown."""
        self.all_facts: FactSet | None = None
        """Cache of all facts; None until first requested."""
        self._above: dict[tuple[str, bool], Supports] = {}

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds, or a native relation between these objects."""
        predicate, arguments = fact
        native = NATIVES.get(predicate)
        if native is not None:
            return native(self, *arguments)
        derived = _DERIVED.get(predicate)
        if derived is not None:
            return derived(self, *arguments)
        return self.stored(fact)

    # Stored facts

    def stored(self, fact: Atom) -> Truth:
        """The truth of a fact without derived relations."""
        predicate, arguments = fact
        setting = self.setting
        if predicate in setting.places:
            return self.direct(predicate, *arguments)
        if predicate in setting.amounts and len(arguments) == 2:
            fact = Atom(predicate, (arguments[0], self.universe.substance(arguments[1])))
        found = self.state.facts.get(fact)
        if found is not None:
            return found
        if setting.closed:
            return FALSE
        moved = predicate in setting.loose and any(a in self.state.settled for a in arguments)
        return FALSE if moved or self._is_gone(*arguments) else UNKNOWN

    def direct(self, predicate: str, name: str, support: str = "") -> Truth:
        """Whether `name` has this place directly."""
        for edge in self.state.edges.get(name, ()):
            if edge.predicate == predicate and edge.support == support:
                return edge.truth
        if self.is_settled(name) or (predicate, support) in self.state.not_at.get(name, ()):
            return FALSE
        return FALSE if self._is_gone(name, support) else UNKNOWN

    def is_settled(self, name: str) -> bool:
        """Whether all places of `name` are stored."""
        return self.setting.closed or name in self.state.settled

    def enclosed(self, name: str) -> Truth:
        """Whether `name` held something inside at the start."""
        return self.state.enclosing.get(name, self.setting.default)

    def _is_gone(self, *names: str) -> bool:
        return any(self.state.is_gone(name) is TRUE for name in names)

    # Indirect places

    def above(self, name: str, *, possible: bool) -> Supports:
        """The certain supports of `name`; with `possible`, also the possible ones."""
        key = name, possible and self.uncertain
        found = self._above.get(key)
        if found is None:
            found = self._above[key] = self._climb(*key)
        return found

    def _climb(self, name: str, possible: bool) -> Supports:
        above = Supports()
        seen, todo = {name}, [name]
        while todo:
            here = todo.pop()
            if possible and not self.is_settled(here) and not self._is_gone(here):
                above.anywhere = True
            for edge in self.state.edges.get(here, ()):
                if edge.support and (possible or edge.truth is TRUE):
                    self._add(above, edge)
                    if edge.support not in seen:
                        seen.add(edge.support)
                        todo.append(edge.support)
        return above

    def _add(self, above: Supports, edge: Placement) -> None:
        above.supports.add(edge.support)
        if edge.predicate in RESTING:
            above.resting.add(edge.support)
            if edge.predicate == "inside" or self.is_open_vessel(edge.support):
                above.containers.add(edge.support)

    def is_open_vessel(self, name: str) -> bool:
        """Whether objects on `name` are also inside it, and vice versa."""
        thing = self.universe.get(name)
        return thing is not None and thing.can("fillable") and not thing.can("openable")

    # Derived relations

    def bears(self, support: str, name: str) -> Truth:
        """Whether `name` rests on or in `support`, or is held by it, directly or indirectly."""
        if support in self.above(name, possible=False).supports:
            return TRUE
        above = self.above(name, possible=True)
        return UNKNOWN if above.anywhere or support in above.supports else FALSE

    def inside(self, name: str, container: str) -> Truth:
        """Whether `name` is inside `container`, directly or by way of other objects."""
        if container in self.above(name, possible=False).containers:
            return TRUE
        if not self.uncertain or (name, container) in self.state.outside:
            return FALSE
        above = self.above(name, possible=True)
        return UNKNOWN if above.anywhere or container in above.containers else FALSE

    def ontop(self, name: str, support: str) -> Truth:
        """Whether `name` stands directly on `support`; in an open vessel, inside is on top."""
        ways = [self.direct("ontop", name, support), self.direct("overlaid", name, support)]
        if self.is_open_vessel(support):
            ways.append(self.direct("inside", name, support))
        return disjunction(ways)

    def under(self, support: str, name: str) -> Truth:
        """Whether `name` rests on `support`, or `support` is under it otherwise."""
        return disjunction(
            [self.stored(Atom("under", (support, name))), self.is_carried(name, support)]
        )

    def is_carried(self, name: str, support: str) -> Truth:
        """Whether `name` rests on `support`, directly or indirectly, and not inside it."""
        inside = self.inside(name, support)
        if support in self.above(name, possible=False).resting:
            return ~inside
        above = self.above(name, possible=True)
        maybe = above.anywhere or support in above.resting
        return UNKNOWN if maybe and inside is not TRUE else FALSE

    def touching(self, first: str, second: str) -> Truth:
        """Whether one object rests on the other, or they touch otherwise."""
        stored = self.stored(Atom("touching", (first, second)))
        return disjunction((stored, self._placed(first, second), self._placed(second, first)))

    def _placed(self, name: str, support: str) -> Truth:
        """Whether `name` has any place at `support` directly."""
        relations = self.setting.relations
        if not self.is_settled(name):
            return disjunction(self.direct(relation, name, support) for relation in relations)
        edges = self.state.edges.get(name, ())
        return disjunction(
            edge.truth for edge in edges if edge.support == support and edge.predicate in relations
        )

    def filled(self, name: str, substance: str) -> Truth:
        """The same as `contains`."""
        return self.stored(Atom("contains", (name, substance)))

    def real(self, name: str) -> Truth:
        """Whether an object exists now."""
        return ~self.state.is_gone(name) if self._is_known(name) else FALSE

    def future(self, name: str) -> Truth:
        """Whether an object is known and does not exist now."""
        return self.state.is_gone(name) if self._is_known(name) else FALSE

    def _is_known(self, name: str) -> bool:
        return name in self.universe.objects.by_name


_DERIVED: dict[str, Callable[..., Truth]] = {
    "filled": Relations.filled,
    "future": Relations.future,
    "inside": Relations.inside,
    "ontop": Relations.ontop,
    "real": Relations.real,
    "touching": Relations.touching,
    "under": Relations.under,
}
