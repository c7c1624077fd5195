"""Verbs with what belongs to them, and clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from is_bench.reading.stems import forms
from kb.requirements import lexicon
from kb.requirements.chart import rule
from kb.requirements.phrases import Phrases
from kb.requirements.syntax import (
    Action,
    Clause,
    Description,
    Does,
    Is,
    Noun,
    Nouns,
    Place,
    Quality,
)

BASE, GERUND, PARTICIPLE, FINITE = "base", "gerund", "participle", "finite"
_INTO = {("in", "contact", "with"), ("into", "contact", "with")}


class Clauses(Phrases):
    """Finds actions and clauses."""

    # Actions

    @rule
    def action(self, at: int, form: str, passive: bool = False) -> Iterator[tuple[Action, int]]:
        """A verb in `form` with what it acts on and where; in the passive that comes before it."""
        at = self.skip(at)
        word = self.word(at)
        if not _is_form(word, form):
            return
        for verb in sorted(lexicon.verbs(word)):
            if verb in lexicon.WAIT:
                yield from self._waiting(verb, at + 1)
            if verb in lexicon.LET and not passive:
                yield from self._letting(at + 1)
            yield from self._extended(Action(verb), at + 1, passive)
        if word in ("finished", "finishing", "finish", "done", "stopped", "stopping", "stop"):
            yield from self.action(at + 1, GERUND)

    def _extended(self, action: Action, at: int, passive: bool) -> Iterator[tuple[Action, int]]:
        """`action` with more that belongs to it, the most first."""
        adverb = self.phrase(at, lexicon.ADVERBS)
        if adverb:
            kept = action if adverb not in lexicon.AWAY else _and_particle(action, "away")
            yield from self._extended(kept, at + len(adverb), passive)
        word = self.word(at)
        if word in ("me", "us"):
            yield from self._extended(action, at + 1, passive)
        if word in lexicon.ADJECTIVES and _takes_depictive(action, passive=passive):
            kept = replace(action, depictive=lexicon.ADJECTIVES[word])
            yield from self._extended(kept, at + 1, passive)
        only = word in lexicon.ONLY
        for place, end in self.place(at + only):
            if len(action.places) < 3:
                added = _only(place) if only else place
                grown = replace(action, places=(*action.places, added))
                yield from self._extended(grown, end, passive)
        if word in lexicon.PARTICLES and len(action.particles) < 2:
            yield from self._extended(_and_particle(action, word), at + 1, passive)
        if action.target is None and not passive and not action.places:
            for nouns, end in self.nouns(at):
                yield from self._extended(replace(action, target=nouns), end, passive)
        yield action, at

    def _waiting(self, verb: str, at: int) -> Iterator[tuple[Action, int]]:
        """`wait for the pan to cool`, `wait until it is cool`."""
        if self.word(at) == "for":
            for nouns, end in self.nouns(at + 1):
                if self.word(end) == "to":
                    for change, last in self._infinitive(nouns, end + 1):
                        yield Action(verb, waits_for=change), last
        if self.word(at) in ("until", "till"):
            for clause, end in self.clause(at + 1):
                awaited = clause if isinstance(clause, Is) else _awaited(clause)
                if awaited is not None:
                    yield Action(verb, waits_for=awaited), end

    def _letting(self, at: int) -> Iterator[tuple[Action, int]]:
        """`let the pan cool`, `let the tap run`: the action itself, or a state to wait for."""
        for nouns, end in self.nouns(at):
            here = end + (self.word(end) == "to")
            for clause, last in self._infinitive(nouns, here):
                yield Action("let", waits_for=clause), last

    def _infinitive(self, subject: Nouns, at: int) -> Iterator[tuple[Is, int]]:
        """What something is to become: `cool`, `be cooked`, `reach room temperature`."""
        at = self.skip(at)
        word = self.word(at)
        if word in ("be", "become", "get", "turn"):
            for description, end in self.description(at + 1):
                yield Is(subject, description), end
        after = at + 1 + (self.word(at + 1) in ("down", "off", "up", "out", "through"))
        for verb in sorted(forms(word) & _CHANGES.keys()):
            state = _CHANGES[verb]
            yield Is(subject, Description((Quality(state),)), becomes=True), after

    # Clauses

    @rule
    def clause(self, at: int) -> Iterator[tuple[Clause, int]]:
        """A clause with a subject, or one that leaves it out."""
        at = self.skip(at)
        yield from self._by_somebody(at)
        for nouns, end in self.nouns(at):
            yield from self.predicate(nouns, end)
        if self.word(at) == "there" and self.word(at + 1) in lexicon.BE:
            yield from self._there_is(at + 2)
        yield from self._without_subject(at)

    def _by_somebody(self, at: int) -> Iterator[tuple[Clause, int]]:
        """`you open it`, `you have opened it`, `somebody is opening it`."""
        here = at + (self.word(at) in ("the", "any"))
        if self.word(here) not in lexicon.PERSONS:
            return
        here = self.skip(here + 1)
        negative = False
        helper = ""
        while self.word(here) in (
            lexicon.MODALS | lexicon.HAVE | lexicon.BE | lexicon.DO | lexicon.NOT
        ):
            negative |= self.word(here) in lexicon.NOT
            helper = self.word(here) if self.word(here) not in lexicon.NOT else helper
            here = self.skip(here + 1)
        if (
            self.words[here : here + 2] in (("about", "to"), ("going", "to"))
            or self.word(here) == "to"
        ):
            here, helper = here + 1 + (self.word(here) != "to"), "will"
        form = FINITE
        if helper in lexicon.HAVE:
            form = PARTICIPLE
        elif helper in lexicon.BE:
            form = GERUND
        for action, end in self.action(here, form):
            yield Does(action, negative), end

    def predicate(self, subject: Nouns, at: int) -> Iterator[tuple[Clause, int]]:
        """What is said of `subject`: that it is in a state, or what is done to it."""
        first, *rest = subject.nouns
        subject = Nouns((replace(first, subject=bool(first.pronoun)), *rest))
        here = self.skip(at)
        negative = False
        while self.word(here) in (lexicon.MODALS | lexicon.HAVE | lexicon.DO | lexicon.NOT):
            negative |= self.word(here) in lexicon.NOT
            here = self.skip(here + 1)
        word = self.word(here)
        if word in (lexicon.BE | lexicon.STAY | lexicon.BECOME):
            yield from self._being(subject, here + 1, negative)
        yield from self._moving(subject, here, negative)

    def _being(self, subject: Nouns, at: int, negative: bool) -> Iterator[tuple[Clause, int]]:
        here = self.skip(at)
        while self.word(here) in lexicon.NOT or self.word(here) in ("been", "being", "be", "to"):
            negative |= self.word(here) in lexicon.NOT
            here = self.skip(here + 1)
        if self.words[here : here + 2] == ("no", "longer"):
            negative, here = not negative, here + 2
        for description, end in self.description(here):
            yield Is(subject, description, negative), end
        for action, end in self.action(here, PARTICIPLE, True):  # a part of the rule's key
            yield Does(replace(action, target=subject), negative), end

    def _moving(self, subject: Nouns, at: int, negative: bool) -> Iterator[tuple[Clause, int]]:
        """What things do themselves: `the tap runs`, `the towel touches the stove`."""
        for verb in sorted(lexicon.verbs(self.word(at))):
            if self.word(at).endswith("ing") and verb not in lexicon.REST:
                continue
            if verb in lexicon.TOUCH or verb in lexicon.COVER:
                for nouns, end in self.nouns(at + 1):
                    tool = Place("with", subject)
                    yield Does(Action(verb, nouns, places=(tool,)), negative), end
            if verb in lexicon.REST:
                for place, end in self.place(at + 1):
                    yield Is(subject, Description((Quality(place=place),)), negative), end
            if verb in lexicon.BE_PLACED:
                yield from self._going(subject, self.skip(at + 1), negative)
            if verb in ("run", "burn", "boil"):
                yield Is(subject, Description((Quality("on"),)), negative), at + 1
        for clause, end in self._infinitive(subject, at):
            yield replace(clause, negative=negative), end

    def _going(self, subject: Nouns, at: int, negative: bool) -> Iterator[tuple[Clause, int]]:
        contact = self.words[at : at + 3] in _INTO
        for place, end in self.place(at):
            if contact or place.preposition == "against":
                action = Action("touch", place.nouns, places=(Place("with", subject),))
            elif place.preposition in ("on", "in"):
                action = Action("put", subject, places=(place,))
            elif place.preposition in ("near", "under"):
                description = Description((Quality(place=place),))
                yield Is(subject, description, negative), end
                continue
            else:
                continue
            yield Does(action, negative), end

    def _there_is(self, at: int) -> Iterator[tuple[Clause, int]]:
        negative = self.word(at) == "not"
        for nouns, end in self.nouns(at + negative):
            for quality, last in self.quality(end):
                yield Is(nouns, Description((quality,)), negative), last

    def _without_subject(self, at: int) -> Iterator[tuple[Clause, int]]:
        """`opening it`, `being opened`, `opened`, `hot`, `the oven on`."""
        for action, end in self.action(at, GERUND):
            yield Does(action), end
        if self.word(at) == "having":
            for action, end in self.action(at + 1, PARTICIPLE):
                yield Does(action), end
        it = Nouns((Noun(at, pronoun="it"),))
        here = at + 1 if self.word(at) in ("being", "is", "are") else at
        for description, end in self.description(here):
            yield Is(it, description), end
        for action, end in self.action(here, PARTICIPLE, True):
            yield Does(replace(action, target=it)), end
        for nouns, end in self.nouns(at):
            here = end + (self.word(end) == "being")
            for description, last in self.description(here):
                yield Is(nouns, description), last
            for action, last in self.action(here, PARTICIPLE, True):
                yield Does(replace(action, target=nouns)), last


_CHANGES = {
    "cool": "cold",
    "thaw": "thawed",
    "defrost": "thawed",
    "freeze": "frozen",
    "dry": "dry",
    "cook": "cooked",
    "fry": "cooked",
    "bake": "cooked",
    "boil": "cooked",
    "roast": "cooked",
}
"""What things become that do something themselves: the pan cools."""
_DESCRIBED = lexicon.PUT | lexicon.TAKE | lexicon.USE | lexicon.TOUCH


def _takes_depictive(action: Action, *, passive: bool) -> bool:
    """Whether an adjective may tell in which state the thing is that is acted on: put away hot."""
    known = passive or action.target is not None
    return known and not action.depictive and action.verb in _DESCRIBED


def _and_particle(action: Action, particle: str) -> Action:
    return replace(action, particles=(*action.particles, particle))


def _only(place: Place) -> Place:
    first, *rest = place.nouns.nouns
    return replace(place, nouns=Nouns((replace(first, only=True), *rest)))


def _is_form(word: str, form: str) -> bool:
    if not lexicon.verbs(word):
        return False
    if form == BASE:
        return word in lexicon.VERBS and word not in ("left", "felt")
    if form == GERUND:
        return word.endswith("ing")
    return not word.endswith("ing") and (form == FINITE or _may_be_participle(word))


def _may_be_participle(word: str) -> bool:
    inflected = word not in lexicon.VERBS and not word.endswith("s")
    return inflected or word in lexicon.SAME_PARTICIPLE


_RESULTS = {"cook": "cooked", "wash": "clean", "wipe": "clean", "clean": "clean"}


def _awaited(clause: Clause) -> Is | None:
    """What is waited for, where an action is named: `until it is washed`."""
    action = clause.action if isinstance(clause, Does) else None
    state = _RESULTS.get(action.verb) if action else None
    if action is None or state is None:
        return None
    return Is(action.target, Description((Quality(state),)))
