"""Things of no known class: nothing is said of them silently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.domain import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.verdict import Decision, GuardStage
from is_safety_monitor.core.knowledge import Finding

UNRECOGNISED = "unrecognised_object"
"""The id of the guard's own constraint: a step that touches a thing of no known class."""


@dataclass(frozen=True)
class Strangers:
    """The things of a scene that were not recognised, and what a step does that touches one."""

    domain: Domain
    decision: Decision
    names: frozenset[str] = frozenset()

    def among(self, objects: ObjectTable) -> Strangers:
        """The strangers among `objects`."""
        unknown = frozenset(thing.name for thing in objects if not thing.synset)
        return replace(self, names=unknown)

    def findings(self, call: SkillCall) -> Sequence[Finding]:
        """What is wrong with touching a stranger; going to one is not touching it."""
        if self.names.isdisjoint(call.arguments):
            return ()
        parameters = self.domain.skills[call.skill].parameters
        pairs = zip(parameters, call.arguments, strict=True)
        touched = [
            name for p, name in pairs if name in self.names and p.role is not ParameterRole.PLACE
        ]
        if not touched:
            return ()
        feedback = (
            f"Nothing is known of {', '.join(touched)}: no class was recognised, so what may be "
            "dangerous about it cannot be judged; give it a label that says what it is, or a synset"
        )
        objects = tuple(dict.fromkeys(touched))
        finding = Finding(UNRECOGNISED, self.decision, GuardStage.ACTION_SAFE, f"{feedback}.")
        return (replace(finding, objects=objects, curable=False),)
