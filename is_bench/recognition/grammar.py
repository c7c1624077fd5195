"""Closed classes of English words, for parsing object names.

Each word that may stand before a noun either leaves its class ("red mug" is a mug), changes it
("toy car" is no car), or leaves it for some classes only ("glass bottle", "glass apple").
"""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of `text`."""
    return frozenset(text.split())


ARTICLES = word_set("a an the")

DETERMINERS = word_set(
    """this that these those my your his her its our their some any another each every one two
    three four five six seven eight nine ten several few many all both other"""
)
"""Dropped at the front, as numbers are."""

NUMBERS = word_set("one two three four five six seven eight nine ten eleven twelve")
"""Dropped at the end, as digits are ("table four")."""
NUMERALS = NUMBERS | word_set("fifteen twenty thirty forty fifty sixty hundred")
"""Dropped at the front with a measure ("sixty litre tub")."""

PREPOSITIONS = word_set(
    """of with without in inside into on onto at by near beside behind under below above from for
    about along around through past towards upon within
    to containing holding against next between over across around opposite outside before"""
)
"""The words before the first one name the object; after "of", those behind may."""

PARTICLES = word_set("away down in off on out up")
"""The second words of verbs ("plug-in", "rolled-up")."""

ADVERBS = word_set("close deep directly down far halfway high just low out right straight up")
"""Dropped before a preposition ("hook high up on the wall")."""

RELATIVES = word_set("who that which whose where when because")
"""Behind the noun, these begin a clause whatever stands in it ("terrier who chases every van")."""

CLAUSES = RELATIVES | word_set(
    """lying running living set labelled labeled marked aged sunk hung stuck picked found
    reading bought throwing thrown slung heaped tossed strewn trailing dangling laid spread
    decked being tied leaking keeping swinging"""
)
SUBJECTS = word_set("the my our his her their i we he she they")
DONE = word_set("bought brought found gathered lay left made sat sent stood took")
"""Behind the noun, these begin a clause about it ("rake lying prongs up", "tea we picked")."""

CONJUNCTIONS = word_set("and or plus not no non than like")
"""A phrase with one of these names several objects, or negates a property."""

UNITS = word_set(
    """piece pack inch in cm mm m meter ft foot kg kilo kilogram mg mcg g gram lb pound oz ounce
    ml cl l liter litre
    gallon quart pint watt volt ply seat seater speed person people tier drawer door slice burner
    blade step string key hour minute day week month year star"""
)
"""After a number they are a measure ("12 inch frying pan")."""

FILLED = word_set("full filled made laid stacked loaded primed")
"""Dropped before a preposition ("bottle full of water", "box made of wood")."""

PORTIONS = word_set(
    """armful bale batch bit bite bits blister block bulb bunch bundle chunk clump cluster coil
    couple crumb cube dab dash dollop dribble drip drizzle drop ear floret fillet fistful glug
    gallon gram group half handful head heap helping kilo kilogram kind length liter litre load loaf
    loop lump mound ounce pair patch piece pile pinch pint pod portion pound puddle quarter rasher
    residue row scrap
    segment serving set sheet shot shred skein slab slice sliver smear spatter spear speck splash
    splatter spoonful sprig sprinkling stack stalk stem stretch
    stick strand string strip thread trace tuft type wedge wisp"""
)
"""A "slice of bread" is bread."""

JOINTS = word_set("breast joint knob leg rack remains rest shoulder side")
"""So are these, of food only ("leg of lamb", but "leg of a table")."""

SHARDS = word_set("shard splinter")
"""Of what breaks, these are sharp whatever breaks ("shards of a broken vase")."""

PACKETS = word_set("bag box carton pack package packet parcel pouch punnet sachet sack")
"""What keeps nothing of its own: a "packet of sliced cheese" belongs where cheese belongs."""

CUTS = word_set("chunk half piece quarter slice wedge bunch tuft")
"""So is a "bread slice"."""

FORMS = word_set(
    """block bulb clove crown cube fillet flake floret grain head heart kernel leaf leave loaf
    lump pod rasher segment shaving shoot spear sprig stalk stem stick strand strip thread
    wedge"""
)
"""Parts and forms of a plant or food that are it still ("okra pods")."""

POWDERED = word_set("ground powder powdered")
"""A spice that is a powder is the spice."""

DOSES = word_set(
    """capsule caplet cream drop gel inhaler injection lozenge mixture ointment patch pen pill
    powder
    sachet solution spray suppository suspension syrup tablet vial"""
)
"""A "hay fever tablet" is the medicine."""

ROLLS = word_set("reel ream roll")
"""So is a "toilet paper roll", but no "cinnamon roll"."""

TRACES = word_set("dribble drip residue smear spatter speck splash splatter trace")
"""So is a "toothpaste smear"."""

LOTS = word_set("bale bundle coil heap pack pile set stack")
"""So are several together, but of no food: a "tea set" is no tea."""

ARMFULS = word_set("armful bale bundle coil heap skein spoonful")
"""These are carried, though what they are of cannot be: an "armful of hay"."""

PACKS = word_set("pack packet package ream sheaf")
"""A "pack of nappies" is nappies; a box of things may hold others, too."""

ALL_PORTIONS = CUTS | FORMS | POWDERED | DOSES | ROLLS | TRACES | LOTS

STATES = {
    "boxed": "boxed",
    "broken": "broken",
    "chopped": "diced",
    "cooked": "cooked",
    "cubed": "diced",
    "cut": "half",
    "diced": "diced",
    "half": "half",
    "halved": "half",
    "melted": "melted",
    "minced": "diced",
    "shattered": "broken",
    "slice": "sliced",
    "sliced": "sliced",
}
"""States that make a class of its own in the taxonomy, as its synsets spell them."""

AT_WORK = word_set(
    """running whirring humming glowing burning smoking smoldering smouldering hissing steaming
    boiling bubbling simmering leaking beeping ticking sparking rattling vibrating overheating
    overflowing ajar idle undone unattended unplugged"""
)
"""What a device does, or how it was left; said before the noun, too."""

POSTNOMINAL = AT_WORK.union(STATES) | word_set(
    """clean closed cracked dirty empty filled fried full left off on open opened peeled raw right
    ripe rotten unopened used washed wet asleep awake barking crawling crying playing
    sleeping lying standing hanging sitting leaning resting charging upstairs downstairs indoors
    outdoors"""
)
"""Said of a thing behind it ("AppleSliced", "door left", "cat asleep")."""

QUALITIES = word_set(
    """red orange yellow green blue purple violet pink brown black white gray beige cream crimson
    cyan golden indigo ivory khaki lavender lilac lime magenta maroon mauve navy ochre olive
    peach rose ruby scarlet silver tan teal turquoise amber burgundy charcoal coral emerald
    mustard mint dark light pale bright pastel neon striped spotted dotted checkered plaid
    floral patterned colored multicolored multicolor colorful transparent translucent opaque
    clear frosted glossy matte shiny big large small tiny little huge giant mini medium tall
    short long wide narrow thick thin deep shallow flat round square rectangular circular oval
    curved straight hexagonal tiny xl king queen twin single double triple full fullsize
    oversized compact extra new old vintage antique modern used spare extra broken cracked dirty
    clean dusty greasy stained wet dry empty filled open opened closed locked unlocked folded
    unfolded crumpled hot warm cold cool frozen chilled fresh raw ripe unripe overripe rotten
    moldy spoiled stale burnt burned burst boiled baked fried roasted grilled steamed peeled
    unpeeled cooked uncooked washed unwashed sealed unsealed unopened left right front rear upper
    lower middle central main center top bottom first second third last inner outer near far north
    south east west sunny sunlit cute ugly nice beautiful pretty cheap expensive"""
)
"""Colors, sizes, shapes and states, which may also stand behind ("mug red")."""

NATIONS = word_set(
    """african american asian austrian belgian brazilian british canadian caribbean chinese cuban
    cypriot danish dutch egyptian english european french german greek hungarian indian irish
    israeli italian jamaican japanese korean lebanese mediterranean mexican moroccan norwegian
    persian peruvian polish portuguese russian scottish sicilian spanish swedish swiss syrian
    thai tuscan turkish vietnamese welsh"""
)

OCCASIONS = word_set(
    """birthday breakfast brunch christmas dinner easter halloween holiday hotel lunch party picnic
    school snack sports summer supper thanksgiving valentine wedding winter xmas"""
)

_PLACES_AND_MAKES = word_set(
    """kitchen bathroom bedroom playroom livingroom living dining room lounge garden yard patio
    balcony cafe canteen carport classroom conservatory corridor greenhouse lobby porch
    restaurant shed stockroom storeroom workshop back garage office hall hallway landing
    upstairs downstairs stair laundry nursery attic basement cellar pantry outdoor indoor home
    house household domestic wall floor ceiling counter countertop tabletop corner bedside desk
    camping travel guest kid kids child children childrens men mens women womens ladies man
    woman adult everyday standard normal regular plain simple ordinary common typical basic
    generic special favorite fancy luxury heavy light lightweight portable foldable folding
    adjustable removable disposable reusable spilled spilt leftover leaking hanging standing
    lying floating parked stacked nonslip multipurpose allpurpose stainlesssteel wallmounted
    washable rechargeable cordless corded wireless battery manual automatic automated digital
    electric electrical electronic smart robotic mechanical hand handheld handmade homemade
    professional commercial industrial heavy duty nonstick insulated mounted freestanding built
    builtin organic natural whole pet own personal private public actual real ikea freshly
    finely roughly thinly thickly coarsely lightly newly partially partly fully highly ground
    grated shelled salted unsalted whisked squeezed fullfat lowfat nonfat fatfree sugarfree
    glutenfree sundried freerange looseleaf loose leavein readymade precut semiskimmed liquid
    dried boneless skinless seedless pitless sticky craft fluffy crispy crunchy crusty chewy
    creamy juicy spicy tangy savory sour mild sharp strong ripened pitted crushed mashed smoked
    cured pickled toasted marinated seasoned sweetened unsweetened drained ready instant mixed
    assorted various granulated shredded powdered iced boiling toddler baby unisex unbranded
    branded generic brand quality premium deluxe value family size sized duty selfadhesive
    doublesided pluggedin plugin foldaway foldedup foldout foldup pulldown pullout rolledup
    rollup clipon stickon switchedoff switchedon turnedoff turnedon walkin wornout antique retro
    contemporary rustic ergonomic padded quilted knitted crocheted woven waterproof unlit lit
    lidded framed mixedrace vacuumpacked shrinkwrapped mouldy moldy rotten rancid spoilt spoiled
    slimy expired smouldering smoldering bath running working blank unwrapped windup
    pullalong pushalong walkthrough seethrough
    dripping thawing defrosting marinating gutted bubbling simmering sizzling sprouting wilting
    drooping withered smelly stinking maggoty wormy dayold tattered worn torn unpaid overdue
    supermarket shop walkway aisle gangway passageway doorway adult adults strength"""
)
HARMLESS = QUALITIES | NATIONS | OCCASIONS | _PLACES_AND_MAKES
"""With places, owners, makes and states: they leave the class as it is."""

MATERIALS = word_set(
    """wooden wood metal metallic steel stainless iron cast plastic glass ceramic porcelain clay
    earthenware stoneware leather cotton wool woolen silk linen denim rubber silicone stone
    marble granite brass copper bronze silver gold aluminum tin pewter chrome bamboo wicker
    plaster rattan straw fabric cloth canvas nylon polyester vinyl velvet fleece foam concrete
    crystal acrylic resin enamel oak pine walnut teak mahogany birch brick tile styrofoam
    melamine pyrex galvanized galvanised titanium beech maple cedar spruce larch rosewood
    hardwood softwood plywood mdf chipboard terracotta jute sisal felt suede satin tweed
    corduroy polypropylene polythene pvc latex neoprene microfiber zinc wrought"""
)
"""They leave an artifact as it is; a glass apple is no apple."""

NOT_STATES = word_set("unidentified imagined imaginary undefined missing destroyed wanted")
"""Participles that say more than in what state a thing is."""

FLIMSY = word_set("paper cardboard carton foil")
"""They leave what holds things and what is read as it is (a cup, a leaflet); a paper boat is
no boat."""

CHANGING = word_set(
    """toy model fake false artificial imitation mock dummy replica pretend play playdough doll
    doll's dolls dollhouse miniature virtual simulated simulation plush plushie stuffed cuddly
    inflatable cartoon lego duplo origami balloon photo photograph photographed picture pictured
    image painting drawn drawing printed sketch sketched poster statue figurine
    sculpture hologram holographic faux pseudo anti former ex ghost
    scarecrow snowman prop costume souvenir themed shaped flavored scented style"""
)
"""Objects named after one of these are not of the named class."""

DECORATED = word_set("carved decorative ornamental painted")
"""They leave an artifact as it is; a painted dog is no dog."""

CLOTHS = word_set(
    """cloth cotton crochet crocheted fabric felt fleece knit knitted velvet wool woolen"""
)
SOLIDS = word_set(
    """alabaster brass bronze ceramic clay crystal glass jade marble metal plaster porcelain stone
    terracotta wood wooden"""
)
MOLDED_TOYS = word_set("plastic rubber silicone vinyl")
OF_FIGURES = CLOTHS | SOLIDS | MOLDED_TOYS
"""Materials of animals: a knitted dog is a soft toy, a stone cat a figure, a rubber duck a toy."""

ORDERS = word_set(
    """ask bathe bring brush call carry catch feed fetch find follow groom help hold lift move pet
    see walk wash watch"""
)
"""Verbs, not names: "feed the dog" names no dog."""

SOFT_TOYS = word_set("cuddly plush stuffed")
"""An animal of this kind is a soft toy."""

STATES_OF_PERSONS = word_set(
    """asleep awake barefoot bathing breastfeeding cooking crawling crying doing dozing dressed
    drinking eating kneeling napping naked playing pregnant reading resting seated sewing
    singing sitting sleeping sleepwalking standing studying sunbathing teething toddling
    undressed undressing unwell walking watching writing"""
)
"""Behind a name, they tell of a person ("Mila, asleep")."""

OF_THE_LIVING = word_set(
    """asthmatic autistic bedridden blind confused deaf dementia diabetic dwarf epileptic expectant
    feverish frail infirm lame paralysed paralyzed paraplegic tetraplegic broody laying nesting
    pregnant stroke"""
)
"""They leave persons and animals as they are."""

KIN = word_set(
    """abuela abuelo amma aunt auntie aunty baba babcia cousin dada dadi dede deda dziadek gran
    grandad grandfather granddad grandma grandmother grandpa granny halmoni nan nana nani nanna
    nonna nonno oma opa omi opi papi pappi mami mormor farmor tante tia tio uncle yaya yiayia
    pappou lola lolo brother sister"""
)
"""Before a name, they tell that it is a person's ("uncle Bashir")."""

