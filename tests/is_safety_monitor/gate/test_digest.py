from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.gate.digest import digest_of


@dataclass
class Point:
    x: float = 0.0
    on: bool = False

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        return {"x": "float", "on": "boolean"}


@dataclass
class Message:
    """Has a field of every form that generated messages have."""

    number: int = 0
    byte: bytes = b"\0"
    text: str = ""
    wide: str = ""
    texts: list[str] = field(default_factory=list)
    bounded: list[str] = field(default_factory=list)
    many: Any = field(default_factory=lambda: array("d"))
    fixed: list[bool] = field(default_factory=lambda: [False, False])
    point: Point = field(default_factory=Point)
    points: list[Point] = field(default_factory=list)

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        return {
            "number": "int64",
            "byte": "octet",
            "text": "string",
            "wide": "wstring<10>",
            "texts": "sequence<string>",
            "bounded": "sequence<string<10>, 5>",
            "many": "sequence<double>",
            "fixed": "boolean[2]",
            "point": "test/Point",
            "points": "sequence<test/Point, 3>",
        }


CHANGED: list[dict[str, Any]] = [
    {"number": -1},
    {"byte": b"\1"},
    {"text": "a"},
    {"wide": "a"},
    {"texts": [""]},
    {"bounded": ["a"]},
    {"many": array("d", [0.0])},
    {"fixed": [False, True]},
    {"point": Point(on=True)},
    {"points": [Point()]},
    {"texts": ["a", "b"]},
    {"texts": ["ab"]},
]


def test_every_field_counts() -> None:
    digests = {digest_of(replace(Message(), **changed)) for changed in CHANGED}
    assert len(digests | {digest_of(Message())}) == len(CHANGED) + 1


@pytest.mark.parametrize("many", [[1.5, 2.0], (1.5, 2.0)])
def test_the_container_of_numbers_does_not_count(many: Any) -> None:
    expected = digest_of(Message(many=array("d", [1.5, 2.0])))
    assert digest_of(Message(many=many)) == expected


def test_a_number_counts_as_it_travels() -> None:
    """0.1 has no exact form, and another one in four bytes than in eight."""
    travelled = array("f", [0.1])[0]
    assert travelled != 0.1
    assert digest_of(Point(travelled)) == digest_of(Point(0.1))


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_other_texts_have_another_digest(one: list[str], other: list[str]) -> None:
    same = digest_of(Message(texts=one)) == digest_of(Message(texts=other))
    assert same is (one == other)
