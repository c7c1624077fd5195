"""Noun phrases of statements, of which every word counts: "any open window", "nothing but the pan".

Unlike requests, statements speak of all things that a noun names, and of them in a state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from is_bench.domain.model import ParameterRole
from is_bench.reading.making import is_substance
from is_bench.reading.mentions import ANY, Mention, Names, Referents
from is_bench.reading.nouns import Nouns, is_plural, same_class, stemmed, words_of_thing
from is_bench.reading.phrases import MARKS, Phrases
from is_bench.reading.wordings import SINGLE, Slot
from is_bench.reading.words import Words, leading, number_of, phrases, phrases_of, word_list

BUT, SECOND, STATE, WHERE, IN_ROOM = "!", "^", "+", "@", "#"
"""Marks of names: but these, another, in a state, at a place, in a room."""
_EVERYTHING = frozenset({"anything", "everything", "something", "things", "objects", "items"})
_EXCEPT = phrases_of("but | except | except for | other than | besides")
_PLACES = ("on", "in", "under", "beside")
_RELATIVE = phrases_of("that/which is/are | lying | standing")
_DEFINITE = frozenset({"the", "my", "our", "your", "that", "this"})


class StatedPhrases(Phrases):
    """Reads noun phrases, and leaves no word of them aside."""

    joints = frozenset({"and", "or", ","})
    apart = frozenset(_PLACES)
    parts = Phrases.parts - {"edge", "corner", "side", "back", "front", "rim", "shelf", "middle"}
    blocked = frozenset()
    is_listing = True

    def __init__(self, nouns: Nouns, states: frozenset[str], harmless: frozenset[str]) -> None:
        """`states` are adjectives that tell a state, `harmless` those that only identify."""
        super().__init__(nouns)
        self._states = states
        self._harmless = harmless
        self.referents = Referents(nouns, is_last_alone=False)
        self._found: dict[tuple[Words, Slot], Names] = {}

    def _single(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        if at >= len(words):
            return
        everything = self._everything(words, at, slot) if words[at] in _EVERYTHING else ()
        meant = self.referents.meant(words, at, slot)
        for end, names in chain(meant, everything, self._named(words, at, slot)):
            yield end, names
            if slot.role not in SINGLE:
                for last, where in self._placed(words, end):
                    yield last, (*names, where)

    def _everything(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        """What "anything but the pan" and "anything on the table" mean."""
        yield at + 1, (ANY,)
        yield from ((end, (ANY, mark)) for end, mark in self._placed(words, at + 1, is_any=True))
        behind = leading(_EXCEPT, words, at + 1)
        for end, names in self.at(words, behind, slot) if behind > at + 1 else ():
            yield end, (ANY, *(BUT + name for name in names))

    def _placed(self, words: Words, at: int, *, is_any: bool = False) -> Iterator[tuple[int, str]]:
        """Where a phrase ends that tells where a thing is, or how, and its mark."""
        begin = leading(_RELATIVE, words, at)
        if begin >= len(words):
            return
        room = leading(phrases("rooms"), words, begin + 2) if words[begin] == "in" else 0
        if room > begin + 2:
            yield room, IN_ROOM + "_".join(words[begin + 2 : room])
        elif words[begin] in _PLACES:
            for end, names in self._named(words, begin + 1, _GROUND):
                if MARKS.isdisjoint(name[0] for name in names):
                    yield end, f"{WHERE}{words[begin]}:{'|'.join(names)}"
        elif words[begin] in self._states and (begin > at or is_any):
            yield begin + 1, STATE + words[begin]

    def _noun(
        self, words: Words, start: int, before: frozenset[str], slot: Slot
    ) -> Iterator[tuple[int, Names]]:
        """Phrases with what tells a state or a room before their noun."""
        marks: Names = (SECOND,) if before & word_list("others") else ()
        while start < len(words):
            is_called = False
            if marks and words[start] in _EVERYTHING:
                yield start + 1, (ANY, *marks)
            for end in self._ends(words, start):
                names = self._meant_by(words[start:end], slot, before)
                if names:
                    is_called = is_called or end > start + 1
                    is_one = len(names) == 1  # a room tells nothing more
                    yield end, (*names, *(m for m in marks if m[0] != IN_ROOM or not is_one))
            word, room = words[start], leading(phrases("rooms"), words, start)
            if room > start:
                marks = (*marks, IN_ROOM + "_".join(words[start:room]))
            elif word in self._states:
                marks = (*marks, STATE + word)
            elif is_called or not self._is_passed(word):
                return
            start = max(room, start + 1)

    def _is_passed(self, word: str) -> bool:
        """Whether a noun may follow `word` that means the same without it."""
        return word in self._harmless | word_list("sides") or word.endswith("'s")

    def _solid(self, core: Words, names: Names, slot: Slot, before: frozenset[str]) -> Names:
        """What is moved as "the milk": its carton, where there is one."""
        is_meant = slot.kind == "moved" or not before.isdisjoint(_DEFINITE)
        is_stuff = bool(names) and all(map(is_substance, self._nouns.things(names)))
        if slot.role is not ParameterRole.MOVED or not is_meant or not is_stuff:
            return names
        solid = self._nouns.find(core, lambda t: slot.fits(t) and not is_substance(t))
        return solid if solid and self.referents.is_movable(solid) else names

    def _meant_by(self, core: Words, slot: Slot, before: frozenset[str]) -> Names:
        """What a name means, behind the determiners `before`."""
        key = (core, slot)
        if key not in self._found:
            self._found[key] = self._find(core, slot)
        names = self._solid(core, self._found[key], slot, before)
        part = self._part(core, slot) if before else ()
        names = (part or names) if "its" in before else names or part
        if is_plural(core[-1]):
            return names if number_of(before) in (0, len(names)) else ()
        return () if len(names) > 1 and not before.isdisjoint({"that", "this"}) else names

    def _find(self, core: Words, slot: Slot) -> Names:
        """What the words of a name mean that stands in `slot`."""
        if (word_list("blocked") | word_list("determiners")) & set(core):
            return ()
        if word_list("denying") & set(core) and not self._nouns.is_label(core):
            return ()
        names = self._nouns.find(core, slot.fits_well) or self._nouns.find(core, slot.fits)
        if self._is_modified(core, names):
            names = self._find(core[:-1], slot) if core[-1] in word_list("parts") else ()
        return names

    def _is_modified(self, core: Words, names: Names) -> bool:
        """Whether the first or the last word of `core` tells more than a name: the *hot* pan."""
        if len(core) < 2 or not names:
            return False
        things = self._nouns.things(names)
        known = {word for thing in things for word in stemmed(tuple(words_of_thing(thing)))}
        known |= word_list("parts")
        told = [word for word in core if not known.intersection((word, *stemmed((word,))))]
        if not self._states.isdisjoint(told):
            return True
        is_first = core[0] in told and same_class(core, core[1:])
        return is_first or (core[-1] in told and same_class(core, core[:-1]))

    def is_vague(self, words: Words, names: Names) -> bool:
        """Whether `words` name one thing, and `names` are several that are called otherwise."""
        things = self._nouns.things(names)
        is_one = words[:1] == ("the",) and len({thing.synset for thing in things}) > 1
        return is_one and all(words[-1] in words_of_thing(thing) for thing in things)

    def heard_in(self, words: Words) -> Iterator[Mention]:
        """Everything that is named in `words`, in its order."""
        for start, end, names in self.spoken_in(words):
            is_place = start > 0 and words[start - 1] in word_list("from")
            role = ParameterRole.PLACE if is_place else ParameterRole.HANDLED
            yield Mention(plain(names), role, is_plural(words[end - 1]))


def plain(names: Names) -> Names:
    """`names` without marks."""
    return tuple(name for name in names if name[0] not in MARKS)


_GROUND = Slot("", ParameterRole.PLACE, "any")
