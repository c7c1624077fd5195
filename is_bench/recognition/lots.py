"""Lots of loose matter, and foods that lie together."""

from __future__ import annotations

from dataclasses import replace

from is_bench.recognition import grammar
from is_bench.recognition.lexicon import UNKNOWN, Recognition, RecognitionMethod
from is_bench.recognition.modifiers import LIVING, is_a
from is_bench.recognition.splitting import any_form
from is_bench.taxonomy import taxonomy

BURNING_WELL = ("hay.n.01", "leaf.n.01", "straw.n.04", "wood_chip.n.01")
BUNDLED = "firewood.n.01"
"""What burns as well, and can be carried."""

GROUND = ("soil.n.02", "earth.n.02")
STRETCHES = frozenset({"strip", "stretch", "patch"})
"""Of the ground, they are places and no matter that can be carried ("strip of bare soil")."""

GROUPS = frozenset(
    "brood clutch colony family flock herd hive litter nest pack pair swarm team trio".split()
)
"""Of persons or animals, they are such, too ("litter of kittens")."""

FRUITS = "edible_fruit.n.01"
ALIKE = (FRUITS, "edible_nut.n.01", "berry.n.01", "vegetable.n.01", "meat.n.01", "cheese.n.01")
"""Foods of one of these kinds have most hazards in common."""

BRITTLE = ("artifact.n.01", "grocery.n.02")
SHARDS = "broken__glass.n.01"
"""Of whatever they are, they cut as glass does."""


def is_loose(synset: str) -> bool:
    """Whether it cannot be carried without a vessel or packet, as rice and milk."""
    return "substance" in taxonomy().abilities(synset)


def lot_of(word: str, whole: Recognition) -> Recognition | None:
    """The class of a "shard", "armful" or "strip" of a `whole`; None of other words.

    An armful of loose matter is carried, what it is of is not: its class is one that burns alike.
    """
    if any_form(word, GROUPS) and is_a(whole.synset, *LIVING):
        return whole
    if word in STRETCHES and whole.synset in GROUND:
        return UNKNOWN
    if any_form(word, grammar.SHARDS) and is_a(whole.synset, *BRITTLE):
        return replace(whole, synset=SHARDS)
    if not (is_loose(whole.synset) and any_form(word, grammar.ARMFULS)):
        return None
    if not is_a(whole.synset, *BURNING_WELL):
        return UNKNOWN
    return Recognition(BUNDLED, RecognitionMethod.ALIKE, whole.matched)


def are_alike(one: str, other: str) -> bool:
    """Whether both are food of the same kind ("grapes and raisins")."""
    return any(is_a(one, kind) and is_a(other, kind) for kind in ALIKE)
