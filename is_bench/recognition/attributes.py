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
    also: frozenset[str] = frozenset()
    """Of these, one must stand in the label, too; empty: none need."""
    of_food: bool = False
    """Whether food has it, too."""
    owned: frozenset[str] = frozenset()
    """What the words tell the owner of; empty: they tell no owner."""

    def fits(self, synset: str) -> bool:
        """Whether things of this class may have it."""
        if is_food(synset) and not self.of_food:
            return False
        own = taxonomy().abilities(synset)
        return not self.of or is_a(synset, self.of) or self.of in own

    def told_by(self, words: frozenset[str], label: tuple[str, ...]) -> bool:
        """Whether `words` of a label, those that do not name the class, tell of it."""
        if self.owned:
            return any(
                word.removesuffix("'s") in self.words and _owns(label, at, self.owned)
                for at, word in enumerate(label)
            )
        return not words.isdisjoint(self.words) and not (self.also and words.isdisjoint(self.also))


_FLEA_PRODUCTS = frozenset({"flea", "tick", "drop", "spray", "powder", "treatment"})
"""What a word for a pet before it says whom it is made for ("dog flea drops")."""

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
    _Attribute("acid_soluble", grammar.SOLUBLE_METALS, "container.n.01"),
    _Attribute("nonstick", grammar.NONSTICK, "cooking_utensil.n.01"),
    _Attribute("nonstick", frozenset({"stick"}), "cooking_utensil.n.01", frozenset({"non"})),
    _Attribute("swollen", grammar.SWOLLEN, "battery.n.02"),
    _Attribute("sweetened_with_xylitol", grammar.SWEETENERS, of_food=True),
    _Attribute("for_infants", grammar.YOUNGEST, owned=grammar.DISHES_OF_CHILDREN),
    _Attribute("for_children", grammar.EATING_CHILDREN, owned=grammar.DISHES_OF_CHILDREN),
    _Attribute("for_dogs", grammar.OWNING_DOGS, owned=grammar.GOODS_OF_PETS),
    _Attribute("for_cats", grammar.OWNING_CATS, owned=grammar.GOODS_OF_PETS),
    _Attribute("for_small_pets", grammar.TANK_PETS, owned=grammar.WATERS_OF_PETS),
    _Attribute("rinses_inside", grammar.RINSED, also=grammar.RINSING),
    _Attribute("magnetic", grammar.MAGNETS),
    _Attribute("throws_sparks", grammar.GRINDERS, "power_tool.n.01"),
    _Attribute("throws_sparks", grammar.GRINDERS, "heatgun.n.01"),
    _Attribute("front_of_car", grammar.FRONT, "car_seat.n.01"),
    _Attribute("held_raw_meat", grammar.RAW, "artifact.n.01", grammar.MEATS),
    _Attribute("held_raw_meat", grammar.RAW, "juice.n.01", grammar.MEATS, of_food=True),
    _Attribute("for_dogs", grammar.OWNING_DOGS, "artifact.n.01", owned=_FLEA_PRODUCTS),
    _Attribute("for_cats", grammar.OWNING_CATS, "artifact.n.01", owned=_FLEA_PRODUCTS),
)


def added_abilities(label: str, synset: str) -> frozenset[str]:
    """The abilities that the words of `label` add to those of `synset`; few for food.

    Words of the name of the class add nothing.
    """
    own = {stem(word) for word in words_of(synset)}
    words = words_of(label)
    left = frozenset(word for word in words if stem(word) not in own)
    told = [each for each in _ATTRIBUTES if each.told_by(left, words)]
    return frozenset(each.ability for each in told if each.fits(synset))


def _owns(label: tuple[str, ...], at: int, goods: frozenset[str]) -> bool:
    """Whether the word at `at` tells the owner of goods ("dog bowl", "bowl for the dog")."""
    before, after = label[:at], label[at + 1 :]
    if "for" in before:
        return any(stem(word) in goods for word in before)
    if before[-1:] == ("hot",):  # "hot dog plate"
        return False
    is_next = bool(after) and stem(after[0]) in goods
    return is_next or (label[at].endswith("'s") and any(stem(word) in goods for word in after))
