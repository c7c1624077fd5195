"""Clauses of statements in one form, whatever their voice, mood and frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from is_bench.reading.marks import FRAMES, Mark
from is_bench.reading.mentions import Memory
from is_bench.reading.predicates import PRONOUNS, Content, Predicates
from is_bench.reading.requirement import DONE, Event, State, both, negated
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, leading, phrases, word_list

_DENYING = {"no": "any", "nothing": "anything", "none": "all", "neither": "both", "nor": "and"}
_NOT = frozenset({"not", "never"})
_FIRM = frozenset({"must", "should", "shall", "to"})
_KEEPING = {"keep": "keep", "leave": "leave", "have": "have", "let": "have", "get": "get"}
"""Verbs that a thing in a state follows, and the mode of their clauses."""


@dataclass(frozen=True)
class Modality:
    """How a clause says something."""

    mode: str = ""
    """keep, leave, have, want, be: it is about a state; bare: it has no verb;
    task: it is read in part."""
    negative: bool = False
    named: bool = False
    """Whether `not` or `never` negates it, and no noun."""
    firm: bool = False
    """Whether it demands something in so many words."""
    may: bool = False
    habitual: bool = False
    """Whether it tells what is done as a rule: "gets closed", "is never closed"."""


PLAIN = Modality()
_Ways = Iterator[tuple[Content | None, Modality]]
"""What a clause may say, and how."""


@dataclass(frozen=True)
class Clause(Content, Modality):
    """What a clause says, and how."""

    @property
    def whole(self) -> State | None:
        """The state that it tells of, with that of its subject."""
        if self.state is None:
            return None
        return both(self.own, negated(self.state) if self.negative else self.state)

    @property
    def opposite(self) -> Clause:
        """What it denies, or what denies it."""
        return replace(self, negative=not self.negative)


def framed(words: Words, modality: Modality) -> tuple[Words, Modality]:
    """`words` without the frame ahead of them, and `modality` with what that says."""
    while words:
        word, behind = words[0], leading(phrases("agents"), words, 0)
        is_agent = behind and {*words[behind : behind + 1]} <= {*FRAMES, *_NOT, "do"}
        if word in {Mark.NEVER, *_NOT} or (modality.firm and word == "nobody"):
            is_denied = not modality.negative
            modality = replace(modality, negative=is_denied, named=True, firm=True, may=False)
        elif word == Mark.MAY:
            modality = replace(modality, may=True)
        elif word in FRAMES:
            mode = "want" if word == Mark.WANT else modality.mode
            modality = replace(modality, firm=True, mode=mode)
        elif (word == "do" and not PRONOUNS.isdisjoint(words[1:2])) or not (
            is_agent or word in word_list("framing")
        ):
            break
        words = words[1:]
    return words, modality


def affirmed(words: Words) -> tuple[Words, bool]:
    """`words` with "any" for "no", and whether they were negated by that."""
    count = sum(word in ("no", "nothing", "none", "neither") for word in words)
    pairs = pairwise((*words, ""))
    found = [_DENYING.get(a, a) for a, b in pairs if a != "neither" or b == "of"]
    if "anything" in found and "except" in found:  # "anything on the table except the pan"
        at, behind = found.index("anything") + 1, found.index("except")
        end = next((i for i in range(behind, len(found)) if found[i] in links()), len(found))
        if at < behind:
            found = [*found[:at], *found[behind:end], *found[at:behind], *found[end:]]
    return tuple(found), count % 2 == 1


@cache
def links() -> frozenset[str]:
    """The words that join a subject and what is said of it."""
    groups = map(word_list, ("modals", "permitting", "be", "staying"))
    return frozenset({"will", "would", "does", "do"} | _FIRM | _NOT).union(*groups)


def linked(words: Words, modality: Modality) -> tuple[Words, Modality, Words] | None:
    """A subject, `modality` with what the words behind it add, and what is said of the subject."""
    ends = (i for i, word in enumerate(words) if i and word in links())
    begin = next((i for i in ends if words[i - 1] not in ("that", "which", "who")), len(words))
    at, known, now = begin, links(), modality
    while at < len(words) and words[at] in known:
        known, word = links() | word_list("auxiliaries"), words[at]
        if word in _NOT:
            now = replace(now, negative=not now.negative, habitual=now.habitual or word == "never")
        elif word in ("gets", "get", "does", "do") or (word == "to" and at == begin):
            now = replace(now, habitual=True)
        elif word in word_list("staying"):
            now = replace(now, mode="keep")
        elif word in word_list("permitting"):
            now = replace(now, may=True)
        else:
            now = replace(now, firm=now.firm or word in _FIRM)
        at += 1
    if now.negative != modality.negative:
        now = replace(now, may=modality.may, named=True, firm=now.firm or now.may)
    return (words[:begin], now, words[at:]) if at < len(words) else None


class StatedClauses:
    """Reads clauses whole."""

    def __init__(self, predicates: Predicates) -> None:
        """`predicates` reads what they say."""
        self._predicates = predicates

    def main(self, words: Words, memory: Memory, modality: Modality) -> list[Clause]:
        """What a main clause may say behind a frame of `modality`, the likeliest first.

        Nothing if it cannot be read whole.
        """
        words, now = framed(words, modality)
        found = self._clauses(words, memory, now, self._mains)
        return [one for one in found if one.negative or "or" not in words]  # which of them?

    def sub(self, words: Words, memory: Memory) -> Clause | None:
        """What a subordinate clause says; None if it cannot be read whole."""
        is_not = words[:1] == ("not",)
        found = self._clauses(words[is_not:], memory, Modality(negative=is_not), self._subs)
        return next(iter(found), None)

    def _clauses(
        self, words: Words, memory: Memory, now: Modality, read: Callable[[Words, Modality], _Ways]
    ) -> list[Clause]:
        self._predicates.phrases.recall(memory)
        words, is_denied = affirmed(words)
        now = replace(now, negative=now.negative != is_denied, may=now.may and not now.named)
        ways = read(words, now) if words else iter(())
        if _is_end(words):
            ways = iter([(Content(event=Event((DONE,))), now)])
        own = ((said, {**vars(said), **vars(how)}) for said, how in ways if said)
        return [Clause(**{**all_, "memory": (*memory, *said.memory)}) for said, all_ in own]

    def _mains(self, words: Words, now: Modality) -> _Ways:
        """What an order, and what is said of a subject, may be."""
        yield from self._kept(words, now)
        found = linked(words, now)
        if now.mode != "want":
            yield self._predicates.active(words[leading(phrases("agents"), words, 0) :]), now
        if links().isdisjoint(words):
            is_denied = now.negative and not now.named
            mode = "have" if is_denied else "be" if now.firm else "bare"
            if is_denied or not now.negative:
                yield self._predicates.verbless(words), replace(now, mode=mode)
        elif found is not None:
            subject, how, rest = found
            is_told = how.firm or how.may or how.habitual or now.negative or how.mode == "keep"
            yield from self._linked(subject, rest, how) if is_told else ()

    def _linked(self, subject: Words, rest: Words, now: Modality) -> _Ways:
        """What "the window must be closed" and "you must close it" say."""
        if leading(phrases("agents"), subject, 0) == len(subject):
            yield self._predicates.active(rest), now
            return
        is_guess = now.firm and not PRONOUNS.isdisjoint(subject) and rest[0] in word_list("from")
        mode = now.mode if now.mode == "keep" else "guess" if is_guess else "be"
        stays = mode == "keep" or rest[0] in word_list("standing")
        state = self._predicates.state(subject, rest), replace(now, mode=mode)
        event = None if stays else self._predicates.passive(subject, rest), now
        if now.habitual and not now.negative:
            yield event
        elif rest[-1].endswith("ing") or not (now.negative or now.may):
            yield from (state, event)
        else:
            yield from (event, state)

    def _kept(self, words: Words, now: Modality) -> _Ways:
        """What "keep the window closed" and "I want the tap to be off" say."""
        mode = next((_KEEPING[form] for form in forms(words[0]) if form in _KEEPING), "")
        if not mode and now.mode != "want":
            return
        for end in range(len(words) - 1, 1 if mode else 0, -1):
            subject, rest, own = words[bool(mode) : end], words[end:], mode or now.mode
            while len(rest) > 1 and rest[0] in word_list("staying") | {"to", "be"}:
                own, rest = "keep" if rest[0] in word_list("staying") else own, rest[1:]
            is_done = now.negative and rest[0].endswith("ed")
            state = mode != "get" and self._predicates.state(subject, rest)
            event = (is_done or mode in ("", "get")) and self._predicates.passive(subject, rest)
            if event and (is_done or not state):
                yield event, replace(now, mode="", firm=now.firm or not mode)
            elif state:
                yield state, replace(now, mode=own)

    def _subs(self, words: Words, now: Modality) -> _Ways:
        """What may stand behind a connective."""
        predicates, found = self._predicates, linked(words, now)
        at = begin = leading(phrases("agents"), words, 0)
        while 0 < begin <= at < len(words) and words[at] in word_list("auxiliaries"):
            at += 1
        yield predicates.active(words[at:]), now
        if found is not None:
            subject, how, rest = found
            how = replace(how, mode="")
            yield predicates.state(subject, rest), how
            yield predicates.passive(subject, rest), how
        yield predicates.verbless(words), now
        for it in (("it",), ("them",)):  # "while hot", "before being opened"
            yield predicates.state(it, words), now
            yield predicates.passive(it, words[1:] if words[0] in word_list("be") else ()), now


def _is_end(words: Words) -> bool:
    """Whether they tell the end of the task: "you leave the house"."""
    around = word_list("places") | {"you", "the", "task"}
    return around < around | set(words) <= around | word_list("ending")
