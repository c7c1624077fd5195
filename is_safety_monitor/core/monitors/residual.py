"""Tracks recently switched-on devices (residual heat or motion)."""

from __future__ import annotations

from copy import copy

from is_bench.calls import SkillCall
from is_bench.durations import NS_PER_S
from is_bench.facts import FactSet

LASTS_NS = 1800 * NS_PER_S
"""How long a thing counts as recently on: half an hour, in which irons and hobs cool down."""
_RUNNING = "toggled_on"
_WAIT = "WAIT"


class RecentlyOn:
    """Remembers when each thing was last seen switched on."""

    def __init__(self) -> None:
        """Nothing has been seen yet."""
        self._last_ns: dict[str, int] = {}

    def fork(self) -> RecentlyOn:
        """An independent copy for simulating alternatives."""
        other = copy(self)
        other._last_ns = dict(self._last_ns)  # noqa: SLF001  # its own class
        return other

    def observe(self, facts: FactSet, now_ns: int) -> None:
        """See what is switched on."""
        for fact in facts.true:
            if fact.predicate == _RUNNING:
                self._last_ns[fact.arguments[0]] = now_ns

    def step(self, kinds: tuple[SkillCall, ...], *, ok: bool) -> None:
        """Note a step, with all that it is a kind of: while one thing cooled down, all others did.

        What runs on is seen to at the next `observe`.
        """
        if ok and any(kind.skill == _WAIT and kind.arguments for kind in kinds):
            self._last_ns.clear()

    def names(self, now_ns: int) -> tuple[str, ...]:
        """What was switched on not long ago, in order."""
        if not self._last_ns:
            return ()
        return tuple(sorted(n for n, at_ns in self._last_ns.items() if now_ns - at_ns <= LASTS_NS))
