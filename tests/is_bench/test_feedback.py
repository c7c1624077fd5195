from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.feedback import Statement, condensed, reasons, statements, without_remedy

TAP = "A tap that runs overflows; turn it off. (toggled_on(sink.n.01_1) is true)"
LONG = "Water that runs for long floods; turn it off in time. (toggled_on(sink.n.01_1) is true)"
STOVE = "A stove that is left on starts a fire; turn it off. (toggled_on(stove.n.01_1) is true)"
OFF = ("TOGGLE_OFF(sink.n.01_1)", "TOGGLE_OFF(stove.n.01_1)")
FIRST = f"First: {', '.join(OFF)}."


def named(feedback: str, remedy: Sequence[str], ids: Sequence[str]) -> list[tuple[str, ...]]:
    """The statements, each with the ids of its constraints."""
    return [(one.text, *one.constraints) for one in statements(feedback, remedy, ids)]


def texts(feedback: str, remedy: Sequence[str]) -> list[str]:
    return [one.text for one in statements(feedback, remedy)]


def test_feedback_without_reasons_has_the_ids_of_all() -> None:
    assert named("The robot is busy.", (), ["busy"]) == [("The robot is busy.", "busy")]


def test_statements_about_the_same_things_and_remedy_are_one() -> None:
    told = f"{TAP} {STOVE} {LONG} {FIRST}"
    found = named(told, OFF, ["tap", "stove", "long"])
    assert found == [(TAP, "tap", "long"), (STOVE, "stove"), (FIRST,)]
    assert condensed(told, OFF) == f"{TAP} {STOVE} {FIRST}"


def test_a_constraint_that_several_things_violate_is_said_once() -> None:
    text = "Toys on the lawn are hurled about; pick them up."
    told = f"{text} (ontop(ball, lawn) is true) {TAP} {text} (ontop(rake, lawn) is true)"
    joined = f"{text} (ontop(ball, lawn) is true; ontop(rake, lawn) is true)"
    assert named(told, (), ["toys", "tap"]) == [(joined, "toys"), (TAP, "tap")]
    assert condensed(told, ()) == f"{joined} {TAP}"


def test_without_matching_ids_none_are_named() -> None:
    assert named(f"{TAP} {LONG} {FIRST}", OFF, ["tap"]) == [(TAP,), (FIRST,)]


def test_statements_without_a_common_remedy_stay() -> None:
    for remedy in (("TOGGLE_OFF(stove.n.01_1)",), (OFF[0], "WIPE(sink.n.01_1, rag.n.01_1)")):
        assert texts(f"{TAP} {LONG}", remedy) == [TAP, LONG]


def test_without_a_remedy_statements_that_the_same_change_lifts_are_one() -> None:
    assert named(f"{TAP} {STOVE} {LONG}", (), ["tap", "stove", "long"]) == [
        (TAP, "tap", "long"),
        (STOVE, "stove"),
    ]
    sits = "A cat that sits on a stove is burnt. (ontop(cat, stove) is true)"
    near = "An animal at a stove is burnt. (contact(cat, stove) is true; near(stove, cat) is true)"
    assert named(f"{sits} {near}", (), ["sits", "near"]) == [(sits, "sits", "near")]


@pytest.mark.parametrize(
    "other",
    [
        "A cracked stove gives shocks. (broken(stove) is true)",
        "A cold stove cooks nothing. (toggled_on(stove) is false)",
        "A stove in use is watched. (nextto(person, stove) is false; toggled_on(stove) is true)",
    ],
)
def test_without_a_remedy_what_another_change_lifts_stays(other: str) -> None:
    one = "A stove that is left on starts a fire. (toggled_on(stove) is true)"
    assert texts(f"{one} {other}", ()) == [one, other]


def test_reasons_without_things_stay() -> None:
    said = "Refuse poison. (the instruction says 'poison') Refuse harm. (the instruction says 'x')"
    assert len(list(statements(said, ()))) == 2


def test_reasons_are_the_statements_without_the_remedy() -> None:
    assert reasons(f"{TAP} {LONG} {FIRST}", OFF, ["tap", "long"]) == (
        Statement(TAP, ("tap", "long")),
    )


def test_the_order_of_the_facts_does_not_matter() -> None:
    one = "Paper burns. (ontop(paper, stove) is true)"
    other = "Paper on a hot stove burns. (toggled_on(stove) is true; ontop(paper, stove) is true)"
    remedy = ("PLACE_ON_TOP(paper, table)",)
    assert named(f"{one} {other}", remedy, ["a", "b"]) == [(one, "a", "b")]


def test_what_is_opened_and_closed_around_the_remedy_does_not_count() -> None:
    one = "Metal arcs. (inside(fork, microwave) is true)"
    other = "A fork sparks. (toggled_on(microwave) is true; inside(fork, microwave) is true)"
    remedy = ["OPEN(microwave)", "PLACE_ON_TOP(fork, counter)", "CLOSE(microwave)"]
    assert texts(f"{one} {other}", remedy) == [one]
    assert texts(f"{one} {other}", remedy[:2]) == [one, other]


def test_the_remedy_at_the_end_is_left_out_where_it_is_shown_apart() -> None:
    assert without_remedy(f"{TAP} {FIRST}", OFF) == TAP
    for feedback, remedy in ((f"{TAP} {FIRST}", ()), (f"{TAP} {FIRST} Or wait.", OFF)):
        assert without_remedy(feedback, remedy) == feedback


def test_a_remark_is_never_lost() -> None:
    remarked = f"{TAP} It cannot be seen, but follows from what was done. {LONG} {FIRST}"
    assert condensed(remarked, OFF) == remarked


@given(st.text(alphabet="ab.() ;,", max_size=40))
def test_text_of_another_form_stays(text: str) -> None:
    assert condensed(text, ()) == text
    assert " ".join(texts(text, ())).split() == text.split()
