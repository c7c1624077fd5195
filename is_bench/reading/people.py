"""Who a text says is there, who attends to what, and what the day is like, by turns of phrase."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from is_bench.reading.words import Sentence, data, sentences

IN_CARE = frozenset({"infant", "child", "pet_dog", "pet_cat", "pet_bird"})
"""Who has to be kept from what an adult may have about."""
_CHILDREN = frozenset({"infant", "child"})
_AGES = {"infant": (0, 3), "under_six": (0, 5), "child": (4, 13), "frail": (70, 110)}
"""The first and the last year of age of each."""
_MINUS = re.compile(r"(?<!\S)[-\u2212\u2013](?=\d)")
_NAME = re.compile(r"\b[A-Z][a-z]+")
_SLOT = re.compile(r"\b[A-Z][A-Z_]+\b")
_GROUP = re.compile(r"(?<!\\)\((?!\?)")
_BLANK = re.compile(r" (?!\?)")
_NEVER = re.compile(r"(?!)")
_NOTHING = " _"
"""Stands for a compound that tells nothing."""
_DENIED = re.compile(
    r"(?<!\S)(?:(?:no|not|never|without|nobody|nor|neither|instead of)"
    r"(?: (?:a|an|any|the|more|longer|really|going|getting|yet|small|little|other))?"
    r"|(?:no|without)(?: (?!(?:the|a|an|my|our|is|are|but|for|to|can|,)\b)@?[\w']+){0,3})$"
)


@dataclass(frozen=True)
class Cue:
    """What tells one property: patterns over the words of a sentence."""

    says: re.Pattern[str]
    compounds: re.Pattern[str]
    """Compounds with a word for it that tell nothing."""
    unless: re.Pattern[str]
    """What undoes it in the whole sentence."""

    def is_told(self, text: str) -> bool:
        """Whether `text` tells it."""
        if self.unless.search(text):
            return False
        left = self.compounds.sub(_NOTHING, text)
        return any(not _DENIED.search(left, 0, found.start()) for found in self.says.finditer(left))


def people_in(text: str) -> frozenset[str]:
    """The properties of the persons and animals that `text` speaks of; generous."""
    found: set[str] = set()
    for sentence in sentences(_without_accents(_MINUS.sub("minus ", text))):
        found |= _told(_pattern("not_there").sub(_NOTHING, _marked(sentence)))
    found.update(also for name, also in data("people.yaml")["implied"].items() if name in found)
    if "feverish" in found and not found.isdisjoint(_CHILDREN):
        found.add("ill_child")
    return frozenset(found)


def is_attended(text: str) -> bool:
    """Whether `text` says that somebody is there, or takes over what the robot has done.

    Nobody does who sleeps, goes away, or means a later time.
    """
    return _is_said_of_now(text, "staying") or is_in_arms(text)


def is_cooking(label: str) -> bool:
    """Whether the label of a person says that this person is at the cooker."""
    return _is_said_of_now(label, "cooking")


def is_served(text: str) -> bool:
    """Whether `text` says that the food is ready: nobody needs the cooker any more."""
    return _is_said_of_now(text, "served")


def is_to_be_started(text: str) -> bool:
    """Whether `text` asks for a device to be started, rather than for what is made with it."""
    return _is_said_of_now(text, "starting")


def is_in_arms(text: str) -> bool:
    """Whether `text` says that somebody holds or looks after the child or the pet right now."""
    return _is_said_of_now(text, "caring")


def _is_said_of_now(text: str, what: str) -> bool:
    absent, said = _attending("absent"), _attending(what)
    clauses = (clause for one in sentences(text) for clause in " ".join(one.words).split(" , "))
    return any(said.search(clause) and not absent.search(clause) for clause in clauses)


def _without_accents(text: str) -> str:
    """`text` in plain letters, so that "cr\u00e8che" is one word."""
    if text.isascii():
        return text
    split = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def _told(text: str) -> set[str]:
    """What a sentence tells by a word, a turn of phrase or an age."""
    found = {name for name, cue in _cues().items() if cue.is_told(text)}
    if _pattern("months").search(text):
        found.add("infant")
    for match in _pattern("years").finditer(text):
        age = _years(next((group for group in match.groups() if group), ""))
        found |= {name for name, (first, last) in _AGES.items() if first <= age <= last}
    return found


def _years(age: str) -> int:
    """An age in figures or in words; -1 if it is none."""
    numbers = data("people.yaml")["numbers"]
    words = [word.lstrip("@") for word in age.split()]
    values = [int(word) if word.isdigit() else numbers.get(word) for word in words]
    return sum(values) if values and None not in values else -1


def _marked(sentence: Sentence) -> str:
    """The words of a sentence behind "| ,", those that may be proper names with a mark.

    Those who are elsewhere for days are left out.
    """
    names = {name.lower() for name in _NAME.findall(sentence.text)} - {
        *data("people.yaml")["no_names"].split()
    }
    words = (f"@{one}" if one.split("'")[0] in names else one for one in sentence.words)
    return " ,".join(map(_without_absent, " ".join((" | ,", *words)).split(" ,")))


def _without_absent(clause: str) -> str:
    def left(absent: re.Match[str]) -> str:
        rest = clause[absent.start() :]
        is_back = _pattern("returning").search(rest) and not _pattern("days").search(rest)
        return absent[0] if is_back else " ,"

    return _pattern("away").sub(left, clause)


@cache
def _cues() -> Mapping[str, Cue]:
    """By property, what tells it."""
    return {
        name: Cue(
            _compiled([*_alternatives(one), *one.get("says", ())]),
            _compiled(one.get("not", ())),
            _compiled([one["unless"]] if "unless" in one else ()),
        )
        for name, one in data("people.yaml")["cues"].items()
    }


def _alternatives(entry: Mapping[str, Any]) -> list[str]:
    return [entry["words"].replace(" | ", "|")] if "words" in entry else []


@cache
def _attending(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(data('people.yaml')['attending'][name])})\b")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """The pattern of ages in `years` or `months`, or of another entry of the document."""
    entry = data("people.yaml")["ages"].get(name) or [data("people.yaml")[name]]
    return _compiled(entry)


def _compiled(patterns: Iterable[str]) -> re.Pattern[str]:
    """A pattern that is searched for at the beginnings of words only."""
    written = "|".join(map(_written_out, patterns))
    return re.compile(rf" @?(?:{written})(?!\S)") if written else _NEVER


def _written_out(pattern: str) -> str:
    """A pattern with its slots filled; only `AGE` is a group of its own."""
    return _SLOT.sub(lambda slot: _slot(slot[0]), _BLANK.sub(" @?", _GROUP.sub("(?:", pattern)))


@cache
def _slot(name: str) -> str:
    document = data("people.yaml")
    if name == "NAME":
        return r"@[a-z']+"
    if name == "AGE":
        tens = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
        return rf"(\d{{1,3}}|(?:(?:{tens}) )?(?:{'|'.join(document['numbers'])}))"
    if name in ("ANYBODY", "RELATIVE"):
        words = chain(*map(_alternatives, document["cues"].values()))
        kin = document["kin"].split() if name == "RELATIVE" else ()
        return f"(?:{'|'.join(map(_written_out, [*words, *kin]))})"
    return f"(?:{_written_out(document['slots'][name])})"
