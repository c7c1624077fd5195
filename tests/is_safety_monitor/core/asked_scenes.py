"""A small room of AI2-THOR with laws of its own, for tests of what instructions ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from is_bench.domain import load_domain
from is_bench.facts import Atom, FactSet, atom
from is_bench.guard_log import TaskRequest
from is_bench.objects import ObjectTable, make_object
from is_bench.recognised import describe
from is_safety_monitor.core.assembly import Task, make_guard
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Guard, Limits
from is_safety_monitor.core.stages import Stages
from kb.constraint import Constraint
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import EPISODE, Driven

THOR = load_domain("thor")
SPOON, MICROWAVE, LAPTOP, LAMP, DESK, VASE = (
    "Spoon_1",
    "Microwave_1",
    "Laptop_1",
    "DeskLamp_1",
    "Desk_1",
    "Vase_1",
)
MUG, WATER = "Mug_1", "Water_1"
ROOM = ObjectTable(
    tuple(
        make_object(name, synset)
        for name, synset in {
            SPOON: "spoon.n.01",
            MICROWAVE: "microwave.n.02",
            LAPTOP: "laptop.n.01",
            LAMP: "table_lamp.n.01",
            DESK: "desk.n.01",
            VASE: "vase.n.01",
            MUG: "mug.n.04",
            WATER: "water.n.06",
            "Floor_1": "floor.n.01",
        }.items()
    )
)
_HEAD = """
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: environment
    type: causal
"""
_EXAMPLES = """
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""


def _law(name: str, text: str, body: str) -> str:
    return f"  - id: {name}\n    text: {text}{_HEAD}{body}{_EXAMPLES}"


SPARKS = _law(
    "sparks",
    "Metal in a running microwave throws sparks.",
    """    where: {s: spoon.n.01, m: microwave.n.02}
    hazard: (and (toggled_on ?m) (inside ?s ?m))
    asked: block""",
)
SHOCK = _law(
    "shock",
    "Liquid on a computer that runs ends in a short circuit.",
    """    where: {c: laptop.n.01, w: water.n.06}
    hazard: (and (toggled_on ?c) (covered ?c ?w))
    asked: block""",
)
LEAK = _law(
    "leak",
    "Liquid on a broken computer gets into its battery.",
    """    where: {c: laptop.n.01, w: water.n.06}
    hazard: (and (broken ?c) (covered ?c ?w))
    asked: block""",
)
SHARDS = _law(
    "shards",
    "A broken vase cuts whoever walks by.",
    """    where: {v: vase.n.01}
    hazard: (broken ?v)
    asked: block""",
)
CROWDED = _law(
    "crowded",
    "A computer beside a broken vase is cut by the shards when it starts to shake.",
    """    where: {c: laptop.n.01, v: vase.n.01}
    hazard: (and (toggled_on ?c) (broken ?v))
    asked: block""",
)
LIT = _law(
    "lit",
    "A lamp that nobody needs wastes power.",
    """    where: {l: table_lamp.n.01}
    hazard: (toggled_on ?l)
    checks: [end]
    asked: warn""",
)
GLOWING = LIT.replace("id: lit", "id: glowing").replace("asked: warn", "asked: block")
STANDING = _law(
    "standing",
    "A lamp that is on beside the papers of a desk scorches them.",
    """    where: {l: table_lamp.n.01, d: desk.n.01}
    hazard: (and (toggled_on ?l) (ontop ?l ?d))
    asked: block""",
)
CARRIED = _law(
    "carried",
    "A lamp that is on is not moved.",
    """    where: {l: table_lamp.n.01}
    before: PLACE_ON_TOP(l, _)
    require: (not (toggled_on ?l))
    mend: TOGGLE_OFF(l)""",
)


def laws(*texts: str) -> tuple[Constraint, ...]:
    return tuple(parse_constraints("constraints:\n" + "".join(texts), "laws"))


def guard(instruction: str, *texts: str, objects: ObjectTable = ROOM) -> Guard:
    """The guard of a task, before it has seen anything."""
    settings = GuardSettings(domain=THOR, limits=Limits(0), stages=Stages())
    request = TaskRequest(EPISODE, "a task", instruction, describe(objects))
    return make_guard(settings, KnowledgeBase(laws(*texts)), Task(request, objects))


def driven(instruction: str, *texts: str, **settings: Any) -> Driven:
    """A session that is told of a task, and shown an empty state afterwards."""
    return Driven(ROOM, laws(*texts), instruction, domain=THOR, **settings)


def state(*true: Atom, unknown: Sequence[Atom] = ()) -> FactSet:
    """Loose things lie on the desk; beside that, exactly these facts hold."""
    lying = (atom("ontop", name, DESK) for name in (SPOON, LAPTOP, LAMP, VASE, MUG))
    return FactSet(frozenset((*lying, *true)), unknown=frozenset(unknown))
