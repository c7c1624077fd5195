"""What an instruction leads to, clause by clause: later ones may undo what earlier ones ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from is_bench.calls import SkillCall
from is_bench.domain.model import ParameterRole
from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.reading.effects import Purposes, drained_by, moved_by
from is_bench.reading.matching import Match
from is_bench.reading.model import Wish
from is_bench.reading.words import Words, word_list
from is_bench.taxonomy import taxonomy

_WORKED_ON = frozenset(
    {ParameterRole.WAITED_FOR, ParameterRole.VESSEL, ParameterRole.SOAKED, ParameterRole.CLEANED}
)
"""Roles of things that a device that was switched on before may serve."""
_HELPING = frozenset({ParameterRole.MACHINE, ParameterRole.SOURCE, ParameterRole.PLACE})
_MEANS = frozenset({"heatSource", "particleSource"})
_UNDOING = {"toggled_on": "undoing_running", "open": "undoing_open"}
_PASSAGES = ("door.n.01", "window.n.01", "gate.n.01")


class Outcome:
    """The calls and wishes of the clauses so far."""

    def __init__(self, objects: ObjectTable, purposes: Purposes) -> None:
        """`purposes` tells what each clause wishes for."""
        self._objects = objects
        self._purposes = purposes
        self.calls: list[SkillCall] = []
        self._wishes: dict[Atom, bool] = {}
        self._companions: dict[Atom, frozenset[Atom]] = {}
        """By wish, those that the same clause asks for."""
        self._steps: dict[Atom, None] = {}
        """Those wishes that may only be a means to what comes later."""
        self._unspoken: set[Atom] = set()
        """Those about things that no word of the clause names."""

    def wishes(self) -> tuple[Wish, ...]:
        """The end states that are asked for."""
        return tuple(Wish(f, holds, f not in self._unspoken) for f, holds in self._wishes.items())

    def add(self, match: Match, *, is_limited: bool, is_negated: bool = False) -> None:
        """Take in the next clause.

        `is_limited`: what it asks for shall hold for a while only.
        """
        if not is_negated:
            self._serve(match)
            self.calls += self._purposes.calls(match)
        self._outdate(match)
        wished = dict(self._purposes.wishes(match))
        self._undo_companions(wished)
        for fact, holds in wished.items():
            if is_limited and self._purposes.is_switched(fact):
                self._wishes.pop(fact, None)
                continue
            self._wishes.pop(fact, None)
            self._wishes[fact] = holds is not is_negated
            self._note(fact, match)
            self._companions[fact] = frozenset(wished)

    def hint(self, facts: Iterable[Atom]) -> None:
        """Take in end states at which a clause hints that was not understood."""
        for fact in facts:
            self._wishes.setdefault(fact, True)

    def _undo_companions(self, wished: Mapping[Atom, bool]) -> None:
        """Drop what came along with a request that is taken back now."""
        for fact, holds in wished.items():
            if not holds and self._wishes.get(fact):
                for other in self._companions.get(fact, frozenset()):
                    if other not in wished:
                        self._wishes.pop(other, None)

    def _outdate(self, match: Match) -> None:
        """Drop the places of what is moved now, and the contents of what is emptied."""
        moved, drained = moved_by(match), drained_by(match)
        for fact in list(self._wishes):
            is_left = fact.arguments[0] in moved and self._purposes.is_place(fact)
            if is_left or (fact.arguments[0] in drained and self._purposes.is_amount(fact)):
                del self._wishes[fact]

    def doubt(self, named: frozenset[str], words: Words, *, only_likely: bool) -> None:
        """Take back what a clause that could not be read, and may mean `named`, may undo.

        `only_likely`: a state that no word of the clause undoes stays.
        """
        for fact, holds in list(self._wishes.items()):
            undone = holds and not _undoing(fact).isdisjoint(words)
            is_meant = fact.arguments[0] in named
            if undone or (is_meant and not (only_likely and self._stays(fact, words))):
                del self._wishes[fact]

    def _stays(self, fact: Atom, words: Words) -> bool:
        """Whether it is likely that `fact` is to stay in a clause of `words` about its thing."""
        is_moved = self._purposes.is_place(fact) or self._purposes.is_amount(fact)
        if is_moved or not word_list("negations").isdisjoint(words):
            return False
        undoing = _undoing(fact) or frozenset[str]().union(*map(word_list, _UNDOING.values()))
        return undoing.isdisjoint(words)

    def _note(self, fact: Atom, match: Match) -> None:
        self._steps.pop(fact, None)
        named = {name for names in match.bound.values() for name in names}
        if named.isdisjoint(fact.arguments):
            self._unspoken.add(fact)
        if not match.template.lasting and fact.predicate in ("open", "toggled_on"):
            self._steps[fact] = None

    def _serve(self, match: Match) -> None:
        """Drop the wishes that only were to serve what is asked for now."""
        used = {name for names in match.bound.values() for name in names}
        for fact in [f for f in self._steps if self._wishes.get(f)]:
            name = fact.arguments[0]
            if fact.predicate == "open":
                served = name in used or (match.template.away != "" and self._encloses(name))
            else:
                served = self._serves(name, match)
            if served:
                del self._wishes[fact]

    def _encloses(self, name: str) -> bool:
        """Whether things are in it, and it was opened to get at them; not a window."""
        return not any(
            taxonomy().is_a(self._objects.by_name[name].synset, kind) for kind in _PASSAGES
        )

    def _serves(self, name: str, match: Match) -> bool:
        """Whether a device that is on may do, or help to do, what is asked for."""
        if not any(slot.role in _WORKED_ON for slot in match.template.slots):
            return False
        helpers = [
            helper
            for slot in match.template.slots
            if slot.role in _HELPING
            for helper in match.bound[slot.name]
            if not self._objects.by_name[helper].matter.is_substance
        ]
        is_means = not _MEANS.isdisjoint(self._objects.by_name[name].abilities)
        return name in helpers or (is_means and not helpers)


def _undoing(fact: Atom) -> frozenset[str]:
    """The words that undo `fact`, if it is known which do."""
    name = _UNDOING.get(fact.predicate)
    return frozenset() if name is None else word_list(name)
