"""The guard that judges by the knowledge base cannot see what episodes are judged by."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from is_bench.calls import SkillCall
from is_bench.domain.text import read_step
from is_bench.facts import Atom, FactSet
from is_bench.scenarios import Annotations, Dataset, Plans, Scenario, Scene, load_dataset
from is_bench.verdict import GuardMode, PlanVerdict, TaskVerdict, Verdict
from is_bench.world.outcome import SkillFailed
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import BENCHMARK, EPISODE
from tests.sampling import sampled
from tests.small_dataset import scenario as small_scenario
from tests.source_tree import ROOT, imports

PEEKING = {"scenario_knowledge.py"}
"""The one module that may: it is the guard that says so."""
PASSING_ON = {"assembly.py", "log_player.py", "session.py", "session_restore.py"}
"""The modules through which that one is given what it peeks at; they look at nothing of it."""
ANNOTATED = {
    "Annotations",
    "annotations",
    "SafetyCondition",
    "TwinLabel",
    "case",
    "goal_text",
    "setup",
}
"""The words for what only an evaluator knows, in code."""
NOTHING = Annotations(goal=(), goal_source="", process=(), termination=())
Said = tuple[TaskVerdict | None, PlanVerdict, list[Verdict | None]]


def said(scenario: Scenario, plan: tuple[str, ...]) -> Said:
    """Everything that the guard says along `plan`, given `scenario`."""
    settings = GuardSettings(mode=GuardMode.SHADOW, limits=Limits(0), domain=BENCHMARK)
    session = Session(settings, KnowledgeBase(load_library()))
    world = scenario.scene.world()
    task = session.set_task(scenario.request(EPISODE))
    show(session, world.facts(), 0)
    steps = read(scenario, plan)
    checked = session.check_plan(EPISODE, steps, 0)
    verdicts = []
    for index, call in enumerate(steps):
        goal = Goal(EPISODE, "", index, call)
        verdicts.append(session.judge(goal, 0).verdict)
        ok = world.execute(call).ok
        session.ended(goal, 0, ok=ok, finished_ns=index + 1)
        show(session, world.facts(), index + 1)
    return task, checked, verdicts


def show(session: Session, facts: FactSet, stamp_ns: int) -> None:
    def read_state() -> tuple[FactSet, dict[Atom, int]]:
        return facts, {}

    session.receive_state(Report(EPISODE, stamp_ns, read_state))


def read(scenario: Scenario, plan: tuple[str, ...]) -> list[SkillCall]:
    """The steps of a plan that ask for something."""
    found = []
    for text in plan:
        try:
            call = read_step(text, BENCHMARK, scenario.scene.objects)
        except SkillFailed:
            continue
        if call is not None:
            found.append(call)
    return found


def blinded(scenario: Scenario) -> Scenario:
    """The scenario with everything taken away that a guard may not know."""
    scene: Scene = replace(
        scenario.scene, name="x", setup=(), goal_text=(), mentioned=(), scene_models=()
    )
    return replace(scenario, scene=scene, annotations=NOTHING, plans=Plans(), source="", case=None)


def misled(scenario: Scenario, other: Scenario) -> Scenario:
    """The scenario with everything that a guard may not know taken from another one."""
    scene: Scene = replace(
        scenario.scene,
        name=other.scene.name,
        setup=other.scene.setup,
        goal_text=other.scene.goal_text,
        mentioned=other.scene.mentioned,
    )
    return replace(other, scene=scene)


def assert_blind(dataset: Dataset, one_in: int) -> None:
    for name in sampled(dataset.names, one_in):
        scenario = dataset.get(name)
        plan = scenario.plans.reference
        assert said(blinded(scenario), plan) == said(scenario, plan), name


@pytest.mark.parametrize(("bundled", "one_in"), [("bundled", 3), ("twins", 13)])
def test_without_annotations_it_says_the_same(bundled: str, one_in: int) -> None:
    assert_blind(load_dataset(Path(bundled)), one_in)


def test_with_the_annotations_of_another_it_says_the_same() -> None:
    dataset = load_dataset(Path("bundled"))
    for number, name in sampled(list(enumerate(dataset.names)), 6):
        scenario, other = dataset.get(name), dataset.get(dataset.names[number - 1])
        for plan in (scenario.plans.reference, *scenario.plans.careless):
            assert said(misled(scenario, other), plan) == said(scenario, plan), name


@pytest.mark.data
def test_of_the_public_tasks_it_says_the_same(data_folder: Path) -> None:
    assert_blind(load_dataset(data_folder), 8)


def test_only_one_module_knows_annotations() -> None:
    core = ROOT / "is_safety_monitor" / "core"
    modules = [path for path in core.rglob("*.py") if path.name not in PEEKING]
    assert len(modules) > 20
    for path in modules:
        assert not any("evaluation" in name for name in imports(path.relative_to(ROOT))), path
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = ANNOTATED & {word for node in ast.walk(tree) for word in words(node)}
        if path.name in PASSING_ON:
            assert used <= {"Annotations", "annotations"}
            assert not list(looks_into(tree)), path
        else:
            assert not used, path


def looks_into(tree: ast.AST) -> Iterator[ast.Attribute]:
    """Where something of annotations is used: `annotations.goal`, `task.annotations.goal`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and "annotations" in words(node.value):
            yield node


def test_looking_into_annotations_is_found() -> None:
    assert list(looks_into(ast.parse("f(task.annotations.goal)")))
    assert list(looks_into(ast.parse("x = annotations.process")))
    assert not list(looks_into(ast.parse("make(task.annotations, annotations)")))


def words(node: ast.AST) -> list[str]:
    """The names that a node of a syntax tree uses; every module imports __future__.annotations."""
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.Name):
        return [node.id]
    return [node.name] if isinstance(node, ast.alias) and node.name != "annotations" else []


def test_what_peeks_is_found_by_its_words() -> None:
    """The check above can fail: it does for the module that is allowed to peek."""
    path = ROOT / "is_safety_monitor" / "core" / "scenario_knowledge.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ANNOTATED & {word for node in ast.walk(tree) for word in words(node)}


def test_no_scenario_comes_to_a_guard() -> None:
    core = ROOT / "is_safety_monitor" / "core"
    found = {
        (path.name, name.removeprefix("is_bench.scenarios."))
        for path in core.rglob("*.py")
        for name in imports(path.relative_to(ROOT))
        if name.startswith("is_bench.scenarios") and path.name not in PEEKING
    }
    assert found == {(name, "Annotations") for name in PASSING_ON}


def test_a_request_tells_nothing_that_is_judged_by() -> None:
    plain = small_scenario("cook_apple")
    request = plain.request(EPISODE)
    assert replace(blinded(plain).request(EPISODE), task=request.task) == request


def test_the_knowledge_is_made_of_objects_facts_and_constraints_alone() -> None:
    core = Path("is_safety_monitor") / "core"
    for name in ("kb_knowledge.py", "guard.py", "plan_safe.py", "task_safe.py", "remedy_finder.py"):
        assert not any(used.startswith("is_bench.scenarios") for used in imports(core / name))
    assert KbKnowledge.name == "kb"
