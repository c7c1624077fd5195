"""What was read in an instruction."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.facts import Atom


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

    @property
    def facts(self) -> frozenset[Atom]:
        """The facts that it wishes to hold."""
        return frozenset(wish.fact for wish in self.wishes if wish.holds)
