"""The catalogue: which shape each object of a scene has."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from is_bench.objects import Matter, SceneObject, class_of
from is_bench.taxonomy import taxonomy
from sim_bridge.embodied.catalogue import food, packages, plain, textiles, things, vessels
from sim_bridge.embodied.catalogue.kinds import KINDS
from sim_bridge.embodied.catalogue.packings import CONTAINERS, SPECIAL
from sim_bridge.embodied.catalogue.words import WORDS
from sim_bridge.embodied.part_builders import lamp
from sim_bridge.embodied.shape import ON, Shape
from sim_bridge.embodied.substances import color_of

ANIMAL = "animal.n.01"


def shape_of(thing: SceneObject) -> Shape:
    """The shape of a solid object.

    One of no known class, or of a class without a shape, is a box with its name on it; what can be
    opened, filled or folded gets a plain shape that shows it, with its name on a plate.
    """
    known = _animal(thing) or _known(thing.synset)
    shape = known if known is not None else _plain(thing)
    return _with_lamp(shape) if thing.can("toggleable") else shape


def is_known(synset: str) -> bool:
    """Whether the catalogue knows a synset by its words or by what it is a kind of."""
    return _known(synset) is not None


def _animal(thing: SceneObject) -> Shape | None:
    """The shape of an animal of which the label alone tells what it is."""
    if thing.synset == ANIMAL and thing.label in WORDS:
        return WORDS[thing.label]()
    return None


@lru_cache(maxsize=4096)
def _known(synset: str) -> Shape | None:
    return _by_words(class_of(synset)) or _by_kind(synset)


def _plain(thing: SceneObject) -> Shape:
    """The shape of a thing by what can be done with it."""
    name = class_of(thing.synset).replace("_", " ") or thing.label or thing.name
    color = color_of(name)
    if thing.matter is Matter.CLOTH:
        return plain.named(textiles.cloth(0.32, 0.26, color), name)
    if thing.can("openable"):
        return plain.named(packages.lidded_crate(), name)
    if thing.can("fillable"):
        return plain.named(vessels.bowl(color=color), name)
    return plain.unknown(name)


@lru_cache(maxsize=4096)
def _with_lamp(shape: Shape) -> Shape:
    """The shape with a light that tells whether it is on, if nothing of it does."""
    if any(ON in part.when.split("&") for part in shape.parts):
        return shape
    lo, hi = shape.bounds.lo, shape.bounds.hi
    middle = ((lo[0] + hi[0]) / 2, lo[1], lo[2] + 0.6 * (hi[2] - lo[2]))
    return replace(shape, parts=(*shape.parts, *lamp(middle, 0.018)))


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
    color = color_of(content)
    for word in content.split("_"):
        if (word, container) in SPECIAL:
            return SPECIAL[word, container](color)
    if container in CONTAINERS:
        return CONTAINERS[container](color)
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
