"""Heads of noun phrases and their modifiers."""

from __future__ import annotations

import pytest

from is_bench.domain.model import ParameterRole
from is_bench.objects import ObjectTable, make_object
from is_bench.reading.nouns import Nouns
from is_bench.reading.phrases import Phrases
from is_bench.reading.wordings import Slot

SCENE = ObjectTable(
    (
        make_object("white", "mug.n.04", label="white mug"),
        make_object("green", "mug.n.04", label="green mug"),
        make_object("lamp", "table_lamp.n.01"),
        make_object("heater", "space_heater.n.01"),
        make_object("sideboard", "console_table.n.01"),
        make_object("table", "breakfast_table.n.01"),
    )
)
ANY = Slot("", ParameterRole.HANDLED, "handled")


def found(core: str, before: str = "the") -> tuple[str, ...]:
    words = (*before.split(), *core.split())
    meant = Phrases(Nouns(SCENE, {})).at(words, 0, ANY)
    return next((names for end, names in meant if end == len(words)), ())


@pytest.mark.parametrize(
    ("core", "names"),
    [
        ("big white mug", ("white",)),
        ("old mug", ()),
        ("black mug", ()),
        ("back lamp", ("lamp",)),
        ("out lamp", ()),
        ("grandmother bedside lamp", ("lamp",)),
        ("hopefully lamp", ()),
        ("toy lamp", ()),
        ("table", ("table",)),
        ("dining table", ("table",)),
        ("high sideboard", ("sideboard",)),
    ],
)
def test_modifiers_are_read_over_where_one_thing_can_be_meant(
    core: str, names: tuple[str, ...]
) -> None:
    assert found(core) == names


def test_several_things_behind_modifiers_have_to_be_counted() -> None:
    assert found("kite mugs", "both") == ("white", "green")
    assert found("kite mugs", "the three") == ()