OF_ANIMALS = word_set(
    """adult angus apricot avalanche bay brindle chestnut cinnamon dapple father friesian ginger
    holstein honey merino mother orphan piebald rescue roan sable senior stray street suckler tabby
    tortoiseshell tricolor young"""
)
"""So are these before animals, though some are food or a person elsewhere ("ginger cat")."""

MOULDED = word_set("butter chocolate gingerbread ice marzipan sand snow sugar wax")
"""Materials for modeling; containers contain these, too."""

ELECTRIC = word_set("battery electric electrical electronic flameless led digital usb rechargeable")
PARTS_OF_PLACES = word_set("corner end middle edge side part spot back front top")
"""The far corner of the yard is the yard, the back of the worktop the worktop."""

EDGES = word_set("edge end rim top")
"""Of a fixture or structure, what stands there stands on it ("edge of the washbasin")."""

USES = word_set("drawing painting picture photo play")
"""Before a thing that is no toy or picture, they tell what it is for ("painting bench")."""

ROOMS = word_set(
    """attic barn basement bathroom bedroom cellar classroom conservatory garage greenhouse hall
    hallway kitchen lounge nursery office outhouse pantry playroom porch room scullery shed stable
    studio study utility workshop"""
)
"""Places whose corner is a place on the floor."""


