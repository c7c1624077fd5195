"""What clauses say: to be done, or to be so; every word of them is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from is_bench.domain.model import ParameterRole
from is_bench.reading.doings import GROUND, PRONOUNS, STUFF, WORKED, Doings
from is_bench.reading.grounding import Say
from is_bench.reading.mentions import ANY, Mention, Names
from is_bench.reading.named import BUT, IN_ROOM, WHERE, plain
from is_bench.reading.nouns import is_plural
from is_bench.reading.places import relations
from is_bench.reading.requirement import (
    Both,
    Either,
    Lit,
    Step,
    Things,
    UnreadError,
    negated,
)
from is_bench.reading.said import Said, all_but
from is_bench.reading.stock import is_substance
from is_bench.reading.templates import Slot
from is_bench.reading.words import Words, word_list

_MOVED = Slot("moved", ParameterRole.MOVED, "any")
_CARRIED = Slot("moved", ParameterRole.MOVED, "moved")
_THINGS = (("things",), ("thing",))


class Sayings(Doings):
    """Reads the inner parts of clauses over the things of a scene and the skills of a domain."""

    def state(self, subject: Words, predicate: Words, focus: int | None = None) -> Said | None:
        """What is said of a subject."""
        if predicate[-1:] == ("there",) and set(predicate[:-1]) <= word_list("resting"):
            here = (self._there(subject, (where, "it"), focus) for where in ("on", "in"))
            return next((said for said in here if said), None)
        if subject == ("there",):
            return next(self.verbless(predicate), None)
        predicate = ("in", "it") if predicate == ("in",) else predicate
        while len(predicate) > 1 and predicate[0] in word_list("resting") | word_list("be"):
            predicate = predicate[1:]
        if not predicate:
            return None
        return self._simple(subject, predicate, focus) or self._several(subject, predicate)

    def verbless(self, words: Words) -> Iterator[Said]:
        """What "the door open" and "no towel on the stove" say."""
        for end in range(len(words) - 1, 0, -1):
            said = self.state(words[:end], words[end:])
            if said is not None:
                yield said

    def _several(self, subject: Words, predicate: Words) -> Said | None:
        for at, word in enumerate(predicate):
            if word not in ("and", "or") or not at:
                continue
            one = self._simple(subject, predicate[:at], None)
            other = self.state(subject, predicate[at + 1 :])
            if other is None and word == "or":
                linking = word_list("modals") | word_list("be")
                rest = tuple(word for word in predicate[at + 1 :] if word not in linking)
                other = next(self.verbless(rest), None)
            if one and other and one.state and other.state:
                parts = (one.state, other.state)
                return replace(one, state=Both(parts) if word == "and" else Either(parts))
        return None

    def _simple(self, subject: Words, predicate: Words, focus: int | None) -> Said | None:
        if predicate[0] == "not":
            denied = self._simple(subject, predicate[1:], focus) if predicate[1:] else None
            return replace(denied, state=negated(denied.state)) if denied and denied.state else None
        meant = []
        for template in self._states:
            first, *rest = template.elements
            if isinstance(first, Slot) and tuple(rest) == predicate:
                is_tap = first.kind == "running"  # not everything that is shut is one
                is_tap = is_tap or rest == ["done"]
                found = self._subject(subject, first)
                meant += [(names, template) for names in found if not (is_tap and ANY in names)]
        if meant:
            is_it = subject in PRONOUNS and all(t.slots[0].role in WORKED for _, t in meant)
            far = self.phrases.referents.remoteness
            names, template = min(meant, key=lambda one: far(one[0])) if is_it else meant[0]
            say = self._grounding.saying(template.wishes[0])
            return self._told(names, template.slots[0], subject, focus, say)
        said = self._in_room(subject, predicate) or self._in_state_there(subject, predicate)
        return said or self._there(subject, predicate, focus)

    def _in_room(self, subject: Words, predicate: Words) -> Said | None:
        """What "the toddler is in the kitchen" says."""
        room = self.phrases.room_of(predicate)
        if not room or self._named(predicate[1:], GROUND):
            return None
        for names in self._subject(subject, _MOVED):
            own = replace(self._grounding.things(names), room=room)
            return Said(state=Lit("inroom", (own, own)))
        return None

    def _in_state_there(self, subject: Words, predicate: Words) -> Said | None:
        """What "the candle is burning on the table" says; where it is its own place, only that."""
        for at, word in enumerate(predicate):
            if at and word in ("in", "on") and " ".join(predicate[:at]) in self._adjectives:
                where = self._named(predicate[at + 1 :], GROUND)
                one = self._simple(subject, predicate[:at], None)
                if any(names in where for names in self._subject(subject, GROUND)):
                    return one
                other = self._there(subject, predicate[at:], None)
                if one and other and one.state and other.state:
                    return replace(other, state=Both((one.state, other.state)))
        return None

    def _there(self, subject: Words, predicate: Words, focus: int | None) -> Said | None:
        """What a predicate says that names a place."""
        for relation, negative, at in relations(predicate):
            for names in self._carried(subject):
                for where in self._named(predicate[at:], GROUND):
                    if set(plain(names)) & set(plain(where)):
                        continue
                    if relation == ("in",) and not self.phrases.holds(names, where):
                        continue
                    say = self._grounding.placing(relation, where, negative=negative)
                    is_behind = focus is not None and focus >= len(subject)
                    told = self._told(names, _MOVED, subject, None if is_behind else focus, say)
                    if is_behind:
                        told = replace(told, exclusive=self._elsewhere(subject, names, where))
                    own = plain(where)
                    noted = Mention(own, ParameterRole.PLACE, is_plural(predicate[-1]))
                    noted = replace(noted, is_laden=self.phrases.referents.is_movable(own))
                    is_vague = self.phrases.is_vague(subject, plain(names))
                    return replace(told, memory=(*told.memory, noted), is_vague=is_vague)
        return None

    def _elsewhere(self, subject: Words, names: Names, where: Names) -> tuple[Step, ...]:
        """The steps that bring things to other places: "may only stand on the stove"."""
        things, ground = self._grounding.things(names), self._grounding.things(where)
        is_stuff = any(
            self.makers.stock.all_fit(self._grounding.things(one), is_substance)
            for one in self._named(subject, STUFF)
        )
        if not things.names or is_stuff:
            raise UnreadError("only there?")
        text = "PLACE_ON_TOP(0, !1) PLACE_INSIDE(0, !1)"
        return self.makers.steps(text, {"0": things, "1": ground})

    def _carried(self, words: Words) -> list[Names]:
        """What may be at a place: vessels rather than what is in them, where both are listed."""
        found, solid = self._subject(words, _MOVED), self._subject(words, _CARRIED)
        is_mixed = bool(found) and len(found[0]) > 1 and found[0] not in solid
        return [*solid, *found] if is_mixed else [*found, *solid]

    def _subject(self, words: Words, slot: Slot) -> list[Names]:
        self.phrases.referents.is_subject = words in PRONOUNS
        found = self._named(words, slot)
        self.phrases.referents.is_subject = False
        return found

    def _named(self, words: Words, slot: Slot) -> list[Names]:
        return [names for end, names in self.phrases.at(words, 0, slot) if end == len(words)]

    def _told(self, names: Names, slot: Slot, subject: Words, focus: int | None, say: Say) -> Said:
        things = self._grounding.things(names)
        only: tuple[Step, ...] = ()
        if focus is not None:
            only = tuple(s for others in all_but(things) for s in self.makers.made(say(others)))
        own = plain(names)
        marks = IN_ROOM if own else (ANY, IN_ROOM, WHERE, BUT)
        meant = tuple(name for name in names if name in own or name[0] in marks)
        counted = own or (self.makers.stock.movable if subject in _THINGS else ())
        several = is_plural(subject[-1]) or "and" in subject
        return Said(
            state=say(replace(things, state=None)),
            own=things.state,
            each=() if things.room else tuple(say(Things((name,))) for name in counted),
            exclusive=only,
            memory=(Mention(meant, slot.role, several, is_subject=True),),
        )
