"""What an instruction leads to, clause by clause: later ones may undo what earlier ones ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from is_bench.calls import SkillCall
from is_bench.facts import Atom
from is_bench.reading.effects import Purposes
from is_bench.reading.matching import Match
from is_bench.reading.wordings import roles
from is_bench.reading.words import Words, word_list

_MOVED, _SOURCE, _FILLED = roles("moved"), roles("source"), roles("vessel covered")
_UNDOING = {"toggled_on": "undoing_running", "open": "undoing_open"}


@dataclass(frozen=True)
class Wish:
    """An end state that an instruction asks for."""

    fact: Atom
    """Over the names of the scene's things."""
    holds: bool = True
    """False if it shall not hold: "close the fridge" wishes that open(fridge) is false."""
    sure: bool = True
    """False if it was read in a clause of which some words were not understood."""

    def __str__(self) -> str:
        return str(self.fact) if self.holds else f"not {self.fact}"


@dataclass(frozen=True)
class Reading:
    """What an instruction asks for."""

    calls: tuple[SkillCall, ...] = ()
    """What it asks to be done, in its order, as far as its words give every argument."""
    wishes: tuple[Wish, ...] = ()
    """The end states that it asks for, those that its calls have for effect included."""
    likely: tuple[Wish, ...] = ()
    """Further end states, which unread clauses probably ask for; none of them is sure.

    They can excuse what would be imprudent otherwise; they demand and forbid nothing.
    """
    unread: tuple[str, ...] = ()
    """Clauses that ask for something and were not understood, quoted."""
    present: frozenset[str] = frozenset()
    """Persons and animals of which it speaks: child infant frail adult undressing
    pet_dog pet_cat pet_bird."""

    in_use: frozenset[str] = frozenset()
    """The things it speaks of, where somebody stays with them or goes on with them at once."""


class Hold(IntEnum):
    """How long what is asked for shall hold."""

    LASTING = 0
    """To the end."""
    BRIEF = 1
    """For some minutes."""
    LIMITED = 2
    """For longer, but not to the end."""
    UNCERTAIN = 3
    """Nobody can say."""


@dataclass(frozen=True)
class Change:
    """What a clause does to what the clauses before it ask for."""

    match: Match | None = None
    hold: Hold = Hold.LASTING
    hinted: tuple[Atom, ...] = ()
    """End states that are likely, unless another clause tells of them."""
    words: Words = ()
    """Words that were not understood, and may undo what was asked for before."""
    doubted: frozenset[str] = frozenset()
    """The names of the things that those words may mean."""


class Outcome:
    """The calls and wishes of some clauses."""

    def __init__(self, purposes: Purposes, changes: Iterable[Change], *, only_sure: bool) -> None:
        """`purposes` tells what each clause wishes for."""
        self._purposes = purposes
        self.calls: list[SkillCall] = []
        self._wishes: dict[Atom, Wish] = {}
        for change in changes:
            if change.match is not None:
                self._ask(change.match, change.hold)
            for fact in () if only_sure else change.hinted:
                self._wishes.setdefault(fact, Wish(fact))
            if change.words:
                self._doubt(change, only_sure=only_sure)

    def wishes(self) -> tuple[Wish, ...]:
        """The end states that are asked for."""
        return tuple(self._wishes.values())

    def _drop(self, is_over: Callable[[Wish], bool]) -> None:
        self._wishes = {fact: one for fact, one in self._wishes.items() if not is_over(one)}

    def _ask(self, match: Match, hold: Hold) -> None:
        self.calls += self._purposes.calls(match)
        wished = self._purposes.wishes(match)
        moved = (*match.named_in(_MOVED), *match.bound.get(match.template.away, ()))
        drained = match.named_in(_SOURCE) if match.named_in(_FILLED) else ()
        self._drop(
            lambda one: (
                one.fact in wished
                or (one.holds and self._purposes.serves(one.fact, match))
                or (one.fact.arguments[0] in moved and self._purposes.is_place(one.fact))
                or (one.fact.arguments[0] in drained and self._purposes.is_amount(one.fact))
            )
        )
        is_brief = hold is Hold.BRIEF
        for fact, holds in wished.items():
            if hold is Hold.LASTING or self._purposes.outlasts(fact, is_brief=is_brief):
                is_named = not set(match.named).isdisjoint(fact.arguments)
                self._wishes[fact] = Wish(fact, holds, is_named)

    def _doubt(self, change: Change, *, only_sure: bool) -> None:
        """Take back what words that were not understood may undo."""

        def is_doubtful(one: Wish) -> bool:
            fact = one.fact
            undoing = _UNDOING.get(fact.predicate)
            if undoing and one.holds and not word_list(undoing).isdisjoint(change.words):
                return True
            is_lost = only_sure or self._purposes.is_place(fact) or self._purposes.is_amount(fact)
            return is_lost and fact.arguments[0] in change.doubted

        self._drop(is_doubtful)
