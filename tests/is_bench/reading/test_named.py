from __future__ import annotations

import pytest

from is_bench.domain.model import ParameterRole
from is_bench.objects import ObjectTable, make_object
from is_bench.reading.mentions import Mention, Names
from is_bench.reading.named import StatedPhrases, plain
from is_bench.reading.nouns import Nouns
from is_bench.reading.wordings import Slot

SCENE = ObjectTable(
    tuple(
        make_object(f"{synset}_1", synset)
        for synset in (
            "bottom_cabinet.n.01",
            "top_cabinet.n.01",
            "stove.n.01",
            "frying_pan.n.01",
            "hand_towel.n.01",
        )
    )
)
THING = Slot("handled", ParameterRole.HANDLED, "any")


def phrases() -> StatedPhrases:
    return StatedPhrases(Nouns(SCENE, {}), frozenset({"hot", "open"}), frozenset({"red"}))


def whole(text: str, slot: Slot = THING) -> Names:
    """What all of `text` means; nothing if it is no phrase."""
    words = tuple(text.split())
    found = [names for end, names in phrases().at(words, 0, slot) if end == len(words)]
    return found[0] if found else ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the cabinet", ("bottom_cabinet.n.01_1", "top_cabinet.n.01_1")),
        ("the top cabinet", ("top_cabinet.n.01_1",)),
        ("the red pan", ("frying_pan.n.01_1",)),
        ("the hot pan", ("frying_pan.n.01_1", "+hot")),
        ("hot pans", ("frying_pan.n.01_1", "+hot")),
        ("another cabinet", ("bottom_cabinet.n.01_1", "top_cabinet.n.01_1", "^")),
        ("anything", ("*",)),
        ("anything but the pan", ("*", "!frying_pan.n.01_1")),
        ("the towel on the stove", ("hand_towel.n.01_1", "@on:stove.n.01_1")),
        ("the pan and the towel", ("frying_pan.n.01_1", "hand_towel.n.01_1")),
        ("two cabinets", ("bottom_cabinet.n.01_1", "top_cabinet.n.01_1")),
        ("three cabinets", ()),
        ("the loud pan", ()),
        ("the toy stove", ()),
        ("the edge of the stove", ()),
    ],
)
def test_every_word_of_a_phrase_counts(text: str, names: Names) -> None:
    assert whole(text) == names


def test_a_pronoun_means_what_was_named_last_and_fits() -> None:
    reader = phrases()
    reader.recall(
        (
            Mention(("stove.n.01_1",), ParameterRole.SWITCHED, several=False),
            Mention(("hand_towel.n.01_1",), ParameterRole.MOVED, several=False),
        )
    )
    switched = Slot("switched", ParameterRole.SWITCHED, "switched")
    assert reader.at(("it",), 0, switched) == [(1, ("stove.n.01_1",))]
    assert reader.at(("it",), 0, THING)[0] == (1, ("hand_towel.n.01_1",))


def test_what_a_sentence_names_is_heard_in_its_order() -> None:
    heard = list(phrases().heard_in(("put", "the", "pan", "on", "the", "stove")))
    assert [one.names for one in heard] == [("frying_pan.n.01_1",), ("stove.n.01_1",)]


def test_marks_are_no_names() -> None:
    assert plain(("stove.n.01_1", "+hot", "@on:stove.n.01_1")) == ("stove.n.01_1",)
