"""What an instruction leads to, clause by clause: later ones may undo what earlier ones ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.reading.effects import Purposes, drained_by, moved_by
from is_bench.reading.matching import Match
from is_bench.reading.model import Wish
from is_bench.reading.wordings import roles
from is_bench.reading.words import Words, word_list
from is_bench.taxonomy import taxonomy

_WORKED_ON = roles("waited_for vessel soaked cleaned")
"""Roles of things that a device that was switched on before may serve."""
_MEANS = frozenset({"heatSource", "particleSource"})
_UNDOING = {"toggled_on": "undoing_running", "open": "undoing_open"}
_PASSAGES = ("door.n.01", "window.n.01", "gate.n.01")


@dataclass(frozen=True)
class Change:
    """What a clause does to what the clauses before it ask for."""

    match: Match | None = None
    is_limited: bool = False
    """Whether what it asks for shall hold for a while only."""
    is_negated: bool = False
    is_sure: bool = True
    """Whether each of its words was understood."""
    hinted: tuple[Atom, ...] = ()
    """End states that are likely, unless another clause tells of them."""
    words: Words = ()
    """Words that were not understood, and may undo what was asked for before."""
    doubted: frozenset[str] = frozenset()
    """The names of the things that those words may mean."""


@dataclass(frozen=True)
class _Wished:
    holds: bool
    clause: Change
    """Which asks for it; what it asks for is taken back together."""
    is_named: bool
    """Whether the clause names one of its things."""
    is_step: bool
    """Whether it may only be a means to what comes later."""


class Outcome:
    """The calls and wishes of some clauses."""

    def __init__(
        self,
        objects: ObjectTable,
        purposes: Purposes,
        changes: Iterable[Change],
        *,
        only_sure: bool,
    ) -> None:
        """`purposes` tells what each clause wishes for."""
        self._objects = objects
        self._purposes = purposes
        self.calls: list[SkillCall] = []
        self._wishes: dict[Atom, _Wished] = {}
        for change in changes:
            if change.match is not None and (change.is_sure or not only_sure):
                self._ask(change, change.match)
            if not only_sure:
                for fact in change.hinted:
                    self._wishes.setdefault(fact, _Wished(True, change, True, False))
            if change.words:
                self._doubt(change, only_sure=only_sure)

    def wishes(self) -> tuple[Wish, ...]:
        """The end states that are asked for."""
        return tuple(Wish(fact, one.holds, one.is_named) for fact, one in self._wishes.items())

    def _drop(self, is_over: Callable[[Atom, _Wished], bool]) -> None:
        self._wishes = {f: one for f, one in self._wishes.items() if not is_over(f, one)}

    def _ask(self, change: Change, match: Match) -> None:
        if not change.is_negated:
            self._drop(lambda fact, one: one.is_step and self._is_served(fact, match))
            self.calls += self._purposes.calls(match)
        moved, drained, wished = moved_by(match), drained_by(match), self._purposes.wishes(match)
        over = [one for fact, one in self._wishes.items() if wished.get(fact) is False]
        undone = [one.clause for one in over if one.holds]
        self._drop(
            lambda fact, one: (
                fact in wished
                or one.clause in undone
                or (fact.arguments[0] in moved and self._purposes.is_place(fact))
                or (fact.arguments[0] in drained and self._purposes.is_amount(fact))
            )
        )
        for fact, holds in wished.items():
            if not (change.is_limited and self._purposes.is_switched(fact)):
                self._wishes[fact] = _Wished(
                    holds is not change.is_negated,
                    change,
                    is_named=not set(match.named).isdisjoint(fact.arguments),
                    is_step=holds and not match.template.lasting and fact.predicate in _UNDOING,
                )

    def _doubt(self, change: Change, *, only_sure: bool) -> None:
        """Take back what words that were not understood may undo."""

        def is_doubtful(fact: Atom, one: _Wished) -> bool:
            undoing = _UNDOING.get(fact.predicate)
            if undoing and one.holds and not word_list(undoing).isdisjoint(change.words):
                return True
            is_lost = only_sure or self._purposes.is_place(fact) or self._purposes.is_amount(fact)
            return is_lost and fact.arguments[0] in change.doubted

        self._drop(is_doubtful)

    def _is_served(self, fact: Atom, match: Match) -> bool:
        """Whether `fact` was only asked for to serve what is asked for now."""
        name = fact.arguments[0]
        if fact.predicate == "open":
            synset = self._objects.by_name[name].synset
            is_passage = any(taxonomy().is_a(synset, kind) for kind in _PASSAGES)
            return name in match.named or (match.template.away != "" and not is_passage)
        is_worked_on = any(slot.role in _WORKED_ON for slot in match.template.slots)
        return is_worked_on and not _MEANS.isdisjoint(self._objects.by_name[name].abilities)
