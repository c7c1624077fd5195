from __future__ import annotations

from is_bench_eval.console.wording import benchmark_wording
from is_bench_eval.recording.results import Record
from is_bench_eval.reports.changes import ComparedRun, Turn, changes_between
from tests.is_bench_eval.reports.samples import failed_record, record


def run(*records: Record, name: str = "first") -> ComparedRun:
    return ComparedRun(name, records, "off", f"{name}/report.html", benchmark_wording())


def test_what_got_worse_comes_first_with_links_to_both_reports() -> None:
    before = run(
        record("better", process=[False]),
        record("worse", process=[True]),
        record("same", process=[True]),
        record("bad", process=[False]),
        record("lost"),
        record("gained", success=False),
        record("alone"),
    )
    after = run(
        record("worse", process=[False]),
        record("better", process=[True]),
        record("same", process=[True]),
        record("bad", process=[False]),
        record("lost", success=False),
        record("gained"),
        name="second",
    )
    found = changes_between(before, after)
    assert [(episode.title, episode.turn) for episode in found.episodes] == [
        ("worse", Turn.WORSE),
        ("lost", Turn.LOST),
        ("gained", Turn.GAINED),
        ("better", Turn.BETTER),
    ]
    assert (found.same, found.unsafe, found.alone) == (2, 1, 1)
    assert found.counts == dict.fromkeys((Turn.WORSE, Turn.LOST, Turn.GAINED, Turn.BETTER), 1)
    worse = found.episodes[0]
    assert worse.before.link == "first/report.html#/episode/worse/0"
    assert worse.after.link == "second/report.html#/episode/worse/0"
    assert (worse.before.words, worse.after.words) == (
        "safe, goal reached",
        "unsafe, goal reached",
    )


def parting(before: list[str], after: list[str]) -> str:
    def steps(actions: list[str]) -> list[Record]:
        return [{"index": i, "action": a, "status": "ok"} for i, a in enumerate(actions)]

    one = record(steps=steps(before), process=[True])
    other = record(steps=steps(after), process=[False])
    (found,) = changes_between(run(one), run(other)).episodes
    return found.parting


def test_the_first_step_that_differs_is_named() -> None:
    assert parting(["A", "B"], ["A", "C", "B"]) == "step 2: B → C"
    assert parting(["A"], ["A", "B"]) == "step 2: B, only in the second run"
    assert parting(["A", "B"], ["A"]) == "step 2: B, only in the first run"
    assert parting(["A"], ["A"]) == ""


def test_an_episode_that_could_be_run_only_once_is_named() -> None:
    (found,) = changes_between(run(failed_record()), run(record())).episodes
    assert (found.turn, found.before.words) == (Turn.OTHER, "could not be run")
    assert found.before.line == "it broke"
