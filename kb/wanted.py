"""What an instruction wants switched on when the task is done.

"Switch the radiator on" asks for a state that a rule such as "turn appliances off after use" would
undo at the end.  Where the instruction says so in plain words, and nowhere speaks of switching
anything off, the user's wish counts; the guard still mentions the rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.facts import Atom
from is_bench.objects import ObjectTable, SceneObject
from kb.grammar import DETERMINERS, PREPOSITIONS, SUBORDINATORS
from kb.requirements.nouns import Nouns
from kb.requirements.tokens import COMMA, sentences

_SWITCH = frozenset({"turn", "switch", "put", "leave", "keep"})
_START = frozenset({"start", "preheat", "light"})
_NOT = frozenset({"not", "never", "without", "before", "until"})
_PRONOUNS = (("it",), ("them",))
_PLACES = DETERMINERS | {"top"}
"""After `on`, these tell where something is put."""
_ENDS = PREPOSITIONS | SUBORDINATORS | {"by"}
_REACH = 6
"""How many words a verb may stand before "on"."""


def wanted_at_the_end(instruction: str, objects: ObjectTable) -> frozenset[Atom]:
    """The facts `toggled_on(x)` that `instruction` asks for, and does not ask to be undone."""
    nouns = Nouns(objects)
    found: set[Atom] = set()
    for sentence in sentences(instruction):
        words = sentence.words
        for place, word in enumerate(words):
            after = words[place + 1 : place + 2 + _REACH]
            if _is_switched_off(word, after):
                return frozenset()
            if _NOT & set(words[max(0, place - 3) : place]):
                continue
            for phrase in _objects_of(word, after):
                named = words[:place] if phrase in _PRONOUNS else phrase
                found |= {Atom("toggled_on", (name,)) for name in _named(nouns, named)}
    return frozenset(found)


def _is_switched_off(verb: str, after: tuple[str, ...]) -> bool:
    return verb in _SWITCH and "off" in _clause(after)


def _clause(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words up to where something else begins to be said."""
    ends = (place for place, word in enumerate(words) if word == COMMA or word in _NOT)
    return words[: next(ends, len(words))]


def _objects_of(verb: str, after: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words that may name what a verb switches on."""
    clause = _clause(after)
    if verb in _START:
        yield _up_to(clause, _ENDS)
    elif verb in _SWITCH and clause[:1] == ("on",):
        yield clause[1:]
    elif verb in _SWITCH:
        for place, word in enumerate(_up_to(clause, SUBORDINATORS)):
            if word == "on" and not _PLACES & set(clause[place + 1 : place + 2]):
                yield clause[:place]
                return


def _up_to(words: tuple[str, ...], ends: frozenset[str]) -> tuple[str, ...]:
    return next((words[:place] for place, word in enumerate(words) if word in ends), words)


def _named(nouns: Nouns, phrase: tuple[str, ...]) -> tuple[str, ...]:
    """The switchable objects that the longest run of words in `phrase` names."""
    for length in range(min(3, len(phrase)), 0, -1):
        for place in range(len(phrase) - length + 1):
            things = nouns.find(phrase[place : place + length], _has_switch)
            if things is not None:
                return things.names
    return ()


def _has_switch(thing: SceneObject) -> bool:
    return thing.can("toggleable")
