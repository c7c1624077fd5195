import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from is_bench.documents import check_schema, parse_yaml
from is_bench.errors import InputError
from is_bench.objects import make_object
from is_bench.taxonomy import taxonomy
from kb import properties
from kb.properties import (
    base_of,
    library_texts,
    load_properties,
    property_schema,
)
from tests.kb.small_properties import SMALL, table

SYNSETS = sorted(taxonomy())


@pytest.mark.parametrize(("name", "text"), library_texts(), ids=lambda value: str(value)[:20])
def test_library_follows_the_schema(name: str, text: str) -> None:
    check_schema(parse_yaml(text, name), property_schema(), text, name)


def test_loading_is_fast() -> None:
    taxonomy()
    took = []
    for _ in range(3):
        load_properties.cache_clear()
        start = time.process_time()
        load_properties()
        took.append(time.process_time() - start)
    assert min(took) < 0.2  # a slow machine's share of the 50 ms that a desktop stays below


@pytest.mark.parametrize(
    ("synset", "names"),
    [
        ("stove.n.01", "hot_when_on stays_hot_after mains_electric heavy"),
        ("candle.n.01", "open_flame hot_when_on combustible"),
        ("carving_knife.n.01", "sharp metal food_contact"),
        ("bleaching_agent.n.01", "bleach oxidiser harmful_fumes toxic_to_dogs"),
        ("bottle__of__vodka.n.01", "alcoholic flammable_liquid toxic_to_children shards_cut"),
        ("diced__chicken.n.01", "raw_animal must_be_cooked spoils"),
        ("cooked__diced__chicken.n.01", "ready_to_eat spoils"),
        ("grape.n.01", "choking_hazard toxic_to_dogs rolls"),
        ("plastic_bag.n.01", "suffocation_hazard melts_when_heated"),
        ("top_cabinet.n.01", "out_of_childrens_reach closed_storage"),
    ],
)
def test_classes_have_what_they_must_have(synset: str, names: str) -> None:
    assert set(names.split()) <= load_properties().of(synset)


@pytest.mark.parametrize(
    ("synset", "names"),
    [
        ("cooked__diced__chicken.n.01", "raw_animal must_be_cooked contaminates_food"),
        ("white_chocolate.n.01", "toxic_to_dogs"),
        ("chicken_wire.n.01", "textile combustible strangulation_hazard"),
        ("dixie_cup.n.01", "fragile shards_cut microwave_safe"),
        ("bottle__of__water.n.01", "toxic_to_adults flammable_liquid"),
        ("half__watermelon.n.01", "rolls"),
        ("shower_stall.n.01", "entraps closed_storage"),
        ("wooden_spoon.n.02", "metal conducts fireproof"),
    ],
)
def test_classes_lack_what_they_must_not_have(synset: str, names: str) -> None:
    assert not set(names.split()) & load_properties().of(synset)


@given(st.sampled_from(SYNSETS))
def test_what_a_class_has_is_defined_and_has_a_reason(synset: str) -> None:
    known = load_properties()
    for name in known.of(synset):
        statement = known.why(synset, name)
        assert name in known.definitions
        assert statement is not None
        assert statement.subjects


@given(st.sampled_from(SYNSETS))
def test_nothing_has_properties_that_exclude_each_other(synset: str) -> None:
    known = load_properties()
    found = known.of(synset)
    assert not any(known.definitions[name].excludes & found for name in found)


@given(st.sampled_from(SYNSETS))
def test_holders_agree_with_the_classes(synset: str) -> None:
    known = load_properties()
    assert (synset in known.holders("combustible")) is ("combustible" in known.of(synset))


def test_a_statement_holds_for_everything_below_its_class() -> None:
    known = table("statements:\n- class: edible_fruit.n.01\n  is: [stony]\n")
    assert known.of("lemon.n.01") == {"stony"}
    assert known.of("hammer.n.02") == frozenset()


def test_the_nearest_statement_wins() -> None:
    known = table(
        "statements:\n- class: apple.n.01\n  is: warm\n"
        "- class: edible_fruit.n.01\n  is_not: warm\n- class: produce.n.01\n  is: warm\n"
    )
    assert known.of("apple.n.01") == {"warm"}
    assert known.of("lemon.n.01") == frozenset()
    assert known.of("carrot.n.03") == {"warm"}