FLAMES = word_set(
    "candle cigar cigarette fireplace match pipe tealight torch campfire fire firewood"
)
"""Things that burn; electric ones do not."""

DISHES = (
    "alcohol.n.01",
    "appetizer.n.01",
    "baked_goods.n.01",
    "candy.n.01",
    "chocolate.n.02",
    "cold_cereal.n.01",
    "cut.n.06",
    "dainty.n.01",
    "dessert.n.01",
    "dish.n.02",
    "dough.n.01",
    "batter.n.02",
    "filling.n.03",
    "fruit_drink.n.01",
    "fruit_juice.n.01",
    "pasta.n.02",
    "patty.n.01",
    "salad.n.01",
    "sauce.n.01",
    "sausage.n.01",
    "smoothie.n.02",
    "soft_drink.n.01",
    "soup.n.01",
    "stuffing.n.01",
    "tea.n.01",
)
"""Foods that are made of any other ("beef taco")."""

PICTURES = word_set("drawing image model painting photo photograph picture poster sketch statue")
"""A "picture of a dog" is a picture."""

HEADS = word_set(
    """alarm apron armchair bag basin basket bathtub battery bed bench bicycle bike bin blanket
    blender book bookcase bookshelf boot bottle bowl box bracelet brush bucket bus cabinet cable
    camera can candle car carpet cart chair charger cleaner clock closet coat container cooker
    cooktop cooler cord couch crate crib cup cupboard curtain cushion cutter desk detector
    dispenser doll door drawer dress dresser drill dryer envelope extinguisher fan faucet folder
    fork freezer fridge glove grater grill guitar hammer hanger hat headphone heater helmet
    highchair hob hose jacket jar jean kettle knife ladder ladle lamp lantern laptop lid light
    lighter marker mat mattress microwave mirror mixer mop motorcycle mug napkin necklace notebook
    opener organizer oven painting pan pants peeler pen pencil phone piano pillow planter pot
    printer purse rack radio rake refrigerator robe rope rug saw scale scarf scissors screwdriver
    shelf shelves shirt shoe shorts shovel sink skirt slicer sneaker sock socket sofa spatula
    speaker sponge spoon statue stool stove sweater switch table tap telephone television tent
    thermometer timer tissue toaster toilet tongs toothbrush torch towel toy tray trolley trousers
    truck tv umbrella van vase violin wagon wardrobe watch whisk window wrench bread cake casserole
    cookie curry dumpling jam juice muffin pancake pasta pie pizza porridge pudding risotto roll
    salad sandwich sauce sausage smoothie soup stew tart yogurt cage locker stroller railing gate
    leash awning hammock settee lounger deckchair sideboard chest humidifier barbecue radiator
    juicer ramekin tureen jug pitcher goblet saucer crutch ottoman plank log mallet cot adapter
    sledge sled slipper album badge booklet calendar card case catalog chart counter draft flyer
    homework hook invoice leaflet letter list magazine manual medal novel permit plan poster record
    rota sign slip stand tin tag ticket trough valve magnet mount path pouch strap vest floor kit
    berry bow bust clip trapdoor collage costume deck diary fence frame funnel grass gown hatch
    jetty key kiln lawn machine mask monitor mould net panel patio pole press rag ramp rod roller
    screen sill smoker songbook stall step stereo swing terrace timetable tool tunic tyre uniform
    wall washbasin wire amp atlas bib blower broom bung burner dishwasher doughnut drain
    duster extractor floorboard hearth jersey landing lift lock lorry newspaper overall pallet
    parapet paving pyjama roaster suit textbook tile tractor trailer trivet tub worktop briquette
    winch hoist excavator digger generator boiler caravan treadmill dinghy scanner laminator planer
    pickaxe sickle scythe pruner rollator dumbbell kettlebell sprayer tiller forklift mower"""
)
"""Nouns of which any noun before them makes a kind ("bread knife"), foods of which any food does.

So do nouns with a single meaning; compounds that do not ("flower bed") are known as a whole.
"""
