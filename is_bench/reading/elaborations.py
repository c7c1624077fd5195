"""Lists behind a colon: "Lay the table: plate, fork and knife"."""

from __future__ import annotations

from is_bench.domain.model import ParameterRole
from is_bench.reading.phrases import Phrases
from is_bench.reading.templates import Slot
from is_bench.reading.words import Words, word_list
from is_bench.recognition.grammar import word_set

_FURNISH = word_set("lay set make make_up prepare dress set_up")
_CLEAR = word_set("clear tidy clear_off empty tidy_up clean_up")
_PLACE = Slot("", ParameterRole.SUPPORT, "support")
_LISTED = Slot("", ParameterRole.MOVED, "moved")


def list_in_place(head: Words, tail: Words, phrases: Phrases) -> Words:
    """The request that `head`, a colon and the list `tail` stand for; none if it is no list."""
    verb, place = head[:1], head[1:]
    ends = [end for end, _ in phrases.at(place, 0, _PLACE)]
    if not verb or not ends or verb[0] not in _FURNISH | _CLEAR:
        return ()
    finite = word_list("finite")
    end = next((at for at, word in enumerate(tail) if word in finite), len(tail))
    listed = tail[:end]
    if not any(last == end for last, _ in phrases.at(listed, 0, _LISTED)):
        return ()
    if verb[0] in _FURNISH:
        return ("put", *listed, "on", *place[: ends[0]]) if end == len(tail) else ()
    return ("take", *listed, "off", *place[: ends[0]])
