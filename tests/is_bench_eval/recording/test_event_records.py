"""What happened, and who caused what, in what a run writes and shows."""

from __future__ import annotations

from functools import cache
from typing import Any

from rich.console import Console

from is_bench.evaluation import judge
from is_bench.scenarios import bundled_dataset
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.recording.results import episode_record
from is_bench_eval.recording.summary import summarize
from is_bench_eval.reports.causes import CauseRow, cause_rows
from is_bench_eval.reports.tables import cause_table
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec

CARELESS = RunSpec(planner="plans")


@cache
def record(name: str, dataset: str = "dynamic") -> dict[str, Any]:
    """The line of a scenario's first careless plan, without a guard."""
    scenario = bundled_dataset(dataset).get(name)
    spec = EpisodeSpec(0, name, 0, scenario.plans.careless[0])
    return episode_record(scenario, run_episode(CARELESS, spec, scenario))


EVENT, FAULT = "guest_opens_the_fridge", "fridge_door_sticks"


def test_a_line_tells_what_happened_and_who_caused_what() -> None:
    line = record(EVENT)
    assert line["occurrences"] == [
        {
            "step": 0,
            "time": 30.0,
            "kind": "event",
            "name": "guest_opens_fridge",
            "actor": "guest",
            "true": ["open(electric_refrigerator.n.01_1)"],
            "false": [],
        }
    ]
    cause = {"by": "event", "name": "guest_opens_fridge", "actor": "guest"}
    assert line["conditions"][0]["strict"]["cause"] == cause
    assert [step["cause"] for step in line["steps"]] == [None] * 3


def test_a_failed_step_has_its_cause() -> None:
    causes = [step["cause"] for step in record(FAULT)["steps"]]
    assert causes == [None, None, {"by": "fault", "name": "door_sticks", "actor": ""}, None]


def test_a_line_of_a_still_scenario_is_as_it_was() -> None:
    line = record("put_pills_into_cabinet", "bundled")
    assert "occurrences" not in line
    assert all("cause" not in step for step in line["steps"])
    assert all("cause" not in condition["strict"] for condition in line["conditions"])
    assert "causes" not in summarize([line])
    assert cause_rows(summarize([line])) == []
    assert cause_table(summarize([line])) is None


def test_the_summary_counts_by_cause() -> None:
    summary = summarize([record(EVENT), record(FAULT), record("put_pills_into_cabinet", "bundled")])
    assert summary["causes"]["episodes"] == 2
    assert summary["causes"]["occurrences"] == {"event": 1, "skill_fault": 1}
    none = {"faithful": 0, "strict": 0}
    one = {"faithful": 1, "strict": 1}
    assert cause_rows(summary) == [
        CauseRow("agent", "", none, 0),
        CauseRow("event", "guest_opens_fridge", one, 0),
        CauseRow("fault", "door_sticks", one, 1),
    ]


def test_the_terminal_shows_the_causes() -> None:
    table = cause_table(summarize([record(FAULT)]))
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(table)
    shown = [" ".join(line.split()) for line in capture.get().splitlines()]
    assert "fault door_sticks 1 1 1" in shown


def test_every_violation_in_a_line_has_a_cause() -> None:
    for name in bundled_dataset("dynamic").names:
        for condition in record(name)["conditions"]:
            for scoring in ("faithful", "strict"):
                found = condition[scoring]
                assert (found["cause"] is not None) is (found["held"] is False)


def test_judging_takes_no_notice_of_causes() -> None:
    scenario = bundled_dataset("dynamic").get(EVENT)
    spec = EpisodeSpec(0, EVENT, 0, scenario.plans.careless[0])
    score = judge(scenario, run_episode(CARELESS, spec, scenario).trace).strict
    assert not score.safe_success
