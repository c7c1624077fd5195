"""The catalogue: which shape each object of a scene has."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from is_bench.objects import Matter, SceneObject, class_of
from is_bench.taxonomy import taxonomy
from sim_bridge.embodied.catalogue import food, textiles, things, vessels
from sim_bridge.embodied.catalogue.packings import CONTAINERS, SPECIAL
from sim_bridge.embodied.catalogue.words import KINDS, WORDS
from sim_bridge.embodied.kit import lamp
from sim_bridge.embodied.shape import ON, Shape
from sim_bridge.embodied.substances import colour_of


def shape_of(thing: SceneObject) -> Shape:
    """The shape of a solid object; one that nothing is known of is a box with its name on it."""
    cloth = thing.matter is Matter.CLOTH
    shape = _shape(thing.synset, cloth, thing.can("openable"), thing.can("fillable"))
    return _with_lamp(shape) if thing.can("toggleable") else shape


def is_known(synset: str) -> bool:
    """Whether the catalogue knows a synset by its words or by what it is a kind of."""
    return _by_words(class_of(synset)) is not None or _by_kind(synset) is not None


@cache
def _with_lamp(shape: Shape) -> Shape:
    """The shape with a light that tells whether it is on, if nothing of it does."""
    if any(ON in part.when.split("&") for part in shape.parts):
        return shape
    lo, hi = shape.bounds.lo, shape.bounds.hi
    middle = ((lo[0] + hi[0]) / 2, lo[1], lo[2] + 0.6 * (hi[2] - lo[2]))
    return replace(shape, parts=(*shape.parts, *lamp(middle, 0.018)))


@cache
def _shape(synset: str, cloth: bool, openable: bool, fillable: bool) -> Shape:
    word = class_of(synset)
    known = _by_words(word) or _by_kind(synset)
    if known is not None:
        return known
    if cloth:
        return textiles.cloth(0.32, 0.26, colour_of(word))
    if openable:
        return vessels.lidded_crate()
    if fillable:
        return vessels.bowl(colour=colour_of(word))
    return things.unknown(word.replace("_", " "))


def _by_words(word: str) -> Shape | None:
    """The shape that a class word tells: whole, as a compound, or by its last part."""
    if word in WORDS:
        return WORDS[word]()
    if "__" in word:
        return _compound(word)
    parts = word.split("_")
    for start in range(1, len(parts)):
        tail = "_".join(parts[start:])
        if tail in WORDS:
            return WORDS[tail]()
    if len(parts) > 1 and parts[-1] in CONTAINERS:
        return _container("_".join(parts[:-1]), parts[-1])
    return None


def _compound(word: str) -> Shape | None:
    """`bottle__of__water`, `water__bottle`, `half__apple`, `diced__apple`, `cooked__apple`."""
    if "__of__" in word:
        container, content = word.split("__of__", 1)
        return _container(content, container)
    first, second = word.split("__", 1)
    if second in CONTAINERS:
        return _container(first, second)
    whole = _by_words(second)
    if whole is None:
        return None
    if first == "half":
        return things.split_log() if second == "log" else food.half_of(whole)
    return food.diced(whole) if first == "diced" else whole


def _container(content: str, container: str) -> Shape | None:
    colour = colour_of(content)
    for word in content.split("_"):
        if (word, container) in SPECIAL:
            return SPECIAL[word, container](colour)
    if container in CONTAINERS:
        return CONTAINERS[container](colour)
    return _by_words(container)


def _by_kind(synset: str) -> Shape | None:
    """The shape of the nearest known kind that a synset belongs to."""
    table = taxonomy()
    kinds = [kind for kind in table.ancestors(synset) if kind in KINDS]
    words = [kind for kind in table.ancestors(synset) if class_of(kind) in WORDS]
    nearest = max([*kinds, *words], key=lambda kind: (len(table.ancestors(kind)), kind), default="")
    if not nearest:
        return None
    return KINDS[nearest]() if nearest in KINDS else WORDS[class_of(nearest)]()
