"""One clause of an instruction: a request, a prohibition or an assurance."""

from __future__ import annotations

from is_bench.domain.model import ParameterRole
from is_bench.reading.account import Account
from is_bench.reading.adjuncts import AdjunctReader, Hold
from is_bench.reading.matching import Match, Matcher
from is_bench.reading.stated_clauses import Modality, copula
from is_bench.reading.words import Words, leading, phrases, word_list


class ClauseReader:
    """Reads clause by clause, and notes in an account what each asks for."""

    def __init__(self, matcher: Matcher, adjuncts: AdjunctReader, account: Account) -> None:
        """`account` takes in what is read."""
        self.matcher = matcher
        self.phrases = matcher.phrases
        self.account = account
        self._adjuncts = adjuncts
        self.verb = ""
        """Of the last request, for one that leaves it out."""

    def read(self, words: Words, at: int, hold: Hold) -> int:
        """Read the clause that begins at `at`; its end, `at` if it could not be read."""
        end = self._negated(words, at)
        if end == at:
            end = self._assured(words, at)
        if end == at:
            end = self.request(words, at, hold)
        if end == at and self.verb and not self.matcher.is_verb(words[at]):
            end = self._elliptic(words, at, hold)
        return end

    def _elliptic(self, words: Words, at: int, hold: Hold) -> int:
        """Read a clause that leaves its verb out: "(turn) the fan off", "(turn it) off"."""
        if words[at] in ("on", "off"):
            verb = self.verb.split("_")[0]
            end = self.request((verb, "it", *words[at:]), 0, hold)
            return max(at, at - 2 + end)
        completed = (self.verb, *words[at:])
        end = self.request(completed, 0, hold, shortest=3)
        return max(at, at - 1 + end)

    def request(self, words: Words, at: int, hold: Hold, shortest: int = 1) -> int:
        """Read a request by a template of at least `shortest` elements."""
        matches = self.matcher.requests(words, at)
        long_ones = [match for match in matches if len(match.template.elements) >= shortest]
        found = self.understood(long_ones, words)
        if found is None:
            return at
        match, end, now = found
        hold = now if now is not Hold.LASTING else hold
        if hold is Hold.UNCERTAIN:
            return at
        self._take(match, hold)
        self.verb = words[at]
        return end

    def understood(self, matches: list[Match], words: Words) -> tuple[Match, int, Hold] | None:
        """The first of `matches` behind which all is understood."""
        for match in matches:
            away = match.template.away != ""
            behind = self._adjuncts.behind(words, match.end, is_away=away)
            if behind is not None:
                return match, behind.end, behind.hold
        return None

    def _take(self, match: Match, hold: Hold) -> None:
        self.account.add(match, is_limited=hold is Hold.LIMITED)
        self.hear(match)

    def hear(self, match: Match) -> None:
        """Note what pronouns may mean behind `match`."""
        slots = match.template.slots
        for slot in slots:
            role = ParameterRole.HANDLED if len(slots) == 1 else slot.role
            self.phrases.note(role, match.bound[slot.name])

    def _negated(self, words: Words, at: int) -> int:
        """Read "do not leave the lamp on"; of other prohibitions nothing is wished."""
        end = max(leading(phrases("forbidding"), words, at), at + (words[at] == "without"))
        if end == at:
            return at
        for match in self.matcher.requests(words, end):
            behind = self._adjuncts.behind(words, match.end)
            if match.template.lasting and behind and behind.hold is Hold.LASTING:
                self.account.add(match, is_limited=False, is_negated=True)
                break
        last = next((i for i in range(end, len(words)) if words[i] == "but"), len(words))
        comma = next((i for i in range(end, last) if words[i] == ","), last)
        self.account.doubt(self.phrases, words[comma:last])  # perhaps not prohibited any more
        return last

    def _assured(self, words: Words, at: int) -> int:
        """Read "make sure that the lamp is off at the end", "I want the lamp on"."""
        wanted = leading(phrases("wanting"), words, at)
        if wanted > at:
            return self._said(words, wanted, wanted, at)
        start = leading(phrases("demanding"), words, at)
        if start == at:
            if word_list("determiners").isdisjoint(words[at : at + 1]):
                return at
            return self._said(words, at, at, at, modal=True)
        end = self._said(words, start, start, start)
        return end if end > start else len(words)

    def _said(
        self, words: Words, start: int, at: int, fallback: int, *, modal: bool = False
    ) -> int:
        """Read what is said of things; its end, `fallback` if it is not understood."""
        for subject in self.matcher.subjects(words, start):
            at, manner = copula(words, subject, Modality())
            if modal and not manner.firm:
                continue
            found = self.understood(self.matcher.states(words, start, at), words)
            if found is not None and found[2] is Hold.LASTING:
                match, end, _ = found
                self.account.add(match, is_limited=False, is_negated=manner.negative)
                self.hear(match)
                return end
        return fallback
