"""All checks together, over a set and beside others."""

from __future__ import annotations

from is_safety_monitor.core.lint import Severity, lint
from tests.is_safety_monitor.core.lint.samples import errors, rule

GOOD = rule()
SAME = rule(name="same")
OPPOSITE = rule("where: {x: cabinet.n.01}", "after: OPEN(x)", "require: (open ?x)", name="opposite")
EMPTY = rule(
    "where: {x: openable & !openable}", "after: OPEN(x)", "require: (hot ?x)", name="empty"
)


def test_a_clean_set_has_no_problems() -> None:
    assert list(lint([GOOD])) == []
    assert list(lint([])) == []


def test_every_check_is_made() -> None:
    found = list(lint([GOOD, SAME, OPPOSITE, EMPTY]))
    by_id = {c: [p.message for p in found if p.constraint == c] for c in ("same", "opposite")}
    assert by_id["same"] == ["equivalent to a_rule"]
    assert any("to be blocked, but it was allowed" in text for text in by_id["opposite"])
    assert any("demands the opposite" in text for text in by_id["opposite"])
    assert any(
        "nothing is a" in text for text in errors(p for p in found if p.constraint == "empty")
    )
    assert {problem.constraint for problem in found} == {"same", "opposite", "empty"}
    assert {problem.severity for problem in found} == {Severity.ERROR}


def test_others_are_compared_with_but_not_checked() -> None:
    found = list(lint([SAME], among=[GOOD, EMPTY]))
    assert [(p.constraint, p.message) for p in found] == [("same", "equivalent to a_rule")]


def test_a_file_that_is_part_of_the_others_is_not_compared_with_itself() -> None:
    assert list(lint([GOOD], among=[GOOD])) == []


def test_examples_may_name_skills_that_only_household_robots_have() -> None:
    fall = rule(
        "where: {x: vase.n.01}",
        "before: DROP(x)",
        "require: (or)",
        kind="factual",
        violated="{steps: [DROP(vase.n.01_1)]}",
        satisfied="{steps: [DROP(mug.n.04_1)]}",
    )
    assert list(lint([fall])) == []
