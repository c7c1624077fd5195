"""What the clauses of an instruction asked for so far: what is sure, and what is likely."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.reading.effects import Purposes
from is_bench.reading.matching import Match
from is_bench.reading.model import Wish
from is_bench.reading.outcome import Outcome
from is_bench.reading.phrases import Phrases
from is_bench.reading.words import Words


@dataclass(frozen=True)
class _Said:
    match: Match
    is_limited: bool
    is_negated: bool
    sure: bool


@dataclass(frozen=True)
class _Doubted:
    words: Words
    named: frozenset[str]


@dataclass(frozen=True)
class _Hinted:
    facts: tuple[Atom, ...]


class Account:
    """Keeps what was said in its order, and tells what it leads to."""

    def __init__(self, objects: ObjectTable, purposes: Purposes) -> None:
        """`purposes` tells what each clause wishes for."""
        self._objects = objects
        self._purposes = purposes
        self._events: list[_Said | _Doubted | _Hinted] = []

    def __len__(self) -> int:
        return sum(isinstance(event, _Said) for event in self._events)

    def add(
        self,
        match: Match,
        *,
        is_limited: bool = False,
        is_negated: bool = False,
        sure: bool = True,
    ) -> None:
        """Take in the next clause; `is_limited`: it shall hold for a while only."""
        self._events.append(_Said(match, is_limited, is_negated, sure))

    def doubt(self, phrases: Phrases, words: Words) -> None:
        """Note that `words` were not understood, and may undo what was asked for before."""
        self._events.append(_Doubted(words, frozenset(phrases.doubtful_in(words))))

    def hint(self, facts: Iterable[Atom]) -> None:
        """Take in end states at which a clause only hints."""
        known = (own for fact in facts for own in self._purposes.sayable(fact))
        self._events.append(_Hinted(tuple(known)))

    def sure(self) -> Outcome:
        """What the clauses lead to that were understood."""
        return self._outcome(with_guesses=False)

    def likely(self, sure: Outcome) -> tuple[Wish, ...]:
        """The further wishes, beside those of `sure`, of clauses that were half understood."""
        if all(isinstance(event, _Said) and event.sure for event in self._events):
            return ()
        known = {wish.fact for wish in sure.wishes()}
        guessed = self._outcome(with_guesses=True).wishes()
        return tuple(Wish(w.fact, w.holds, sure=False) for w in guessed if w.fact not in known)

    def _outcome(self, *, with_guesses: bool) -> Outcome:
        outcome = Outcome(self._objects, self._purposes)
        for event in self._events:
            if isinstance(event, _Doubted):
                outcome.doubt(event.named, event.words, only_likely=with_guesses)
            elif isinstance(event, _Hinted):
                if with_guesses:
                    outcome.hint(event.facts)
            elif event.sure or with_guesses:
                outcome.add(event.match, is_limited=event.is_limited, is_negated=event.is_negated)
        return outcome
