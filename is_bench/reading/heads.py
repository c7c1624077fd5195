"""The head of a noun phrase, and the modifiers before it that the scene does not need."""

from __future__ import annotations

from is_bench.reading.mentions import Names
from is_bench.reading.nouns import Nouns, is_plural
from is_bench.reading.templates import Slot
from is_bench.reading.words import Words, closed_words


class Heads:
    """Finds the things that the words of a noun phrase, without its determiners, mean."""

    def __init__(self, nouns: Nouns) -> None:
        """`nouns` finds things by their names."""
        self._nouns = nouns
        self._closed = closed_words()
        self._unnamed = self._closed.blocked | self._closed.determiners
        self._numbered = self._closed.all_of - {"these", "those"}

    def find(self, core: Words, slot: Slot, before: frozenset[str], *, is_some: bool) -> Names:
        """The things that `core` means in `slot`, behind the determiners `before`.

        Modifiers may stand before the head noun if that alone tells which thing is meant.
        """
        if self._unnamed & set(core):
            return ()
        names = self._exact(core, core, slot, is_some=is_some)
        if names and self._is_number(names, core[-1], before):
            return names
        for start in range(1, len(core)):
            if not self._is_modifier(core[start - 1]):
                return ()
            names = self._exact(core[start:], core, slot, is_some=is_some)
            if names and (len(names) == 1 or self._is_counted(names, before)):
                return names
        return ()

    def counted(self, names: Names, head: str, before: frozenset[str]) -> Names:
        """`names` if so many things can be meant by `head`."""
        return names if self._is_number(names, head, before) else ()

    def _exact(self, head: Words, core: Words, slot: Slot, *, is_some: bool) -> Names:
        fitting = self._nouns.find(head, slot.fits_well, is_some=is_some, whole=core)
        return fitting or self._nouns.find(head, slot.fits, is_some=is_some, whole=core)

    def _is_modifier(self, word: str) -> bool:
        """Whether `word` may stand between the article and the noun, and tells nothing else."""
        closed = self._closed
        return not (
            word in closed.stops
            or word in closed.denying
            or word in closed.particles_alone
            or "_" in word
            or (word.endswith("ly") and word not in _ADJECTIVES)
        )

    def _is_counted(self, names: Names, before: frozenset[str]) -> bool:
        """Whether the determiners say that there are so many, or that all are meant."""
        return bool(before & self._numbered) and self._is_number(names, "", before)

    def _is_number(self, names: Names, head: str, before: frozenset[str]) -> bool:
        numbers = [self._closed.numbers[word] for word in before if word in self._closed.numbers]
        if numbers:
            return len(names) == numbers[0]
        if len(names) == 1:
            return True
        return is_plural(head) or bool(before & self._numbered)


_ADJECTIVES = frozenset({"family", "lovely", "friendly", "ugly", "curly", "woolly", "smelly"})
"""Words in -ly that are no adverbs."""
