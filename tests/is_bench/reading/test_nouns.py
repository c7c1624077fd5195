"""From nouns to the things of a scene."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, SceneObject, make_object
from is_bench.reading.nouns import Nouns, is_plural, spoken_names

SCENE = ObjectTable(
    (
        make_object("fridge", "electric_refrigerator.n.01"),
        make_object("red", "mug.n.04", label="red mug"),
        make_object("plain", "mug.n.04"),
        make_object("lamp", "table_lamp.n.01"),
        make_object("milk", "carton__of__milk.n.01"),
        make_object("half", "half__apple.n.01"),
        make_object("apple", "apple.n.01"),
        make_object("gizmo", "", label="flux gizmo"),
        make_object("robot", "agent.n.01"),
    )
)


def anything(_: SceneObject) -> bool:
    return True


def found(phrase: str) -> tuple[str, ...]:
    return Nouns(SCENE, {}).find(tuple(phrase.split()), anything)


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("fridge", ("fridge",)),
        ("refrigerator", ("fridge",)),
        ("red mug", ("red",)),
        ("mug", ("red", "plain")),
        ("blue mug", ("plain",)),
        ("table lamp", ("lamp",)),
        ("lamp", ("lamp",)),
        ("carton of milk", ("milk",)),
        ("milk", ("milk",)),
        ("apple", ("apple",)),
        ("apples", ("apple",)),
        ("fruit", ("apple",)),
        ("gizmo", ("gizmo",)),
        ("flux gizmo", ("gizmo",)),
        ("fridge door", ("fridge",)),
        ("robot", ()),
        ("toy lamp", ()),
        ("thing", ()),
        ("container", ()),
    ],
)
def test_a_noun_finds_the_likeliest_things(phrase: str, names: tuple[str, ...]) -> None:
    assert found(phrase) == names


def test_only_what_fits_is_found() -> None:
    nouns = Nouns(SCENE, {})
    assert nouns.find(("mug",), lambda thing: thing.name == "red") == ("red",)
    assert nouns.find(("mug",), lambda _: False) == ()


def test_some_of_a_stock_is_not_its_container() -> None:
    nouns = Nouns(SCENE, {})
    assert nouns.find(("milk",), anything, is_some=True) == ()
    assert nouns.find(("carton", "of", "milk"), anything, is_some=True) == ("milk",)


def test_the_names_of_a_domain_count() -> None:
    thor = load_domain("thor")
    scene = ObjectTable((make_object("p", "frying_pan.n.01"), make_object("l", "switch.n.01")))
    assert Nouns(scene, thor.labels).find(("lightswitch",), anything) == ("l",)


@pytest.mark.parametrize(
    ("word", "plural"), [("mugs", True), ("children", True), ("glass", False), ("gas", False)]
)
def test_plurals_are_told(word: str, plural: bool) -> None:
    assert is_plural(word) is plural


def test_a_name_of_its_own_tells_a_thing_from_one_with_the_same_label() -> None:
    scene = ObjectTable(
        (
            make_object("Sink_1", "sink.n.01", label="sink"),
            make_object("SinkBasin_1", "sink.n.01", label="sink"),
        )
    )
    nouns = Nouns(scene, {})
    assert nouns.find(("sink",), anything) == ("Sink_1",)
    assert nouns.find(("sink", "basin"), anything) == ("SinkBasin_1",)


def test_a_label_may_have_a_word_that_denies_others() -> None:
    nouns = Nouns(ObjectTable((make_object("toy_box.n.01_1", "toy_box.n.01"),)), {})
    assert nouns.is_label(("toy", "box"))
    assert not nouns.is_label(("toy", "car"))


def test_a_name_for_a_substance_means_the_bottle_that_it_is_in() -> None:
    nouns = Nouns(ObjectTable((make_object("pills", "bottle__of__medicine.n.01"),)), {})
    assert nouns.find(("fever", "syrup"), anything) == ("pills",)
    assert nouns.find(("bleach",), anything) == ()


DOMAIN = load_domain("household")


def called(*things: SceneObject) -> dict[str, tuple[str, tuple[str, ...]]]:
    found = spoken_names(ObjectTable(things), DOMAIN)
    return {name: (one.words, one.means) for name, one in found.items()}


def test_things_are_called_by_label_or_class() -> None:
    lamp = make_object("lamp_1", "table_lamp.n.01", label="desk lamp")
    pills = make_object("bottle__of__medicine.n.01_1", "bottle__of__medicine.n.01")
    assert called(lamp, pills) == {
        "lamp_1": ("desk lamp", ("lamp_1",)),
        "bottle__of__medicine.n.01_1": ("bottle of medicine", ("bottle__of__medicine.n.01_1",)),
    }


def test_things_of_one_kind_share_their_words() -> None:
    names = ("plate.n.04_1", "plate.n.04_2")
    found = called(*(make_object(name, "plate.n.04") for name in names))
    assert found == dict.fromkeys(names, ("plate", names))


def test_of_several_names_the_one_is_taken_that_means_the_fewest() -> None:
    upper = make_object("upper_oven_1", "oven.n.01", label="oven")
    lower = make_object("lower_oven_1", "oven.n.01", label="oven")
    assert [words for words, _ in called(upper, lower).values()] == ["upper oven", "lower oven"]


def test_what_nobody_can_name_is_left_out() -> None:
    assert called(SceneObject("\u202e", "")) == {}
