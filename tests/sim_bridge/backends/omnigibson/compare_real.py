"""What of this project is compared with the real OmniGibson 1.1.1, and how; see check_real."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import omnigibson as og
import torch
from bddl.condition_evaluation import compile_state
from bddl.parsing import package_predicates, scan_tokens
from omnigibson.object_states import ParticleRemover
from omnigibson.tasks import BehaviorTask
from omnigibson.utils.bddl_utils import OBJECT_TAXONOMY, OmniGibsonBDDLBackend

from is_bench.calls import DONE, SkillCall
from is_bench.goal import evaluate
from is_bench.objects import Matter, make_object
from is_bench.scenarios import Scenario, load_dataset
from is_bench.taxonomy import taxonomy
from is_bench.world import CORRECTED, RELEASED
from is_bench.world.removers import Removers, satisfied
from sim_bridge.backends.omnigibson import percepts
from sim_bridge.backends.omnigibson.api import load_api
from sim_bridge.backends.omnigibson.compat import KNOWN_VERSIONS
from sim_bridge.backends.omnigibson.problem import problem_text, scene_file_name
from sim_bridge.backends.omnigibson.simulator import OmniGibsonSimulator
from sim_bridge.embodied.simulator import EmbeddedSimulator
from tests.sim_bridge.backends.omnigibson.agreement import (
    any_model,
    difference,
    plans_of,
    reference_calls,
)
from tests.sim_bridge.backends.omnigibson.fake_og import OPTIONS, fake_api
from tests.sim_bridge.backends.omnigibson.fake_world import Parts
from tests.sim_bridge.backends.omnigibson.real_og import know_added_synsets, real_parts, use_sim
from tests.sim_bridge.backends.omnigibson.surface import OTHER_STATES

Figures = Counter[str]
_SHOWN = 10
STATES = (
    *percepts.UNARY.values(),
    *percepts.OF_SUBSTANCES.values(),
    *percepts.OF_PAIRS.values(),
    *OTHER_STATES,
)


class Report:
    """Counts what was compared, and keeps what differed."""

    def __init__(self) -> None:
        self.figures: Figures = Counter()
        self.differences: list[str] = []
        self.crashed: dict[str, bool] = {}
        """Where the real evaluator raises an error, and what is said here instead."""

    def count(self, what: str, number: int = 1) -> None:
        self.figures[what] += number

    def differ(self, what: str) -> None:
        self.differences.append(what)

    def print(self) -> None:
        for what, number in self.figures.items():
            print(f"{number:8}  {what}")
        for what, ours in self.crashed.items():
            print(f"          not judged: {what}" + ("; true here" if ours else ""))
        print(f"{len(self.differences):8}  differences")
        for what in self.differences[-_SHOWN:]:
            print(f"          {what}")


def simulator_of(parts: Parts) -> OmniGibsonSimulator:
    """The backend over real parts."""
    api = fake_api(parts)
    make = api.og.Environment

    def environment(configs: dict[str, Any]) -> Any:
        # Real states ask for the time while they are first set.
        use_sim(Clock())
        env = make(configs)
        use_sim(api.og.sim)
        return env

    api.og.Environment = environment
    return OmniGibsonSimulator(OPTIONS, lambda: api, lambda: None)


class Clock:
    """The time before the simulation starts."""

    current_time_step_index = -1
    device = "cpu"


def check_problem(scenario: Scenario, report: Report) -> None:
    """OmniGibson's own task reads the problem that it is given, and names its file as we do."""
    scene = scenario.scene
    task = BehaviorTask.__new__(BehaviorTask)
    task.backend = OmniGibsonBDDLBackend()
    text = problem_text(scene)
    name = text.split("problem ")[-1].split("-")[0]
    task.update_activity(activity_name=name, activity_definition_id=0, predefined_problem=text)
    report.count("problems read by the real BehaviorTask")
    if set(task.object_scope) != {"agent.n.01_1", *(t.name for t in scene.objects)}:
        report.differ(f"{scene.name}: the real task has other objects")
    theirs = BehaviorTask.get_cached_activity_scene_filename("Rs_int", name, 0, 0)
    if f"{theirs}.json" != scene_file_name(scene, "Rs_int"):
        report.differ(f"{scene.name}: the real task looks for {theirs}")


