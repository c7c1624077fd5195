"""Cutting a sentence into stretches that can be read, and those that cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from is_bench.reading.tokens import COMMA
from kb.requirements import lexicon
from kb.requirements.meaning import Demand, Event
from kb.requirements.resolving import CannotRead
from kb.requirements.statements import JOINTS, Part, Statements

Meaning = Callable[[Sequence[Part], Event | None], tuple[list[Demand], list[Event]]]
"""What parts of a sentence demand and do, after what was done last; raises CannotRead."""
_LEADS = (
    *lexicon.BEFORE, *lexicon.AFTER, *lexicon.WHEN, *lexicon.AT_ONCE_WHEN, *lexicon.AT_ONCE_AFTER,
    *lexicon.SOON_AFTER, *lexicon.UNTIL, *lexicon.WHILE, *lexicon.IF, *lexicon.UNLESS,
    *lexicon.WITHOUT, ("only",), ("within",), ("except",), ("for",), ("in",),
)  # fmt: skip
"""What clauses begin with that change what another clause says."""
_Cost = tuple[int, int, int]


@dataclass(frozen=True)
class Chunk:
    """A stretch of a sentence that was read, or could not be."""

    start: int
    end: int
    demands: tuple[Demand, ...] = ()
    events: tuple[Event, ...] = ()
    """What it asks for."""
    read: bool = True
    reason: bool = False
    """Whether it only tells why."""


def cut(statements: Statements, meaning: Meaning, last: Event | None) -> list[Chunk]:
    """The way to cut a sentence up that leaves the fewest cues unread, then the fewest words.

    A clause that says when or unless, and that cannot be read, makes its neighbour unread: without
    it, that would say more than was meant.
    """
    borders = _borders(statements)
    best: dict[int, tuple[_Cost, list[Chunk]]] = {0: ((0, 0, 0), [])}
    for number, end in enumerate(borders[1:], 1):
        for start in borders[:number]:
            before, chunks = best[start]
            latest = next((c.events[-1] for c in reversed(chunks) if c.events), last)
            for chunk in _chunks(statements, start, end, meaning, latest):
                one, two, three = _cost(statements, chunk)
                cost = (before[0] + one, before[1] + two, before[2] + three)
                if end not in best or cost < best[end][0]:
                    best[end] = (cost, [*chunks, chunk])
    return _without_what_depends(statements, best[borders[-1]][1])


def speaks_of_requirements(statements: Statements, chunk: Chunk) -> bool:
    """Whether a stretch that was not read may be about a requirement."""
    own = said(statements, chunk)
    if _is_remark(own):
        return False
    cues = bool(set(own) & lexicon.CUES) or _depends(statements, chunk)
    here = range(chunk.start, chunk.end)
    return cues or any(statements.phrase(at, lexicon.CUE_PHRASES) for at in here)


def said(statements: Statements, chunk: Chunk) -> tuple[str, ...]:
    """The words of a stretch, without what joins it to the one before."""
    return statements.words[_begin(statements, chunk.start, chunk.end) : chunk.end]


def _is_remark(words: Sequence[str]) -> bool:
    """Whether words only tell how things are: `it is not warm`, `they will not see it`."""
    return (
        len(words) > 1
        and words[0] in lexicon.REMARK_SUBJECTS
        and words[1] in lexicon.REMARK_VERBS
        and lexicon.CUES & set(words) <= lexicon.REMARK_CUES
        and lexicon.DEMANDING.isdisjoint(words)
        and {COMMA, *JOINTS}.isdisjoint(words)
    )


def _borders(statements: Statements) -> list[int]:
    """Where a sentence may be cut: at commas and before words that join clauses or give reasons."""
    words = statements.words
    inner = [
        at
        for at in range(1, len(words))
        if words[at] == COMMA or words[at] in JOINTS or statements.phrase(at, lexicon.REASONS)
    ]
    return [0, *inner, len(words)]


def _begin(statements: Statements, start: int, end: int) -> int:
    """Where a stretch begins behind what joins it to the one before."""
    words = statements.words
    while start < end and (words[start] == COMMA or (start > 0 and words[start] in JOINTS)):
        start += 1
    return start


def _chunks(
    statements: Statements, start: int, end: int, meaning: Meaning, last: Event | None
) -> Iterator[Chunk]:
    """What a stretch can be, unread at last."""
    here = _begin(statements, start, end)
    why = start > 0 and any(
        statements.phrase(at, lexicon.REASONS) for at in dict.fromkeys((start, start + 1, here))
    )
    if why:
        yield Chunk(start, end, reason=True)
    for parts in statements.sentences(here, end) if here < end else ():
        try:
            demands, events = meaning(parts, last)
        except CannotRead:
            continue
        yield Chunk(start, end, tuple(demands), tuple(events))
        break
    yield Chunk(start, end, read=False)


def _cost(statements: Statements, chunk: Chunk) -> _Cost:
    """How bad it is to cut `chunk` out: cues unread, words unread, pieces."""
    own = statements.words[chunk.start : chunk.end]
    if chunk.read:
        return 0, len(own) if chunk.reason else 0, 1
    cues = sum(word in lexicon.CUES for word in own)
    return max(cues, _depends(statements, chunk)), len(own), 1


def _depends(statements: Statements, chunk: Chunk) -> bool:
    """Whether a stretch that was not read begins like a clause that depends on another."""
    here = _begin(statements, chunk.start, chunk.end)
    if chunk.read:
        return False
    leads = bool(statements.phrase(here, _LEADS))
    return leads or _negates(statements, chunk) or _continues(statements, chunk)


def _negates(statements: Statements, chunk: Chunk) -> bool:
    """Whether a stretch is nothing but a negation of what follows: `never, ...`."""
    own = statements.words[chunk.start : chunk.end]
    return bool({"never", "not", "no"} & set(own)) and not any(map(lexicon.verbs, own))


def _continues(statements: Statements, chunk: Chunk) -> bool:
    """Whether a stretch is but one more thing that the one before is about: `and the glass`."""
    own = said(statements, chunk)
    joined = chunk.start > 0 and statements.word(chunk.start) in ("and", "or", "nor")
    verbs = lexicon.MODALS | lexicon.BE | lexicon.STAY | lexicon.HAVE
    return joined and own[:1] != () and own[0] in lexicon.DETERMINERS and verbs.isdisjoint(own)


def _without_what_depends(statements: Statements, chunks: list[Chunk]) -> list[Chunk]:
    """The stretches; those that an unread clause would have changed are unread, too."""
    found = list(chunks)
    for number, chunk in enumerate(chunks):
        if _depends(statements, chunk):
            leads = number == 0 or _negates(statements, chunk)
            other = number + 1 if leads else number - 1
            if other < len(found) and found[other].demands:
                found[other] = replace(found[other], read=False, demands=(), events=())
    return found
