"""Abilities that the words of a label add to those of the recognized class.

"Gas heater" is recognized as a heater; that it burns gas follows from a word that does not decide
the class.  `kb/library/properties/forms.yaml` gives the added abilities their properties.
"""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.recognition import grammar
from is_bench.recognition.labels import stem, words_of
from is_bench.recognition.modifiers import is_a, is_food
from is_bench.taxonomy import taxonomy


@dataclass(frozen=True)
class _Attribute:
    ability: str
    """What the words add."""
    words: frozenset[str]
    of: str = ""
    """A synset or an ability that the class has; empty: any class."""

    def fits(self, synset: str) -> bool:
        """Whether things of this class may have it."""
        own = taxonomy().abilities(synset)
        return not self.of or is_a(synset, self.of) or self.of in own


_ATTRIBUTES = (
    _Attribute("fuel_burning", grammar.FUELS, "heater.n.01"),
    _Attribute("electrically_heated", grammar.ELECTRIC_MAINS, "cloth"),
    _Attribute("mains_powered", grammar.ELECTRIC_MAINS, "toggleable"),
    _Attribute("glassy", grammar.BRITTLE, "artifact.n.01"),
    _Attribute("flammable", grammar.COMBUSTIBLE),
    _Attribute("meltable", grammar.MELTING),
    _Attribute("metallic", grammar.METALS),
    _Attribute("heat_shrinking", grammar.ANIMAL_FIBRES, "cloth"),
    _Attribute("poisonous", grammar.POISONOUS),
    _Attribute("pet_bird", grammar.BIRDS, "animal.n.01"),
    _Attribute("pet_cat", grammar.CATS, "animal.n.01"),
    _Attribute("pet_dog", grammar.DOGS, "animal.n.01"),
    _Attribute("pet_small", grammar.SMALL_PETS, "animal.n.01"),
    _Attribute("infant", grammar.INFANTS, "person.n.01"),
    _Attribute("child", grammar.CHILDREN, "person.n.01"),
    _Attribute("frail", grammar.FRAIL, "person.n.01"),
    _Attribute("oxygen_source", grammar.OXYGEN),
    _Attribute("treated_wood", grammar.TREATED),
    _Attribute("sharp_edged", grammar.SHARP),
    _Attribute("unsteady", grammar.UNSTEADY),
)


def added_abilities(label: str, synset: str) -> frozenset[str]:
    """The abilities that the words of `label` add to those of `synset`; none for food.

    Words of the name of the class add nothing.
    """
    own = {stem(word) for word in words_of(synset)}
    left = frozenset(word for word in words_of(label) if stem(word) not in own)
    told = [each for each in _ATTRIBUTES if not left.isdisjoint(each.words)]
    if not told or is_food(synset):
        return frozenset()
    return frozenset(each.ability for each in told if each.fits(synset))
