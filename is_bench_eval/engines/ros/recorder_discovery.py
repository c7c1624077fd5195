"""Whether the recorder of an evaluation has discovered the publishers of the run.

A reader that has not discovered a publisher hears nothing of it, and what an episode publishes
meanwhile is missing from the bag if the recorder ends first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from is_bench.verdict import GuardMode
from is_bench_eval.recording import topics
from is_bench_eval.specs.run_spec import RunSpec

GUARD = "is_safety_monitor"
PUBLISHED: Mapping[str, Sequence[str]] = {
    "sim_bridge": (topics.WORLD_STATE, topics.WORLD_TRUTH, topics.SKILL_EVENTS),
    GUARD: (
        topics.VERDICTS,
        topics.TASK_VERDICTS,
        topics.PLAN_VERDICTS,
        topics.SKILL_EVENTS,
        topics.GUARD_TASKS,
        topics.GUARD_LOG,
    ),
    "is_planner_node": (topics.CONVERSATION,),
    "is-bench": (topics.METRICS,),
}
"""The recorded topics that each program always publishes.

Cameras are not among them: whether there are any is a parameter of the simulator.
"""


def undiscovered(run: RunSpec, discovered: Callable[[str], int]) -> str:
    """The topics whose publishers are not all discovered, with their programs; "": none.

    `discovered` says how many publishers of a topic the recorder has discovered.
    """
    programs = [name for name in PUBLISHED if name != GUARD or run.guard is not GuardMode.OFF]
    expected = [topic for name in programs for topic in PUBLISHED[name]]
    missing = {topic for topic in expected if discovered(topic) < expected.count(topic)}
    parts = (
        f"{', '.join(lacking)} (is {name} running?)"
        for name in programs
        if (lacking := [topic for topic in PUBLISHED[name] if topic in missing])
    )
    return "; ".join(parts)
