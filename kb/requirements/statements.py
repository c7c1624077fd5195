"""Main and subordinate clauses, and sentences that are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kb.constraint import Bounds
from kb.requirements import lexicon
from kb.requirements.chart import rule
from kb.requirements.clauses import BASE, GERUND, Clauses
from kb.requirements.syntax import (
    Action,
    Clause,
    Does,
    Is,
    Main,
    Measure,
    Nouns,
    Place,
    Sub,
)
from kb.requirements.tokens import COMMA

Part = Main | Sub | str
"""A clause, or the word that joins clauses: `and`, `but` or `then`."""
JOINTS = ("and", "but", "then", "so", "or", "nor")
MAX_DERIVATIONS = 60
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


class Statements(Clauses):
    """Finds main and subordinate clauses, and what they make together."""

    # Subordinate clauses

    @rule
    def sub(self, at: int) -> Iterator[tuple[Sub, int]]:
        """A subordinate clause, or what stands for one."""
        if self.word(at) in lexicon.ONLY or self.words[at : at + 2] == ("but", "only"):
            for sub, end in self.sub(at + 1 + (self.word(at) == "but")):
                if sub.kind in ("when", "while", "if", "after", "until", "before"):
                    yield replace(sub, kind="only", of=sub.kind), end
        yield from self._set_phrase(at)
        yield from self._measured(at)
        for kind, phrases, measure in _INTRODUCED:
            for phrase in phrases:
                if self.words[at : at + len(phrase)] == phrase:
                    yield from self._introduced(kind, at + len(phrase), measure)
        yield from self._with(at)

    def _set_phrase(self, at: int) -> Iterator[tuple[Sub, int]]:
        for sub, phrases in (
            (Sub("end"), lexicon.AT_THE_END),
            (Sub("afterwards", measure=_NEXT), lexicon.AT_ONCE),
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
        for clause, end in self.clause(at):
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
            elif word == "for" or measure.kind:
                yield Sub("for", measure=measure), end

    def _with(self, at: int) -> Iterator[tuple[Sub, int]]:
        """`with the stove on`."""
        if self.word(at) == "with":
            for nouns, end in self.nouns(at + 1):
                for description, last in self.description(end):
                    if all(quality.adjective for quality in description.qualities):
                        yield Sub("while", Is(nouns, description)), last

    # Main clauses

    @rule
    def main(self, at: int) -> Iterator[tuple[Main, int]]:
        """A main clause with what its adverbs say."""
        here = self.opened(at)
        for main, end in self._main(here):
            said = self.words[at:end]
            text = f" {' '.join(said)} "
            yield (
                replace(
                    main,
                    again=main.again or "again" in said or " once more " in text,
                    together=any(
                        f" {words} " in text
                        for words in ("together", "at the same time", "simultaneously")
                    ),
                    always=main.always or any(f" {' '.join(a)} " in text for a in lexicon.ALWAYS),
                ),
                end,
            )

    def opened(self, at: int) -> int:
        """The position behind words that may stand before a clause and say nothing."""
        while True:
            phrase = self.phrase(at, lexicon.OPENERS)
            if not phrase:
                return at
            at += len(phrase)
            at += self.word(at) == COMMA

    def _main(self, at: int) -> Iterator[tuple[Main, int]]:
        for phrase in lexicon.DO_NOT:
            if self.words[at : at + len(phrase)] == phrase:
                for main, end in self.order(at + len(phrase)):
                    yield replace(main, negative=not main.negative), end
        for phrase in lexicon.AVOID:
            if self.words[at : at + len(phrase)] == phrase:
                for action, end in self.action(at + len(phrase), GERUND):
                    yield Main("do", Does(action), negative=True), end
        for phrase in lexicon.MUST_DO:
            if self.words[at : at + len(phrase)] == phrase:
                for main, end in self.order(at + len(phrase)):
                    yield replace(main, firm=True), end
        if self.word(at) in lexicon.ONLY:
            for main, end in self._main(at + 1):
                yield replace(main, only=True), end
        for main, end in self.order(at):
            yield main, end
        yield from self._ensured(at)
        yield from self._wanted(at)
        yield from self._modal(at)
        yield from self._verbless(at)

    @rule
    def order(self, at: int) -> Iterator[tuple[Main, int]]:
        """An imperative without what negates it."""
        at = self.skip(at)
        word = self.word(at)
        if word in lexicon.ONLY:
            for main, end in self.order(at + 1):
                yield replace(main, only=True), end
        if word in ("keep", "leave", "hold", "have"):
            yield from self._kept(word, at + 1)
        if word in lexicon.PREVENT:
            yield from self._prevented(at + 1)
        if word in ("let", "allow"):
            yield from self._let(at + 1)
        for action, end in self.action(at, BASE):
            yield Main("do", Does(action)), end

    def _kept(self, word: str, at: int) -> Iterator[tuple[Main, int]]:
        for nouns, end in self.nouns(at):
            alone = self.phrase(end, lexicon.LEFT_ALONE)
            if alone and word == "leave":
                yield Main("do", Does(Action("touch", nouns)), negative=True), end + len(alone)
            for description, last in self.description(end):
                placed = any(quality.place is not None for quality in description.qualities)
                if not (word == "leave" and placed):
                    kind = {"have": "have", "leave": "leave"}.get(word, "keep")
                    yield Main(kind, Is(nouns, description)), last
                else:
                    yield Main("leave", Is(nouns, description)), last

    def _prevented(self, at: int) -> Iterator[tuple[Main, int]]:
        """`keep the towel from touching the stove`."""
        for nouns, end in self.nouns(at):
            if self.word(end) != "from":
                continue
            for clause, last in self._gerund_of(nouns, end + 1):
                yield Main("have", clause, negative=True), last

    def _gerund_of(self, subject: Nouns, at: int) -> Iterator[tuple[Clause, int]]:
        word = self.word(at)
        if word in ("being", "getting", "becoming", "staying", "remaining"):
            yield from self.predicate(subject, at)
        if word == "touching":
            for nouns, end in self.nouns(at + 1):
                yield Does(Action("touch", nouns, places=(Place("with", subject),))), end

    def _let(self, at: int) -> Iterator[tuple[Main, int]]:
        """`let the tap run`, `let the towel touch the stove`, `let the window stay open`."""
        for nouns, end in self.nouns(at):
            here = end + (self.word(end) == "to")
            stays = self.word(here) in lexicon.STAY
            for clause, last in self.predicate(nouns, here):
                yield Main("keep" if stays else "have", clause), last

    def _ensured(self, at: int) -> Iterator[tuple[Main, int]]:
        """`make sure that the window is open`."""
        for phrase in lexicon.ENSURE:
            if self.words[at : at + len(phrase)] != phrase:
                continue
            here = at + len(phrase)
            here += self.word(here) == "that"
            for main, end in self._modal(here):
                yield replace(main, firm=True), end
            stays = any(word in lexicon.STAY for word in self.words[here : here + 10])
            for clause, end in self.clause(here):
                if isinstance(clause, Does):
                    plain = replace(clause, negative=False)
                    yield Main("do", plain, negative=clause.negative, firm=True), end
                elif clause.subject is not None:
                    plain_is = replace(clause, negative=False)
                    kind = "keep" if stays and not clause.negative else "ensure"
                    always = "never" in self.words[here:end]
                    negative = clause.negative
                    kind = "have" if negative and always else kind
                    yield Main(kind, plain_is, negative=negative, firm=True), end

    def _wanted(self, at: int) -> Iterator[tuple[Main, int]]:
        """`I want the window open`, `I do not want the tap to run`."""
        for phrases, negative in ((lexicon.WANT_NOT, True), (lexicon.WANT, False)):
            phrase = self.phrase(at, phrases)
            if not phrase:
                continue
            for nouns, end in self.nouns(at + len(phrase)):
                if self.word(end) == "to":
                    stays = self.word(end + 1) in lexicon.STAY
                    for main, last in self._said(nouns, end + 1, "keep" if stays else "ensure"):
                        yield replace(main, negative=main.negative != negative), last
                for description, last in self.description(end):
                    kind = "have" if negative else "ensure"
                    yield Main(kind, Is(nouns, description), negative=negative), last
            return

    def _modal(self, at: int) -> Iterator[tuple[Main, int]]:
        """`the window must stay open`, `nothing may be put on the laptop`, `you must not ...`."""
        yield from self._of_somebody(at)
        for nouns, end in self.nouns(at):
            here = self.skip(end)
            word, following = self.word(here), self.word(self.skip(here + 1))
            if word in lexicon.MODALS or word in ("need", "needs", "has", "have"):
                if word in ("need", "needs", "has", "have") and following != "to":
                    continue
                yield from self._after_modal(nouns, here, may=word in ("may", "can"))
            elif word in lexicon.STAY:
                yield from self._said(nouns, here, "keep")
            elif word == "never" or (word in lexicon.BE and following in ("never", "to")):
                yield from self._said(nouns, here, "have")
            elif nouns.only and word in lexicon.BE:
                yield from self._said(nouns, here, "ensure")
            elif word == "do" or word == "does":  # noqa: PLR1714  # reads as it is said
                yield from self._said(nouns, here, "have")

    def _after_modal(self, nouns: Nouns, at: int, *, may: bool) -> Iterator[tuple[Main, int]]:
        here = at + 1
        negative = False
        only = False
        while True:
            here = self.skip(here)
            word = self.word(here)
            if word in lexicon.NOT:
                negative = True
            elif word in lexicon.ONLY:
                only = True
            elif word != "to":
                break
            here += 1
        stays = self.word(here) in lexicon.STAY
        for main, end in self._said(nouns, here, "keep" if stays else "ensure"):
            kind = main.kind
            if negative and kind != "do":
                kind = "have"
            elif may and kind != "do" and not only and not nouns.only and not nouns.negative:
                kind = "may"
            yield replace(main, kind=kind, negative=main.negative != negative, only=only), end

    def _said(self, nouns: Nouns, at: int, kind: str) -> Iterator[tuple[Main, int]]:
        """What is said of `nouns`, as a main clause; what is done to them is `do`."""
        for clause, end in self.predicate(nouns, at):
            plain = replace(clause, negative=False)
            if isinstance(clause, Is):
                own = "have" if clause.negative and kind == "ensure" else kind
                yield Main(own, plain, negative=clause.negative), end
            else:
                yield Main("do", plain, negative=clause.negative, firm=True), end

    def _of_somebody(self, at: int) -> Iterator[tuple[Main, int]]:
        """`you must not open it`, `nobody may open it`, `you are not allowed to open it`."""
        here = at + (self.word(at) in ("the", "no"))
        word = self.word(here)
        if word not in (lexicon.PERSONS | {"nobody", "robot", "one"}) or word == "i":
            return
        negative = word == "nobody" or self.word(at) == "no"
        here = self.skip(here + 1)
        if self.word(here) not in (lexicon.MODALS | lexicon.BE | lexicon.HAVE | {"need", "needs", "do"}):
            return
        may = self.word(here) in ("may", "can", "are")
        only = False
        while True:
            here = self.skip(here)
            word = self.word(here)
            if word in lexicon.NOT:
                negative = not negative
            elif word in lexicon.ONLY:
                only = True
            elif word not in (
                lexicon.MODALS | lexicon.BE | lexicon.HAVE
                | {"need", "needs", "to", "allowed", "permitted", "supposed", "do"}
            ):  # fmt: skip
                break
            here += 1
        for main, end in self.order(here):
            firm = not may or negative or only
            if firm or may:
                yield (
                    replace(main, negative=main.negative != negative, firm=not may,
                            only=main.only or only, kind=main.kind), end,
                )  # fmt: skip

    def _verbless(self, at: int) -> Iterator[tuple[Main, int]]:
        """`no cups on the laptop`."""
        here = at + 2 * (self.words[at : at + 2] == ("there", "is"))
        for nouns, end in self.nouns(here):
            if nouns.negative:
                for description, last in self.description(end):
                    yield Main("have", Is(nouns, description)), last

    # Sentences

    def sentences(self, start: int, end: int) -> Iterator[tuple[Part, ...]]:
        """All that the words from `start` to `end` can be, the likeliest first."""
        for count, parts in enumerate(self._parts(start, end, "", {})):
            if count >= MAX_DERIVATIONS:
                return
            yield parts

    def _parts(
        self, at: int, end: int, last: str, dead: dict[tuple[int, str], bool]
    ) -> Iterator[tuple[Part, ...]]:
        """The parts from `at` on, after a part of the kind `last`."""
        if at == end:
            if last in ("main", "sub after main"):
                yield ()
            return
        if dead.get((at, last)):
            return
        found = False
        for part, here, kind in self._next_parts(at, end, last):
            for rest in self._parts(here, end, kind, dead):
                found = True
                yield (part, *rest)
        if not found:
            dead[at, last] = True

    def _next_parts(self, at: int, end: int, last: str) -> Iterator[tuple[Part, int, str]]:
        here = at + (self.word(at) == COMMA and last != "" and last != "joint")
        if here >= end:
            return
        if last not in ("", "joint") and self.word(here) in JOINTS:
            yield self.word(here), here + 1, "joint"
        if last not in ("main", "sub after main"):
            for main, after in self.main(here):
                if after <= end:
                    yield main, after, "main"
        elif here > at:  # a comma joins main clauses, too
            for main, after in self.main(here):
                if after <= end:
                    yield "and", here, "joint"
                    break
                del main
        after_main = last in ("main", "sub after main", "joint")
        first = here if last else self.opened(here)
        for sub, after in self.sub(first):
            if after <= end:
                yield sub, after, "sub after main" if after_main else "sub"
