"""Checks whether the words before a noun change its class.

A red mug is a mug; a toy car is no car.  A word of which neither is certain counts as changing it.
"""

from __future__ import annotations

from is_bench.recognition import grammar
from is_bench.recognition.labels import number_free
from is_bench.recognition.lexicon import Lexicon
from is_bench.taxonomy import taxonomy

PARTICIPLE = 4
"""Letters; a longer word in "-ed" is hardly a noun ("seed", "weed")."""

DOING = 5
"""Letters; a longer word in "-ing" is hardly a noun ("king", "sing")."""

PERSON = "person.n.01"
PLACES = ("driveway.n.01", "grass.n.01", "lawn.n.01", "path.n.04", "yard.n.02")
LIVING = ("animal.n.01", PERSON)

USED = (
    "adhesive_material.n.01",
    "book.n.02",
    "cabinet.n.01",
    "container.n.01",
    "fabric.n.01",
    "floor_cover.n.01",
    "furniture.n.01",
    "garment.n.01",
    "paper.n.01",
    "mat.n.03",
    "padding.n.01",
    "towel.n.01",
)
"""What people use for drawing, painting and play."""

READ = (
    "book.n.02",
    "notebook.n.01",
    "document.n.01",
    "document.n.02",
    "paper.n.01",
    "publication.n.01",
    "card.n.04",
    "tag.n.01",
    "sign.n.02",
)
"""What is written or printed."""

Words = tuple[str, ...]


class Modifiers:
    """Judges the words that stand before a noun."""

    def __init__(self, lexicon: Lexicon) -> None:
        """`lexicon` is used to identify nouns and adjectives."""
        self._lexicon = lexicon

    def may_drop(self, words: Words, head: Words, synset: str) -> bool:
        """Whether `head`, a `synset`, has the same class with `words` before it."""
        if any(word in grammar.CHANGING and not _is_use(word, synset) for word in words):
            return False
        return all(self._is_harmless(word, head, synset) for word in words)

    def describes(self, words: Words) -> bool:
        """Whether `words` are adjectives only, of which none names a thing ("low", not "knife")."""
        return bool(words) and all(
            (word in grammar.HARMLESS or self._is_adjective(word))
            and self._lexicon.find((word,)) is None
            for word in words
        )

    def _is_harmless(self, word: str, head: Words, synset: str) -> bool:
        if _is_use(word, synset):
            return True
        if word in grammar.FLIMSY or (word in grammar.MOULDED and not is_food(synset)):
            return is_holder(synset) or is_a(synset, *READ)
        is_made = word in grammar.OF_FIGURES and is_a(synset, "animal.n.01")
        if is_made or (word in grammar.ELECTRIC and head[-1] in grammar.FLAMES):
            return False
        is_state = is_participle(word) and word not in grammar.DECORATED
        if is_state or word in grammar.HARMLESS | grammar.POSTNOMINAL or word.endswith("'s"):
            return True
        if word in grammar.MATERIALS | grammar.DECORATED:
            return _is_artefact(synset) or is_a(synset, *PLACES)
        if is_a(synset, *LIVING) and _tells_of_the_living(word, synset):
            return True
        if self._is_adjective(word):
            return is_a(synset, "physical_entity.n.01")
        return self._makes_a_kind(word, head, synset)

    def _is_adjective(self, word: str) -> bool:
        """Whether it is an adjective and no thing; "chicken" is both, "elderly" a person too."""
        noun = self._lexicon.find((word,))
        is_thing = noun is not None and not is_a(noun.synset, "person.n.01")
        return word in self._lexicon.adjectives and not is_thing

    def _makes_a_kind(self, noun: str, head: Words, synset: str) -> bool:
        """Whether a noun before the head names a subclass of it ("bread knife", "onion soup")."""
        content = self._lexicon.find((noun,))
        is_eaten = content is not None and is_food(content.synset)
        if is_food(synset):
            return is_eaten and (is_a(synset, *grammar.DISHES) or self._is_productive(head))
        if is_eaten and is_holder(synset):
            return True
        is_thing = _is_artefact(synset) or is_a(synset, *PLACES)
        return is_thing and self._is_productive(head)

    def _is_productive(self, head: Words) -> bool:
        return len(head) > 1 or number_free(head[0]) in self._lexicon.heads


def is_participle(word: str) -> bool:
    """Whether it says in what state a thing is ("folded"); "unidentified" does not."""
    is_noun = word.endswith("eed") or (word.endswith("bed") and not word.endswith("bbed"))
    is_ended = len(word) > PARTICIPLE and word.endswith("ed") and not is_noun
    return is_ended and word not in grammar.NOT_STATES


def is_doing(word: str) -> bool:
    """Whether it says what somebody does ("napping"); "king" does not."""
    return len(word) > DOING and word.endswith("ing")


def _is_use(word: str, synset: str) -> bool:
    """Whether it tells what a `synset` is for ("painting bench", "play carpet")."""
    return word in grammar.USES and is_a(synset, *USED)


def _tells_of_the_living(word: str, synset: str) -> bool:
    """Whether it tells of a person or an animal, a `synset` ("ginger cat", "napping baby")."""
    if word in grammar.OF_ANIMALS:
        return is_a(synset, "animal.n.01")
    return is_doing(word) or word in grammar.OF_THE_LIVING


def is_food(synset: str) -> bool:
    """Whether it is eaten or drunk."""
    return is_a(synset, "food.n.01", "food.n.02", "edible_nut.n.01")


def is_holder(synset: str) -> bool:
    """Whether it contains objects or food; in the taxonomy, vehicles are containers, too."""
    holds = is_a(synset, "container.n.01", "tableware.n.01")
    return holds and not is_a(synset, "vehicle.n.01")


def _is_artefact(synset: str) -> bool:
    return is_a(synset, "artifact.n.01", "part.n.02", *READ) and not is_food(synset)


def is_a(synset: str, *ancestors: str) -> bool:
    """Whether it is any of `ancestors` or a kind of one."""
    return any(taxonomy().is_a(synset, ancestor) for ancestor in ancestors)