def test_implied_properties_come_along_unless_denied() -> None:
    known = table(
        "statements:\n- class: produce.n.01\n  is: burns\n- class: apple.n.01\n  is_not: warm\n"
    )
    assert known.of("lemon.n.01") == {"burns", "warm"}
    assert known.of("apple.n.01") == {"burns"}


def test_forms_have_what_their_base_has_but_for_what_the_form_changes() -> None:
    known = table(
        "statements:\n- class: bacon.n.01\n  is: [burns]\n- class: apple.n.01\n  is: [stony]\n"
        "forms:\n- form: [half]\n  of: bacon.n.01\n  is_not: [warm]\n"
    )
    assert known.of("half__bacon.n.01") == {"burns"}
    assert known.of("cooked__diced__bacon.n.01") == {"burns", "warm"}
    assert known.of("half__apple.n.01") == {"stony"}


def test_a_form_of_an_ambiguous_word_belongs_to_the_nearest_relative() -> None:
    assert base_of("half__clove.n.01") == "clove.n.03"
    assert base_of("cooked__clove.n.01") == "clove.n.04"
    assert base_of("apple.n.01") is None


def test_a_container_has_only_what_content_gives_to_containers() -> None:
    known = table(
        "statements:\n- class: gasoline.n.01\n  is: burns\n"
        "- class: fuel__can.n.01\n  holds: gasoline.n.01\n"
    )
    assert known.of("fuel__can.n.01") == {"warm"}


def test_an_unknown_class_has_nothing() -> None:
    assert load_properties().of("gizmo.n.01") == frozenset()
    assert load_properties().why("gizmo.n.01", "metal") is None


def test_invented_synsets_are_not_remembered() -> None:
    library = load_properties()
    known = len(library._properties)
    assert library.of("invented.n.01") == frozenset()
    assert len(library._properties) == known


def test_abilities_prove_properties_where_the_class_does_not() -> None:
    known = load_properties()
    assert known.of_thing(make_object("gizmo_1", "gizmo.n.01", ["slicer"])) == {"sharp"}
    assert known.of_thing(make_object("gizmo_1", "gizmo.n.01")) == frozenset()
    # The taxonomy calls cashews slicers: an ability of the class itself proves nothing.
    assert "sharp" not in known.of_thing(make_object("cashew_1", "cashew.n.02"))


def test_why_names_the_statement_and_its_line() -> None:
    known = table("statements:\n- class: produce.n.01\n  is: burns\n")
    statement = known.why("apple.n.01", "warm")
    assert statement is not None
    line = SMALL.count("\n") + 2
    assert str(statement.place).startswith(f"small.yaml:{line}")


def test_a_user_overrules_the_library_at_the_same_class() -> None:
    known = load_properties()
    mine = known.joined("statements:\n- class: candle.n.01\n  is_not: [open_flame]\n", "mine.yaml")
    assert "open_flame" in known.of("pillar_candle.n.01")
    assert "open_flame" not in mine.of("pillar_candle.n.01")


def test_a_user_can_define_a_property() -> None:
    mine = load_properties().joined(
        "properties:\n- {id: squeaks, about: house, means: It squeaks.}\n"
        "statements:\n- class: door.n.01\n  is: [squeaks, heavy]\n",
        "mine.yaml",
    )
    assert mine.holders("squeaks")[0] == "door.n.01"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("statements:\n- class: stove.n.01\n  is: [hott_when_on]\n", "hot_when_on"),
        ("statements:\n- class: stoove.n.01\n  is: [heavy]\n", "stove.n.01"),
        ("statements:\n- class: stove.n.01\n  has: [heavy]\n", "has"),
        ("statements:\n- class: jar.n.01\n  holds: jamm.n.01\n", "jam.n.01"),
    ],
)
def test_faults_of_a_user_have_a_place_and_a_remedy(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        load_properties().joined(text, "mine.yaml")
    assert caught.value.place is not None
    assert caught.value.place.line > 0


def test_holders_of_an_unknown_property_are_refused() -> None:
    with pytest.raises(InputError, match="sharp"):
        load_properties().holders("sharpp")


def test_the_number_of_properties_in_the_documentation_is_right() -> None:
    docs = Path(properties.__file__).parents[1] / "docs"
    text = (docs / "reference" / "properties.md").read_text()
    assert f"{len(load_properties().definitions)} properties" in text


def test_the_library_is_plain_yaml() -> None:
    assert all(isinstance(yaml.safe_load(text), dict) for _, text in library_texts())
