"""Noun phrases of statements, of which every word counts: "any open window", "nothing but the pan".

Unlike requests, statements speak of all things that a noun names, and of them in a state.
"""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.domain.classes import class_of_text
from is_bench.domain.model import ParameterRole
from is_bench.reading.heads import words_of_thing
from is_bench.reading.mentions import ANY, PEOPLE, Mention, Names, Referents
from is_bench.reading.nouns import Nouns, is_everyday, is_plural, same_class, stemmed
from is_bench.reading.people import called
from is_bench.reading.phrases import MARKS, Phrases
from is_bench.reading.places import behind_determiners
from is_bench.reading.stock import is_substance, is_vessel
from is_bench.reading.templates import SINGLE, Slot
from is_bench.reading.words import Words, leading, lexicon, number_of, phrases, word_list

BUT, SECOND, STATE, WHERE, BARE, IN_ROOM = "!", "^", "+", "@", "~", "#"
"""Marks of names: but these, another, in a state, at a place, no article, in a room."""
_EVERYTHING = frozenset({"anything", "everything", "something", "things", "objects", "items"})
_EXCEPT = tuple(
    tuple(phrase.split("_")) for phrase in ("but", "except", "except_for", "other_than", "besides")
)
_PLACES = ("on", "in", "under", "beside")
_SPOTS = frozenset({"edge", "corner", "side", "back", "front", "rim", "shelf", "middle"})
_RELATIVE = tuple(
    tuple(phrase.split("_"))
    for phrase in ("that_is", "that_are", "which_is", "which_are", "lying", "standing")
)
_DEFINITE = frozenset({"the", "my", "our", "your", "that", "this"})
_RECENT = 3
"""How many mentions "anything else" leaves out."""
_EQUIPPED = frozenset({ParameterRole.CONTAINER, ParameterRole.SUPPORT})
_FROM = word_list("from")
"""Words before what was only named as a place."""


