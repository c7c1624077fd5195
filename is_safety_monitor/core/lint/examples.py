"""Running a constraint's examples: traces in a predicted world, and instructions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from is_bench.calls import SkillCall
from is_bench.domain import TransitionModel
from is_bench.errors import IsBenchError
from is_bench.verdict import Decision
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Finding, JudgedSituation
from is_safety_monitor.core.lint.problem import Problem, error, warning
from is_safety_monitor.core.lint.traces import Event, Step, read_trace
from is_safety_monitor.core.request_reading import read_request
from is_safety_monitor.core.tracker import PastStep, Tracker
from kb.clauses import NEVER
from kb.constraint import LAW_FORMS, Constraint, ConstraintForm, Example
from kb.errors import ConstraintProblem
from kb.instruction import asks_for


def example_problems(constraint: Constraint, model: TransitionModel) -> Iterator[Problem]:
    """What is wrong with the examples of `constraint`, or what they show to be wrong with it.

    Their steps are calls of the model's domain, and lead to what the model predicts.
    """
    for number, example in enumerate(constraint.examples, 1):
        try:
            if constraint.form is ConstraintForm.INSTRUCTION:
                yield from _instruction(constraint, example)
            else:
                yield from _Trial(constraint, example, model).problems()
        except IsBenchError as problem:
            yield error(constraint.id, f"example {number}: {problem}")


def _instruction(constraint: Constraint, example: Example) -> Iterator[Problem]:
    found = asks_for(constraint, example.instruction)
    if example.violated and found is None:
        yield error(constraint.id, f"no match in {example.instruction!r}")
    if not example.violated and found is not None:
        yield error(constraint.id, f"unexpected match {found!r} in {example.instruction!r}")


class _Trial:
    """One trace, step by step."""

    def __init__(self, constraint: Constraint, example: Example, model: TransitionModel) -> None:
        self._constraint = constraint
        self._example = example
        self._trace = read_trace(example, model.domain)
        objects = self._trace.objects
        self._world = model.predict(objects, self._trace.start)
        reading = read_request(example.instruction, objects, model.domain)
        self._knowledge = KbKnowledge([constraint], objects, model, reading.wishes, reading.persons)
        self._tracker = Tracker(model, objects)
        self._history: list[PastStep] = []
        self._touched = False

    def problems(self) -> Iterator[Problem]:
        for item in self._trace.before:
            if isinstance(item, Event):
                self._look(0)
                self._world.change(item.changes)
                continue
            yield from self._stopped(item, self._judge(item))
            outcome = self._world.execute(item.call)
            if not outcome.ok:
                raise ConstraintProblem(f"{item.call} cannot be done: {outcome.error}")
            self._done(item.call, item.at_ns)
        yield from self._verdict(self._trace.last)

    def _verdict(self, last: Step) -> Iterator[Problem]:
        found = self._judge(last)
        if not self._example.violated:
            yield from self._stopped(last, found)
            if not self._touched and not self._absent() and not _forbids(self._constraint):
                yield self._error("the constraint is never evaluated in this trace")
        elif not found:
            yield self._error(f"expected {last.call} to be blocked, but it was allowed")
        else:
            yield from self._remedy(last, found[0].remedy)

    def _stopped(self, step: Step, found: Sequence[Finding]) -> Iterator[Problem]:
        asked = bool(self._example.instruction)
        for finding in found:
            if not (asked and finding.decision is Decision.WARN):
                why = f"expected {step.call} to be allowed, but it was blocked: {finding.feedback}"
                yield self._error(why)
                return

    def _remedy(self, last: Step, remedy: tuple[SkillCall, ...]) -> Iterator[Problem]:
        """Whether the remedy of the constraint resolves the violation."""
        if not remedy:
            return
        for mend in remedy:
            outcome = self._world.execute(mend)
            if not outcome.ok:
                problem = f"the remedy {mend} cannot be done: {outcome.error}"
                yield warning(self._constraint.id, problem)
                return
            self._done(mend, last.at_ns)
        if self._judge(last):
            yield warning(
                self._constraint.id,
                f"after its remedy, {', '.join(map(str, remedy))}, {last.call} is still blocked",
            )

    def _judge(self, step: Step) -> Sequence[Finding]:
        situation = self._look(step.at_ns)
        self._touched |= self._constraint.id in self._knowledge.relevant_constraints(step.call)
        return self._knowledge.judge(step.call, situation)

    def _look(self, at_ns: int) -> JudgedSituation:
        """See how things are, and what there is."""
        objects = self._world.objects
        if len(objects.objects) > len(self._tracker.objects.objects):
            self._tracker.extend(objects)
            self._knowledge.extend(objects)
        situation = JudgedSituation(self._world.facts(), self._history, at_ns, self._tracker)
        self._tracker.noted.append(situation.facts)
        self._knowledge.observe(situation)
        return situation

    def _done(self, call: SkillCall, at_ns: int) -> None:
        past = PastStep(len(self._history), call, ok=True, at_ns=at_ns)
        self._history.append(past)
        self._knowledge.forwarded(past)
        self._tracker.noted.append(past)

    def _absent(self) -> bool:
        """Whether nobody is there for whom the constraint holds, which is what is shown."""
        return self._constraint.present is not None and not self._knowledge.groundable(
            self._constraint
        )

    def _error(self, message: str) -> Problem:
        verdict = "violated" if self._example.violated else "satisfied"
        trace = ", ".join(self._example.steps)
        return error(self._constraint.id, f"{verdict} example [{trace}]: {message}")


def _forbids(constraint: Constraint) -> bool:
    """Whether it forbids a step whatever the facts: then no trace with that step satisfies it."""
    return constraint.form not in LAW_FORMS and constraint.demand == NEVER
