from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.views import Box
from is_bench_eval.visualization.labels import Tag, gap, is_within, laid_out, shared
from tests.sampling import examples

WIDTH, HEIGHT = 640, 480


@st.composite
def tags(draw: st.DrawFn) -> list[Tag]:
    found = []
    for _ in range(draw(st.integers(0, 30))):
        left, top = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
        right, bottom = draw(st.integers(left + 1, WIDTH)), draw(st.integers(top + 1, HEIGHT))
        size = draw(st.integers(20, 130)), draw(st.integers(10, 24))
        found.append(Tag(Box("", left, top, right, bottom), *size))
    return found


@examples(15, 2000)
@given(tags())
def test_no_two_labels_share_a_pixel_and_all_are_in_the_picture(found: list[Tag]) -> None:
    placed = laid_out(found, WIDTH, HEIGHT)
    assert len(placed) == len(found)
    shown = [place for place in placed if place is not None]
    assert len(shown) == len(found)
    for one, other in combinations(shown, 2):
        assert shared(one, other) == 0
    for tag, place in zip(found, shown, strict=True):
        assert (place.width, place.height) == (tag.width, tag.height)
        assert is_within(place, Box("", 0, 0, WIDTH, HEIGHT))


def test_a_lone_label_stands_on_top_of_its_box() -> None:
    box = Box("", 100, 100, 200, 180)
    assert laid_out([Tag(box, 60, 15)], WIDTH, HEIGHT) == [Box("", 100, 85, 160, 100)]


def test_at_the_edge_it_stands_where_there_is_room() -> None:
    corner = Box("", 600, 0, 640, 20)
    (place,) = laid_out([Tag(corner, 90, 15)], WIDTH, HEIGHT)
    assert place is not None
    assert is_within(place, Box("", 0, 0, WIDTH, HEIGHT))
    assert gap(place, corner) == 0
    assert shared(place, corner) == 0


def test_boxes_at_the_same_place_have_their_labels_side_by_side() -> None:
    box = Box("", 300, 200, 340, 230)
    placed = laid_out([Tag(box, 60, 15)] * 12, WIDTH, HEIGHT)
    assert len({place for place in placed if place is not None}) == 12


def test_a_label_rather_does_not_hide_a_small_box() -> None:
    below, above = Box("", 100, 100, 200, 200), Box("", 100, 80, 200, 100)
    for place in laid_out([Tag(below, 80, 15), Tag(above, 80, 15)], WIDTH, HEIGHT):
        assert place is not None
        assert shared(place, above) == 0


def test_without_room_there_is_no_label() -> None:
    box = Box("", 0, 0, 10, 10)
    assert laid_out([Tag(box, 60, 15)], 50, 10) == [None]
    placed = laid_out([Tag(box, 40, 10)] * 3, 50, 20)
    assert [place is None for place in placed].count(True) == 1
