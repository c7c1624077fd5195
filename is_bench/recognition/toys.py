"""Toys and potted plants: words that replace the class of the noun behind them."""

from __future__ import annotations

from is_bench.recognition import grammar
from is_bench.recognition.modifiers import is_a

SOFT_TOY = "teddy.n.01"
TOY = "plaything.n.01"
POT_PLANT = "pot_plant.n.01"
FIGURINE = "figurine.n.01"

NO_TOYS = (
    "artwork.n.01",
    "box.n.01",
    "container.n.01",
    "furniture.n.01",
    "structure.n.01",
    "support.n.10",
    "support.n.07",
    "fixture.n.01",
    "holding_device.n.01",
)
"""A "toy basket" holds toys."""

PLANTS = ("flower.n.02", "plant.n.02")
"""Too general to keep in a pot; a "potted poinsettia" remains a poinsettia."""

CROPS = ("edible_fruit.n.01", "herb.n.02", "vegetable.n.01")
"""What grows on plants in pots; "potted shrimps" do not."""


def toy_of(word: str, synset: str) -> str:
    """The class of a `synset` with `word` before it ("stuffed rabbit"), "" if it is no toy."""
    if is_a(synset, "animal.n.01"):
        if word in grammar.SOFT_TOYS | grammar.CLOTHS:
            return SOFT_TOY
        if word in grammar.SOLIDS:
            return FIGURINE
        if word in grammar.MOLDED_TOYS:
            return TOY
    is_toy = word == "toy" and is_a(synset, "physical_entity.n.01")
    return TOY if is_toy and not is_a(synset, *NO_TOYS) else ""


def toy_of_unknown(word: str) -> str:
    """The class of something unknown with `word` before it ("toy giraffe"), "" if it is no toy."""
    if word in grammar.SOFT_TOYS - {"stuffed"}:  # food may be stuffed, too
        return SOFT_TOY
    return TOY if word == "toy" else ""


def potted(synset: str) -> str:
    """The class of a potted `synset`."""
    return POT_PLANT if not synset or synset in PLANTS or is_a(synset, *CROPS) else synset
