"""What was named so far, and which of it pronouns mean, in requests and in statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from is_bench.domain.classes import class_of_text
from is_bench.domain.model import ParameterRole
from is_bench.reading.making import is_substance
from is_bench.reading.nouns import Nouns
from is_bench.reading.wordings import Slot, roles
from is_bench.reading.words import Words, word_list

Names = tuple[str, ...]
ANY = "*"
"""Stands among names for anything at all."""
_GOALS = roles("support container place machine")
_ASIDE = _GOALS | roles("source")
"""Roles of things that clauses are not about."""
LADEN = roles("support container")
"""Roles of things that something was put on, or in, so that it moves with them."""
_BY_KIND = _GOALS | roles("opened switched")
"""Roles for which few things are fit, so that a pronoun tells by them what it means."""
PEOPLE = class_of_text("person.n.01 | animal.n.01")


@dataclass(frozen=True)
class Mention:
    """What was named by a phrase."""

    names: Names
    role: ParameterRole
    several: bool
    """Whether it was a list, or a plural."""
    is_subject: bool = False


Memory = tuple[Mention, ...]
"""What was named before, the last one last."""


class Referents:
    """Finds what pronouns mean."""

    def __init__(self, nouns: Nouns, *, is_last_alone: bool) -> None:
        """`is_last_alone`: of what was acted on, only the last one is meant as a rule."""
        self._nouns = nouns
        self._is_last_alone = is_last_alone
        self.memory: Memory = ()
        self.is_subject = False
        """Whether a pronoun is the subject of its clause."""

    def meant(self, words: Words, at: int, slot: Slot) -> Iterator[tuple[int, Names]]:
        """What a pronoun at `at` may mean in `slot`, the likeliest first, and where it ends."""
        word = words[at]
        is_all = word in ("all", "both") and words[at + 1 : at + 3] == ("of", "them")
        several = is_all or word in word_list("plural_pronouns")
        if not several and word not in word_list("singular_pronouns"):
            return
        known = [m for m in reversed(self.memory) if m.several is several or word == "they"]
        known = [m for m in known if several or not self.are_people(m.names)]
        known.sort(key=lambda mention: mention.role is ParameterRole.TOOL)
        if self._is_last_alone and slot.role not in _BY_KIND:
            known = [m for m in known if m.role not in _ASIDE | {ParameterRole.TOOL}][:1] or known
        for mention in self._likeliest(known, slot):
            if self.fit(mention.names, slot):
                yield at + 3 if is_all else at + 1, mention.names

    def _likeliest(self, known: list[Mention], slot: Slot) -> list[Mention]:
        """`known` in the order in which a pronoun means them, some of them several times."""
        if slot.role not in _BY_KIND:
            aside = _ASIDE - LADEN if slot.role is ParameterRole.MOVED else _ASIDE
            known = [*(m for m in known if m.role not in aside), *known]
        known = [*(m for m in known if m.is_subject and self.is_subject), *known]
        if slot.role is ParameterRole.MOVED:
            known = [*(m for m in known if self.is_movable(m.names)), *known]
        return known

    def fit(self, names: Names, slot: Slot) -> bool:
        """Whether all of `names` can be meant in `slot`."""
        things = self._nouns.things(names)
        is_any = slot.role in _GOALS and not self._is_last_alone
        is_known = bool(things) or ANY in names
        return is_known and all(map(slot.fits if is_any else slot.fits_well, things))

    def are_people(self, names: Names) -> bool:
        """Whether any of `names` is a person or an animal."""
        return any(map(PEOPLE.contains, self._nouns.things(names)))

    def is_movable(self, names: Names) -> bool:
        """Whether none of these things is a substance, or part of the room."""
        things = self._nouns.things(names)
        return not any(thing.can("sceneObject") or is_substance(thing) for thing in things)