def conditions_of(scenario: Scenario) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """The texts that the evaluator judges by, as they stand in the task, and as we read them."""
    annotations = scenario.annotations
    for condition in (*annotations.process, *annotations.termination):
        yield "safety conditions", condition.text, condition.goals
    yield "goals", annotations.goal_source, annotations.goal


class RealConditions:
    """A scenario's conditions, compiled by bddl with OmniGibson's real predicates."""

    def __init__(self, scenario: Scenario, scope: dict[str, Any]) -> None:
        by_synset: dict[str, list[str]] = {}
        for thing in scenario.scene.objects:
            by_synset.setdefault(thing.synset, []).append(thing.name)
        self.compiled = []
        for kind, text, goals in conditions_of(scenario):
            whole = text if text.lstrip().startswith("(:goal") else f"(:goal {text})"
            tokens = scan_tokens(string=whole)
            for index, goal in enumerate(goals):
                parsed: list[Any] = []
                package_predicates(tokens[1 + index], parsed, "", "goals")
                real = compile_state(
                    parsed,
                    OmniGibsonBDDLBackend(),
                    scope=scope,
                    object_map=by_synset,
                    generate_ground_options=False,
                )
                self.compiled.append((kind, text, goal, real))


def check_plan(
    scenario: Scenario, parts: Parts, plan: tuple[SkillCall, ...], report: Report
) -> None:
    """Every condition, in every state of a plan: bddl over real predicates, and ours over facts."""
    scene = any_model(scenario.scene)
    simulator, embedded = simulator_of(parts), EmbeddedSimulator()
    for one in (simulator, embedded):
        one.reset(scene, RELEASED, seed=0)
    loaded = simulator._ready()
    conditions = RealConditions(scenario, loaded.env.task.object_scope)
    for call in (DONE, *plan):
        simulator.execute(call)
        embedded.execute(call)
        facts = embedded.facts()
        for kind, text, goal, real in conditions.compiled:
            ours = evaluate(goal, facts, scene.objects, strict=False).truth.name == "TRUE"
            try:
                theirs = all(bool(condition.evaluate()) for condition in real)
            except (KeyError, AttributeError, ValueError, AssertionError) as error:
                report.count(f"{kind} in a state that the real evaluator cannot judge")
                report.crashed.setdefault(f"{scene.name}: {type(error).__name__} {error}", ours)
                continue
            report.count(f"{kind} judged in a state, both ways")
            if ours is not theirs:
                report.differ(f"{scene.name} after {call}: {text} is {theirs}, here {ours}")


def check_worlds(scenario: Scenario, report: Report) -> None:
    """The backend over real object states, and the embedded simulator, plan by plan."""
    scene = any_model(scenario.scene)
    for world in (RELEASED, CORRECTED):
        simulator = simulator_of(real_parts(scene.objects))
        for plan in plans_of(scenario):
            report.count("plans run in the backend over real object states")
            report.count("steps of those", len(plan))
            found = difference(simulator, scene, world, plan)
            if found is not None:
                report.differ(f"{found.scene} {found.plan[: found.step + 1]}: {found.what}")


def check_tools(report: Report) -> None:
    """What the real particle removers act on, and what ours do, in every state of theirs."""
    substances = sorted(s for s in taxonomy() if _matter(s).is_substance and _has_system(s))
    scene = ToolScene(substances)
    for synset in sorted(taxonomy()):
        if taxonomy().remover(synset) is None or _matter(synset).is_substance:
            continue
        check_tool(synset, scene, report)


