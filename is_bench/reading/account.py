"""What the clauses of an instruction asked for so far: what is sure, and what is likely."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.reading.effects import Purposes
from is_bench.reading.matching import Match
from is_bench.reading.model import Wish
from is_bench.reading.outcome import Outcome
from is_bench.reading.phrases import Phrases
from is_bench.reading.words import Words

Change = Callable[[Outcome], None]
"""What a clause does to what came of the clauses before it."""


class Account:
    """Keeps what was said in its order, and tells what it leads to."""

    def __init__(self, objects: ObjectTable, purposes: Purposes) -> None:
        """`purposes` tells what each clause wishes for."""
        self._objects = objects
        self._purposes = purposes
        self._sure: list[Change] = []
        self._likely: list[Change] = []
        self._is_plain = True
        """Whether everything that was said was understood."""
        self.clauses = 0
        """How many clauses ask for something."""

    def add(
        self,
        match: Match,
        *,
        is_limited: bool = False,
        is_negated: bool = False,
        sure: bool = True,
    ) -> None:
        """Take in the next clause; `is_limited`: it shall hold for a while only."""

        def change(outcome: Outcome) -> None:
            outcome.add(match, is_limited=is_limited, is_negated=is_negated)

        self.clauses += 1
        self._is_plain &= sure
        self._likely.append(change)
        if sure:
            self._sure.append(change)

    def doubt(self, phrases: Phrases, words: Words) -> None:
        """Note that `words` were not understood, and may undo what was asked for before."""
        named = frozenset(phrases.doubtful_in(words))
        self._is_plain = False
        self._sure.append(lambda outcome: outcome.doubt(named, words, only_likely=False))
        self._likely.append(lambda outcome: outcome.doubt(named, words, only_likely=True))

    def hint(self, facts: Iterable[Atom]) -> None:
        """Take in end states at which a clause only hints."""
        known = [own for fact in facts for own in self._purposes.sayable(fact)]
        self._is_plain = False
        self._likely.append(lambda outcome: outcome.hint(known))

    def sure(self) -> Outcome:
        """What the clauses lead to that were understood."""
        return self._outcome(self._sure)

    def likely(self, sure: Outcome) -> tuple[Wish, ...]:
        """The further wishes, beside those of `sure`, of clauses that were half understood."""
        if self._is_plain:
            return ()
        known = {wish.fact for wish in sure.wishes()}
        guessed = self._outcome(self._likely).wishes()
        return tuple(Wish(w.fact, w.holds, sure=False) for w in guessed if w.fact not in known)

    def _outcome(self, changes: Iterable[Change]) -> Outcome:
        outcome = Outcome(self._objects, self._purposes)
        for change in changes:
            change(outcome)
        return outcome
