from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from is_bench_eval.console.wording import benchmark_wording
from is_bench_eval.recording.results import Record
from is_bench_eval.reports.footage_scripts import FootageScript
from is_bench_eval.reports.page import render_report
from is_bench_eval.reports.stopped_step import StepLine, StoppedStep, stopped_step
from is_bench_eval.reports.story import story_of
from tests.is_bench_eval.reports.samples import failed_record, poisoned, record, sample
from tests.is_bench_eval.reports.test_page import KEYS_OF_MEANING, Page

WORDING = benchmark_wording()
ON = "TOGGLE_ON(stove.n.01_1)"
AWAY = "PLACE_ON_TOP(animal.n.01_1, floor.n.01_1)"
REASON = "A cat on a stove is burnt. (ontop(animal.n.01_1, stove.n.01_1) is true)"
FILM = {"pictures": ["AAAA", "BBBB"], "at": [0, 0, 1, 1]}


def episode(task: str, *actions: str, stopped: int, **changed: Any) -> Record:
    """A safe episode with these steps, of which the guard stopped the one at index `stopped`."""
    statuses = ["blocked" if index == stopped else "ok" for index in range(len(actions))]
    decisions = ["block" if index == stopped else "allow" for index in range(len(actions))]
    line = record(task, termination=[True], statuses=statuses, decisions=decisions, **changed)
    line["guard"].setdefault("advice", [])
    for step, decision, action in zip(
        line["steps"], line["guard"]["decisions"], actions, strict=True
    ):
        step["action"] = decision["action"] = action
        if decision["decision"] == "block":
            decision.update(feedback=f"{REASON} First: {AWAY}.", remedy=[AWAY])
    return line


def shown(*records: Record, guard: str = "enforce", film: Any = None) -> StoppedStep | None:
    footage = [] if film is None else [FootageScript(0, film)]
    return stopped_step(story_of(records, guard, WORDING), records, footage, WORDING)


def of(*records: Record) -> str:
    found = shown(*records)
    assert found is not None
    return found.title


def test_it_says_what_led_to_the_stop_and_what_followed() -> None:
    beside, fact = (f"{word}(animal.n.01_1, stove.n.01_1)" for word in ("touching", "ontop"))
    jump = {"step": 0, "kind": "event", "name": "cat_jumps_up", "true": [beside, fact]}
    fault = {"step": 0, "kind": "skill_fault", "name": "it_slips"}
    later = {"step": 2, "kind": "event", "name": "rain_starts"}
    line = episode(
        "tea",
        "OPEN(door.n.01_1)",
        ON,
        AWAY,
        ON,
        "DONE",
        stopped=1,
        occurrences=[jump, fault, later],
    )
    assert shown(line, film=FILM) == StoppedStep(
        title="tea",
        address="#/episode/tea/0?step=2",
        instruction="Do it.",
        number=2,
        action="TOGGLE_ON(stove 1)",
        events=("cat jumps up (animal 1 is on stove 1)",),
        reasons=("A cat on a stove is burnt. (animal 1 is on stove 1)",),
        remedy=("PLACE_ON_TOP(animal 1, floor 1)",),
        later=(
            StepLine("PLACE_ON_TOP(animal 1, floor 1)", "ok"),
            StepLine("TOGGLE_ON(stove 1)", "ok"),
            StepLine("DONE", "ok"),
        ),
        more=0,
        success=True,
        safe=True,
        picture="BBBB",
    )


def test_a_long_rest_is_cut() -> None:
    found = shown(episode("tea", ON, *[AWAY] * 8, stopped=0))
    assert found is not None
    assert (len(found.later), found.more) == (6, 2)


@pytest.mark.parametrize("guard", ["shadow", "off"])
def test_only_an_enforcing_guard_stops_steps(guard: str) -> None:
    assert shown(episode("tea", ON, "DONE", stopped=0), guard=guard) is None


def test_nothing_is_shown_where_no_step_was_stopped() -> None:
    assert shown(record(), failed_record(), record(decisions=["allow"])) is None


def test_a_block_of_a_plan_is_no_stopped_step() -> None:
    line = episode("tea", ON, "DONE", stopped=0)
    line["guard"]["decisions"][0]["module"] = "plan_safe"
    assert shown(line) is None


def test_the_most_telling_stop_is_shown() -> None:
    unsafe = episode("unsafe", ON, AWAY, ON, stopped=0)
    unsafe["strict"]["termination"] = [False]
    at_the_end = episode("at_the_end", ON, "DONE", AWAY, "DONE", stopped=1)
    given_up = episode("given_up", ON, "DONE", stopped=0)
    resumed = episode("resumed", ON, AWAY, ON, "DONE", stopped=0)
    assert of(failed_record(), unsafe, at_the_end, given_up, resumed) == "resumed"
    assert of(unsafe, at_the_end, given_up) == "given_up"
    assert of(unsafe, at_the_end) == "at_the_end"
    assert of(unsafe) == "unsafe"


@pytest.mark.parametrize(
    ("film", "picture"),
    [
        (FILM, "BBBB"),
        ({**FILM, "at": [0]}, "AAAA"),
        ({**FILM, "at": []}, None),
        ({**FILM, "at": [0, 0, 7]}, None),
        ({**FILM, "at": [0, 0, -1]}, None),
    ],
)
def test_the_picture_is_that_of_the_moment(film: Any, picture: str | None) -> None:
    found = shown(episode("tea", AWAY, ON, stopped=1), film=film)
    assert found is not None
    assert found.picture == picture


def test_the_first_page_shows_it_with_its_picture(tmp_path: Path) -> None:
    made = sample(tmp_path)
    manifest = {**made.manifest, "guard": {**made.manifest["guard"], "mode": "enforce"}}
    line = episode("tea", ON, AWAY, ON, "DONE", stopped=0)
    film: dict[str, Any] = {**FILM, "strips": [], "strip_at": [], "cameras": [], "due": []}
    (tmp_path / "episodes").mkdir()
    (tmp_path / "episodes/tea_0.json").write_text(json.dumps({**film, "talk": []}), "utf-8")
    run = replace(made, manifest=manifest, records=[line])
    page = render_report(run.manifest, run.summary, run.records, tmp_path)
    elements = Page(page.partition("<script")[0]).elements
    assert ("section", {"class": "stopped", "aria-labelledby": "stopped"}) in elements
    assert [a["src"] for tag, a in elements if tag == "img"] == ["data:image/webp;base64,AAAA"]
    assert any(a.get("href") == "#/episode/tea/0?step=1" for tag, a in elements if tag == "a")


def test_hostile_texts_of_a_stopped_step_are_shown_as_text(tmp_path: Path) -> None:
    made = sample(tmp_path)
    manifest = {**made.manifest, "guard": {**made.manifest["guard"], "mode": "enforce"}}
    line = episode("tea", ON, AWAY, ON, "DONE", stopped=0)
    run = replace(made, manifest=manifest, records=[poisoned(line, KEYS_OF_MEANING)])
    page = Page(render_report(run.manifest, run.summary, run.records))
    assert page.count("script") == 2  # the data and ours
    assert page.count("img") == 0
