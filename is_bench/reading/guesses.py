"""What clauses probably ask for of which not every word was understood."""

from __future__ import annotations

from is_bench.domain.model import ParameterRole
from is_bench.reading.adjuncts import BOUNDARIES
from is_bench.reading.matching import Match, Matcher
from is_bench.reading.words import Words, stops, word_list

_ENDS = BOUNDARIES - {"but"}
_GOALS = frozenset({"in", "on", "under", "beside", "to", "over"})
_PRONOUNS = frozenset({"it", "them", "there", "this", "that", "both", "one", "ones"})
"""Behind words that were not understood, nobody knows what they mean."""


def likely_requests(words: Words, matcher: Matcher) -> tuple[Match, ...]:
    """The requests that stand plainly in a clause of `words`, in their order.

    None if the clause has a negation, a choice or a condition anywhere.
    """
    if not word_list("negations").isdisjoint(words):
        return ()
    scope = next(
        (at for at, word in enumerate(words) if word in word_list("subordinators")), len(words)
    )
    found: list[Match] = []
    at = 0
    while at < scope:
        match = _clear(words, at, matcher) if _may_begin(words, at) else None
        if match is None or (at > 0 and not _PRONOUNS.isdisjoint(words[at : match.end])):
            at += 1
        else:
            found.append(match)
            at = match.end
    return tuple(found)


def _may_begin(words: Words, at: int) -> bool:
    return at == 0 or words[at - 1] in _ENDS


def _clear(words: Words, at: int, matcher: Matcher) -> Match | None:
    """The longest request that begins at `at`, if no noun goes on behind it."""
    for match in matcher.requests(words, at):
        if _is_whole(words, match.end) and not _is_left_open(words, match):
            return match
    return None


def _is_whole(words: Words, end: int) -> bool:
    """Whether the last noun phrase surely ends here."""
    return end == len(words) or words[end] in stops()


def _is_left_open(words: Words, match: Match) -> bool:
    """Whether the goal of what is moved may follow, which was not understood."""
    goals = {ParameterRole.SUPPORT, ParameterRole.CONTAINER, ParameterRole.PLACE}
    roles = {slot.role for slot in match.template.slots}
    if ParameterRole.MOVED not in roles or match.end == len(words):
        return False
    return goals.isdisjoint(roles) or words[match.end] in _GOALS
