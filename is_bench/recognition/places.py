"""Places, and things of which a part is a place ("corner of the yard", "edge of the sink")."""

from __future__ import annotations

PLACES = ("floor.n.01", "yard.n.02", "lawn.n.01", "path.n.04", "driveway.n.01")
"""Of which a corner is the same kind of place."""
FLOOR = "floor.n.01"
SURFACES = ("countertop.n.01", "counter.n.01", "table.n.02", "desk.n.01", "shelf.n.01")
"""Of which a corner, an end or the back bears things as the whole does."""
TALL = ("furniture.n.01", "cabinet.n.01", "cupboard.n.01", "electric_refrigerator.n.01")
"""Things are put on top of them, which is for a robot no other thing."""
OPEN = ("bucket.n.01", "basin.n.01")
"""What is mixed or soaked in these is not kept in them."""
EDGED = ("plumbing_fixture.n.01", "railing.n.01", "wall.n.01", "path.n.04", "box.n.01")
"""What stands on the edge or top of these stands on them, too."""
FITTED = ("structure.n.01", "furniture.n.01", "fixture.n.01", "furnishing.n.02")
"""Of which a corner is a part; the corner where other things stand is a place."""
