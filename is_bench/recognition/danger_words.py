"""Words of labels that tell of a danger: what is damaged, on charge, or holds what spoils."""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


DAMAGED = _set("frayed cracked sparking damaged scorched charred faulty defective recalled exposed")
GONE_OFF = _set("expired mouldy moldy rotten rotting spoilt spoiled rancid slimy putrid weevily")
HOLDING_ASH = _set("ash ashes embers coals cinders")
FIRE_GUARDS = _set("guard fireguard screen")
TINNED = _set("tin tins tinned can cans canned cooked precooked boiled")
CHARGED = _set("charging plugged")
VEHICLES = _set("bike ebike bikes bicycle pedelec scooter escooter moped hoverboard skateboard")
PORTABLE = _set("battery bluetooth portable pocket mini")
UPPER = _set("upper top")
FRIDGES = _set("fridge refrigerator")
HEATING_DEVICES = _set(
    """heater kettle iron toaster dryer drier hairdryer oven cooker fryer boiler microwave radiator
    hotplate hob grill straightener"""
)
HALLS = _set("hall hallway corridor passage stairwell staircase landing")
OUT_OF_THE_HOUSE = _set("front only escape exit emergency")
SHATTERED = _set("broken shattered smashed chipped")
PERISHABLE_DISHES = _set(
    """chicken turkey beef pork lamb ham fish salmon tuna prawns shrimp meat meatballs stew gravy
    soup curry rice casserole lasagna lasagne custard roast chili chilli bolognese paella risotto
    quiche mayonnaise egg eggs milk cream"""
)
CONTAINING = _set("of with containing holding")
FREE = _set("free")
ALLERGENS = _set("gluten wheat milk dairy lactose egg nut")
