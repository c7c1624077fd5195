"""Requirements as installed metadata states them: `numpy<3,>=1.26`.

Only what this package itself declares: lower and upper bounds on numbered versions.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_FORM = re.compile(
    r"(?P<name>[\w.-]+)\s*(?:\[[^]]*\])?\s*\(?(?P<bounds>[^;)]*)\)?\s*(?P<rest>;.*)?"
)
_BOUND = re.compile(r"(?P<sign>>=|<=|==|!=|<|>)\s*(?P<version>\d[\w.]*)")
_SIGNS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}


@dataclass(frozen=True)
class Requirement:
    """A distribution, and the versions of it that will do."""

    name: str
    bounds: str
    """Such as "<3,>=1.26"; empty: any version."""

    def allows(self, version: str) -> bool:
        """Whether `version` is within the bounds."""
        return all(
            _SIGNS[bound["sign"]](*_alike(version, bound["version"]))
            for bound in _BOUND.finditer(self.bounds)
        )

    def __str__(self) -> str:
        return f"{self.name}{self.bounds}"


def requirements(lines: Iterable[str]) -> list[Requirement]:
    """What `Requires-Dist` lines ask for, extras left out."""
    found = []
    for line in lines:
        match = _FORM.match(line.strip())
        if match is not None and "extra" not in (match["rest"] or ""):
            found.append(Requirement(match["name"], match["bounds"].replace(" ", "")))
    return found


def _alike(*versions: str) -> list[tuple[int, ...]]:
    """The versions' leading numbers, filled up to one length: 3 is 3.0."""
    numbers = [_numbers(version) for version in versions]
    longest = max(map(len, numbers))
    return [(*number, *[0] * (longest - len(number))) for number in numbers]


def _numbers(version: str) -> tuple[int, ...]:
    found = []
    for part in version.split("."):
        digits = re.match(r"\d+", part)
        if digits is None:
            break
        found.append(int(digits[0]))
        if digits[0] != part:
            break
    return tuple(found)
