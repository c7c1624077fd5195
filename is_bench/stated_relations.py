"""Relations between things that their labels state: "window sill behind the curtains".

Robots rarely report them.  Only the label of a thing that stays where it is says where that is: a
floor, a shelf, a sill, a rim.  Of a thing that is carried about it says where it once was.  The
label of a camera also says what it is pointed at.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from is_bench.facts import Atom
from is_bench.objects import SceneObject, class_of
from is_bench.recognition.grammar import ARTICLES, DETERMINERS, PREPOSITIONS
from is_bench.recognition.labels import number_free
from is_bench.recognition.modifiers import is_a

NEXT_TO = frozenset({"beside", "behind", "by", "at", "near", "against", "along", "around", "round"})
ABOVE = frozenset({"above", "over"})
BELOW = frozenset({"under", "below", "beneath", "underneath"})
FACING = "facing"
"""Said of a camera that films what it faces."""
_LONG = {
    "next to": "beside",
    "in front of": "beside",
    "close to": "near",
    **dict.fromkeys(("pointing at", "pointed at", "aimed at", "trained on", "directed at"), FACING),
    **dict.fromkeys(("filming", "turned to", "turned towards"), FACING),
}
"""Turns of phrase, and one word that says the same."""
PARTS = frozenset(
    {"edge", "rim", "lip", "ledge", "sill", "bank", "border", "brink"}
    | {"end", "foot", "head", "side", "top", "front"}
)
"""Parts of a thing that border on it, or that stand for all of it."""
LEVELS = {
    **dict.fromkeys(("top", "upper", "uppermost", "highest"), 3),
    "middle": 2,
    **dict.fromkeys(("bottom", "lower", "lowest", "lowermost"), 1),
}
"""How high a shelf or drawer is among its like."""
LEVELED = frozenset({"shelf", "drawer", "rack", "bunk", "basket", "compartment"})
FIXED = ("structure.n.01", "furniture.n.01", "tract.n.01", "way.n.06", "path.n.04")
"""Classes of things that stay where they are, besides the parts of the scene."""
CARRIED = ("seat.n.03", "lamp.n.02", "ladder.n.01")
"""Kinds of these that are moved about all the same."""
PLACES = PARTS | {
    *("floor", "ground", "spot", "strip", "space", "corner", "area", "worktop"),
    *("threshold", "doorstep", "gap", "plank", "place"),
}
"""Nouns of places, at the start of labels that name no class."""
CAMERA = "camera.n.01"
LEADS = ("power_strip.n.01", "cable.n.02", "adapter.n.02")
"""What the plugs of devices are in."""
PLUGGED = frozenset({"on", "into", "in", "to", "via", "through", "off"})
_MOST_BEFORE = 3
"""Words before "of" in a label that names a part ("broad outer rim of ...")."""
_WORD = re.compile(r"[a-z']+")

Words = tuple[str, ...]


def stated_relations(things: Iterable[SceneObject]) -> frozenset[Atom]:
    """What labels of `things` state: `nextto` and `under` of fixed things, `attached` of devices.

    `under(x, y)` says that y is above x, as robots report it.  A thing that a label mentions is
    found by its noun; where several fit, by most words in common; a plural may mean all of them.
    """
    known = [(thing, _words(thing)) for thing in things]
    labeled = [(thing, words) for thing, words in known if thing.label]
    fixed = [(thing, words) for thing, words in labeled if _is_fixed(thing, words)]
    cameras = [(thing, words) for thing, words in labeled if _films(thing)]
    related = {*_mentions(fixed, known), *_faced(cameras, known), *_levels(fixed)}
    return frozenset({*related, *_plugged([thing for thing, _ in labeled])})


def _mentions(
    fixed: Sequence[tuple[SceneObject, Words]], known: Sequence[tuple[SceneObject, Words]]
) -> Iterator[Atom]:
    """What the labels say with a preposition."""
    for thing, words in fixed:
        others = [(one, own) for one, own in known if one is not thing]
        for at, word in enumerate(words[1:], 1):
            is_part = word == "of" and words[at - 1] in PARTS and at <= _MOST_BEFORE
            if is_part or word in NEXT_TO | ABOVE | BELOW:
                for name in _meant(words[at + 1 :], others):
                    yield from _relations("beside" if is_part else word, thing.name, name)


def _faced(
    cameras: Sequence[tuple[SceneObject, Words]], known: Sequence[tuple[SceneObject, Words]]
) -> Iterator[Atom]:
    """What cameras are pointed at."""
    for camera, words in cameras:
        others = [(one, own) for one, own in known if one is not camera]
        if FACING in words:
            for name in _meant(words[words.index(FACING) + 1 :], others):
                yield from _relations(FACING, camera.name, name)


def _plugged(things: Sequence[SceneObject]) -> Iterator[Atom]:
    """Which devices share a lead: "fan heater, 2000 watts, on the same extension lead"."""
    spoken = [(thing, tuple(_WORD.findall(thing.label.casefold()))) for thing in things]
    leads = [(thing, {*map(number_free, said)}) for thing, said in spoken if _is_lead(thing)]
    hung: defaultdict[str, set[str]] = defaultdict(set)
    for thing, said in spoken:
        for at, word in enumerate(said[1:], 1):
            phrase = [*map(number_free, _phrase(said[at + 1 :]))] if word in PLUGGED else []
            shared = [
                (len(own.intersection(phrase)), lead.name)
                for lead, own in leads
                if lead is not thing and phrase and phrase[-1] in own
            ]
            best = max(shared, default=(0, ""))[0]
            found = [name for count, name in shared if count == best]
            if len(found) == 1:
                hung[found[0]].add(thing.name)
    for lead, devices in hung.items():
        if len(devices) > 1:
            yield from (Atom("attached", (device, lead)) for device in devices)


def _relations(word: str, name: str, other: str) -> Iterator[Atom]:
    if word in ABOVE:
        yield Atom("under", (other, name))
    elif word in BELOW:
        yield Atom("under", (name, other))
    else:
        yield from (Atom("nextto", (name, other)), Atom("nextto", (other, name)))


def _levels(fixed: Sequence[tuple[SceneObject, Words]]) -> Iterator[Atom]:
    """Which shelves are above which: "upper shelf" and "lower shelf" of the same words."""
    leveled = [(thing.name, *_level(words)) for thing, words in fixed]
    for (lower, low, kind), (upper, high, other) in permutations(leveled, 2):
        if kind and kind == other and 0 < low < high:
            yield Atom("under", (lower, upper))


def _level(words: Words) -> tuple[int, frozenset[str]]:
    """The level that `words` say and what they say besides; 0 where they say none."""
    levels = [LEVELS[word] for word in words if word in LEVELS]
    rest = frozenset(number_free(word) for word in words if word not in LEVELS) - PREPOSITIONS
    return (levels[0], rest) if len(levels) == 1 and rest & LEVELED else (0, frozenset())


def _meant(words: Words, others: Sequence[tuple[SceneObject, Words]]) -> Iterator[str]:
    """The names of those that the phrase at the start of `words` means."""
    phrase = _whole(words)
    if not phrase:
        return
    head = number_free(phrase[-1])
    shared = [
        (len({*map(number_free, phrase)} & {*map(number_free, own)}), thing.name)
        for thing, own in others
        if head in _heads(thing, own)
    ]
    best = max(shared, default=(0, ""))[0]
    found = [name for count, name in shared if count == best]
    if len(found) == 1 or head != phrase[-1]:
        yield from found


def _phrase(words: Words) -> Words:
    """The noun phrase at the start of `words`, without articles."""
    while words and words[0] in ARTICLES | DETERMINERS:
        words = words[1:]
    function = PREPOSITIONS | ARTICLES | DETERMINERS
    end = next((at for at, word in enumerate(words) if word in function), len(words))
    return words[:end]


def _whole(words: Words) -> Words:
    """The noun phrase at the start of `words`; of "the foot of the bed" the bed."""
    phrase = _phrase(words)
    if not phrase:
        return ()
    at = words.index(phrase[-1]) + 1
    is_part = words[at : at + 1] == ("of",) and phrase[-1] in PARTS
    return _whole(words[at + 1 :]) if is_part else phrase


def _heads(thing: SceneObject, words: Words) -> frozenset[str]:
    """The nouns that name a thing: the last before a preposition, and its class."""
    own = _phrase(words)
    classes = class_of(thing.synset).split("_")[-1:] if thing.synset else []
    return frozenset(map(number_free, [*own[-1:], *classes]))


def _words(thing: SceneObject) -> Words:
    """The words of the label up to a comma, those of the class where there is none."""
    label = thing.label.casefold()
    text = label.replace(",", "") if _films(thing) else label.partition(",")[0]
    text = text or class_of(thing.name).replace("_", " ")
    for long, short in _LONG.items():
        text = text.replace(long, short)
    words = _WORD.findall(text)
    end = next(
        (at for at, word in enumerate(words) if word in {"that", "which", "who"}), len(words)
    )
    return tuple(words[:end])


def _is_fixed(thing: SceneObject, words: Words) -> bool:
    if not PLACES.isdisjoint(_phrase(words)[-1:]):
        return True
    is_part = thing.can("sceneObject") or is_a(thing.synset, *FIXED)
    return is_part and not is_a(thing.synset, *CARRIED)


def _is_lead(thing: SceneObject) -> bool:
    return is_a(thing.synset, *LEADS)


def _films(thing: SceneObject) -> bool:
    return thing.can("films") or is_a(thing.synset, CAMERA)
