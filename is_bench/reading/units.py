"""From signed words to the units of a sentence: clauses, what says when, and what only tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from is_bench.reading import signs
from is_bench.reading.demands import Sub
from is_bench.reading.links import Manner, linked, links
from is_bench.reading.mentions import Memory
from is_bench.reading.nouns import is_plural
from is_bench.reading.requirement import UnreadError
from is_bench.reading.sayings import Sayings
from is_bench.reading.signs import Count, Measure, Signed
from is_bench.reading.stating import KEEPING, Clause, Clauses
from is_bench.reading.stems import forms
from is_bench.reading.words import Words, stops, word_list

_JOINTS = frozenset({",", "and", "but", "so", "or", "then", "also", signs.THEN})
_BORDERS = frozenset({signs.WHY, signs.THEN, ",", "and", "but", "so", "with"})
_LATE = frozenset({signs.AFTER, signs.WHEN})
_BEGINNINGS = frozenset(
    {"you", "i", "we", "never", "do", "please", "make", "ensure", "the", "it", "avoid"}
)
"""Words with which a main clause begins behind another one without a comma."""
_IDLE = frozenset(
    {signs.NOW, signs.SOON, signs.ONLY, signs.AGAIN, signs.ALWAYS, signs.TOGETHER, signs.THEN}
)
"""Signs that may stand in a remark."""
_HAVING = frozenset({"has", "have", "had", "is", "are", "was"})
_WISHING = frozenset({"want", "expect", "insist", "demand", "hate", "wish", "need", "prefer"})
_TELLING = frozenset({"am", "are", "have", "had", "was", "were"})
_WILLING = frozenset({"to", "having", "allowing", "told", "said"})
"""Words behind which even what somebody says of himself may tell what he wants."""
_ANYBODY = frozenset({"nobody", "everybody", "everyone", "anybody", "anyone", "everything"})
_GOING = frozenset({"goes", "go", "belongs", "belong", "comes", "come"})
_GOALS = frozenset({"in", "on", "under", "beside", "to", "back", "there", "first", "last"})
_PREPOSITIONS = frozenset({"on", "in", "with", "under", "beside", "to", "for"})
PRONOUNS = frozenset({"it", "them", "they", "both", "there", "this", "that", "these", "those"})
_MAIN, _BEHIND, _LEADING = "main", "behind", "leading"


@dataclass(frozen=True)
class Unit:
    """A part of a sentence: a main clause, one that says when, or one that only tells something."""

    clause: Clause | None = None
    sub: Sub | None = None
    floats: frozenset[str] = frozenset()
    measures: tuple[Measure, ...] = ()
    count: Count | None = None
    joint: str = ""
    """What stands before it: a comma, and, but."""


@dataclass(frozen=True)
class _State:
    """What is known at a place in a sentence."""

    memory: Memory
    kind: str = ""
    """Of the unit before."""
    said: Words = ()
    """The words of the last main clause."""
    is_firm: bool = False
    """Whether that demanded something in so many words."""

    @property
    def is_behind(self) -> bool:
        """Whether there was a main clause."""
        return self.kind in (_MAIN, _BEHIND)

    def then(self, memory: Memory, kind: str = "") -> _State:
        """What is known behind a unit."""
        own = _BEHIND if self.is_behind else _LEADING
        return replace(self, memory=memory, kind=kind or own)


class UnitReader:
    """Finds the ways to part a sentence into units that can be read."""

    def __init__(self, sayings: Sayings) -> None:
        """`sayings` reads what clauses say."""
        self._sayings = sayings
        self._clauses = Clauses(sayings)
        self._read: dict[tuple[str, Words, Memory], list[Clause]] = {}
        self._dead: set[tuple[int, _State]] = set()
        """Places behind which nothing can be read, with what is known there."""

    def parses(self, text: Signed, memory: Memory) -> Iterator[list[Unit]]:
        """The ways to read `text`, where pronouns mean what is in `memory`; long clauses first."""
        self._read.clear()
        self._dead.clear()
        yield from self._units(text, 0, _State(memory), _borders(text.words))

    def _units(
        self, text: Signed, at: int, state: _State, borders: list[int]
    ) -> Iterator[list[Unit]]:
        """The ways to read the words from `at` on."""
        words, joint = text.words, ""
        while at < len(words) and words[at] in _JOINTS:
            joint = words[at] if words[at] != "," or not joint else joint
            at += 1
        dead = (at, state if PRONOUNS.intersection(words[at:]) else replace(state, memory=()))
        if at >= len(words):
            yield from [[]] if state.is_behind and joint != signs.THEN else []
        elif dead not in self._dead:
            self._dead.add(dead)
            for unit, end, now in self._next(text, at, state, [b for b in borders if b > at]):
                for rest in self._units(text, end, now, borders):
                    self._dead.discard(dead)
                    yield [replace(unit, joint=joint), *rest]

    def _next(
        self, text: Signed, at: int, state: _State, ends: list[int]
    ) -> Iterator[tuple[Unit, int, _State]]:
        """The units that may begin at `at`, where they end, and what is known then."""
        words, (sub, begin) = text.words, _sign(text, at)
        if words[at] == signs.WHY:
            yield from ((Unit(), end, state.then(state.memory)) for end in ends)
        elif sub is not None:
            may_begin = [i for i in range(begin + 2, len(words)) if self._may_begin(words[i])]
            for end in [*reversed(ends), *([] if state.is_behind else may_begin)]:
                for clause in self._sub(text, words[begin:end], state):
                    unit = Unit(sub=replace(sub, clause=clause))
                    yield unit, end, state.then(clause.memory)
        else:
            yield from self._plain(text, at, state, ends)

    def _plain(
        self, text: Signed, at: int, state: _State, ends: list[int]
    ) -> Iterator[tuple[Unit, int, _State]]:
        """The units that begin without a sign."""
        words = text.words
        for end in reversed(ends):
            own = words[at + 1 : end] if words[at] == "with" else ()
            for clause in self._known("with", own, state.memory):
                yield Unit(sub=Sub(signs.WITH, clause)), end, state.then(clause.memory)
        for end in reversed(ends):
            if self._is_aim(words, at, state):
                break
            if signs.SUBORDINATING.isdisjoint(words[at:end]) and signs.WHY not in words[at:end]:
                is_joined = words[at - 1 : at] == ("and",) or links().isdisjoint(words[at:end])
                before = state if is_joined else replace(state, is_firm=False)
                for unit, clause in self._main(text, words[at:end], before):
                    now = state.then(clause.memory, _MAIN)
                    yield (
                        unit,
                        end,
                        replace(
                            now, said=clause.words, is_firm=clause.firm and not clause.negative
                        ),
                    )
        topic = next(
            (end for end in ends if words[at] != "," and words[end : end + 1] == (",",)), at
        )
        is_topic = topic > at and not state.kind and self._sayings.phrases.is_name(words[at:topic])
        if is_topic and not PRONOUNS.isdisjoint(words[topic:]):  # "the oven , it stays shut"
            heard = tuple(self._sayings.phrases.heard_in(words[at:topic]))
            yield Unit(), topic, state.then((*state.memory, *heard))
        is_threat = words[at - 2 : at] == (",", "or") and self._is_threat(words[at:])
        if is_threat or self._is_aim(words, at, state):
            yield Unit(), len(words), state.then(state.memory)
        end = self._remark(words, at) if at == 0 or words[at - 1] in (",", "so") else at
        if end > at and (state.kind or end < len(words)):
            heard = tuple(self._sayings.phrases.heard_in(words[at:end]))
            yield Unit(), end, state.then((*state.memory, *heard))

    def only_tells(self, words: Words) -> bool:
        """Whether every clause among them tells of people, and none of what is to be done."""
        if len(words) > 1 and set(words) <= word_list("affirming"):  # not today, not ever
            return True
        starts = [0, *(at + 1 for at, word in enumerate(words) if word == ",")]
        return all(self._tells(words, at) for at in starts if at < len(words))

    def _tells(self, words: Words, at: int) -> bool:
        own = words[at : next((i for i in range(at, len(words)) if words[i] == ","), len(words))]
        told = tuple(word for word in own if not word[0].isupper())
        if own[:2] == ("i", "think"):
            return "you" not in own and not self._is_urging(own)
        if "not" in own or told != own:
            is_own = own[0] in ("i", "we") and not _TELLING.isdisjoint(own[1:2])
            is_own = is_own and _WILLING.isdisjoint(own[1:4])
            return is_own and "you" not in own
        is_thing = any(self._sayings.phrases.heard_in(tuple(word for word in own if word != "one")))
        is_bound = "you" in own or is_thing or not word_list("staying").isdisjoint(own[2:])
        return not is_bound and self._remark(words, at) == at + len(own)

    def _is_aim(self, words: Words, at: int, state: _State) -> bool:
        """Whether from `at` on it is told what a demand is good for: "so nothing gets wet"."""
        own = words[at:]
        if not state.is_behind or words[at - 2 : at] != (",", "so") or len(own) < 3:
            return False
        kept = word_list("staying") | word_list("urging") | {"goes", "belongs"}
        is_nobody = own[0] in ("nothing", "nobody", "no", "none")
        is_asking = self._may_begin(own[0]) and own[0] not in ("the", "it")
        return not (is_asking or kept & set(own)) and (is_nobody or "gets" not in own)

    def _is_threat(self, words: Words) -> bool:
        """Whether they tell what else will happen: ", or the fuse blows"."""
        named = list(self._sayings.phrases.heard_in(words[:-1]))
        verbs = word_list("telling") | word_list("permitting")
        is_told = words[-1].endswith("s") or not verbs.isdisjoint(words[1:])
        return is_told and len(words) > 2 and named == list(self._sayings.phrases.heard_in(words))

    def _remark(self, words: Words, at: int) -> int:
        """The end of a clause that tells how things are; `at` if it demands something."""
        end = next((i for i in range(at, len(words)) if words[i] in (",", signs.WHY)), len(words))
        own = words[at:end]
        signed = {word for word in own if word[0].isupper()} - _IDLE
        is_plain = signed.isdisjoint({signs.FIRST, signs.LAST})
        is_plain = is_plain and word_list("urging").isdisjoint(own)
        if words[end + 1 : end + 2] == ("so",) and is_plain:
            return end
        is_placed = any(a in _GOING and b in _GOALS for a, b in pairwise(own))
        done = next((at for at, word in enumerate(own) if word in ("not", "gets")), len(own))
        is_denied = own[:1] not in (("i",), ("we",)) and self._is_done(own[done + 1 :])
        if len(own) < 2 or signed or is_placed or is_denied or self._is_urging(own):
            return at
        if own[0] in word_list("tellers") and len(own) > 2:
            return end
        if own[0] not in word_list("determiners") | word_list("subjects"):
            own = own[1:] if own[1] == "else" else own
            is_other = not (self._sayings.is_verb(own[0]) or self._sayings.phrases.is_name(own[:1]))
            is_told = is_other and own[0] not in _ANYBODY and own[1:] and own[1].endswith("s")
            is_told = is_told or (own[0].endswith("ing") and self._is_told(own))
            return end if is_told or not word_list("telling").isdisjoint(own[1:3]) else at
        return end if self._is_told(own) else at

    def _is_told(self, words: Words) -> bool:
        """Whether there is the verb of a clause among them that asks for nothing."""
        is_told = any(map(self._is_finite, words[:-1], words[1:]))
        return is_told or (self._is_aside(words) and any(w.endswith("s") for w in words[2:-1]))

    def _is_urging(self, words: Words) -> bool:
        """Whether a clause demands something, or tells what somebody wants to be so."""
        found = {a for a, b in pairwise((*words, "")) if a in word_list("demands")}
        if "no" in found and any(a in _HAVING and b == "no" for a, b in pairwise(words)):
            found -= {"no"}
        is_wish = words[0] in ("i", "we") and words[1] in _WISHING
        is_aside = self._is_aside(words)
        if "to" in found and (is_wish or is_aside):
            found -= {"to"}
        return bool(found) or (is_wish and words[2:3] != ("to",) and not is_aside)

    def _is_aside(self, words: Words) -> bool:
        """Whether they speak neither to the robot nor of anything that there is."""
        is_addressed = words[0] == "you" or not PRONOUNS.isdisjoint(words)
        phrases = self._sayings.phrases
        heard = (one.names for one in phrases.heard_in(words))
        return not is_addressed and all(map(phrases.referents.are_people, heard))

    def _is_done(self, words: Words) -> bool:
        """Whether a skill does what they tell: "is not moved"."""
        done = [word for word in words if not word.endswith("ing")]
        verbs = (base for word in done for base in forms(word) if base != word)
        return any(map(self._sayings.is_verb, verbs))

    def _is_finite(self, before: str, word: str) -> bool:
        """Whether `word` is the verb of a clause that asks for nothing."""
        if word in word_list("telling"):
            return True
        if is_plural(before) and word not in stops() and not self._is_said(word):
            return True
        is_noun = before in word_list("determiners") - {"one"} or self._sayings.phrases.is_name(
            (word,)
        )
        is_known = any(map(self._sayings.is_verb, forms(word)))
        return word.endswith("s") and not (is_noun or is_known or word.endswith("ss"))

    def _is_said(self, word: str) -> bool:
        """Whether `word` may say what is to be done, or to be so."""
        is_form = word.endswith(("ed", "ing", "ly")) or word in word_list("links")
        return is_form or self._sayings.is_known(word)

    def _may_begin(self, word: str) -> bool:
        """Whether a main clause may begin with `word` without a comma before it."""
        return self._sayings.is_verb(word) or word in KEEPING or word in _BEGINNINGS

    def _main(self, text: Signed, words: Words, state: _State) -> Iterator[tuple[Unit, Clause]]:
        floats, measures, rest = _parted(text, words)
        counts = [text.counts[word] for word in words if word in text.counts]
        if len(counts) > 1:
            return
        clauses = self._known("main", rest, state.memory)
        if words[-1] == signs.FIRST and self._sayings.phrases.is_name(rest):
            floats, clauses = floats - {signs.FIRST}, [self._foremost(rest)]
        if not clauses and rest[:1] in (("not",), ("never",)) and state.said:
            clauses = self._known("main", _completed(rest[1:], state.said), state.memory)
        is_rule = signs.ALWAYS in floats
        if not clauses and (state.is_firm or is_rule) and rest:
            found = self._known("main", ("make", "sure", "that", *rest), state.memory)
            clauses = [replace(one, habitual=one.habitual or is_rule) for one in found]
        if not rest and signs.ORDER in floats and not state.kind:
            floats, clauses = floats - {signs.ORDER}, [Clause(mode="order", memory=state.memory)]
        clauses = self._wordless(rest, floats, measures, state) or clauses
        clauses = clauses or self._known("telegraphic", rest, state.memory)
        if not clauses and state.said and self._sayings.phrases.is_name(rest):
            clauses = self._known("main", (state.said[0], *rest), state.memory)
        for clause in clauses:
            yield Unit(clause, None, floats, measures, next(iter(counts), None)), clause

    def _wordless(
        self, words: Words, floats: frozenset[str], measures: tuple[Measure, ...], state: _State
    ) -> list[Clause]:
        """What "wait", "let it rest" and nothing but a time say."""
        if words == ("wait",):
            return [Clause(mode="pause", memory=state.memory)]
        if words[:1] in (("let",), ("leave",)) and words[-1] in word_list("settling") and measures:
            memory = (*state.memory, *self._sayings.phrases.heard_in(words[1:-1]))
            return [Clause(mode="pause", memory=memory)]
        if not words and state.is_behind and (measures or floats & {*signs.SHORT, signs.END}):
            return [Clause(mode="behind", memory=state.memory, words=state.said)]
        return []

    def _foremost(self, words: Words) -> Clause:
        """What "the apple first" says."""
        named = tuple(self._sayings.phrases.heard_in(words))
        return Clause(mode="order", memory=named, words=words)

    def _sub(self, text: Signed, words: Words, state: _State) -> list[Clause]:
        floats, measures, rest = _parted(text, words)
        is_timed = bool(
            measures or floats - {signs.FIRST, signs.TOGETHER, signs.ALWAYS, signs.AGAIN}
        )
        if is_timed or not set(words).isdisjoint(text.counts):
            return []
        found = self._known("sub", rest, state.memory)
        if not found and state.said and rest and rest[-1] in word_list("be"):
            told = linked(state.said, Manner())
            found = self._known("sub", (*rest, *(told[2] if told else ())), state.memory)
        if not found and state.said and self._sayings.phrases.is_name(rest):
            whole = _completed(rest, state.said)[1:]
            found = self._known("sub", whole, state.memory)
            found = found or self._known("sub", (state.said[0], *rest), state.memory)
        return found

    def _known(self, kind: str, words: Words, memory: Memory) -> list[Clause]:
        key = (kind, words, memory)
        if words and key not in self._read:
            try:
                self._read[key] = self._fresh(kind, words, memory)
            except UnreadError:
                self._read[key] = []
        return self._read.get(key, [])

    def _fresh(self, kind: str, words: Words, memory: Memory) -> list[Clause]:
        if kind not in ("sub", "with"):
            is_main = kind == "main"
            return (self._clauses.main if is_main else self._clauses.telegraphic)(words, memory)
        found = self._clauses.sub(words, memory, verbless=kind == "with")
        return [] if found is None else [found]


def _completed(words: Words, said: Words) -> Words:
    """Read "not on the table" with the words of the clause before: never put the pan on it."""
    prepositions = [at for at, word in enumerate(said) if word in _PREPOSITIONS]
    last = prepositions[0 if "or" in said else -1] if prepositions else len(said)
    if words[:1] and words[0] in _PREPOSITIONS:
        return ("never", *said[:last], *words)
    return ("never", *said[:1], *words, *said[last:])


def _borders(words: Words) -> list[int]:
    """Where clauses may end."""
    found = {len(words)}
    for at, word in enumerate(words):
        before = at
        if word in signs.SUBORDINATING | _BORDERS:
            while before and _attaches(words[before - 1], word):
                before -= 1
                found.add(before)
            found.add(at)
    return sorted(found)


def _attaches(word: str, sign: str) -> bool:
    """Whether what stands before a sign says more of it: "only when", "within two steps after"."""
    is_time = word in signs.SHORT or word.startswith("SPAN")
    return sign in signs.SUBORDINATING if word == signs.ONLY else is_time and sign in _LATE


def _sign(text: Signed, at: int) -> tuple[Sub | None, int]:
    """The clause that a sign at `at` begins, still without its words, and where these begin."""
    words, only, measure = text.words, False, None
    while at < len(words) - 1 and words[at] not in signs.SUBORDINATING:
        if words[at] == signs.ONLY:
            only = True
        elif words[at + 1] in _LATE and words[at] in text.measures:
            measure = text.measures[words[at]]
        elif words[at + 1] in _LATE and words[at] in signs.SHORT:
            measure = Measure("most", signs.SHORT[words[at]])
        else:
            return None, at
        at += 1
    is_sign = words[at] in signs.SUBORDINATING
    return (Sub(words[at], None, measure, only), at + 1) if is_sign else (None, at)


def _parted(text: Signed, words: Words) -> tuple[frozenset[str], tuple[Measure, ...], Words]:
    """The adverbials among `words`, and the other words; `only` keeps its place, too."""
    floats = signs.FLOATING.intersection(words)
    measures = tuple(text.measures[word] for word in words if word in text.measures)
    dropped = {*signs.FLOATING, *text.measures, *text.counts} - {signs.ONLY}
    rest = tuple(word for word in words if word not in dropped)
    while rest[-1:] == (",",):
        rest = rest[:-1]
    return floats, measures, rest
