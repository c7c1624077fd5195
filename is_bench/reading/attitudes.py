"""What somebody wants, allows or hates of a clause: "I would be glad if", "it is vital that"."""

from __future__ import annotations

from is_bench.reading.stems import forms
from is_bench.reading.words import Words, word_list

_SPEAKERS = frozenset({"i", "we"})
_IF = frozenset({"that", "if", "when"})
_COULD = frozenset({"could", "can", "would", "will", "were", "are", "always"})


def attitude(words: Words) -> tuple[int, str]:
    """Where the words end that tell an attitude to what follows, and its kind; 0 if none do.

    demanding, forbidding: what follows is to be done, or not; wanting, unwanting: it is a thing in
    a state.
    """
    at, is_denied = _attitude(words)
    if not at:
        return 0, ""
    end, is_clause, is_turned = _complement(words, at)
    if not end or end >= len(words):
        return 0, ""
    if is_denied != is_turned:
        return end, "forbidding" if is_clause else "unwanting"
    return end, "demanding" if is_clause else "wanting"


def _attitude(words: Words) -> tuple[int, bool]:
    """Where the verb or adjective of an attitude ends, and whether it denies; 0 if none is."""
    if words[0] in word_list("checking") and words[1:2] and words[1] in word_list("determiners"):
        return 1, False
    is_asked = words[0] in word_list("attitude_auxiliaries") and words[1:2] in (("i",), ("we",))
    if not (is_asked or words[0] in _SPEAKERS or words[0] == "it"):
        return 0, False
    at, is_denied = 1 + is_asked, False
    while at < len(words) and words[at] in word_list("attitude_auxiliaries"):
        is_denied ^= words[at] in ("not", "never")
        at += 1
    if at >= len(words):
        return 0, False
    found, is_own = forms(words[at]), words[0] != "it"
    kinds = ("wishing", "disliking") if is_own else ("advised", "discouraged")
    if is_own and words[at - 1] == "be":
        kinds = ("pleased", "displeased")
    for kind in kinds:
        if not found.isdisjoint(word_list(kind)):
            return at + 1, is_denied != (kind == kinds[1])
    return 0, False


def _complement(words: Words, at: int) -> tuple[int, bool, bool]:
    """Where what follows begins, whether it is a clause, and whether it is denied."""
    rest = words[at:]
    if words[0] in word_list("checking"):
        return at, True, False
    if rest[:1] == ("it",) and rest[1:2] and rest[1] in _IF:
        at, rest = at + 1, rest[1:]
    if rest[:1] == ("you",) and len(rest) > 2:
        is_not = rest[1] == "not"
        if rest[1 + is_not] == "to":
            return at + 2 + is_not, True, is_not
        return (at + 1, True, False) if rest[1].endswith("ing") else (0, False, False)
    if rest[:1] and rest[0] in _IF:
        is_polite = rest[1:2] == ("you",) and rest[2:3] and rest[2] in _COULD
        return at + (3 if is_polite else 1), True, False
    if words[0] == "it":
        if rest[:3] == ("for", "you", "to"):
            return at + 3, True, False
        is_plain = rest[:1] and rest[0] in word_list("determiners")
        return at + (rest[:1] == ("to",)), bool(is_plain or rest[:1] == ("to",)), False
    if rest[:1] == ("to",):
        is_seen = rest[1:2] and rest[1] in ("see", "find", "have")
        return (at + 2, False, False) if is_seen else (0, False, False)
    return at, False, False
