"""Matches instructions with ordered patterns of words and word groups.

A phrase such as `{give} {sharp} to +{child}` is found in an instruction when its items occur in
this order in one clause, each at most `MAX_GAP` words after the one before; what follows a
preposition, and what is marked with `+`, in one noun phrase with the word before it.  The next item
may also be the first word of the next clause, and `...` leaps to any place of the sentence.

Words are compared by their base forms.  A word that is negated or averted ("do not give ...", "away
from the child") does not count, unless the word that does this to it is itself found for an item.
Nor does the owner of what a verb is done to ("throw the boy's ball"), unless that is a part of the
owner's body.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from is_bench.errors import UnknownNameError
from is_bench.reading.stems import stem
from kb.constraint import Phrase
from kb.errors import ConstraintProblem
from kb.phrase_parsing.sentences import LONGEST, Word, read, word_class

MAX_GAP = 6
"""The most words between two items of a phrase."""
NEAR = 4
"""The most words between a preposition, or what is before a `+`, and the next item."""
_NEXT = "+"
_LEAP = "..."
_PREPOSITIONS = word_class("prepositions")
_ENDS_NOUN = _PREPOSITIONS | {"and", "or"}
_GOALS = frozenset({"inside", "into", "onto"})
"""Prepositions of direction; later prepositions belong to the place."""
_AFTER_THEM_NOUN = _PREPOSITIONS | {"of"}

Item = frozenset[str]
Sentence = Sequence[Word]


def parse_phrase(text: str, groups: Mapping[str, frozenset[str]]) -> Phrase:
    """Parse a phrase of words and `{groups}` of words; raises ConstraintProblem.

    `a|b|{group}` means any of them, `smoke_detector` consecutive words; for `+` and `...`, see the
    module.
    """
    items = tuple(_parse_item(item, groups) for item in text.split())
    if not items or frozenset({_LEAP}) in (items[0], items[-1]):
        raise ConstraintProblem("a phrase must begin and end with a word")
    return Phrase(text, items)


def _parse_item(item: str, groups: Mapping[str, frozenset[str]]) -> Item:
    if item == _LEAP:
        return frozenset({_LEAP})
    stems: set[str] = set()
    if item.startswith(_NEXT):
        stems.add(_NEXT)
    for word in item.removeprefix(_NEXT).split("|"):
        if not word.startswith("{"):
            stems.add(stem(word))
        elif not word.endswith("}") or word[1:-1] not in groups:
            name = word.strip("{}")
            raise ConstraintProblem(UnknownNameError("word group", name, groups).message)
        else:
            stems |= groups[word[1:-1]]
    return frozenset(stems)


def find_phrase(phrase: Phrase, instruction: str) -> str | None:
    """The words of `instruction` in which `phrase` is found; None if it is not."""
    for sentence in read(instruction):
        for places in _found(phrase.items, sentence, range(len(sentence))):
            if all(sentence[place].off <= frozenset(places) for place in places):
                return " ".join(word.text for word in sentence[places[0] : places[-1] + 1])
    return None


def _found(
    items: Sequence[Item], sentence: Sentence, starts: Iterable[int]
) -> Iterator[tuple[int, ...]]:
    """The places of all words that `items` are found in, the first item at one of `starts`."""
    for here in starts:
        for length in _lengths(items[0], sentence, here):
            own = tuple(range(here, here + length))
            if len(items) == 1:
                yield own
                continue
            leap = _LEAP in items[1]
            rest = items[2:] if leap else items[1:]
            last = own[-1]
            after = range(last + 1, len(sentence)) if leap else _next(sentence, last, rest[0])
            for others in _found(rest, sentence, after):
                if not _is_owner(sentence, *others):
                    yield own + others


def _next(sentence: Sentence, last: int, item: Item) -> Iterator[int]:
    """Where `item` may begin after the word at `last`."""
    is_near = _NEXT in item or sentence[last].text in _AFTER_THEM_NOUN
    reach = last + 2 + (NEAR if is_near else MAX_GAP)
    for here, word in enumerate(sentence[last + 1 : reach], start=last + 1):
        yield here
        is_goal = word.text in _GOALS and all(w in _PREPOSITIONS or w[0] == "-" for w in item)
        is_end = is_near and word.text in _ENDS_NOUN
        if is_goal or is_end or word.clause != sentence[last].clause:
            return


def _lengths(item: Item, sentence: Sentence, here: int) -> Iterator[int]:
    """How many words from `here` on match `item`: 1 for a word, 2 or 3 for a compound."""
    for length, those in enumerate(sentence[here].forms, start=1):
        if not item.isdisjoint(those) and not _is_excluded(item, sentence, here):
            yield length


def _is_owner(sentence: Sentence, here: int, *later: int) -> bool:
    """Whether the word at `here` only tells whose the thing behind it is.

    `later` are the places of the next items, of which the first may be that thing.
    """
    owned = (word.text for word in sentence[here + 1 : here + 1 + NEAR])
    is_part = not word_class("body_parts").isdisjoint(owned)
    before = sentence[here + 1 : later[0] + 1] if later else ()
    is_found = bool(later) and _PREPOSITIONS.isdisjoint(word.text for word in before)
    return sentence[here].text.endswith(("'s", "s'")) and not is_part and not is_found


def _is_excluded(item: Item, sentence: Sentence, here: int) -> bool:
    """Whether the word at `here` is part of a compound that a group leaves out with `-`."""
    for start in range(max(0, here - LONGEST + 1), here + 1):
        reaching = sentence[start].forms[max(1, here - start) :]
        forms = frozenset().union(*reaching)
        if any("-" + form in item for form in forms) and item.isdisjoint(forms):
            return True
    return False
