"""Clauses of statements in one form, whatever their voice, mood and frame: what they say, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from is_bench.reading.marks import FRAMES, Mark
from is_bench.reading.mentions import Memory
from is_bench.reading.predicates import Content, Predicates
from is_bench.reading.requirement import (
    DONE,
    Both,
    Either,
    Event,
    Lit,
    State,
    both,
    negated,
)
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, leading, phrases, word_list

_DENYING = {"no": "any", "nothing": "anything", "none": "all", "neither": "both", "nor": "and"}
_NOT = frozenset({"not", "never"})
_FIRM = frozenset({"must", "should", "shall", "to", "belong", "belongs", "goes"})
_INVERTED = frozenset({"should", "must", "are", "is"})
"""Beside those that permit: verbs before their subject behind "at no time"."""
_KEEPING = {
    "keep": "keep",
    "leave": "leave",
    "have": "have",
    "let": "have",
    "allow": "have",
    "get": "get",
}
"""Verbs that a thing in a state follows, and the mode of their clauses."""
_BACK = ("again", "start", "go")
"""Modes of clauses that mean what was asked for before, and names of their phrases."""
_GOING = (("on",), ("off",), ("running",), ("open",))


@dataclass(frozen=True)
class Modality:
    """How a clause says something."""

    mode: str = ""
    """keep, leave, have, want, be: it is about a state; bare: it has no verb; again, start, go:
    it is about what was asked for before; pause: it only waits; order: it tells the order."""
    negative: bool = False
    named: bool = False
    """Whether `not` or `never` negates it, and no noun."""
    firm: bool = False
    """Whether it demands something in so many words."""
    may: bool = False
    perfect: bool = False
    """Whether it says what has been done to something."""
    linked: bool = False
    """Whether an auxiliary verb or a form of "be" stands behind its subject."""
    focused: bool = False
    """Whether `only` stands right before a thing or a place."""
    habitual: bool = False
    """Whether it tells what is done as a rule: "gets closed", "is never closed"."""


@dataclass(frozen=True)
class Clause(Content, Modality):
    """What a clause says, and how."""

    words: Words = ()
    """Those of a main clause, without its frame."""

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


def framed(words: Words, modality: Modality) -> tuple[Words, Modality]:
    """`words` without the frame ahead of them, and `modality` with what that says."""
    while words:
        word = words[0]
        begin = leading(phrases("agents"), words, 0)
        is_agent = bool(words[begin : begin + 1]) and words[begin] in (*FRAMES, *_NOT, "do")
        if word == Mark.NEVER or word in _NOT:
            flipped = not modality.negative
            modality = replace(modality, negative=flipped, named=True, firm=True, may=False)
        elif word == Mark.MAY:
            modality = replace(modality, may=True)
        elif word in (Mark.MUST, Mark.WANT):
            mode = "want" if word == Mark.WANT else modality.mode
            modality = replace(modality, firm=True, mode=mode)
        elif (word == "do" and words[1:2] and words[1] not in _NOT and modality == Modality()) or (
            word not in word_list("framing") and not (begin and is_agent)
        ):
            break
        words = words[1:]
        if modality.negative and words and words[0] in _INVERTED | word_list("permitting"):
            is_plain = leading(phrases("agents"), words, 1) > 1 or "be" in words
            words = words[1:] if is_plain else ("have", *words[1:])
    return words, modality


def affirmed(words: Words) -> tuple[Words, bool]:
    """`words` with "any" for "no", and whether they were negated by that."""
    count = sum(word in ("no", "nothing", "none", "neither") for word in words)
    pairs = pairwise((*words, ""))
    found = [_DENYING.get(a, a) for a, behind in pairs if a != "neither" or behind == "of"]
    if "anything" in found:  # "anything on the table except the pan"
        at = found.index("anything") + 1
        behind = next((i for i in range(at + 1, len(found) - 1) if found[i] == "except"), at)
        end = next((i for i in range(behind, len(found)) if found[i] in links()), len(found))
        found = [*found[:at], *found[behind:end], *found[at:behind], *found[end:]]
    return tuple(found), count % 2 == 1


def linked(words: Words, modality: Modality) -> tuple[Words, Modality, Words] | None:
    """A subject, `modality` with what the words behind it add, and what is said of the subject."""
    ends = (i for i, word in enumerate(words) if i and word in links())
    begin = next((i for i in ends if words[i - 1] not in ("that", "which", "who")), 0)
    at, now = copula(words, begin, modality) if begin else (0, modality)
    if now.negative != modality.negative:
        now = replace(now, may=modality.may, named=True, firm=now.firm or now.may)
    if words[at : at + 1] in (("left",), ("kept",)) and at > begin > 0:
        is_left = words[at] == "left" and now.negative
        now, at = replace(now, mode="leave" if is_left else "keep"), at + 1
    return (words[:begin], now, words[at:]) if 0 < at < len(words) else None


@cache
def links() -> frozenset[str]:
    """The words that join a subject and what is said of it."""
    groups = map(word_list, ("modals", "permitting", "be", "staying"))
    return frozenset({"will", "would", "does", "do"} | _FIRM | _NOT).union(*groups)


def copula(words: Words, begin: int, modality: Modality) -> tuple[int, Modality]:
    """Where the words end that join a subject, which ends at `begin`, and what is said of it.

    With `modality` as they tell it.
    """
    at, known = begin, links()
    while at < len(words) and words[at] in known:
        known = links() | word_list("auxiliaries")
        word = words[at]
        if word in _NOT:
            habitual = modality.habitual or word == "never"
            modality = replace(modality, negative=not modality.negative, habitual=habitual)
        elif word in ("gets", "get", "does", "do") or (word == "to" and at == begin):
            modality = replace(modality, linked=True, habitual=True)
        elif word in word_list("staying"):
            modality = replace(modality, mode="keep")
        elif word in word_list("permitting"):
            modality = replace(modality, may=True)
        elif word in _FIRM:
            modality = replace(modality, firm=True, linked=True)
        else:
            modality = replace(modality, linked=True, perfect=modality.perfect or word == "been")
        at += 1
    return at, modality


class StatedClauses:
    """Reads clauses whole."""

    def __init__(self, predicates: Predicates) -> None:
        """`predicates` reads what they say."""
        self._predicates = predicates

    def main(self, words: Words, memory: Memory, modality: Modality) -> list[Clause]:
        """What a main clause may say behind a frame of `modality`, the likeliest first.

        Nothing if it cannot be read whole.
        """
        self._predicates.phrases.recall(memory)
        words, now = framed(words, modality)
        if not words or (now.may and now.negative):
            return []
        mode = _reference(tuple(word for word in words if word != Mark.ONLY))
        if mode:
            return [Clause(**{**vars(now), "mode": mode}, memory=memory, words=words)]
        focus = words.index(Mark.ONLY) if Mark.ONLY in words else None
        words, denied = affirmed(tuple(word for word in words if word != Mark.ONLY))
        if not words or (focus is not None and "one" in words):
            return []
        ahead = word_list("determiners") | word_list("prepositions") - {"to"}
        is_focused = focus is not None and not ahead.isdisjoint(words[focus : focus + 1])
        now = replace(now, negative=now.negative != denied, focused=is_focused)
        found = []
        for content, how in self._mains(words, now, focus):
            if _is_definite(content, how, words):
                told = {**vars(content), **vars(how), "memory": (*memory, *content.memory)}
                found.append(Clause(**told, words=words))
        return found

    def _mains(
        self, words: Words, now: Modality, focus: int | None
    ) -> Iterator[tuple[Content, Modality]]:
        if _is_end(words):
            yield Content(event=Event((DONE,))), now
        yield from self._kept(words, now)
        if now.mode != "want":
            own = words[leading(phrases("agents"), words, 0) :]
            content = self._predicates.active(own, focus)
            if content is None and len(own) == 1 and (now.negative or focus is not None):
                content = self._predicates.bare(own[0])
            if content is not None:
                yield content, now
        is_denied = now.negative and not now.named
        is_linked = not links().isdisjoint(words)
        if not is_linked and (is_denied or (now.firm and not now.negative)):
            content = self._predicates.verbless(words)
            if content is not None:
                yield content, replace(now, mode="have" if is_denied else "be")
        found = linked(words, now)
        if found is not None:
            subject, how, rest = found
            is_told = how.firm or how.may or how.habitual or now.negative or focus is not None
            if is_told or how.mode in ("keep", "leave"):
                yield from self._linked(subject, rest, how, focus)
        elif not is_linked and not now.negative and focus is None:
            content = self._predicates.verbless(words)
            if content is not None:
                yield content, replace(now, mode="bare")

    def _linked(
        self, subject: Words, rest: Words, now: Modality, focus: int | None
    ) -> Iterator[tuple[Content, Modality]]:
        """What "the window must be closed" and "you must close it" say."""
        if leading(phrases("agents"), subject, 0) == len(subject):
            event, state = self._predicates.active(rest, focus), None
        else:
            state = self._predicates.state(subject, rest, focus)
            stays = now.mode in ("keep", "leave") or rest[0] in word_list("standing")
            event = None if stays else self._predicates.passive(subject, rest, focus)
            event = event or self._predicates.touching(subject, rest)
        is_state_first = not (now.negative or now.may or focus is not None)
        is_state_first |= rest[-1].endswith("ing") or _is_awaited(event, now)
        states = [] if state is None or (now.habitual and not now.negative) else [state]
        mode = now.mode if now.mode in ("keep", "leave") else "be"
        told = [(one, replace(now, mode=mode)) for one in states]
        done = [(event, now)] if event is not None else []
        yield from (*told, *done) if is_state_first else (*done, *told)

    def _kept(self, words: Words, now: Modality) -> Iterator[tuple[Content, Modality]]:
        """What "keep the window closed" and "I want the tap to be off" say."""
        mode = next((_KEEPING[form] for form in forms(words[0]) if form in _KEEPING), "")
        if not mode and now.mode != "want":
            return
        for end in range(len(words) - 1, 1 if mode else 0, -1):
            subject, rest, own = words[bool(mode) : end], words[end:], mode
            is_let = mode == "have" and rest[0] in word_list("staying") | {"be"}
            inner = linked((*subject, *rest), Modality()) if rest[0] == "to" or is_let else None
            if inner is not None and len(inner[0]) == len(subject):
                rest, own = inner[2], inner[1].mode if inner[1].mode == "keep" else mode
            elif rest[0] == "to":
                continue
            is_done = now.negative and rest[0].endswith("ed")
            passive = (
                self._predicates.passive(subject, rest) if is_done or mode in ("", "get") else None
            )
            state = (
                None
                if mode == "get" or (is_done and passive)
                else self._predicates.state(subject, rest)
            )
            if state is not None:
                yield state, replace(now, mode=own or "be")
            elif passive is not None:
                yield passive, replace(now, mode="", firm=now.firm or not mode)

    def sub(
        self, words: Words, memory: Memory, *, is_whole: bool = True, is_verbless: bool = False
    ) -> Clause | None:
        """What a subordinate clause says; None if it cannot be read whole.

        `is_whole`: it may be several, joined.  `is_verbless`: "with the door open".
        """
        self._predicates.phrases.recall(memory)
        words, denied = affirmed(words)
        is_not = words[:1] == ("not",)
        words, now = words[is_not:], Modality(negative=denied != is_not)
        if not words:
            return None
        if _is_end(words):
            return Clause(event=Event((DONE,)), memory=memory)
        mode = _reference(words)
        if mode:
            return Clause(mode=mode, memory=memory)
        content, how = next(self._subs(words, now), (None, now))
        content = self._predicates.verbless(words) if is_verbless else content
        if content is not None:
            told = {**vars(content), **vars(how), "memory": (*memory, *content.memory)}
            return Clause(**told)
        return self._joined(words, memory) if is_whole and not now.negative else None

    def _subs(self, words: Words, now: Modality) -> Iterator[tuple[Content, Modality]]:
        predicates = self._predicates
        at = begin = leading(phrases("agents"), words, 0)
        while 0 < begin <= at < len(words) and words[at] in word_list("auxiliaries"):
            at += 1
        content = predicates.active(words[at:])
        if content is None and len(words) == at + 1 and not words[at].endswith("ed"):
            content = predicates.bare(words[at])
        if content is not None:
            yield content, now
        found = linked(words, now)
        if found is not None:
            subject, how, rest = found
            content = predicates.passive(subject, rest) if how.perfect else None
            content = (
                content or predicates.state(subject, rest) or predicates.passive(subject, rest)
            )
            content = content or predicates.touching(subject, rest)
            if content is not None:
                yield content, replace(how, mode="")
        for end in range(1, len(words)):
            is_going = words[end:] in _GOING or words[end] in word_list("standing")
            content = None if is_going else predicates.passive(words[:end], words[end:])
            content = content or predicates.state(words[:end], words[end:])
            content = content or predicates.touching(words[:end], words[end:])
            if content is not None:
                yield content, now
        for subject in (("it",), ("them",)):  # "while hot", "before being opened"
            content = predicates.state(subject, words)
            if content is None and words[0] in word_list("be"):
                content = predicates.passive(subject, words[1:])
            if content is not None:
                yield content, now

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
                whole = Both((first, second)) if word == "and" else Either((first, second))
                return Clause(state=whole, memory=other.memory)
            if one.event and other.event and word == "or" and not one.negative | other.negative:
                event = Event((*one.event.steps, *other.event.steps))
                return Clause(event=event, memory=other.memory)
        return None


def _is_end(words: Words) -> bool:
    """Whether they tell the end of the task: "you leave the house"."""
    around = word_list("places") | {"you", "the", "task"}
    return around < around | set(words) <= around | word_list("ending")


def _reference(words: Words) -> str:
    """The mode of a clause that means what was asked for before: "you do that"."""
    own = words[leading(phrases("agents"), words, 0) :]
    own = own[1:] if own[:1] in (("have",), ("are",), ("had",)) else own
    return next((mode for mode in _BACK if own and leading(phrases(mode), own, 0) == len(own)), "")


def _is_definite(content: Content, how: Modality, words: Words) -> bool:
    """Whether `content` tells which of things it means that "or" joins in `words`."""
    if "or" not in words or how.negative or content.exclusive:
        return True
    verb = next((i for i, word in enumerate(words) if word in links()), len(words))
    is_listed = "or" in words[:verb]
    if isinstance(content.state, Either):
        return not is_listed or len(content.each) < 2
    return isinstance(content.state, Lit) and len(content.state.things) > 1 and not is_listed


def _is_awaited(content: Content | None, now: Modality) -> bool:
    """Whether it tells what becomes of a thing with time: what is frozen, rather than freezing."""
    steps = content.event.steps if content is not None and content.event is not None else ()
    return not now.negative and {step.skill for step in steps} <= _AWAITED


_AWAITED = frozenset({"WAIT_FOR_FROZEN", "WAIT_FOR_COOKED", "HEAT", "COOL", "DIRTY", "BREAK"})
