"""The table of abilities that words of labels add."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
import yaml

from is_bench.recognition.attributes import added_abilities
from is_bench.taxonomy import taxonomy

TABLE = yaml.safe_load(
    (files("is_bench") / "recognition" / "attributes.yaml").read_text(encoding="utf-8")
)
FIELDS = {"ability", "words", "of", "also", "in_name", "unless", "owned", "of_food"}


@pytest.mark.parametrize("row", TABLE["attributes"], ids=lambda row: str(row["ability"]))
def test_every_row_has_known_fields_and_classes(row: dict[str, Any]) -> None:
    assert row.keys() <= FIELDS
    known = taxonomy().abilities("artifact.n.01") | {"toggleable", "cloth", "fillable", "openable"}
    for name in row.get("of", "").split():
        assert name in taxonomy() or name in known, name
    texts = [row["words"], row.get("also", ""), row.get("unless", ""), row.get("owned", "")]
    assert all(isinstance(text, str | list) for text in texts), "quote on, off, yes and no"


@pytest.mark.parametrize(
    ("label", "synset", "ability"),
    [
        ("gas heater", "heater.n.01", "fuel_burning"),
        ("tin mug", "mug.n.04", "unbreakable"),
        ("bedroom door", "door.n.01", "inner_door"),
        ("heavy box", "box.n.01", "weighty"),
        ("heavy drill", "power_tool.n.01", "weighty"),
        ("dog bowl", "bowl.n.01", "for_dogs"),
        ("bowl for the puppies", "bowl.n.01", "for_dogs"),
        ("phone on charger", "cellular_telephone.n.01", "on_charge"),
        ("top shelf", "shelf.n.01", "high_up"),
        ("top cabinet", "cabinet.n.01", "high_up"),
        ("wet washcloth over the drain", "hand_towel.n.01", "covers_drain"),
        ("non-slip shower mat", "bath_mat.n.01", "grips_floor"),
        ("dishwasher detergent tablet", "bar_soap.n.01", "for_machines"),
        ("petrol generator", "machine.n.01", "engine_driven"),
        ("turpentine canister", "jar.n.01", "holds_solvent"),
        ("raw chicken marinade", "marinade.n.01", "held_raw_meat"),
        ("silicone trivet", "grate.n.01", "for_hot_dishes"),
        ("oven mitt", "glove.n.02", "for_hot_dishes"),
        ("microwave-safe tub", "storage_container.n.01", "for_microwaves"),
        ("glass lid", "lid.n.02", "glassy"),
        ("Leo, eight, with asthma", "person.n.01", "child"),
        ("Mia (3 years)", "person.n.01", "child"),
        ("Jonas, ten months, crawling", "person.n.01", "infant"),
        ("Ginger (tabby)", "animal.n.01", "pet_cat"),
        ("narrow top of the balcony railing", "railing.n.01", "narrow_edge"),
        ("copper pan of boiling caramel", "pan.n.01", "scalding"),
        ("pot of freshly brewed coffee", "pot.n.01", "scalding"),
        ("milk pan boiling over", "saucepan.n.01", "scalding"),
        ("hot baking sheet", "cookie_sheet.n.01", "from_the_oven"),
        ("dish just out of the oven", "casserole.n.02", "from_the_oven"),
        ("hot water bottle", "bottle.n.01", "hot_water_bottle"),
        ("smashed beer bottle", "beer_bottle.n.01", "in_pieces"),
        ("cracked tumbler", "tumbler.n.02", "in_pieces"),
        ("phone battery", "battery.n.02", "large_cell"),
        ("sour milk", "milk.n.01", "gone_off"),
        ("eggs past their date", "egg.n.02", "gone_off"),
        ("rice left out overnight", "rice.n.01", "gone_off"),
        ("bowl of walnuts", "bowl.n.01", "holds_small_things"),
        ("saucer of pins", "saucer.n.02", "sharp_edged"),
        ("pair of earrings", "jewelry.n.01", "swallowable"),
        ("can of ninety per cent spirit", "can.n.01", "holds_solvent"),
        ("five-litre can of chainsaw fuel", "can.n.01", "holds_solvent"),
        ("wreath with lit candles", "wreath.n.01", "burns_with_a_flame"),
        ("hash cookies", "cookie.n.01", "drugged"),
        ("tub of wall filler", "tub.n.02", "small_tub"),
        ("angle grinder with a cutting disc", "power_tool.n.01", "sharp_edged"),
        ("awl in a wooden handle", "hand_tool.n.01", "sharp_edged"),
        ("basket with knives pointing up", "basket.n.01", "sharp_edged"),
        ("potato peeling machine", "machine.n.01", "powered_machine"),
        ("tool chest on castors", "toolbox.n.01", "on_castors"),
        ("hot stones in the sauna", "rock.n.01", "from_the_oven"),
        ("bicycle pump", "pump.n.01", "hand_powered"),
        ("thermometer with mercury", "thermometer.n.01", "holds_poison"),
        ("balcony railing", "railing.n.01", "over_a_drop"),
        ("narrow ledge above the stove", "shelf.n.01", "narrow_edge"),
        ("wide arm of the couch", "sofa.n.01", "narrow_edge"),
        ("three children at the table", "person.n.01", "child"),
        ("two toddlers", "person.n.01", "toddler"),
        ("patient on a drip", "person.n.01", "frail"),
        ("old Mr Visser", "person.n.01", "frail"),
        ("upper berth", "bed.n.01", "upper_bunk"),
        ("roof terrace", "path.n.04", "over_a_drop"),
        ("thatched roof", "roof.n.01", "flammable"),
        ("razor wire fence", "fence.n.01", "sharp_edged"),
        ("bar stool on castors", "stool.n.01", "on_wheels"),
        ("attic window", "window.n.01", "high_above_ground"),
    ],
)
def test_words_add_abilities(label: str, synset: str, ability: str) -> None:
    assert ability in added_abilities(label, synset)


@pytest.mark.parametrize(
    ("label", "synset", "ability"),
    [
        ("gas heater", "heater.n.01", "mains_powered"),
        ("tin and glass bowl", "bowl.n.01", "unbreakable"),
        ("bedroom balcony door", "door.n.01", "inner_door"),
        ("heavy cream", "cream.n.02", "weighty"),
        ("hot dog plate", "plate.n.04", "for_dogs"),
        ("fridge top shelf", "shelf.n.01", "high_up"),
        ("heater", "heater.n.01", "heats_house"),
        ("drain cleaner on the shelf", "bottle__of__cleaner.n.01", "covers_drain"),
        ("solvent-free jar", "jar.n.01", "holds_solvent"),
        ("lavender soap", "bar_soap.n.01", "for_machines"),
        ("front door", "door.n.01", "leads_to_store"),
        ("Lena, seven months pregnant", "person.n.01", "infant"),
        ("patient, three weeks after surgery", "person.n.01", "infant"),
        ("Ella, 24", "person.n.01", "child"),
        ("mother with two children", "person.n.01", "child"),
        ("workbench on locked castors", "worktable.n.01", "on_wheels"),
        ("roof terrace", "path.n.04", "under_a_roof"),
        ("pan with a wooden handle", "frying_pan.n.01", "flammable"),
        ("steel kettle with plastic handle", "kettle.n.01", "meltable"),
        ("pot of hot tea", "pot.n.01", "from_the_oven"),
        ("loose charging cable", "cable.n.02", "bare_wires"),
        ("washtub of soaking nappies", "tub.n.02", "small_tub"),
        ("broken plastic bottle", "bottle.n.01", "in_pieces"),
        ("bowl of cracked wheat", "bowl.n.01", "in_pieces"),
        ("barrel of bubbling wine", "barrel.n.02", "scalding"),
        ("belt sander", "power_tool.n.01", "sharp_edged"),
        ("pond pump", "pump.n.01", "hand_powered"),
        ("tool chest, castors locked", "toolbox.n.01", "on_castors"),
        ("hot sauce bottle", "bottle.n.01", "from_the_oven"),
    ],
)
def test_other_words_or_classes_add_none(label: str, synset: str, ability: str) -> None:
    assert ability not in added_abilities(label, synset)
