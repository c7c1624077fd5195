"""Abilities that the words of a label add to those of the recognized class.

"Gas heater" is recognized as a heater; that it burns gas follows from a word that does not decide
the class.  `kb/library/properties/forms.yaml` gives the added abilities their properties.
"""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.recognition import grammar, hazard_words
from is_bench.recognition.labels import number_free, words_of
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
    unless: frozenset[str] = frozenset()
    """None of these may stand in the label."""

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
        if not self.unless.isdisjoint(label):
            return False
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
    _Attribute("stony", grammar.STONES, "artifact.n.01"),
    _Attribute("heat_shrinking", grammar.ANIMAL_FIBRES, "cloth"),
    _Attribute("poisonous", grammar.POISONOUS),
    _Attribute("pet_bird", grammar.BIRDS, "animal.n.01"),
    _Attribute("pet_cat", grammar.CATS, "animal.n.01"),
    _Attribute("pet_dog", grammar.DOGS, "animal.n.01"),
    _Attribute("pet_small", grammar.SMALL_PETS, "animal.n.01"),
    _Attribute("infant", grammar.INFANTS, "person.n.01"),
    _Attribute("child", grammar.CHILDREN, "person.n.01", unless=hazard_words.TEENAGE),
    _Attribute("frail", grammar.FRAIL, "person.n.01"),
    _Attribute("oxygen_source", grammar.OXYGEN),
    _Attribute("treated_wood", grammar.TREATED),
    _Attribute("sharp_edged", grammar.SHARP),
    _Attribute("unsteady", grammar.UNSTEADY, "artifact.n.01"),
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
    _Attribute("newborn", grammar.YOUNGEST, "person.n.01"),
    _Attribute("magnetic", grammar.MAGNETIC, also=grammar.MAGNET_TOYS),
    _Attribute("for_play", grammar.SKIPPING, "rope.n.01"),
    _Attribute("with_paracetamol", grammar.PAINKILLING, "medicine.n.02"),
    _Attribute("anti_inflammatory", grammar.ANTI_INFLAMMATORY, "medicine.n.02"),
    _Attribute("with_aspirin", grammar.ASPIRIN, "medicine.n.02"),
    _Attribute("of_grapefruit", grammar.GRAPEFRUIT, "container.n.01"),
    _Attribute("of_grapefruit", grammar.GRAPEFRUIT, "beverage.n.01", of_food=True),
    _Attribute("nutty", grammar.NUTS, of_food=True, unless=hazard_words.FREE),
    _Attribute("soft_textured", grammar.SOFTENED, of_food=True),
    _Attribute("free_from", hazard_words.FREE, also=hazard_words.ALLERGENS, of_food=True),
    _Attribute("free_from", frozenset({"glutenfree", "lactosefree", "dairyfree"}), of_food=True),
    _Attribute("risky_in_pregnancy", grammar.UNPASTEURISED, "food.n.02", of_food=True),
    _Attribute(
        "risky_in_pregnancy", grammar.RISKY_RAW, "food.n.02", grammar.OF_ANIMALS, of_food=True
    ),
    _Attribute("summons_help", grammar.HELPING, "alarm.n.02"),
    _Attribute("upper_bunk", hazard_words.UPPER, "bed.n.01", frozenset({"bunk"})),
    _Attribute("slips_away", grammar.LOOSE, "floor_cover.n.01"),
    _Attribute("slips_away", grammar.LOOSE, "runner.n.09"),
    _Attribute("weighty", grammar.WEIGHTY, "device.n.01"),
    _Attribute("weighty", grammar.WEIGHTY, "container.n.01"),
    _Attribute("weighty", grammar.WEIGHTY, "implement.n.01"),
    _Attribute("bottled_gas", grammar.BOTTLED_GASES, "fuel__can.n.01", grammar.GAS_BOTTLES),
    _Attribute("bait_poison", grammar.BAITS, also=grammar.PESTS),
    _Attribute("bait_poison", grammar.PESTS, "bait.n.01"),
    _Attribute("blunt_tipped", grammar.BLUNT, "edge_tool.n.01"),
    _Attribute("stops_fire", grammar.FIRE_DOORS, "door.n.01"),
    _Attribute("way_of_escape", frozenset({"exit"}), also=grammar.ESCAPES),
    _Attribute("way_of_escape", frozenset({"route"}), also=grammar.ESCAPES),
    _Attribute("over_a_drop", frozenset({"balcony"}), "floor.n.01"),
    _Attribute("below_ground", grammar.CELLARS),
    _Attribute("enclosed", grammar.ENCLOSED, "floor.n.01"),
    _Attribute("over_bed", grammar.OVER, "shelf.n.01", grammar.BEDS),
    _Attribute("over_bed", grammar.OVER, "cabinet.n.01", grammar.BEDS),
    _Attribute("over_bed", grammar.OVER, "rack.n.01", grammar.BEDS),
    _Attribute("for_childrens_work", grammar.CHILDRENS, "table.n.02"),
    _Attribute("for_childrens_work", grammar.CHILDRENS, "desk.n.01"),
    _Attribute("for_childrens_work", grammar.CHILDRENS, "seat.n.03"),
    _Attribute("smothers_fire", frozenset({"fire"}), also=frozenset({"blanket"})),
    _Attribute("guards_fire", hazard_words.FIRE_GUARDS, "grate.n.01"),
    _Attribute("electrically_heated", frozenset({"heating"}), "blanket.n.01"),
    _Attribute("toggleable", grammar.ELECTRIC_MAINS | {"heating"}, "blanket.n.01"),
    _Attribute("precooked", hazard_words.TINNED, of_food=True),
    _Attribute("damaged_electric", hazard_words.DAMAGED),
    _Attribute("gone_off", hazard_words.GONE_OFF, of_food=True),
    _Attribute("holds_ash", hazard_words.HOLDING_ASH, "container.n.01"),
    _Attribute("on_charge", hazard_words.CHARGED, "artifact.n.01", frozenset({"charging"})),
    _Attribute("on_charge", frozenset({"charger"}), "artifact.n.01", frozenset({"on"})),
    _Attribute("drives_vehicle", hazard_words.VEHICLES, "battery.n.02"),
    _Attribute("light_weight", hazard_words.PORTABLE, "loudspeaker.n.01"),
    _Attribute(
        "upper_in_the_cold",
        hazard_words.UPPER,
        "shelf.n.01",
        hazard_words.FRIDGES,
        unless=hazard_words.FURTHER_DOWN,
    ),
    _Attribute("plug_of_heater", hazard_words.HEATING_DEVICES, "plug.n.05"),
    _Attribute("slips_away", hazard_words.WORN_OUT, "footwear.n.02"),
    _Attribute("heats_house", hazard_words.CENTRAL, "heater.n.01"),
    _Attribute("way_of_escape", hazard_words.HALLS, "floor.n.01", hazard_words.OUT_OF_THE_HOUSE),
    _Attribute("in_pieces", hazard_words.SHATTERED, "glass.n.02"),
    _Attribute("in_pieces", hazard_words.SHATTERED, "tableware.n.01"),
    _Attribute(
        "holds_perishables",
        hazard_words.PERISHABLE_DISHES,
        "container.n.01",
        hazard_words.CONTAINING,
    ),
    _Attribute("holds_medicine", hazard_words.MEDICINES, "container.n.01", hazard_words.CONTAINING),
    _Attribute(
        "holds_small_things",
        hazard_words.CHOKING,
        "container.n.01",
        hazard_words.CONTAINING,
        unless=hazard_words.MADE_OF_NUTS,
    ),
    _Attribute(
        "holds_small_things",
        hazard_words.CHOKING,
        "tableware.n.01",
        hazard_words.CONTAINING,
        unless=hazard_words.MADE_OF_NUTS,
    ),
    _Attribute("holds_spirits", hazard_words.SPIRITS, "container.n.01", hazard_words.CONTAINING),
    _Attribute("high_up", hazard_words.HIGH, "shelf.n.01", unless=hazard_words.LOW),
    _Attribute("high_up", hazard_words.HIGH, "cabinet.n.01", unless=hazard_words.LOW),
    _Attribute("tall", hazard_words.TALL, "furniture.n.01"),
    _Attribute("points_upwards", hazard_words.POINTS, "artifact.n.01", hazard_words.UPWARDS),
    _Attribute("foraged", hazard_words.FORAGED, "mushroom.n.05", of_food=True),
    _Attribute("foraged", hazard_words.FORAGED, "fungus.n.01", of_food=True),
    _Attribute("for_adults", hazard_words.ADULTS, "medicine.n.02"),
    _Attribute("at_letterbox", hazard_words.LETTERBOXES, "artifact.n.01"),
    _Attribute("at_letterbox", frozenset({"slot"}), "artifact.n.01", hazard_words.SLOTS),
    _Attribute("in_public", hazard_words.PUBLIC, "artifact.n.01"),
    _Attribute("in_public", hazard_words.WAITING, "artifact.n.01", hazard_words.ROOMS),
    _Attribute("thoroughfare", hazard_words.THOROUGHFARES, "floor.n.01"),
    _Attribute(
        "scalding",
        hazard_words.SCALDING,
        "container.n.01",
        hazard_words.CONTAINING,
        unless=hazard_words.NOT_SCALDING,
    ),
    _Attribute("front_ring", hazard_words.FRONT, "stove.n.01"),
    _Attribute("front_ring", hazard_words.FRONT, "burner.n.02"),
    _Attribute("back_ring", hazard_words.BACK, "stove.n.01"),
    _Attribute("back_ring", hazard_words.BACK, "burner.n.02"),
    _Attribute("full_of_water", hazard_words.FULL, "artifact.n.01", hazard_words.WATERS),
    _Attribute("thin_bag", hazard_words.THIN, "container.n.01", hazard_words.BAGS),
    _Attribute("for_play", hazard_words.TOYS, "container.n.01"),
    _Attribute("weatherproof", hazard_words.WEATHERPROOF, "artifact.n.01"),
    _Attribute("heatproof", hazard_words.HEATPROOF, "artifact.n.01"),
    _Attribute("heatproof", hazard_words.RESISTANT, "artifact.n.01", hazard_words.HEAT),
    _Attribute("shut_away", hazard_words.SHUT, "artifact.n.01", hazard_words.SEPARATE),
    _Attribute("focuses_light", hazard_words.GLASS, also=hazard_words.BALLS),
    _Attribute("focuses_light", hazard_words.GLASS, "ball.n.01"),
    _Attribute("focuses_light", hazard_words.GLASS, "sphere.n.02"),
    _Attribute("focuses_light", hazard_words.GLASS, "globe.n.03"),
    _Attribute("sunlit", hazard_words.SUNLIT),
    _Attribute("sunlit", hazard_words.SUN, also=hazard_words.FULL_SUN),
    _Attribute("shaded", hazard_words.SHADED),
    _Attribute(
        "handle_out", hazard_words.HANDLES, "cooking_utensil.n.01", hazard_words.STICKING_OUT
    ),
    _Attribute("handle_in", hazard_words.TURNED_IN, "cooking_utensil.n.01"),
    _Attribute("plug_of_strip", hazard_words.STRIPS, "plug.n.05"),
    _Attribute(
        "holds_lilies",
        hazard_words.FLOWERS_POISONING_CATS,
        "container.n.01",
        hazard_words.CONTAINING,
    ),
    _Attribute("holds_lilies", hazard_words.FLOWERS_POISONING_CATS, "bouquet.n.01"),
)


