"""The head of a noun phrase, and the modifiers before it that the scene does not need."""

from __future__ import annotations

from is_bench.objects import SceneObject, class_of
from is_bench.reading.mentions import Names
from is_bench.reading.nouns import Nouns, is_plural
from is_bench.reading.templates import Slot
from is_bench.reading.words import Words, number_of, stops, word_list
from is_bench.recognition.labels import words_of


class Heads:
    """Finds the things that the words of a noun phrase, without its determiners, mean."""

    def __init__(self, nouns: Nouns) -> None:
        """`nouns` finds things by their names."""
        self._nouns = nouns
        self._unnamed = word_list("blocked") | word_list("determiners")
        self._numbered = word_list("all_of") - {"these", "those"}

    def find(self, core: Words, slot: Slot, before: frozenset[str], *, is_some: bool) -> Names:
        """The things that `core` means in `slot`, behind the determiners `before`.

        Modifiers may stand before the head noun if that alone tells which thing is meant.
        """
        if self._unnamed & set(core):
            return ()
        for start in range(len(core)):
            if start and not self._is_modifier(core[start - 1]):
                return ()
            names = self._exact(core[start:], core, slot, is_some=is_some)
            if self.counted(names, core[-1] if start == 0 else "", before):
                return () if start and self._is_part(core[:start], names) else names
        return ()

    def _is_part(self, modifiers: Words, names: Names) -> bool:
        """Whether a device is named first, of which a part is meant: "the oven light"."""
        owners = {name for word in modifiers for name in self._nouns.find((word,), _is_device)}
        return not owners <= set(names)

    def counted(self, names: Names, head: str, before: frozenset[str]) -> Names:
        """`names` if so many things can be meant by `head` behind the determiners `before`."""
        number = number_of(before)
        is_several = (head and is_plural(head)) or not before.isdisjoint(self._numbered)
        is_meant = len(names) == number if number else is_several or len(names) == 1
        return names if is_meant else ()

    def _exact(self, head: Words, core: Words, slot: Slot, *, is_some: bool) -> Names:
        names = self._nouns.find(head, slot.fits_well, is_some=is_some, whole=core)
        names = names or self._nouns.find(head, slot.fits, is_some=is_some, whole=core)
        odd = {word for word in core[:-1] if self._is_odd(word)}
        if names and odd:
            return tuple(t.name for t in self._nouns.things(names) if odd <= words_of_thing(t))
        return names

    def _is_modifier(self, word: str) -> bool:
        """Whether `word` may stand between the article and the noun, and tells nothing else."""
        return word not in stops() and "_" not in word and not self._is_odd(word)

    def _is_odd(self, word: str) -> bool:
        """Whether `word` belongs to no noun, or makes it mean another thing."""
        is_adverb = word.endswith("ly") and word not in word_list("adjectives_in_ly")
        odd = word_list("denying") | (word_list("particles_alone") - stops())
        return is_adverb or word in odd


def words_of_thing(thing: SceneObject) -> frozenset[str]:
    """The words of its label and its class: a toy box is no box that only is a toy."""
    name = class_of(thing.synset) if thing.synset else thing.name
    label = words_of(thing.label)
    return frozenset((*thing.label.lower().split(), *label, *words_of(name)))


def _is_device(thing: SceneObject) -> bool:
    return "toggleable" in thing.abilities
