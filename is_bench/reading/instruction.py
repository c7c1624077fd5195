"""From an instruction to what it asks for."""

from __future__ import annotations

import re
from dataclasses import replace

from is_bench.domain.model import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.reading.clauses import BOUNDARIES, ClauseReader
from is_bench.reading.effects import Purposes
from is_bench.reading.hints import HintReader, Hints
from is_bench.reading.matching import Matcher
from is_bench.reading.mentions import Names
from is_bench.reading.nouns import Nouns
from is_bench.reading.outcome import Change, Hold, Outcome, Reading
from is_bench.reading.people import (
    IN_CARE,
    is_attended,
    is_cooking,
    is_in_arms,
    is_served,
    people_in,
)
from is_bench.reading.phrases import Phrases
from is_bench.reading.remarks import told
from is_bench.reading.wordings import is_of_kind, names_of_kind, wordings
from is_bench.reading.words import (
    MAX_WORDS,
    Sentence,
    Words,
    leading,
    normalised,
    phrases,
    sentences,
    word_list,
)

_INSIDE = re.compile(r"\binside(?= (?:and|then)\b|[,.;]|$)")
"""Behind which the pronoun is left out."""
_JOINT = re.compile(r"[ ,]*(?: and)?(?: then)?(?: but)?$")


def read_instruction(text: str, objects: ObjectTable, domain: Domain) -> Reading:
    """What `text` asks for, over the things of a scene and the skills of a domain.

    A clause counts as read only if each of its words is; any other that asks for something is in
    `unread`, and what it probably asks for in `likely` only.  Any text is good.
    """
    reader = _Reader(objects, domain)
    for sentence in sentences(_INSIDE.sub("inside it", text)):
        reader.read(sentence)
    return reader.reading(text)


