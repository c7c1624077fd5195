"""Abilities that the words of a label add to those of the recognized class.

`attributes.yaml` has the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from is_bench.documents import packaged_yaml
from is_bench.recognition import grammar
from is_bench.recognition.labels import is_name_of_child, number_free, words_of
from is_bench.recognition.modifiers import LIVING, PERSON, is_a, is_food
from is_bench.taxonomy import taxonomy

SWITCHED = (
    "adapter.n.02",
    "candle.n.01",
    "charger.n.02",
    "fire_pit.n.01",
    "fireplace.n.01",
    "lantern.n.01",
    "shower.n.01",
    "straightener.n.01",
    "valve.n.01",
)
"""What people switch, light or turn on and off."""
VESSELS = ("basin.n.01", "pan.n.01", "pot.n.01")
"""What people fill with water or fat."""
_BRACKETS = str.maketrans("()", "  ")
_PARTS = grammar.word_set("handle handles handled grip grips knob knobs leg legs legged lid lids")
"""Of these, it does not matter for the whole of what they are made."""


@dataclass(frozen=True)
class _Attribute:
    ability: str
    """What the words add."""
    words: frozenset[str]
    of: tuple[str, ...]
    """Synsets or abilities of which the class has one; empty: any class."""
    also: frozenset[str]
    """Of these, one must stand in the label, too; empty: none need."""
    in_name: bool
    """Whether that one may be a word that names the class ("hash cookies")."""
    of_food: bool
    """Whether food has it, too."""
    owned: frozenset[str]
    """What the words tell the owner of; empty: they tell no owner."""
    unless: frozenset[str]
    """None of these may stand in the label."""

    def fits(self, synset: str) -> bool:
        """Whether things of this class may have it."""
        if is_food(synset) and not self.of_food:
            return False
        own = taxonomy().abilities(synset)
        return not self.of or is_a(synset, *self.of) or not own.isdisjoint(self.of)

    def told_by(self, words: frozenset[str], label: tuple[str, ...]) -> bool:
        """Whether `words` of a label, those that do not name the class, tell of it."""
        if self.owned:
            return any(
                word.removesuffix("'s") in self.words and _owns(label, at, self.owned)
                for at, word in enumerate(label)
            )
        if not self.unless.isdisjoint(label):
            return False
        others = frozenset(label) if self.in_name else words
        is_also = not self.also or not self.also.isdisjoint(others)
        return not words.isdisjoint(self.words) and is_also


@cache
def _attributes() -> tuple[_Attribute, ...]:
    return tuple(
        _Attribute(
            ability=row["ability"],
            words=_words(row["words"]),
            of=tuple(row.get("of", "").split()),
            also=_words(row.get("also", "")),
            in_name=row.get("in_name", False),
            of_food=row.get("of_food", False),
            owned=_words(row.get("owned", "")),
            unless=_words(row.get("unless", "")),
        )
        for row in packaged_yaml("is_bench", "recognition", "attributes.yaml")["attributes"]
    )


def _words(lists: str | Iterable[str]) -> frozenset[str]:
    """The words of a list, or of several ones."""
    return frozenset((lists if isinstance(lists, str) else " ".join(lists)).split())


def added_abilities(label: str, synset: str) -> frozenset[str]:
    """The abilities that the words of `label` add to those of `synset`; few for food.

    Words of the name of the class add nothing.
    """
    own = {number_free(word) for word in words_of(synset)}
    opened = label.translate(_BRACKETS) if is_a(synset, *LIVING) else label  # "Ginger (tabby)"
    words = words_of(opened.replace(",", " "))  # "stove, front ring"
    left = frozenset(word for word in _of_the_whole(words, own) if number_free(word) not in own)
    told = [each for each in _attributes() if each.told_by(left, words)]
    is_child = is_a(synset, PERSON) and is_name_of_child(label)
    age = {"child"} if is_child else set[str]()
    return frozenset(each.ability for each in told if each.fits(synset)) | age


def _of_the_whole(words: tuple[str, ...], own: Collection[str]) -> Iterator[str]:
    """`words` without those of what its parts are made: "pan with a wooden handle".

    `own` names the class, which may be such a part.
    """
    for word, behind in zip(words, (*words[1:], ""), strict=False):
        is_part = behind in _PARTS and number_free(behind) not in own
        if not (is_part and word in grammar.MATERIALS):
            yield word


def usual_abilities(synset: str) -> frozenset[str]:
    """Abilities that things of this class have in a home, though the taxonomy gives none.

    A candle is lit and put out, and what is named after its content is poured from.
    """
    if not synset:
        return frozenset()
    switched = {"toggleable"} if is_a(synset, *SWITCHED) else set[str]()
    is_filled = synset.startswith(("bottle__of__", "jug__of__", "can__of__"))
    is_vessel = is_filled or "__bottle." in synset or is_a(synset, *VESSELS)
    return frozenset(switched | ({"fillable"} if is_vessel else set[str]()))


def _owns(label: tuple[str, ...], at: int, goods: frozenset[str]) -> bool:
    """Whether the word at `at` tells the owner of goods ("dog bowl", "bowl for the dog")."""
    before, after = label[:at], label[at + 1 :]
    if "for" in before:
        return any(number_free(word) in goods for word in before)
    if before[-1:] == ("hot",):  # "hot dog plate"
        return False
    is_next = bool(after) and number_free(after[0]) in goods
    return is_next or (
        label[at].endswith("'s") and any(number_free(word) in goods for word in after)
    )
