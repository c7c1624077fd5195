from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.reading.requirement import Span
from is_bench.reading.sayings import Sayings
from is_bench.reading.signs import Measure, signed
from is_bench.reading.tokens import sentences
from is_bench.reading.units import Unit, UnitReader
from tests.is_bench.reading.scene import THOR


def first(text: str) -> list[Unit]:
    """The first way to part `text`; nothing if there is none."""
    reader = UnitReader(Sayings(THOR, load_domain("thor")))
    return next(reader.parses(signed(sentences(text)[0].words), ()), [])


def kinds(text: str) -> list[str]:
    return [
        "main" if unit.clause else unit.sub.kind if unit.sub else "aside" for unit in first(text)
    ]


def test_clauses_are_found_with_and_without_a_comma_between_them() -> None:
    assert kinds("After opening the Drawer close the Cabinet.") == ["AFTER", "main"]
    assert kinds("Before opening the Drawer, close the Cabinet.") == ["BEFORE", "main"]
    assert kinds("Close the Cabinet and the Drawer before opening the Microwave.") == [
        "main",
        "BEFORE",
    ]


def test_reasons_and_remarks_are_set_aside() -> None:
    assert kinds("Close the Drawer to avoid dust.") == ["main", "aside"]
    assert kinds("The Pot is hot, so close the Drawer.") == ["aside", "main"]
    assert kinds("Never open the Microwave, it is hot.") == ["main", "aside"]


def test_a_demand_is_no_remark() -> None:
    assert kinds("Close the Drawer, the glooms must be off.") == []


def test_what_cannot_be_read_whole_has_no_units() -> None:
    assert kinds("Close the Drawer before opening the gloom.") == []
    assert kinds("Close the Drawer before the opening.") == []


def test_a_time_stands_between_the_clauses_that_it_belongs_to() -> None:
    first_measure = Measure("most", Span(2))
    main, after = first("Close the Drawer within two steps of opening it.")
    assert after.sub is not None
    assert first_measure in (*main.measures, after.sub.measure)
    leading, _ = first("Within two steps of opening the Drawer, close it.")
    assert leading.sub is not None
    assert leading.sub.measure == first_measure


def test_a_clause_that_leaves_out_its_verb_takes_that_of_the_one_before() -> None:
    _, second = first("Put the Egg in the Pot, not in the Microwave.")
    assert second.clause is not None
    assert second.clause.negative
    assert second.clause.event is not None
    assert second.clause.event.steps[0].skill == "PUT"