class _Reader:
    """Reads sentence by sentence, clause by clause."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        self._objects = objects
        self._purposes = Purposes(objects, domain)
        self._phrases = Phrases(Nouns(objects, domain.labels))
        self._clauses = ClauseReader(Matcher(wordings(domain), self._phrases))
        self._hints = HintReader(self._phrases, objects)
        self._before: Words = ()
        """The sentence before."""
        self._named: list[set[str]] = []
        """Every thing that each sentence may name."""
        self._unread: list[str] = []
        self._untouched: set[str] = set()
        """What is probably to stay as it is."""

    def reading(self, text: str) -> Reading:
        """All that was read in `text`."""
        changes = self._clauses.changes
        sure = Outcome(self._purposes, changes, only_sure=True)
        wishes, calls = sure.wishes(), tuple(sure.calls)
        likely = Outcome(self._purposes, changes, only_sure=False).wishes()
        known = {wish.fact for wish in wishes}
        present = people_in(text)
        in_use = set(self._untouched)
        if is_attended(text):
            cooking = () if is_served(text) else names_of_kind(self._objects, "cooking")
            in_use = set().union(cooking, *self._named, *(call.arguments for call in calls))
        people = (one for one in self._objects if one.label and is_of_kind(one, "person"))
        if any(is_cooking(one.label) for one in people):
            in_use.update(names_of_kind(self._objects, "cooking"))
        if not present.isdisjoint(IN_CARE) and not is_in_arms(text):
            in_use = {name for name in in_use if is_of_kind(self._objects.by_name[name], "toy")}
        return Reading(
            calls,
            wishes,
            tuple(replace(wish, sure=False) for wish in likely if wish.fact not in known),
            tuple(dict.fromkeys(self._unread)),
            present,
            frozenset(in_use),
        )

    def read(self, sentence: Sentence) -> None:
        """Read the next sentence; what is behind a colon tells what is meant before it."""
        head, _, tail = (sentences(part) for part in sentence.text.partition(": "))
        if not head or not tail:
            self._plain(sentence)
            return
        unread = len(self._unread)
        self._plain(head[0])
        if len(self._unread) > unread:
            self._note_thing(normalised(head[0].words))
        middle, said = len(self._unread), len(self._clauses.changes)
        self._plain(tail[0], verb="put")
        told = (change.match for change in self._clauses.changes[said:])
        if len(self._unread) == middle and any(told):
            del self._unread[unread:middle]

    def _plain(self, sentence: Sentence, verb: str = "") -> None:
        """Read a sentence; `verb` is the one that its first clause may leave out."""
        words = normalised(sentence.words)
        if len(words) > MAX_WORDS:
            self._unread.append(sentence.text)
            return
        self._named.append(self._phrases.named_in(words))
        self._clauses.verb = verb
        at, hold, is_first = _skip(words, 0), Hold.LASTING, True
        while at < len(words):
            end, now = self._clauses.adjunct(words, at)
            hold = max(hold, now)
            if hold is Hold.UNCERTAIN:
                self._give_up(words, at, len(words), sentence.text)
                break
            if end == at:
                end = self._clause(words, at, hold, is_first=is_first)
                if end == at:
                    end = self._next(words, at)
                    is_whole = is_first and end == len(words)
                    self._give_up(words, at, end, sentence.text if is_whole else "")
                is_first = False
            at = _skip(words, end)
        self._before = (*words, ",")

    def _clause(self, words: Words, at: int, hold: Hold, *, is_first: bool) -> int:
        """Read the clause that begins at `at`; its end, `at` if it asks for what is not known."""
        before = (*self._before, *words[:at])
        end = self._clauses.read(words, at, hold)
        if end > at:
            if not word_list("negations").isdisjoint(words[at : at + 3]):
                self._note(self._hints.read(words[at:end], before, is_told=True))
            self._note(self._hints.driven(words[at:end]))
            return end
        end = told(words, at, self._clauses.matcher.is_verb, is_first=is_first)
        if end > at:
            subject = self._phrases.subject(words, at)
            self._phrases.recall(())
            self._note_thing(words[at:end], subject)
            is_told = not word_list("finite").isdisjoint(words[at:end])
            self._note(self._hints.read(words[at:end], before, is_told=is_told))
        return end

    def _note_thing(self, words: Words, subject: Names = ()) -> None:
        """Let pronouns mean `subject`, or else the one thing of which `words` speak."""
        named = subject or tuple(self._phrases.named_in(words))
        if subject or len(named) == 1:
            self._phrases.note(ParameterRole.HANDLED, named)

    def _next(self, words: Words, at: int) -> int:
        """Where the next clause begins that can be read, behind one that cannot."""
        for place in range(at + 1, len(words)):
            begin = _skip(words, place)
            is_begin = words[place - 1] in BOUNDARIES and begin < len(words)
            if is_begin and self._clauses.is_clause(words, begin):
                return place
        return len(words)

    def _give_up(self, words: Words, at: int, end: int, text: str) -> None:
        """Note a clause that was not understood."""
        quoted = " ".join(words[at:end]).replace("_", " ").replace(" ,", ",")
        self._unread.append(text or _JOINT.sub("", quoted))
        hints = self._hints.read(words[at:end], (*self._before, *words[:at]))
        if not hints.is_staying:  # what stays as it is, is not in doubt
            self._clauses.doubt(words[at:end])
        self._note(hints)
        self._phrases.recall(())

    def _note(self, hints: Hints) -> None:
        """Note at what a clause hints."""
        facts = (own for fact in hints.facts for own in self._purposes.sayable(fact))
        self._clauses.changes.append(Change(hinted=tuple(facts)))
        if hints.is_staying:
            self._untouched.update(*self._named[-2:])


def _skip(words: Words, at: int) -> int:
    """Where what may stand before a verb ends."""
    while at < len(words):
        end = leading(phrases("opening"), words, at)
        if end == at and words[at] not in word_list("fillers"):
            break
        at = max(end, at + 1)
    return at
