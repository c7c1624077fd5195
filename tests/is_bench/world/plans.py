"""Random scenes, and random plans in them."""

from __future__ import annotations

from hypothesis import strategies as st

from is_bench.facts import Atom
from is_bench.world import Quirks, SymbolicWorld, WashRule
from is_bench.world.state import FLAGS, LOOSE
from tests.is_bench.scenes import facts, objects

THINGS = objects(
    "agent floor table cabinet fridge microwave stove sink dishwasher jar pan apple half half2 "
    "rag sponge foil knife water tea salt stain"
)
NAMES = tuple(thing.name for thing in THINGS)
HANDLED = tuple(
    thing.name for thing in THINGS if not thing.matter.is_substance and thing.name != NAMES[0]
)
SUBSTANCES = tuple(thing.name for thing in THINGS if thing.matter.is_substance)
RULES = (
    WashRule("rag", "stain", (("saturated", "water"),)),
    WashRule("frying_pan", "salt"),
    WashRule("chopping_board", "dust", (("toggled_on", True),)),
)


def _atoms(predicates: tuple[str, ...], *names: tuple[str, ...]) -> st.SearchStrategy[Atom]:
    arguments = st.tuples(*(st.sampled_from(choice) for choice in names))
    return st.builds(Atom, st.sampled_from(predicates), arguments)


USUAL = sorted(
    facts(
        "toggled_on(stove)",
        "toggled_on(sink)",
        "toggled_on(dishwasher)",
        "open(fridge)",
        "open(jar)",
        "open(cabinet)",
        "ontop(pan, stove)",
        "inside(apple, pan)",
        "inside(apple, fridge)",
        "inside(pan, dishwasher)",
        "inside(jar, cabinet)",
        "filled(pan, water)",
        "filled(jar, water)",
        "contains(pan, salt)",
        "covered(table, stain)",
        "covered(table, salt)",
        "covered(pan, stain)",
        "saturated(rag, water)",
        "future(half)",
        "future(half2)",
        "future(tea)",
    )
)
"""Facts of which some should hold, or hardly anything would ever be cooked, wiped or washed."""

ODD = (
    _atoms((*FLAGS, "future", "real"), HANDLED)
    | _atoms(("ontop", "inside", "overlaid"), HANDLED, HANDLED)
    | _atoms(("covered", "contains", "filled", "saturated"), HANDLED, SUBSTANCES)
    | _atoms(LOOSE, HANDLED, HANDLED)
    | _atoms(("inroom",), HANDLED, ("kitchen",))
)
FACTS = st.builds(
    frozenset.union,
    st.frozensets(st.sampled_from(USUAL), min_size=8),
    st.frozensets(ODD, max_size=6),
)
"""Facts of a start, sensible or not: things may stand on each other in circles."""

SENSIBLE = {
    "OPEN": ["cabinet fridge microwave dishwasher jar"],
    "CLOSE": ["cabinet fridge microwave dishwasher jar"],
    "TOGGLE_ON": ["microwave stove sink dishwasher"],
    "TOGGLE_OFF": ["microwave stove sink dishwasher"],
    "PLACE_ON_TOP": ["apple pan jar rag half", "table stove pan fridge"],
    "PLACE_INSIDE": ["apple pan jar rag half", "cabinet fridge microwave dishwasher pan jar"],
    "WIPE": ["table pan apple stove", "rag sponge"],
    "CUT": ["apple half", "knife"],
    "SOAK_UNDER": ["rag sponge", "sink"],
    "SOAK_INSIDE": ["rag sponge", "pan jar"],
    "FILL_WITH": ["pan jar", "sink"],
    "POUR_INTO": ["pan jar", "pan jar"],
    "SPREAD": ["pan jar", "table rag foil apple"],
    "WAIT": ["apple pan"],
    "WAIT_FOR_COOKED": ["apple pan water salt jar"],
    "WAIT_FOR_WASHED": ["dishwasher"],
    "WAIT_FOR_FROZEN": ["apple pan jar", "fridge"],
}
"""Arguments with which each skill may succeed."""


@st.composite
def steps(draw: st.DrawFn) -> str:
    """A step of any skill, over objects that mostly suit it."""
    skill = draw(st.sampled_from(list(SENSIBLE)))
    suitable = [[thing.name for thing in objects(words)] for words in SENSIBLE[skill]]
    arguments = [
        draw(st.sampled_from(names) | st.sampled_from(names) | st.sampled_from(NAMES))
        for names in suitable
    ]
    return f"{skill}({', '.join(arguments)})"


PLANS = st.lists(steps(), min_size=4, max_size=12)
"""Plans of which about a third of the steps succeed."""


def world(initially: frozenset[Atom], quirks: Quirks) -> SymbolicWorld:
    return SymbolicWorld(THINGS, initially, RULES, quirks)
