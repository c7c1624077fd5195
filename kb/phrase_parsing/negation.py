"""Scope of negation and prevention words.

`never give ...` negates what follows in its clause; `where the child cannot reach it` negates its
whole clause; `away from the child` and `instead of bleach` avert the next thing that they name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from is_bench.recognition.grammar import word_set
from kb.phrase_parsing.grammar import DETERMINERS, FILLERS, PREPOSITIONS, Clause

_NEGATORS = word_set("avoid dont neither never nobody none nor not nothing nowhere prevent without")
_CANCELERS = word_set("bother care fail forget hesitate just mind only stop wait worry")
"""Words that cancel a negation: do not forget to ..., not only ..."""
_MODALS = word_set("be can could is are may might must shall should was were will would")
_UNMARKED = word_set("after as because before if since when while without instead")
"""Words that begin a clause which, at the start of a sentence, may end without any mark."""
_AVERTING = word_set(
    """away clear far free get grab guard hide keep lock prevent protect pull remove rescue safe
    save separate shield snatch stop take"""
)
"""Words after which `from` introduces a prevented contact."""
_NEGATED_LEADS = frozenset({"before", "lest", "otherwise", "in"})
"""Clauses of undesired events: ..., lest the child takes it (`in` is `in case`)."""
_UNCOUNTED = frozenset({"range", "reach", "sight", "hand", "hands", "s"}) | DETERMINERS
_GOALS = PREPOSITIONS | {"and", "or"}
_NAMED = 2
"""Most content words of an object's name."""


def negated_words(words: Sequence[str], parts: Iterable[Clause]) -> list[set[int]]:
    """Per word, the positions of the words that negate or avert it."""
    off: list[set[int]] = [set() for _ in words]
    for clause in parts:
        for cause, affected in _effects(words, clause):
            for position in affected:
                off[position].add(cause)
    return off


def _effects(words: Sequence[str], clause: Clause) -> Iterator[tuple[int, Iterable[int]]]:
    if clause.start > 0 and clause.lead in _NEGATED_LEADS:
        yield clause.start, clause.positions
    for here in clause.positions:
        if words[here] in _NEGATORS and not _is_cancelled(words, here):
            yield here, _negated(words, clause, here)
        elif (after := _after_averting(words, clause, here)) is not None:
            yield here, _thing(words, clause, after)


def _is_cancelled(words: Sequence[str], here: int) -> bool:
    return "why" in words[max(0, here - 2) : here] or any(
        word in _CANCELERS for word in words[here + 1 : here + 3] if word not in FILLERS - {"just"}
    )


def _negated(words: Sequence[str], clause: Clause, here: int) -> Iterable[int]:
    """The rest of the clause, and its subject if `not` has one."""
    if clause.start == 0 and clause.end == len(words) and clause.lead in _UNMARKED:
        return _first(words, range(here + 1, clause.end))
    previous = words[here - 1] if here > clause.start else ""
    has_subject = previous in _MODALS or (clause.subordinate and words[here] == "not")
    start = clause.start if has_subject else here + 1
    return (i for i in range(start, clause.end) if i != here)


def _after_averting(words: Sequence[str], clause: Clause, here: int) -> int | None:
    """The start of the object that the word at `here` averts; None if it averts none."""
    word = words[here]
    following = words[here + 1] if here + 1 < clause.end else ""
    if (word, following) in {
        ("instead", "of"),
        ("rather", "than"),
        ("place", "of"),
        ("out", "of"),
        ("clear", "of"),
    }:
        return here + 2
    if word in ("no", "except", "beyond"):
        return here + 1
    if word == "from" and _AVERTING & set(words[clause.start : here]):
        return here + 1
    return None


def _thing(words: Sequence[str], clause: Clause, start: int) -> Iterable[int]:
    """The object named from `start` on; after `from eating it`, the whole rest."""
    rest = range(start, clause.end)
    if start < clause.end and words[start].endswith("ing") and clause.lead not in _UNMARKED:
        return rest
    return _first(words, rest)


def _first(words: Sequence[str], rest: range) -> Iterator[int]:
    """The first content words, up to a preposition."""
    left = _NAMED
    for position in rest:
        word = words[position]
        if left == 0 or (word in _GOALS and left < _NAMED):
            return
        if word not in _UNCOUNTED and word not in PREPOSITIONS:
            left -= 1
        yield position
