"""Main clauses: orders, prohibitions, states that are to be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from is_bench.reading.tokens import COMMA
from kb.requirements import lexicon
from kb.requirements.chart import rule
from kb.requirements.clauses import BASE, GERUND
from kb.requirements.subs import Subs
from kb.requirements.syntax import Action, Clause, Does, Is, Main, Nouns, Place

_WITH_TO = frozenset({"has", "have", "need", "needs"})
"""Words that demand something before `to`."""
_IS_TO = frozenset({"never", "to"})


class Mains(Subs):
    """Finds main clauses."""

    @rule
    def main(self, at: int) -> Iterator[tuple[Main, int]]:
        """A main clause with what its adverbs say."""
        here = self.opened(at)
        for main, end in self.with_adverbs(self.with_adverbs(self._main(here), COMMA)):
            again = self._says(lexicon.AGAIN, at, end)
            together = self._says(lexicon.TOGETHER, at, end)
            always = self._says(lexicon.ALWAYS, at, end)
            yield replace(main, again=again, together=together, always=always), end

    def _says(self, phrases: Iterable[tuple[str, ...]], start: int, end: int) -> bool:
        return any(self.phrase(at, phrases) for at in range(start, end))

    def opened(self, at: int) -> int:
        """The position behind words that may stand before a clause and say nothing."""
        while True:
            phrase = self.phrase(at, lexicon.OPENERS)
            if not phrase:
                return at
            at += len(phrase)
            at += self.word(at) == COMMA

    def _main(self, at: int) -> Iterator[tuple[Main, int]]:
        for here in self.behind(at, lexicon.DO_NOT):
            for main, end in self.order(here):
                yield replace(main, negative=not main.negative), end
            if self.word(here) in lexicon.MODALS:
                yield from self._inverted(here + 1)
        for here in self.behind(at, lexicon.AVOID):
            for action, end in self.action(here, GERUND):
                yield Main("do", Does(action), negative=True), end
        for here in self.behind(at, lexicon.MUST_DO):
            for main, end in self.order(here):
                yield replace(main, firm=True), end
        yield from self._plainly(at)

    def _plainly(self, at: int) -> Iterator[tuple[Main, int]]:
        yield from self.order(at)
        yield from self._ensured(at)
        yield from self._wanted(at)
        yield from self._modal(at)
        yield from self._verbless(at)
        yield from self._elliptic(at)

    def _inverted(self, at: int) -> Iterator[tuple[Main, int]]:
        """`under no circumstances may the iron be put away`, behind `may`."""
        for nouns, end in self.nouns(at):
            for main, last in self._said(nouns, end, "have"):
                yield replace(main, negative=not main.negative), last
        if self.word(at) == "you":
            for main, end in self.order(at + 1):
                yield replace(main, negative=not main.negative), end

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
                kind = word if word in ("have", "leave") else "keep"
                yield Main(kind, Is(nouns, description)), last

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
        yield from self._there_must(at)
        if self.word(at) in lexicon.MODALS:
            yield from self._behind_modal(at + 1)
        for nouns, end in self.nouns(at):
            here = self.skip(end)
            following = self.word(self.skip(here + 1))
            yield from self._of_subject(nouns, here, self.word(here), following)

    def _behind_modal(self, at: int) -> Iterator[tuple[Main, int]]:
        """`(only then) may you open it`, `may it be opened`, behind `may`."""
        if self.word(at) == "you":
            for main, end in self.order(at + 1):
                yield replace(main, firm=True), end
        for nouns, end in self.nouns(at):
            yield from self._said(nouns, end, "ensure")

    def _of_subject(
        self, nouns: Nouns, at: int, word: str, following: str
    ) -> Iterator[tuple[Main, int]]:
        """What is demanded of `nouns`, by the words that follow them."""
        is_modal = word in lexicon.MODALS or (word in _WITH_TO and following == "to")
        if is_modal or (word in lexicon.BE and following in lexicon.ONLY):
            yield from self._after_modal(nouns, at, may=word in lexicon.BE | {"may", "can"})
        elif word in lexicon.STAY:
            yield from self._said(nouns, at, "keep")
        elif word in ("never", "do", "does") or (word in lexicon.BE and following in _IS_TO):
            yield from self._said(nouns, at, "have")
        elif nouns.only and word in lexicon.BE:
            yield from self._said(nouns, at, "ensure")

    def _there_must(self, at: int) -> Iterator[tuple[Main, int]]:
        """`there must be nothing on the stove`."""
        if self.word(at) == "there" and self.word(at + 1) in lexicon.MODALS:
            here = self.skip(at + 2)
            here += self.word(here) == "be"
            for nouns, end in self.nouns(here):
                for description, last in self.description(end):
                    yield Main("ensure", Is(nouns, description)), last

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
        if self.word(here) not in (
            lexicon.MODALS | lexicon.BE | lexicon.HAVE | {"need", "needs", "do"}
        ):
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

    def _elliptic(self, at: int) -> Iterator[tuple[Main, int]]:
        """`..., not the sponge`, `..., never on the table`: the verb is that of the last order."""
        if self.word(at) not in lexicon.NOT:
            return
        here = self.skip(at + 1)
        for nouns, end in self.nouns(here):
            yield Main("same", Does(Action("", nouns)), negative=True), end
        for place, end in self.place(here):
            yield Main("same", Does(Action("", places=(place,))), negative=True), end

    def _verbless(self, at: int) -> Iterator[tuple[Main, int]]:
        """`no cups on the laptop`."""
        here = at + 2 * (self.words[at : at + 2] == ("there", "is"))
        for nouns, end in self.nouns(here):
            if nouns.negative:
                for description, last in self.description(end):
                    yield Main("have", Is(nouns, description)), last
