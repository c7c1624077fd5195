"""What things are called."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, SceneObject, make_object
from is_bench.reading.naming import spoken_names

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
