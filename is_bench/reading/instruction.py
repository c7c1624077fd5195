"""From an instruction to what it asks for."""

from __future__ import annotations

from is_bench.domain.model import Domain, Role
from is_bench.objects import ObjectTable
from is_bench.reading.adjuncts import BOUNDARIES, AdjunctReader, Hold
from is_bench.reading.effects import Purposes
from is_bench.reading.matching import Match, Matcher
from is_bench.reading.model import Reading
from is_bench.reading.nouns import Nouns
from is_bench.reading.outcome import Outcome
from is_bench.reading.people import people_in
from is_bench.reading.phrases import Phrases
from is_bench.reading.stems import word_set
from is_bench.reading.tokens import MAX_WORDS, Sentence, sentences
from is_bench.reading.wordings import wordings
from is_bench.reading.words import Words, closed_words, leading, normalised


def read_instruction(text: str, objects: ObjectTable, domain: Domain) -> Reading:
    """What `text` asks for, over the things of a scene and the skills of a domain.

    A clause counts as read only if each of its words is; any other that asks for something is in
    `unread`, and nothing is made of it.  Any text is good.
    """
    reader = _Reader(objects, domain)
    for sentence in sentences(text):
        reader.read(sentence)
    return Reading(
        tuple(reader.outcome.calls),
        reader.outcome.wishes(),
        tuple(dict.fromkeys(reader.unread)),
        people_in(text),
    )


