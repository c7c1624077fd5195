"""Main and subordinate clauses of statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from is_bench.reading.links import Manner, affirmed, is_agent, linked, links, opened, without_agent
from is_bench.reading.mentions import Memory
from is_bench.reading.requirement import DONE, Both, Either, Event, Lit, State, both, negated
from is_bench.reading.said import Said
from is_bench.reading.sayings import Sayings
from is_bench.reading.signs import ONLY
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, leading, phrases, word_list

_GOING = (("burn",), ("burns",), ("run",), ("runs",))
"""What tells that something is on."""
KEEPING = {
    "keep": "keep",
    "leave": "leave",
    "have": "have",
    "let": "have",
    "allow": "have",
    "get": "get",
}
_TELEGRAPHIC = {"on": "turn", "off": "turn", "open": "open", "closed": "close", "shut": "close"}
_TELEGRAPHIC_PLACES = frozenset({"on", "in", "off", "out_of"})
"""Verbs that a state follows, and the mode of their clauses."""


_AGAIN = ("again", "start", "go")
"""Modes of clauses that mean what was asked for before."""


@dataclass(frozen=True)
class Clause(Said, Manner):
    """What a clause says, and how."""

    words: Words = ()
    """Those of a main clause, without what comes before it."""

    @property
    def whole(self) -> State | None:
        """The state that it tells of, with that of its subject."""
        if self.state is None:
            return None
        return both(self.own, negated(self.state) if self.negative else self.state)

    @property
    def reached(self) -> State | None:
        """As `whole`, or what is so once that was done which it tells of."""
        result = self.event.result if self.event is not None and not self.negative else None
        return self.whole or result


@dataclass(frozen=True)
class _Frame:
    """What is known of a clause before what it says."""

    manner: Manner
    memory: Memory
    words: Words = ()

    def clause(self, said: Said, manner: Manner | None = None) -> Clause:
        """The clause that says this."""
        memory = (*self.memory, *said.memory)
        told = {**vars(said), **vars(manner or self.manner), "memory": memory}
        return Clause(**told, words=self.words)


def _referring(words: Words) -> str:
    """The mode of a clause that means what was asked for before: "you do that"."""
    own = words[leading(phrases("agents"), words, 0) :]
    own = own[1:] if own[:1] in (("have",), ("are",), ("had",)) else own
    modes = (mode for mode in _AGAIN if own and leading(phrases(mode), own, 0) == len(own))
    return next(modes, "")


def _chosen(clause: Clause, words: Words) -> Clause | None:
    """`clause` of `words`, of which "or" leaves a choice; None if it does not tell which."""
    if "or" not in words or clause.negative or clause.exclusive:
        return clause
    state, is_listed = clause.state, "or" in words[: leading_verb(words)]
    if isinstance(state, Lit) and is_listed and len(clause.each) > 1:
        return replace(clause, state=Either(clause.each))
    is_place = isinstance(state, Lit) and len(state.things) > 1 and not is_listed
    is_choice = isinstance(state, Either) and (not is_listed or len(clause.each) < 2)
    return clause if is_place or is_choice else None


def leading_verb(words: Words) -> int:
    """Where the first verb stands that joins a subject and what is said of it."""
    return next((i for i, word in enumerate(words) if word in links()), len(words))


def _is_awaited(said: Said) -> bool:
    """Whether it tells what becomes of a thing with time: what is frozen, rather than freezing."""
    skills = {step.skill for step in said.event.steps} if said.event is not None else set()
    return skills <= {"WAIT_FOR_FROZEN", "WAIT_FOR_COOKED", "HEAT", "COOL", "DIRTY", "BREAK"}


class Clauses:
    """Reads clauses whole."""

    def __init__(self, sayings: Sayings) -> None:
        """`sayings` reads what they say."""
        self._sayings = sayings

    def main(self, words: Words, memory: Memory) -> list[Clause]:
        """What a main clause may say, the likeliest first; nothing if it cannot be read whole."""
        self._sayings.phrases.recall(memory)
        if {"order", "sequence"} & set(words) and set(words) <= word_list("ordering"):
            return [Clause(mode="order", memory=memory)]
        if words[:1] == ("order",):
            named = tuple(self._sayings.phrases.heard_in(words[1:]))
            return [Clause(mode="order", memory=named, words=words)] if len(named) > 1 else []
        if words[:1] in (("i",), ("we",)) and words[1:2] == (ONLY,):
            words = (words[0], *words[2:])
        words, manner = opened(words)
        if not words or (manner.may and manner.negative):
            return []
        mode = _referring(tuple(word for word in words if word != ONLY))
        if mode in ("again", "start"):
            return [Clause(**{**vars(manner), "mode": mode}, memory=memory)]
        focus = words.index(ONLY) if ONLY in words else None
        words, denied = affirmed(tuple(word for word in words if word != ONLY))
        if not words or (focus is not None and "one" in words):
            return []
        ahead = word_list("determiners") | word_list("prepositions") - {"to"}
        is_focused = focus is not None and not ahead.isdisjoint(words[focus : focus + 1])
        manner = replace(manner, negative=manner.negative != denied, focused=is_focused)
        found = self._mains(words, _Frame(manner, memory, words), focus)
        return [one for clause in found if (one := _chosen(clause, words)) is not None]

    def _mains(self, words: Words, frame: _Frame, focus: int | None) -> Iterator[Clause]:
        manner = frame.manner
        around = word_list("places") | {"the", "task"}
        if set(words) - around and set(words) <= word_list("ending") | around:
            yield frame.clause(Said(event=Event((DONE,))))
        yield from self._kept(words, frame)
        if manner.mode != "want":
            own = without_agent(words) if manner.firm else words
            is_perfect = manner.firm and own[:1] == ("have",) and len(own) > 2
            said = self._sayings.active(own, focus)
            said = said or (self._sayings.active(own[1:]) if is_perfect else None)
            is_bare = said is None and manner.negative and len(own) == 1
            said = self._sayings.bare(own[0]) if is_bare else said
            if said is not None:
                yield frame.clause(said)
        is_denied = manner.negative and not manner.named
        if (is_denied or (manner.firm and not manner.negative)) and links().isdisjoint(words):
            mode = "have" if is_denied else "be"
            for said in self._sayings.verbless(words):
                yield frame.clause(said, replace(manner, mode=mode))
        found = linked(words, manner)
        if found is not None:
            subject, now, rest = found
            is_demanded = now.firm or now.may or now.mode in ("keep", "leave") or manner.negative
            is_demanded = is_demanded or now.habitual
            if is_demanded or focus is not None:
                yield from self._linked(subject, rest, replace(frame, manner=now), focus)

    def telegraphic(self, words: Words, memory: Memory) -> list[Clause]:
        """What "stove off" and "both mugs on the table" ask for."""
        self._sayings.phrases.recall(memory)
        words, manner = opened(words)
        if not words or manner.negative or ONLY in words:
            return []
        at = next((i for i, w in enumerate(words) if w in _TELEGRAPHIC_PLACES), 0)
        placing = "put" if words[at] in ("on", "in") else "take"
        verb = _TELEGRAPHIC.get(words[-1], placing)
        own = words if verb in ("put", "take", "turn") else words[:-1]
        named = words[:at] if verb == placing else words[:-1]
        said = self._sayings.active((verb, *own)) if self._sayings.phrases.is_name(named) else None
        bare = _Frame(replace(manner, mode="bare"), memory, words)
        return [] if said is None else [bare.clause(said)]

    def _linked(
        self, subject: Words, rest: Words, frame: _Frame, focus: int | None
    ) -> Iterator[Clause]:
        """What "the window must be closed" and "you must close it" say."""
        sayings, manner = self._sayings, frame.manner
        if is_agent(subject):
            event, state = sayings.active(rest, focus), None
        else:
            state = sayings.state(subject, rest, focus)
            stays = manner.mode in ("keep", "leave") or rest[0] in word_list("standing")
            event = None if stays else sayings.passive(subject, rest, focus)
            if event is None and manner.negative and rest[0] in word_list("brought"):
                return
        touched = sayings.touching(subject, rest) if event is None else None
        is_state_first = not (manner.negative or manner.may or focus is not None or touched)
        is_awaited = event is not None and not manner.negative and _is_awaited(event)
        is_state_first = is_state_first or is_awaited
        is_state_first = is_state_first or rest[-1].endswith("ing")
        now = replace(manner, mode=manner.mode if manner.mode in ("keep", "leave") else "be")
        is_event = manner.habitual and not manner.negative
        states = [frame.clause(state, now)] if state is not None and not is_event else []
        events = [frame.clause(said) for said in (event, touched) if said is not None]
        yield from (*states, *events) if is_state_first else (*events, *states)

    def _kept(self, words: Words, frame: _Frame) -> Iterator[Clause]:
        """What "keep the window closed" and "I want the tap to be off" say."""
        mode = next((KEEPING[form] for form in forms(words[0]) if form in KEEPING), "")
        begin = 1 if mode else 0
        if mode or frame.manner.mode == "want":
            for end in range(len(words) - 1, begin, -1):
                yield from self._kept_in(words[begin:end], words[end:], frame, mode)

    def _kept_in(self, subject: Words, rest: Words, frame: _Frame, mode: str) -> Iterator[Clause]:
        sayings, manner = self._sayings, frame.manner
        is_let = mode == "have" and rest[0] in word_list("staying") | {"be"}
        inner = linked((*subject, *rest), Manner()) if rest[0] == "to" or is_let else None
        if inner is not None and len(inner[0]) == len(subject):
            rest, mode = inner[2], inner[1].mode if inner[1].mode == "keep" else mode
        elif rest[0] == "to":
            return
        is_done = manner.negative and rest[0].endswith("ed") and sayings.passive(subject, rest)
        state = sayings.state(subject, rest) if mode != "get" and not is_done else None
        if mode == "get":
            said = sayings.passive(subject, rest)
            yield from [frame.clause(said)] if said is not None else []
        elif state is not None:
            yield frame.clause(state, replace(manner, mode=mode or "be"))
        elif not mode or (mode == "have" and manner.negative):
            said = sayings.passive(subject, rest) or sayings.touching(subject, rest)
            if said is not None:
                # Who wants something done asks for it.
                yield frame.clause(said, replace(manner, firm=manner.firm and bool(mode)))

    def sub(
        self, words: Words, memory: Memory, *, verbless: bool = False, is_whole: bool = True
    ) -> Clause | None:
        """What a subordinate clause says; None if it cannot be read whole.

        `verbless`: it has no verb: "with the door open".  `is_whole`: it may be several, joined.
        """
        self._sayings.phrases.recall(memory)
        words, denied = affirmed(words)
        is_not = words[:1] == ("not",)
        words, manner = words[is_not:], Manner(negative=denied != is_not)
        if not words:
            return None
        frame = _Frame(manner, memory)
        around = word_list("places") | {"you", "the"}
        if set(words) - around and set(words) <= word_list("ending") | around:
            return frame.clause(Said(event=Event((DONE,))))
        if verbless:
            return next((frame.clause(said) for said in self._sayings.verbless(words)), None)
        mode = _referring(words)
        if mode:
            return frame.clause(Said(), replace(manner, mode=mode))
        found = next(self._subs(words, manner), None)
        if found is None:
            may_join = is_whole and not manner.negative
            return self._joined(words, memory) if may_join else None
        return frame.clause(*found)

    def _subs(self, words: Words, manner: Manner) -> Iterator[tuple[Said, Manner]]:
        sayings = self._sayings
        own = without_agent(words)
        said = sayings.active(own)
        if said is None and len(own) == 1 and not own[0].endswith("ed"):
            said = sayings.bare(own[0]) or sayings.active((*own, "anything"))
        if said is not None:
            yield said, manner
        found = linked(words, manner)
        if found is not None:
            subject, now, rest = found
            if is_agent(subject) and now.is_linked:
                said = sayings.active(rest)
            else:
                said = sayings.passive(subject, rest) if now.perfect else None
                said = said or sayings.state(subject, rest) or sayings.passive(subject, rest)
            if said is not None:
                yield said, replace(now, mode="do")
        for end in range(1, len(words)):
            is_going = words[end:] in _GOING
            said = None if is_going else sayings.passive(words[:end], words[end:])
            said = sayings.state(words[:end], words[end:]) if is_going else said
            said = said or sayings.touching(words[:end], words[end:])
            if said is None and words[end] in word_list("standing") | {"contains", "contain"}:
                said = sayings.state(words[:end], words[end:])
            if said is not None:
                yield said, manner
        yield from ((said, manner) for said in self._elliptic(words))

    def _elliptic(self, words: Words) -> Iterator[Said]:
        """What "while hot" and "before being opened" say of what was named before."""
        sayings = self._sayings
        for subject in (("it",), ("them",)):
            said = sayings.state(subject, words)
            if said is None and words[0] in word_list("be"):
                said = sayings.passive(subject, words[1:])
            if said is not None:
                yield said

    def _joined(self, words: Words, memory: Memory) -> Clause | None:
        """What two clauses say that are joined by `and` or `or`."""
        for at, word in enumerate(words):
            if word not in ("and", "or") or not 0 < at < len(words) - 1:
                continue
            one = self.sub(words[:at], memory, is_whole=False)
            other = self.sub(words[at + 1 :], one.memory) if one is not None else None
            if one is None or other is None:
                continue
            first, second = one.reached, other.reached
            if first and second and (one.whole or other.whole):
                parts = (first, second)
                whole = Both(parts) if word == "and" else Either(parts)
                return Clause(state=whole, memory=other.memory)
            if one.event and other.event and word == "or" and not one.negative | other.negative:
                event = Event((*one.event.steps, *other.event.steps))
                return Clause(event=event, memory=other.memory)
        return None
