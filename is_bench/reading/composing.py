"""From the segments of a sentence to statements: which main clause each scope belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from is_bench.reading.marks import Mark
from is_bench.reading.scopes import Scope, Statement
from is_bench.reading.segments import Segment

_SHARED = frozenset({Mark.BEFORE, Mark.AFTER, Mark.WHEN})
_TOLD = Segment()
"""What only tells something."""


def composed(segments: Sequence[Segment]) -> list[Statement]:
    """The main clauses of a sentence, each with what says when."""
    composing, previous = _Composing(), Segment(scope=Scope(""))
    for segment, following in zip(segments, (*segments[1:], _TOLD), strict=True):
        if segment.clause is not None:
            composing.main(segment)
        elif segment.scope is not None and (segment.joint or replace(previous, joint="") != _TOLD):
            # Not that of a remark: "the fuse blows if both are on".
            composing.scope(segment, segment.scope, following)
        elif segment.spans or segment.adverbials:
            composing.early = segment
        previous = segment
    return composing.statements()


class _Composing:
    """Collects main clauses and what stands ahead of the next one."""

    def __init__(self) -> None:
        self.early = _TOLD
        """Adverbials and times ahead of a clause or a scope."""
        self._mains: list[Statement] = []
        self._joints: list[str] = []
        self._ahead: tuple[Scope, ...] = ()
        self._first: tuple[Scope, ...] = ()
        """What stands ahead of the first main clause, and belongs to those joined to it, too."""

    def main(self, segment: Segment) -> None:
        """Add a main clause."""
        clause, joint = segment.clause, segment.joint or self.early.joint
        if clause is None:
            return
        self._first = self._first if self._mains else self._ahead
        shared = self._first if self._mains and joint in ("", ",", "and") else ()
        is_then = clause.may or (clause.firm and not self._mains)
        then = {Mark.THEN} if is_then and joint in ("then", Mark.THEN) else set()
        scopes = dict.fromkeys((*shared, *self._ahead, *self.early.spans, *segment.spans))
        adverbials = self.early.adverbials | segment.adverbials | then
        self._mains.append(Statement(clause, tuple(scopes), adverbials))
        self._joints.append(joint)
        self._ahead, self.early = (), _TOLD

    def scope(self, segment: Segment, scope: Scope, following: Segment) -> None:
        """Add a scope to the last main clause, or to the next one."""
        joint = segment.joint or self.early.joint
        is_next = joint not in ("", ",") and (following.clause or following.scope)
        if self._mains and not is_next:
            self._bind(-1, (scope, *self.early.spans), self.early.adverbials)
            self.early = _TOLD
        else:  # "with the door open" ahead of all: as long as that is so
            kind = Mark.WHILE if scope.kind == Mark.WITH else scope.kind
            self._ahead = (*self._ahead, replace(scope, kind=kind))

    def statements(self) -> list[Statement]:
        """What was collected; what says when behind joined orders belongs to all of them."""
        if self._ahead and self._mains:
            self._bind(-1, self._ahead)
        for at in range(len(self._mains) - 1, 0, -1):
            main, previous = self._mains[at], self._mains[at - 1]
            a, b = main.clause, previous.clause
            is_alike = a.negative == b.negative and (a.event is None) == (b.event is None)
            shared = tuple(scope for scope in main.scopes if scope.kind in _SHARED)
            is_plain = b.firm or all(scope.kind == Mark.BEFORE for scope in shared)
            if self._joints[at] == "and" and is_alike and is_plain and not previous.scopes:
                self._bind(at - 1, shared, main.adverbials & {Mark.END})
        return self._mains

    def _bind(
        self, at: int, scopes: tuple[Scope, ...], adverbials: frozenset[str] = frozenset()
    ) -> None:
        main = self._mains[at]
        told = main.adverbials | adverbials
        self._mains[at] = replace(main, scopes=(*main.scopes, *scopes), adverbials=told)
