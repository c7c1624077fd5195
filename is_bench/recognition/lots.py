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
SOLID_FUELS = ("charcoal.n.01", "coal.n.01", BUNDLED)
"""Nobody drinks them."""
STRETCHES = frozenset({"strip", "stretch", "patch"})
"""Of the ground, they are places and no matter that can be carried ("strip of bare soil")."""

GROUPS = grammar.word_set(
    "brood clutch colony family flock herd hive litter nest pack pair swarm team trio"
)
"""Of persons or animals, they are such, too ("litter of kittens")."""

FRUITS = "edible_fruit.n.01"
ALIKE = (
    (FRUITS,), ("edible_nut.n.01",), ("berry.n.01",), ("vegetable.n.01",), ("meat.n.01",),
    ("cheese.n.01",), ("medicine.n.02",), ("tableware.n.01",), ("hand_tool.n.01",),
    ("plaything.n.01",), ("book.n.02", "document.n.01", "publication.n.01", "paper.n.01"),
    ("plant.n.02",), ("flower.n.02",), ("person.n.01",),
)  # fmt: skip
"""Things of one of these kinds have most hazards in common."""

BRITTLE = ("artifact.n.01", "grocery.n.02")
SHARDS = "broken__glass.n.01"
"""Of whatever they are, they cut as glass does."""


def held_fuel(content: Recognition, container: Recognition) -> Recognition:
    """The class of a "basket of firewood": of what burns, or the container of a dirty fuel."""
    return content if is_a(content.synset, BUNDLED) else container


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
    """Whether both are of the same kind ("grapes and raisins"), or both textiles."""
    are_kin = any(is_a(one, *kinds) and is_a(other, *kinds) for kinds in ALIKE)
    return are_kin or (_is_cloth(one) and _is_cloth(other))


def _is_cloth(synset: str) -> bool:
    """Whether it is clothing, bedding or another textile ("socks and a towel")."""
    return is_a(synset, "clothing.n.01") or "cloth" in taxonomy().abilities(synset)
