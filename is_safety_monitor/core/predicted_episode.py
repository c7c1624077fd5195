"""An episode that goes on in prediction: a state, and what is remembered when it is reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.domain import TransitionModel
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.tracker import PastStep, Tracker


@dataclass(frozen=True)
class PredictedEpisode:
    """A value: a step leads to another one, so that alternatives need no copies."""

    knowledge: Knowledge
    """Its own, which has seen all states so far."""
    model: TransitionModel
    objects: ObjectTable
    facts: FactSet
    """The present state, as it was given or is predicted."""
    now_ns: int
    history: tuple[PastStep, ...] = ()

    def __post_init__(self) -> None:
        """Look at the present state."""
        self.knowledge.observe(self.situation())

    def situation(self, after: FactSet | None = None) -> JudgedSituation:
        """The present one; `after` is what the call leads to that is judged."""
        tracker = _AsPredicted(self.model, self.objects)
        tracker.noted.append(self.facts)
        return JudgedSituation(self.facts, self.history, self.now_ns, tracker, after)

    def findings(self, call: SkillCall, after: FactSet | None) -> Sequence[Finding]:
        """The findings for `call` now, which leads to `after`; None where nobody predicted it."""
        return self.knowledge.judge(call, self.situation(after))

    def then(self, call: SkillCall, after: FactSet) -> PredictedEpisode:
        """The episode when `call` has led to `after`."""
        step = PastStep(len(self.history), call, ok=True, at_ns=self.now_ns)
        knowledge = self.knowledge.fork()
        knowledge.forwarded(step)
        return replace(self, knowledge=knowledge, facts=after, history=(*self.history, step))


class _AsPredicted(Tracker):
    """Expects each state as it is: nothing comes about unexpectedly in a prediction."""

    def expected(self) -> FactSet:
        """The last state."""
        expected = super().expected()
        return expected if self._state is None else self._state
