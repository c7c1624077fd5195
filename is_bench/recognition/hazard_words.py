"""Words of labels that tell of a hazard: what is damaged, on charge, or holds what spoils."""

from __future__ import annotations

from is_bench.recognition.grammar import word_set

DAMAGED = word_set(
    "frayed cracked sparking damaged scorched charred faulty defective recalled exposed"
)
GONE_OFF = word_set(
    "expired mouldy moldy rotten rotting spoilt spoiled rancid slimy putrid weevily"
)
HOLDING_ASH = word_set("ash ashes embers coals cinders")
FIRE_GUARDS = word_set("guard fireguard screen")
TINNED = word_set("tin tins tinned can cans canned cooked precooked boiled")
CHARGED = word_set("charging plugged")
VEHICLES = word_set("bike ebike bikes bicycle pedelec scooter escooter moped hoverboard skateboard")
PORTABLE = word_set("battery bluetooth portable pocket mini")
UPPER = word_set("upper top")
FRIDGES = word_set("fridge refrigerator")
HEATING_DEVICES = word_set(
    """heater kettle iron toaster dryer drier hairdryer oven cooker fryer boiler microwave radiator
    hotplate hob grill straightener"""
)
HALLS = word_set("hall hallway corridor passage stairwell staircase landing")
OUT_OF_THE_HOUSE = word_set("front only escape exit emergency")
SHATTERED = word_set("broken shattered smashed chipped")
PERISHABLE_DISHES = word_set(
    """chicken turkey beef pork lamb ham fish salmon tuna prawns shrimp meat meatballs stew gravy
    soup curry rice casserole lasagna lasagne custard roast chili chilli bolognese paella risotto
    quiche mayonnaise egg eggs milk cream sushi sashimi"""
)
CONTAINING = word_set("of with containing holding")
FREE = word_set("free")
ALLERGENS = word_set("gluten wheat milk dairy lactose egg nut")
SUNLIT = word_set("sunny sunlit")
SUN = word_set("sun sunlight sunshine")
FULL_SUN = word_set("full direct blazing strong bright hot midday burning")
SHADED = word_set("shade shaded shady out away")
HANDLES = word_set("handle handles")
STICKING_OUT = word_set("over jutting sticking protruding overhanging outward outwards beyond past")
TURNED_IN = word_set("inward inwards back rear away")
STRIPS = word_set("strip extension multiplug")
FLOWERS_POISONING_CATS = word_set("lily lilies tulip tulips daffodil daffodils hyacinth hyacinths")
