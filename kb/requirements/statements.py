"""Sentences, made of main and subordinate clauses."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.reading.tokens import COMMA
from kb.requirements.mains import Mains
from kb.requirements.syntax import Main, Sub

Part = Main | Sub | str
"""A clause, or the word that joins clauses."""
JOINTS = ("and", "but", "then", "so", "or", "nor")
MAX_DERIVATIONS = 60
_START, _JOINT, _MAIN, _BEFORE, _BEHIND = "", "joint", "main", "sub before", "sub behind"


class Statements(Mains):
    """Finds what main and subordinate clauses make together."""

    def sentences(self, start: int, end: int) -> Iterator[tuple[Part, ...]]:
        """All that the words from `start` to `end` can be, the likeliest first."""
        for count, parts in enumerate(self._parts(start, end, _START, {})):
            if count >= MAX_DERIVATIONS:
                return
            yield parts

    def _parts(
        self, at: int, end: int, last: str, dead: dict[tuple[int, str], bool]
    ) -> Iterator[tuple[Part, ...]]:
        """The parts from `at` on, after a part of the kind `last`."""
        if at == end:
            if last in (_MAIN, _BEHIND):
                yield ()
            return
        if dead.get((at, last)):
            return
        found = False
        for part, here, kind in self._next_parts(at, end, last):
            for rest in self._parts(here, end, kind, dead):
                found = True
                yield (part, *rest)
        if not found:
            dead[at, last] = True

    def _next_parts(self, at: int, end: int, last: str) -> Iterator[tuple[Part, int, str]]:
        here = at + (self.word(at) == COMMA and last not in (_START, _JOINT))
        if here >= end:
            return
        if last not in (_START, _JOINT) and self.word(here) in JOINTS:
            yield self.word(here), here + 1, _JOINT
        if last not in (_MAIN, _BEHIND):
            for main, after in self.main(here):
                if after <= end:
                    yield main, after, _MAIN
        elif here > at and any(after <= end for _, after in self.main(here)):
            yield "and", here, _JOINT  # a comma joins main clauses, too
        after_main = last in (_MAIN, _BEHIND, _JOINT)
        first = here if last else self.opened(here)
        for sub, after in self.sub(first):
            if after <= end:
                yield sub, after, _BEHIND if after_main else _BEFORE
                if last == _JOINT:
                    yield sub, after, _BEFORE