class _Reader:
    """Reads sentence by sentence, clause by clause."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        self._phrases = Phrases(Nouns(objects, domain.labels))
        self._matcher = Matcher(wordings(domain), self._phrases)
        self._adjuncts = AdjunctReader(self._matcher)
        self._closed = closed_words()
        self.outcome = Outcome(objects, Purposes(objects, domain))
        self.unread: list[str] = []
        self._verb = ""
        """Of the last request, for one that leaves it out."""

    def read(self, sentence: Sentence) -> None:
        """Read the next sentence."""
        words = normalised(sentence.words)
        if not words:
            return
        if len(words) > MAX_WORDS:
            self.unread.append(sentence.text)
            return
        self._verb = ""
        at, hold = self._begin(words)
        if hold is Hold.UNCERTAIN:
            if words[at:] and words[0] != "before":
                self._give_up(words, sentence.text)
            return
        self._clauses(words, at, hold, sentence)

    def _begin(self, words: Words) -> tuple[int, Hold]:
        """Where the first request begins, and how long what is asked for shall hold."""
        at = self._skip(words, 0)
        hold = Hold.LASTING
        while at < len(words):
            found = self._adjuncts.leading(words, at)
            if found is None:
                break
            at, now = found
            if now is not Hold.LASTING:
                hold = now
            at = self._skip(words, at)
            if hold is Hold.UNCERTAIN:
                break
        return at, hold

    def _skip(self, words: Words, at: int) -> int:
        """Where what may stand before a verb ends."""
        while at < len(words):
            end = leading(self._closed.openings, words, at)
            if end == at and words[at] in self._closed.fillers:
                end = at + 1
            if end == at:
                break
            at = end
        return at

    def _clauses(self, words: Words, at: int, hold: Hold, sentence: Sentence) -> None:
        start = at
        while at < len(words):
            at = self._skip(words, at)
            if at >= len(words):
                return
            end = self._clause(words, at, hold)
            if end > at:
                at = end
                continue
            told = self._told(words, at, is_first=at == start)
            if told > at:
                at = told
                continue
            end = self._next(words, at)
            self._leave(words, at, end, sentence, is_whole=at == start and end == len(words))
            at = end

    def _told(self, words: Words, at: int, *, is_first: bool) -> int:
        """The end of a clause that only tells something; `at` if it asks for something."""
        end = words.index(",", at) if "," in words[at:] else len(words)
        closed, word = self._closed, words[at]
        is_noun = word in closed.determiners or word in closed.stops
        if word in _SUBJECTS | _REASONS or (
            is_noun and (is_first or not _FINITE.isdisjoint(words[at:end]))
        ):
            subject = self._phrases.subject(words, at)
            self._phrases.mentions.forget()
            self._phrases.mentions.note(Role.HANDLED, subject)
            self._phrases.heard()
            return end
        return at

    def _clause(self, words: Words, at: int, hold: Hold) -> int:
        """Read the clause that begins at `at`; its end, `at` if it could not be read."""
        end = self._negated(words, at)
        if end == at:
            end = self._assured(words, at)
        if end == at:
            end = self._request(words, at, hold)
        if end == at and self._verb and not self._matcher.is_verb(words[at]):
            end = self._elliptic(words, at, hold)
        return end

    def _elliptic(self, words: Words, at: int, hold: Hold) -> int:
        """Read a clause that leaves its verb out: "(turn) the fan off", "(turn it) off"."""
        if words[at] in ("on", "off"):
            verb = self._verb.split("_")[0]
            end = self._request((verb, "it", *words[at:]), 0, hold)
            return max(at, at - 2 + end)
        completed = (self._verb, *words[at:])
        end = self._request(completed, 0, hold, shortest=3)
        return max(at, at - 1 + end)

    def _request(self, words: Words, at: int, hold: Hold, shortest: int = 1) -> int:
        """Read a request by a template of at least `shortest` elements."""
        matches = self._matcher.requests(words, at)
        long_ones = [match for match in matches if len(match.template.elements) >= shortest]
        found = self._understood(long_ones, words)
        if found is None:
            return at
        match, end, now = found
        hold = now if now is not Hold.LASTING else hold
        if hold is Hold.UNCERTAIN:
            return at
        self._take(match, hold)
        self._verb = words[at]
        return end

    def _understood(self, matches: list[Match], words: Words) -> tuple[Match, int, Hold] | None:
        """The first of `matches` behind which all is understood."""
        for match in matches:
            away = match.template.away != ""
            behind = self._adjuncts.behind(words, match.end, is_away=away)
            if behind is not None:
                return match, behind.end, behind.hold
        return None

    def _take(self, match: Match, hold: Hold) -> None:
        self.outcome.add(match, is_limited=hold is Hold.LIMITED)
        self._hear(match)

    def _hear(self, match: Match) -> None:
        slots = match.template.slots
        for slot in slots:
            role = Role.HANDLED if len(slots) == 1 else slot.role
            self._phrases.mentions.note(role, match.bound[slot.name])
        self._phrases.heard()

    def _negated(self, words: Words, at: int) -> int:
        """Read "do not leave the lamp on"; of other prohibitions nothing is wished."""
        end = at
        if words[at : at + 2] == ("do", "not"):
            end = at + 2
        elif words[at] in ("never", "not", "avoid", "without"):
            end = at + 1
        if end == at:
            return at
        for match in self._matcher.requests(words, end):
            behind = self._adjuncts.behind(words, match.end)
            if match.template.lasting and behind and behind.hold is Hold.LASTING:
                self.outcome.add(match, is_limited=False, is_negated=True)
                break
        last = next((i for i in range(end, len(words)) if words[i] == "but"), len(words))
        comma = next((i for i in range(end, last) if words[i] == ","), last)
        self.outcome.doubt(self._phrases, words[comma:last])  # perhaps not prohibited any more
        return last

    def _assured(self, words: Words, at: int) -> int:
        """Read "make sure that the lamp is off at the end", "I want the lamp on"."""
        wanted = leading(self._closed.wants, words, at)
        if wanted > at:
            return self._said(words, wanted, wanted, at)
        start = leading(self._closed.assurances, words, at)
        if start == at:
            if self._closed.determiners.isdisjoint(words[at : at + 1]):
                return at
            return self._said(words, at, at, at, modal=True)
        end = self._said(words, start, start, start)
        return end if end > start else len(words)

    def _said(
        self, words: Words, start: int, at: int, fallback: int, *, modal: bool = False
    ) -> int:
        """Read what is said of things; its end, `fallback` if it is not understood."""
        for subject in self._matcher.subjects(words, start):
            at, negated, is_modal = _copula(words, subject)
            if modal and not is_modal:
                continue
            found = self._understood(self._matcher.states(words, start, at), words)
            if found is not None and found[2] is Hold.LASTING:
                match, end, _ = found
                self.outcome.add(match, is_limited=False, is_negated=negated)
                return end
        return fallback

    def _next(self, words: Words, at: int) -> int:
        """Where the next clause begins that can be read, behind one that cannot."""
        for place in range(at + 1, len(words)):
            if words[place - 1] in BOUNDARIES:
                begin = self._skip(words, place)
                if begin < len(words) and self._begins(words, begin):
                    return place
        return len(words)

    def _begins(self, words: Words, at: int) -> bool:
        if words[at] in ("never", "do") or leading(self._closed.assurances, words, at) > at:
            return True
        return self._understood(self._matcher.requests(words, at), words) is not None

    def _leave(
        self, words: Words, at: int, end: int, sentence: Sentence, *, is_whole: bool
    ) -> None:
        """Note what could not be read."""
        said = " ".join(words[at:end]).replace("_", " ").replace(" ,", ",").strip(" ,")
        for ending in (" and", " then", " but"):
            said = said.removesuffix(ending)
        self._give_up(words[at:end], sentence.text if is_whole else said)

    def _give_up(self, words: Words, text: str) -> None:
        self.unread.append(text)
        self.outcome.doubt(self._phrases, words)
        self._phrases.mentions.forget()
        self._phrases.heard()


_SUBJECTS = word_set(
    """i it there he she we they you someone somebody everyone everybody nobody nothing who which
    that this"""
)
_FINITE = frozenset({"is", "are", "was", "were", "has", "have", "must", "should", "will"})
_REASONS = frozenset({"because", "since", "as", "so_that"})
_BE = frozenset({"is", "are", "be", "stays", "stay", "remains", "remain", "to", "being"})
_MODALS = frozenset({"should", "must", "shall", "will", "has", "have", "needs", "need"})


def _copula(words: Words, at: int) -> tuple[int, bool, bool]:
    """Where what is said begins, whether it is negated, and whether it is demanded."""
    negated = modal = False
    while at < len(words) and (words[at] in _BE | _MODALS or words[at] == "not"):
        negated = negated or words[at] == "not"
        modal = modal or words[at] in _MODALS
        at += 1
    return at, negated, modal
