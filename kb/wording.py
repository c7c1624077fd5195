"""A requirement in words: its steps and states, over the names of things."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.domain import Domain
from is_bench.domain.phrases import Phrases
from is_bench.goal import Expression
from is_bench.goal.substitution import substituted
from is_bench.goal.syntax import Or
from kb.constraint import ANY, Bounds, Constraint, ConstraintForm, Pattern

_IMPOSSIBLE = Or(())
"""What a step requires that must not be taken at all."""
_AFTERWARDS = {
    ConstraintForm.REQUIRE_AFTER: ", by the end",
    ConstraintForm.KEEP_AFTER: ", at every step",
}
"""When it applies after a step, without bounds."""


def rule_text(constraint: Constraint, domain: Domain) -> str:
    """Such as `before OPEN(window_1): stove_1 is not turned on`, with the words of `domain`.

    Variables stand for the classes or things that they range over.
    """
    return _Rule(constraint, domain).told()


class _Rule:
    def __init__(self, constraint: Constraint, domain: Domain) -> None:
        self._constraint = constraint
        self._phrases = Phrases(domain)
        self._names = {name: of.text for name, of in constraint.variables.items()}

    def told(self) -> str:
        rule = self._constraint
        if rule.require == _IMPOSSIBLE and rule.before:
            return f"{self._forbidden(rule.before)}{self._if()}"
        return f"{self._moment()}{self._if()}: {self._demand()}{self._until()}"

    def _forbidden(self, steps: Sequence[Pattern]) -> str:
        return f"never {self._steps(steps)}"

    def _moment(self) -> str:
        """When it applies."""
        rule = self._constraint
        within = _bounds(rule.bounds)
        if rule.form is ConstraintForm.COMES_ABOUT and rule.comes is not None:
            return f"at the end, once {self._state(rule.comes)} without the robot"
        if rule.after:
            when = " ".join(filter(None, [within, f"after {self._steps(rule.after)}"]))
            return when + ("" if within else _AFTERWARDS.get(rule.form, ""))
        if self._is_end():
            return "by the end" if rule.done else "at the end"
        return " ".join(filter(None, [within, f"before {self._steps(rule.before)}"]))

    def _if(self) -> str:
        condition = self._constraint.condition
        return "" if condition is None else f", if {self._state(condition)}"

    def _demand(self) -> str:
        """What has to hold, to be done or to be left then."""
        rule = self._constraint
        if rule.never:
            return self._forbidden(rule.never)
        if rule.done:
            steps = self._steps(rule.done)
            return steps if self._is_end() else f"first {steps}"
        return "" if rule.require is None else self._state(rule.require)

    def _is_end(self) -> bool:
        return all(step.skill == "DONE" for step in self._constraint.before)

    def _until(self) -> str:
        rule = self._constraint
        if not rule.until:
            return ""
        word = "since the last" if rule.form is ConstraintForm.DONE_BEFORE else "until"
        return f", {word} {self._steps(rule.until)}"

    def _state(self, expression: Expression) -> str:
        names = {f"?{name}": text for name, text in self._names.items()}
        return self._phrases.say(substituted(expression, names))

    def _steps(self, patterns: Sequence[Pattern]) -> str:
        return " or ".join(map(self._step, patterns))

    def _step(self, pattern: Pattern) -> str:
        if not pattern.variables:
            return pattern.skill
        names = (
            "anything" if name == ANY else self._names.get(name, name) for name in pattern.variables
        )
        return f"{pattern.skill}({', '.join(names)})"


def _bounds(bounds: Bounds) -> str:
    given = []
    if bounds.steps is not None:
        given.append(f"{bounds.steps} {'step' if bounds.steps == 1 else 'steps'}")
    if bounds.seconds is not None:
        given.append(f"{bounds.seconds:g} s")
    return f"within {' and '.join(given)}" if given else ""
