from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

from is_bench_eval.recording.summary import summarize
from is_bench_eval.reports.differences import difference
from is_bench_eval.reports.tables import (
    MOST_CHANGES,
    cause_table,
    comparison_table,
    difference_table,
    episode_table,
    metric_table,
    planner_line,
)
from tests.is_bench_eval.reports.samples import HOSTILE, failed_record, record, sample


def lines(renderable: RenderableType, width: int = 120) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return [" ".join(line.split()) for line in capture.get().splitlines() if line.strip()]


def test_metrics_stand_side_by_side() -> None:
    shown = lines(metric_table(summarize([record(process=[True, None]), record(success=False)])))
    assert "SR 50.0% (1/2) 50.0% (1/2) episodes that reached their goal" in shown
    assert any(line.startswith("SRec post - -") for line in shown)


def test_few_episodes_are_shown_in_order() -> None:
    shown = lines(
        episode_table(
            [
                record("fine", process=[True], termination=[True, None]),
                failed_record("broken", "no answer"),
                record("bad", success=False, termination=[False], statuses=["ok", "blocked"]),
            ]
        )
    )
    assert shown[2] == "fine reached safe 1/1 1/1 1 -"
    assert shown[3:5] == ["broken not run", "no answer"]
    assert shown[5] == "bad missed unsafe - 0/1 2 1 blocked"
    assert len(shown) == 7


def test_of_many_episodes_those_that_deserve_a_look_are_shown() -> None:
    many = [record(f"fine{index}") for index in range(161)]
    many[100] = record("missed", success=False)
    many[120] = record("unsafe", process=[False])
    many[140] = failed_record("broken")
    shown = lines(episode_table(many, most=5))
    tasks = [line.split()[0] for line in shown[2:8]]
    assert tasks == ["broken", "it", "unsafe", "missed", "fine0", "fine1"]
    assert " ".join(shown).endswith("; 156 more episodes, all reached, none unsafe")
    hidden = lines(episode_table(many, most=2))
    assert " ".join(hidden).endswith("; 159 more episodes")


def test_a_star_says_that_the_scorings_differ() -> None:
    changed = record("task", process=[True])
    changed["faithful"] = {**changed["faithful"], "process": [None]}
    assert lines(episode_table([changed]))[2].startswith("task* ")


def test_runs_are_compared_with_the_first(tmp_path: Path) -> None:
    first, second = sample(tmp_path), sample(tmp_path, guard="enforce")
    runs = [("bare", first.summary, first.manifest), ("guarded", second.summary, second.manifest)]
    shown = lines(comparison_table(runs))
    assert "bare guarded" in shown
    assert "guard off enforce" in shown
    assert "guard sees annotations no yes" in shown
    assert "SR strict 100.0% (2/2) 100.0% (2/2) =" in shown
    assert "SSR strict 0.0% (0/2) 100.0% (2/2) +100.0" in shown
    assert not any(line.startswith("SA") for line in shown)


def test_changed_episodes_are_listed() -> None:
    found = difference([record("a", process=[True])], [record("a", process=[False])])
    shown = lines(difference_table("one", "two", found))
    assert shown[-1] == "a reached, safe reached, unsafe"


def test_a_long_list_of_changes_is_cut() -> None:
    first = [record(f"task{index}") for index in range(MOST_CHANGES + 1)]
    second = [record(f"task{index}", success=False) for index in range(MOST_CHANGES + 1)]
    assert lines(difference_table("one", "two", difference(first, second)))[-1] == "1 more change"


def test_foreign_texts_cannot_steer_the_terminal() -> None:
    shown = "\n".join(
        lines(episode_table([record(HOSTILE), failed_record("[red]task[/red]", HOSTILE)]), 400)
    )
    assert "[red]task[/red]" in shown
    assert "[bold]" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_what_a_language_model_cost_is_told_in_a_line() -> None:
    usage = {
        "requests": 1200, "prompt_tokens": 5000, "completion_tokens": 70, "cost": 0.5, "cached": 3,
        "estimated": 0,
    }  # fmt: skip
    told = {"usage": usage, "replies": {"ok": 9, "repaired": 2, "invalid": 1}, "gave_up": 1}
    line = planner_line(told)
    assert "1,200 requests (3 answers from the cache)" in line
    assert "cost 0.5" in line
    assert "cost unknown" in planner_line({**told, "usage": {**usage, "cost": None}})


def test_causes_are_shown_only_if_something_was_caused() -> None:
    counts: dict[str, Any] = {"agent": 0, "event": {}, "fault": {}}
    violations = {"faithful": counts, "strict": counts}
    causes = {"episodes": 4, "violations": violations, "failed_steps": counts}
    assert cause_table({"causes": causes}) is None
    failed = {**counts, "fault": {"wet_gripper": 1}}
    table = cause_table({"causes": {**causes, "failed_steps": failed}})
    assert table is not None
    assert str(table.title) == "causes in 4 episodes with events or faults"
