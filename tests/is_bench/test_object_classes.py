"""Class expressions: abilities, synsets, globs, named sets, and how faults are reported."""

import pytest

from is_bench.errors import Place, SyntaxProblem
from is_bench.object_classes import ObjectClass, parse_class
from is_bench.objects import make_object

PLACE = Place("classes.yaml", 3)


def described(text: str, named: dict[str, ObjectClass] | None = None) -> set[str]:
    """The synsets, of a few, that the class `text` contains."""
    synsets = ["apple.n.01", "stove.n.01", "sink.n.01", "rag.n.01", "bottle__of__cleaner.n.01"]
    kind = parse_class(text, named or {}, PLACE)
    return {s for s in synsets if kind.contains(make_object(f"{s}_1", s))}


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("toggleable", {"stove.n.01", "sink.n.01"}),
        ("heatSource & toggleable", {"stove.n.01"}),
        ("toggleable & !heatSource", {"sink.n.01"}),
        ("edible_fruit.n.01", {"apple.n.01"}),
        ("cloth | apple.n.01", {"rag.n.01", "apple.n.01"}),
        ("*__of__cleaner.n.*", {"bottle__of__cleaner.n.01"}),
        ("!(cloth | toggleable | apple.n.01)", {"bottle__of__cleaner.n.01"}),
    ],
)
def test_a_class_contains_what_its_expression_says(text: str, members: set[str]) -> None:
    assert described(text) == members


def test_a_named_class_can_be_used_in_another() -> None:
    heater = parse_class("heatSource & toggleable", {}, PLACE)
    assert described("!heater & toggleable", {"heater": heater}) == {"sink.n.01"}


def test_a_class_knows_the_names_that_it_is_made_of() -> None:
    heater = parse_class("heatSource & toggleable", {}, PLACE)
    found = parse_class("!heater | *apple*", {"heater": heater}, PLACE)
    assert found.names == {"heater", "heatSource", "toggleable", "*apple*"}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("toggleble", "did you mean toggleable"),
        ("unicorn.n.01", "no synset"),
        ("cloth &", "unexpected end"),
        ("(cloth", "missing ')'"),
        ("cloth cloth", "unexpected 'cloth'"),
        ("cloth ? rag.n.01", "unexpected '?'"),
        ("| cloth", "unexpected '|'"),
    ],
)
def test_a_fault_is_reported_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_class(text, {}, PLACE)
    assert fault in str(caught.value)
    assert str(caught.value).startswith("classes.yaml:3")
