"""What a subject and a predicate, or a verb and its objects, say; every word of them is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from is_bench.domain.model import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.reading.grounding import Bound, Grounding, Say, split
from is_bench.reading.making import Makers
from is_bench.reading.matching import Match, Matcher
from is_bench.reading.mentions import ANY, Memory, Mention, Names
from is_bench.reading.named import BUT, IN_ROOM, WHERE, StatedPhrases, plain
from is_bench.reading.nouns import Nouns, is_plural
from is_bench.reading.places import relations
from is_bench.reading.requirement import (
    Both,
    Either,
    Event,
    Lit,
    State,
    Step,
    Things,
    UnreadError,
    negated,
)
from is_bench.reading.stems import forms
from is_bench.reading.stock import Stock
from is_bench.reading.templates import SINGLE, Slot, Template
from is_bench.reading.wordings import wordings
from is_bench.reading.words import Words, normalised, particles_of, word_list

PRONOUNS = frozenset({"it", "them", "they", "both", "this", "that", "these", "those"})
_PRONOUNS = frozenset((word,) for word in PRONOUNS)
_GROUND = Slot("ground", ParameterRole.PLACE, "any")
_MOVED = Slot("moved", ParameterRole.MOVED, "any")
_CARRIED = Slot("moved", ParameterRole.MOVED, "moved")
_WORKED = frozenset({ParameterRole.OPENED, ParameterRole.SWITCHED})
"""Roles of what is opened, closed and switched."""
_GOALS = frozenset({ParameterRole.VESSEL, ParameterRole.COVERED})
_INTO = ParameterRole.CONTAINER
_STUFF = Slot("source", ParameterRole.SOURCE, "stuff")
_UNCHANGED = frozenset({"put", "cut", "shut", "set", "spread", "let"})
"""Participles that are like their base forms."""
_PLACING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE"})
_PLACED = frozenset({"ontop", "overlaid", "inside"})
_FEW = 2
"""Of how many skills a verb alone may tell."""


@dataclass(frozen=True)
class Content:
    """What is said: an event or a state."""

    event: Event | None = None
    state: State | None = None
    own: State | None = None
    """The state that its subject is meant in."""
    each: tuple[State, ...] = ()
    """What it says of each of its things."""
    exclusive: tuple[Step, ...] = ()
    """What `only` before one of its nouns forbids."""
    memory: Memory = ()
    """What it names."""
    is_vague: bool = False
    """Whether its subject may be any of several things: "the bottle", of medicine and of ink."""


class Predicates:
    """Reads events and states over the things of a scene and the skills of a domain."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """Only what the scene and the domain have can be spoken of."""
        known = wordings(domain, is_stating=True)
        self._requests = known.requests
        self._states: dict[Words, list[Template]] = {}
        for template in known.states:
            rest = tuple(one for one in template.elements[1:] if isinstance(one, str))
            if len(rest) == len(template.elements) - 1:
                self._states.setdefault(rest, []).append(template)
        wishes = {" ".join(rest): own[-1].wishes[0] for rest, own in self._states.items()}
        self._adjectives = {
            word: wish
            for word, wish in wishes.items()
            if " " not in word and word not in word_list("particles")
        }
        self.makers = Makers(Stock(objects, domain))
        self._grounding = Grounding(self.makers, self._adjectives)
        nouns, states = Nouns(objects, domain.labels), frozenset(self._adjectives)
        self.phrases = StatedPhrases(nouns, states, word_list("harmless"))
        self._matcher = Matcher(known, self.phrases)

    def is_verb(self, word: str) -> bool:
        """Whether a request may begin with `word`."""
        return self._matcher.is_verb(word)

    def is_known(self, word: str) -> bool:
        """Whether `word` is a verb of requests, in any form, or tells a state."""
        return word in self._adjectives or any(map(self.is_verb, forms(word)))

    def is_request(self, words: Words) -> bool:
        """Whether `words` ask for something as a whole, whether or not a skill does it."""
        return any(match.end == len(words) for match in self._matcher.requests(words, 0))

    # Events

    def active(self, words: Words, focus: int | None = None) -> Content | None:
        """What an imperative, a gerund or a participle with its objects tells."""
        if not words:
            return None
        verb, _, particle = words[0].partition("_")
        for base in sorted(forms(verb), key=lambda form: form == words[0]):
            first = (base, particle) if particle else (base,)
            found = self._requested(normalised((*first, *words[1:])), focus, len(words))
            if found is not None:
                return found
        if words[2:] and words[-1] == "there":
            inside, over = (self.active((*words[:-1], at, "it"), focus) for at in ("in", "on"))
            places = [m.names for m in inside.memory if m.role is _INTO] if inside else []
            return inside if all(map(self.phrases.referents.is_hollow, places)) else over or inside
        return None

    def bare(self, verb: str) -> Content | None:
        """What a verb without its objects tells: "when you spray"; None if that is much."""
        templates = (t for base in forms(verb) for t in self._requests.get(base, ()))
        skills = dict.fromkeys((t.skill.name, t.skill.arity) for t in templates if t.skill)
        steps = tuple(Step(name, (None,) * arity) for name, arity in skills)
        return Content(Event(steps)) if 0 < len(steps) <= _FEW else None

    def passive(self, subject: Words, rest: Words, focus: int | None = None) -> Content | None:
        """What a subject and a verb tell of which it is the object."""
        while rest and rest[0] in word_list("auxiliaries") | word_list("be"):
            rest = rest[1:]
        if not rest or not subject or subject[-1] in word_list("determiners") - PRONOUNS:
            return None
        self.phrases.referents.is_subject = subject in _PRONOUNS
        found = self._of_object(subject, rest, focus)
        self.phrases.referents.is_subject = False
        if found is None:
            return None
        memory = tuple(replace(one, is_subject=not i) for i, one in enumerate(found.memory))
        return replace(found, memory=memory)

    def touching(self, subject: Words, rest: Words) -> Content | None:
        """What "the knife touches the chicken" tells: an event of both."""
        while rest and rest[0] in word_list("auxiliaries"):
            rest = rest[1:]
        is_touch = bool(rest) and "touch" in forms(rest[0])
        return self.active(("touch", *rest[1:], "with", *subject)) if is_touch else None

    def _of_object(self, subject: Words, rest: Words, focus: int | None) -> Content | None:
        verb, _, particle = rest[0].partition("_")
        for base in forms(verb):
            if base == rest[0] and base not in _UNCHANGED:
                continue
            ways = [(base, *subject, *([particle] if particle else []), *rest[1:])]
            if rest[1:] and rest[1] in particles_of(base):
                ways.append((f"{base}_{rest[1]}", *subject, *rest[2:]))
            if particle:
                ways.append((f"{base}_{particle}", *subject, *rest[1:]))
            for words in ways:
                found = self._requested(words, 1 if focus == 0 else focus, len(words))
                if found is not None:
                    return found
        return None

    def asked(self, words: Words) -> Iterator[tuple[Event, Words, int]]:
        """The first request at the beginning of `words`: its event, words and end."""
        for matches in self._alike(self._matcher.requests(words, 0)):
            try:
                event = self._grounding.event(matches, self._grounding.bound(matches[0]))
            except UnreadError:
                continue
            yield event, words[: matches[0].end], matches[0].end
            return

    def _requested(self, words: Words, focus: int | None, length: int) -> Content | None:
        """What a request tells that takes all of `words`, which were `length` words once."""
        words = (*words, "it") if words[-1] in ("in", "out_of") else words
        found = [m for m in self._matcher.requests(words, 0) if m.end == len(words)]
        if words[1:] in _PRONOUNS and all(m.template.slots[0].role in _WORKED for m in found):
            far = self.phrases.referents.remoteness
            found.sort(key=lambda m: far(plain(m.bound[m.template.slots[0].name])))
        found.sort(key=lambda m: (-len(m.template.slots), m.template.verb != "wiped_off"))
        for alike in self._alike(found):
            try:
                return self._done(alike, words, focus, length - len(words))
            except UnreadError:
                continue
        return None

    def _alike(self, matches: list[Match]) -> Iterator[list[Match]]:
        """For each of `matches` all those over the same things."""
        matches = [m for m in matches if not m.template.lasting or m.template.acts]
        for match in matches:
            yield [m for m in matches if tuple(m.bound.values()) == tuple(match.bound.values())]

    def _done(self, matches: list[Match], words: Words, focus: int | None, lost: int) -> Content:
        bound = self._grounding.bound(matches[0])
        is_moved = (
            matches[0].template.slots[:1] and matches[0].template.slots[0].role is _MOVED.role
        )
        is_bare = words[1:2] and words[1] not in word_list("determiners") | PRONOUNS
        if is_moved and is_bare and not any(ANY in names for names in matches[0].bound.values()):
            if any(end == matches[0].ends[0] for end, _ in self.phrases.at(words, 1, _STUFF)):
                raise UnreadError("some stuff, or its bottle?")
        event = self._grounding.event(matches, bound)
        below = _laden(event)
        is_laden = self.phrases.referents.is_movable(below)
        memory = tuple(
            replace(one, is_laden=is_laden and one.names == below)
            for one in _mentioned(matches[0], words)
        )
        only: tuple[Step, ...] = ()
        if focus is not None:
            only = self._exclusive(matches, bound, max(0, focus - lost))
        return Content(event, each=tuple(split(event.result)), exclusive=only, memory=memory)

    def _exclusive(self, matches: list[Match], bound: Bound, focus: int) -> tuple[Step, ...]:
        """What `only` forbids: the same with anything else in the slot that it stands before."""
        template, slots = matches[0].template, matches[0].template.slots
        is_use = template.elements[0] in ("use", "operate")
        if focus == 0 and len(slots) == 1 and not is_use:
            return ()
        bare = [slot for slot in slots if not bound[slot.name].definite]
        chosen = (*bare, slots[0] if is_use else slots[-1])[0]
        if focus > 0:
            behind = (s for s, end in zip(slots, matches[0].ends, strict=True) if end > focus)
            chosen = next(behind, slots[-1])
        steps: list[Step] = []
        for others in _all_but(bound[chosen.name]):
            event = self._grounding.event(matches, {**bound, chosen.name: others})
            if template.verb == "use":
                ways = set(map(_way, self._grounding.event(matches, bound).steps))
                event = replace(event, steps=tuple(s for s in event.steps if _way(s) in ways))
            if chosen.role in SINGLE and {step.skill for step in event.steps} <= _PLACING:
                moved = next(things for name, things in bound.items() if name != chosen.name)
                text = "PLACE_ON_TOP(0, 1) PLACE_INSIDE(0, 1)"
                steps += self.makers.steps(text, {"0": moved, "1": others})
            else:
                steps += event.steps
        return tuple(dict.fromkeys(steps))

    # States

    def state(self, subject: Words, predicate: Words, focus: int | None = None) -> Content | None:
        """What is said of a subject."""
        if subject == ("there",):
            return self.verbless(predicate)
        if predicate[-1:] == ("there",) and set(predicate[:-1]) <= word_list("resting"):
            ways = (self._there(subject, (where, "it"), focus) for where in ("on", "in"))
            return next((way for way in ways if way), None)
        while len(predicate) > 1 and predicate[0] in word_list("resting") | word_list("be"):
            predicate = predicate[1:]
        if not predicate or not subject:
            return None
        predicate = ("in", "it") if predicate == ("in",) else predicate
        return self._simple(subject, predicate, focus) or self._joined(subject, predicate)

    def verbless(self, words: Words) -> Content | None:
        """What "the door open" and "no towel on the stove" say."""
        ends = range(len(words) - 1, 0, -1)
        found = (self.state(words[:end], words[end:]) for end in ends)
        return next((one for one in found if one), None)

    def _joined(self, subject: Words, predicate: Words) -> Content | None:
        """What "closed and clean" and "open or the hood running" say."""
        for at, word in enumerate(predicate):
            if word not in ("and", "or") or not at:
                continue
            one = self._simple(subject, predicate[:at], None)
            other = one and self.state(subject, predicate[at + 1 :])
            if one and not other:
                links = word_list("modals") | word_list("be")
                other = self.verbless(tuple(w for w in predicate[at + 1 :] if w not in links))
            if one and other and one.state and other.state:
                parts = (one.state, other.state)
                whole = Both(parts) if word == "and" else Either(parts)
                memory = (*one.memory, *other.memory)
                return replace(one, state=whole, memory=memory)
        return None

    def _simple(self, subject: Words, predicate: Words, focus: int | None) -> Content | None:
        if predicate[0] == "not":
            denied = self._simple(subject, predicate[1:], focus) if predicate[1:] else None
            return replace(denied, state=negated(denied.state)) if denied and denied.state else None
        meant = []
        for template in self._states.get(predicate, ()):
            slot = template.slots[0]
            is_tap = slot.kind == "running" or predicate == ("done",)
            meant += [
                (names, template)
                for names in self._subject(subject, slot)
                if not (is_tap and ANY in names)  # not everything that is shut is a tap
            ]
        if meant:
            is_it = subject in _PRONOUNS and all(t.slots[0].role in _WORKED for _, t in meant)
            far = self.phrases.referents.remoteness
            names, template = min(meant, key=lambda one: far(one[0])) if is_it else meant[0]
            say = self._grounding.saying(template.wishes[0])
            return self._told(names, template.slots[0], subject, focus, say)
        for at in range(1, len(predicate) - 1):  # "burning on the table"
            if predicate[at] in ("in", "on") and " ".join(predicate[:at]) in self._adjectives:
                one = self._simple(subject, predicate[:at], None)
                other = self._there(subject, predicate[at:], None)
                if one and other and one.state and other.state:
                    return replace(other, state=Both((one.state, other.state)))
        return self._in_room(subject, predicate) or self._there(subject, predicate, focus)

    def _in_room(self, subject: Words, predicate: Words) -> Content | None:
        """What "the toddler is in the kitchen" says."""
        room = self.phrases.room_of(predicate)
        if not room or self._named(predicate[1:], _GROUND):
            return None
        for names in self._subject(subject, _MOVED):
            own = replace(self._grounding.things(names), room=room)
            return Content(state=Lit("inroom", (own, own)))
        return None

    def _there(self, subject: Words, predicate: Words, focus: int | None) -> Content | None:
        """What a predicate says that names a place."""
        for relation, negative, at in relations(predicate):
            for names in self._carried(subject):
                for where in self._named(predicate[at:], _GROUND):
                    if set(plain(names)) & set(plain(where)):
                        continue
                    if relation == ("in",) and not self.phrases.holds(names, where):
                        continue
                    say = self._grounding.placing(relation, where, negative=negative)
                    is_behind = focus is not None and focus >= len(subject)
                    told = self._told(names, _MOVED, subject, None if is_behind else focus, say)
                    if is_behind:
                        told = replace(told, exclusive=self._elsewhere(names, where))
                    noted = Mention(plain(where), ParameterRole.PLACE, is_plural(predicate[-1]))
                    noted = replace(noted, is_laden=self.phrases.referents.is_movable(noted.names))
                    is_vague = self.phrases.is_vague(subject, plain(names))
                    return replace(told, memory=(*told.memory, noted), is_vague=is_vague)
        return None

    def _elsewhere(self, names: Names, where: Names) -> tuple[Step, ...]:
        """The steps that bring things to other places: "may only stand on the stove"."""
        things, ground = self._grounding.things(names), self._grounding.things(where)
        if not things.names or not set(things.names) <= set(self.makers.stock.movable):
            raise UnreadError("only there?")
        text = "PLACE_ON_TOP(0, !1) PLACE_INSIDE(0, !1)"
        return self.makers.steps(text, {"0": things, "1": ground})

    def _carried(self, words: Words) -> list[Names]:
        """What may be at a place: vessels rather than what is in them, where both are listed."""
        found, solid = self._subject(words, _MOVED), self._subject(words, _CARRIED)
        is_mixed = bool(found) and len(found[0]) > 1 and found[0] not in solid
        return [*solid, *found] if is_mixed else [*found, *solid]

    def _subject(self, words: Words, slot: Slot) -> list[Names]:
        self.phrases.referents.is_subject = words in _PRONOUNS
        found = self._named(words, slot)
        self.phrases.referents.is_subject = False
        return found

    def _named(self, words: Words, slot: Slot) -> list[Names]:
        return [names for end, names in self.phrases.at(words, 0, slot) if end == len(words)]

    def _told(
        self, names: Names, slot: Slot, subject: Words, focus: int | None, say: Say
    ) -> Content:
        things, own = self._grounding.things(names), plain(names)
        only: tuple[Step, ...] = ()
        if focus is not None:
            only = tuple(s for one in _all_but(things) for s in self.makers.made(say(one)))
        marks = IN_ROOM if own else (ANY, IN_ROOM, WHERE, BUT)
        meant = tuple(name for name in names if name in own or name[0] in marks)
        is_all = subject in (("things",), ("thing",))
        counted = own or (self.makers.stock.movable if is_all else ())
        several = is_plural(subject[-1]) or "and" in subject
        return Content(
            state=say(replace(things, state=None)),
            own=things.state,
            each=() if things.room else tuple(say(Things((name,))) for name in counted),
            exclusive=only,
            memory=(Mention(meant, slot.role, several, is_subject=True),),
        )


def _way(step: Step) -> tuple[str, tuple[bool, ...]]:
    """The skill of `step`, and in which place of it things are given."""
    return step.skill, tuple(things is None for things in step.things)


def _laden(event: Event) -> Names:
    """What something is put on, or in."""
    state = event.result.parts[0] if isinstance(event.result, Either) else event.result
    is_placed = isinstance(state, Lit) and state.positive and state.predicate in _PLACED
    return state.things[1].names if isinstance(state, Lit) and is_placed else ()


def _mentioned(match: Match, words: Words) -> Memory:
    """What a match names, for pronouns; what it is about comes last."""
    found = []
    for slot, start, end in zip(match.template.slots, (1, *match.ends), match.ends, strict=False):
        names = plain(match.bound[slot.name])
        several = is_plural(words[end - 1]) or "and" in words[start:end]
        is_goal = slot.role in _GOALS and len(match.ends) > 1
        if names:
            found.append(Mention(names, ParameterRole.PLACE if is_goal else slot.role, several))
    return tuple(found)


def _all_but(things: Things) -> list[Things]:
    """Everything else, and the things themselves in another state than the one that is named."""
    found = []
    if things.definite or things.state is None:
        found.append(replace(things, others=not things.others, state=None, some=True))
    if things.state is not None:
        found.append(replace(things, state=negated(things.state)))
    return found