def added_abilities(label: str, synset: str) -> frozenset[str]:
    """The abilities that the words of `label` add to those of `synset`; few for food.

    Words of the name of the class add nothing.
    """
    own = {number_free(word) for word in words_of(synset)}
    words = words_of(label.replace(",", " "))  # "stove, front ring"
    left = frozenset(word for word in words if number_free(word) not in own)
    told = [each for each in _ATTRIBUTES if each.told_by(left, words)]
    return frozenset(each.ability for each in told if each.fits(synset))


def usual_abilities(synset: str) -> frozenset[str]:
    """Abilities that things of this class have in a home, though the taxonomy gives none.

    A candle is lit and put out, and what is named after its content is poured from.
    """
    if not synset:
        return frozenset()
    if is_a(synset, "candle.n.01", "lantern.n.01", "spirit_lamp.n.01"):
        return frozenset({"toggleable"})
    if synset.startswith(("bottle__of__", "jug__of__", "can__of__")) or "__bottle." in synset:
        return frozenset({"fillable"})
    return frozenset()


def _owns(label: tuple[str, ...], at: int, goods: frozenset[str]) -> bool:
    """Whether the word at `at` tells the owner of goods ("dog bowl", "bowl for the dog")."""
    before, after = label[:at], label[at + 1 :]
    if "for" in before:
        return any(number_free(word) in goods for word in before)
    if before[-1:] == ("hot",):  # "hot dog plate"
        return False
    is_next = bool(after) and number_free(after[0]) in goods
    return is_next or (
        label[at].endswith("'s") and any(number_free(word) in goods for word in after)
    )
