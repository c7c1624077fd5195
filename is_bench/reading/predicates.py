"""What a subject and a predicate, or a verb and its objects, say; every word of them is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from is_bench.domain.model import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.reading.grounding import Grounding
from is_bench.reading.making import Makers, Stock
from is_bench.reading.matching import Match, Matcher
from is_bench.reading.mentions import ANY, LADEN, PEOPLE, Memory, Mention, Names
from is_bench.reading.named import BUT, IN_ROOM, STATE, WHERE, StatedPhrases, plain
from is_bench.reading.nouns import Nouns, is_plural
from is_bench.reading.phrases import MARKS
from is_bench.reading.places import relations
from is_bench.reading.requirement import Either, Event, State, UnreadError, negated
from is_bench.reading.stems import forms
from is_bench.reading.wordings import Slot, Template, wordings
from is_bench.reading.words import Words, normalised, particles_of, word_list

PRONOUNS = frozenset({"it", "them", "they", "both", "this", "that", "these", "those"})
_GROUND = Slot("ground", ParameterRole.PLACE, "any")
_MOVED = Slot("moved", ParameterRole.MOVED, "any")
_CARRIED = Slot("moved", ParameterRole.MOVED, "moved")
_STUFF = Slot("source", ParameterRole.SOURCE, "stuff")
_GOALS = frozenset({ParameterRole.VESSEL, ParameterRole.COVERED})
_UNCHANGED = frozenset({"put", "cut", "shut", "set", "spread", "let"})
"""Participles that are like their base forms."""


@dataclass(frozen=True)
class Content:
    """What is said: an event or a state."""

    event: Event | None = None
    state: State | None = None
    own: State | None = None
    """The state that its subject is meant in."""
    memory: Memory = ()
    """What it names."""
    is_vague: bool = False
    """Whether its subject may be any of several things: "the bottle", of medicine and of ink."""


class Predicates:
    """Reads events and states over the things of a scene and the skills of a domain."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """Only what the scene and the domain have can be spoken of."""
        known = wordings(domain, is_stating=True)
        self._states: dict[Words, list[Template]] = {}
        for template in known.states:
            rest = tuple(one for one in template.elements[1:] if isinstance(one, str))
            if len(rest) == len(template.elements) - 1:
                self._states.setdefault(rest, []).append(template)
        particles = word_list("particles")
        self._adjectives = {
            rest[0]: own[-1].wishes[0]
            for rest, own in self._states.items()
            if len(rest) == 1 and rest[0] not in particles
        }
        self._objects = objects
        self.makers = Makers(Stock(objects, domain))
        self._grounding = Grounding(self.makers, self._adjectives)
        nouns, states = Nouns(objects, domain.labels), frozenset(self._adjectives)
        self.phrases = StatedPhrases(nouns, states, word_list("harmless"))
        self._matcher = Matcher(known, self.phrases)

    def is_verb(self, word: str) -> bool:
        """Whether a request may begin with `word`."""
        return self._matcher.is_verb(word)

    def are_fixed(self, names: Names) -> bool:
        """Whether all of `names` are parts or furniture of a room."""
        things = (self._objects.get(name) for name in names)
        return bool(names) and all(thing and thing.can("sceneObject") for thing in things)

    def _are_people(self, names: Names) -> bool:
        """Whether somebody or an animal is among `names`, who keeps others company."""
        things = (self._objects.get(name) for name in plain(names))
        return any(thing is not None and PEOPLE.contains(thing) for thing in things)

    # Events

    def active(self, words: Words) -> Content | None:
        """What an imperative, a gerund or a participle with its objects tells."""
        verb, _, particle = words[0].partition("_") if words else ("", "", "")
        for base in sorted(forms(verb), key=lambda form: form == verb) if words else ():
            first = (base, particle) if particle else (base,)
            found = self._requested(normalised((*first, *words[1:])))
            if found is not None:
                return found
        return None

    def passive(self, subject: Words, rest: Words) -> Content | None:
        """What a subject and a verb tell of which it is the object."""
        while rest and rest[0] in word_list("auxiliaries") | word_list("be"):
            rest = rest[1:]
        if not rest or not subject or subject[-1] in word_list("determiners") - PRONOUNS:
            return None
        self.phrases.referents.is_subject = _is_pronoun(subject)
        verb, _, particle = rest[0].partition("_")
        bases = [form for form in forms(verb) if form != rest[0] or form in _UNCHANGED]
        particles = (particle,) if particle else ()
        ways = [(base, *subject, *particles, *rest[1:]) for base in bases]
        ways += [
            (f"{base}_{rest[1]}", *subject, *rest[2:])
            for base in bases
            if rest[1:] and rest[1] in particles_of(base)
        ]
        ways += [("touch", *rest[1:], "with", *subject)] if "touch" in bases else []
        found = next((one for one in map(self._requested, ways) if one), None)
        self.phrases.referents.is_subject = False
        if found is None:
            return None
        memory = sorted(found.memory, key=lambda one: one.role is not ParameterRole.TOOL)
        told = (replace(one, is_subject=not i) for i, one in enumerate(memory))
        return replace(found, memory=tuple(told))

    def asked(self, words: Words) -> Event | None:
        """The first request at the beginning of `words`, whatever follows it."""
        for matches in self._alike(self._matcher.requests(words, 0)):
            try:
                return self._grounding.event(matches)
            except UnreadError:
                continue
        return None

    def _requested(self, words: Words) -> Content | None:
        """What a request tells that takes all of `words`."""
        words = (*words, "it") if words[-1] in ("in", "out_of") else words
        found = [m for m in self._matcher.requests(words, 0) if m.end == len(words)]
        for alike in self._alike(found):
            try:
                return self._done(alike, words)
            except UnreadError:
                continue
        return None

    def _alike(self, matches: list[Match]) -> Iterator[list[Match]]:
        """For each of `matches` all those over the same things."""
        matches = [m for m in matches if not m.template.lasting or m.template.acts]
        for match in matches:
            yield [m for m in matches if tuple(m.bound.values()) == tuple(match.bound.values())]

    def _done(self, matches: list[Match], words: Words) -> Content:
        match, slots = matches[0], matches[0].template.slots
        is_bare = words[1:2] and words[1] not in word_list("determiners") | PRONOUNS
        names = {name for some in match.bound.values() for name in some}
        marks = {name[0] for name in names} & {BUT, STATE, WHERE}
        if any(name[0] == BUT and name[1] in MARKS for name in names) or marks > {BUT}:
            raise UnreadError("all but what is so")
        if is_bare and ANY not in names and slots and slots[0].role is ParameterRole.MOVED:
            stuff = (end for end, _ in self.phrases.at(words, 1, _STUFF))
            if match.ends[0] in stuff:
                raise UnreadError("some stuff, or its bottle?")
        event = self._grounding.event(matches)
        mentions = sorted(_mentioned(match, words), key=self._is_laden)
        return Content(event, memory=tuple(mentions))

    def _is_laden(self, mention: Mention) -> bool:
        """Whether something is put on what is mentioned, and it can be moved itself."""
        return mention.role in LADEN and self.phrases.referents.is_movable(mention.names)

    # States

    def state(self, subject: Words, predicate: Words) -> Content | None:
        """What is said of a subject; None if nothing could make it so."""
        if subject == ("there",):
            return self.verbless(predicate)
        if predicate[-1:] == ("there",) and set(predicate[:-1]) <= word_list("resting"):
            return self.state(subject, ("on", "it")) or self.state(subject, ("in", "it"))
        while len(predicate) > 1 and predicate[0] in word_list("resting") | word_list("be"):
            predicate = predicate[1:]
        if not predicate or not subject:
            return None
        predicate = ("in", "it") if predicate == ("in",) else predicate
        try:
            return self._predicated(subject, predicate)
        except UnreadError:
            return None

    def verbless(self, words: Words) -> Content | None:
        """What "the door open" and "no towel on the stove" say."""
        ends = range(len(words) - 1, 0, -1)
        found = (self.state(words[:end], words[end:]) for end in ends)
        return next((one for one in found if one), None)

    def _predicated(self, subject: Words, predicate: Words) -> Content | None:
        """What is said of a subject in one predicate."""
        if predicate[0] == "not":
            denied = self.state(subject, predicate[1:])
            return replace(denied, state=negated(denied.state)) if denied and denied.state else None
        meant = [
            (names, template)
            for template in self._states.get(predicate, ())
            for names in self._named(subject, template.slots[0])
            # Not everything that is shut, or done, is a tap.
            if ANY not in names
            or not (template.slots[0].kind == "running" or predicate == ("done",))
        ]
        if not meant:
            return self._placed(subject, predicate)
        if _is_pronoun(subject):  # "nothing on the washer while it is running"
            meant.sort(key=lambda one: ANY in one[0])
        names, template = meant[0]
        things = self._grounding.things(names)
        state = self._grounding.state(template.wishes[0], replace(things, state=None))
        return Content(
            state=state, own=things.state, memory=(_subject(subject, names, template.slots[0]),)
        )

    def _placed(self, subject: Words, predicate: Words) -> Content | None:
        """What a predicate says that names a place."""
        for relation, is_denied, at in relations(predicate):
            carried = dict.fromkeys(
                (*self._named(subject, _MOVED), *self._named(subject, _CARRIED))
            )
            for names, where in product(carried, self._named(predicate[at:], _GROUND)):
                is_company = predicate[0] == "with" and self._are_people((*names, *where))
                if set(plain(names)) & set(plain(where)) or is_company:
                    continue
                ground, things = map(self._grounding.things, (where, names))
                parts = tuple(
                    self.makers.at(one, replace(things, state=None), ground) for one in relation
                )
                state = parts[0] if len(parts) == 1 else Either(parts)
                place = Mention(plain(where), ParameterRole.PLACE, is_plural(predicate[-1]))
                return Content(
                    state=negated(state) if is_denied else state,
                    own=things.state,
                    memory=(_subject(subject, names, _MOVED), place),
                    is_vague=self.phrases.is_vague(subject, plain(names)),
                )
        return None

    def _named(self, words: Words, slot: Slot) -> list[Names]:
        self.phrases.referents.is_subject = slot is not _GROUND and _is_pronoun(words)
        found = [names for end, names in self.phrases.at(words, 0, slot) if end == len(words)]
        self.phrases.referents.is_subject = False
        return found


def _subject(words: Words, names: Names, slot: Slot) -> Mention:
    """What a state is told of."""
    own = plain(names)
    marks = (IN_ROOM,) if own else (ANY, IN_ROOM, WHERE, BUT)
    meant = tuple(name for name in names if name in own or name[0] in marks)
    return Mention(meant, slot.role, is_plural(words[-1]) or "and" in words, is_subject=True)


def _is_pronoun(words: Words) -> bool:
    return len(words) == 1 and words[0] in PRONOUNS


def _mentioned(match: Match, words: Words) -> Iterator[Mention]:
    """What a match names, for pronouns; what it is about comes last."""
    for slot, start, end in zip(match.template.slots, (1, *match.ends), match.ends, strict=False):
        names = plain(match.bound[slot.name])
        several = is_plural(words[end - 1]) or "and" in words[start:end]
        is_goal = slot.role in _GOALS and len(match.ends) > 1
        if names:
            yield Mention(names, ParameterRole.PLACE if is_goal else slot.role, several)
