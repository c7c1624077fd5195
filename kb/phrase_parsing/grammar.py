"""Clause splitter for imperative sentences (word lists)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.recognition.grammar import word_set

SUBORDINATORS = word_set(
    """after although as because before if lest once otherwise since so though unless until when
    where which while who"""
)
RELATIVES = frozenset({"that", "which", "who"})
"""Words that introduce a clause about the thing just named."""
FILLERS = word_set("also go just kindly maybe now please quickly quietly simply then you")
"""Words that may precede the verb of an imperative."""
DETERMINERS = word_set(
    """a all an any both each every her his its many my of our some that the their these this those
    two three four your"""
)
PREPOSITIONS = word_set(
    """above against around at behind below beside between by during for from in inside into near
    next off on onto out outside over through to towards under underneath using via with without"""
)
PARTICLES = word_set("away back down off on out over together up")
"""Words between a verb and its object: put down the knife."""
IMPERATIVES = word_set(
    """add aim apply arrange ask attach bake balance bang block boil break bring brush build burn
    buy call carry catch change charge chase check chop clean clear climb close collect connect
    cook copy cover crush cut deliver dice dig dilute dip disable disconnect dispose do drag
    drain drape drill drink drive drop dry dump eat empty extinguish feed fetch fill film find
    fix flush fold follow forget fry get give go grab grease hand hang heat help hide hit hold
    ignite inject insert iron jam keep kick kill knock lay leave lend let lick lie lift light
    listen load lock look loosen make mash melt microwave mix mop move mow open order pack paint
    peel pick place play plug point poke poison pour preheat prepare press prop pull push put
    raise reach read record reheat release remove repair replace report return rinse roast roll
    rub run scare scrape scratch scrub seal send serve set shake share shoot shout shove show
    shut simmer sit slash slice slip smash snap soak spill splash spray spread spy squeeze stab
    stack stand start stay steal steam stick stir stop store stow strike stuff swap sweep swing
    switch take tamper tape taste tear tell test thaw throw tie tip toast toss touch trap treat
    trim trip try turn twist type unlock unplug unscrew use vacuum wait wake walk warm wash
    watch water wear wedge wipe withhold wrap write"""
)
"""Verbs that imperatives begin with."""
_AFTER_THAT = word_set(
    """are be can could did do does has have he i is it may might must nobody no not nothing she
    should they was we were will would you"""
)
_LIST_REACH = 4
"""Most words from a comma to the `and` or `or` of an enumeration."""


@dataclass(frozen=True)
class Clause:
    """Words `start` up to, but not including, `end`."""

    start: int
    end: int
    lead: str
    """Its first word."""

    @property
    def positions(self) -> range:
        """The positions of its words."""
        return range(self.start, self.end)

    @property
    def subordinate(self) -> bool:
        """Whether it is introduced by a word such as `if` or `where`."""
        return self.lead in SUBORDINATORS or self.lead == "that"


def clauses(words: Sequence[str], commas: frozenset[int]) -> list[Clause]:
    """The clauses of a sentence; `commas` are the positions of the words that follow a comma."""
    starts = [i for i in range(len(words)) if i == 0 or _starts(words, i, i in commas)]
    ends = [*starts[1:], len(words)]
    return [Clause(start, end, words[start]) for start, end in zip(starts, ends, strict=True)]


def _starts(words: Sequence[str], here: int, after_comma: bool) -> bool:
    word = words[here]
    following = words[here + 1] if here + 1 < len(words) else ""
    if word in SUBORDINATORS or word in ("but", "then"):
        return True
    if word == "instead":
        return following != "of"
    if word == "that":
        return following in _AFTER_THAT
    if word == "in":
        return following == "case"
    if word == "and":
        return is_imperative(words, here + 1)
    return after_comma and not _enumerates(words, here)


def _enumerates(words: Sequence[str], here: int) -> bool:
    """Whether the comma before `here` only divides the members of a list."""
    near = words[here : here + _LIST_REACH]
    return not is_imperative(words, here) and bool({"and", "or", "nor"} & set(near))


def is_imperative(words: Sequence[str], start: int) -> bool:
    """Whether the words from `start` on begin with a verb, or with `do not` or `never` and one."""
    for word in words[start:]:
        if word not in FILLERS or word == "go":
            return word in IMPERATIVES or word in ("never", "avoid")
    return False
