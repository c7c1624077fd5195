"""Classes of the taxonomy that are containers with their content.

The taxonomy spells them bottle__of__wine and wine__bottle, and has each content in a few containers
only.  A "case of rum" is its box__of__rum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from is_bench.recognition.labels import number_free
from is_bench.recognition.lexicon import Lexicon
from is_bench.taxonomy import taxonomy

NEAREST: Mapping[str, tuple[str, ...]] = {
    "aerosol": ("atomizer", "can"),
    "atomizer": ("atomizer",),
    "bag": ("bag", "sack", "package", "pack"),
    "bottle": ("bottle", "jug", "jar"),
    "box": ("box", "carton", "package", "pack", "case"),
    "bucket": ("bucket",),
    "can": ("can", "tin"),
    "canister": ("can", "tin"),
    "carton": ("carton", "box"),
    "case": ("case", "box"),
    "crate": ("case", "box"),
    "cup": ("cup",),
    "dispenser": ("dispenser",),
    "flask": ("bottle",),
    "heap": ("heap",),
    "jar": ("jar", "bottle", "shaker"),
    "jug": ("jug",),
    "mound": ("heap",),
    "pack": ("pack", "package", "box", "bag", "carton"),
    "package": ("package", "pack", "box", "bag", "carton"),
    "packet": ("package", "pack", "bag", "box", "carton"),
    "pile": ("heap",),
    "pot": ("cup",),
    "pouch": ("bag",),
    "punnet": ("box",),
    "sachet": ("bag", "package"),
    "sack": ("sack", "bag"),
    "shaker": ("shaker",),
    "spray": ("atomizer",),
    "sprayer": ("atomizer",),
    "tin": ("tin", "can"),
    "tub": ("cup", "carton", "box", "jar"),
    "tube": ("tube",),
    "vial": ("bottle",),
}
"""The containers of the taxonomy that each word of a label may stand for, the best first."""

PACKED: Mapping[str, str] = {
    "bagged": "bag",
    "bottled": "bottle",
    "boxed": "box",
    "canned": "can",
    "cartoned": "carton",
    "sprayon": "spray",
    "tinned": "can",
}
"""The container implied by a word before the content ("bottled coffee")."""

TOO_GENERAL = ("flavorer.n.01", "foodstuff.n.02", "liquid.n.01")
"""Classes that are too general for a content."""

REMEDIES = ("medicine.n.02", "drug.n.01")
RUBBED = "rubbing_alcohol__atomizer.n.01"
"""The nearest to a bottle of rubbing alcohol; one of medicine does not burn."""

ALCOHOL = "bottle__of__alcohol.n.01"
SPIRITS = "bottle__of__whiskey.n.01"

DANGEROUS = (
    "acid.n.01",
    "ammonia_water.n.01",
    "ammunition.n.01",
    "antifreeze.n.01",
    "bleaching_agent.n.01",
    "chlorine.n.01",
    "cleansing_agent.n.01",
    "detergent.n.02",
    "disinfectant.n.01",
    "drug.n.01",
    "explosive.n.01",
    "fuel.n.01",
    "gas.n.02",
    "herbicide.n.01",
    "lacquer.n.01",
    "medicine.n.02",
    "pesticide.n.01",
    "polish.n.03",
    "solvent.n.01",
    "varnish.n.01",
    "bottle__of__acid.n.01",
    "bottle__of__bleach_agent.n.01",
    "bottle__of__detergent.n.01",
    "bottle__of__disinfectant.n.01",
    "chlorine__bottle.n.01",
)
"""Hazardous contents that must not be lost with a plain container class; the last are tablets."""

CLOSED = frozenset({"can", "canister", "flask", "jar", "jug", "pot", "tin", "tub"})
"""Containers of dangerous contents that have the hazards of a bottle of them."""


class Containers:
    """The filled containers of the taxonomy, by container and content."""

    def __init__(self, lexicon: Lexicon) -> None:
        """`lexicon` maps names of contents to classes."""
        self._filled: dict[tuple[str, str, bool], str] = {}
        for synset in sorted(taxonomy()):
            for outer, inner, is_of in _parts(synset):
                words = tuple(inner.split("_"))
                entry = lexicon.find(words)
                for content in (_stems(words), entry.synset if entry else ""):
                    if content:
                        self._filled.setdefault((outer, content, is_of), synset)

    def composed(self, container: str, words: str, content: str, *, is_of: bool) -> str:
        """The class of a container with its content, "" if the taxonomy has none.

        Args:
            container: a key of `NEAREST`, or a lemma of the taxonomy.
            words: what the label calls the content.
            content: the content's synset; what this is a kind of counts, too.
            is_of: whether to prefer the spelling bottle__of__wine.
        """
        outers = NEAREST.get(container, (container,))
        if container in CLOSED and is_dangerous(content):
            outers = (*outers, "bottle")
        too_general = {*TOO_GENERAL, *REMEDIES} if is_rubbed(content) else TOO_GENERAL
        above = taxonomy().ancestors(content) - {content, *too_general}
        nearest = sorted(above, key=lambda s: (-len(taxonomy().ancestors(s)), s))
        for inner in (_stems(tuple(words.split())), content, *nearest):
            for outer in outers:
                for order in (is_of, not is_of):
                    if found := self._filled.get((outer, inner, order)):
                        return _drunk(found, content)
        return RUBBED if is_rubbed(content) and "bottle" in outers else ""


def _drunk(found: str, content: str) -> str:
    """`found`, or the nearest to a bottle of liqueur, which is not the one for the skin."""
    is_spirit = taxonomy().is_a(content, "liqueur.n.01") or taxonomy().is_a(content, "liquor.n.01")
    return SPIRITS if found == ALCOHOL and is_spirit else found


def is_rubbed(content: str) -> bool:
    """Whether it is alcohol for the skin, a medicine that burns and is not swallowed."""
    return taxonomy().is_a(content, "rubbing_alcohol.n.01")


def is_dangerous(synset: str) -> bool:
    """Whether the container inherits hazards of this content."""
    return any(taxonomy().is_a(synset, kind) for kind in DANGEROUS)


def _parts(synset: str) -> Iterator[tuple[str, str, bool]]:
    """Container and content of a synset, and whether "of" joins them."""
    parts = synset.rsplit(".n.", 1)[0].split("__")
    if len(parts) == 3 and parts[1] == "of":
        yield parts[0], parts[2], True
    elif len(parts) == 2:
        yield parts[1], parts[0], False


def _stems(words: tuple[str, ...]) -> str:
    return " ".join(number_free(word) for word in words)
