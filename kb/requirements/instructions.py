"""From an instruction to what it demands, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from is_bench.objects import ObjectTable
from kb.constraint import Constraint
from kb.requirements.building import constraints_of
from kb.requirements.lexicon import CUES, REASONS
from kb.requirements.meaning import Demand, Event
from kb.requirements.nouns import Nouns
from kb.requirements.reading import Reader
from kb.requirements.resolving import CannotRead, Resolver
from kb.requirements.statements import JOINTS, Part, Statements
from kb.requirements.syntax import Does, Main, Place, Sub
from kb.requirements.syntax import Nouns as Phrase
from kb.requirements.tokens import COMMA, MAX_WORDS, Sentence, sentences

_CUTS = frozenset({*JOINTS, *(reason[0] for reason in REASONS)})
"""Words before which a sentence may be cut."""
_SHARED = frozenset({"before", "end"})
"""Clauses behind several orders that are joined by `and`, which belong to all of them."""


@dataclass(frozen=True)
class Requirements:
    """What an instruction demands."""

    constraints: tuple[Constraint, ...] = ()
    unread: tuple[str, ...] = ()
    """Sentences and clauses that speak of a requirement and could not be read."""


@dataclass(frozen=True)
class _Chunk:
    """A stretch of a sentence that was read, or could not be."""

    start: int
    end: int
    demands: tuple[Demand, ...] = ()
    last: Event | None = None
    read: bool = True
    parsed: bool = True
    """Whether it was read by the grammar; else it only tells why, or nothing."""


def read_requirements(instruction: str, objects: ObjectTable) -> Requirements:
    """The requirements that `instruction` states about `objects`.

    `docs/requirements.md` tells the grammar.  What speaks of a requirement and cannot be read is
    in `unread`, never left out.  Any text is good; the time is linear in the number of sentences.
    """
    reading = _Reading(objects)
    for number, sentence in enumerate(sentences(instruction)):
        reading.read(number, sentence)
    return Requirements(tuple(reading.constraints), tuple(dict.fromkeys(reading.unread)))


class _Reading:
    """What has been read so far."""

    def __init__(self, objects: ObjectTable) -> None:
        self._objects = objects
        self._nouns = Nouns(objects)
        self._resolver = Resolver(self._nouns)
        self._reader = Reader(self._resolver)
        self._last: Event | None = None
        """What the task did last, for `afterwards` and `first`."""
        self.constraints: list[Constraint] = []
        self.unread: list[str] = []

    def read(self, number: int, sentence: Sentence) -> None:
        """Read the next sentence."""
        words = sentence.words
        cues = not CUES.isdisjoint(words)
        if len(words) > MAX_WORDS:
            self.unread += [sentence.text] if cues else []
            return
        self._resolver.sentence = number
        statements = Statements(words, self._nouns.known)
        self._resolver.hear(number, statements)
        chunks = self._best(statements)
        for chunk in chunks:
            if chunk.read:
                self._take(chunk, sentence.text)
            elif cues and not CUES.isdisjoint(words[chunk.start : chunk.end]):
                self.unread.append(_text(sentence, chunk, len(chunks)))

    def _take(self, chunk: _Chunk, text: str) -> None:
        self._last = chunk.last or self._last
        for demand in chunk.demands:
            first = len(self.constraints) + 1
            self.constraints += constraints_of(demand, text, first, self._objects)

    # Which stretches of a sentence are read together

    def _best(self, statements: Statements) -> list[_Chunk]:
        """The way to cut a sentence up that leaves the fewest words with cues unread."""
        words = statements.words
        borders = _borders(words)
        best: dict[int, tuple[tuple[int, int, int], list[_Chunk]]] = {0: ((0, 0, 0), [])}
        for last, end in enumerate(borders[1:], 1):
            for start in borders[:last]:
                if start not in best:
                    continue
                before, chunks = best[start]
                for chunk in self._chunks(statements, start, end, chunks):
                    cost = tuple(a + b for a, b in zip(before, _cost(chunk, words), strict=True))
                    if end not in best or cost < best[end][0]:
                        best[end] = ((cost[0], cost[1], cost[2]), [*chunks, chunk])
        return best[len(words)][1]

    def _chunks(
        self, statements: Statements, start: int, end: int, before: Sequence[_Chunk]
    ) -> Iterator[_Chunk]:
        words = statements.words
        last = next((c.last for c in reversed(before) if c.last is not None), self._last)
        here = start
        while here < end and (words[here] == COMMA or (here > 0 and words[here] in JOINTS)):
            here += 1
        if statements.phrase(here, REASONS) and here > 0:
            yield _Chunk(start, end, parsed=False)
        if here < end:
            found = self._chunk(statements, here, end, last)
            if found is not None:
                yield found
        yield _Chunk(start, end, read=False)

    def _chunk(
        self, statements: Statements, start: int, end: int, last: Event | None
    ) -> _Chunk | None:
        for parts in statements.sentences(start, end):
            try:
                demands, event = self._meaning(parts, last)
            except CannotRead:
                continue
            return _Chunk(start, end, tuple(demands), event)
        return None

    def _meaning(
        self, parts: Sequence[Part], last: Event | None
    ) -> tuple[list[Demand], Event | None]:
        found: list[Demand] = []
        latest: Event | None = None
        mains = _mains(parts)
        for index, (main, subs) in enumerate(mains):
            if main.kind == "same":
                main = _completed(main, [main for main, _ in mains[:index]])  # noqa: PLW2901
            other = latest or last
            if any(sub.kind == "first" for sub in subs) and latest is None:
                other = self._following(mains[index + 1 :]) or last
            demands, event = self._reader.demands(main, subs, other)
            found += demands
            latest = event or latest
        return found, latest

    def _following(self, mains: Sequence[tuple[Main, Sequence[Sub]]]) -> Event | None:
        """What is done next, for `first`."""
        if not mains or not isinstance(mains[0][0].clause, Does):
            return None
        return self._reader.demands(mains[0][0], (), None)[1]


def _completed(main: Main, before: Sequence[Main]) -> Main:
    """An order that leaves its verb out, with that of the last one before."""
    whole = next((m for m in reversed(before) if m.kind == "do"), None)
    if whole is None or not isinstance(whole.clause, Does) or not isinstance(main.clause, Does):
        raise CannotRead("the verb is missing")
    action, own = whole.clause.action, main.clause.action
    if own.target is not None:
        places = tuple(_plainly(place, action.target) for place in action.places)
        action = replace(action, target=own.target, places=places)
    else:
        kept = [p for p in action.places if p.preposition not in _same_kind(own.places[0])]
        action = replace(action, places=(*kept, *own.places))
    return Main("do", Does(action), negative=True)


def _same_kind(place: Place) -> frozenset[str]:
    goals = frozenset({"on", "in", "to"})
    return goals if place.preposition in goals else frozenset({place.preposition})


def _plainly(place: Place, target: Phrase | None) -> Place:
    """`place` without `only`; what it names is not what was acted on there."""
    nouns = tuple(replace(noun, only=False, unlike=target) for noun in place.nouns.nouns)
    return replace(place, nouns=Phrase(nouns))


def _mains(parts: Sequence[Part]) -> list[tuple[Main, list[Sub]]]:
    """The main clauses, each with the subordinate clauses that belong to it."""
    found: list[tuple[Main, list[Sub]]] = []
    joints: list[str] = []
    leading: list[Sub] = []
    after_joint = ""
    for part in parts:
        if isinstance(part, str):
            after_joint = part
        elif isinstance(part, Main):
            found.append((part, list(leading)))
            joints.append(after_joint)
            if after_joint in ("but", "then") and len(found) > 1:
                found[-1] = (part, [])
            after_joint = ""
        elif not found:
            leading.append(part)
        else:
            found[-1][1].append(part)
            after_joint = ""
    _share(found, joints)
    return found


def _share(found: list[tuple[Main, list[Sub]]], joints: list[str]) -> None:
    """Give clauses behind the last of several joined orders to those before it, too."""
    for index in range(len(found) - 1, 0, -1):
        main, subs = found[index]
        previous, own = found[index - 1]
        alike = previous.negative == main.negative and previous.kind == main.kind == "do"
        if joints[index] == "and" and alike and not own:
            own += [sub for sub in subs if sub.kind in _SHARED]


def _borders(words: Sequence[str]) -> list[int]:
    """Where a sentence may be cut: at commas and before words that join clauses."""
    inner = [i for i in range(1, len(words)) if words[i] == COMMA or words[i] in _CUTS]
    return [0, *inner, len(words)]


def _cost(chunk: _Chunk, words: Sequence[str]) -> tuple[int, int, int]:
    """How bad it is to cut `chunk` out: cues unread, words unread, pieces."""
    own = words[chunk.start : chunk.end]
    if chunk.read:
        return 0, 0 if chunk.parsed else len(own), 1
    return sum(word in CUES for word in own), len(own), 1


def _text(sentence: Sentence, chunk: _Chunk, chunks: int) -> str:
    if chunks == 1:
        return sentence.text
    words = sentence.words[chunk.start : chunk.end]
    return " ".join(words).replace(" ,", ",").strip(", ")
