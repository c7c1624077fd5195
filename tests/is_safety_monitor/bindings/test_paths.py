from __future__ import annotations

import array
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import InputError
from is_safety_monitor.bindings.paths import (
    FieldError,
    parse_path,
    read,
    same,
    unaccounted,
)
from tests.is_safety_monitor.bindings.samples import detection, joints, message, navigate

NAMES = st.from_regex(r"[a-z][a-z_0-9]{0,5}", fullmatch=True)
LEAVES = st.one_of(st.integers(), st.floats(allow_nan=False), st.text(max_size=5), st.booleans())
MESSAGES = st.recursive(
    LEAVES, lambda inner: st.dictionaries(NAMES, inner, min_size=1, max_size=4), max_leaves=12
).filter(lambda value: isinstance(value, dict))


def leaves(value: Any, above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    if not isinstance(value, dict):
        return [(above, value)]
    return [leaf for name, inner in value.items() for leaf in leaves(inner, (*above, name))]


def found(text: str, value: Any) -> Any:
    return read(parse_path(text), value)


@given(MESSAGES)
def test_every_leaf_is_read_by_its_path(nested: dict[str, Any]) -> None:
    for names, value in leaves(nested):
        assert found(".".join(names), nested) == value


@given(MESSAGES, st.data())
def test_what_is_used_and_what_is_not_cover_the_message_once(
    nested: dict[str, Any], data: st.DataObject
) -> None:
    paths = [names for names, _ in leaves(nested)]
    used = data.draw(st.lists(st.sampled_from(paths), unique=True))
    rest = unaccounted(nested, [parse_path(".".join(names)) for names in used])

    def covering(names: tuple[str, ...]) -> int:
        tops = [*used, *(path.names for path, _ in rest)]
        return sum(names[: len(top)] == top for top in tops)

    assert all(covering(names) == 1 for names in paths)


@given(MESSAGES)
def test_a_message_is_the_same_as_itself(nested: dict[str, Any]) -> None:
    assert same(nested, nested)


def test_arrays_are_read_by_number_from_either_end() -> None:
    trajectory = message(points=[message(positions=[1.0, 2.0]), message(positions=[3.0])])
    assert found("points[0].positions[1]", trajectory) == 2.0
    assert found("points[-1].positions[0]", trajectory) == 3.0


@pytest.mark.parametrize("make", [list, lambda v: array.array("d", v), np.array])
def test_an_array_is_read_by_the_name_beside_it(make: Any) -> None:
    told = message(name=["arm", "door"], position=make([0.5, 1.5]))
    assert found("position[name=door]", told) == 1.5


def test_an_element_is_read_by_what_it_says() -> None:
    told = message(detections=[detection("cup", 0.9), detection("lamp", 0.8)])
    assert found("detections[label=lamp].score", told) == 0.8


@pytest.mark.parametrize(
    ("text", "value", "why"),
    [
        ("positon[name=arm]", joints(0.0, 1), "did you mean position"),
        ("position[name=elbow]", joints(0.0, 1), "no element with name 'elbow'"),
        ("position[name=arm]", joints(0.0, 1, name="arm"), "2 elements"),
        ("position[7]", joints(0.0, 1), "no element 7 of 2"),
        ("header[0]", joints(0.0, 1), "no array"),
        ("header.stamp.sec.x", joints(0.0, 1), "a int has no field 'x'"),
        ("position[name=c]", message(name=["a", "b", "c"], position=[1.0]), "more elements"),
        ("__class__", joints(0.0, 1), "no field is named"),
    ],
)
def test_what_is_not_there_is_said(text: str, value: Any, why: str) -> None:
    with pytest.raises(FieldError, match=why):
        found(text, value)


@pytest.mark.parametrize("text", ["a..b", ".a", "a.", "[0]", "a[x]", "a b", "a[k=]", "a" * 301])
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="path"):
        parse_path(text)


def test_a_path_into_an_array_covers_nothing_of_it() -> None:
    default = message(points=[], label="")
    rest = unaccounted(default, [parse_path("points[-1]"), parse_path("label")])
    assert [str(path) for path, _ in rest] == ["points"]


def test_what_is_beside_a_used_field_is_not_covered() -> None:
    rest = unaccounted(navigate(), [parse_path("pose.pose")])
    assert [str(path) for path, _ in rest] == ["pose.header", "behavior_tree"]


def test_nan_is_not_the_same_as_anything() -> None:
    assert not same(message(x=float("nan")), message(x=float("nan")))


def test_an_array_with_another_length_is_not_the_same() -> None:
    assert not same(message(x=[1.0]), message(x=[]))
    assert same(message(x=np.array([1.0, 2.0])), message(x=[1.0, 2.0]))
