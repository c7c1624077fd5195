"""The clauses of instructions: requests, prohibitions, assurances, and what stands around them."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.domain.model import ParameterRole
from is_bench.reading.matching import Match, Matcher
from is_bench.reading.outcome import Change, Hold
from is_bench.reading.words import Words, leading, phrases, word_list

BOUNDARIES = frozenset({",", "and", "then", "but"})
"""Words behind which a clause may begin."""
PRONOUNS = frozenset(
    {"it", "them", "that", "this", "these", "those", "both", "there", "one", "ones"}
)
_LONGEST_DURATION = 6
"""Words."""
_BRIEF_MINUTES = 10


class ClauseReader:
    """Reads clause by clause, and keeps what each asks for."""

    def __init__(self, matcher: Matcher) -> None:
        """`matcher` knows the wordings of requests and states."""
        self.matcher = matcher
        self.phrases = matcher.phrases
        self.changes: list[Change] = []
        self.verb = ""
        """Of the last request in the sentence, for one that leaves it out."""

    def read(self, words: Words, at: int, hold: Hold) -> int:
        """Read the clause that begins at `at`; its end, `at` if not all of it was understood."""
        for kind in (self._forbidden, self._demanded, self._request, self._elliptic):
            end = kind(words, at, hold)
            if end > at:
                return end
        return at

    def is_clause(self, words: Words, at: int) -> bool:
        """Whether a clause that can be read begins at `at`."""
        is_said = any(leading(phrases(one), words, at) > at for one in ("forbidding", "demanding"))
        return is_said or self._understood(self.matcher.requests(words, at), words) is not None

    def adjunct(self, words: Words, at: int) -> tuple[int, Hold]:
        """The end of a clause or phrase before a request, `at` if there is none, and its hold."""
        known = word_list("adjuncts") | {"in", "at"}
        if words[at] not in known - {"so", "without"} or (words[at] == "to" and at):
            return at, Hold.LASTING
        return self._adjunct(words, at, is_away=True)

    def doubt(self, words: Words) -> None:
        """Note that `words` were not understood, and may undo what was asked for before."""
        named = self.phrases.named_in(words)
        pronouns = word_list("plural_pronouns") | word_list("singular_pronouns")
        if not (pronouns | {"all", "everything"}).isdisjoint(words):
            named.update(*(one.names for one in self.phrases.referents.memory[-2:]))
        self.changes.append(Change(words=words, doubted=frozenset(named)))

    def _request(self, words: Words, at: int, hold: Hold, shortest: int = 1) -> int:
        """Read a request by a template of at least `shortest` elements."""
        matches = self.matcher.requests(words, at)
        found = self._understood(
            (m for m in matches if len(m.template.elements) >= shortest), words
        )
        if found is None:
            return at
        match, end, now = found
        if max(hold, now) is Hold.UNCERTAIN:
            return at
        self._take(match, max(hold, now))
        self.verb = words[at]
        return end

    def _elliptic(self, words: Words, at: int, hold: Hold) -> int:
        """Read a request that leaves its verb out: "(turn) the fan off", "(turn it) off"."""
        if not self.verb or self.matcher.is_verb(words[at]):
            return at
        is_particle = words[at] in ("on", "off", "in")
        begin = (self.verb.split("_")[0], "it") if is_particle else (self.verb,)
        end = self._request((*begin, *words[at:]), 0, hold, 1 if is_particle else 3)
        return max(at, at - len(begin) + end)

    def _forbidden(self, words: Words, at: int, _: Hold) -> int:
        """Read a prohibition, of which nothing is wished."""
        end = max(leading(phrases("forbidding"), words, at), at + (words[at] == "without"))
        if end == at:
            return at
        last = next((i for i in range(end, len(words)) if words[i] == "but"), len(words))
        comma = next((i for i in range(end, last) if words[i] == ","), last)
        self.doubt(words[comma:last])  # perhaps not prohibited any more
        return last

    def _demanded(self, words: Words, at: int, _: Hold) -> int:
        """Read a requirement, which is no request: "make sure that the lamp is off"."""
        return len(words) if leading(phrases("demanding"), words, at) > at else at

    def _take(self, match: Match, hold: Hold) -> None:
        """Keep what a clause asks for, and what pronouns may mean behind it."""
        self.changes.append(Change(match, hold))
        slots = match.template.slots
        for slot in slots:
            role = ParameterRole.HANDLED if len(slots) == 1 else slot.role
            self.phrases.note(role, match.bound[slot.name])

    def _understood(self, matches: Iterable[Match], words: Words) -> tuple[Match, int, Hold] | None:
        """The first of `matches` behind which all is understood, its end and its hold."""
        for match in matches:
            behind = self._behind(words, match.end, is_away=match.template.away != "")
            if behind is not None:
                return match, *behind
        return None

    def _behind(self, words: Words, at: int, *, is_away: bool = False) -> tuple[int, Hold] | None:
        """Where what follows a request in its clause ends, and its hold; None if it is unknown.

        `is_away`: the request moves a thing, and what follows may tell where to.
        """
        hold = Hold.LASTING
        while at < len(words):
            is_comma = words[at] == "," and words[at + 1 : at + 2] not in ((), ("so",), ("there",))
            if words[at] in BOUNDARIES and not is_comma:
                break
            end, now = self._adjunct(words, at + is_comma, is_away=is_away)
            if end == at + is_comma:
                is_goal = is_away and is_comma and self.phrases.description(words, at + 1)
                return (at, hold) if is_comma and not is_goal else None
            at, hold = end, max(hold, now)
        return at, hold

    def _adjunct(self, words: Words, at: int, *, is_away: bool) -> tuple[int, Hold]:
        """The end of the adjunct that begins at `at` (`at` if none does), and its hold."""
        word = words[at]
        places = [] if is_away else self.phrases.description(words, at)
        end = max([leading(phrases("times"), words, at), self.phrases.room(words, at), *places])
        if end > at and word != "of":
            return end, Hold.LASTING
        if word in ("for", "in"):
            units = word_list("units")
            spans = range(at + 2, min(at + _LONGEST_DURATION, len(words)) + 1)
            end = next((end for end in spans if words[end - 1] in units), at)
            if end > at:
                return end, _length(words[at + 1 : end]) if word == "for" else Hold.LASTING
            return (at if word == "in" else _scope(words, at, BOUNDARIES)), Hold.LASTING
        if word not in word_list("adjuncts"):
            return at, Hold.LASTING
        end = _scope(words, at, frozenset({",", "then"}))
        return end, _hold(words[at:end])


def _length(time: Words) -> Hold:
    """How long a time is: "a short while", "two minutes", "30 minutes"."""
    return Hold.LIMITED if is_long(time) else Hold.BRIEF


def is_long(time: Words) -> bool:
    """Whether `time` is longer than the work of a microwave oven."""
    if any(word.startswith("second") for word in time):
        return False
    is_minutes = any(word.startswith("min") for word in time)
    is_many = is_minutes and any(int(word) > _BRIEF_MINUTES for word in time if word.isdecimal())
    return is_many or not word_list("long_times").isdisjoint(time)


def _hold(adjunct: Words) -> Hold:
    """How long what is asked for holds beside `adjunct`."""
    word, behind = adjunct[0], adjunct[1:2]
    is_told = word in ("before", "when") and _is_own(behind)
    if is_told or word in word_list("uncertain_adjuncts"):
        return Hold.UNCERTAIN
    is_over = not word_list("beginnings_of_others").isdisjoint(behind)
    is_limiting = word == "during" or (word in word_list("limiting_adjuncts") and not is_over)
    return Hold.LIMITED if is_limiting else Hold.LASTING


def _is_own(words: Words) -> bool:
    """Whether another doing of the robot is told: "turning on the stove", "you turn it on"."""
    return words == ("you",) or "".join(words).endswith("ing")


def _scope(words: Words, at: int, ends: frozenset[str]) -> int:
    return next((i for i in range(at, len(words)) if words[i] in ends), len(words))
