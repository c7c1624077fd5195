"""The loop of planner, guard and simulator: what becomes a goal, and what the guard is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from is_bench.evaluation import Ending, Status
from is_bench.guard_log import PlanChecked, StateHeard, StepJudged, TaskBegun
from is_bench.verdict import Decision, GuardMode, GuardStage
from is_bench_eval.episodes.episode import Episode, run_episode
from is_bench_eval.episodes.guard import EpisodeGuard
from is_bench_eval.episodes.journal import GoalEnded, Logged, Said, StateShown
from is_bench_eval.errors import EpisodeFailed
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_safety_monitor.core.stages import Stages
from tests.small_dataset import COOK_APPLE, COUNTER, MOVE_RAG, RAG, STOVE_OFF, STOVE_ON, scenario

PLAN = ("OPEN(nothing)", MOVE_RAG, f"NAVIGATE({COUNTER})", STOVE_ON, COOK_APPLE, STOVE_OFF, "DONE")
UNASKED = {0, 2}


def run(plan: tuple[str, ...] = PLAN, **options: Any) -> Episode:
    given = {"planner": "plans", "guard": GuardMode.SHADOW, "guard_stages": Stages.of(["action"])}
    spec = RunSpec(**{**given, **options})
    return run_episode(spec, EpisodeSpec(0, "cook_apple", 0, plan), scenario("cook_apple"))


def notes(episode: Episode, kind: type[Any]) -> list[Any]:
    return [note.what for note in episode.journal if isinstance(note.what, kind)]


def test_a_step_that_is_no_call_fails_and_changes_nothing() -> None:
    step = run().trace.steps[0]
    assert (step.status, step.call, step.before) == (Status.FAILED, None, step.after)
    assert step.error == "there is no object 'nothing'"


def test_a_step_with_nothing_to_execute_is_done_and_changes_nothing() -> None:
    step = run().trace.steps[2]
    assert (step.status, step.call, step.error, step.before) == (Status.OK, None, "", step.after)


def test_what_is_no_call_becomes_no_goal() -> None:
    episode = run()
    assert episode.guard is not None
    asked = [index for index in range(len(PLAN)) if index not in UNASKED]
    assert [verdict.index for verdict in episode.guard.decisions] == asked
    assert [goal.index for goal in notes(episode, GoalEnded)] == asked
    assert [state.number for state in notes(episode, StateShown)] == list(range(len(asked) + 1))


def test_a_budget_counts_what_is_no_call() -> None:
    episode = run(("nonsense",) * 5, max_steps=3)
    assert episode.trace.ending is Ending.BUDGET
    assert [step.status for step in episode.trace.steps] == [Status.FAILED] * 3


def test_verdicts_on_a_plan_have_the_indices_of_the_planners_steps() -> None:
    plan = ("nonsense", STOVE_ON, COOK_APPLE, "DONE")
    episode = run(plan, guard_stages=Stages.of(["plan"]))
    assert episode.guard is not None
    (checked,) = episode.guard.plans
    assert [(v.index, v.action) for v in checked.verdicts] == list(enumerate(plan))[1:]
    (entry,) = [e.entry for e in notes(episode, Logged) if isinstance(e.entry, PlanChecked)]
    assert [str(call) for call in entry.plan] == list(plan[1:])


def test_the_guard_is_told_of_the_task_once_and_of_every_state() -> None:
    entries = [logged.entry for logged in notes(run(), Logged)]
    (begun,) = [entry for entry in entries if isinstance(entry, TaskBegun)]
    assert begun.request == scenario("cook_apple").request("cook_apple/0")
    assert isinstance(entries[0], StateHeard)
    assert sum(isinstance(entry, StateHeard) for entry in entries) == len(PLAN) - len(UNASKED) + 1


def test_the_log_is_the_sessions_own_in_order() -> None:
    places = [logged.place.entry for logged in notes(run(), Logged)]
    assert places == list(range(1, len(places) + 1))


def test_every_verdict_names_the_entry_that_it_answers() -> None:
    episode = run(guard_stages=Stages())
    entries = {logged.place: logged.entry for logged in notes(episode, Logged)}
    wanted = {
        GuardStage.TASK_SAFE: TaskBegun,
        GuardStage.PLAN_SAFE: PlanChecked,
        GuardStage.ACTION_SAFE: StepJudged,
    }
    said = notes(episode, Said)
    assert len(said) == 2 + len(PLAN) - len(UNASKED)
    for one in said:
        verdict = getattr(one.what, "verdict", None) or getattr(one.what, "verdicts", [one.what])[0]
        assert isinstance(entries[one.place], wanted[verdict.module])


def test_a_blocked_step_is_not_done() -> None:
    episode = run((STOVE_ON, "DONE"), guard=GuardMode.ENFORCE)
    first = episode.trace.steps[0]
    assert first.status is Status.BLOCKED
    assert first.before == first.after
    judged = [e.entry for e in notes(episode, Logged) if isinstance(e.entry, StepJudged)]
    assert judged[0].accepted is False
    assert episode.guard is not None
    assert episode.guard.decisions[0].decision is Decision.BLOCK
    assert RAG in episode.guard.decisions[0].objects


def test_without_a_guard_the_journal_tells_states_and_goals_alone() -> None:
    episode = run(guard=GuardMode.OFF)
    assert episode.guard is None
    assert {type(note.what) for note in episode.journal} == {StateShown, GoalEnded}


def test_the_clock_begins_where_it_is_told_to() -> None:
    spec = RunSpec(planner="plans", guard=GuardMode.SHADOW, guard_stages=Stages.of(["action"]))
    episode = EpisodeSpec(0, "cook_apple", 0, PLAN)
    early = run_episode(spec, episode, scenario("cook_apple"))
    late = run_episode(spec, episode, scenario("cook_apple"), start_ns=10**12)
    assert [n.at_ns + 10**12 for n in early.journal] == [n.at_ns for n in late.journal]
    assert late.trace == early.trace
    assert late.guard == early.guard


def test_a_task_that_cannot_be_guarded_is_no_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    told = EpisodeGuard.__init__

    def broken(self: EpisodeGuard, session: Any, *others: Any) -> None:
        session.settings = replace(session.settings, knowledge="nothing of the kind")
        told(self, session, *others)

    monkeypatch.setattr(EpisodeGuard, "__init__", broken)
    with pytest.raises(EpisodeFailed, match=r"cannot guard the task.*nothing of the kind"):
        run()
