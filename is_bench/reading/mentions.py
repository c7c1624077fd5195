"""What was named so far, which pronouns may mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from is_bench.domain.model import ParameterRole

Names = tuple[str, ...]
_PLACES = frozenset(
    {ParameterRole.SUPPORT, ParameterRole.CONTAINER, ParameterRole.PLACE, ParameterRole.MACHINE}
)
_BY_KIND = frozenset({ParameterRole.OPENED, ParameterRole.SWITCHED})
"""Roles for which few things are fit, so that a pronoun tells by them what it means."""
_HELPERS = frozenset({ParameterRole.TOOL, ParameterRole.SOURCE})
"""Roles of things that clauses are not about."""


@dataclass
class Mentions:
    """What was named so far, for "it", "them" and "there"."""

    acted_on: list[Names] = field(default_factory=list)
    """What clauses were about, the last one last."""
    places: list[Names] = field(default_factory=list)
    """Where things were put or taken from."""
    order: list[Names] = field(default_factory=list)
    """Everything, in the order of the text."""

    def note(self, role: ParameterRole, names: Names) -> None:
        """Remember that `names` stood in a slot of `role`."""
        if not names:
            return
        if role in _PLACES:
            self.places.append(names)
        elif role not in _HELPERS:
            self.acted_on.append(names)
        self.order.append(names)

    def forget(self) -> None:
        """Something else may be meant from here on."""
        self.acted_on.clear()
        self.places.clear()
        self.order.clear()

    def candidates(self, role: ParameterRole, *, several: bool) -> Iterator[Names]:
        """What a pronoun may mean in a slot of `role`, the likeliest first."""
        acted_on = [names for names in self.acted_on if (len(names) > 1) == several]
        if role in _PLACES:
            mentioned = [*reversed(self.places), *reversed(self.order)]
        elif role in _BY_KIND or not acted_on:
            mentioned = [*reversed(self.order)]
        else:
            mentioned = acted_on[-1:]
        return (names for names in mentioned if (len(names) > 1) == several)
