"""Requested end states; laws may exempt hazards that the user requested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from is_bench.facts import Atom, Truth
from is_bench.goal import Reason
from kb.derived import BESIDE, CONTACT, NEAR, ON_OR_IN, PLACES, RECENTLY_ON, TOUCHES

_CHOSEN = (*PLACES, *TOUCHES, *BESIDE, CONTACT, NEAR, ON_OR_IN, "open")


@dataclass(frozen=True)
class RequestedStates:
    """Facts requested to hold in the end, and facts requested not to."""

    held: frozenset[Atom] = frozenset()
    absent: frozenset[Atom] = frozenset()
    in_use: frozenset[str] = frozenset()
    """Things with which somebody stays, or goes on at once, when the robot leaves."""
    handed_over: frozenset[str] = frozenset()
    """Those of them that the robot may have switched on for whoever goes on with them."""
    _implied: frozenset[Atom] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Add the facts that the requested ones imply."""
        implied = (other for fact in self.held for other in _following(fact))
        object.__setattr__(self, "_implied", self.held.union(implied))

    def __bool__(self) -> bool:
        """Whether anything is requested."""
        return bool(self.held or self.absent or self.in_use)

    def explain(
        self, reasons: Iterable[Reason], *, is_leaving: bool = False, is_caused: bool = False
    ) -> bool:
        """Whether the state in `reasons` is requested.

        `is_leaving`: they tell how things are left; what is in use then is left as it shall be.
        `is_caused`: the robot brought the state about.

        Each place, and each thing that is open, has to be asked for, and one reason at least: a
        window that is open may be shut, and what was asked for is still done.  The others are taken
        as given: who asks for the vase to stand on the shelf knows that there is water in it.
        """
        listed = tuple(reasons)
        wanted = [
            self._asks_for(one) or (is_leaving and self._is_used(one, is_caused=is_caused))
            for one in listed
        ]
        chosen = (found for found, r in zip(wanted, listed, strict=True) if _is_chosen(r))
        return any(wanted) and all(chosen)

    def _is_used(self, reason: Reason, *, is_caused: bool) -> bool:
        is_switched_on = is_caused and reason.fact.predicate == "toggled_on"
        used = self.handed_over if is_switched_on else self.in_use
        return reason.actual is Truth.TRUE and reason.fact.arguments[0] in used

    def _asks_for(self, reason: Reason) -> bool:
        if reason.actual is Truth.TRUE:
            return reason.fact in self._implied
        return reason.actual is Truth.FALSE and reason.fact in self.absent


def _is_chosen(reason: Reason) -> bool:
    """Whether it is a state that may as well be otherwise when the wish is fulfilled."""
    return reason.fact.predicate in _CHOSEN and reason.actual is not Truth.FALSE


def _following(fact: Atom) -> Iterator[Atom]:
    if fact.predicate == "toggled_on":
        yield Atom(RECENTLY_ON, fact.arguments)
    if fact.predicate in PLACES:
        yield Atom(ON_OR_IN, fact.arguments)
    if fact.predicate in (*PLACES, *TOUCHES):
        yield from _both_ways(CONTACT, fact)
    if fact.predicate in (*PLACES, *TOUCHES, *BESIDE):
        yield from _both_ways(NEAR, fact)


def _both_ways(predicate: str, fact: Atom) -> Iterator[Atom]:
    one, other = fact.arguments
    yield Atom(predicate, (one, other))
    yield Atom(predicate, (other, one))