def check_tool(synset: str, scene: ToolScene, report: Report) -> None:
    """One tool on every substance: dry, and wet with each substance that matters."""
    tool, ours = ToolObject(scene), make_object(f"{synset}_1", synset)
    parameters = OBJECT_TAXONOMY.get_abilities(synset)["particleRemover"]
    if "conditions" not in parameters:  # the real class cannot be made from it
        report.count("cleaning tools that say nothing")
        return
    remover = ParticleRemover(
        obj=tool, **ParticleRemover.postprocess_ability_params(_copied(parameters), scene)
    )
    removers = Removers(())
    wets = {v for s in scene.synsets.values() for k, v in removers.conditions(ours, s) or ()}
    states: list[tuple[set[Any], bool]] = [(set(), False), (set(), True)]
    states += [({wet}, False) for wet in sorted(w for w in wets if isinstance(w, str))]
    report.count("cleaning tools")
    for saturated, toggled in states:
        tool.wet = set(saturated)
        tool.toggled = toggled
        for name, substance in scene.synsets.items():
            try:
                theirs = bool(remover.check_conditions_for_system(name))
            except AssertionError as error:
                report.count("tools in a state on a substance that the real class cannot judge")
                report.crashed.setdefault(f"{synset}: {error}", True)
                continue
            conditions = removers.conditions(ours, substance)
            mine = substance not in saturated and satisfied(
                conditions, frozenset(saturated), toggled
            )
            report.count("tools in a state on a substance")
            if theirs is not mine:
                report.differ(f"{synset} wet {saturated} on {substance}: {theirs}, here {mine}")


class ToolScene:
    """A scene with every substance."""

    def __init__(self, substances: list[str]) -> None:
        self.synsets: dict[str, str] = {}
        for synset in substances:
            self.synsets.setdefault(OBJECT_TAXONOMY.get_subtree_substances(synset)[0], synset)
        self.available_systems = {name: ToolSystem(name) for name in self.synsets}

    def get_system(self, system_name: str, force_init: bool = True) -> Any:
        del force_init
        return self.available_systems[system_name]

    def is_visual_particle_system(self, system_name: str) -> bool:
        return _matter(self.synsets[system_name]) is Matter.STAIN

    def is_physical_particle_system(self, system_name: str) -> bool:
        return not self.is_visual_particle_system(system_name)

    def is_fluid_system(self, system_name: str) -> bool:
        return _matter(self.synsets[system_name]) is Matter.FLUID

    def is_system_active(self, system_name: str) -> bool:
        assert system_name in self.available_systems, f"{system_name} is no system"
        return True


class ToolSystem:
    """A substance of which there is some."""

    initialized, n_particles = True, 1

    def __init__(self, name: str) -> None:
        self.name = name


class ToolObject:
    """A tool that is wet with some substances, and on or off."""

    name, prim_type = "tool", None

    def __init__(self, scene: ToolScene) -> None:
        self.scene = scene
        self.wet: set[str] = set()
        self.toggled = False
        states = og.object_states
        self.states = {
            states.Saturated: self,
            states.ToggledOn: Toggle(self),
        }

    def get_value(self, system: ToolSystem) -> bool:
        return self.scene.synsets[system.name] in self.wet


class Toggle:
    """Whether a tool is on."""

    def __init__(self, tool: ToolObject) -> None:
        self._tool = tool

    def get_value(self) -> bool:
        return self._tool.toggled


def _matter(synset: str) -> Matter:
    return make_object(f"{synset}_1", synset).matter


def _has_system(synset: str) -> bool:
    return (
        OBJECT_TAXONOMY.is_valid_synset(synset)
        and len(OBJECT_TAXONOMY.get_subtree_substances(synset)) == 1
        and OBJECT_TAXONOMY.is_leaf(synset)
    )


def _is_known(synset: str) -> bool:
    return not _matter(synset).is_substance or _has_system(synset)


def _copied(parameters: Any) -> Any:
    return copy.deepcopy(parameters)


def compare(data: Path | None) -> int:
    """Compare everything; 1 if anything differs."""
    dataset = load_dataset(data)
    print(f"omnigibson {og.__version__}, torch {torch.__version__}, {dataset.title}")
    loaded = load_api(OPTIONS, KNOWN_VERSIONS[1, 1])  # which applies the fixes
    know_added_synsets()
    report = Report()
    report.count("state classes of the loaded interface", len(STATES))
    for state in STATES:
        if not hasattr(loaded.object_states, state):
            report.differ(f"there is no state {state}")
    check_tools(report)
    for scenario in dataset:
        check_problem(scenario, report)
        unknown = [t.synset for t in scenario.scene.objects if not _is_known(t.synset)]
        if unknown:
            report.count(
                "scenarios left out: OmniGibson has no one substance for a synset of theirs"
            )
            continue
        reference = tuple(reference_calls(scenario))
        check_plan(scenario, real_parts(scenario.scene.objects), reference, report)
        check_worlds(scenario, report)
    report.print()
    return 1 if report.differences else 0
