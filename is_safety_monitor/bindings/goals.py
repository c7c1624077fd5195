"""From a goal or request of any type to the call that is judged.

A field that the binding says nothing of must keep its default: what nobody reads could otherwise
change what moves, unjudged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from is_bench.calls import SkillCall
from is_bench.errors import Place
from is_bench.facts import FactSet, Truth
from is_safety_monitor.bindings.arguments import Argument, DecodeError
from is_safety_monitor.bindings.conditions import Condition
from is_safety_monitor.bindings.paths import (
    FieldError,
    FieldPath,
    not_finite,
    read_with_owner,
    same,
    unaccounted,
)

NOWHERE = Place("")


@dataclass(frozen=True)
class FieldTest:
    """A field, and what it has to be."""

    path: FieldPath
    condition: Condition
    place: Place = NOWHERE

    def truth(self, message: Any) -> Truth:
        """Whether the field is so; unknown where there is none, or it cannot be compared."""
        try:
            value, owner = read_with_owner(self.path, message)
        except FieldError:
            return Truth.UNKNOWN
        return self.condition.truth(value, owner)

    def __str__(self) -> str:
        return f"{self.path} is {self.condition}"


@dataclass(frozen=True)
class CallRule:
    """When a message is a call of a skill, and of which things."""

    skill: str
    arguments: tuple[Argument, ...]
    """In the order of the skill's parameters."""
    when: tuple[FieldTest, ...] = ()
    place: Place = NOWHERE

    def __str__(self) -> str:
        return f"{self.skill}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True)
class Reading:
    """How messages of one type are read as calls."""

    calls: tuple[CallRule, ...]
    """The first one counts whose tests hold."""
    require: tuple[FieldTest, ...] = ()
    """What has to hold of every message."""
    free: tuple[FieldPath, ...] = ()
    """Fields that are passed through unchecked."""

    @property
    def used(self) -> tuple[FieldPath, ...]:
        """Every field that the file names."""
        tests = [*self.require, *(test for call in self.calls for test in call.when)]
        arguments = (path for call in self.calls for arg in call.arguments for path in arg.paths)
        return (*(test.path for test in tests), *arguments, *self.free)


class CallReader:
    """Reads messages of one type as calls."""

    def __init__(self, reading: Reading, default: Any) -> None:
        """`default` is a message of the type as its constructor makes it."""
        self._reading = reading
        self._rest = unaccounted(default, reading.used)

    def read(self, message: Any, facts: FactSet | None = None) -> SkillCall:
        """The call that `message` asks for; raises DecodeError with what is wrong."""
        self._check_rest(message)
        wild = not_finite(message, self._reading.free)
        if wild is not None:
            raise DecodeError(f"{wild} is not finite; send a number, or name the field in `free`")
        for test in self._reading.require:
            if test.truth(message) is not Truth.TRUE:
                raise DecodeError(f"{test.path} has to be {test.condition}")
        rule = self._rule(message)
        return SkillCall(rule.skill, tuple(arg.name(message, facts) for arg in rule.arguments))

    def _check_rest(self, message: Any) -> None:
        for path, default in self._rest:
            try:
                value, _ = read_with_owner(path, message)
            except FieldError as error:
                raise DecodeError(error.message) from None
            if not same(value, default):
                raise DecodeError(
                    f"{path} is not as it is by default, and the binding does not say what it "
                    "means; add it to `require`, `when`, `where` or `free`"
                )

    def _rule(self, message: Any) -> CallRule:
        for rule in self._reading.calls:
            truths = [test.truth(message) for test in rule.when]
            if Truth.FALSE in truths:
                continue
            if Truth.UNKNOWN in truths:
                broken = rule.when[truths.index(Truth.UNKNOWN)]
                raise DecodeError(f"cannot evaluate {broken}")
            return rule
        raise DecodeError(f"no call of {_list(self._reading.calls)} matches: no `when` holds")


def _list(rules: Iterable[CallRule]) -> str:
    return ", ".join(sorted({rule.skill for rule in rules}))
