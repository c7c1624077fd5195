"""What a verb and its objects tell to be done; every word of it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from is_bench.domain.model import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.reading.grounding import Bound, Grounding, split
from is_bench.reading.making import Makers
from is_bench.reading.matching import Match, Matcher
from is_bench.reading.mentions import ANY, Names
from is_bench.reading.named import StatedPhrases, plain
from is_bench.reading.nouns import Nouns
from is_bench.reading.requirement import (
    Either,
    Event,
    Step,
    UnreadError,
    both,
)
from is_bench.reading.said import Said, all_but, laden, mentioned, places, way
from is_bench.reading.stems import forms
from is_bench.reading.stock import Stock
from is_bench.reading.templates import SINGLE, Slot
from is_bench.reading.wordings import wordings
from is_bench.reading.words import Words, normalised, particles_of, word_list

STUFF = Slot("source", ParameterRole.SOURCE, "stuff")
"""Where a substance stands."""
GROUND = Slot("ground", ParameterRole.PLACE, "any")
PRONOUNS = (("it",), ("them",), ("they",), ("both",), ("this",), ("that",))
WORKED = frozenset({ParameterRole.OPENED, ParameterRole.SWITCHED})
"""Roles of what is opened, closed and switched."""
_UNCHANGED = frozenset({"put", "cut", "shut", "set", "spread", "let"})
"""Participles that are like their base forms."""
_PLACING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE", "PUT"})
_BEGINNING = frozenset({",", "and", "then", "THEN", "or", "but", "please", "you", "to"})
"""Words behind which a request may begin."""
_FEW = 2
"""Of how many skills a verb alone may tell."""


class Doings:
    """Reads what is done, over the things of a scene and the skills of a domain."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """Only what the scene and the domain have can be spoken of."""
        known = wordings(domain, is_stating=True)
        self._adjectives = {
            template.elements[1]: template.wishes[0]
            for template in known.states
            if len(template.elements) == 2 and isinstance(template.elements[1], str)
        }
        self.makers = Makers(Stock(objects, domain))
        self._grounding = Grounding(self.makers, self._adjectives)
        for particle in word_list("particles") & set(self._adjectives):
            del self._adjectives[particle]
        states = frozenset(self._adjectives)
        self.phrases = StatedPhrases(Nouns(objects, domain.labels), states, word_list("harmless"))
        self._matcher = Matcher(known, self.phrases)
        self._states = known.states
        self._requests = known.requests

    def is_verb(self, word: str) -> bool:
        """Whether a request may begin with `word`."""
        return self._matcher.is_verb(word)

    def is_request(self, words: Words) -> bool:
        """Whether `words` ask for something, whether or not a skill does it."""
        return any(match.end == len(words) for match in self._matcher.requests(words, 0))

    def is_known(self, word: str) -> bool:
        """Whether `word` is a verb of requests, in any form, or tells a state."""
        return word in self._adjectives or any(map(self.is_verb, forms(word)))

    def active(self, words: Words, focus: int | None = None) -> Said | None:
        """What an imperative, a gerund or a participle with its objects tells."""
        verb, _, particle = words[0].partition("_") if words else ("", "", "")
        for base in sorted(forms(verb), key=lambda form: form == words[0]) if words else ():
            first = (base, particle) if particle else (base,)
            said = self._requested(normalised((*first, *words[1:])), focus, len(words))
            if said is not None:
                return said
        if words[2:] and words[-1] == "there":
            inside, over = (self.active((*words[:-1], at, "it"), focus) for at in ("in", "on"))
            is_in = inside and all(map(self.phrases.referents.is_hollow, places(inside)))
            return inside if is_in else over or inside
        if len(words) > 2 and words[-1] in self._adjectives and "with" not in words:
            return self._in_state(self.active(words[:-1], focus), words[-1])
        # A verb without an object: whatever it is that is poured.
        is_bare = len(words) == 1 and focus is not None
        return self.active((*words, "anything"), focus) if is_bare else None

    def _in_state(self, said: Said | None, adjective: str) -> Said | None:
        """What "put the iron away hot" tells: the same, of a thing in a state."""
        if said is None or said.event is None or not said.memory:
            return None
        wish = self._adjectives[adjective]
        things = self.makers.stock.of(said.memory[0].names)
        state = self._grounding.state(wish, {wish.slots[0]: things})
        steps = tuple(replace(step, state=both(step.state, state)) for step in said.event.steps)
        return replace(said, event=Event(steps), each=())

    def asked(self, words: Words) -> Iterator[tuple[Event, Words]]:
        """What a task asks for, clause by clause, and the words that tell it; others are left."""
        verb, end = "", 0
        for at, word in enumerate(words):
            if at < end or (at and words[at - 1] not in _BEGINNING):
                continue
            verb = word if self.is_verb(word) else verb
            own = words[at:] if verb == word else (verb, *words[at:])
            for matches in self._alike(self._matcher.requests(own, 0) if verb else []):
                try:
                    bound = self._grounding.bound(matches[0])
                    yield self._grounding.event(matches, bound), own[: matches[0].end]
                except UnreadError:
                    continue
                end = at + matches[0].end - (verb != word)
                break

    def _alike(self, matches: list[Match]) -> Iterator[list[Match]]:
        """For each of `matches` all those over the same things."""
        matches = [m for m in matches if not m.template.lasting or m.template.acts]
        for match in matches:
            yield [m for m in matches if tuple(m.bound.values()) == tuple(match.bound.values())]

    def bare(self, verb: str) -> Said | None:
        """What a verb without its objects tells: "when you spray"; None if that is much."""
        templates = (t for base in forms(verb) for t in self._requests.get(base, ()))
        skills = dict.fromkeys(
            (t.skill.name, t.skill.arity) for t in templates if t.skill is not None
        )
        steps = tuple(Step(name, (None,) * arity) for name, arity in skills)
        return Said(Event(steps)) if 0 < len(steps) <= _FEW else None

    def passive(self, subject: Words, rest: Words, focus: int | None = None) -> Said | None:
        """What a subject and a verb tell of which it is the object."""
        while rest and rest[0] in word_list("auxiliaries") | word_list("be"):
            rest = rest[1:]
        if subject[1:] and subject[-1] in word_list("determiners"):
            return None
        self.phrases.referents.is_subject = subject in PRONOUNS
        said = self._of_object(subject, rest, focus) if rest else None
        self.phrases.referents.is_subject = False
        if said is None:
            return None
        memory = tuple(replace(one, is_subject=not i) for i, one in enumerate(said.memory))
        return replace(said, memory=memory)

    def _of_object(self, subject: Words, rest: Words, focus: int | None) -> Said | None:
        if len(rest) > 1 and rest[-1] in self._adjectives and "with" not in rest:
            return self._in_state(self._of_object(subject, rest[:-1], focus), rest[-1])
        verb, _, particle = rest[0].partition("_")
        for base in forms(verb):
            if base == rest[0] and base in self._adjectives and base not in _UNCHANGED:
                continue
            ways = [(base, *subject, *([particle] if particle else []), *rest[1:])]
            if len(rest) > 1 and rest[1] in particles_of(base):
                ways.append((f"{base}_{rest[1]}", *subject, *rest[2:]))
            if particle:
                ways.append((rest[0], *subject, *rest[1:]))
            for words in ways:
                said = self._requested(words, 1 if focus == 0 else focus, len(words))
                if said is not None:
                    return said
        return None

    def touching(self, subject: Words, rest: Words) -> Said | None:
        """What "the knife touches the chicken" and "she gets the tea" tell: an event of both."""
        if self.phrases.is_person(subject) and len(rest) > 1 and rest[0] in word_list("receiving"):
            return self.active(("hand", *rest[1:], "to", *subject))
        while rest and rest[0] in word_list("auxiliaries"):
            rest = rest[1:]
        if rest[1:] and "leave" in forms(rest[0]):
            ways = (self.active(("take", *subject, way, *rest[1:])) for way in ("out_of", "off"))
            return next((said for said in ways if said), None)
        if not rest or "touch" not in forms(rest[0]):
            return None
        return self.active(("touch", *rest[1:], "with", *subject))

    def _requested(self, words: Words, focus: int | None, length: int) -> Said | None:
        """What a request tells that takes all of `words`, which were `length` words once."""
        words = (*words, "it") if words[-1] in ("in", "out_of") else words
        found = [m for m in self._matcher.requests(words, 0) if m.end == len(words)]
        if words[1:] in PRONOUNS and all(m.template.slots[0].role in WORKED for m in found):
            far = self.phrases.referents.remoteness
            found.sort(key=lambda m: far(plain(m.bound[m.template.slots[0].name])))
        found.sort(key=lambda m: (-len(m.template.slots), m.template.verb != "wiped_off"))
        for alike in self._alike(found):
            try:
                return self._done(alike, words, focus, length - len(words))
            except UnreadError:
                continue
        return None

    def _done(self, matches: list[Match], words: Words, focus: int | None, lost: int) -> Said:
        match = matches[0]
        bound = self._grounding.bound(match)
        event, stuff = self._or_poured(match, self._grounding.event(matches, bound), words)
        each = tuple(split(event.result))
        memory = mentioned(match, words)
        if stuff:
            memory = (replace(memory[0], names=stuff), *memory[1:])
        below = laden(event)
        memory = tuple(
            replace(one, is_laden=one.names == below and self.phrases.referents.is_movable(below))
            for one in memory
        )
        only: tuple[Step, ...] = ()
        if focus is not None:
            only = self._exclusive(matches, bound, max(0, focus - lost))
        return Said(event, each=each, exclusive=only, memory=memory)

    def _or_poured(self, match: Match, event: Event, words: Words) -> tuple[Event, Names]:
        """To put the pesticide on the table may mean the bottle, or what is in it.

        Without an article it means that alone, which is returned, too.
        """
        slots = match.template.slots
        is_moved = len(slots) == 2 and slots[0].role is ParameterRole.MOVED
        if not is_moved or ANY in match.bound[slots[0].name]:
            return event, ()
        if not any(end == match.ends[0] for end, _ in self.phrases.at(words, 1, STUFF)):
            return event, ()
        skill = "SPREAD" if event.steps[0].skill == "PLACE_ON_TOP" else "POUR_INTO"
        stuff = next(n for end, n in self.phrases.at(words, 1, STUFF) if end == match.ends[0])
        where = event.steps[0].things[-1]
        result = event.result
        if result is not None and where is not None:
            name = "in" if skill == "POUR_INTO" else "on"
            poured = self.makers.at(name, self._grounding.things(stuff), where)
            result = result if poured == result else Either((result, poured))
        pouring = replace(event.steps[0], skill=skill)
        is_bare = words[1] not in word_list("determiners") and skill == "SPREAD"
        if is_bare and where is not None and skill in self.makers.stock.skills:
            return replace(event, steps=(pouring,), result=poured), plain(stuff)
        return replace(event, steps=(*event.steps, pouring), result=result), ()

    def _exclusive(self, matches: list[Match], bound: Bound, focus: int) -> tuple[Step, ...]:
        """What `only` forbids: the same with anything else in the slot that it stands before."""
        template, slots = matches[0].template, matches[0].template.slots
        if focus == 0:
            is_use = template.elements[0] in ("use", "operate")
            bare = [slot for slot in slots if not bound[slot.name].definite]
            chosen = bare[0] if bare else slots[0] if is_use else slots[-1]
            if len(slots) == 1 and not is_use:
                return ()
        else:
            behind = (s for s, end in zip(slots, matches[0].ends, strict=True) if end > focus)
            chosen = next(behind, slots[-1])
        steps: list[Step] = []
        is_placed = focus > 0 and len(slots) == 1
        for others in all_but(bound[chosen.name])[-1 if is_placed else 0 :]:
            event = self._grounding.event(matches, {**bound, chosen.name: others})
            if template.verb == "use":
                ways = set(map(way, self._grounding.event(matches, bound).steps))
                event = replace(event, steps=tuple(s for s in event.steps if way(s) in ways))
            if chosen.role in SINGLE and {step.skill for step in event.steps} <= _PLACING:
                moved = next(things for name, things in bound.items() if name != chosen.name)
                text = "PLACE_ON_TOP(0, 1) PLACE_INSIDE(0, 1)"
                steps += self.makers.steps(text, {"0": moved, "1": others})
            else:
                steps += event.steps
        return tuple(dict.fromkeys(steps))
