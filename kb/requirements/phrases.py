"""The smaller parts of a sentence: nouns, states, measures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from is_bench.reading.synonyms import PARTS
from is_bench.reading.tokens import COMMA
from kb.constraint import Bounds
from kb.requirements import lexicon
from kb.requirements.chart import Chart, rule
from kb.requirements.nouns import is_class
from kb.requirements.syntax import Description, Measure, Noun, Nouns, Place, Quality, Words

MAX_NOUN = 6
"""The most words of a noun with its adjectives."""
_JOINTS = ((COMMA, "and"), (COMMA, "or"), ("and",), ("or",), ("nor",), (COMMA,))
_EXCEPT = (("but",), ("except",), ("except", "for"), ("other", "than"), ("besides",))
_PARTICIPLES = frozenset({"lying", "standing", "sitting", "hanging", "resting", "kept", "stored"})
_DEFINITE = lexicon.DETERMINERS - {"a", "an", "any", "no", "some", "each", "every"}
_STATES = {
    ("on", "fire"): "on fire",
    ("on",): "on",
    ("off",): "off",
    ("switched", "on"): "on",
    ("turned", "on"): "on",
    ("switched", "off"): "off",
    ("turned", "off"): "off",
    ("at", "room", "temperature"): "lukewarm",
}
"""States of more than an adjective."""

Known = Callable[[Words], bool]


class Phrases(Chart):
    """Finds nouns that name something in the scene, states and measures."""

    def __init__(self, words: Sequence[str], known: Known) -> None:
        """`known` tells whether words name anything in the scene."""
        super().__init__(words)
        self.known = known

    # Nouns

    @rule
    def nouns(self, at: int) -> Iterator[tuple[Nouns, int]]:
        """One noun or several, fewest first."""
        for first, end in self.noun(at):
            yield Nouns((first,)), end
        for first, end in self.noun(at):
            for joint in _JOINTS:
                if self.words[end : end + len(joint)] == joint:
                    for rest, last in self.nouns(end + len(joint)):
                        yield Nouns((first, *rest.nouns)), last

    @rule
    def noun(self, at: int) -> Iterator[tuple[Noun, int]]:
        """One noun, with what tells which one is meant."""
        if self.word(at) in lexicon.ONLY:
            for noun, end in self.noun(at + 1):
                yield replace(noun, at=at, only=True), end
        yield from self._pronoun(at)
        yield from self._anything(at)
        for noun, end in self._plain(at):
            yield noun, end
        for noun, end in self._plain(at):
            yield from self._placed(noun, end)

    def _pronoun(self, at: int) -> Iterator[tuple[Noun, int]]:
        if self.words[at : at + 3] == ("both", "of", "them"):
            yield Noun(at, pronoun="them"), at + 3
        word = self.word(at)
        if word in lexicon.PRONOUNS and word != "one":
            yield (
                Noun(at, pronoun="them" if word in ("them", "they", "themselves") else "it"),
                at + 1,
            )
        elif word in ("this", "that", "these", "those"):
            many = word in ("these", "those")
            yield Noun(at, pronoun="them" if many else "it"), at + 1

    def _anything(self, at: int) -> Iterator[tuple[Noun, int]]:
        end = at
        negative = False
        if self.word(end) in lexicon.ALL_THINGS or self.word(end) in lexicon.NO_THINGS:
            negative = self.word(end) in lexicon.NO_THINGS
            end += 1
        elif self.word(end) in (lexicon.DETERMINERS | lexicon.OTHER):
            negative = self.word(end) == "no"
            end += 1
            while self.word(end) in lexicon.OTHER:
                end += 1
            if self.word(end) not in lexicon.THING_WORDS:
                return
            end += 1
        else:
            return
        if self.word(end) in ("else", "at"):
            end += 1 if self.word(end) == "else" else 2 * (self.word(end + 1) == "all")
        noun = Noun(at, negative=negative)
        for phrase in _EXCEPT:
            if self.words[end : end + len(phrase)] == phrase:
                for but, last in self.nouns(end + len(phrase)):
                    yield replace(noun, but=but), last
        yield noun, end

    def _plain(self, at: int) -> Iterator[tuple[Noun, int]]:
        here, negative, second = at, self.word(at) in ("neither", "nor"), False
        here += negative
        for _ in range(3):
            word = self.word(here)
            if word in lexicon.BEFORE_NOUNS:
                negative |= word == "no"
                second |= word in lexicon.OTHER
                here += 1
                if self.word(here) == "of":
                    here += 1
        yield from self._part(at, here)
        if here == at and self.word(at).endswith("ing") and lexicon.verbs(self.word(at)):
            return
        for length in range(1, MAX_NOUN + 1):
            span = self.words[here : here + length]
            if len(span) < length or not self._may_name(span):
                break
            found = self._named(span)
            if found is not None:
                adjectives, words = found
                noun = Noun(
                    at,
                    words,
                    negative=negative,
                    second=second,
                    definite=self.word(here - 1) in _DEFINITE and here > at,
                    adjectives=adjectives,
                )
                yield noun, here + length
                yield from self._of(noun, here + length)

    def _part(self, at: int, here: int) -> Iterator[tuple[Noun, int]]:
        """`the door`, where nothing is called so: it is that of what was named last."""
        word = self.word(here)
        if here > at and word in PARTS and not self.known((word,)):
            yield Noun(at, pronoun="it"), here + 1

    def _of(self, noun: Noun, end: int) -> Iterator[tuple[Noun, int]]:
        """`the lid of the jar`, `the carton of milk`."""
        if self.word(end) != "of":
            return
        for inner, last in self._plain(end + 1):
            whole = (*noun.words, "of", *inner.words)
            if self.known(whole):
                yield replace(noun, words=whole), last
            else:
                yield noun, last

    def _may_name(self, span: Words) -> bool:
        last = span[-1]
        return last not in lexicon.STOP and not last[0].isdigit() and last != COMMA

    def _named(self, span: Words) -> tuple[tuple[str, ...], Words] | None:
        """The adjectives and the noun that `span` consists of."""
        for start in range(len(span)):
            words = span[start:]
            if self.known(words):
                before = span[:start]
                good = all(self._may_describe(word) for word in before)
                wider = any(is_class(span[i:]) for i in range(start))
                if not good or wider:
                    return None
                states = (lexicon.ADJECTIVES.get(word, "") for word in before)
                return tuple(state for state in states if state), words
        return None

    def _may_describe(self, word: str) -> bool:
        if word in lexicon.ADJECTIVES:
            return True
        return word not in lexicon.FAULTY_MODIFIERS and not lexicon.verbs(word)

    def _placed(self, noun: Noun, end: int) -> Iterator[tuple[Noun, int]]:
        """`the towel on the stove`, `the pan that is hot`."""
        here = end
        if self.word(here) in ("that", "which") and self.word(here + 1) in lexicon.BE:
            here += 2
            if self.word(here) in lexicon.ADJECTIVES:
                state = lexicon.ADJECTIVES[self.word(here)]
                yield replace(noun, adjectives=(*noun.adjectives, state)), here + 1
        if self.word(here) in _PARTICIPLES:
            here += 1
        for place, last in self.place(here):
            if place.preposition in ("on", "in", "near", "under"):
                yield replace(noun, where=place), last
            elif place.preposition in ("with", "from"):
                yield noun, last  # it tells which one, but no fact does

    # Places

    @rule
    def place(self, at: int) -> Iterator[tuple[Place, int]]:
        """A preposition with its noun."""
        for name, phrases in lexicon.PREPOSITIONS.items():
            for phrase in phrases:
                if self.words[at : at + len(phrase)] == phrase:
                    for nouns, end in self.nouns(at + len(phrase)):
                        yield Place(name, nouns), end

    def is_placed(self, at: int) -> bool:
        """Whether there is a preposition before a position."""
        before = self.words[max(0, at - 3) : at]
        return any(
            before[-len(phrase) :] == phrase
            for phrases in lexicon.PREPOSITIONS.values()
            for phrase in phrases
        )

    # States

    @rule
    def description(self, at: int) -> Iterator[tuple[Description, int]]:
        """One state or several."""
        for first, end in self.quality(at):
            for joint in ("and", "or"):
                if self.word(end) == joint:
                    for rest, last in self.description(end + 1):
                        if len(rest.qualities) == 1 or rest.either == (joint == "or"):
                            yield Description((first, *rest.qualities), joint == "or"), last
            yield Description((first,)), end

    @rule
    def quality(self, at: int) -> Iterator[tuple[Quality, int]]:
        """A state: an adjective, `on` or `off`, or a place; with `not`, if it is negated."""
        here = self.skip(at)
        if self.word(here) == "not" or self.words[here : here + 2] == ("no", "longer"):
            here += 1 if self.word(here) == "not" else 2
            for quality, end in self.quality(here):
                yield Quality(quality.adjective, quality.place, not quality.negative), end
            return
        word = self.word(here)
        if word in lexicon.ADJECTIVES:
            after = here + 1 + (self.word(here + 1) in ("down", "up"))
            yield Quality(lexicon.ADJECTIVES[word]), after
        for phrase, name in _STATES.items():
            if self.words[here : here + len(phrase)] == phrase:
                yield Quality(name), here + len(phrase)
        if word in _PARTICIPLES:
            here += 1
        for place, end in self.place(here):
            if place.preposition not in ("for", "at", "to"):
                yield Quality(place=place), end

    # Adverbs

    def skip(self, at: int) -> int:
        """The position behind all adverbs."""
        while True:
            phrase = self.phrase(at, lexicon.ADVERBS)
            inner = self.phrase(at + 1, lexicon.ADVERBS) if self.word(at) == COMMA else ()
            if inner and self.word(at + 1 + len(inner)) == COMMA:
                at += len(inner) + 2
                continue
            if not phrase and self.word(at) == "once" and self.word(at + 1) in ("", COMMA):
                phrase = ("once",)
            if not phrase:
                return at
            at += len(phrase)

    # Measures

    @rule
    def measure(self, at: int) -> Iterator[tuple[Measure, int]]:
        """`at most two steps`, `ten seconds`, `three steps or ten seconds`."""
        kind = ""
        for name, phrases in (
            ("over", lexicon.MORE_THAN),
            ("most", lexicon.AT_MOST),
            ("least", lexicon.AT_LEAST),
        ):
            phrase = self.phrase(at, phrases)
            if phrase:
                kind, at = name, at + len(phrase)
                break
        for bounds, end in self._bounds(at):
            last = self.phrase(end, (("at", "the", "latest"), ("at", "most"), ("at", "least")))
            own = {"latest": "most", "most": "most", "least": "least"}.get(last[-1] if last else "")
            yield Measure(bounds, own or kind), end + len(last)

    def _bounds(self, at: int) -> Iterator[tuple[Bounds, int]]:
        for one, end in self._amount(at):
            if self.word(end) in ("or", "and"):
                for two, last in self._amount(end + 1):
                    if (one.steps is None) != (two.steps is None):
                        steps = one.steps if two.steps is None else two.steps
                        seconds = one.seconds if two.seconds is None else two.seconds
                        yield Bounds(steps, seconds), last
            yield one, end

    def _amount(self, at: int) -> Iterator[tuple[Bounds, int]]:
        half = self.words[at : at + 2] == ("half", "a")
        if half:
            number, at = 0.5, at + 2
        else:
            here = at + (self.word(at) == "a" and self.word(at + 1) in ("couple", "few"))
            read = _number(self.word(here))
            if read is None:
                return
            number, at = read, here + 1
            at += self.word(at) == "of"
        while self.word(at) in ("more", "other", "further", "full"):
            at += 1
        unit = self.word(at)
        if unit in lexicon.STEP_UNITS and number >= 1 and number == int(number):
            yield Bounds(steps=int(number)), at + 1
        elif unit in lexicon.SECOND_UNITS and number > 0:
            yield Bounds(seconds=number * lexicon.SECOND_UNITS[unit]), at + 1


def _number(word: str) -> float | None:
    if word in lexicon.NUMBERS:
        return float(lexicon.NUMBERS[word])
    if word[:1].isdigit() and len(word) <= 9:
        return float(word)
    return None
