"""Which shape a kind of thing has of which nothing more is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sim_bridge.embodied.catalogue import belongings as be
from sim_bridge.embodied.catalogue import electronics as el
from sim_bridge.embodied.catalogue import food as fo
from sim_bridge.embodied.catalogue import furniture as fu
from sim_bridge.embodied.catalogue import gadgets as ga
from sim_bridge.embodied.catalogue import movers as mo
from sim_bridge.embodied.catalogue import packages
from sim_bridge.embodied.catalogue import textiles as te
from sim_bridge.embodied.catalogue import things as th
from sim_bridge.embodied.catalogue import vessels as ve
from sim_bridge.embodied.part_builders import (
    BROWN,
    GREEN,
    ORANGE,
    PINK,
    RED,
    TAN,
    TEAL,
    WHITE,
    WOOD,
)
from sim_bridge.embodied.shape import Shape

KINDS: Mapping[str, Callable[[], Shape]] = {
    "edible_fruit.n.01": lambda: fo.fruit((0.045, 0.045, 0.043), ORANGE),
    "vegetable.n.01": lambda: fo.fruit((0.05, 0.045, 0.042), GREEN),
    "cut_of_meat.n.01": fo.steak,
    "meat.n.01": fo.steak,
    "fish.n.02": lambda: fo.fillet((0.70, 0.76, 0.80, 1)),
    "seafood.n.01": lambda: fo.fillet((0.80, 0.70, 0.68, 1)),
    "sausage.n.01": lambda: fo.sausage((0.75, 0.42, 0.32, 1)),
    "bread.n.01": lambda: fo.loaf(0.22, 0.11, 0.1, fo.CRUST),
    "cake.n.03": fo.muffin,
    "pastry.n.02": fo.muffin,
    "cheese.n.01": fo.cheese,
    "food.n.01": lambda: fo.loaf(0.12, 0.09, 0.06, (0.85, 0.66, 0.35, 1)),
    "food.n.02": lambda: fo.loaf(0.12, 0.09, 0.06, (0.85, 0.66, 0.35, 1)),
    "footwear.n.01": lambda: be.boot(BROWN),
    "garment.n.01": lambda: te.shirt(TEAL),
    "clothing.n.01": lambda: te.shirt(TEAL),
    "cloth_covering.n.01": lambda: te.cloth(0.4, 0.3, TEAL),
    "fabric.n.01": lambda: te.cloth(0.4, 0.3, TEAL),
    "bed_linen.n.01": lambda: te.cloth(0.8, 0.55, (0.80, 0.84, 0.95, 1)),
    "linen.n.03": lambda: te.cloth(0.5, 0.36, WHITE),
    "ball.n.01": lambda: be.sphere(0.1, RED, WHITE),
    "plaything.n.01": be.figure,
    "cutlery.n.02": th.spoon,
    "knife.n.01": th.knife,
    "edge_tool.n.01": th.knife,
    "brush.n.02": th.hand_brush,
    "cooking_utensil.n.01": th.spoon,
    "pan.n.01": ve.pan,
    "pot.n.01": ve.pot,
    "drinking_vessel.n.01": lambda: ve.cup(0.048, 0.1, TEAL, handle=True),
    "crockery.n.01": ve.plate,
    "bottle.n.01": lambda: packages.bottle(GREEN),
    "bag.n.01": packages.sack,
    "bag.n.04": packages.sack,
    "basket.n.01": lambda: fu.bin_(0.4, 0.3, 0.28, TAN),
    "box.n.01": packages.lidded_crate,
    "vessel.n.03": ve.pot,
    "lamp.n.02": ga.table_lamp,
    "home_appliance.n.01": ga.gadget,
    "electronic_equipment.n.01": el.radio,
    "electrical_device.n.01": ga.gadget,
    "machine.n.01": ga.gadget,
    "table.n.02": lambda: fu.table(1.2, 0.75, 0.74, WOOD),
    "seat.n.03": fu.chair,
    "bed.n.01": fu.bed,
    "furniture.n.01": lambda: fu.table(1.0, 0.6, 0.7, WOOD),
    "motor_vehicle.n.01": mo.car,
    "wheeled_vehicle.n.01": mo.bicycle,
    "tree.n.01": th.plant,
    "flower.n.01": lambda: th.flower(PINK),
    "plant.n.02": th.plant,
    "dog.n.01": mo.dog,
    "animal.n.01": mo.dog,
    "person.n.01": mo.person,
    "rock.n.01": th.pebble,
    "paper.n.01": lambda: th.paper(WHITE),
    "publication.n.01": th.book,
    "tool.n.01": th.hand_brush,
}
"""By synsets of kinds."""
