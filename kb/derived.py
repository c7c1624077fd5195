"""Relations that follow from facts: what laws say of places without listing every way to be there.

Nobody reports these predicates; the guard works them out from the facts of a state, and from what
it remembers.  They may stand in every condition of a constraint.
"""

from __future__ import annotations

from collections.abc import Mapping

CONTACT = "contact"
NEAR = "near"
ON_OR_IN = "on_or_in"
RECENTLY_ON = "recently_on"

DERIVED: Mapping[str, int] = {CONTACT: 2, NEAR: 2, ON_OR_IN: 2, RECENTLY_ON: 1}
"""The derived predicates, and how many arguments each takes.

contact(x, y): one of the two lies on, in, over, under or at the other, or is attached to it.
near(x, y): contact, or side by side, or on one support or in one container other than the ground.
on_or_in(x, y): x is on, over or inside y.
recently_on(x): x is switched on, or was so within the last half hour and has not been waited for.
"""

PLACES = ("ontop", "overlaid", "draped", "inside")
"""Facts that say where a thing rests: on or in one thing, and in all that is around that."""
TOUCHES = ("attached", "touching", "under")
"""Facts of contact that say nothing of a support.  `under` says that the other one is above."""
BESIDE = ("nextto",)
"""Unknown facts of these and of TOUCHES count as false: hardly any robot reports them."""
SOURCES = (*PLACES, *TOUCHES, *BESIDE, "toggled_on")
"""The facts that derived predicates follow from."""
GROUND = ("floor.n.01", "lawn.n.01", "driveway.n.01", "yard.n.02", "flooring.n.02")
"""Classes of supports so wide that things on them need not be near each other."""
