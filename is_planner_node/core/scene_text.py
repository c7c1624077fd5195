"""The things of a scene in words for a planner: where they are, how they are, what they can do.

Told is what can be seen at the start.  What stands in something closed is "not in sight": that it
is there is known, as the benchmark lists it, but neither its place nor its state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from is_bench.domain import Domain
from is_bench.facts import Atom
from is_bench.objects import SceneObject
from is_bench.scenarios import Scene
from is_bench.taxonomy import taxonomy
from is_bench.world.removers import WashRule
from is_planner_node.core.quoting import MOST_NAME, clipped

TOLD_ABILITIES = (
    "openable", "toggleable", "fillable", "sliceable", "slicer", "cookable", "freezable",
    "particleRemover", "heatSource", "coldSource", "flammable", "breakable",
)  # fmt: skip
"""What is told of an object where the scenario does not say what planners are told."""
ROBOT = "agent.n.01"
SWITCHES = {"openable": ("open", "closed"), "toggleable": ("toggled_on", "off")}
"""Abilities that a state tells of: the predicate of the state, and the word for its contrary."""
PASSAGES = ("movable_barrier.n.01", "window.n.01")
"""Doors, gates and windows: they open, hold nothing, and are not on or off."""
BOXES = ("box.n.01", "basket.n.01", "bag.n.01")
"""What things are put into, lid or not."""
SHAKEN = "container.n.01"
"""Shakers and cans that have the ability to be toggled are shaken or tilted, not on or off."""
WORDS = {
    "particleRemover": "absorbs",
    "heatSource": "heats",
    "coldSource": "cools",
    "slicer": "cuts",
}
"""What abilities are called whose names are no words."""
UNTOLD = frozenset({"inroom", "real", "future"})
NOT_IN_SIGHT = "not in sight"
NOT_THERE = "not there yet"
MOST_TOLD = 400
"""Characters of what is told of one thing."""


def scene_lines(scene: Scene) -> dict[str, str]:
    """What is told of each thing at the start, by its name."""
    told = set(scene.mentioned)
    things = [t for t in scene.objects if (not told or t.name in told) and t.synset != ROBOT]
    seen = _Sight(scene.domain, scene.facts, {t.name: t for t in scene.objects})
    return _numbered(things, {t.name: _line(scene, t, seen.told_of(t)) for t in things})


def arrival_lines(scene: Scene, things: Iterable[SceneObject]) -> dict[str, str]:
    """What is told of things that have appeared: what they are and can do, no state."""
    listed = list(things)
    return _numbered(listed, {t.name: _line(scene, t, None) for t in listed})


def washing_lines(rules: Iterable[WashRule]) -> dict[str, list[str]]:
    """What each tool takes off, and when."""
    told: dict[str, list[str]] = {}
    for rule in rules:
        states = " or ".join(
            f"{clipped(state, MOST_NAME)} is {value}" for state, value in rule.conditions
        )
        off = clipped(rule.substance, MOST_NAME) + (f" (if {states})" if states else "")
        told.setdefault(clipped(rule.tool, MOST_NAME), []).append(off)
    return told


def _numbered(things: Sequence[SceneObject], told: Mapping[str, str]) -> dict[str, str]:
    """With "1 of 3" where several are of one class or called alike."""
    kinds = Counter(map(_kind, things))
    counted: Counter[str] = Counter()
    lines = {}
    for thing in things:
        kind = _kind(thing)
        counted[kind] += 1
        count = f"{counted[kind]} of {kinds[kind]}" if kinds[kind] > 1 else ""
        text = "; ".join(filter(None, (count, told[thing.name])))
        lines[clipped(thing.name, MOST_NAME)] = clipped(text, MOST_TOLD)
    return lines


def _kind(thing: SceneObject) -> str:
    return thing.label or thing.synset or thing.name


def _line(scene: Scene, thing: SceneObject, states: list[str] | None) -> str:
    """`states` as `_Sight` tells them; None where nothing is known of them."""
    known = states not in (None, [NOT_IN_SIGHT])
    can = [
        WORDS.get(ability, ability)
        for ability in _abilities(scene, thing)
        if not (known and ability in _switches(thing))
    ]
    label = clipped(thing.label, MOST_NAME)
    return "; ".join(filter(None, (label, *(states or ()), ", ".join(can))))


def _switches(thing: SceneObject) -> Sequence[str]:
    """The abilities of `SWITCHES` of whose state one speaks."""
    if _is_passage(thing):
        return ("openable",)
    is_shaken = taxonomy().is_a(thing.synset, SHAKEN) and not thing.can("openable")
    return ("openable",) if is_shaken and not thing.can("heatSource") else tuple(SWITCHES)


def _is_passage(thing: SceneObject) -> bool:
    return any(taxonomy().is_a(thing.synset, kind) for kind in PASSAGES)


def _abilities(scene: Scene, thing: SceneObject) -> Sequence[str]:
    if scene.granted:
        listed: Iterable[str] = scene.granted.get(thing.name, ())
    else:
        listed = filter(thing.can, TOLD_ABILITIES)
    freezes = any(other.can("coldSource") for other in scene.objects)
    hidden = {"toggleable"} if _is_passage(thing) else set()
    return [each for each in listed if each not in hidden and (freezes or each != "freezable")]


class _Sight:
    """What a look at the scene shows."""

    def __init__(
        self, domain: Domain, facts: Iterable[Atom], objects: Mapping[str, SceneObject]
    ) -> None:
        self._domain = domain
        self._facts = sorted(facts, key=str)
        self._objects = objects
        self._open = {f.arguments[0] for f in self._facts if f.predicate == "open"}
        self._within = {
            f.arguments[0]: f.arguments[1] for f in self._facts if f.predicate == "inside"
        }
        self._absent = {f.arguments[0] for f in self._facts if f.predicate == "future"}

    def told_of(self, thing: SceneObject) -> list[str]:
        """Where a thing is, and how."""
        if thing.name in self._absent:
            return [NOT_THERE]
        if self._is_hidden(thing.name):
            return [NOT_IN_SIGHT]
        own = [f for f in self._facts if f.arguments[0] == thing.name and self._is_told(f)]
        said = [self._words(fact) for fact in own]
        true = {fact.predicate for fact in own}
        told = [(ability, *SWITCHES[ability]) for ability in _switches(thing)]
        off = [word for ability, state, word in told if thing.can(ability) and state not in true]
        kind = ["container"] if self._holds(thing) else ["surface"] if self._bears(thing) else []
        return [*kind, *said, *off]

    def _holds(self, thing: SceneObject) -> bool:
        """Whether things can be put inside: a vessel, it opens, or something is seen in it."""
        if _is_passage(thing):
            return False
        is_box = any(taxonomy().is_a(thing.synset, box) for box in BOXES)
        opens = is_box or thing.can("openable") or thing.can("fillable")
        return opens or (thing.name in self._within.values() and not thing.matter.is_substance)

    def _bears(self, thing: SceneObject) -> bool:
        """Whether it is furniture, or something stands on it."""
        below = {f.arguments[1] for f in self._facts if f.predicate == "ontop"}
        return thing.name in below or (thing.can("sceneObject") and not _is_passage(thing))

    def _is_told(self, fact: Atom) -> bool:
        return fact.predicate not in UNTOLD and not any(
            self._is_hidden(name) or name in self._absent for name in fact.arguments[1:]
        )

    def _is_hidden(self, name: str) -> bool:
        """Whether something closed is around it."""
        around, seen = self._within.get(name), {name}
        while around is not None and around not in seen:
            box = self._objects.get(around)
            if box is not None and box.can("openable") and around not in self._open:
                return True
            seen.add(around)
            around = self._within.get(around)
        return False

    def _words(self, fact: Atom) -> str:
        """A fact without its subject: "on table_1", "open"."""
        predicate = self._domain.predicates.get(fact.predicate)
        others = [clipped(name, MOST_NAME) for name in fact.arguments[1:]]
        words = predicate.words[0] if predicate is not None and predicate.words else ""
        if not words.startswith("{0} ") or "{0}" in words[3:]:
            return " ".join((fact.predicate, *others))
        return words.removeprefix("{0} ").removeprefix("is ").format("", *others)
