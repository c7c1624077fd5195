"""Examples are run, and a constraint that does not do what they show is found."""

from __future__ import annotations

import pytest

from is_bench.domain import Domain, SourceText, TransitionModel, domain_from_texts, load_domain
from is_safety_monitor.core.lint.examples import example_problems
from kb.constraint import Constraint
from tests.is_safety_monitor.core.lint.samples import (
    CLOSE,
    DOOR,
    KNIFE,
    MUG,
    OPEN,
    OVEN,
    RAG,
    SATISFIED,
    SHUT,
    SINK,
    rule,
    rule_in,
    said,
)

MEND = (*SHUT, "mend: CLOSE(x)")
UNBLOCKED = "expected DONE to be blocked, but it was allowed"
WRONGLY_BLOCKED = "expected DONE to be allowed, but it was blocked"


def problems(constraint: Constraint, domain: Domain | None = None) -> list[str]:
    model = TransitionModel(domain or load_domain("is_bench"))
    return said(example_problems(constraint, model))


def steps(*listed: str, facts: str = "") -> str:
    """A trace in YAML."""
    given = f"facts: ['{facts}'], " if facts else ""
    return f"{{{given}steps: {list(listed)}}}"


def test_examples_that_show_what_is_meant_are_clean() -> None:
    assert problems(rule()) == []
    assert problems(rule(*MEND)) == []


def test_a_violation_that_is_not_stopped_is_found() -> None:
    found = problems(rule(violated=steps(OPEN, CLOSE, "DONE")))
    assert found == [f"error: violated example [{OPEN}, {CLOSE}, DONE]: {UNBLOCKED}"]


def test_only_the_last_step_of_a_violation_may_be_stopped() -> None:
    soon = (*SHUT, "within: {steps: 1}", "mend: CLOSE(x)")
    found = problems(rule(*soon, violated=steps(OPEN, f"OPEN({OVEN})", "DONE")))
    assert any(f"expected OPEN({OVEN}) to be allowed" in text for text in found)


def test_what_should_pass_and_is_stopped_is_found() -> None:
    (found,) = problems(rule(satisfied=steps(OPEN, "DONE")))
    assert found.startswith(f"error: satisfied example [{OPEN}, DONE]: {WRONGLY_BLOCKED}: What a_")
    assert f"open({DOOR}) is true" in found


def test_a_trace_in_which_nothing_is_checked_shows_nothing() -> None:
    for trace in (steps("DONE"), steps(f"OPEN({OVEN})", "DONE")):
        (found,) = problems(rule(satisfied=trace))
        assert found.startswith("error: satisfied example")
        assert "never evaluated" in found


@pytest.mark.parametrize(
    ("trace", "fault"),
    [
        (steps(OPEN, "DONE", facts="open(gizmo_1)"), "'gizmo' is no synset"),
        (steps(OPEN, "DONE", facts="open(unicorn.n.01_1)"), "'unicorn.n.01' is no synset"),
        (steps(OPEN, "CLOSE(unicorn.n.01_1)"), "'unicorn.n.01' is no synset"),
        (steps("OPNE(cabinet.n.01_1)"), "OPNE"),
        (steps(OPEN, f"PLACE_INSIDE({MUG}, {OVEN})", "DONE"), "cannot be done"),
        (steps(OPEN, "DONE", facts="opened(cabinet.n.01_1)"), "is no fact"),
        (steps(OPEN, "DONE", facts="open"), "is no fact"),
        (steps(OPEN, "DONE", facts="open(cabinet.n.01_1, oven.n.01_1)"), "open takes 1"),
        ("{facts: ['open(cabinet.n.01_1)']}", "at least one step"),
        ("{instruction: Close it}", "at least one step"),
        (steps(OPEN, f"+open({DOOR})"), "ends with a step"),
        (steps("+touching(cabinet.n.01_1, oven.n.01_1)", "DONE"), "does not change by itself"),
        (steps("+opened(cabinet.n.01_1)", "DONE"), "is no fact"),
    ],
)
def test_a_trace_that_cannot_be_run_is_found(trace: str, fault: str) -> None:
    found = problems(rule(violated=trace))
    assert found, trace
    assert found[0].startswith("error: "), found
    assert fault in found[0]


