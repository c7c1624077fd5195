"""Derived spatial relations used by laws.

These predicates are not reported; the guard computes them from the facts of a state and from its
history.  They are allowed in every condition of a constraint.
"""

from __future__ import annotations

from collections.abc import Mapping

CONTACT = "contact"
NEAR = "near"
ON_OR_IN = "on_or_in"
RECENTLY_ON = "recently_on"
ELSEWHERE = "elsewhere"

DERIVED: Mapping[str, int] = {CONTACT: 2, NEAR: 2, ON_OR_IN: 2, RECENTLY_ON: 1, ELSEWHERE: 2}
"""The derived predicates with their numbers of arguments.

contact(x, y): one of the two lies on, in, over, under or at the other, or is attached to it.
near(x, y): contact, or side by side, or on one support or in one container other than the ground,
or one of them is on or in something, other than the ground, that is beside, above or below the
other.
on_or_in(x, y): x is on, over or inside y.
recently_on(x): x is on, or was on within the last half hour and has not been waited for.
elsewhere(x, y): the rooms of both are known, by what they are on or in, and they share none.
"""

WORDS: Mapping[str, str] = {
    CONTACT: "{0} and {1} are in contact",
    NEAR: "{0} is near {1}",
    ON_OR_IN: "{0} is on or in {1}",
    RECENTLY_ON: "{0} is or was on within the last half hour",
    ELSEWHERE: "{0} and {1} are in different rooms",
}
"""How the derived predicates are said, over `{0}` and `{1}`."""

PLACES = ("ontop", "overlaid", "draped", "inside")
"""Placements: on or in an object, and in all that contains that."""
TOUCHES = ("attached", "touching", "under")
"""Contact facts without a support.  `under`: the other object is above."""
BELOW = ("under",)
BESIDE = ("nextto",)
"""Unknown facts of these and of TOUCHES count as false, because few robots report them."""
ROOM = "inroom"
"""In which room a thing is; what rests on or in it is there, too."""
SOURCES = (*PLACES, *TOUCHES, *BESIDE, "toggled_on")
"""The facts from which derived predicates are computed."""
GROUND = ("floor.n.01", "lawn.n.01", "driveway.n.01", "yard.n.02", "flooring.n.02", "path.n.04")
"""Classes of supports so wide that things on them need not be near each other."""
