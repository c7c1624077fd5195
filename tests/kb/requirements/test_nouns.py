from __future__ import annotations

import pytest

from is_bench.objects import ObjectTable, class_of, make_object, synset_of
from kb.requirements.nouns import Nouns, is_class
from kb.requirements.resolving import can, is_anything, is_solid

NAMES = """
    electric_refrigerator.n.01_1 carton__of__milk.n.01_1 whole_milk.n.01_1 hand_towel.n.01_1
    dishtowel.n.01_1 jam__jar.n.01_1 wineglass.n.01_1 bottom_cabinet.n.01_1 top_cabinet.n.01_1
    sink.n.01_1 apple.n.01_1 half__apple.n.01_1 half__apple.n.01_2 tupperware.n.01_1 water.n.06_1
    floor.n.01_1 agent.n.01_1
""".split()  # noqa: SIM905  # it reads better than a list


@pytest.fixture(scope="module")
def nouns() -> Nouns:
    return Nouns(ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES)))


@pytest.mark.parametrize(
    ("words", "classes"),
    [
        ("refrigerator", "electric_refrigerator"),
        ("fridge", "electric_refrigerator"),
        ("fridge door", "electric_refrigerator"),
        ("cabinets", "bottom_cabinet top_cabinet"),
        ("top cabinet", "top_cabinet"),
        ("cupboard", "bottom_cabinet top_cabinet"),
        ("carton of milk", "carton__of__milk"),
        ("milk", "carton__of__milk whole_milk"),
        ("jar", "jam__jar"),
        ("jar of jam", "jam__jar"),
        ("jam jar", "jam__jar"),
        ("jam", "jam__jar"),
        ("wine glasses", "wineglass"),
        ("glass", "wineglass"),
        ("dish towel", "dishtowel"),
        ("tap", "sink"),
        ("fruit", "apple"),
        ("apple halves", "half__apple half__apple"),
        ("tupperware box", "tupperware"),
    ],
)
def test_words_name_objects_by_their_classes(nouns: Nouns, words: str, classes: str) -> None:
    found = nouns.find(tuple(words.split()), is_anything)
    assert found is not None
    assert [class_of(name) for name in found.names] == classes.split()


@pytest.mark.parametrize("words", ["piano", "agent", "of", "milk of carton", "hand"])
def test_other_words_name_nothing(nouns: Nouns, words: str) -> None:
    assert nouns.find(tuple(words.split()), is_anything) is None
    assert not nouns.known(tuple(words.split()))


def test_what_does_not_fit_is_not_meant(nouns: Nouns) -> None:
    milk = nouns.find(("milk",), is_solid)
    water = nouns.find(("water",), can("toggleable"))
    assert milk is not None
    assert milk.names == ("carton__of__milk.n.01_1",)
    assert water is not None
    assert water.names == ("sink.n.01_1",)
    assert nouns.find(("apple",), can("openable")) is None


def test_pieces_come_beside_the_whole(nouns: Nouns) -> None:
    apple = nouns.find(("apple",), is_anything)
    assert apple is not None
    assert apple.names == ("apple.n.01_1",)
    assert apple.pieces == ("half__apple.n.01_1", "half__apple.n.01_2")


def test_classes_of_the_taxonomy_are_known() -> None:
    assert is_class(("paper", "towels"))
    assert not is_class(("kitchen", "towel"))
