"""What every simulator checks before it executes a call."""

from __future__ import annotations

from is_bench.calls import SkillCall
from is_bench.domain import Domain, Dynamics
from is_bench.errors import InputError
from is_bench.objects import Matter, ObjectTable
from is_bench.world import Outcome


def refusal(call: SkillCall, domain: Domain, objects: ObjectTable | None = None) -> Outcome | None:
    """The failure of a call that `domain` does not have, or that cannot be tried on `objects`.

    None if the call can be tried.
    """
    try:
        domain.check(call, objects)
    except InputError as error:
        return Outcome(ok=False, error=error.message)
    # The benchmark's primitives ask this of nobody; stated skills say what their arguments can be.
    if objects is not None and domain.dynamics is Dynamics.BENCHMARK:
        for name in call.arguments:
            if objects.by_name[name].matter is Matter.AGENT:
                return Outcome(ok=False, error=f"{call.skill} cannot be done to the robot itself")
    return None
