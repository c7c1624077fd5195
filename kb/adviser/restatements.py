"""Parses restatements of requirements that the rules could not read, and doubts of read ones.

A restatement is a JSON object with "sentence" and "lines", a doubt one with "sentence" and "doubt".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from is_bench.documents import parse_json
from is_bench.printable import printable_line
from is_bench.reading.nouns import SpokenName
from kb.adviser.doubting import MOST_WHY
from kb.adviser.reply import MOST_CHARACTERS
from kb.adviser.restating import MOST_LINE, MOST_LINES
from kb.errors import ConstraintProblem

_SOURCE = "advice"
_PLAIN = re.compile(r"[A-Za-z0-9 ,.'\u2019_-]+")
"""The rules pass over other characters, with which a line may look as if it said something else."""
_NAMED = re.compile(r"[A-Za-z0-9][\w.]*_\d+(?!\w)")
"""Names in code: nobody speaks of a `window.n.01_2`."""


@dataclass(frozen=True)
class Restatement:
    """A sentence in plainer words."""

    sentence: str
    """As the person wrote it."""
    lines: tuple[str, ...]
    """Plain sentences; none: it demands nothing that can be checked."""


@dataclass(frozen=True)
class Doubt:
    """What is said against the reading of a sentence."""

    sentence: str
    """As the person wrote it."""
    why: str
    """One line."""


def read_doubt(text: str) -> Doubt | None:
    """The doubt in `text`; None: it is none.  Raises InputError for one without a reason."""
    raw = parse_json(text[: MOST_CHARACTERS + 1], _SOURCE)
    if not isinstance(raw, dict) or "doubt" not in raw:
        return None
    sentence, why = raw.get("sentence"), raw["doubt"]
    if not isinstance(sentence, str) or not isinstance(why, str):
        raise ConstraintProblem("a doubt has a sentence and a reason")
    told = printable_line(why, MOST_WHY)
    if not told:
        raise ConstraintProblem("a doubt has a reason")
    return Doubt(sentence, told)


def read_restatement(text: str) -> Restatement:
    """The restatement in `text`; raises InputError if it does not follow the format."""
    raw = parse_json(text[: MOST_CHARACTERS + 1], _SOURCE)
    if not isinstance(raw, dict) or not isinstance(raw.get("sentence"), str):
        raise ConstraintProblem("a restatement is a JSON object with a sentence")
    given = raw.get("lines")
    if not isinstance(given, list) or not all(isinstance(line, str) for line in given):
        raise ConstraintProblem("'lines' is a list of texts")
    if len(given) > MOST_LINES:
        raise ConstraintProblem(f"there are {len(given)} lines; {MOST_LINES} are allowed")
    if any(len(line) > MOST_LINE for line in given):
        raise ConstraintProblem(f"a line is longer than {MOST_LINE} characters")
    told = dict.fromkeys(printable_line(line, MOST_LINE) for line in given)
    lines = tuple(line for line in told if line)
    if strange := [line for line in lines if not _PLAIN.fullmatch(line)]:
        raise ConstraintProblem(f"{strange[0]!r} is no plain sentence")
    return Restatement(raw["sentence"], lines)


def in_words(line: str, called: Mapping[str, SpokenName]) -> str:
    """`line` with words in place of the names in code of single things."""

    def spoken(match: re.Match[str]) -> str:
        name = called.get(match[0])
        return match[0] if name is None or len(name.means) > 1 else name.words

    return _NAMED.sub(spoken, line)
