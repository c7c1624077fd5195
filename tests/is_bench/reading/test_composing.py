"""Which main clause a scope belongs to."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.reading.marks import Mark, marked
from is_bench.reading.predicates import Predicates
from is_bench.reading.scopes import Statement, composed
from is_bench.reading.segments import SegmentReader
from is_bench.reading.words import sentences
from tests.is_bench.reading.scene import THOR


def statements(text: str) -> list[Statement]:
    reader = SegmentReader(Predicates(THOR, load_domain("thor")))
    return composed(next(reader.parses(marked(sentences(text)[0].words), ())))


def kinds(text: str) -> list[list[str]]:
    return [[scope.kind for scope in main.scopes] for main in statements(text)]


def test_a_scope_belongs_to_the_clause_before_it_or_behind_it() -> None:
    assert kinds("Close the drawer before you open the cabinet.") == [[Mark.BEFORE]]
    assert kinds("Before you open the cabinet, close the drawer.") == [[Mark.BEFORE]]


def test_what_stands_ahead_of_joined_clauses_belongs_to_all_of_them() -> None:
    text = "Before you open the cabinet, close the drawer and turn off the microwave."
    assert kinds(text) == [[Mark.BEFORE], [Mark.BEFORE]]


def test_what_stands_behind_joined_orders_belongs_to_all_of_them() -> None:
    text = "You must close the drawer and turn off the microwave before you open the cabinet."
    assert kinds(text) == [[Mark.BEFORE], [Mark.BEFORE]]


def test_only_ahead_of_a_connective_is_said_of_the_clause() -> None:
    (main,) = statements("Open the drawer, but only when the microwave is off.")
    assert Mark.ONLY in main.adverbials
