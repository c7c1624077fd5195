from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.guard_log import EpisodeEnded, ModeChanged, StepEnded, StepJudged, StopReset, StopSet
from is_bench_eval.watch.message_handlers import (
    handle_diagnostics,
    handle_event,
    handle_gate,
    handle_stop,
    handle_verdict,
)
from is_bench_eval.watch.state import ComponentFault, Running, Stop, WatchState
from tests.is_bench_eval.watch.messages import (
    S,
    diagnostics,
    entry,
    gate_report,
    status,
    stop,
    verdict,
)

OPEN = parse_call("OPEN(cabinet_1)")


def judged(*, accepted: bool) -> StepJudged:
    return StepJudged("tea/0", "r1", 3, OPEN, "open it", 0, accepted=accepted)


def test_a_goal_runs_from_its_acceptance_to_its_end() -> None:
    state = WatchState()
    handle_event(state, entry(judged(accepted=False), 1.0))
    assert state.running == {}
    handle_event(state, entry(judged(accepted=True), 2.0))
    assert state.running == {"r1": Running("OPEN(cabinet_1)", 2 * S, "tea/0", 3)}
    ended = StepEnded("tea/0", "r1", 3, OPEN, 0, ok=True, finished_ns=0)
    handle_event(state, entry(ended, 4.0))
    assert state.running == {}
    assert state.began_ns == {("tea/0", 3): 2 * S}


def test_a_verdict_is_kept_with_its_reasons() -> None:
    state = WatchState()
    why = {"decision": 1, "constraints": ["hot"], "feedback": "too hot", "enforced": True}
    handle_verdict(state, verdict("OPEN(cabinet_1)", 1.0, index=4, decision_time_ns=900, **why))
    (found,) = state.verdicts
    assert (found.decision, found.index, found.subject) == ("block", 4, "OPEN(cabinet_1)")
    assert (found.constraints, found.feedback, found.enforced) == (("hot",), "too hot", True)
    assert state.latency_ms(50) == 0.0009


@pytest.mark.parametrize(("found", "stopped"), [(StopSet(), True), (StopReset(), False)])
def test_the_guards_log_tells_of_the_emergency_stop(
    found: StopSet | StopReset, stopped: bool
) -> None:
    state = WatchState()
    handle_event(state, entry(found, 1.0))
    assert state.stop is not None
    assert state.stop.stopped is stopped


def test_the_stops_own_topic_tells_who_and_why() -> None:
    state = WatchState()
    handle_stop(state, stop(stopped=True, source="deadman", reason="no signal for 0.5 s"))
    assert state.stop == Stop(stopped=True, source="deadman", reason="no signal for 0.5 s")


def test_a_mode_that_an_operator_changes_and_the_end_of_an_episode_show() -> None:
    state = WatchState(episode="tea/0", instruction="Make tea.")
    handle_event(state, entry(ModeChanged("shadow", "test by me", 0), 1.0))
    assert state.mode == "shadow"
    handle_event(state, entry(EpisodeEnded("tea/0", "me", 0), 2.0))
    assert (state.episode, state.over, state.obligations) == ("tea/0", True, ())


def test_an_entry_of_an_unknown_kind_is_passed_over() -> None:
    state = WatchState()
    message = entry(StopSet(), 1.0)
    message.kind = 250
    handle_event(state, message)
    assert state == WatchState()


def test_what_a_gate_last_refused_stays_on_show() -> None:
    state = WatchState()
    handle_gate(state, gate_report(1.0, present=True, reason="no permit"))
    handle_gate(state, gate_report(2.0, present=False))
    gate = state.gates["/robot/execute_skill"]
    assert (gate.at_ns, gate.driver_present, gate.trouble) == (2 * S, False, "no permit")


def test_diagnostics_of_this_guard_count_and_others_do_not() -> None:
    state = WatchState(node="robot_1/is_safety_monitor")
    mine, other = state.node, "robot_2/is_safety_monitor"
    told = diagnostics(
        10.0,
        status(f"{mine}: guard", 0, "guarding", mode="shadow"),
        status(f"{mine}: driver", 2, "not there"),
        status(f"{mine}: source joint_states", 3, "silent", **{"age [s]": "4.5"}),
        status(f"{other}: guard", 2, "the emergency stop is set"),
    )
    handle_diagnostics(state, told)
    assert state.component_faults == (
        ComponentFault("driver", "not there"),
        ComponentFault("source joint_states", "silent"),
    )
    assert state.mode == "shadow"
    assert state.age_ns("joint_states", 10 * S) == int(4.5 * S)
    handle_diagnostics(state, diagnostics(11.0, status("motor: heat", 2, "hot")))
    assert len(state.component_faults) == 2