def test_time_is_given_with_steps_and_ends_after_their_nominal_duration() -> None:
    late = (*SHUT, "within: {seconds: 20}", "mend: CLOSE(x)")
    asked = f"TOGGLE_ON({OVEN})"  # takes 5 s
    satisfied = steps(f"{OPEN} @ 1 s", f"{asked} @ 16 s", f"{CLOSE} @ 24 s", "DONE @ 40 s")
    good = rule(*late, violated=steps(f"{OPEN} @ 1 s", f"{asked} @ 16.5 s"), satisfied=satisfied)
    assert problems(good) == []
    in_time = rule(*late, violated=steps(f"{OPEN} @ 1 s", f"{asked} @ 16 s"), satisfied=satisfied)
    assert problems(in_time) == [
        (
            f"error: violated example [{OPEN} @ 1 s, {asked} @ 16 s]: expected {asked} to be "
            f"blocked, but it was allowed"
        )
    ]


COMES = ("where: {x: cabinet.n.01}", "comes: (open ?x)", "require: (not (open ?x))")


def test_what_happens_by_itself_stands_between_the_steps() -> None:
    opened = f"+open({DOOR})"
    traces = {"violated": steps(opened, "DONE"), "satisfied": steps(opened, CLOSE, "DONE")}
    assert problems(rule(*COMES, **traces)) == []
    closed_again = steps(opened, f"-open({DOOR})", f"OPEN({OVEN})", "DONE")
    assert problems(rule(*COMES, **traces | {"satisfied": closed_again})) == []


def test_what_a_step_brings_about_has_not_come_about_by_itself() -> None:
    found = problems(rule(*COMES, violated=steps(OPEN, "DONE")))
    assert f"error: violated example [{OPEN}, DONE]: {UNBLOCKED}" in found


def test_facts_hold_at_the_start_and_others_do_not() -> None:
    form = ("where: {s: sink.n.01, x: openable}", "before: OPEN(x)")
    demand = ("require: (not (toggled_on ?s))", "mend: TOGGLE_OFF(s)")
    running = f"toggled_on({SINK})"
    clean = rule(
        *form,
        *demand,
        kind="factual",
        violated=steps(OPEN, facts=running),
        satisfied=steps(f"TOGGLE_OFF({SINK})", OPEN, facts=running),
    )
    assert problems(clean) == []
    turned = {"violated": steps(OPEN), "satisfied": steps(OPEN, facts=running)}
    dry = rule(*form, *demand, kind="factual", **turned)
    assert len(problems(dry)) == 2


def test_a_room_is_no_object() -> None:
    form = ("where: {x: cabinet.n.01}", "before: OPEN(x)", "require: (not (inroom ?x bathroom))")
    there, here = (f"inroom({DOOR}, {room})" for room in ("bathroom", "kitchen"))
    traces = {"violated": steps(OPEN, facts=there), "satisfied": steps(OPEN, facts=here)}
    assert problems(rule(*form, kind="factual", **traces)) == []


def test_a_remedy_that_does_not_help_is_warned_of() -> None:
    (found,) = problems(rule(*SHUT, "mend: WAIT(x)", violated=steps(OPEN, "DONE")))
    assert found.startswith("warning: ")
    assert f"WAIT({DOOR})" in found


def test_a_remedy_that_cannot_be_done_is_warned_of() -> None:
    form = ("where: {x: cabinet.n.01, r: rag.n.01}", "before: WIPE(x, r)")
    demand = ("require: (not (open ?x))", "mend: PLACE_INSIDE(x, r)")
    (found,) = problems(
        rule(
            *form,
            *demand,
            kind="factual",
            violated=steps(f"WIPE({DOOR}, {RAG})", facts=f"open({DOOR})"),
            satisfied=steps(f"WIPE({DOOR}, {RAG})"),
        )
    )
    assert found.startswith(f"warning: the remedy PLACE_INSIDE({DOOR}, {RAG}) cannot be done")


