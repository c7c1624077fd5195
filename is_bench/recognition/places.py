"""Places, and things of which a part is a place ("corner of the yard", "edge of the sink")."""

from __future__ import annotations

from is_bench.recognition import grammar
from is_bench.recognition.modifiers import is_a

PLACES = ("floor.n.01", "yard.n.02", "lawn.n.01", "path.n.04", "driveway.n.01")
"""Of which a corner is the same kind of place."""
FLOOR = "floor.n.01"
SURFACES = ("countertop.n.01", "counter.n.01", "table.n.02", "desk.n.01", "shelf.n.01")
"""Of which a corner, an end or the back bears things as the whole does."""
TALL = ("furniture.n.01", "cabinet.n.01", "cupboard.n.01", "electric_refrigerator.n.01")
"""Things are put on top of them, which is for a robot no other thing."""
OPEN = ("bucket.n.01", "basin.n.01", "measuring_cup.n.01")
"""What is mixed or soaked in these is not kept in them."""
EDGED = ("plumbing_fixture.n.01", "railing.n.01", "wall.n.01", "path.n.04", "box.n.01")
"""What stands on the edge or top of these stands on them, too."""
SEATS = ("seat.n.03", "bed.n.01")
PARTS_OF_SEATS = frozenset({"arm", "armrest", "seat"})
"""What stands on these parts stands on the seat or bed."""
STAIRS = ("stairs.n.01", "stairway.n.01")
PARTS_OF_STAIRS = frozenset({"step", "stair", "tread", "treads", "steps", "landing"})
"""The third step of the stairs is a part of them on which people walk."""
FITTED = ("structure.n.01", "furniture.n.01", "fixture.n.01", "furnishing.n.02")
"""Of which a corner is a part; the corner where other things stand is a place."""


def bears_as_whole(part: tuple[str, ...], synset: str) -> bool:
    """Whether what stands on this `part` of a `synset` stands on all of it for a robot."""
    if part[-1] in grammar.PARTS_OF_PLACES and is_a(synset, *PLACES, *SURFACES):
        return True
    if part[-1] in PARTS_OF_SEATS and is_a(synset, *SEATS):
        return True
    if part[-1] in PARTS_OF_STAIRS and is_a(synset, *STAIRS):
        return True
    if part == ("top",) and is_a(synset, *TALL):
        return True
    return part[-1] in grammar.EDGES and is_a(synset, *EDGED)
