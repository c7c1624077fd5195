"""The words around what a clause says: what demands or denies it, and who it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from is_bench.reading.attitudes import attitude
from is_bench.reading.words import Words, leading, phrases, word_list

_DENYING = {"no": "any", "nothing": "anything", "none": "all", "neither": "both", "nor": "and"}
_NOT = frozenset({"not", "never"})
_OPENINGS = ("openings", "unwanting", "wanting", "demanding", "forbidding", "allowing")
_ATTITUDE = "attitude"
_INVERTED = frozenset({"should", "must", "are", "is"})
"""Beside those that permit: verbs before their subject behind "at no time"."""
_FIRM = frozenset({"must", "should", "shall", "to", "belong", "belongs", "goes"})
_ALLOWED = {"allowed": False, "permitted": False, "supposed": True}
"""Words before "to", and whether they make a duty of it."""


@dataclass(frozen=True)
class Manner:
    """How a clause says something."""

    mode: str = "do"
    """do, be, keep, leave, have, want, wait or pause; again, start, go: as asked for before.

    bare: it has no verb."""
    negative: bool = False
    named: bool = False
    """Whether `not` or `never` negates it, and no noun."""
    firm: bool = False
    """Whether it demands something in so many words."""
    may: bool = False
    perfect: bool = False
    """Whether it says what has been done to something."""
    is_linked: bool = False
    """Whether an auxiliary verb or a form of "be" stands behind its subject."""
    focused: bool = False
    """Whether `only` stands right before a thing or a place: "only on the table"."""
    habitual: bool = False
    """Whether it tells what is done as a rule: "gets closed", "is never closed"."""


def opened(words: Words) -> tuple[Words, Manner]:
    """`words` without what comes before the clause itself, and what that says of it."""
    manner = Manner()
    while words:
        name, end = _opening(words)
        if not name and not (manner.firm and words[0] == "you"):
            break
        if name in ("forbidding", "unwanting"):
            manner = replace(manner, negative=not manner.negative, named=True, firm=True)
            manner = replace(manner, may=False)
        elif name == "allowing":
            manner = replace(manner, may=True)
        elif name in ("demanding", "wanting"):
            manner = replace(manner, firm=True)
        if name in ("wanting", "unwanting"):
            manner = replace(manner, mode="want")
        if words[0] == "wait" and end:
            manner = replace(manner, mode="wait")
        words = words[end or 1 :]
        if manner.negative and words and words[0] in _INVERTED | word_list("permitting"):
            is_plain = is_agent(words[1:2]) or is_agent(words[1:3]) or "be" in words
            words = words[1:] if is_plain else ("have", *words[1:])
    if words[:1] in (("leave",), ("let",)) and words[-1:] in (("alone",), ("be",)):
        manner = replace(manner, negative=not manner.negative, firm=True, named=True)
    return words, manner


def _opening(words: Words) -> tuple[str, int]:
    """The kind of what comes before the clause itself, and where it ends; none, 0 if it is none."""
    ends = {name: leading(phrases(name), words, 0) for name in _OPENINGS}
    ends[_ATTITUDE], kind = attitude(words)
    name, end = max(ends.items(), key=lambda one: one[1])
    if not end and _is_nobody(words):
        return "forbidding", 1
    return (kind if name == _ATTITUDE else name if end else ""), end


def _is_nobody(words: Words) -> bool:
    """Whether they tell what nobody does: "nobody opens the door"."""
    is_finite = len(words) > 2 and words[1].endswith("s") and words[1] not in links()
    return words[0] == "nobody" and is_finite


def affirmed(words: Words) -> tuple[Words, bool]:
    """`words` with "any" for "no", and whether they were negated by that."""
    count = sum(word in ("no", "nothing", "none", "neither") for word in words)
    found = [
        _DENYING.get(word, word)
        for word, behind in zip(words, (*words[1:], ""), strict=False)
        if word != "neither" or behind == "of"
    ]
    return _with_exception(tuple(found)), count % 2 == 1


def _with_exception(words: Words) -> Words:
    """`words` with what is excepted from "anything" right behind it."""
    if "anything" not in words:
        return words
    at = words.index("anything") + 1
    behind = next((i for i in range(at + 1, len(words) - 1) if words[i] in ("except", "but")), None)
    return words if behind is None else (*words[:at], *words[behind:], *words[at:behind])


def linked(words: Words, manner: Manner) -> tuple[Words, Manner, Words] | None:
    """A subject, `manner` with what the words behind it add, and what is said of the subject."""
    relative = ("that", "which", "who")
    ends = (i for i, word in enumerate(words) if i and word in links())
    begin = next((i for i in ends if words[i - 1] not in relative), 0)
    at, now = copula(words, begin, manner) if begin else (0, manner)
    if words[at : at + 1] and words[at] in _ALLOWED and words[at + 1 : at + 2] == ("to",):
        is_duty = _ALLOWED[words[at]]
        now = replace(now, may=manner.may or not is_duty, firm=manner.firm or is_duty)
        at, now = copula(words, at + 2, now)
    if now.negative != manner.negative:
        now = replace(now, may=manner.may, named=True, firm=now.firm or now.may)
    if words[at : at + 1] in (("left",), ("kept",)) and at > begin > 0:
        is_left = words[at] == "left" and now.negative != manner.negative
        now = replace(now, mode="leave" if is_left else "keep")
        at += 1
    return (words[:begin], now, words[at:]) if 0 < at < len(words) else None


@cache
def links() -> frozenset[str]:
    """The words that join a subject and what is said of it."""
    groups = map(word_list, ("modals", "permitting", "be", "staying"))
    return frozenset({"will", "would", "does", "do"} | _FIRM | _NOT).union(*groups)


def copula(words: Words, begin: int, manner: Manner) -> tuple[int, Manner]:
    """Where the words end that join a subject, which ends at `begin`, and what is said of it.

    With `manner` as they tell it.
    """
    at, known = begin, links()
    while at < len(words) and words[at] in known:
        known = links() | word_list("auxiliaries")
        is_receiving = words[at] in word_list("receiving") and words[at + 1 : at + 2] == ("the",)
        if at > begin and is_receiving:
            break
        # A bare infinitive tells a task, or a rule: "the candles to be put out before ...".
        is_task = at == begin and words[at] == "to"
        manner = replace(manner, habitual=True) if is_task else _with_link(manner, words, at)
        at += 1
    return at, manner


def _with_link(manner: Manner, words: Words, at: int) -> Manner:
    word = words[at]
    if word in _NOT:
        habitual = manner.habitual or word == "never"
        return replace(manner, negative=not manner.negative, habitual=habitual)
    if word in ("gets", "get", "does", "do"):
        return replace(manner, is_linked=True, habitual=True)
    if word in word_list("staying"):
        return replace(manner, mode="keep")
    if word in word_list("permitting"):
        return replace(manner, may=True)
    if word in _FIRM:
        return replace(manner, firm=True, is_linked=True)
    return replace(manner, is_linked=True, perfect=manner.perfect or word == "been")


def is_agent(words: Words) -> bool:
    """Whether `words` mean the robot, or anybody."""
    return leading(phrases("agents"), words, 0) == len(words) > 0


def without_agent(words: Words) -> Words:
    """`words` without the robot as their subject."""
    begin = at = leading(phrases("agents"), words, 0)
    while 0 < begin <= at < len(words) and words[at] in word_list("auxiliaries"):
        at += 1
    return words[at:]