def test_what_is_always_forbidden_can_be_satisfied_without_being_checked() -> None:
    form = ("where: {x: cabinet.n.01, k: knife.n.01}", "after: CUT(_, k)", "never: OPEN(x)")
    cut = f"CUT(apple.n.01_1, {KNIFE})"
    clean = rule(
        *form,
        violated=steps(cut, OPEN, facts="ontop(apple.n.01_1, chopping_board.n.01_1)"),
        satisfied=steps(OPEN, CLOSE),
    )
    assert problems(clean) == []


def test_every_example_is_run() -> None:
    both = f"{SATISFIED}, {steps(OPEN, 'DONE')}, {steps('DONE')}"
    assert len(problems(rule(satisfied=both))) == 2


GUN = ("instruction: point gun at person|child", "unless: water|toy")


def instruction(violated: str, satisfied: str) -> list[str]:
    return problems(
        rule(
            *GUN,
            kind="factual",
            violated=f"{{instruction: '{violated}'}}",
            satisfied=f"{{instruction: '{satisfied}'}}",
        )
    )


def test_instructions_are_searched_for_phrases() -> None:
    assert instruction("Point the gun at the child.", "Point the toy gun at the child.") == []


def test_an_instruction_that_is_not_found_is_reported() -> None:
    found = instruction("Point the toy gun at the child.", "Put the gun away.")
    assert found == ["error: no match in 'Point the toy gun at the child.'"]


def test_a_harmless_instruction_that_is_found_is_reported_with_the_words() -> None:
    (found,) = instruction("Point the gun at the child.", "Now point the gun at that person, child")
    assert found.startswith("error: unexpected match 'point the gun at that person'")


OWN = domain_from_texts(
    [
        SourceText(
            "porter.yaml",
            """
domain: porter
title: A robot that carries things
extends: household
predicates:
  strapped: {arguments: 1, words: ["{0} is strapped down"]}
skills:
  STRAP:
    meaning: strap a thing down
    parameters: {thing: handled}
    effects: ["(strapped ?thing)"]
  SHUT_TIGHT:
    meaning: close a door and lock it
    parameters: {door: opened}
    requires: ["(open ?door)"]
    effects: ["(not (open ?door))"]
    kind_of: [CLOSE(door)]
labels: {locker: cabinet.n.01}
""",
        )
    ]
)


def own(*lines: str, violated: str, satisfied: str) -> list[str]:
    constraint = rule_in(OWN, *lines, kind="factual", violated=violated, satisfied=satisfied)
    return problems(constraint, OWN)


STRAPPED = ("where: {x: cabinet.n.01}", "before: OPEN(x)", "require: (strapped ?x)")


def test_examples_are_run_in_the_words_of_a_domain() -> None:
    strapped = steps("STRAP(locker_1)", "OPEN(locker_1)")
    assert own(*STRAPPED, violated=steps("OPEN(locker_1)"), satisfied=strapped) == []
    given = steps("OPEN(locker_1)", facts="strapped(locker_1)")
    assert own(*STRAPPED, violated=steps("OPEN(locker_1)"), satisfied=given) == []
    turned = own(*STRAPPED, violated=strapped, satisfied=strapped)
    assert turned == [
        (
            "error: violated example [STRAP(locker_1), OPEN(locker_1)]: "
            "expected OPEN(locker_1) to be blocked, but it was allowed"
        )
    ]


def test_what_a_domain_says_changes_by_itself_does() -> None:
    loose = steps("STRAP(locker_1)", "-strapped(locker_1)", "OPEN(locker_1)")
    given = steps("+strapped(locker_1)", "OPEN(locker_1)")
    assert own(*STRAPPED, violated=loose, satisfied=given) == []
    derived = steps("+future(locker_1)", "OPEN(locker_1)")
    (found,) = own(*STRAPPED, violated=loose, satisfied=derived)
    assert "does not change by itself" in found


def test_a_special_skill_does_what_the_general_one_does() -> None:
    shut = steps(OPEN, f"SHUT_TIGHT({DOOR})", "DONE")
    constraint = rule_in(OWN, *SHUT, satisfied=shut)
    assert problems(constraint, OWN) == []
    assert any("no skill is named 'SHUT_TIGHT'" in text for text in problems(constraint))
