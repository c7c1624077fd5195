"""States behind a noun: "treadmill running", "iron face down", "oven just switched off"."""

from __future__ import annotations

from collections.abc import Callable

from is_bench.recognition.grammar import AT_WORK, word_set

Words = tuple[str, ...]


UNDER_WAY = word_set(
    """spinning turning moving closing opening cooling heating reversing idling recharging working
    going flashing"""
)
"""So are these, but only behind it: a cooling gel or a spinning wheel is of another kind."""

VERBS = AT_WORK | UNDER_WAY
"""What a device does, behind the noun."""

IRREGULAR = word_set("frozen gone kept left put spilt taken tied torn")
"""Participles that do not end in "-ed"."""

LEVELS = word_set("floor floors storey storeys story stories flight flights level levels")
"""Counted behind the noun ("table two floors up")."""

DEGREES = word_set("too so halfway")
"""Behind the noun, these begin how it is ("pan too hot to touch")."""

TIMES = word_set("already freshly just newly now nearly almost still")
"""Dropped before a state ("oven just switched off", "kettle still hot")."""

PACES = word_set("fast hard low quickly slowly quietly loudly loose")
"""Dropped behind what a device does ("candle burning low")."""

LIES = frozenset({("upside", "down"), ("face", "down"), ("face", "up"), ("wide", "open")})
"""Behind the noun, these begin how it lies ("iron face down")."""

BEDS = ("bed", "shed", "seed", "weed", "moped")
"""Endings of nouns that look like participles ("toolshed")."""


def begins_state(words: Words) -> bool:
    """Whether `words`, which stand behind a noun, tell how it is ("too hot to touch")."""
    return words[0] in DEGREES or words[:2] in LIES


def start_of_state(words: Words, at: int) -> int:
    """Where the state begins whose first verb stands `at` ("oven just switched off")."""
    return at - 1 if at > 1 and words[at - 1] in TIMES else at


def without_joined(words: Words, describes: Callable[[str], bool]) -> Words:
    """`words` without two joined states behind them ("waffle iron open and hot")."""
    is_pair = len(words) > 3 and words[-2] == "and" and describes(words[-1])
    return words[:-3] if is_pair and describes(words[-3]) else words


def fronted(words: Words, describes: Callable[[str], bool]) -> Words:
    """`words` with the states behind them put before them ("mug red")."""
    states: list[str] = []
    while len(words) > 1:
        if describes(words[-1]):
            states.append(words[-1])
        elif not (
            words[-1] in UNDER_WAY
            or (states and words[-1] in TIMES)
            or (words[-1] in PACES and words[-2] in VERBS)
        ):
            break
        words = words[:-1]
    return (*states, *words)
