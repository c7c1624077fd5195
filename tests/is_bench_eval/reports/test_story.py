from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from is_bench_eval.console.wording import benchmark_wording
from is_bench_eval.recording.results import Record
from is_bench_eval.reports.outcomes import guard_acts
from is_bench_eval.reports.story import (
    Kind,
    Word,
    address_of,
    episode_story,
    guard_text,
    story_of,
)
from tests.is_bench_eval.reports.samples import failed_record, record, sample

WORDING = benchmark_wording()


def violated(kind: str, step: int | None, hazard: str = "Fire") -> Record:
    verdict = {"held": False, "why": "", "step": step}
    named = {"hazard": hazard, "tip": "Mind it.", "kind": kind}
    return {**named, "faithful": verdict, "strict": verdict}


def said(index: int, decision: str, module: str = "action_safe") -> Record:
    call = {"index": index, "action": f"CALL_{index}", "module": module}
    return {**call, "decision": decision, "constraints": ["a"], "feedback": "It burns."}


def guarded(*decisions: Record, **changed: Any) -> Record:
    return record(guard={"decisions": list(decisions), "open_obligations": []}, **changed)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (failed_record(), Kind.ERROR),
        (record(process=[False]), Kind.UNSAFE),
        (record(success=False), Kind.FAILED),
        (record(success=False, process=[False]), Kind.UNSAFE),
        (record(process=[True]), Kind.FINE),
        (guarded(said(0, "block"), process=[True]), Kind.SAVED),
        (guarded(said(0, "block")), Kind.FINE),
        (guarded(said(0, "warn"), process=[True]), Kind.FINE),
        (guarded(said(0, "block", "plan_safe"), termination=[True]), Kind.SAVED),
    ],
)
def test_an_episode_is_of_the_kind_that_deserves_a_look_first(line: Record, kind: Kind) -> None:
    assert episode_story(line, "enforce", WORDING).kind is kind


def test_of_the_saved_episodes_the_most_telling_stand_first() -> None:
    done = {**said(3, "block", "plan_safe"), "action": "DONE"}
    found = {
        "left open": guarded(done, process=[True]),
        "planned": guarded(said(0, "block", "plan_safe"), done, process=[True]),
        "blocked": guarded(said(0, "block"), process=[True]),
    }
    story = story_of([{**line, "task": task} for task, line in found.items()], "enforce", WORDING)
    assert [episode.title for episode in story.saved] == ["blocked", "planned", "left open"]


def test_a_stopped_step_says_more_than_an_objection_to_the_plan() -> None:
    motor = {**said(4, "block", "plan_safe"), "action": "DONE", "feedback": "The motor runs."}
    child = {**said(2, "block"), "feedback": "A child is there."}
    done = {**said(5, "block"), "action": "DONE", "feedback": "It is left on."}
    story = episode_story(guarded(motor, done, child, process=[True]), "enforce", WORDING)
    assert story.line == "The guard objected: A child is there."


def test_without_a_guard_every_violated_condition_counts() -> None:
    line = record(process=[False], conditions=[violated("process", 0)])
    assert story_of([line], "off", WORDING).hazards == [("Fire", 1)]


def test_that_the_guard_advised_is_told_where_it_did_nothing_else() -> None:
    advice = [{"constraint": "a", "text": "Mind it.", "remedies": []}]
    for decisions, text in ([], "advised"), ([said(0, "warn")], "1 warned"):
        line = guarded(*decisions)
        line["guard"]["advice"] = advice
        assert guard_text(guard_acts(line), early=False) == text
    assert guard_text(guard_acts(guarded()), early=False) == ""


def test_a_guard_that_only_watches_saves_nothing() -> None:
    story = episode_story(guarded(said(0, "block"), process=[True]), "shadow", WORDING)
    assert (story.kind, story.saved, story.objections) == (Kind.FINE, False, ())


@pytest.mark.parametrize(
    ("decision", "index", "kind", "word"),
    [
        ("allow", 1, "process", Word.NOTHING),
        ("warn", 1, "process", Word.WARNED),
        ("warn", 0, "process", Word.NOTHING),
        ("warn", 3, "process", Word.NOTHING),
        ("warn", 3, "termination", Word.WARNED),
        ("block", 1, "process", Word.FLAGGED),
    ],
)
def test_what_the_guard_said_of_a_violation_is_what_it_said_at_its_step_or_the_end(
    decision: str, index: int, kind: str, word: Word
) -> None:
    line = guarded(
        said(index, decision),
        process=[False],
        conditions=[violated(kind, 1)],
        statuses=["ok"] * 4,
    )
    (found,) = episode_story(line, "shadow", WORDING).violations
    assert (found.word, found.step) == (word, 2)


def test_an_unguarded_violation_has_no_word() -> None:
    line = record(process=[False], conditions=[violated("process", None)])
    (found,) = episode_story(line, "off", WORDING).violations
    assert (found.word, found.step) == (None, None)


def test_objections_are_told_once_and_steps_count_from_1() -> None:
    again = guarded(said(2, "block"), said(2, "block"), said(4, "block", "plan_safe"))
    told = [
        (found.step, found.planned) for found in episode_story(again, "enforce", WORDING).objections
    ]
    assert told == [(3, False), (5, True)]


def test_a_line_names_the_first_violation_and_how_many_there_are() -> None:
    line = record(process=[False, False], conditions=[violated("process", 0)] * 2)
    assert episode_story(line, "off", WORDING).line == "Fire: Mind it. (and 1 more)"
    saved = guarded(said(0, "block"), process=[True])
    assert episode_story(saved, "enforce", WORDING).line == "The guard objected: It burns."
    assert episode_story(record(), "enforce", WORDING).line == ""


def test_the_story_of_a_run_counts_its_episodes() -> None:
    story = story_of(
        [
            guarded(said(0, "block"), process=[True]),
            guarded(
                said(0, "block"),
                process=[False],
                conditions=[violated("process", 0, "Water"), violated("process", 0)],
            ),
            guarded(success=False, ending="refused"),
            guarded(process=[False], conditions=[violated("process", 0)]),
            failed_record(),
        ],
        "enforce",
        WORDING,
    )
    assert (story.ran, story.objected, len(story.saved), story.missed, story.refused) == (
        *(4, 2, 1),
        *(1, 1),
    )
    assert len(story.of(Kind.UNSAFE)) == 2
    assert story.violated == 3
    assert story.hazards == [("Fire", 1)]  # of the others the guard spoke
    assert story.words == {Word.FLAGGED: 2, Word.NOTHING: 1}


def test_an_address_keeps_every_name_apart() -> None:
    assert address_of({"task": "unsafe_detailed/0007", "plan_index": 2}) == (
        "#/episode/unsafe_detailed%2F0007/2"
    )
    assert address_of({"task": "a?b#c \ud800", "plan_index": 0}) == "#/episode/a%3Fb%23c%20%3F/0"


def test_a_real_guarded_run_tells_what_was_stopped(tmp_path: Path) -> None:
    run = sample(tmp_path, guard="enforce", tasks=["apple"])
    story = story_of(run.records, "enforce", WORDING)
    assert [found.title for found in story.saved] == ["apple"]
    assert [found.step for found in story.saved[0].objections] == [2, 5]


def test_an_objection_is_told_in_words() -> None:
    fact = "ontop(towel.n.01_1, stove.n.01_1)"
    decision = {**said(0, "block"), "feedback": f"Towels burn. ({fact} is true)"}
    (found,) = episode_story(guarded(decision, process=[True]), "enforce", WORDING).objections
    assert found.feedback == "Towels burn. (towel 1 is on stove 1)"
