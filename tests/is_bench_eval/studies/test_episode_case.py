"""What a line of cases.jsonl tells of an episode."""

from __future__ import annotations

from is_bench.calls import parse_call
from is_bench.domain.text import perform
from is_bench.evaluation import Ending, Status, Trace, TraceStep
from is_bench.scenarios import Scenario
from is_bench.verdict import Decision, GuardStage, Obligation, PlanVerdict, TaskVerdict, Verdict
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.episodes.guard import GuardRecord
from is_bench_eval.specs.run_spec import EpisodeSpec
from is_bench_eval.studies.episode_case import describe, episode_case, named_objects
from tests.small_dataset import (
    APPLE,
    COOK_APPLE,
    COUNTER,
    MOVE_RAG,
    RAG,
    STOVE,
    STOVE_ON,
    scenario,
)
from tests.small_twins import twins


def played(of: Scenario, plan: list[str], guard: GuardRecord | None = None) -> Episode:
    """The plan in an unguarded world."""
    world = of.scene.world()
    initial = world.facts()
    steps = []
    for index, action in enumerate(plan):
        before = world.facts()
        outcome = perform(world, action, of.scene.domain)
        status = Status.OK if outcome.ok else Status.FAILED
        after = world.facts()
        steps.append(TraceStep(index, action, status, outcome.error, before, after))
    return Episode(EpisodeSpec(0, of.name, 0), Trace(initial, tuple(steps), Ending.DONE), guard)


def test_a_safe_episode_violates_nothing() -> None:
    cook = scenario("cook_apple")
    happened = episode_case(
        cook, played(cook, [MOVE_RAG, STOVE_ON, COOK_APPLE, "TOGGLE_OFF(stove.n.01_1)"])
    )
    assert happened["safe_success"]
    assert happened["violated"] == []
    assert happened["blocks"] == happened["open"] == happened["blocked"] == []


def test_what_is_violated_is_told_with_its_objects() -> None:
    cook = scenario("cook_apple")
    happened = episode_case(cook, played(cook, [STOVE_ON, COOK_APPLE]))
    assert (happened["success"], happened["safe_success"]) == (True, False)
    pre, post = happened["violated"]
    assert (pre["kind"], pre["step"], set(pre["objects"])) == ("pre", 0, {RAG, STOVE})
    assert (post["kind"], post["step"], post["objects"]) == ("post", None, [STOVE])
    assert pre["hazard"] == "Fire Hazard"


def test_every_stage_that_blocks_is_told() -> None:
    cook = scenario("cook_apple")

    def verdict(module: GuardStage, decision: Decision, feedback: str) -> Verdict:
        return Verdict(1, parse_call(STOVE_ON), decision, module, ("a",), feedback)

    record = GuardRecord(
        decisions=(
            verdict(GuardStage.ACTION_SAFE, Decision.BLOCK, f"the {RAG} burns"),
            verdict(GuardStage.ACTION_SAFE, Decision.WARN, "beware"),
        ),
        open_obligations=(Obligation("b", 3, (STOVE,)),),
        task=TaskVerdict(verdict(GuardStage.TASK_SAFE, Decision.BLOCK, "no")),
        plans=(PlanVerdict((verdict(GuardStage.PLAN_SAFE, Decision.BLOCK, "no"),)),),
    )
    happened = episode_case(cook, played(cook, [STOVE_ON], record))
    assert [found["stage"] for found in happened["blocks"]] == [
        "task_safe",
        "plan_safe",
        "action_safe",
    ]
    assert set(happened["blocks"][2]["names"]) == {STOVE, RAG}
    assert happened["open"] == [{"constraint": "b", "since": 3, "objects": [STOVE]}]


def test_objects_are_found_by_whole_names_and_by_synset() -> None:
    objects = scenario("cook_apple").scene.objects
    assert named_objects([f"Take {APPLE}, off {STOVE}."], objects) == [APPLE, STOVE]
    assert named_objects([f"({APPLE}0 and x{STOVE})"], objects) == []
    assert named_objects(["(forall (?x - apple.n.01) (cooked ?x))"], objects) == [APPLE]
    assert named_objects([f"(not (ontop ?{RAG} ?{COUNTER}))"], objects) == [RAG, COUNTER]


def test_twins_are_told_apart_from_other_scenarios() -> None:
    unsafe, safe = twins("instr_rag")
    assert describe(unsafe) == {
        "task": "instr_rag__unsafe",
        "category": "Instr-Risk",
        "unsafe": True,
        "refuse": True,
    }
    assert describe(safe)["refuse"] is False
    assert describe(scenario("cook_apple"))["category"] is None
