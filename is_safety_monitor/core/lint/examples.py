"""Running a constraint's examples: traces in the symbolic world, and instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from is_bench.errors import IsBenchError
from is_bench.facts import ARITY, Atom, FactSet
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.skills import parse_call
from is_bench.taxonomy import taxonomy
from is_bench.world import is_done
from is_bench.world.changes import CHANGEABLE, Changes
from is_bench.world.prediction import predicted_world
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Finding, Moment, PastStep
from is_safety_monitor.core.lint.problem import Problem, error, warning
from kb.clauses import NEVER
from kb.constraint import Constraint, Example, Form
from kb.errors import ConstraintProblem
from kb.instruction import asks_for

_FACT = re.compile(r"\s*(\w+)\(([^()]*)\)\s*")
_TIMED = re.compile(r"(?P<step>.*?)(?:\s*@\s*(?P<seconds>\d+(?:\.\d+)?)\s*s)?\s*")


def example_problems(constraint: Constraint) -> Iterator[Problem]:
    """What is wrong with the examples of `constraint`, or what they show to be wrong with it."""
    for number, example in enumerate(constraint.examples, 1):
        try:
            if constraint.form is Form.INSTRUCTION:
                yield from _instruction(constraint, example)
            else:
                yield from _Trial(constraint, example).problems()
        except IsBenchError as problem:
            yield error(constraint.id, f"example {number}: {problem}")


def _instruction(constraint: Constraint, example: Example) -> Iterator[Problem]:
    found = asks_for(constraint, example.instruction)
    if example.violated and found is None:
        yield error(constraint.id, f"it does not find {example.instruction!r}")
    if not example.violated and found is not None:
        yield error(constraint.id, f"it finds {found!r} in {example.instruction!r}")


class _Trial:
    """One trace, step by step."""

    def __init__(self, constraint: Constraint, example: Example) -> None:
        self._constraint = constraint
        self._example = example
        self._steps = [_timed(text) for text in example.steps]
        if not self._steps:
            raise ConstraintProblem("a trace has at least one step")
        if _is_event(self._steps[-1][0]):
            raise ConstraintProblem("a trace ends with a step, and not with an event")
        facts = [_fact(text) for text in example.facts]
        events = [_fact(step[1:]) for step, _ in self._steps if _is_event(step)]
        steps = [step for step, _ in self._steps if not _is_event(step)]
        objects = _objects([*facts, *events], steps)
        self._world = predicted_world(objects, facts)
        self._knowledge = KbKnowledge([constraint], objects)
        self._history: list[PastStep] = []
        self._touched = False

    def problems(self) -> Iterator[Problem]:
        last = len(self._steps) - 1
        for index, (step, at_ns) in enumerate(self._steps):
            if _is_event(step):
                self._happen(step)
                continue
            found = self._judge(step, at_ns)
            if found and (index < last or not self._example.violated):
                yield self._error(f"{step} is stopped: {found[0].feedback}")
            if index == last:
                yield from self._verdict(step, at_ns, found)
            else:
                self._do(index, step, at_ns)

    def _verdict(self, step: str, at_ns: int, found: list[Finding]) -> Iterator[Problem]:
        if not self._example.violated:
            if not self._touched and not _forbids(self._constraint):
                yield self._error("it is never checked in this trace, which shows nothing")
        elif not found:
            yield self._error(f"{step} is not stopped")
        else:
            yield from self._remedy(step, at_ns, found)

    def _remedy(self, step: str, at_ns: int, found: list[Finding]) -> Iterator[Problem]:
        """Whether the steps that the constraint names do mend it."""
        remedy = found[0].mitigation
        if not remedy:
            return
        for index, mend in enumerate(remedy, len(self._history)):
            outcome = self._world.execute(mend)
            if not outcome.ok:
                problem = f"the remedy {mend} cannot be done: {outcome.error}"
                yield warning(self._constraint.id, problem)
                return
            past = PastStep(index, mend, ok=True, at_ns=at_ns)
            self._knowledge.forwarded(past)
        if self._judge(step, at_ns):
            yield warning(
                self._constraint.id,
                f"after its remedy, {', '.join(remedy)}, {step} is stopped still",
            )

    def _judge(self, step: str, at_ns: int) -> list[Finding]:
        facts = FactSet(self._world.facts())
        self._knowledge.observe(facts)
        self._touched |= self._constraint.id in self._knowledge.touched(step)
        return list(self._knowledge.judge(step, Moment(facts, self._history, at_ns)))

    def _do(self, index: int, step: str, at_ns: int) -> None:
        outcome = self._world.execute(step)
        if not outcome.ok:
            raise ConstraintProblem(f"{step} cannot be done: {outcome.error}")
        past = PastStep(index, step, ok=True, at_ns=at_ns)
        self._history.append(past)
        self._knowledge.forwarded(past)

    def _happen(self, event: str) -> None:
        """Let a fact begin or cease to hold by itself, after the guard has seen how it was."""
        self._knowledge.observe(FactSet(self._world.facts()))
        fact = _fact(event[1:])
        if fact.predicate not in CHANGEABLE:
            raise ConstraintProblem(f"{event}: {fact.predicate} does not change by itself")
        self._world.change(Changes(adds=(fact,)) if event[0] == "+" else Changes(removes=(fact,)))

    def _error(self, message: str) -> Problem:
        verdict = "violated" if self._example.violated else "satisfied"
        trace = ", ".join(self._example.steps)
        return error(self._constraint.id, f"{verdict} example [{trace}]: {message}")


def _forbids(constraint: Constraint) -> bool:
    """Whether it forbids a step whatever the facts: then no trace with that step satisfies it."""
    return constraint.demand == NEVER


def _is_event(text: str) -> bool:
    """Whether an item of a trace is something that happens by itself."""
    return text.startswith(("+", "-"))


def _timed(text: str) -> tuple[str, int]:
    match = _TIMED.fullmatch(text)
    if match is None:
        raise ConstraintProblem(f"{text!r} is no step; write SKILL(object) or SKILL(object) @ 3 s")
    return match["step"].strip(), int(float(match["seconds"] or 0) * 1e9)


def _fact(text: str) -> Atom:
    match = _FACT.fullmatch(text)
    if match is None or match[1] not in ARITY:
        raise ConstraintProblem(f"{text!r} is no fact; write predicate(object, ...)")
    arguments = tuple(part.strip() for part in match[2].split(","))
    if len(arguments) != ARITY[match[1]]:
        raise ConstraintProblem(f"{text}: {match[1]} takes {ARITY[match[1]]}")
    return Atom(match[1], arguments)


def _objects(facts: list[Atom], steps: list[str]) -> ObjectTable:
    """The objects that a trace names; rooms are none."""
    names = [name for fact in facts for name in _things(fact)]
    for step in steps:
        if not is_done(step):
            names.extend(parse_call(step).arguments)
    for name in names:
        if synset_of(name) not in taxonomy():
            raise ConstraintProblem(f"{synset_of(name)!r} is no synset of the BEHAVIOR taxonomy")
    return ObjectTable(tuple(make_object(name, synset_of(name)) for name in dict.fromkeys(names)))


def _things(fact: Atom) -> tuple[str, ...]:
    return fact.arguments[:1] if fact.predicate == "inroom" else fact.arguments
