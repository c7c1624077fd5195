"""Where things are put: how well a place suits a thing, by properties of both.

Laws say where a thing would be dangerous; these habits choose among the places that they leave.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from is_bench.errors import Place
from is_bench.object_classes import ObjectClass, parse_class
from is_bench.objects import SceneObject, class_of
from is_bench.reading.stems import stem
from kb.vocabulary import bundled_vocabulary

FITTING, PLAIN, POOR = 0.0, 1.0, 4.0
"""What a place that suits a thing costs, one that does, and one that hardly does; in steps."""
_GROUND = 1.0
"""What the ground costs besides: people walk there."""
BUILT_IN = (
    "railing.n.01 | fence.n.01 | stairs.n.01 | stairway.n.01 | step.n.04 | radiator.n.02"
    " | wall_socket.n.01 | faucet.n.01"
)
"""What belongs to the building, though the taxonomy does not say that it stays in its place."""
PORTABLE = "grill.n.02 & !mains_electric | highchair.n.01 | lawn_chair.n.01"
"""Furniture that is made to be carried."""
LIVING = (
    "(animal.n.01 | pet_cat | pet_dog | pet_bird | pet_small"
    " | person | adult | child | infant | frail) & !food"
)
"""Persons and animals: no things that a robot puts elsewhere."""
_LYING = "bed | soft_furnishing"
_WORKTOP = "stable_flat_support & !low_place & !outdoors & !shelf_like & !closed_storage"
_UNFIT = "sink_like | outdoors | waste_bin"
_POISON = "toxic_to_children | pill_bottle.n.01 | holds_medicine | made_for_cleaner"
_GARDEN = "garden_tool.n.01 | rake.n.03 | shovel.n.01 | trimmer.n.02 | power_tool.n.01"
_NO_GARDEN = "sink_like | cold_storage | hamper.n.02 | waste_bin | seat & !bench.n.01"

_MOST_LABELS = 4096
_PLACED = re.compile(
    r",| (?:with|in|on|at|under|above|below|beside|behind|near|by|next|from|full)\b"
)
"""Where the words of a label end that name the thing itself."""
_PARTS = re.compile(r" (?:of|for)\b")


@dataclass(frozen=True)
class Habit:
    """Where things of a class are put, and where they are not."""

    things: ObjectClass
    good: ObjectClass
    bad: ObjectClass


_SOILED = (
    "thing",
    "sink_like | outdoors | hamper.n.02",
    f"{_LYING} | {_WORKTOP} | shelf_like | closed_storage | cold_storage",
)
"""What is wet or dirty."""
_TABLE = (
    ("waste_bin | unhygienic", "floor.n.01 | outdoors", f"{_WORKTOP} | {_LYING} | cold_storage"),
    ("spoils", "cold_storage", f"low_place | {_UNFIT} | {_LYING}"),
    (
        "food | food_contact",
        f"{_WORKTOP} | cabinet.n.01 | cupboard.n.01",
        f"low_place | hamper.n.02 | {_UNFIT} | {_LYING}",
    ),
    (
        f"{_POISON} | blade | explosive | flammable_liquid | flammable_vapour",
        "(closed_storage | out_of_childrens_reach | shelf_like) & !hamper.n.02 & !toy_box.n.01",
        f"low_place | cold_storage | hamper.n.02 | toy_box.n.01 | {_UNFIT} | {_LYING}",
    ),
    (
        f"{_GARDEN} | contaminates_food & !textile & !plant",
        "outdoors | worktable.n.01 | shelf_like | bench.n.01",
        f"{_NO_GARDEN} | {_LYING} | ({_WORKTOP}) & !worktable.n.01",
    ),
    (
        "rag.n.01 | sponge.n.01 | cleaning_implement.n.01",
        "sink_like | shelf_like | towel_rack.n.01",
        f"cold_storage | outdoors | waste_bin | {_LYING}",
    ),
    (
        "textile",
        f"shelf_like | towel_rack.n.01 | closed_storage & !waste_bin | {_LYING} | seat",
        f"floor.n.01 | cold_storage | {_UNFIT}",
    ),
    (
        "sign_of_child",
        "toy_box.n.01 | basket.n.01 | box.n.01 | bucket.n.01 | shelf_like | closed_storage",
        "walkway | sink_like | cold_storage | waste_bin",
    ),
    ("heavy | room_heater | tips_over | plant", "floor.n.01", f"{_UNFIT} | {_LYING}"),
    (
        "thing",
        f"{_WORKTOP} | shelf_like",
        f"walkway | cold_storage | hamper.n.02 | {_UNFIT} | {_LYING}",
    ),
)
"""Things, good places and bad ones; the first row that a thing is in counts."""


def placement_cost(thing: SceneObject, place: SceneObject, *, soiled: bool) -> float:
    """What it costs that `thing` is put on or in `place`, in steps; the less the better.

    `soiled` says that the thing is wet or dirty.
    """
    habit = _soiled() if soiled else _habit(thing)
    ground = _GROUND if named_class("walkway").contains(place) else 0.0
    if habit.bad.contains(place):
        return POOR + ground
    if habit.good.contains(place):
        return FITTING
    return PLAIN + ground


def is_made_for(place: SceneObject, thing: SceneObject) -> bool:
    """Whether the label of `place` names `thing`: a "knife box", a "jar for screws"."""
    words = _words(place.label) - _nouns(place.label, place.synset)
    return not words.isdisjoint(_nouns(thing.label, thing.synset))


@cache
def named_class(text: str) -> ObjectClass:
    """The class of objects that an expression over properties and synsets describes."""
    classes = {**bundled_vocabulary().classes, "thing": ObjectClass("thing", lambda _: True)}
    return parse_class(text, classes, Place("storage_habits.py"))


def _habit(thing: SceneObject) -> Habit:
    return next(habit for habit in _habits() if habit.things.contains(thing))


@cache
def _habits() -> tuple[Habit, ...]:
    return tuple(_read(row) for row in _TABLE)


@cache
def _soiled() -> Habit:
    return _read(_SOILED)


def _read(row: tuple[str, str, str]) -> Habit:
    things, good, bad = map(named_class, row)
    return Habit(things, good, bad)


@lru_cache(_MOST_LABELS)
def _words(label: str) -> frozenset[str]:
    """The words, as stems, that name the thing of a label and what it is for."""
    return frozenset(stem(word) for word in re.findall(r"[a-z]+", _named(label)))


@lru_cache(_MOST_LABELS)
def _nouns(label: str, synset: str) -> frozenset[str]:
    """The nouns, as stems, for a thing: of its class, and the last ones of its label's parts."""
    heads = [part.split()[-1] for part in _PARTS.split(_named(label)) if part.split()]
    own = heads[:1] if " for " in _named(label) else heads
    return frozenset(stem(word) for word in (*own, class_of(synset).rpartition("_")[2]) if word)


def _named(label: str) -> str:
    return _PLACED.split(label.lower(), maxsplit=1)[0]
