"""Subordinate clauses: when, until when, under which condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kb.constraint import Bounds
from kb.requirements import lexicon
from kb.requirements.chart import T, rule
from kb.requirements.clauses import BASE, Clauses
from kb.requirements.syntax import Is, Measure, Sub

_NEXT = Measure(Bounds(steps=1), "most")
_SOON = Measure(Bounds(steps=lexicon.SOON), "most")
_INTRODUCED = (
    ("before", lexicon.BEFORE, None),
    ("after", lexicon.AT_ONCE_AFTER, _NEXT),
    ("after", lexicon.AT_ONCE_WHEN, _NEXT),
    ("after", lexicon.SOON_AFTER, _SOON),
    ("after", lexicon.AFTER, None),
    ("when", lexicon.WHEN, None),
    ("until", lexicon.UNTIL, None),
    ("while", lexicon.WHILE, None),
    ("if", lexicon.IF, None),
    ("unless", lexicon.UNLESS, None),
    ("without", lexicon.WITHOUT, None),
)
_SINCE = (("after",), ("of",), ("from",), ("since",), ("once",), ("when",))


class Subs(Clauses):
    """Finds subordinate clauses."""

    @rule
    def sub(self, at: int) -> Iterator[tuple[Sub, int]]:
        """A subordinate clause, or what stands for one."""
        if self.word(at) in lexicon.ONLY or self.words[at : at + 2] == ("but", "only"):
            for sub, end in self.sub(at + 1 + (self.word(at) == "but")):
                if sub.kind in ("when", "while", "if", "after", "until", "before"):
                    yield replace(sub, kind="only", of=sub.kind), end
        if self.words[at : at + 2] == ("not", "until"):
            for clause, end in self.with_adverbs(self.clause(at + 2)):
                yield Sub("only", clause, of="when"), end
        yield from self._measured(at)
        for kind, phrases, measure in _INTRODUCED:
            for here in self.behind(at, phrases):
                yield from self._introduced(kind, here, measure)
        yield from self._set_phrase(at)
        yield from self._with(at)
        if self.word(at) == "to":
            for _, end in self.with_adverbs(self.action(at + 1, BASE)):
                yield Sub("reason"), end

    def _set_phrase(self, at: int) -> Iterator[tuple[Sub, int]]:
        for sub, phrases in (
            (Sub("end"), lexicon.AT_THE_END),
            (Sub("afterwards", measure=_NEXT), lexicon.AT_ONCE),
            (Sub("afterwards", measure=_NEXT, of="other"), lexicon.BEFORE_ALL),
            (Sub("afterwards", measure=_SOON), lexicon.SOON_PHRASES),
            (Sub("afterwards"), lexicon.AFTERWARDS),
            (Sub("first"), lexicon.FIRST),
        ):
            phrase = self.phrase(at, phrases)
            if phrase:
                yield sub, at + len(phrase)

    def _introduced(self, kind: str, at: int, measure: Measure | None) -> Iterator[tuple[Sub, int]]:
        ending = self.phrase(at, lexicon.ENDING)
        if ending and kind in ("before", "when", "after"):
            yield Sub("end"), at + len(ending)
        for clause, end in self.with_adverbs(self.clause(at)):
            if kind == "without":
                end += self.word(end) == "first"  # noqa: PLW2901
            yield Sub(kind, clause, measure), end

    def _measured(self, at: int) -> Iterator[tuple[Sub, int]]:
        """`within two steps of opening it`, `for at most ten seconds`, `three steps after ...`."""
        word = self.word(at)
        within = word in ("within", "in") or self.words[at : at + 2] == ("by", "at")
        here = at + (word in ("within", "in", "for"))
        for measure, end in self.measure(here):
            limit = replace(measure, kind=measure.kind or "most") if within else measure
            if self.word(end) == "later":
                limit_words = self.phrase(end + 1, (("at", "the", "latest"), ("at", "most")))
                exact = replace(measure, kind=measure.kind or "most")
                yield Sub("afterwards", measure=exact), end + 1 + len(limit_words)
            since = self.phrase(end, _SINCE)
            if since:
                for clause, last in self.clause(end + len(since)):
                    kind = "for" if word == "for" else "after"
                    yield Sub(kind, clause, limit), last
            if self.word(end) == "before":
                for clause, last in self.clause(end + 1):
                    yield Sub("before", clause, limit), last
            if within:
                yield Sub("within", measure=limit), end
            else:
                yield Sub("for", measure=measure), end

    def _with(self, at: int) -> Iterator[tuple[Sub, int]]:
        """`with the stove on`."""
        if self.word(at) == "with":
            for nouns, end in self.nouns(at + 1):
                for description, last in self.description(end):
                    if all(quality.adjective for quality in description.qualities):
                        yield Sub("while", Is(nouns, description)), last

    def with_adverbs(
        self, found: Iterable[tuple[T, int]], behind: str = ""
    ) -> Iterator[tuple[T, int]]:
        """What was found, up to its last word, and with the adverbs that follow it, or a comma."""
        for item, end in found:
            yield item, end
            here = end + (behind != "" and self.word(end) == behind)
            if self.skip(here) > here and (here > end or not behind):
                yield item, self.skip(here)
