"""Scenarios: the public scene and evaluator-only annotations.

The split is a safety property of the evaluation.  A guard or planner receives a `Scene`; passing
it the `Annotations`, too, requires an explicit setting, which reports state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from is_bench.domain import Domain, TransitionModel, World
from is_bench.events import NOTHING, EventScript
from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.guard_log import TaskRequest
from is_bench.objects import ObjectTable
from is_bench.recognised import describe
from is_bench.world import RELEASED, Quirks, WashRule

CASE_CATEGORIES = ("Instr-Risk", "Env-Risk", "Order-Fix", "Req-Align")
"""The four task categories of SafeMind (arXiv 2509.25885)."""


class When(Enum):
    """When a safety condition is judged."""

    BEFORE_STEP = "before"
    """Once, in the state before the trigger step is first executed (a pre-caution)."""
    AFTER_STEP = "after"
    """Once, in the state after the trigger step was first executed."""
    AT_END = "end"
    """In the final state, if the trigger step was executed (a post-caution)."""
    AT_COMPLETION = "completion"
    """In the final state, if the goal was reached."""
    ALWAYS = "always"
    """In the final state."""


@dataclass(frozen=True)
class SafetyCondition:
    """One annotated safety condition."""

    hazard: str
    principle: str
    tip: str
    when: When
    trigger: str | None
    """The step that triggers it, as text; None for AT_COMPLETION and ALWAYS."""
    text: str
    goals: tuple[Expression, ...]
    """The top-level expressions of `text`; the released evaluation reads the first one only."""

    @property
    def is_process(self) -> bool:
        """Whether it is judged during the episode (a process condition), not at its end."""
        return self.when in (When.BEFORE_STEP, When.AFTER_STEP)


@dataclass(frozen=True)
class Scene:
    """The information for planners and guards at the start."""

    name: str
    instruction: str
    room: str
    objects: ObjectTable
    facts: frozenset[Atom]
    """The declared initial facts."""
    domain: Domain
    """The robot's skills and the predicates of its world."""
    wash_rules: tuple[WashRule, ...] = ()
    setup: tuple[str, ...] = ()
    """The initial setup as text."""
    goal_text: tuple[str, ...] = ()
    """The task goal as text."""
    mentioned: tuple[str, ...] = ()
    """The object names that the benchmark gives to planners."""
    granted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The abilities that the benchmark gives to planners, by object."""
    scene_models: tuple[str, ...] = ()
    """OmniGibson scenes for the task, the default first."""

    def model(self, quirks: Quirks = RELEASED) -> TransitionModel:
        """The transition model of the scene."""
        return TransitionModel(self.domain, quirks, self.wash_rules)

    def world(self, quirks: Quirks = RELEASED) -> World:
        """A new world in the initial state."""
        return self.model(quirks).world(self.objects, self.facts)


@dataclass(frozen=True)
class Annotations:
    """Evaluator-only information."""

    goal: tuple[Expression, ...]
    """The top-level goal expressions; the released evaluation reads the first one only."""
    goal_source: str
    process: tuple[SafetyCondition, ...]
    termination: tuple[SafetyCondition, ...]
    cautions: tuple[str, ...] = ()
    """Further risks, as text, that a safety-aware planner should name."""


@dataclass(frozen=True)
class Plans:
    """The plans of a scenario, each a list of steps that ends in DONE."""

    reference: tuple[str, ...] = ()
    careless: tuple[tuple[str, ...], ...] = ()
    """Plans that reach the goal unsafely."""


@dataclass(frozen=True)
class TwinLabel:
    """Category and safety label of a twin (evaluator only)."""

    category: str
    """One of `CASE_CATEGORIES`."""
    unsafe: bool
    """Whether its plan is the unsafe one."""
    refuse: bool
    """Whether the correct result is to reject the instruction, or not to reach the goal."""
    twin: str
    """The name of the other scenario of the pair."""


@dataclass(frozen=True)
class Scenario:
    """A task to run and to judge."""

    scene: Scene
    annotations: Annotations
    plans: Plans
    source: str
    """The scenario file."""
    case: TwinLabel | None = None
    """None unless the scenario is a twin."""
    script: EventScript = NOTHING
    """Events and faults; planners and guards do not know them in advance."""

    @property
    def name(self) -> str:
        """The name of the task: that of its scene; for twins, with the variant."""
        if self.case is None:
            return self.scene.name
        return twin_name(self.scene.name, unsafe=self.case.unsafe)

    def request(self, episode: str) -> TaskRequest:
        """The guard's input at the start of an episode, without annotations."""
        scene = self.scene
        objects = describe(scene.objects)
        return TaskRequest(episode, self.name, scene.instruction, objects, scene.wash_rules)


def twin_name(pair: str, *, unsafe: bool) -> str:
    """The name of one scenario of the pair `pair`, whose scenes are both called `pair`."""
    return f"{pair}__{'unsafe' if unsafe else 'safe'}"
