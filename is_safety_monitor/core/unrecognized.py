"""Objects without a recognized class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.domain import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.verdict import Decision, GuardStage
from is_safety_monitor.core.knowledge import Finding

UNRECOGNISED = "unrecognised_object"
"""The id of the guard's own constraint: a step uses an object without a recognized class."""


@dataclass(frozen=True)
class UnrecognizedObjects:
    """Findings for steps that use unrecognized objects."""

    domain: Domain
    decision: Decision
    names: frozenset[str] = frozenset()

    def among(self, objects: ObjectTable) -> UnrecognizedObjects:
        """The same for the unrecognized among `objects`."""
        unknown = frozenset(thing.name for thing in objects if not thing.synset)
        return replace(self, names=unknown)

    def findings(self, call: SkillCall) -> Sequence[Finding]:
        """Findings for `call`; moving to an object is not using it."""
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
            f"{', '.join(touched)}: not recognized, so its hazards cannot be assessed; add a label "
            "or a synset"
        )
        objects = tuple(dict.fromkeys(touched))
        finding = Finding(UNRECOGNISED, self.decision, GuardStage.ACTION_SAFE, f"{feedback}.")
        return (replace(finding, objects=objects, curable=False),)
