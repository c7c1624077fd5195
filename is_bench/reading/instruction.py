"""From an instruction to what it asks for."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.calls import SkillCall
from is_bench.domain.model import Domain, ParameterRole
from is_bench.objects import ObjectTable
from is_bench.reading.account import Account
from is_bench.reading.adjuncts import BOUNDARIES, AdjunctReader, Hold
from is_bench.reading.attendance import is_attended, is_in_arms
from is_bench.reading.clauses import ClauseReader
from is_bench.reading.effects import Purposes
from is_bench.reading.elaborations import list_in_place
from is_bench.reading.guesses import likely_requests
from is_bench.reading.hints import HintReader, Hints
from is_bench.reading.matching import Matcher
from is_bench.reading.model import Reading
from is_bench.reading.nouns import Nouns
from is_bench.reading.people import IN_CARE, people_in
from is_bench.reading.phrases import Phrases
from is_bench.reading.templates import is_of_kind
from is_bench.reading.tokens import MAX_WORDS, Sentence, sentences
from is_bench.reading.told import Statements, without_asides
from is_bench.reading.wordings import wordings
from is_bench.reading.words import Words, leading, normalised, phrases, word_list


def read_instruction(text: str, objects: ObjectTable, domain: Domain) -> Reading:
    """What `text` asks for, over the things of a scene and the skills of a domain.

    A clause counts as read only if each of its words is; any other that asks for something is in
    `unread`, and what it probably asks for in `likely` only.  Any text is good.
    """
    reader = _Reader(objects, domain)
    for sentence in sentences(text):
        reader.read(sentence)
    sure = reader.account.sure()
    present = people_in(text)
    is_free = present.isdisjoint(IN_CARE) or is_in_arms(text)
    in_use = reader.spoken_of(sure.calls) if is_attended(text) else frozenset(reader.untouched)
    return Reading(
        calls=tuple(sure.calls),
        wishes=sure.wishes(),
        likely=reader.account.likely(sure),
        unread=tuple(dict.fromkeys(reader.unread)),
        present=present,
        in_use=in_use if is_free else reader.toys(in_use),
    )


class _Reader:
    """Reads sentence by sentence, clause by clause."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        self._phrases = Phrases(Nouns(objects, domain.labels))
        self._matcher = Matcher(wordings(domain), self._phrases)
        self._adjuncts = AdjunctReader(self._matcher)
        self._statements = Statements(self._matcher)
        self._objects = objects
        self.account = Account(objects, Purposes(objects, domain))
        self._reader = ClauseReader(self._matcher, self._adjuncts, self.account)
        self.unread: list[str] = []
        self._hints = HintReader(self._phrases, objects)
        self.named: set[str] = set()
        """Every thing that may have been named."""
        self.untouched: set[str] = set()
        """What is probably to stay as it is."""

    def spoken_of(self, calls: Iterable[SkillCall]) -> frozenset[str]:
        """Every thing that was named, or that `calls` are about, and what cooks in the room."""
        cooking = (thing.name for thing in self._objects if is_of_kind(thing, "cooking"))
        return frozenset({*self.named, *cooking}).union(*(call.arguments for call in calls))

    def toys(self, names: frozenset[str]) -> frozenset[str]:
        """Those of `names` with which children play, who are left alone with nothing else."""
        return frozenset(t.name for t in self._objects if t.name in names and is_of_kind(t, "toy"))

    def read(self, sentence: Sentence) -> None:
        """Read the next sentence."""
        head, colon, rest = sentence.text.partition(": ")
        parts = sentences(head) if colon else []
        tails = sentences(rest) if colon else []
        if len(parts) == len(tails) == 1 and len(sentence.words) <= MAX_WORDS:
            self._elaborated(parts[0], tails[0])
        else:
            self._plain(sentence)

    def _elaborated(self, head: Sentence, tail: Sentence) -> None:
        """Read a sentence whose part behind a colon tells what the part before it means."""
        asked = list_in_place(normalised(head.words), normalised(tail.words), self._phrases)
        if asked and self._reader.request(asked, 0, Hold.LASTING) == len(asked):
            return
        before = len(self.unread)
        self._plain(head)
        middle, said = len(self.unread), self.account.clauses
        if middle > before:
            self._note_only_thing(normalised(head.words))
        self._plain(tail, verb="put")
        if len(self.unread) == middle and self.account.clauses > said:
            del self.unread[before:middle]

    def _note_only_thing(self, words: Words) -> None:
        """Let pronouns mean the one thing of which `words` speak, if it is one."""
        named = self._phrases.named_in(words)
        if len(named) == 1:
            self._phrases.note(ParameterRole.HANDLED, tuple(named))

    def _plain(self, sentence: Sentence, verb: str = "") -> None:
        """Read a sentence; `verb` is the one that its first clause may leave out."""
        words = without_asides(normalised(_with_pronoun(sentence.words)))
        words = self._with_states(words)
        if not words:
            return
        if len(words) > MAX_WORDS:
            self.unread.append(sentence.text)
            return
        named = self._phrases.named_in(words)
        self.named |= named
        self._hints.hear(words, named)
        self._reader.verb = verb
        at, hold = self._begin(words)
        if hold is Hold.UNCERTAIN:
            if words[at:] and words[0] != "before":
                self._give_up(words, sentence.text)
            return
        self._clauses(words, at, hold, sentence)

    def _with_states(self, words: Words) -> Words:
        """`words` with what they say of a thing in passing as a request: "with the burner on"."""
        at = words.index("with") if "with" in words[1:] else 0
        if not at:
            return words
        kept = ("leave", *words[at + 1 :])
        for match in self._matcher.requests(kept, 0):
            end = at + match.end
            is_whole = end == len(words) or words[end] in BOUNDARIES
            if is_whole and match.template.lasting and len(match.template.slots) == 1:
                return (*words[:at], "and", "leave", *words[at + 1 :])
        return words

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
            end = leading(phrases("opening"), words, at)
            if end == at and words[at] in word_list("fillers"):
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
            end = self._reader.read(words, at, hold)
            if end > at:
                if not word_list("negations").isdisjoint(words[at : at + 3]):
                    self._note(self._hints.read(words[at:end], words[:at], is_told=True))
                at = end
                continue
            told = self._statement(words, at, is_first=at == start)
            if told > at:
                is_told = self._tells(words[at:told])
                self._note(self._hints.read(words[at:told], words[:at], is_told=is_told))
                at = told
                continue
            end = self._next(words, at)
            self._leave(words, at, end, sentence, is_whole=at == start and end == len(words))
            at = end

    def _statement(self, words: Words, at: int, *, is_first: bool) -> int:
        """The end of a clause that only tells something; `at` if it asks for something."""
        end = self._statements.end(words, at, is_first=is_first)
        if end > at:
            subject = self._phrases.subject(words, at)
            self._phrases.recall(())
            if subject:
                self._phrases.note(ParameterRole.HANDLED, subject)
            else:
                self._note_only_thing(words[at:end])
        return end

    def _next(self, words: Words, at: int) -> int:
        """Where the next clause begins that can be read, behind one that cannot."""
        for place in range(at + 1, len(words)):
            if words[place - 1] in BOUNDARIES:
                begin = self._skip(words, place)
                if begin < len(words) and self._begins(words, begin):
                    return place
        return len(words)

    def _begins(self, words: Words, at: int) -> bool:
        if words[at] in ("never", "do") or leading(phrases("demanding"), words, at) > at:
            return True
        return self._reader.understood(self._matcher.requests(words, at), words) is not None

    def _leave(
        self, words: Words, at: int, end: int, sentence: Sentence, *, is_whole: bool
    ) -> None:
        """Note what could not be read."""
        said = " ".join(words[at:end]).replace("_", " ").replace(" ,", ",").strip(" ,")
        for ending in (" and", " then", " but"):
            said = said.removesuffix(ending)
        self._give_up(words[at:end], sentence.text if is_whole else said, words[:at])

    def _give_up(self, words: Words, text: str, before: Words = ()) -> None:
        self.unread.append(text)
        guesses = likely_requests(words, self._matcher)
        hints = self._hints.read(words, before)
        if not hints.untouched:  # what is to stay as it is, is no doubt of what was asked before
            self.account.doubt(self._phrases, words)
        for match in guesses:
            self.account.add(match, sure=False)
        self._note(hints)
        self._phrases.recall(())

    def _tells(self, words: Words) -> bool:
        return not word_list("finite").isdisjoint(words)

    def _note(self, hints: Hints) -> None:
        self.account.hint(hints.facts)
        self.untouched |= hints.untouched


def _with_pronoun(words: Words) -> Words:
    """`words`, where something is put inside, with the pronoun that this leaves out."""
    ends = ("and", "then", ",", "")
    found = (
        (one, "it" if one == "inside" and behind in ends else "")
        for one, behind in zip(words, (*words[1:], ""), strict=True)
    )
    return tuple(word for pair in found for word in pair if word)
