"""Noun phrases: which words stand for which things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from is_bench.domain.model import ParameterRole
from is_bench.reading.mentions import Memory, Mention, Names, Referents
from is_bench.reading.nouns import Nouns, is_plural, words_of_thing
from is_bench.reading.places import behind_determiners, is_plain, unknown_places
from is_bench.reading.wordings import ANYBODY, ROOM, SINGLE, Slot, roles
from is_bench.reading.words import Words, leading, number_of, phrases, phrases_of, stops, word_list

LONGEST_NAME = 5
"""Words of a name."""
MOST_DETERMINERS = 4
MOST_OF_A_PERSON = 3
"""Words by which somebody is called."""
_LONGEST_ROOM = 3
"""Words by which a room is called."""
_DESCRIBING = frozenset(
    {"in", "on", "from", "beside", "under", "at", "out_of", "off", "behind", "by"}
)
"""Prepositions that tell where a thing is that is meant."""


MARKS = frozenset("*!^+@~#")
"""What begins the parts of a meaning that are no names of things."""


class Phrases:
    """Reads noun phrases over the things of a scene."""

    joints = frozenset({"and", ","})
    """What stands between the members of a list."""
    apart = _DESCRIBING | {"that", "which", "with"}
    """Words in a phrase behind which no list goes on: "A on B and C on D" is none of A and C."""
    parts = word_list("parts_of")
    """What may be named of a thing, behind which "of" and its noun stand."""
    blocked = word_list("blocked")
    """Determiners behind which nobody knows what is meant."""
    is_listing = False
    """Whether a list may stand where only one thing can: it is one of them then."""

    def __init__(self, nouns: Nouns) -> None:
        """`nouns` finds things by their names."""
        self._nouns = nouns
        self.referents = Referents(nouns, is_last_alone=True)
        self._known: dict[tuple[Words, int, Slot, bool], list[tuple[int, Names]]] = {}

    def recall(self, memory: Memory) -> None:
        """Let pronouns mean what is in `memory` from now on."""
        if memory != self.referents.memory:
            self.referents.memory = memory
            self._known.clear()

    def note(self, role: ParameterRole, names: Names) -> None:
        """Remember that `names` stood in a slot of `role`."""
        if names:
            self.recall((*self.referents.memory, Mention(names, role, len(names) > 1)))

    def at(self, words: Words, at: int, slot: Slot) -> list[tuple[int, Names]]:
        """The phrases that begin at `at` and can stand in `slot`: their ends and what they mean.

        The longest come first.
        """
        if slot.kind == ROOM:
            end = self._room_name(words, at)
            return [(end, ())] if end > at else []
        if slot.kind == ANYBODY:
            return [(end, ()) for end in self._ends(words, at) if end <= at + MOST_OF_A_PERSON]
        key = (words, at, slot, self.referents.is_subject)
        if key not in self._known:
            found = dict.fromkeys(self._listed(words, at, slot))
            self._known[key] = sorted(found, key=lambda one: -one[0])
        return self._known[key]

    def description(self, words: Words, at: int) -> list[int]:
        """Where phrases end that tell where a thing is: "on the table", "in the kitchen".

        The longest come first.
        """
        if at >= len(words):
            return []
        ends = {self.room(words, at)} - {at}
        if words[at] in _DESCRIBING:
            ends.update(end for end, _ in self._single(words, at + 1, _ANY))
        return sorted(ends, reverse=True)

    def room(self, words: Words, at: int) -> int:
        """The end of "in the kitchen", "to the garage"; `at` if it is not that."""
        end = self._room_name(words, at + 1) if words[at] in _DESCRIBING | {"to", "of"} else at
        return end if end > at + 1 else at

    def _room_name(self, words: Words, at: int) -> int:
        """The end of "the kitchen", "our grandmother's room"; `at` if it is no room."""
        start = behind_determiners(words, at)
        for begin in range(start, min(start + _LONGEST_ROOM, len(words))):
            end = leading(phrases("rooms"), words, begin)
            if end > begin:
                return end
            if not is_plain(words[begin]):
                break
        return at

    def named_in(self, words: Words) -> set[str]:
        """Every thing that may be named anywhere in `words`."""
        starts = range(len(words))
        return {
            name for at in starts for _, names in self._named(words, at, _ANY) for name in names
        }

    def spoken_in(self, words: Words) -> Iterator[tuple[int, int, Names]]:
        """The phrases in `words` that name things, from the left: beginning, end and names."""
        at = 0
        while at < len(words):
            found = self._named(words, at, _ANY)
            end, names = max(found, key=lambda one: one[0], default=(at, ()))
            if end > at:
                yield at, end, names
            at = max(end, at + 1)

    def subject(self, words: Words, at: int) -> Names:
        """What the phrase at `at` names; nothing if it names no thing of the scene."""
        return next((names for _, names in self._single(words, at, _ANY)), ())

    def _listed(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        """A phrase, or a list of them: "the plate, the cup and the fork"."""
        for end, names in self._single(words, at, slot):
            if slot.role in SINGLE and not self.is_listing:
                if len(names) == 1:
                    yield end, names
                continue
            yield end, names
            behind = end
            while behind < len(words) and words[behind] in self.joints:
                behind += 1
            if behind == end or not self.apart.isdisjoint(words[at:end]):
                continue
            for last, others in self.at(words, behind, slot):
                is_joined = not (self.joints - {","}).isdisjoint(words[end:last])
                if is_joined and MARKS.isdisjoint(name[0] for name in (*names, *others)):
                    yield last, tuple(dict.fromkeys((*names, *others)))

    def _single(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        if at >= len(words):
            return
        yield from self.referents.meant(words, at, slot)
        for end, names in self._named(words, at, slot):
            yield end, names
            for last in self._described(words, end, slot):
                yield last, names

    def _described(self, words: Words, at: int, slot: Slot) -> list[int]:
        """Where what describes a thing behind its noun ends, the longest first."""
        at = leading(_RELATIVE, words, at)
        if at >= len(words):
            return []
        if words[at] != "with":
            ends = {*self.description(words, at)}
            ends.update(unknown_places(words, at, is_moved=slot.role not in _STAYING))
        elif slot.role is ParameterRole.VESSEL:
            return []  # it tells what to fill it with
        else:  # "with the sheet in it", "with the potato"
            load = _ANY if slot.role in (ParameterRole.MOVED, ParameterRole.WAITED_FOR) else _LOAD
            ends = {end for end, _ in self._named(words, at + 1, load)}
            known = (end for end, _ in self._named(words, at + 1, _ANY))
            ends.update(end + 2 for end in known if words[end : end + 2] in _WITHIN)
        return sorted(ends, reverse=True)

    def _named(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        """Phrases with a noun that begin at `at`: their ends and what they mean."""
        start, before = self._determined(words, at)
        if before & self.blocked:
            return
        inner = self._part_of(words, start)
        if inner > start:
            yield from self.referents.meant(words, inner, slot)
            yield from self._named(words, inner, slot)
        yield from self._noun(words, start, before, slot)

    def _noun(
        self, words: Words, start: int, before: frozenset[str], slot: Slot
    ) -> Iterator[tuple[int, Names]]:
        """Phrases behind the determiners `before`, the longest first."""
        is_some = "some" in before or (not before and words[start - 1 : start] == ("with",))
        for end in self._ends(words, start):
            core = words[start:end]
            names = self._headed(core, slot, before, is_some=is_some)
            part = self._part(core, slot)
            if names or _are_counted(part, core[-1], before):
                yield end, names or part

    def _headed(self, core: Words, slot: Slot, before: frozenset[str], *, is_some: bool) -> Names:
        """What `core` means: modifiers may stand before the head noun if that alone tells it."""
        if (word_list("blocked") | word_list("determiners")) & set(core):
            return ()
        odd = {word for word in core[:-1] if _is_odd(word)}
        for start in range(len(core)):
            if start and not _is_modifier(core[start - 1]):
                return ()
            head = core[start:]
            names = self._nouns.find(head, slot.fits_well, is_some=is_some, whole=core)
            names = names or self._nouns.find(head, slot.fits, is_some=is_some, whole=core)
            things = self._nouns.things(names) if odd else ()
            names = tuple(t.name for t in things if odd <= words_of_thing(t)) if odd else names
            if _are_counted(names, core[-1] if start == 0 else "", before):
                return names
        return ()

    def _determined(self, words: Words, at: int) -> tuple[int, frozenset[str]]:
        """Where the noun begins, and the words before it."""
        end = at
        while end < min(len(words), at + MOST_DETERMINERS) and (
            words[end] in word_list("determiners")
            or words[end] in word_list("others")
            or (words[end] == "one" and end == at)
            or (words[end] == "of" and end > at and words[end - 1] in word_list("all_of"))
        ):
            end += 1
        return end, frozenset(words[at:end])

    def _part_of(self, words: Words, at: int) -> int:
        """Where the noun begins of which a part was named: "the middle of the table"."""
        for part in range(at, min(at + 3, len(words) - 2)):
            if words[part + 1] == "of" and words[part] in self.parts:
                return part + 2
            if not is_plain(words[part]):
                break
        return at

    def _ends(self, words: Words, start: int) -> Sequence[int]:
        """Where a name that begins at `start` may end, the longest first; "of" may be in it."""
        last = min(len(words), start + LONGEST_NAME)
        ends = stops() if words[start : start + 1] == ("of",) else stops() - {"of"}
        last = next((end for end in range(start, last) if words[end] in ends), last)
        return range(last, start, -1)

    def _part(self, core: Words, slot: Slot) -> Names:
        """What was named before, of which a part is named now: "close the doors"."""
        is_part = len(core) == 1 and core[0] in word_list("parts")
        if not is_part or slot.role is not ParameterRole.OPENED:
            return ()
        known = (one.names for one in reversed(self.referents.memory))
        return next((n for n in known if all(map(_HINGED.fits, self._nouns.things(n)))), ())


def _are_counted(names: Names, head: str, before: frozenset[str]) -> bool:
    """Whether so many things can be meant by `head` behind the determiners `before`."""
    number = number_of(before)
    numbered = word_list("all_of") - {"these", "those"}
    is_several = (head and is_plural(head)) or not before.isdisjoint(numbered)
    return len(names) == number if number else len(names) == 1 or bool(is_several and names)


def _is_modifier(word: str) -> bool:
    """Whether `word` may stand between the article and the noun, and tells nothing else."""
    return word not in stops() and "_" not in word and not _is_odd(word)


def _is_odd(word: str) -> bool:
    """Whether `word` belongs to no noun, or makes it mean another thing."""
    is_adverb = word.endswith("ly") and word not in word_list("adjectives_in_ly")
    return is_adverb or word in word_list("denying") | (word_list("particles_alone") - stops())


_RELATIVE = phrases_of("that/which is/are/stands/stand/lies/lie/hangs/sits")
_STAYING = roles("opened switched cleaned cut covered")
"""Roles of things that are not brought anywhere, and where nothing is brought."""
_ANY = Slot("", ParameterRole.HANDLED, "handled")
_WITHIN = (("in", "it"), ("on", "it"), ("in", "them"))
_LOAD = Slot("", ParameterRole.HANDLED, "load")
_HINGED = Slot("", ParameterRole.OPENED, "hinged")