class StatedPhrases(Phrases):
    """Reads noun phrases, and leaves no word of them aside."""

    joints = frozenset({"and", "or", ","})
    apart = frozenset(_PLACES)
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
        for end, names in self._bare(words, at, slot):
            yield end, names
            if slot.role in _EQUIPPED and words[end : end + 1] == ("with",):
                yield from ((last, names) for last, _ in self._bare(words, end + 1, _GROUND))
            if slot.role not in SINGLE:
                for last, where in self._placed(words, end):
                    yield last, (*names, where)

    def is_name(self, words: Words) -> bool:
        """Whether `words` are one phrase that names things."""
        return any(end == len(words) for end, _ in self.at(words, 0, _GROUND)) if words else False

    def is_person(self, words: Words) -> bool:
        """Whether `words` mean a person."""
        return any(end == len(words) for end, _ in self._persons(words, 0))

    def _persons(self, words: Words, at: int) -> Iterator[tuple[int, Names]]:
        """What "her" and "our guest" mean: the only person that there is."""
        begin, _ = self._determined(words, at)
        people = called(words, begin)
        pronoun = leading(phrases("personal"), words, at)
        names = self._nouns.of_kind(PEOPLE, lambda _: True)
        if len(names) == 1:
            ends = {people, begin} - {begin} | {pronoun, at} - {at}
            yield from ((end, names) for end in sorted(ends, reverse=True))

    def _bare(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        yield from self.referents.meant(words, at, slot)
        if slot.role is ParameterRole.PERSON:
            yield from self._persons(words, at)
        if words[at] in _EVERYTHING:
            if words[at + 1 : at + 2] == ("else",):
                known = {
                    name for mention in self.referents.memory[-_RECENT:] for name in mention.names
                }
                yield at + 2, (ANY, *(BUT + name for name in sorted(known)))
                return
            yield at + 1, (ANY,)
            if words[at + 1 : at + 2] and words[at + 1] in self._states:
                yield at + 2, (ANY, STATE + words[at + 1])
            yield from ((end, (ANY, mark)) for end, mark in self._placed(words, at + 1))
            for phrase in _EXCEPT:
                end = at + 1 + len(phrase)
                if words[at + 1 : end] == phrase:
                    for last, names in self.at(words, end, slot):
                        yield last, (ANY, *(BUT + name for name in names))
        yield from self._nouned(words, at, slot)

    def _placed(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Where a phrase ends that tells where a thing is, and its mark."""
        for phrase in ((), *_RELATIVE):
            begin = at + len(phrase)
            if words[at:begin] != phrase or begin >= len(words):
                continue
            room = leading(phrases("rooms"), words, begin + 2) if words[begin] == "in" else 0
            if room > begin + 2:
                yield room, IN_ROOM + "_".join(words[begin + 2 : room])
            elif words[begin] in _PLACES:
                for end, names in self._nouned(words, begin + 1, _GROUND):
                    if MARKS.isdisjoint(name[0] for name in names):
                        yield end, f"{WHERE}{words[begin]}:{'|'.join(names)}"
            elif phrase and words[begin] in self._states:
                yield begin + 1, STATE + words[begin]

    def _nouned(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        start, before = self._determined(words, at)
        yield from self._by_noun(words, at, start, before, slot)

    def _by_noun(
        self, words: Words, at: int, start: int, before: frozenset[str], slot: Slot
    ) -> Iterator[tuple[int, Names]]:
        """A phrase from `at` on, whose noun and adjectives begin at `start`, behind `before`."""
        inner = self._part_of(words, start)
        if start < inner < len(words) and words[inner - 2] not in _SPOTS:
            yield from self._bare(words, inner, slot)
        marks: Names = (SECOND,) if before & word_list("others") else ()
        while True:
            if marks and words[start : start + 1] and words[start] in _EVERYTHING:
                yield start + 1, (ANY, *marks)
                return
            is_called = False
            for end in range(self._limit(words, start), start, -1):
                names = self._meant_by(words[start:end], slot, before)
                if names:
                    is_called = is_called or end > start + 1
                    yield from self._in_room(words, end, (*names, *marks), len(names))
            behind = leading(phrases("rooms"), words, start)
            if start < behind < len(words):
                marks = (*marks, IN_ROOM + "_".join(words[start:behind]))
                start = behind
                continue
            is_passed = start + 1 < len(words) and self._is_passed(words[start])
            if not is_passed or (is_called and words[start] not in self._states):
                return
            if words[start] in self._states:
                marks = (*marks, STATE + words[start], *(() if before else (BARE,)))
            start += 1

    def _is_passed(self, word: str) -> bool:
        """Whether a noun may follow `word` that means the same without it, or a part of that."""
        is_known = word in self._states | self._harmless | word_list("sides")
        return is_known or word.endswith("'s")

    def _in_room(
        self, words: Words, at: int, names: Names, number: int
    ) -> Iterator[tuple[int, Names]]:
        """A phrase that ends at `at`, and what it means with "in the hall" behind it."""
        rooms = [name for name in names if name[0] == IN_ROOM]
        if number == 1:  # a room tells nothing more
            names = tuple(name for name in names if name not in rooms)
        end = self.room(words, at) if at < len(words) and words[at] in ("in", "of") else at
        room = leading(phrases("rooms"), words, at + 2) if end > at else at
        if room == end > at and not rooms:
            mark = (IN_ROOM + "_".join(words[at + 2 : end]),) if number > 1 else ()
            yield end, (*names, *mark)
        yield at, names

    def _solid(self, core: Words, names: Names, slot: Slot, before: frozenset[str]) -> Names:
        """What is moved as "the milk": its carton, where there is one."""
        is_meant = slot.kind == "moved" or bool(before & _DEFINITE)
        if slot.role is not ParameterRole.MOVED or not is_meant or not names:
            return names
        if not all(map(is_substance, self._nouns.things(names))):
            return names
        solid = self._nouns.find(core, lambda t: slot.fits(t) and not is_substance(t))
        return solid if solid and self.referents.is_movable(solid) else names

    def _meant_by(self, core: Words, slot: Slot, before: frozenset[str]) -> Names:
        """What a name means, behind the determiners `before`."""
        key = (core, slot)
        if key not in self._found:
            self._found[key] = self._find(core, slot)
        found = self._solid(core, self._found[key], slot, before)
        names = found or (self._part(core, slot) if before else ())
        number = number_of(before) if is_plural(core[-1]) else 0
        return names if number in (0, len(names)) else ()

    def _find(self, core: Words, slot: Slot) -> Names:
        """What the words of a name mean that stands in `slot`."""
        if (word_list("blocked") | word_list("determiners")) & set(core):
            return ()
        if word_list("denying") & set(core) and not self._nouns.is_label(core):
            return ()
        if slot.role is not ParameterRole.SWITCHED:
            stuff = self._nouns.find(core, is_substance)
            is_fit = slot.role is ParameterRole.SOURCE or all(
                map(slot.fits, self._nouns.things(stuff))
            )
            if stuff and is_fit:
                return () if self._is_modified(core, stuff) else stuff
            if core == ("water",):
                return ()  # what comes from a tap is not the tap
        names = self._nouns.find(core, slot.fits_well) or self._nouns.find(core, slot.fits)
        if self._is_modified(core, names):
            is_part = core[-1] in word_list("parts")
            names = self._find(core[:-1], slot) if is_part else ()
        return names or self._generic(core, slot)

    def _generic(self, core: Words, slot: Slot) -> Names:
        """All that "food" or "appliances" mean."""
        kind = lexicon()["generic"].get(" ".join(stemmed(core)))
        names = () if kind is None else self._nouns.of_kind(class_of_text(kind), slot.fits)
        solid = tuple(t.name for t in self._nouns.things(names) if not is_substance(t))
        return solid or names

    def _is_modified(self, core: Words, names: Names) -> bool:
        """Whether the first or the last word of `core` tells more than a name: the *hot* pan."""
        if len(core) < 2 or not names or is_everyday(core):
            return False
        things = self._nouns.things(names)
        known = {word for thing in things for word in stemmed(tuple(words_of_thing(thing)))}
        known |= word_list("parts")
        told = [word for word in core if not known.intersection((word, *stemmed((word,))))]
        if not self._states.isdisjoint(told):
            return True
        is_first = core[0] in told and same_class(core, core[1:])
        return is_first or (core[-1] in told and same_class(core, core[:-1]))

    def holds(self, names: Names, where: Names) -> bool:
        """Whether `names` can be in a place: a fluid in a vessel or a sink."""
        stuff = self._nouns.things(plain(names))
        ground = self._nouns.things(plain(where))
        is_stuff = bool(stuff) and all(map(is_substance, stuff))
        return not is_stuff or any(is_vessel(t) or t.can("particleSource") for t in ground)

    def is_vague(self, words: Words, names: Names) -> bool:
        """Whether `words` name one thing, and `names` are several that are called otherwise."""
        things = self._nouns.things(names)
        is_one = words[:1] == ("the",) and len({thing.synset for thing in things}) > 1
        return is_one and all(words[-1] in words_of_thing(thing) for thing in things)

    def room_of(self, words: Words) -> str:
        """The room of which `words` say that something is in it; empty if they say no such thing.

        Rooms are called as by the facts of scenes.
        """
        begin = behind_determiners(words, 1)
        is_whole = words[:1] == ("in",) and begin > 1 and self.room(words, 0) == len(words)
        return "_".join(words[begin:]) if is_whole else ""

    def heard_in(self, words: Words) -> Iterator[Mention]:
        """Everything that is named in `words`, in its order."""
        at, last = 0, Mention((), ParameterRole.HANDLED, several=False)
        moved = last
        while at < len(words):
            found = list(self._nouned(words, at, _GROUND))
            if not found:
                at += 1
                continue
            end, names = max(found)
            is_place = at > 0 and words[at - 1] in _FROM
            is_place = is_place or (words[at - 1 : at] == ("or",) and last.role is _GROUND.role)
            role = ParameterRole.PLACE if is_place else ParameterRole.HANDLED
            one = Mention(plain(names), role, is_plural(words[end - 1]))
            # "The pan on the stove and the mug on the shelf": the pan and the mug.
            is_gapped = last.role is ParameterRole.PLACE and not _FROM.isdisjoint(
                words[end : end + 1]
            )
            partner = moved if is_gapped else last
            if partner.names and words[at - 1] == "and":
                yield Mention((*partner.names, *one.names), ParameterRole.HANDLED, several=True)
            yield one
            moved = moved if role is ParameterRole.PLACE else one
            last, at = one, end


def plain(names: Names) -> Names:
    """`names` without marks."""
    return tuple(name for name in names if name[0] not in MARKS)


_GROUND = Slot("", ParameterRole.PLACE, "any")
