"""Words of labels that tell of a hazard: what is damaged, on charge, or holds what spoils."""

from __future__ import annotations

from is_bench.recognition.grammar import word_set

DAMAGED = word_set(
    "scorch frayed cracked sparking damaged scorched charred faulty defective recalled exposed"
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
MEDICINES = word_set(
    "medicine medicines medication meds tablet tablets pill pills capsules insulin inhaler"
)
CHOKING = word_set(
    """peanut peanuts nut nuts almond almonds hazelnut hazelnuts cashew cashews pistachio pistachios
    popcorn grape grapes sweets marble marbles bead beads coins magnets"""
)
MADE_OF_NUTS = word_set(
    "butter cake cookies biscuits bar bars sauce oil juice jam jelly bread soup flakes chopped"
    " ground"
)
FURTHER_DOWN = word_set("middle under below")
WORN_OUT = word_set("worn wornout backless slippery smooth loose oversized floppy")
CENTRAL = word_set("central boiler furnace")
SPIRITS = word_set(
    "gin vodka whisky whiskey rum brandy cognac tequila liqueur schnapps sherry port bourbon scotch"
)
HIGH = word_set("top upper uppermost highest high")
LOW = word_set("low lower bottom fridge refrigerator freezer oven dishwasher bench")
TALL = word_set("tall")
POINTS = word_set("prong prongs tine tines point points tip teeth spike spikes nail nails blade")
UPWARDS = word_set("up upward upwards upright")
FORAGED = word_set("picked foraged gathered wild woods wood forest hedgerow meadow unidentified")
ADULTS = word_set("adult adults grown")
LETTERBOXES = word_set("letterbox letterboxes mailslot")
SLOTS = word_set("letter mail")
PUBLIC = word_set("public")
WAITING = word_set("waiting")
ROOMS = word_set("room area corridor hall lounge zone lobby")
THOROUGHFARES = word_set("walkway aisle gangway passageway passage doorway")
SCALDING = word_set("hot steaming boiling scalding")
NOT_SCALDING = word_set("bottle dog tub plate plates glue air wheels sauce pepper peppers")
FULL = word_set("full filled")
WATERS = word_set("water soapy suds bathwater")
THIN = word_set("thin flimsy")
BAGS = word_set("bag bags liner")
TOYS = word_set("toy toys lego duplo bricks")
WEATHERPROOF = word_set("weatherproof waterproof outdoor")
HEATPROOF = word_set("heatproof fireproof")
RESISTANT = word_set("resistant")
HEAT = word_set("heat")
SHUT = word_set("closed locked shut")
SEPARATE = word_set("porch room shed garage conservatory cellar greenhouse")
TEENAGE = word_set("teenage teen teenager")
GLASS = word_set("glass crystal")
BALLS = word_set("ball sphere globe orb prism lens")
BACK = word_set("back rear")
FRONT = word_set("front")
FLOWERS_POISONING_CATS = word_set("lily lilies tulip tulips daffodil daffodils hyacinth hyacinths")
