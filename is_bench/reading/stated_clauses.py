"""Clauses of statements in one form, whatever their voice, mood and frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from is_bench.reading.marks import FRAMES, Mark
from is_bench.reading.mentions import Memory
from is_bench.reading.predicates import PRONOUNS, Content, Predicates
from is_bench.reading.requirement import DONE, Both, Either, Event, Lit, State, both, negated
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, leading, phrases, word_list

_DENYING = {"no": "any", "nothing": "anything", "none": "all", "neither": "both", "nor": "and"}
_NOT = frozenset({"not", "never"})
_FIRM = frozenset({"must", "should", "shall", "to", "belong", "belongs", "goes"})
_INVERTED = frozenset({"should", "must", "are", "is", "may", "can", "could"})
"""Verbs that stand before their subject behind "at no time"."""
_KEEPING = {"keep": "keep", "leave": "leave", "have": "have", "let": "have", "get": "get"}
"""Verbs that a thing in a state follows, and the mode of their clauses."""
_BACK = ("again", "start", "go")
"""Modes of clauses that mean what was asked for before, and names of their phrases."""
_AWAITED = frozenset({"WAIT_FOR_FROZEN", "WAIT_FOR_COOKED", "HEAT", "COOL", "DIRTY", "BREAK"})
"""Skills of which a participle tells the result: what is frozen, rather than freezing."""


@dataclass(frozen=True)
class Modality:
    """How a clause says something."""

    mode: str = ""
    """keep, leave, have, want, be: it is about a state; bare: it has no verb; again, start, go:
    it is about what was asked for before; task: it is read in part; behind: it has no words;
    order: it tells what comes first."""
    negative: bool = False
    named: bool = False
    """Whether `not` or `never` negates it, and no noun."""
    firm: bool = False
    """Whether it demands something in so many words."""
    may: bool = False
    perfect: bool = False
    """Whether it says what has been done to something."""
    habitual: bool = False
    """Whether it tells what is done as a rule: "gets closed", "is never closed"."""


PLAIN = Modality()


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
        if modality.negative and words[:1] and words[0] in _INVERTED:
            is_plain = leading(phrases("agents"), words, 1) > 1 or "be" in words
            words = words[1:] if is_plain else ("have", *words[1:])
    return words, modality


def affirmed(words: Words) -> tuple[Words, bool]:
    """`words` with "any" for "no", and whether they were negated by that."""
    count = sum(word in ("no", "nothing", "none", "neither") for word in words)
    pairs = pairwise((*words, ""))
    found = [_DENYING.get(a, a) for a, behind in pairs if a != "neither" or behind == "of"]
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
    begin = next((i for i in ends if words[i - 1] not in ("that", "which", "who")), 0)
    at, now = copula(words, begin, modality) if begin else (0, modality)
    if now.negative != modality.negative:
        now = replace(now, may=modality.may, named=True, firm=now.firm or now.may)
    if words[at : at + 1] in (("left",), ("kept",)) and at > begin > 0:
        is_left = words[at] == "left" and now.negative
        now, at = replace(now, mode="leave" if is_left else "keep"), at + 1
    return (words[:begin], now, words[at:]) if 0 < at < len(words) else None


def copula(words: Words, begin: int, modality: Modality) -> tuple[int, Modality]:
    """Where the words end that join a subject, which ends at `begin`, and what is said of it.

    With `modality` as they tell it.
    """
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
            is_firm = now.firm or word in _FIRM
            now = replace(now, firm=is_firm, perfect=now.perfect or word == "been")
        at += 1
    return at, now


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
        words, denied = affirmed(words)
        if not words:
            return []
        now = replace(now, negative=now.negative != denied, may=now.may and not now.named)
        mode = _reference(words)
        if mode:
            return [_clause(Content(), replace(now, mode=mode), memory, words)]
        found = (*self._kept(words, now), *self._mains(words, now))
        told = ((_chosen(content, how, words), how) for content, how in found if content)
        return [_clause(content, how, memory, words) for content, how in told if content]

    def _mains(self, words: Words, now: Modality) -> Iterator[tuple[Content | None, Modality]]:
        if _is_end(words):
            yield Content(event=Event((DONE,))), now
        if now.mode != "want":
            yield self._predicates.active(words[leading(phrases("agents"), words, 0) :]), now
        is_denied, found = now.negative and not now.named, linked(words, now)
        if links().isdisjoint(words):
            mode = "have" if is_denied else "be" if now.firm else "bare"
            if is_denied or not now.negative:
                yield self._predicates.verbless(words), replace(now, mode=mode)
        elif found is not None:
            subject, how, rest = found
            is_told = how.firm or how.may or how.habitual or now.negative
            if is_told or how.mode in ("keep", "leave"):
                yield from self._linked(subject, rest, how)

    def _linked(
        self, subject: Words, rest: Words, now: Modality
    ) -> Iterator[tuple[Content | None, Modality]]:
        """What "the window must be closed" and "you must close it" say."""
        if leading(phrases("agents"), subject, 0) == len(subject):
            yield self._predicates.active(rest), now
            return
        mode = now.mode if now.mode in ("keep", "leave") else "be"
        state = self._predicates.state(subject, rest), replace(now, mode=mode)
        stays = mode != "be" or rest[0] in word_list("standing")
        event = None if stays else self._predicates.passive(subject, rest)
        steps = event.event.steps if event is not None and event.event is not None else ()
        is_awaited = not now.negative and {step.skill for step in steps} <= _AWAITED
        if now.habitual and not now.negative:
            yield event, now
        elif rest[-1].endswith("ing") or is_awaited or not (now.negative or now.may):
            yield from (state, (event, now))
        else:
            yield from ((event, now), state)

    def _kept(self, words: Words, now: Modality) -> Iterator[tuple[Content | None, Modality]]:
        """What "keep the window closed" and "I want the tap to be off" say."""
        mode = next((_KEEPING[form] for form in forms(words[0]) if form in _KEEPING), "")
        if not mode and now.mode != "want":
            return
        for end in range(len(words) - 1, 1 if mode else 0, -1):
            subject, rest, own = words[bool(mode) : end], words[end:], mode
            is_let = mode == "have" and rest[0] in word_list("staying") | {"be"}
            inner = linked((*subject, *rest), PLAIN) if rest[0] == "to" or is_let else None
            if inner is not None and len(inner[0]) == len(subject):
                rest, own = inner[2], inner[1].mode if inner[1].mode == "keep" else mode
            elif rest[0] == "to":
                continue
            is_done = mode in ("", "get") or (now.negative and rest[0].endswith("ed"))
            passive = self._predicates.passive(subject, rest) if is_done else None
            is_event = now.negative and passive is not None and rest[0].endswith("ed")
            is_event |= mode == "get"
            state = None if is_event else self._predicates.state(subject, rest)
            if state is not None:
                yield state, replace(now, mode=own or "be")
            elif passive is not None:
                yield passive, replace(now, mode="", firm=now.firm or not mode)

    def sub(self, words: Words, memory: Memory, *, is_verbless: bool = False) -> Clause | None:
        """What a subordinate clause says; None if it cannot be read whole.

        `is_verbless`: "with the door open".
        """
        self._predicates.phrases.recall(memory)
        words, denied = affirmed(words)
        is_not = words[:1] == ("not",)
        words, now = words[is_not:], Modality(negative=denied != is_not)
        if not words:
            return None
        mode = _reference(words)
        if mode or _is_end(words):
            content = Content(event=None if mode else Event((DONE,)))
            return _clause(content, replace(now, mode=mode), memory)
        found = (
            _clause(content, how, memory)
            for content, how in self._subs(words, now, is_verbless=is_verbless)
            if content is not None
        )
        return next(found, None) or (None if now.negative else self._joined(words, memory))

    def _subs(
        self, words: Words, now: Modality, *, is_verbless: bool
    ) -> Iterator[tuple[Content | None, Modality]]:
        predicates = self._predicates
        if is_verbless:
            yield predicates.verbless(words), now
            return
        at = begin = leading(phrases("agents"), words, 0)
        while 0 < begin <= at < len(words) and words[at] in word_list("auxiliaries"):
            at += 1
        yield predicates.active(words[at:]), now
        found = linked(words, now)
        if found is not None:
            subject, how, rest = found
            how = replace(how, mode="")
            ways = predicates.passive(subject, rest), predicates.state(subject, rest)
            yield from ((way, how) for way in (ways if how.perfect else reversed(ways)))
        for end in range(1, len(words)):
            is_state = words[end] in word_list("standing") or words[end].endswith("ing")
            if not is_state and words[end] not in ("on", "off", "open"):
                yield predicates.passive(words[:end], words[end:]), now
            yield predicates.state(words[:end], words[end:]), now
        for it in (("it",), ("them",)):  # "while hot", "before being opened"
            yield predicates.state(it, words), now
            yield predicates.passive(it, words[1:] if words[0] in word_list("be") else ()), now

    def _joined(self, words: Words, memory: Memory) -> Clause | None:
        """What two clauses say that are joined by `and` or `or`."""
        for at in (i for i, word in enumerate(words) if i and word in ("and", "or")):
            one = self.sub(words[:at], memory)
            other = self.sub(words[at + 1 :], one.memory) if one is not None else None
            if one is None or other is None:
                continue
            first, second = one.reached, other.reached
            if first and second and (one.whole or other.whole):
                whole = Both((first, second)) if words[at] == "and" else Either((first, second))
                return Clause(state=whole, memory=other.memory)
            is_choice = words[at] == "or" and not one.negative | other.negative
            if one.event and other.event and is_choice:
                event = Event((*one.event.steps, *other.event.steps))
                return Clause(event=event, memory=other.memory)
        return None


def _clause(content: Content, how: Modality, memory: Memory, words: Words = ()) -> Clause:
    told = {**vars(content), **vars(how), "memory": (*memory, *content.memory)}
    return Clause(**told, words=words)


def _is_end(words: Words) -> bool:
    """Whether they tell the end of the task: "you leave the house"."""
    around = word_list("places") | {"you", "the", "task"}
    return around < around | set(words) <= around | word_list("ending")


def _reference(words: Words) -> str:
    """The mode of a clause that means what was asked for before: "you do that"."""
    own = words[leading(phrases("agents"), words, 0) :]
    own = own[1:] if own[:1] in (("have",), ("are",), ("had",)) else own
    return next((mode for mode in _BACK if own and leading(phrases(mode), own, 0) == len(own)), "")


def _chosen(content: Content, how: Modality, words: Words) -> Content | None:
    """`content` of `words`, of which "or" leaves a choice; None if it does not tell which."""
    if "or" not in words or how.negative:
        return content
    verb = next((i for i, word in enumerate(words) if word in links()), len(words))
    state, is_listed = content.state, "or" in words[:verb]
    if isinstance(state, Lit) and is_listed:
        return replace(content, state=Either(content.each)) if len(content.each) > 1 else None
    is_place = isinstance(state, Lit) and len(state.things) > 1
    is_choice = isinstance(state, Either) and (not is_listed or len(content.each) < 2)
    return content if is_place or is_choice else None
