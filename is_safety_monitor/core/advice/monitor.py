"""Accepted proposals, monitored beside the guard's own constraints.

They have monitors and a memory of their own.  So nothing that they say, or that goes wrong with
them, can change what the guard says without them; their findings are joined to its verdict last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from is_bench.calls import DONE, SkillCall
from is_bench.objects import ObjectTable
from is_bench.printable import printable_line
from is_bench.verdict import Advice, Decision, GuardStage
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Finding, JudgedSituation
from is_safety_monitor.core.tracker import PastStep

MOST_PROBLEM = 200
"""Maximum length of an error message [characters]."""
BROKEN = "advice_error"
"""The id of the guard's own constraint: the adviser's constraints could not be checked."""
T = TypeVar("T")


@dataclass
class AdviceMonitor:
    """Monitors accepted proposals; disables itself permanently after an internal error."""

    adviser: str
    """The name of the model."""
    knowledge: KbKnowledge | None
    """Of nothing but its constraints, which have passed a `Screening`; None: it is broken."""
    told: tuple[Advice, ...] = ()
    """Its constraints, as planners are told of them."""
    problem: str = ""
    """The internal error, until it is reported."""

    def fork(self) -> AdviceMonitor:
        """The same constraints with a memory of their own."""
        return replace(self, knowledge=self._with(lambda known: known.fork()))

    def forwarded(self, step: PastStep) -> None:
        """Remember a step that was executed, with success or not."""
        self._with(lambda known: known.forwarded(step))

    def extend(self, objects: ObjectTable) -> None:
        """Know more things: `objects` are those known so far, and others behind them."""
        self._with(lambda known: known.extend(objects))

    def findings(
        self, call: SkillCall, situation: JudgedSituation, offered: Collection[SkillCall] = ()
    ) -> tuple[Finding, ...]:
        """Violations of the adviser's constraints by `call`, marked with the adviser's name.

        They never block overdue steps, nor steps that the guard has `offered` as a remedy.
        Their remedies appear only in the feedback: predictions are the same as without advice.
        """

        def found(known: KbKnowledge) -> tuple[Finding, ...]:
            known.observe(situation)
            return tuple(known.judge(call, situation))

        listed = self._with(found)
        if listed is None:
            return self._broken()
        return tuple(self._marked(each, call, offered) for each in listed)

    def _marked(self, found: Finding, call: SkillCall, offered: Collection[SkillCall]) -> Finding:
        gentle = call in offered or (found.standing and call != DONE)
        mends = f" It proposes: {', '.join(map(str, found.remedy))}." if found.remedy else ""
        return replace(
            found,
            decision=Decision.WARN if gentle else found.decision,
            feedback=f"Advice of {self.adviser}: {found.feedback}{mends}",
            remedy=(),
        )

    def _broken(self) -> tuple[Finding, ...]:
        """A single warning that the advice is disabled."""
        if not self.problem:
            return ()
        feedback = f"Advice from {self.adviser} is disabled: {self.problem}."
        self.problem = ""
        return (Finding(BROKEN, Decision.WARN, GuardStage.ACTION_SAFE, feedback, curable=False),)

    def _with(self, use: Callable[[KbKnowledge], T]) -> T | None:
        if self.knowledge is None:
            return None
        try:
            return use(self.knowledge)
        except Exception as error:  # noqa: BLE001  # whatever broke, advice must not stop the guard
            self.problem = printable_line(f"{type(error).__name__}: {error}", MOST_PROBLEM)
            self.knowledge = None
            return None
