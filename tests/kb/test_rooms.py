"""Kinds of rooms, by their names."""

import pytest

from kb.clauses import ROOM
from kb.loader import load_library
from kb.rooms import kinds_of_rooms, room_kinds


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("garden", {"outdoors"}),
        ("back_garden_2", {"outdoors"}),
        ("front_porch", {"outdoors", "roofed"}),
        ("garden_shed", {"indoors"}),
        ("Ensuite", {"indoors", "bathroom"}),
        ("bathroom_1", {"indoors", "bathroom"}),
        ("master_bedroom", {"indoors", "bedroom"}),
        ("childs_room", {"indoors"}),
        ("upstairs_landing", {"indoors", "passage"}),
        ("wine_cellar", {"indoors", "underground"}),
        ("playroom", {"indoors"}),
        ("saturn", set()),
        ("", set()),
    ],
)
def test_the_end_of_a_name_tells_the_kind(name: str, kinds: set[str]) -> None:
    assert room_kinds(name) == kinds


def test_rooms_outdoors_are_never_indoors() -> None:
    for word in kinds_of_rooms()["outdoors"]:
        assert "indoors" not in room_kinds(word), word


def test_every_room_that_a_constraint_names_has_a_kind() -> None:
    terms = {term for one in load_library() for item in one.literals for term in item.terms}
    named = {term.removeprefix(ROOM) for term in terms if term.startswith(ROOM)}
    assert named
    unknown = {name for name in named if name not in kinds_of_rooms() and not room_kinds(name)}
    assert not unknown
