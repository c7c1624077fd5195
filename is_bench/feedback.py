"""The guard's feedback for readers: sentences about the same things and remedy are merged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_REASONS = re.compile(r"\. \(((?:[^()]|\([^()]*\))*)\)")
_FACT = re.compile(r"([\w-]+)\(([^()]*)\)( is \w+)?")


@dataclass(frozen=True)
class Statement:
    """What feedback says of one violation, or of several that say the same."""

    text: str
    """With the facts that are its reasons, in parentheses."""
    constraints: tuple[str, ...] = ()
    """The ids of the violated constraints, the one whose text it is first; empty if unknown."""


@dataclass(frozen=True)
class _Sentence:
    """What one constraint says."""

    text: str
    """As it stands in the feedback."""
    constraint: str
    """The text before the reasons."""
    reasons: str
    """What stands in the parentheses: mostly facts."""
    things: frozenset[str]
    """What these facts are about."""
    states: frozenset[tuple[object, ...]]
    """Of each fact, what would have to change: the state of a thing, or how two things lie."""
    is_short: bool
    """Whether it is one sentence, so that it holds no remark beside the constraint's text."""


def statements(
    feedback: str, remedy: Sequence[str], constraints: Sequence[str] = ()
) -> Iterator[Statement]:
    """What `feedback` says, one statement for all that share their things and their remedy.

    The first, which weighs most, remains; `constraints` are the ids, in the order of the feedback.
    Statements share a remedy if a single call of `remedy` names one of their things, beside calls
    around it that open and close.  Without a `remedy`, they share one if the same change would lift
    them: of a state that both name, or of how two things lie.  A constraint that several things
    violate is said once, with all reasons.  What follows the last statement comes last.
    """
    found = list(_sentences(feedback))
    texts = dict.fromkeys(one.constraint for one in found)
    ids = dict(zip(texts, constraints, strict=True)) if len(constraints) == len(texts) else {}
    end = sum(len(one.text) for one in found)
    for groups in _by_constraint(found, _groups(found, remedy)):
        first = found[groups[0][0]]
        why = "; ".join(found[group[0]].reasons for group in groups)
        named = (ids[found[n].constraint] for group in groups for n in group) if ids else ()
        yield Statement(f"{first.constraint} ({why})", tuple(dict.fromkeys(named)))
    if rest := feedback[end:].strip():
        yield Statement(rest, () if found else tuple(constraints))


def condensed(feedback: str, remedy: Sequence[str]) -> str:
    """The `statements` in one line; `feedback` itself if none are merged."""
    found = list(_sentences(feedback))
    if len(_by_constraint(found, _groups(found, remedy))) == len(found):
        return feedback
    return " ".join(one.text for one in statements(feedback, remedy))


def reasons(
    feedback: str, remedy: Sequence[str], constraints: Sequence[str] = ()
) -> tuple[Statement, ...]:
    """The `statements` for who shows the remedy apart."""
    return tuple(statements(without_remedy(feedback, remedy), remedy, constraints))


def without_remedy(feedback: str, remedy: Sequence[str]) -> str:
    """`feedback` without the sentence at its end that lists `remedy`, for who shows that apart."""
    listed = f"First: {', '.join(remedy)}."
    return feedback.removesuffix(listed).rstrip() if remedy else feedback


def _groups(found: Sequence[_Sentence], remedy: Sequence[str]) -> list[list[int]]:
    """The statements by number, together those that say the same."""
    groups: list[list[int]] = []
    for number, one in enumerate(found):
        same = next((g for g in groups if _says_the_same(found[g[0]], one, remedy)), None)
        if same is None:
            groups.append([number])
        else:
            same.append(number)
    return groups


def _by_constraint(
    found: Sequence[_Sentence], groups: Iterable[list[int]]
) -> list[list[list[int]]]:
    """The groups, together those whose first sentence is of one constraint and names facts."""
    together: dict[tuple[str, int], list[list[int]]] = {}
    for group in groups:
        first = found[group[0]]
        key = first.constraint, -1 if first.states else group[0]
        together.setdefault(key, []).append(group)
    return list(together.values())


def _sentences(feedback: str) -> Iterator[_Sentence]:
    begin = 0
    for found in _REASONS.finditer(feedback):
        text = feedback[begin : found.end()]
        facts = [(one, _names(listed), so) for one, listed, so in _FACT.findall(found[1])]
        yield _Sentence(
            text,
            feedback[begin : found.start() + 1].strip(),
            found[1],
            frozenset(name for _, names, _ in facts for name in names),
            frozenset(
                (names, so) if len(names) > 1 else (one, names, so)
                for one, names, so in facts
                if names
            ),
            ". " not in feedback[begin : found.start()],
        )
        begin = found.end()


def _says_the_same(first: _Sentence, other: _Sentence, remedy: Sequence[str]) -> bool:
    if first.things != other.things or not other.is_short:
        return False
    if not remedy:
        return bool(first.states & other.states)
    calls = [named for named in map(_things, remedy) if first.things & named]
    # What is opened and closed again around a step is no remedy of its own.
    while len(calls) > 2 and calls[0] == calls[-1]:
        calls = calls[1:-1]
    return len(calls) == 1


def _things(call: str) -> frozenset[str]:
    return frozenset(name for _, listed, _ in _FACT.findall(call) for name in _names(listed))


def _names(listed: str) -> frozenset[str]:
    return frozenset(name.strip() for name in listed.split(",") if name.strip())
